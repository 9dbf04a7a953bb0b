/** Sends requests over plain sockets: cheaper than `fetch`, so that the server is what is measured. */
import type { Load, LoadRequest, LoadResult } from './load'
import { percentile } from './stats'

process.on('message', (load: Load) => void measure(load).then((result) => process.send?.(result)))
process.on('disconnect', () => process.exit(0))

async function measure(load: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(load.url)
  const messages = load.requests.map((request) => encode(request, `${hostname}:${port}`))
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const started = performance.now()
  const until = started + load.seconds * 1000
  let next = 0
  const take = () => (performance.now() < until ? messages[next++ % messages.length] : undefined)
  const heard = (status: number, ms: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1
    latencies.push(ms)
  }
  await Promise.all(
    Array.from({ length: load.connections }, () => connection(hostname, Number(port), take, heard)),
  )
  return {
    count: latencies.length,
    perSecond: latencies.length / ((performance.now() - started) / 1000),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    statuses,
  }
}

function encode({ method, path, headers = {}, body }: LoadRequest, host: string): Buffer {
  const all: Record<string, string> = { host, ...headers }
  if (body !== undefined) {
    all['content-type'] = 'application/json'
    all['content-length'] = String(Buffer.byteLength(body))
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/** One keep-alive connection; ends when `take` has nothing more. */
async function connection(
  hostname: string,
  port: number,
  take: () => Buffer | undefined,
  heard: (status: number, ms: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const reader = new AnswerReader()
  let sentAt = 0
  const send = (socket: Bun.Socket<undefined>) => {
    const message = take()
    if (!message) {
      resolve()
      socket.end()
      return
    }
    sentAt = performance.now()
    if (socket.write(message) < message.length) reject(new Error('A request did not fit.'))
  }
  await Bun.connect({
    hostname,
    port,
    socket: {
      open: send,
      data: (socket, chunk) => {
        const status = reader.push(chunk)
        if (status === undefined) return
        heard(status, performance.now() - sentAt)
        send(socket)
      },
      close: () => reject(new Error('The server closed a connection.')),
      error: (_, error) => reject(error),
      connectError: (_, error) => reject(error),
    },
  })
  return promise
}

/** Finds where an answer ends; answers must have a content-length. */
class AnswerReader {
  private head = ''
  private status = 0
  /** Bytes of the body still to come; undefined while the head is read. */
  private missing: number | undefined

  /** The status once the answer is whole. */
  push(chunk: Buffer): number | undefined {
    let rest = chunk.byteLength
    if (this.missing === undefined) {
      const before = this.head.length
      this.head += chunk.toString('latin1')
      const end = this.head.indexOf('\r\n\r\n')
      if (end < 0) return undefined
      this.status = Number(this.head.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/i.exec(this.head.slice(0, end + 2))?.[1]
      if (length === undefined && this.status !== 304 && this.status !== 204)
        throw new Error('An answer has no content-length.')
      this.missing = Number(length ?? 0)
      if (this.status === 304 || this.status === 204) this.missing = 0
      rest = before + chunk.byteLength - (end + 4)
    }
    this.missing -= rest
    if (this.missing > 0) return undefined
    this.missing = undefined
    this.head = ''
    return this.status
  }
}
