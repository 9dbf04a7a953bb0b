import type { Logger } from '../log'
import type { Store } from '../store/store'

/** After a crash: gives every attempt that was running back to the queue, and what was being delivered. Its executor did nothing wrong. */
export async function rescue(store: Store, log: Logger): Promise<void> {
  // Where servers share the queue, it finds those that are gone.
  if (store.shared) return
  await store.letGo()
  for (const { id, attempt } of await store.running()) {
    const state = await store.giveBack({ id, attempt, death: null })
    log.info('job rescued', { job: id, attempt, state })
    if (state === 'pending') await store.files.removeAttempts(id, attempt)
  }
}
