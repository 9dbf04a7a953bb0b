import { setTimeout } from 'node:timers/promises'

/** Time and chance, for a test to replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to 1, as `Math.random`. */
  random(): number
  /** Resolves after `ms`; rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Calls `tick` every `ms` until the function that it gives is called. */
  every(ms: number, tick: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted()),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms)
    return () => clearInterval(timer)
  },
}
