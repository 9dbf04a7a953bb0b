import type { FoundMask } from '../../forms/figure-tools'
import type { CalledModel } from '../messages'
import { pointed } from '../wire/json-pointer'
import { type Line, LineBroken } from '../wire/line'
import {
  dataUrl,
  MAX_ANSWER_BYTES,
  type MaskRequest,
  type PaintRequest,
  sureness,
} from '../wire/picture-call'

const EVERY_SECONDS = 1
/** The vendor takes no more. */
const MOST_MASKS = 32

/** One kind in one call: the vendor's models of this sort take one concept at a time. */
export const KINDS_AT_ONCE = 1

/** The parts of one kind, by `POST /<model>` of fal's queue. */
export async function findMasks(
  line: Line,
  { wireName }: CalledModel,
  { png, kinds: [kind = ''], most }: MaskRequest,
): Promise<FoundMask[]> {
  const answer = await queued(line, wireName, {
    image_url: dataUrl(png),
    prompt: kind,
    apply_mask: false,
    return_multiple_masks: true,
    max_masks: Math.min(most, MOST_MASKS),
    include_boxes: true,
    include_scores: true,
  })
  const rows = pointed(answer, '/metadata')
  const listed = pointed(answer, '/boxes')
  const boxes = Array.isArray(rows) ? rows.map((row) => pointed(row, '/box')) : listed
  if (!Array.isArray(boxes)) throw new LineBroken({ kind: 'unreadable', repairs: 0 })
  return boxes.flatMap((box, index): FoundMask[] => {
    if (!Array.isArray(box) || box.length !== 4 || !box.every(Number.isFinite)) return []
    const [x, y, width, height] = box.map(Number) as [number, number, number, number]
    const said = Array.isArray(rows)
      ? pointed(rows[index], '/score')
      : pointed(answer, `/scores/${index}`)
    const from = [x - width / 2, y - height / 2] as const
    return [
      { kind, score: sureness(said), from, to: [x + width / 2, y + height / 2], outlines: [] },
    ]
  })
}

/** A picture by fal's queue. */
export async function paint(
  line: Line,
  { wireName, picture }: CalledModel,
  { prompt, images }: PaintRequest,
): Promise<Uint8Array> {
  const answer = await queued(line, wireName, {
    prompt,
    ...(picture?.ratio && { aspect_ratio: picture.ratio }),
    ...(picture?.resolution && { resolution: picture.resolution }),
    ...(images.length > 0 && { image_urls: images.map(dataUrl) }),
    num_images: 1,
    output_format: 'png',
    // The picture in the answer itself: no other host needs to be called.
    sync_mode: true,
  })
  return line.picture(pointed(answer, '/images/0/url') ?? pointed(answer, '/image/url'))
}

/** Submits to the queue and waits. Addresses in answers are not followed: they are made of the request's id. */
async function queued(line: Line, wireName: string, input: object): Promise<unknown> {
  const name = wireName.replace(/^\/+|\/+$/g, '')
  const submitted = await line.ask({ method: 'POST', path: `/${name}`, body: input })
  const id = pointed(submitted, '/request_id')
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id))
    throw new LineBroken({ kind: 'unreadable', repairs: 0 })
  const place = `/${appOf(name)}/requests/${id}`
  await line.untilDone(EVERY_SECONDS, { method: 'PUT', path: `${place}/cancel` }, async () => {
    const status = pointed(
      await line.askAgain({ method: 'GET', path: `${place}/status` }),
      '/status',
    )
    return status === 'COMPLETED' ? { status } : undefined
  })
  return line.askAgain({ method: 'GET', path: place, maxBytes: MAX_ANSWER_BYTES })
}

/** An app is an owner and a name; what follows in a model's name is a route of the app. */
function appOf(name: string): string {
  const parts = name.split('/')
  return parts.slice(0, /^(workflows|comfy)$/.test(parts[0] ?? '') ? 3 : 2).join('/')
}
