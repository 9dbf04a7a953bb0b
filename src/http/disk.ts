import { statfs } from 'node:fs/promises'
import { problems } from '../errors'
import type { Context } from './context'

/** Keeps room for the work that was accepted. @throws Problem 503 */
export async function refuseFullDisk({
  config,
  store,
}: Pick<Context, 'config' | 'store'>): Promise<void> {
  const disk = await statfs(store.folder)
  const freeMegabytes = (disk.bavail * disk.bsize) / 1_000_000
  if (freeMegabytes < config.MIN_FREE_DISK_MB) throw problems.diskFull()
}
