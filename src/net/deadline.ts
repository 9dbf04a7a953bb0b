import { FetchFailed } from './failures'

export interface Deadline {
  /** Aborted when the time is up or the caller gives up; its reason is what to throw. */
  signal: AbortSignal
  /** Settles as `work` does, or rejects with the signal's reason as soon as that is aborted. */
  within<T>(work: Promise<T>): Promise<T>
  /** Frees the timer. */
  stop(): void
}

/** One span of time over every step of a call: name lookup, each redirect, the body. `ms` is in milliseconds. */
export function startDeadline(ms: number, caller?: AbortSignal): Deadline {
  const control = new AbortController()
  const giveUp = () => control.abort(caller?.reason)
  const timer = setTimeout(
    () => control.abort(new FetchFailed(`did not answer within ${ms / 1000} s`, { at: 'time' })),
    ms,
  )
  if (caller?.aborted) giveUp()
  else caller?.addEventListener('abort', giveUp, { once: true })

  return {
    signal: control.signal,
    within: (work) => orAbort(work, control.signal),
    stop() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', giveUp)
    },
  }
}

async function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
