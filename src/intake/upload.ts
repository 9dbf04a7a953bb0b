import { writeFile } from 'node:fs/promises'
import { Problem, problems, unprocessable } from '../errors'
import { IMAGE_NAMES, type ImageFacts, type ImageRefusal, MOST_SIDE } from '../forms/image'

/** An uploaded picture that is taken, written to where the question said. */
export interface UploadFacts extends ImageFacts {
  bytes: number
  /** Hexadecimal. */
  sha256: string
  /** The client's own file name, for its eyes only: never a path here. */
  clientName: string
}

export interface UploadOptions {
  /** Of the multipart body, with its boundary. */
  contentType: string
  /** Where the picture is written. */
  target: string
  mostBytes: number
  mostPixels: number
  probe: (bytes: Uint8Array, mostPixels: number) => Promise<ImageFacts | ImageRefusal>
}

const CLIENT_NAME_CHARACTERS = 255

/**
 * Takes the one picture out of a multipart body; its content decides what it is.
 * @throws Problem 400, 413 or 422
 */
export async function takeUpload(
  body: Uint8Array<ArrayBuffer>,
  options: UploadOptions,
): Promise<UploadFacts> {
  const file = await fileOf(body, options.contentType)
  if (file.size > options.mostBytes) throw problems.bodyTooLarge(options.mostBytes)
  const bytes = await file.bytes()
  const facts = await options.probe(bytes, options.mostPixels)
  if (typeof facts === 'string') throw refusals[facts](options.mostPixels)
  const { format, width, height } = facts
  await writeFile(options.target, bytes)
  return {
    format,
    width,
    height,
    bytes: bytes.byteLength,
    sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    clientName: file.name.toWellFormed().replaceAll('\0', '').slice(0, CLIENT_NAME_CHARACTERS),
  }
}

const refusals: Record<ImageRefusal, (mostPixels: number) => Problem> = {
  not_an_image: () => problems.notAnImage(IMAGE_NAMES),
  too_many_pixels: problems.tooManyPixels,
  too_long: () => problems.imageTooLong(MOST_SIDE),
  too_many_scans: problems.imageTooCostly,
}

async function fileOf(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<File> {
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new Problem(400, 'There was an error parsing the body')
    })
  const files = form.getAll('file')
  const [file] = files
  const refuse = (type: string, msg: string) =>
    unprocessable([{ loc: ['body', 'file'], msg, type }])
  if (file === undefined || file === null) throw refuse('missing', 'Field required')
  if (!(file instanceof File)) throw refuse('value_error', 'Value error, Expected an uploaded file')
  if (files.length > 1) throw refuse('value_error', 'Value error, one file at a time')
  return file
}
