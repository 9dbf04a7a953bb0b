import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from './db'
import { spending } from './schema'

/** Adds what an owner spent on models on a day (UTC, `2026-01-31`), in US dollars. */
export async function addSpending(db: Db, day: string, owner: string, usd: number): Promise<void> {
  db.insert(spending)
    .values({ day, owner, usd })
    .onConflictDoUpdate({
      target: [spending.day, spending.owner],
      set: { usd: sql`${spending.usd} + ${usd}` },
    })
    .run()
}

export async function spentOn(db: Db, day: string, owner: string): Promise<number> {
  const row = db
    .select({ usd: spending.usd })
    .from(spending)
    .where(and(eq(spending.day, day), eq(spending.owner, owner)))
    .get()
  return row?.usd ?? 0
}

/** Removes the sums of days before `day`. */
export async function expireSpending(db: Db, day: string): Promise<void> {
  db.delete(spending).where(lt(spending.day, day)).run()
}
