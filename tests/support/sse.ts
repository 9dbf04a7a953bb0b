import { fetchDeclared } from './declared'

/** One frame of an event stream. */
export interface Frame {
  id: number
  event: string
  data: { state?: string; path?: string; url?: string; line?: string; [field: string]: unknown }
  /** Arrival, by the monotonic clock in milliseconds. */
  at: number
}

export interface Stream {
  status: number
  headers: Headers
  /** Grows while the stream is read. */
  frames: Frame[]
  /** Everything as it came. */
  text: () => string
  /** Resolves when the server has closed; `true` for a clean end. */
  ended: Promise<boolean>
  drop: () => Promise<void>
}

/** Reads a response as an event stream, from any way of asking. */
export function readStream(response: Response): Stream {
  const frames: Frame[] = []
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  let text = ''
  let parsed = 0
  const read = async (): Promise<boolean> => {
    try {
      for (;;) {
        const part = await reader?.read()
        if (!part || part.done) return true
        text += decoder.decode(part.value, { stream: true })
        const end = text.lastIndexOf('\n\n')
        if (end < parsed) continue
        frames.push(...parseFrames(text.slice(parsed, end)))
        parsed = end + 2
      }
    } catch {
      return false
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    frames,
    text: () => text,
    ended: read(),
    drop: async () => {
      await reader?.cancel().catch(() => {})
    },
  }
}

export async function openStream(
  url: string,
  options: { lastEventId?: number | string } = {},
): Promise<Stream> {
  const headers = new Headers()
  if (options.lastEventId !== undefined) headers.set('last-event-id', String(options.lastEventId))
  return readStream(await fetchDeclared(url, { headers }))
}

/** Reads a stream to its end, or drops it at the first frame that `until` holds for. */
export async function collect(
  url: string,
  options: { lastEventId?: number | string; until?: (frame: Frame) => boolean } = {},
): Promise<Frame[]> {
  const stream = await openStream(url, options)
  const { until } = options
  if (!until) {
    await stream.ended
    return stream.frames
  }
  for (;;) {
    const found = stream.frames.findIndex(until)
    if (found >= 0) {
      await stream.drop()
      return stream.frames.slice(0, found + 1)
    }
    if ((await Promise.race([stream.ended, Bun.sleep(5)])) !== undefined) return stream.frames
  }
}

/** What two subscribers must agree on. */
export function contents(frames: readonly Frame[]): Omit<Frame, 'at'>[] {
  return frames.map(({ id, event, data }) => ({ id, event, data }))
}

function parseFrames(text: string): Frame[] {
  const at = performance.now()
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('id: '))
    .map((block) => {
      const found = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block)
      if (!found) throw new Error(`No frame of an event stream: ${block}`)
      const [, id, event = '', data = ''] = found
      return { id: Number(id), event, data: JSON.parse(data), at }
    })
}
