import { and, eq, lt, sql } from 'drizzle-orm'
import type { Inside } from './inside'
import { spending } from './schema'
import { one, run, type Steps } from './steps'

/** Adds what an owner spent on models on a day (UTC, `2026-01-31`), in US dollars. */
export function* addSpending({ db }: Inside, day: string, owner: string, usd: number): Steps<void> {
  yield* run(
    db
      .insert(spending)
      .values({ day, owner, usd })
      .onConflictDoUpdate({
        target: [spending.day, spending.owner],
        set: { usd: sql`${spending.usd} + excluded.usd` },
      }),
  )
}

export function* spentOn({ db }: Inside, day: string, owner: string): Steps<number> {
  const mine = and(eq(spending.day, day), eq(spending.owner, owner))
  const row = yield* one(db.select({ usd: spending.usd }).from(spending).where(mine))
  return row?.usd ?? 0
}

/** Removes the sums of days before `day`. */
export function* expireSpending({ db }: Inside, day: string): Steps<void> {
  yield* run(db.delete(spending).where(lt(spending.day, day)))
}
