import { problems } from '../errors'
import { ownerOf } from '../store/owners'
import type { Store } from '../store/store'
import { keyIdOf, type Principal } from './auth'

const MINUTE = 60_000

/** Who shares an allowance: a key, or all who come without one. */
export function callerOf(principal: Principal): string {
  return ownerOf(keyIdOf(principal))
}

/** Reads of the history for each submission of an allowance: a page reads it whenever something changes. */
const READS = 10

/**
 * A fixed number of submissions a minute for each caller, and ten times as many reads of the history; anonymous callers
 * share one allowance. 0 is off.
 */
export class RateLimiter {
  private readonly windows = new Map<string, { start: number; used: number }>()

  /** @param store where servers share one, it counts for all of them */
  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
    private readonly store: Pick<Store, 'shared' | 'useAllowance'>,
  ) {}

  /** @throws Problem 429 */
  async take(principal: Principal, what: 'work' | 'history' = 'work'): Promise<void> {
    if (this.perMinute === 0) return
    const caller = `${what} ${callerOf(principal)}`
    const most = what === 'work' ? this.perMinute : this.perMinute * READS
    const now = this.now()
    const window = this.store.shared
      ? await this.store.useAllowance(caller, MINUTE)
      : this.useOwn(caller, now)
    if (window.used > most)
      throw problems.rateLimited(Math.ceil((window.start + MINUTE - now) / 1000))
  }

  private useOwn(caller: string, now: number) {
    const known = this.windows.get(caller)
    const window = known && now - known.start < MINUTE ? known : { start: now, used: 0 }
    window.used += 1
    this.windows.set(caller, window)
    return window
  }
}
