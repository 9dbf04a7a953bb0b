import { sql } from 'drizzle-orm'
import type { Db } from './db'
import { prepared, slot } from './prepared'
import { records } from './schema'

/** SQLite would take the index of all states and sort; this one holds what waits, in this very order. */
const WAITING = sql`${records} indexed by records_waiting`

const statements = prepared((db) => {
  const next = (where: ReturnType<typeof sql>) =>
    db
      .select({
        id: sql<string>`${records.id}`,
        keyId: sql<number | null>`${records.keyId}`,
        losses: sql<string>`${records.losses}`,
      })
      .from(WAITING)
      .where(sql`${records.status} = 'pending' and ${where}`)
      .orderBy(records.keyId, records.id)
      .limit(1)
      .prepare()
  return {
    after: next(sql`${records.keyId} > ${slot('last')}`),
    first: next(sql`true`),
    waitingOf: db
      .select({ records: sql<number>`count(*)` })
      .from(WAITING)
      .where(sql`${records.status} = 'pending' and ${records.keyId} is ${slot('keyId')}`)
      .prepare(),
  }
})

/**
 * Whose turn it is: the callers with waiting records one after the other, each with its oldest. A caller is a key, or
 * all anonymous ones together. The round is kept in memory alone: after a restart it begins anew.
 */
export class Turns {
  /** The key that was served last; below every key's id after an anonymous record. */
  private last = 0

  /** The record whose turn it is; it stays so until `taken`. */
  next(db: Db) {
    const { after, first } = statements(db)
    return after.get({ last: this.last }) ?? first.get()
  }

  taken(keyId: number | null): void {
    this.last = keyId ?? 0
  }
}

/** How many records of a caller wait. */
export function countWaitingOf(db: Db, keyId: number | null): number {
  return statements(db).waitingOf.get({ keyId })?.records ?? 0
}
