import { EventSource } from 'eventsource'
import type { Job, RedrawRequest } from '../operations'
import { ask, call, Refusal } from './client'
import { root } from './root'
import { told, words } from './words'

/** How far a job is. */
export type Progress = NonNullable<Job['progress']>

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

/**
 * Follows a job's event stream from its first event to its last; gives what ends it early. The browser's own `EventSource`
 * sends no headers, and a key has no place in an address.
 */
export function follow(id: string, listeners: Partial<Listeners>): () => void {
  const path = `api/events/${id}`
  const source = new EventSource(root(path), {
    fetch: (_, { headers, signal }) =>
      ask(path, { headers, signal: signal as AbortSignal }).catch((reason: unknown) => {
        if (reason instanceof Refusal && reason.status >= 400 && reason.status < 500) {
          source.close()
          listeners.closed?.()
        }
        throw reason
      }),
  })
  const on = <Data>(event: string, heard: (data: Data) => void) =>
    source.addEventListener(event, ({ data }) => heard(JSON.parse(data)))
  on<Progress>('progress', (progress) => listeners.progress?.(progress))
  on<{ line: string }>('log', ({ line }) => listeners.line?.(line))
  on<{ path: string }>('artifact', (file) => listeners.file?.(file.path))
  on<{ state: string; error?: string | null }>('status', ({ state, error = null }) => {
    if (state !== 'finished') return
    source.close()
    listeners.end?.(error)
  })
  source.addEventListener('error', () => listeners.trouble?.())
  return () => source.close()
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
