import { connect } from 'node:net'
import { holdDeclared } from './declared'

/** Bytes in parts: text as UTF-8, `{base64}`, or `{repeat, times}`. */
type Bytes = string | { base64: string } | { repeat: string; times: number } | Bytes[]

export interface RawRequest {
  method: string
  /** The request target as it goes over the line, unescaped and unnormalised. */
  path: string
  /** Names in lower case, values as they are, above 127 as Latin-1. `host` and `connection: close` are there already. */
  headers?: Record<string, string | { repeat: string; times: number }>
  body?: Bytes
  /** Sends the body in chunks, without a Content-Length. */
  chunked?: boolean
}

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * One request over a socket of its own, so that even what no HTTP library would send arrives as written.
 * Null when the server closes without an answer. @throws Error after 15 seconds of silence
 */
export async function askRaw(address: string, request: RawRequest): Promise<RawAnswer | null> {
  const { hostname, port, host } = new URL(address)
  const body = request.body === undefined ? undefined : bytesOf(request.body)
  const received = await exchange(hostname, Number(port), [
    Buffer.from(head(request, host, body?.byteLength), 'latin1'),
    ...(body ? (request.chunked ? chunks(body) : [body]) : []),
  ])
  if (received.byteLength === 0) return null
  const answer = parse(received)
  const { status, headers, text } = answer
  const contentType = headers.get('content-type')
  // What is no HTTP the runtime refuses by itself, without a word.
  if (contentType === null && text === '') return answer
  await holdDeclared(request.method, request.path, { status, contentType, text }, (path) =>
    fetch(address + path),
  )
  return answer
}

/** The bytes that a description stands for. */
function bytesOf(body: Bytes): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  if (Array.isArray(body)) return Buffer.concat(body.map(bytesOf))
  return 'base64' in body
    ? Buffer.from(body.base64, 'base64')
    : Buffer.from(body.repeat.repeat(body.times))
}

function head(
  { method, path, headers = {}, chunked }: RawRequest,
  host: string,
  length: number | undefined,
): string {
  const own: RawRequest['headers'] = { host, connection: 'close' }
  if (chunked) own['transfer-encoding'] = 'chunked'
  else if (length !== undefined) own['content-length'] = String(length)
  const lines = Object.entries({ ...own, ...headers }).map(
    ([name, value]) =>
      `${name}: ${typeof value === 'string' ? value : value.repeat.repeat(value.times)}`,
  )
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

const CHUNK = 65_536
const SILENCE_MS = 15_000

function chunks(body: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < body.byteLength; at += CHUNK) {
    const part = body.subarray(at, at + CHUNK)
    parts.push(Buffer.from(`${part.byteLength.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return [...parts, Buffer.from('0\r\n\r\n')]
}

function exchange(host: string, port: number, parts: Buffer[]): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const received: Buffer[] = []
  const socket = connect({ host, port }, () => {
    for (const part of parts) socket.write(part)
  })
  socket.setTimeout(SILENCE_MS, () => {
    reject(new Error(`no answer in ${SILENCE_MS} ms`))
    socket.destroy()
  })
  socket.on('data', (part) => {
    received.push(Buffer.from(part))
    // A server that has answered need not read the rest of a body.
    if (isWhole(Buffer.concat(received))) socket.destroy()
  })
  // A server that refuses a body early may reset the connection behind its answer.
  socket.on('error', () => {})
  socket.on('close', () => resolve(Buffer.concat(received)))
  return promise
}

function isWhole(answer: Buffer): boolean {
  const text = answer.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1]
  return end >= 0 && length !== undefined && answer.byteLength >= end + 4 + Number(length)
}

function parse(answer: Buffer): RawAnswer {
  const end = answer.indexOf('\r\n\r\n')
  const [status = '', ...lines] = answer.toString('latin1', 0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const body = answer.subarray(end + 4)
  const text = headers.get('transfer-encoding') === 'chunked' ? unchunked(body) : body
  return { status: Number(status.split(' ')[1]), headers, text: text.toString() }
}

function unchunked(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.byteLength; ) {
    const line = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, line), 16)
    if (!(size > 0)) break
    parts.push(body.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
  return Buffer.concat(parts)
}
