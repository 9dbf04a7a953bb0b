import { and, eq, lt, sql } from 'drizzle-orm'
import type { Inside } from './inside'
import { spending } from './schema'

/** Adds what an owner spent on models on a day (UTC, `2026-01-31`), in US dollars. */
export function addSpending({ db }: Inside, day: string, owner: string, usd: number): void {
  db.insert(spending)
    .values({ day, owner, usd })
    .onConflictDoUpdate({
      target: [spending.day, spending.owner],
      set: { usd: sql`${spending.usd} + ${usd}` },
    })
    .run()
}

export function spentOn({ db }: Inside, day: string, owner: string): number {
  const row = db
    .select({ usd: spending.usd })
    .from(spending)
    .where(and(eq(spending.day, day), eq(spending.owner, owner)))
    .get()
  return row?.usd ?? 0
}

/** Removes the sums of days before `day`. */
export function expireSpending({ db }: Inside, day: string): void {
  db.delete(spending).where(lt(spending.day, day)).run()
}
