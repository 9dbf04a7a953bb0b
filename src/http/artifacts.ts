import { type TProperties, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { problems } from '../errors'
import { MEDIA_TYPES, mediaTypeOf, OUTPUTS } from '../forms/outputs'
import { jobSecurity } from './auth'
import type { Context } from './context'
import { JobId, visibleRecord } from './jobs'
import { CALLER, operation } from './operation'

/** Those of the files that plugins are known to write, and of all others. */
const TYPES = [...new Set([...Object.values(MEDIA_TYPES), mediaTypeOf('')])]

/** What a request for a stored file may say of it. */
export const FileHeaders = Type.Object({
  'If-None-Match': Type.Optional(Type.String({ description: 'An ETag that is known already.' })),
  Range: Type.Optional(
    Type.String({
      description:
        'One range, such as `bytes=0-1023`; with `If-Range` only of the file with that ETag.',
    }),
  ),
})

export const NotModified = Type.Void({ description: 'The known ETag is the current one.' })

/** A stored file of one of the types, whole or in part. */
export function stored(contentTypes: readonly string[], further: TProperties = {}) {
  const headers = { ETag: Type.String(), ...further }
  const binary = { type: 'string', format: 'binary', headers }
  const file = (description: string) => Type.Unsafe({ ...binary, description, contentTypes })
  return { 200: file('The file, inline.'), 206: file('The part asked for.'), 304: NotModified }
}

export function artifactRoutes(ctx: Context) {
  return new Elysia({ detail: { tags: ['Files'], security: jobSecurity(ctx.config) } }).get(
    '/api/artifacts/:job_id/*',
    ({ request, params }) => getArtifact(ctx, request, params.job_id, params['*']),
    operation('getArtifact', 'A file of a job', {
      params: Type.Object({
        ...JobId.properties,
        '*': Type.String({
          description: 'Path inside the job, with slashes where it has folders.',
          example: OUTPUTS.svg.path,
        }),
      }),
      headers: FileHeaders,
      answers: { ...stored(TYPES) },
      refused: [...CALLER, problems.fileNotFound(), problems.beyondFile(1024)],
    }),
  )
}

/** `path` as it stands in the address, still encoded. */
async function getArtifact(
  ctx: Context,
  request: Request,
  id: string,
  path: string,
): Promise<Response> {
  await visibleRecord(ctx, request, id)
  const artifact = await ctx.store.findArtifact(id, decoded(path))
  if (!artifact) throw problems.fileNotFound()
  const file = await ctx.store.files.artifact(artifact)
  return sendFile(request, { file, name: artifact.path, sha256: artifact.sha256 })
}

/** Only what the database names is ever opened, so no path can leave the job's folder. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw problems.fileNotFound()
  }
}

/** A stored file or the part asked for, inline, so fenced that a page of it can do nothing. */
export async function sendFile(
  request: Request,
  { file, name, sha256 }: { file: string; name: string; sha256: string },
  further: Record<string, string> = {},
): Promise<Response> {
  const etag = `"${sha256.slice(0, 32)}"`
  const headers = {
    'content-type': mediaTypeOf(name),
    etag,
    'x-content-type-options': 'nosniff',
    // Without a name in it, so that a link may give one.
    'content-disposition': 'inline',
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    ...further,
  }
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers })
  const body = Bun.file(file)
  if (!(await body.exists())) throw problems.fileNotFound()
  return partOf(request, body, etag, headers)
}

/** The whole file, or the one range that a request asks for, by which Bun cuts it. @throws Problem 416 */
async function partOf(
  request: Request,
  file: Bun.BunFile,
  etag: string,
  headers: Record<string, string>,
): Promise<Response> {
  const asked = request.headers.get('range')
  const condition = request.headers.get('if-range') ?? etag
  // Whatever stands in If-Range, files are cut: only bytes are sent whole.
  if (asked !== null && condition !== etag) return new Response(await file.bytes(), { headers })
  const [, first, last] = /^bytes=(?:(\d+)-|-(\d+)$)/.exec(asked ?? '') ?? []
  if (Number(first) >= file.size || Number(last) === 0) throw problems.beyondFile(file.size)
  return new Response(file, { headers })
}

/** Whether the client has this version already. */
export function isKnown({ headers }: Request, etag: string): boolean {
  const header = headers.get('if-none-match') ?? ''
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
