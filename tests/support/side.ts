import { test } from 'bun:test'
import { openPostgres } from '../../src/store/postgres'
import { usePostgres } from './postgres'

/** `postgres`: the stories of a file run on PostgreSQL, which `tests/store/both-sides.test.ts` asks for. */
const SIDE = process.env.BURIN_TEST_SIDE

/** For stories that look into the file of SQLite, or hold the clock still. */
export const onSqlite = test.skipIf(SIDE !== undefined)

/** Call once in a test file: gives the settings of the side that a server of a data folder stands on. */
export function useSide(): (dataDir: string) => Promise<Record<string, string>> {
  if (SIDE !== 'postgres') return async (DATA_DIR) => ({ DATA_DIR })
  const postgres = usePostgres(async (url) => {
    const heard = { records: () => {}, work: () => {}, missed: () => {} }
    const failed = (_: string, error: unknown) => {
      throw error
    }
    const side = await openPostgres({ url, connections: 2, heard, failed, supervises: false })
    await side.close()
  })
  const databases = new Map<string, Promise<string>>()
  return async (DATA_DIR) => {
    const database = databases.get(DATA_DIR) ?? postgres.database()
    databases.set(DATA_DIR, database)
    return { DATA_DIR, DATABASE_URL: await database, DATABASE_CONNECTIONS: '4' }
  }
}
