import { errorCode, isDiskFull } from '../errors'
import type { Logger } from '../log'

const RETRY_MS = 1000

/** What passes by itself, or once an operator has made room: a database or storage that is away, no memory, too many open files, a disk that fails. */
const PASSING =
  /^(AWAY|SQLITE_(IOERR|BUSY|LOCKED|NOMEM|CANTOPEN|PROTOCOL)|EIO|EMFILE|ENFILE|ENOMEM)/

/**
 * Repeats a write until the store takes it (a full disk passes): what happened must not be forgotten, unless it is over.
 * @throws what the write throws and no repetition mends
 */
export async function persist<T>(
  log: Logger,
  write: () => Promise<T>,
  isOver = () => false,
): Promise<T> {
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (isOver() || !(isDiskFull(error) || PASSING.test(errorCode(error)))) throw error
      log.error('the store refused a write; trying again', { error: String(error) })
      await Bun.sleep(RETRY_MS)
    }
  }
}
