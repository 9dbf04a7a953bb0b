import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Problem, problems } from '../errors'

/**
 * Reads a body of at most `limit` bytes, chunked ones too.
 * @throws Problem 413 as soon as the limit is passed
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) throw problems.bodyTooLarge(limit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    if (size > limit) throw problems.bodyTooLarge(limit)
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/**
 * Writes a body of at most `limit` bytes to a file; gives its SHA-256 in hexadecimal.
 * @throws Problem 413 as soon as the limit is passed
 */
export async function saveBody(request: Request, limit: number, path: string): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) throw problems.bodyTooLarge(limit)
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  let size = 0
  try {
    for await (const chunk of chunksOf(request)) {
      size += chunk.byteLength
      if (size > limit) throw problems.bodyTooLarge(limit)
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** @throws Problem 415 */
export function requireJson(request: Request): void {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) throw problems.notJson()
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!request.body) return
  try {
    yield* request.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(400, 'The body ended before it was complete.')
  }
}
