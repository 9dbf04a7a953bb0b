import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import { skippingLocked, waitingIn } from './dialects'
import { prepared, slot } from './prepared'
import { type Db, keys, records } from './schema'
import { one, type Steps } from './steps'

const PENDING = sql`${records.status} = 'pending'`

const statements = prepared((db) => {
  const waiting = waitingIn(db)
  const next = (where: SQL) =>
    skippingLocked(
      db
        .select({
          id: sql<string>`${records.id}`,
          keyId: sql<number | null>`${records.keyId}`,
          losses: sql<string>`${records.losses}`,
        })
        .from(waiting)
        .where(and(PENDING, where))
        .orderBy(sql`${records.keyId} nulls first`, records.id)
        .limit(1),
    ).prepare()
  return {
    any: () =>
      db
        .select({ id: sql`${records.id}` })
        .from(waiting)
        .where(PENDING)
        .limit(1)
        .prepare(),
    after: () => next(sql`${records.keyId} > ${slot('last')}`),
    first: () => next(sql`true`),
    otherKey: () =>
      db
        .select({ id: keys.id })
        .from(keys)
        .where(and(eq(keys.active, true), sql`${keys.id} is distinct from ${slot('keyId')}`))
        .limit(1)
        .prepare(),
    waitingOf: () =>
      db
        .select({ records: count() })
        .from(waiting)
        .where(and(PENDING, sql`${records.keyId} is not distinct from ${slot('keyId')}`))
        .prepare(),
  }
})

/** Where it is asked, and whether work is taken from callers without a key. */
interface Asked {
  db: Db
  anonymous: boolean
}

/** What is next in turn. */
interface Next {
  id: string
  keyId: number | null
  losses: string
}

/**
 * Whose turn it is: the callers with waiting records one after the other, each with its oldest. A caller is a key, or
 * all anonymous ones together. The round is kept in memory alone: after a restart it begins anew.
 */
export class Turns {
  /** The key that was served last; below every key's id after an anonymous record. */
  private last = 0

  taken(keyId: number | null): void {
    this.last = keyId ?? 0
  }

  /** Whether anything waits, were it in the hands of another server at this moment. */
  *anyWaits({ db }: Pick<Asked, 'db'>): Steps<boolean> {
    return (yield* one(statements(db).any)) !== undefined
  }

  /** The record whose turn it is; it stays so until `taken`. A `full` caller is passed over: undefined is none. */
  *next({ db }: Pick<Asked, 'db'>, full?: number | null): Steps<Next | undefined> {
    const next = yield* behind(db, this.last)
    if (next === undefined || next.keyId !== full) return next
    const other = yield* behind(db, full ?? 0)
    return other?.keyId === full ? undefined : other
  }
}

function* behind(db: Db, last: number): Steps<Next | undefined> {
  const { after, first } = statements(db)
  return (yield* one(after, { last })) ?? (yield* one(first))
}

/** Whether there are callers beside this one: then no share of it may be the whole. `anonymous`: some need no key. */
export function* hasOthers({ db, anonymous }: Asked, keyId: number | null): Steps<boolean> {
  if (anonymous && keyId !== null) return true
  return (yield* one(statements(db).otherKey, { keyId })) !== undefined
}

/** How many records of a caller wait. */
export function* countWaitingOf({ db }: Pick<Asked, 'db'>, keyId: number | null): Steps<number> {
  return (yield* one(statements(db).waitingOf, { keyId }))?.records ?? 0
}
