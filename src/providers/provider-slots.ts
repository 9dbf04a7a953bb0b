import type { Outcome } from './messages'

/** A request that wants to be made. */
export interface Waiter {
  job: string
  granted: () => void
  /** Denied while it waited. */
  paused: () => void
}

/** Calls in a row that end in these pause a provider: it is down or overloaded, for every job alike. */
const STRIKES: ReadonlySet<Outcome> = new Set([
  'connection',
  'timeout',
  'cut',
  'rate_limited',
  'server_error',
])
const MAX_STRIKES = 5
const PAUSE_MS = 30_000

/** How many requests one provider gets at once, and whether it gets any. */
export class ProviderSlots {
  private readonly inside = new Set<Waiter>()
  private readonly queue: Waiter[] = []
  private strikes = 0
  private pausedUntil = 0

  constructor(
    private readonly size: number,
    private readonly now: () => number,
  ) {}

  isPaused(): boolean {
    return this.now() < this.pausedUntil
  }

  /** Requests under way, and those that wait for a place. */
  load(): { open: number; waiting: number } {
    return { open: this.inside.size, waiting: this.queue.length }
  }

  /** Grants at once where there is room, else when it is this job's turn. */
  enter(waiter: Waiter): void {
    this.queue.push(waiter)
    this.fill()
  }

  /** Gives the place back. `waited`: it had none yet. */
  leave(waiter: Waiter): 'waited' | 'was inside' {
    const inside = this.inside.delete(waiter)
    const place = this.queue.indexOf(waiter)
    if (place >= 0) this.queue.splice(place, 1)
    this.fill()
    return inside ? 'was inside' : 'waited'
  }

  /** A call has ended, after all its attempts. */
  ended(outcome: Outcome): void {
    if (outcome === 'ok') this.strikes = 0
    if (!STRIKES.has(outcome)) return
    this.strikes += 1
    // What failed so often is tried once after the pause: one more failure pauses it again.
    if (this.strikes < MAX_STRIKES) return
    this.pausedUntil = this.now() + PAUSE_MS
    for (const waiter of this.queue.splice(0)) waiter.paused()
  }

  private fill(): void {
    while (this.inside.size < this.size) {
      const next = this.nextInLine()
      if (!next) return
      this.inside.add(next)
      next.granted()
    }
  }

  /** The job that has the fewest places goes first, then who came first: a job with many calls starves none. */
  private nextInLine(): Waiter | undefined {
    const held = (job: string) => [...this.inside].filter((waiter) => waiter.job === job).length
    const fewest = Math.min(...this.queue.map(({ job }) => held(job)))
    const place = this.queue.findIndex(({ job }) => held(job) === fewest)
    return this.queue.splice(place, place < 0 ? 0 : 1)[0]
  }
}
