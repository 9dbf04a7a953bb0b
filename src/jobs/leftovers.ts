import type { Logger } from '../log'
import { idAt, newId } from '../store/ids'
import type { Store } from '../store/store'

/** The first requests and jobs after a start do not share the disk with it. */
const BEGIN_MS = 2000
const DAY_MS = 86_400_000
/** Above what ends in the moment of a kill. */
const ENDED_RECORDS = 1000
const RECORD = /^[0-9a-f]{32}$/
const UPLOAD = /^([0-9a-f]{32})\.\w+$/

/**
 * Removes what a kill has left between the writing of a file and of its row: uploads and folders that no row names,
 * and files that a record which ended last does not list. In small steps, while the server is already at work; call
 * the result to stop, it resolves when nothing is touched any more.
 */
export function sweepLeftovers(store: Store, log: Logger): () => Promise<void> {
  // What came after the start may still be waiting for its row, and is looked at a day later. Names sort by their time.
  const settled = () => (store.shared ? idAt(Date.now() - DAY_MS) : newId())
  let before = settled()
  const over = new AbortController()
  let sweeping = Promise.resolve()
  const run = async () => {
    try {
      const removed = await sweep(store, before, over.signal)
      before = settled()
      if (removed > 0) log.info('leftovers of a crash removed', { removed })
    } catch (error) {
      if (!over.signal.aborted) log.error('leftovers were not removed', { error: String(error) })
    }
  }
  const again = () => {
    sweeping = run()
    timer = setTimeout(again, DAY_MS)
  }
  let timer = setTimeout(again, BEGIN_MS)
  return async () => {
    clearTimeout(timer)
    over.abort()
    await sweeping
  }
}

async function sweep(store: Store, before: string, signal: AbortSignal): Promise<number> {
  let removed = 0
  for await (const names of store.files.uploadNames()) {
    signal.throwIfAborted()
    const old = names.filter((name) => (UPLOAD.exec(name)?.[1] ?? before) < before)
    const unknown = await store.unknownUploads(old)
    await Promise.all(unknown.map((name) => store.files.removeUpload(name)))
    removed += unknown.length
  }
  for await (const names of store.files.recordFolders()) {
    signal.throwIfAborted()
    const old = names.filter((name) => RECORD.test(name) && name < before)
    const unknown = await store.unknownRecords(old)
    await Promise.all(unknown.map((id) => store.files.removeRecord(id)))
    removed += unknown.length
  }
  for (const { id, attempt } of await store.latelyEnded(ENDED_RECORDS)) {
    signal.throwIfAborted()
    removed += await keepListed(store, id, attempt)
  }
  return removed
}

/** Removes the files of a record's attempt that no row of it names; gives how many. */
export async function keepListed(store: Store, id: string, attempt: number): Promise<number> {
  return store.files.keepListed(id, attempt, await store.listArtifacts(id))
}
