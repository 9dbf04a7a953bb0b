import { problems } from '../errors'
import type { Context } from './context'

/** Keeps room for the work that was accepted. @throws Problem 503 */
export async function refuseFullDisk({
  config,
  store,
}: Pick<Context, 'config' | 'store'>): Promise<void> {
  const free = await store.files.freeMegabytes()
  if (free < config.MIN_FREE_DISK_MB) throw problems.diskFull()
}
