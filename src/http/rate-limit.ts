import { problems } from '../errors'
import { ownerOf } from '../store/owners'
import type { Principal } from './auth'

const MINUTE = 60_000

/** Who shares an allowance: a key, or all who come without one. */
export function callerOf(principal: Principal): string {
  return ownerOf(principal.kind === 'key' ? principal.key.id : null)
}

/** A fixed number of submissions a minute for each caller; anonymous callers share one allowance. 0 is off. */
export class RateLimiter {
  private readonly windows = new Map<string, { start: number; used: number }>()

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number,
  ) {}

  /** @throws Problem 429 */
  take(principal: Principal): void {
    if (this.perMinute === 0) return
    const caller = callerOf(principal)
    const now = this.now()
    const window = this.windows.get(caller)
    if (!window || now - window.start >= MINUTE) {
      this.windows.set(caller, { start: now, used: 1 })
      return
    }
    window.used += 1
    if (window.used > this.perMinute)
      throw problems.rateLimited(Math.ceil((window.start + MINUTE - now) / 1000))
  }
}
