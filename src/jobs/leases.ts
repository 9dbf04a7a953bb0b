import type { Logger } from '../log'
import type { Claimed } from '../store/moves'
import type { Store } from '../store/store'

/** A third of the time after which a server that shares its queue is given up. */
const BEAT_MS = 3000
/** A hint that work waits may be lost. */
const LOOK_MS = 1000

interface Held {
  /** What runs here and is not decided. */
  records(): Claimed[]
  /** It was cancelled elsewhere, or given to another server. */
  lost(record: Claimed): void
  /** Something may wait. */
  wake(): void
}

/** Where servers share the queue: says to it what goes on here, and tells what does no longer. Call the result to stop. */
export function keepLeases(store: Store, log: Logger, held: Held): () => void {
  if (!store.shared) return () => {}
  const look = async () => {
    const mine = held.records().filter(({ lease }) => lease !== null)
    const leases = mine.map(({ lease }) => lease ?? '')
    if (leases.length === 0) return
    try {
      await store.shared?.beat(leases)
      const still = await store.heldStill(leases)
      for (const record of mine) {
        const { id, attempt } = record
        if (still.some((one) => one.id === id && one.attempt === attempt)) continue
        log.info('job is no longer here', { job: id, attempt })
        held.lost(record)
      }
    } catch (error) {
      log.error('the queue could not be told that work goes on', { error: String(error) })
    }
  }
  store.hints.onOthers(held.wake, (ids) => {
    if (held.records().some(({ id }) => ids?.includes(id) ?? true)) void look()
  })
  const timers = [setInterval(() => void look(), BEAT_MS), setInterval(held.wake, LOOK_MS)]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
