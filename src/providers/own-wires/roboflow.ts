import type { FoundMask, Share } from '../../forms/figure-tools'
import type { CalledModel } from '../messages'
import { pointed } from '../wire/json-pointer'
import { type Line, LineBroken } from '../wire/line'
import { type MaskRequest, sureness } from '../wire/picture-call'

/** What a server takes in one call where its operator did not change it. */
export const KINDS_AT_ONCE = 16

/** Vertices of one outline: more of them show nothing. */
const MOST_VERTICES = 2000

/** The parts of several kinds, by `POST /sam3/concept_segment` of Roboflow, hosted or self-hosted. */
export async function findMasks(
  line: Line,
  { wireName }: CalledModel,
  { png, width, height, kinds, most }: MaskRequest,
): Promise<FoundMask[]> {
  const { key } = line.target
  const query = key === null ? '' : `?api_key=${encodeURIComponent(key)}`
  const answer = await line.ask({
    method: 'POST',
    path: `/sam3/concept_segment${query}`,
    body: {
      model_id: wireName,
      image: { type: 'base64', value: Buffer.from(png).toString('base64') },
      prompts: kinds.map((text) => ({ type: 'text', text })),
      format: 'polygon',
    },
  })
  const results = pointed(answer, '/prompt_results')
  if (!Array.isArray(results)) throw new LineBroken({ kind: 'unreadable', repairs: 0 })
  return results.flatMap((result, at) => {
    const index = pointed(result, '/prompt_index')
    const kind = kinds[typeof index === 'number' ? index : at]
    const predictions = pointed(result, '/predictions')
    if (kind === undefined || !Array.isArray(predictions)) return []
    const masks = predictions.flatMap((one) => maskOf(one, kind, { width, height }))
    return masks.sort((a, b) => b.score - a.score).slice(0, most)
  })
}

/** One prediction is one thing, however many polygons it has. */
function maskOf(
  prediction: unknown,
  kind: string,
  size: { width: number; height: number },
): FoundMask[] {
  const masks = pointed(prediction, '/masks')
  const outlines = (Array.isArray(masks) ? masks : []).flatMap((mask) => outlineOf(mask, size))
  const points = outlines.flat()
  if (points.length === 0) return []
  const score = sureness(pointed(prediction, '/confidence'))
  const least = (at: 0 | 1) => points.reduce((low, point) => Math.min(low, point[at]), Infinity)
  const largest = (at: 0 | 1) =>
    points.reduce((high, point) => Math.max(high, point[at]), -Infinity)
  return [{ kind, score, from: [least(0), least(1)], to: [largest(0), largest(1)], outlines }]
}

function outlineOf(mask: unknown, { width, height }: { width: number; height: number }): Share[][] {
  if (!Array.isArray(mask) || mask.length < 3) return []
  const step = Math.ceil(mask.length / MOST_VERTICES)
  const taken = mask.filter((_, index) => index % step === 0)
  const points = taken.map((point): Share | undefined => {
    const [x, y] = Array.isArray(point) ? point : []
    return Number.isFinite(x) && Number.isFinite(y) ? [x / width, y / height] : undefined
  })
  const known = points.filter((point) => point !== undefined)
  return known.length === points.length ? [known] : []
}
