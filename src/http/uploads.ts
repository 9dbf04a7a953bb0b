import { Problem, problems } from '../errors'
import { IMAGE_TYPES, type ImageFormat } from '../forms/image'
import { newId } from '../store/ids'
import { sendFile } from './artifacts'
import { jobPrincipal, maySee, type Principal, refuseExhausted, submitter } from './auth'
import type { Context } from './context'
import { refuseFullDisk } from './disk'
import { callerOf, type RateLimiter } from './rate-limit'
import { type Received, receive } from './receive'

/** Room for the multipart frame around the file. */
const FRAME_BYTES = 100_000

const ENDINGS: Record<ImageFormat, string> = { png: 'png', jpeg: 'jpg', webp: 'webp', gif: 'gif' }

/** `POST /api/upload`: keeps one image; its content decides what it is, in a process of its own. */
export function uploadRoute(ctx: Context, limiter: RateLimiter) {
  return async (request: Request): Promise<Response> => {
    if (ctx.draining()) throw problems.draining()
    const principal = await submitter(ctx, request)
    refuseExhausted(principal)
    limiter.take(principal)
    const contentType = request.headers.get('content-type') ?? ''
    if (!/^multipart\/form-data\s*;/i.test(contentType))
      throw new Problem(415, 'The Content-Type must be multipart/form-data with a boundary.')
    await refuseFullShare(ctx, principal)
    refuseFullDisk(ctx)
    const received = await receive(ctx, request, {
      limit: ctx.config.MAX_UPLOAD_BYTES + FRAME_BYTES,
      caller: callerOf(principal),
    })
    try {
      return Response.json(await keep(ctx, principal, received, contentType))
    } finally {
      await received.discard()
    }
  }
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
  return /^(?:uploads|\/api\/uploads)\/([0-9a-f]{32}\.[a-z]{3,4})$/.exec(path)?.[1]
}

/** Uploads are kept for as long as finished work is: a caller may fill a share of the disk alone. */
async function refuseFullShare({ config, store }: Context, principal: Principal): Promise<void> {
  const megabytes = config.UPLOADS_PER_CALLER_MB
  const kept = await store.uploadedBytes(ownerOf(principal))
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
    {
      caller: callerOf(principal),
      record: async () => undefined,
      tooCostly: problems.imageTooCostly(),
    },
  )
  const { clientName, format, width, height, bytes, sha256 } = facts
  const name = `${newId()}.${ENDINGS[format]}`
  await store.files.keepUpload(target, name)
  await store.addUpload({
    name,
    keyId: ownerOf(principal),
    clientName,
    mediaType: IMAGE_TYPES[format],
    size: bytes,
    sha256,
    width,
    height,
  })
  return { path: `uploads/${name}`, url: `/api/uploads/${name}`, name: clientName }
}

function ownerOf(principal: Principal): number | null {
  return principal.kind === 'key' ? principal.key.id : null
}
