/** What servers on many machines share: a database and object storage. */
import { startPostgres } from '../../support/postgres'
import { startObjectStore } from '../../support/s3'
import { freshFolder } from '../harness/folders'
import type { Services } from './faults'

const OUTAGE_MS = 10_000

/** @param isLone one server alone, with its data folder: there is nothing to take away */
export async function startServices(
  isLone: boolean,
): Promise<Services & { env: Record<string, string>; end: () => Promise<void> }> {
  if (isLone) return { env: {}, end: async () => {} }
  const [postgres, objects] = await Promise.all([
    startPostgres({ durable: true }),
    startObjectStore(freshFolder('objects')),
  ])
  return {
    env: {
      DATABASE_URL: postgres.url(),
      ...objects.settings,
    },
    crashDatabase: async () => {
      await postgres.stop('immediate')
      await postgres.start()
    },
    cutObjects: async () => {
      await objects.leave()
      await Bun.sleep(OUTAGE_MS)
      await objects.comeBack()
    },
    end: async () => {
      await objects.leave()
      await postgres.end()
    },
  }
}
