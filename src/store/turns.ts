import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Inside } from './inside'
import { prepared, slot } from './prepared'
import { keys, records } from './schema'
import { one, raw, type Steps } from './steps'

const statements = prepared((db) => ({
  otherKey: () =>
    db
      .select({ id: keys.id })
      .from(keys)
      .where(and(eq(keys.active, true), sql`${keys.id} is distinct from ${slot('keyId')}`))
      .limit(1)
      .prepare(),
}))

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

  /** The record whose turn it is; it stays so until `taken`. A `full` caller is passed over: undefined is none. */
  *next(inside: Inside, full?: number | null): Steps<Next | undefined> {
    const next = yield* behind(inside, this.last)
    if (next === undefined || next.keyId !== full) return next
    const other = yield* behind(inside, full ?? 0)
    return other?.keyId === full ? undefined : other
  }
}

function* behind(inside: Inside, last: number): Steps<Next | undefined> {
  const after = sql`${records.keyId} > ${last}`
  return (yield* oldest(inside, after)) ?? (yield* oldest(inside, sql`true`))
}

function* oldest({ dialect }: Inside, where: SQL): Steps<Next | undefined> {
  const [row] = yield* raw<Next>(
    sql`select ${records.id} as id, ${records.keyId} as "keyId", ${records.losses} as losses from ${dialect.waiting}
      where ${records.status} = 'pending' and ${where}
      order by ${records.keyId} nulls first, ${records.id} limit 1${dialect.skipLocked}`,
  )
  return row
}

/** Whether there are callers beside this one: then no share of it may be the whole. `anonymous`: some need no key. */
export function* hasOthers({ db, anonymous }: Inside, keyId: number | null): Steps<boolean> {
  if (anonymous && keyId !== null) return true
  return (yield* one(statements(db).otherKey, { keyId })) !== undefined
}

/** How many records of a caller wait. */
export function* countWaitingOf({ dialect }: Inside, keyId: number | null): Steps<number> {
  const [row] = yield* raw<{ waiting: number }>(
    sql`select count(*) as waiting from ${dialect.waiting}
      where ${records.status} = 'pending' and ${records.keyId} is not distinct from ${keyId}`,
  )
  return row?.waiting ?? 0
}
