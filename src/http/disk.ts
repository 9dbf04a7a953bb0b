import { problems } from '../errors'
import type { Context } from './context'

/** Keeps room for the work that was accepted. @throws Problem 503 */
export function refuseFullDisk({ config, store }: Pick<Context, 'config' | 'store'>): void {
  // Not awaited: while a request waits for anything, the runtime gathers its body in memory.
  if (store.files.freeMegabytes() < config.MIN_FREE_DISK_MB) throw problems.diskFull()
}
