import { promisify } from 'node:util'
import { FetchFailed, FetchTooLarge } from './failures'

/** By the names of encodings the functions of `node:zlib`. */
const DECODERS = {
  gzip: 'gunzip',
  'x-gzip': 'gunzip',
  deflate: 'inflate',
  br: 'brotliDecompress',
} as const
const isDecoded = (name: string): name is keyof typeof DECODERS => Object.hasOwn(DECODERS, name)

/**
 * Reads a response that was fetched with `decompress: false`: at most `maxBytes` bytes, counted both as they arrive
 * and after decoding, so that a small compressed body cannot grow beyond the limit in memory. The signal given to
 * `fetch` ends the reading too. `taken` sees each part of an unencoded body as it arrives.
 */
export async function readBody(
  response: Response,
  maxBytes: number,
  taken?: (part: Uint8Array) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    dropBody(response)
    throw tooLarge(maxBytes)
  }
  const bytes = await readRaw(response, maxBytes, taken)
  return decode(bytes, response.headers.get('content-encoding') ?? '', maxBytes)
}

/** Ends a response whose body nobody wants. */
export function dropBody(response: Response): void {
  // A stream that already failed refuses to be cancelled; either way it is over.
  response.body?.cancel().catch(() => undefined)
}

async function readRaw(
  response: Response,
  maxBytes: number,
  taken?: (part: Uint8Array) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.body) return new Uint8Array()
  const reader = response.body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return joined(parts, size)
      size += value.byteLength
      if (size > maxBytes) throw tooLarge(maxBytes)
      parts.push(value)
      taken?.(value)
    }
  } catch (error) {
    reader.cancel().catch(() => undefined)
    throw error
  }
}

async function decode(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity' || bytes.byteLength === 0) return bytes
  if (!isDecoded(name))
    throw new FetchFailed('has a content encoding that is not supported', { at: 'answer' })
  const zlib = await import('node:zlib')
  try {
    const decoder = promisify(zlib[DECODERS[name]] as typeof zlib.gunzip)
    return new Uint8Array(await decoder(bytes, { maxOutputLength: maxBytes }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(maxBytes)
    throw new FetchFailed('is damaged', { at: 'midway', cause: error })
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}

function tooLarge(maxBytes: number): FetchTooLarge {
  return new FetchTooLarge(`is larger than ${maxBytes.toLocaleString('en-US')} bytes`)
}
