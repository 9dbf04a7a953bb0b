import { Problem, problems } from '../errors'
import { mediaTypeOf } from '../forms/outputs'
import type { Context } from './context'
import { visibleRecord } from './jobs'
import { rangeOf } from './range'

/** `GET /api/artifacts/{job_id}/{path}`; `path` as it stands in the address, still encoded. */
export async function getArtifact(
  ctx: Context,
  request: Request,
  id: string,
  path: string,
): Promise<Response> {
  const record = await visibleRecord(ctx, request, id)
  const artifact = await ctx.store.findArtifact(id, decoded(path))
  if (!artifact) throw problems.fileNotFound()
  const file = ctx.store.files.artifact(record.id, artifact.attempt, artifact.path)
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
): Promise<Response> {
  const etag = `"${sha256.slice(0, 32)}"`
  const headers = {
    'content-type': mediaTypeOf(name),
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
  }
  if (matches(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const body = Bun.file(file)
  if (!(await body.exists())) throw problems.fileNotFound()
  return partOf(request, body, etag, headers)
}

/** The whole file, or the one range that a request asks for. @throws Problem 416 */
async function partOf(
  request: Request,
  file: Bun.BunFile,
  etag: string,
  headers: Record<string, string>,
): Promise<Response> {
  // Ranges are for GET alone.
  const asked = request.method === 'GET' ? request.headers.get('range') : null
  if (asked === null) return new Response(file, { headers })
  const condition = request.headers.get('if-range')
  const { size } = file
  const range = condition === null || condition === etag ? rangeOf(asked, size) : undefined
  // Bun cuts a file by the header itself, whatever stands in If-Range: only bytes are sent whole.
  if (range === undefined) return new Response(await file.bytes(), { headers })
  if (range === 'beyond')
    throw new Problem(416, `The file has ${size} bytes; the Range lies beyond them.`, {
      headers: { 'content-range': `bytes */${size}` },
    })
  return new Response(file.slice(range.start, range.end), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${range.start}-${range.end - 1}/${size}` },
  })
}

function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
