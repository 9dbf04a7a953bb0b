import { and, eq, sql } from 'drizzle-orm'
import type { Db } from './db'
import type { Inside } from './inside'
import { prepared, slot } from './prepared'
import { keys, records } from './schema'

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
    otherKey: db
      .select({ id: keys.id })
      .from(keys)
      .where(and(eq(keys.active, true), sql`${keys.id} is not ${slot('keyId')}`))
      .limit(1)
      .prepare(),
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

  /** The record whose turn it is; it stays so until `taken`. A `full` caller is passed over: undefined is none. */
  next(db: Db, full?: number | null) {
    const { after, first } = statements(db)
    const behind = (last: number) => after.get({ last }) ?? first.get()
    const next = behind(this.last)
    if (next === undefined || next.keyId !== full) return next
    const other = behind(full ?? 0)
    return other?.keyId === full ? undefined : other
  }

  taken(keyId: number | null): void {
    this.last = keyId ?? 0
  }
}

/** Whether there are callers beside this one: then no share of it may be the whole. `anonymous`: some need no key. */
export function hasOthers(
  { db, anonymous }: Pick<Inside, 'db' | 'anonymous'>,
  keyId: number | null,
): boolean {
  return (anonymous && keyId !== null) || statements(db).otherKey.get({ keyId }) !== undefined
}

/** How many records of a caller wait. */
export function countWaitingOf({ db }: Inside, keyId: number | null): number {
  return statements(db).waitingOf.get({ keyId })?.records ?? 0
}
