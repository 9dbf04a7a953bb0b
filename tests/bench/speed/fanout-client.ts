/** Holds many event streams open over plain sockets. */
import type { FanoutAnswer, FanoutOrder } from './fanout'

interface Stream {
  socket: Bun.Socket<undefined>
  /** The end of what came, in which the text looked for must lie. */
  tail: string
  seenAt: number | undefined
}

const TAIL = 400
/** Fewer than the length of the listen queue. */
const AT_ONCE = 100

let streams: Stream[] = []
let wanted = ''
let missing = 0
let allSeen = () => {}

process.on('message', (order: FanoutOrder) => {
  void obey(order).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))

async function obey(order: FanoutOrder): Promise<FanoutAnswer> {
  if (order.do === 'close') {
    for (const { socket } of streams) socket.end()
    streams = []
    return []
  }
  if (order.do === 'await') return seenBy(order.text)
  const { hostname, port, host } = new URL(order.url)
  const lines = Object.entries({ host, ...order.headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const message = `GET ${order.path} HTTP/1.1\r\n${lines.join('')}\r\n`
  for (let open = 0; open < order.count; open += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, order.count - open) }, () =>
      subscribe(hostname, Number(port), message),
    )
    streams.push(...(await Promise.all(batch)))
  }
  return []
}

/** Opens one stream; resolves at its first event. */
async function subscribe(hostname: string, port: number, message: string): Promise<Stream> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stream: Omit<Stream, 'socket'> = { tail: '', seenAt: undefined }
  const socket = await Bun.connect({
    hostname,
    port,
    socket: {
      open: (it) => void it.write(message),
      data: (_, chunk) => {
        stream.tail = (stream.tail + chunk.toString('latin1')).slice(-TAIL)
        if (stream.tail.includes('event: ')) resolve()
        if (wanted !== '' && stream.seenAt === undefined) look(stream)
      },
      close: () => reject(new Error('The server closed a stream.')),
      error: (_, error) => reject(error),
    },
  })
  await promise
  return Object.assign(stream, { socket })
}

function look(stream: Pick<Stream, 'tail' | 'seenAt'>): void {
  if (!stream.tail.includes(wanted) || !stream.tail.endsWith('\n\n\r\n')) return
  stream.seenAt = performance.timeOrigin + performance.now()
  missing -= 1
  if (missing === 0) allSeen()
}

async function seenBy(text: string): Promise<number[]> {
  const { promise, resolve } = Promise.withResolvers<void>()
  wanted = text
  missing = streams.length
  allSeen = resolve
  for (const stream of streams) stream.seenAt = undefined
  await promise
  wanted = ''
  return streams.map(({ seenAt }) => seenAt ?? Number.NaN)
}
