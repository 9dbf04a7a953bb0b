import type { Logger } from '../log'
import type { Store } from '../store/store'

const DAY_MS = 86_400_000
const EVERY_MS = 3_600_000

/** Removes what is older than the retention now and every hour; call the result to stop. */
export function keepRetention(
  store: Store,
  log: Logger,
  options: { days: number; now: () => number },
): () => void {
  const run = () =>
    void sweep(store, options.now() - options.days * DAY_MS).then(
      (removed) => removed > 0 && log.info('expired work removed', { removed }),
      (error) => log.error('expired work could not be removed', { error: String(error) }),
    )
  run()
  const timer = setInterval(run, EVERY_MS)
  return () => clearInterval(timer)
}

/** Removes finished records, unreferenced uploads and remembered answers older than `before`, rows first, then files. */
async function sweep(store: Store, before: number): Promise<number> {
  let removed = 0
  for (;;) {
    const ids = await store.expireRecords(before)
    if (ids.length === 0) break
    await Promise.all(ids.map((id) => store.files.removeRecord(id)))
    removed += ids.length
  }
  await store.expireSpending(new Date(before).toISOString().slice(0, 10))
  const names = await store.expireUploads(before)
  await Promise.all(names.map((name) => store.files.removeUpload(name)))
  await store.expireRepeats(before)
  return removed + names.length
}
