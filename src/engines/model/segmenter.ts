import { type Static, Type } from '@sinclair/typebox'
import { segmentsOfMasks } from '../../figure/segment/masks'
import type { Call, Segmentation, SegmentedPicture } from '../../forms/engines'
import type { FoundMask, SegmentOptions } from '../../forms/figure-tools'
import type { StageModel } from '../../providers/job-models'
import { converse } from './conversation'
import { faultIn } from './fault'
import { listed, plain } from './material'
import { PROMPTS } from './prompts'

const FoundBox = Type.Object({
  kind: Type.String(),
  label: Type.Union([Type.String(), Type.Null()]),
  x1: Type.Number(),
  y1: Type.Number(),
  x2: Type.Number(),
  y2: Type.Number(),
  score: Type.Union([Type.Number(), Type.Null()]),
})

/** A place on the grid that a model counts by. */
const GRID = 1000
/** Longer answers are a sign of a model that repeats itself. */
const MOST_BOXES = 1000
const LONGEST_LABEL = 60

/**
 * Lets a model find the parts of a figure: by masks where its wire has them, else by the boxes that it sees.
 *
 * @throws ProviderFailed
 */
export async function segmentByModel(
  model: StageModel,
  picture: SegmentedPicture,
  options: SegmentOptions,
  call: Call,
): Promise<Segmentation> {
  const { png, width, height } = await picture.shown()
  const kinds = [...new Set(options.words)]
  const asked = { png, width, height, kinds, most: options.maxMasks }
  const masks = (await model.findMasks(asked)) ?? (await boxesSeen(model, png, kinds, call))
  const { scene, origin } = picture
  const { segments, left } = segmentsOfMasks(scene, origin, masks, options)
  call.log(`${masks.length} parts found by ${model.provider}, model ${model.name}`)
  if (left > 0) call.log(`${left} of them, the least sure ones, are left out`, 'stderr')
  return { segments, unknown: [] }
}

async function boxesSeen(
  model: StageModel,
  png: Uint8Array,
  kinds: readonly string[],
  call: Call,
): Promise<FoundMask[]> {
  const { value } = await converse(
    model,
    {
      prompt: PROMPTS.segment(),
      user: [{ text: `KINDS\n${listed(kinds)}` }, { png }],
      answer: { name: 'boxes', schema: Type.Object({ boxes: Type.Array(FoundBox) }) },
      read({ boxes }) {
        if (!Array.isArray(boxes)) return { value: undefined, faults: ['boxes: must be a list.'] }
        const read = boxes.slice(0, MOST_BOXES).map((box, index) => readBox(box, index, kinds))
        return {
          value: read.flatMap((one) => (typeof one === 'string' ? [] : [one])),
          faults: read.flatMap((one) => (typeof one === 'string' ? [one] : [])),
        }
      },
    },
    call,
  )
  return value
}

/** A box as a share of the picture, or what is wrong with it. */
function readBox(box: unknown, index: number, kinds: readonly string[]): FoundMask | string {
  const at = `boxes[${index}]`
  const fault = faultIn(FoundBox, { label: null, score: null, ...Object(box) }, at)
  if (fault !== undefined) return fault
  const { kind, label, x1, y1, x2, y2, score } = box as Static<typeof FoundBox>
  const known = kinds.find((one) => one.toLowerCase() === kind.trim().toLowerCase())
  if (known === undefined) return `${at}.kind: must be one of ${kinds.join(', ')}.`
  const name = plain(label ?? '').slice(0, LONGEST_LABEL)
  return {
    kind: known,
    ...(name !== '' && { label: name }),
    score: score !== null && score !== undefined && score >= 0 && score <= 1 ? score : 1,
    from: [x1 / GRID, y1 / GRID],
    to: [x2 / GRID, y2 / GRID],
    outlines: [],
  }
}
