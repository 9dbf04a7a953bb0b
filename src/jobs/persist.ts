import type { Logger } from '../log'

const RETRY_MS = 1000

/** Repeats a write until the store takes it (a full disk passes): what happened must not be forgotten. */
export async function persist<T>(log: Logger, write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      log.error('the store refused a write; trying again', { error: String(error) })
      await Bun.sleep(RETRY_MS)
    }
  }
}
