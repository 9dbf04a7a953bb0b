import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Problem, problems } from '../errors'

/** Read and dropped beyond a limit: to close while the client still sends could reset the answer away. */
const LINGER_BYTES = 16_000_000

/**
 * Reads a body of at most `limit` bytes, chunked ones too.
 * @throws Problem 413
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of bounded(request, limit)) chunks.push(chunk)
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/**
 * Writes a body of at most `limit` bytes to a file; gives its SHA-256 in hexadecimal.
 * @throws Problem 413
 */
export async function saveBody(request: Request, limit: number, path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'w')
  try {
    for await (const chunk of bounded(request, limit)) {
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

async function* bounded(request: Request, limit: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit + LINGER_BYTES) throw problems.bodyTooLarge(limit)
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    if (size > limit + LINGER_BYTES) break
    if (size <= limit) yield chunk
  }
  if (size > limit) throw problems.bodyTooLarge(limit)
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
