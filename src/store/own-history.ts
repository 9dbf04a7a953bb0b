import { and, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { locked } from './dialects'
import type { Inside } from './inside'
import { RECORD, type RecordRow, records } from './schema'
import { all, atomic, one, run, type Steps } from './steps'

/** Whose records: a key's, or those that a browser submitted without one. */
export type Owner = { keyId: number } | { browser: string }

/** Characters of a description in a list. */
const DESCRIPTION_CHARACTERS = 300

/** An owner's records, newest first, each with the beginning of its description. `before`: only those older than this id. */
export function* ownHistory(
  { db }: Inside,
  owner: Owner,
  { limit, before }: { limit: number; before: string | null },
): Steps<RecordRow[]> {
  const mine = db
    .select({
      ...RECORD,
      description: sql<string>`substr(${records.description}, 1, ${DESCRIPTION_CHARACTERS})`,
    })
    .from(records)
    .where(and(ownedBy(owner), before === null ? undefined : lt(records.id, before)))
    .orderBy(desc(records.id))
    .limit(limit)
  return yield* all(mine)
}

/** Removes a record that has ended, with all its rows; its files may go then. `open`: it has not ended. */
export const removeOwn = atomic(function* (
  { db }: Inside,
  owner: Owner,
  id: string,
): Steps<'removed' | 'open' | 'unknown'> {
  const own = and(eq(records.id, id), ownedBy(owner))
  const mine = db.select({ finishedAt: records.finishedAt }).from(records).where(own)
  const record = yield* one(locked(mine))
  if (!record) return 'unknown'
  if (record.finishedAt === null) return 'open'
  yield* run(db.delete(records).where(own))
  return 'removed'
})

/** Gives a key what a browser submitted without one; how many records that are. */
export function* adopt({ db }: Inside, browser: string, keyId: number): Steps<number> {
  const mine = and(eq(records.browser, browser), isNull(records.keyId))
  const given = db.update(records).set({ keyId, browser: null }).where(mine)
  return (yield* all(given.returning({ id: records.id }))).length
}

function ownedBy(owner: Owner): SQL {
  return 'keyId' in owner ? eq(records.keyId, owner.keyId) : eq(records.browser, owner.browser)
}
