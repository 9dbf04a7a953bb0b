import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { problems } from '../errors'
import { Upload, ValidationProblem } from '../forms/answers'
import { IMAGE_NAMES, IMAGE_TYPES, type ImageFormat } from '../forms/image'
import { ALONE } from '../intake/question'
import { newId } from '../store/ids'
import { FileHeaders, sendFile, stored } from './artifacts'
import {
  jobPrincipal,
  jobSecurity,
  keyIdOf,
  maySee,
  type Principal,
  refuseExhausted,
  submitter,
} from './auth'
import type { Context } from './context'
import { refuseFullDisk } from './disk'
import { CALLER, operation, WORK } from './operation'
import { callerOf, type RateLimiter } from './rate-limit'
import { type Received, receive } from './receive'

/** Room for the multipart frame around the file. */
const FRAME_BYTES = 100_000

const ENDINGS: Record<ImageFormat, string> = {
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  gif: 'gif',
  bmp: 'bmp',
  tiff: 'tiff',
  avif: 'avif',
}

const Picture = Type.Object(
  { file: Type.String({ format: 'binary' }) },
  { contentTypes: ['multipart/form-data'] },
)

export function uploadRoutes(ctx: Context, limiter: RateLimiter) {
  return new Elysia({ detail: { tags: ['Files'], security: jobSecurity(ctx.config) } })
    .post(
      '/api/upload',
      ({ request }) => upload(ctx, limiter, request),
      operation('uploadImage', 'Keeps a reference image for later submissions', {
        body: Picture,
        answers: { 200: Upload, 422: ValidationProblem },
        refused: [...WORK, problems.notAnImage(IMAGE_NAMES), problems.notMultipart()],
        description: `${IMAGE_NAMES} of at most ${ctx.config.MAX_UPLOAD_BYTES} bytes; its content decides, not its name.`,
      }),
    )
    .get(
      '/api/uploads/:filename',
      ({ request, params }) => getUpload(ctx, request, params.filename),
      operation('getUpload', 'An uploaded image', {
        params: Type.Object({
          filename: Type.String({
            description: 'Last segment of the `url` that the upload returned.',
          }),
        }),
        headers: FileHeaders,
        answers: { ...stored(Object.values(IMAGE_TYPES)) },
        refused: [...CALLER, problems.fileNotFound(), problems.beyondFile(1024)],
      }),
    )
}

/** Keeps one image; its content decides what it is, in a process of its own. */
async function upload(ctx: Context, limiter: RateLimiter, request: Request): Promise<Response> {
  if (ctx.draining()) throw problems.draining()
  const principal = await submitter(ctx, request)
  refuseExhausted(principal)
  await limiter.take(principal)
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*;/i.test(contentType)) throw problems.notMultipart()
  await refuseFullShare(ctx, principal)
  refuseFullDisk(ctx)
  await using received = await receive(ctx, request, {
    limit: ctx.config.MAX_UPLOAD_BYTES + FRAME_BYTES,
    caller: callerOf(principal),
  })
  return Response.json(await keep(ctx, principal, received, contentType))
}

async function getUpload(ctx: Context, request: Request, name: string): Promise<Response> {
  const principal = await jobPrincipal(ctx, request)
  const upload = await ctx.store.findUpload(name)
  if (!upload || !maySee(principal, upload)) throw problems.fileNotFound()
  const file = await ctx.store.files.upload(upload.name)
  return sendFile(request, { file, name: upload.name, sha256: upload.sha256 })
}

/**
 * The stored name behind what a client may write in `image_path` and `reference_image_path`: the returned `path` or
 * the bare `url`. Undefined for anything else.
 */
export function uploadName(path: string): string | undefined {
  return /^(?:uploads|\/api\/uploads)\/([0-9a-f]{32}\.[a-z]{3,4})$/.exec(path)?.[1]
}

/** Uploads are kept for as long as finished work is: a caller may fill a share of the disk alone. */
async function refuseFullShare({ config, store }: Context, principal: Principal): Promise<void> {
  const megabytes = config.UPLOADS_PER_CALLER_MB
  const kept = await store.uploadedBytes(keyIdOf(principal))
  if (kept >= megabytes * 1_000_000) throw problems.uploadsFull(megabytes)
}

async function keep(
  { store, examine }: Context,
  principal: Principal,
  { body, target }: Received,
  contentType: string,
) {
  const facts = await examine(
    { name: 'upload', body, contentType, target },
    { ...ALONE, caller: callerOf(principal), tooCostly: problems.imageTooCostly() },
  )
  const { clientName, format, width, height, bytes, sha256 } = facts
  const name = `${newId()}.${ENDINGS[format]}`
  await store.files.keepUpload(target, name)
  await store.addUpload({
    name,
    keyId: keyIdOf(principal),
    clientName,
    mediaType: IMAGE_TYPES[format],
    size: bytes,
    sha256,
    width,
    height,
  })
  return { path: `uploads/${name}`, url: `/api/uploads/${name}`, name: clientName }
}
