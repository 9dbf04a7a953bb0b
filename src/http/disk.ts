import { statfsSync } from 'node:fs'
import { problems } from '../errors'
import type { Context } from './context'

/** Keeps room for the work that was accepted. @throws Problem 503 */
export function refuseFullDisk({ config, store }: Pick<Context, 'config' | 'store'>): void {
  // Not awaited: while a request waits for anything, the runtime gathers its body in memory.
  const disk = statfsSync(store.folder)
  const freeMegabytes = (disk.bavail * disk.bsize) / 1_000_000
  if (freeMegabytes < config.MIN_FREE_DISK_MB) throw problems.diskFull()
}
