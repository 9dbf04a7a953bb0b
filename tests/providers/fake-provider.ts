import { afterAll } from 'bun:test'
import { createServer, type Socket } from 'node:net'

/** A request as it came over the wire. */
export interface Arrived {
  method: string
  path: string
  headers: Record<string, string>
  /** Of a form: its fields, files as their bytes. */
  body: Record<string, unknown>
  /** Resolves when the other side has closed the connection. */
  closed: Promise<void>
}

/** What a fake does with the connection; it may leave it open, break it off, or write no HTTP at all. */
export type Answer = (socket: Socket, arrived: Arrived) => void

export interface FakeProvider {
  /** `http://127.0.0.1:<port>` */
  origin: string
  arrived: Arrived[]
}

/**
 * Call once in a test file: gives servers on the loopback that answer byte by byte, so that they can do what no decent
 * server does. The n-th request gets the n-th answer, later ones the last.
 */
export function useFakeProviders(): (...answers: Answer[]) => Promise<FakeProvider> {
  const open: { stop: () => void }[] = []
  afterAll(() => {
    for (const { stop } of open.splice(0)) stop()
  })
  return async (...answers) => {
    const arrived: Arrived[] = []
    const sockets = new Set<Socket>()
    const server = createServer((socket) => {
      sockets.add(socket)
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      void closed.then(() => sockets.delete(socket))
      socket.on('error', () => {})
      readRequest(socket, (request) => {
        const whole = { ...request, closed }
        arrived.push(whole)
        const answer = answers[Math.min(arrived.length, answers.length) - 1]
        answer?.(socket, whole)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    open.push({
      stop: () => {
        server.close()
        for (const socket of sockets) socket.destroy()
      },
    })
    return { origin: `http://127.0.0.1:${address.port}`, arrived }
  }
}

/** A port at which nobody listens. */
export async function closedOrigin(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

/** A whole answer. `body` that is no text or bytes is sent as JSON. */
export function answering(
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): Answer {
  return (socket) => {
    const bytes =
      body instanceof Uint8Array
        ? body
        : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    const all = {
      'content-type': 'application/json',
      'content-length': String(bytes.byteLength),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`)
    socket.end(bytes)
  }
}

/** Reads the request and says nothing. */
export const silent: Answer = () => {}

/** The head of an answer and the beginning of its body, then what `then` does. */
export function beginning(body: string, then: (socket: Socket) => void): Answer {
  return (socket) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`
    socket.write(head + body, () => then(socket))
  }
}

function readRequest(socket: Socket, whole: (request: Omit<Arrived, 'closed'>) => void): void {
  let bytes = Buffer.alloc(0)
  const read = (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk])
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(':')
        return [name.toLowerCase(), value.join(':').trim()]
      }),
    )
    const body = bytes.subarray(end + 4)
    if (body.byteLength < Number(headers['content-length'] ?? 0)) return
    socket.off('data', read)
    const [method = '', path = ''] = first.split(' ')
    const type = headers['content-type'] ?? ''
    void contentOf(Buffer.from(body), type).then((value) =>
      whole({ method, path, headers, body: value }),
    )
  }
  socket.on('data', read)
}

async function contentOf(
  body: Buffer<ArrayBuffer>,
  type: string,
): Promise<Record<string, unknown>> {
  if (body.byteLength === 0) return {}
  if (!type.startsWith('multipart/')) return JSON.parse(body.toString('utf8'))
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  const fields: Record<string, unknown> = {}
  for (const [name, value] of form)
    fields[name] = typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer())
  return fields
}

/** Answers by method and path, `GET /jobs/7`; a list is gone through, its last stays. What is not listed is 404. */
export function routed(routes: Readonly<Record<string, Answer | readonly Answer[]>>): Answer {
  const asked = new Map<string, number>()
  return (socket, arrived) => {
    const name = `${arrived.method} ${arrived.path}`
    const found = routes[name] ?? answering(404)
    const at = asked.get(name) ?? 0
    asked.set(name, at + 1)
    const answer = typeof found === 'function' ? found : found[Math.min(at, found.length - 1)]
    answer?.(socket, arrived)
  }
}
