import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem, problems, unprocessable } from '../errors'
import { IMAGE_TYPES, type ImageFormat } from '../forms/image'
import { newId } from '../store/ids'
import { sendFile } from './artifacts'
import { jobPrincipal, maySee, type Principal, submitter } from './auth'
import { readBody } from './body'
import type { Context } from './context'
import { refuseFullDisk } from './disk'

/** Room for the multipart frame around the file. */
const FRAME_BYTES = 100_000

const ENDINGS: Record<ImageFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' }

/** `POST /api/upload`: keeps one image; its content decides what it is, in a process of its own. */
export async function postUpload(ctx: Context, request: Request): Promise<Response> {
  if (ctx.draining()) throw problems.draining()
  const principal = await submitter(ctx, request)
  const limit = ctx.config.MAX_UPLOAD_BYTES
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new Problem(415, 'The Content-Type must be multipart/form-data with a boundary.')
  const body = await readBody(request, limit + FRAME_BYTES)
  const file = await fileOf(body, type)
  if (file.size > limit) throw problems.bodyTooLarge(limit)
  await refuseFullDisk(ctx)
  const bytes = new Uint8Array(await file.arrayBuffer())
  return Response.json(await keep(ctx, principal, bytes, clientName(file)))
}

/** `GET /api/uploads/{filename}` */
export async function getUpload(ctx: Context, request: Request, name: string): Promise<Response> {
  const principal = await jobPrincipal(ctx, request)
  const upload = await ctx.store.findUpload(name)
  if (!upload || !maySee(principal, upload)) throw problems.fileNotFound()
  const file = ctx.store.files.upload(upload.name)
  return sendFile(request, { file, name: upload.name, sha256: upload.sha256 })
}

/**
 * The stored name behind what a client may write in `image_path` and `reference_image_path`: the returned `path` or
 * the bare `url`. Undefined for anything else.
 */
export function uploadName(path: string): string | undefined {
  return /^(?:uploads|\/api\/uploads)\/([0-9a-f]{32}\.(?:png|jpg|webp|gif))$/.exec(path)?.[1]
}

async function fileOf(body: Uint8Array<ArrayBuffer>, type: string): Promise<File> {
  const form = await new Response(body, { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw new Problem(400, 'There was an error parsing the body')
    })
  const files = form.getAll('file')
  const [file] = files
  const refuse = (kind: string, msg: string) =>
    unprocessable([{ loc: ['body', 'file'], msg, type: kind }])
  if (file === undefined || file === null) throw refuse('missing', 'Field required')
  if (!(file instanceof File)) throw refuse('value_error', 'Value error, Expected an uploaded file')
  if (files.length > 1) throw refuse('value_error', 'Value error, one file at a time')
  return file
}

async function keep(ctx: Context, principal: Principal, bytes: Uint8Array, clientName: string) {
  const { store, config } = ctx
  const id = newId()
  const incoming = join(await store.files.incoming(), id)
  try {
    await writeSynced(incoming, bytes)
    const maxPixels = config.MAX_IMAGE_MEGAPIXELS * 1_000_000
    const facts = await ctx.probe({ name: 'image', file: incoming, maxPixels })
    if (facts === 'too_many_pixels')
      throw new Problem(
        413,
        `The image has more than the ${config.MAX_IMAGE_MEGAPIXELS} megapixels that are taken.`,
      )
    if (facts === undefined || facts === 'not_an_image')
      throw new Problem(400, 'File must be an image')
    const name = `${id}.${ENDINGS[facts.format]}`
    await store.files.keepUpload(incoming, name)
    await store.addUpload({
      name,
      keyId: principal.kind === 'key' ? principal.key.id : null,
      clientName,
      mediaType: IMAGE_TYPES[facts.format],
      size: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      width: facts.width,
      height: facts.height,
    })
    return { path: `uploads/${name}`, url: `/api/uploads/${name}`, name: clientName }
  } finally {
    await rm(incoming, { force: true })
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const CLIENT_NAME_LENGTH = 255

/** The client's own file name, for its eyes only: never a path here. */
function clientName(file: File): string {
  return file.name.toWellFormed().replaceAll('\0', '').slice(0, CLIENT_NAME_LENGTH)
}
