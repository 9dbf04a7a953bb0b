import type { Logger } from '../log'
import type { Store } from '../store/store'

/**
 * After a crash: gives every attempt that was running back to the queue, or fails it when lost too often, and removes
 * folders that no record names (one was about to be accepted, or had just been removed).
 */
export async function rescue(store: Store, log: Logger): Promise<void> {
  for (const { id, attempt } of await store.running()) {
    const reason = 'the server ended while it ran.'
    const state = await store.giveBack({ id, attempt, counted: true, reason })
    log.info('job rescued', { job: id, attempt, state })
    if (state === 'pending') await store.files.keepOnly(id, 0)
  }
  for (const id of await store.unknownRecords(await store.files.recordFolders()))
    await store.files.removeRecord(id)
}
