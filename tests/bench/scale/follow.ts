/** Follows the events of a record from server to server, as a browser would. */
import { pick } from './random'

export interface Followed {
  id: string
  /** How often the stream broke before its end. */
  breaks: number
  /** Why it is no whole stream; undefined: 1, 2, 3... without gap or repeat, `finished` once and last. */
  fault: string | undefined
  events: number
}

const STEP_MS = 200
/** Above the longest silence of a stream, whose heartbeat comes every 15 s. */
const SILENCE_MS = 40_000

/** Ends with the stream; `until` gives up, and says so, on a record that does not end. */
export async function follow(
  urls: readonly string[],
  random: () => number,
  id: string,
  headers: Record<string, string>,
  until: AbortSignal,
): Promise<Followed> {
  let last = 0
  let finished = 0
  let breaks = 0
  let fault: string | undefined
  const heard = (frame: string) => {
    const found = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/m.exec(frame)
    if (!found) return
    const [, seq, event, data = ''] = found
    if (finished > 0) fault ??= `event ${seq} after finished`
    if (Number(seq) !== last + 1) fault ??= `event ${seq} after ${last}`
    last = Number(seq)
    if (event === 'status' && JSON.parse(data).state === 'finished') finished += 1
  }
  while (finished === 0 && !until.aborted) {
    await listen(
      `${pick(random, urls)}/api/events/${id}`,
      { ...headers, 'last-event-id': `${last}` },
      heard,
      until,
    )
    if (finished > 0) break
    breaks += 1
    await Bun.sleep(STEP_MS)
  }
  if (finished !== 1) fault ??= `finished ${finished} times, last event ${last}`
  return { id, breaks, fault, events: last }
}

/** Reads one connection to its end, however it comes. */
async function listen(
  url: string,
  headers: Record<string, string>,
  heard: (frame: string) => void,
  until: AbortSignal,
): Promise<void> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  try {
    const signal = AbortSignal.any([until, silence.signal])
    const answer = await fetch(url, { headers, signal })
    if (!answer.ok || !answer.body) return void (await answer.text())
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of answer.body) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE_MS)
      text += decoder.decode(chunk, { stream: true })
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) heard(frame)
    }
  } catch {
    // Broken off: the next connection goes on behind the last event.
  } finally {
    clearTimeout(timer)
  }
}
