import type { RedrawRequest } from '../operations'
import { ask, call, Refusal } from './client'
import { told, words } from './words'

/** How far a job is. */
export interface Progress {
  stage: string
  percent: number
  /** Of `steps`, from 1. */
  step: number
  steps: number
  /** Whose model is asked, and for the how-manieth time of how many at most. */
  provider?: string
  attempt?: number
  attempts?: number
}

interface Listeners {
  progress: (progress: Progress) => void
  line: (line: string) => void
  /** A file is there: its path below the job. */
  file: (path: string) => void
  /** The last event; `error` is null after success. */
  end: (error: string | null) => void
  /** The connection broke and is being made again. */
  trouble: () => void
  /** The server refused the stream. */
  closed: () => void
}

interface Frame {
  id: string
  event: string
  data: Record<string, unknown>
}

const AGAIN_MS = 2000

/**
 * Follows a job's event stream from its first event to its last; gives what ends it early. An `EventSource` sends no
 * headers, and a key has no place in an address.
 */
export function follow(id: string, listeners: Partial<Listeners>): () => void {
  const over = new AbortController()
  void read(`api/events/${id}`, listeners, over.signal)
  return () => over.abort()
}

/** Ends one that waits or runs; the stream tells how. @throws Refusal */
export function cancel(service: 'job' | 'task' | undefined, id: string): Promise<unknown> {
  return service === 'task'
    ? call('POST /api/tasks/{task_id}/cancel', { params: { task_id: id } })
    : call('POST /api/jobs/{job_id}/cancel', { params: { job_id: id } })
}

/** Makes a version of a figure, and waits until it is there. @returns its id @throws Refusal where it is refused or fails */
export async function redrawn(body: RedrawRequest): Promise<string> {
  const { job_id: id } = await call('POST /api/redraw', { body })
  const error = await new Promise<string | null>((resolve) => {
    follow(id, { end: resolve, closed: () => resolve('') })
  })
  if (error !== null) throw new Refusal(500, told(words.figure.failed, error))
  return id
}

async function read(
  path: string,
  listeners: Partial<Listeners>,
  signal: AbortSignal,
): Promise<void> {
  let last = ''
  while (!signal.aborted) {
    try {
      const headers: Record<string, string> = last === '' ? {} : { 'last-event-id': last }
      const answer = await ask(path, { headers, signal })
      for await (const frame of framesOf(answer)) {
        last = frame.id
        if (tell(frame, listeners)) return
      }
    } catch (reason) {
      if (reason instanceof Refusal && reason.status >= 400 && reason.status < 500)
        return listeners.closed?.()
      // A connection that broke; the same loop makes it again.
    }
    if (signal.aborted) return
    listeners.trouble?.()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}

/** True after the last event. */
function tell({ event, data }: Frame, listeners: Partial<Listeners>): boolean {
  if (event === 'progress') listeners.progress?.(data as unknown as Progress)
  if (event === 'log') listeners.line?.(String(data.line))
  if (event === 'artifact') listeners.file?.(String(data.path))
  if (event !== 'status' || data.state !== 'finished') return false
  listeners.end?.(typeof data.error === 'string' ? data.error : null)
  return true
}

async function* framesOf(answer: Response): AsyncGenerator<Frame> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const part = await reader?.read()
    if (!part || part.done) return
    text += part.value
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const frame = frameOf(block)
      if (frame) yield frame
    }
  }
}

/** Undefined for a block without data: the heartbeat, the hint when to come again. */
function frameOf(block: string): Frame | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const data = field('data')
  return data === undefined
    ? undefined
    : { id: field('id') ?? '', event: field('event') ?? '', data: JSON.parse(data) }
}
