import type { FoundMask } from '../forms/figure-tools'
import { readJson } from '../forms/json'
import { STANDARD_SIZE } from '../forms/look'
import type { ImageLook, ImageModel } from './adapters/translators'
import { estimatedTokens } from './call'
import type { Adapter } from './catalogue/provider-file'
import { believed } from './cost'
import type { CalledModel, Connection, Usage } from './messages'
import { type Requested, translatorOf } from './request'
import { type AnswerForm, callMedia, type DoorLimits, openDoor, type Traffic } from './wire/door'
import { pointed } from './wire/json-pointer'
import { Line, LineBroken, type LineLimits } from './wire/line'
import {
  bytesOfBase64,
  MAX_ANSWER_BYTES,
  MAX_PICTURE_BYTES,
  type MaskRequest,
  type PaintAnswer,
  type PaintRequest,
} from './wire/picture-call'

/** Adapters of our own, for wires that no package speaks through a given fetch. */
interface OwnAdapter {
  paint?: (line: Line, model: CalledModel, request: PaintRequest) => Promise<Uint8Array>
  findMasks?: (line: Line, model: CalledModel, request: MaskRequest) => Promise<FoundMask[]>
  KINDS_AT_ONCE?: number
}

const OWN: Partial<Record<Adapter, () => Promise<OwnAdapter>>> = {
  task: () => import('./own-wires/task'),
  fal: () => import('./own-wires/fal'),
  roboflow: () => import('./own-wires/roboflow'),
}

/** How many kinds of parts an adapter finds in one request; undefined: it finds none by itself. */
export async function kindsAtOnce(adapter: Adapter): Promise<number | undefined> {
  return (await OWN[adapter]?.())?.KINDS_AT_ONCE
}

/** The size by which a picture is priced. */
export const pricedSize = ({ picture }: CalledModel) => picture?.resolution ?? STANDARD_SIZE

/**
 * Asks for one picture, by as many requests as the wire takes.
 *
 * @throws the signal's reason
 */
export async function requestPicture(
  connection: Connection,
  model: CalledModel,
  request: PaintRequest,
  limits: LineLimits,
): Promise<Requested<PaintAnswer>> {
  const { paint } = (await OWN[connection.adapter]?.()) ?? {}
  if (!paint) return requestBySdk(connection, model, request, limits)
  return onLine(connection, limits, usageOf(model), async (line) => ({
    picture: await paint(line, model, request),
  }))
}

/**
 * Asks for the parts of a picture.
 *
 * @throws the signal's reason
 */
export async function requestMasks(
  connection: Connection,
  model: CalledModel,
  request: MaskRequest,
  limits: LineLimits,
): Promise<Requested<FoundMask[]>> {
  const { findMasks } = (await OWN[connection.adapter]?.()) ?? {}
  if (!findMasks) throw new TypeError(`The adapter ${connection.adapter} finds no parts.`)
  return onLine(connection, limits, NOTHING_COUNTED, (line) => findMasks(line, model, request))
}

const NOTHING_COUNTED: Usage = { inputTokens: 0, outputTokens: 0, pictures: {} }

async function onLine<Answer>(
  connection: Connection,
  limits: LineLimits,
  usage: Usage,
  work: (line: Line) => Promise<Answer>,
): Promise<Requested<Answer>> {
  try {
    return { answer: await work(new Line(connection, limits)), readable: true, usage }
  } catch (error) {
    limits.signal?.throwIfAborted()
    if (error instanceof LineBroken) return { failure: error.failure }
    throw error
  }
}

async function requestBySdk(
  connection: Connection,
  model: CalledModel,
  request: PaintRequest,
  limits: DoorLimits,
): Promise<Requested<PaintAnswer>> {
  const door = openDoor(connection, limits, { form: picturesIn(connection, limits) })
  const { pictures } = await translatorOf(connection, model, door.send)
  if (!pictures) throw new TypeError(`The adapter ${connection.adapter} makes no pictures.`)
  const { size = 'auto', ...picture } = model.picture ?? {}
  try {
    const result = await pictures.model.doGenerate(
      imageOptions(request, pictures.look({ ...picture, size })),
    )
    return answerOf(result, model, { request, traffic: door.traffic() })
  } catch (error) {
    const outcome = door.caught(error)
    return { failure: outcome === 'answered' ? { kind: 'no picture' } : outcome }
  }
}

type ImageOptions = Parameters<ImageModel['doGenerate']>[0]

function imageOptions({ prompt, images }: PaintRequest, look: ImageLook): ImageOptions {
  const files = images.map((data) => ({ type: 'file', mediaType: 'image/png', data }) as const)
  return {
    ...{ prompt, n: 1, size: undefined, aspectRatio: undefined, seed: undefined, mask: undefined },
    providerOptions: {},
    ...look,
    files: files.length > 0 ? files : undefined,
  }
}

function answerOf(
  { images, usage, isRetryable }: Awaited<ReturnType<ImageModel['doGenerate']>>,
  model: CalledModel,
  { request: { prompt }, traffic }: { request: PaintRequest; traffic: Traffic },
): Requested<PaintAnswer> {
  const { inputTokens: read = estimatedTokens(prompt.length), outputTokens: written = 0 } =
    usage ?? {}
  const used = believed({ inputTokens: read, outputTokens: written }, traffic, null)
  const [first] = images
  const picture = typeof first === 'string' ? bytesOfBase64(first) : first
  const spent = { ...used, pictures: {} }
  if (first === undefined)
    return {
      failure: isRetryable === false ? { kind: 'declined' } : { kind: 'no picture' },
      usage: spent,
    }
  const paid = { ...usageOf(model), ...used }
  if (!picture) return { failure: { kind: 'bad picture' }, usage: paid }
  if (picture.byteLength > MAX_PICTURE_BYTES) return { failure: { kind: 'too_large' }, usage: paid }
  return { answer: { picture }, readable: true, usage: paid }
}

const usageOf = (model: CalledModel): Usage => ({
  ...NOTHING_COUNTED,
  pictures: { [pricedSize(model)]: 1 },
})

/** An answer with a picture: one that names only its address gets the picture in the address's stead. */
function picturesIn(connection: Connection, limits: DoorLimits): AnswerForm {
  const until = limits.now() + limits.timeoutMs
  return {
    maxBytes: MAX_ANSWER_BYTES,
    async prepare(body) {
      const answer = readJson(body)
      const [url, data] = [pointed(answer, '/data/0/url'), pointed(answer, '/data/0/b64_json')]
      if (typeof url !== 'string' || typeof data === 'string') return body
      const [, inside] = /^data:[^,]*;base64,([\s\S]*)$/.exec(url) ?? []
      if (inside !== undefined) return replaced(answer, inside)
      const timeoutMs = Math.max(1, until - limits.now())
      const got = await callMedia(connection, url, MAX_PICTURE_BYTES, { ...limits, timeoutMs })
      if ('failure' in got) return got
      return replaced(answer, Buffer.from(got.bytes).toString('base64'))
    },
  }
}

function replaced(answer: unknown, b64_json: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify({ ...Object(answer), data: [{ b64_json }] }))
}
