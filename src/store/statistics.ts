import { and, count, eq, gte, inArray, min, sql, sum } from 'drizzle-orm'
import type { Db } from './db'
import { idAt } from './ids'
import { artifacts, outbox, records, uploads, usage } from './schema'

const DAY_MS = 86_400_000

export interface Day {
  /** UTC, `2026-01-31`. */
  day: string
  submissions: number
  failed: number
  costUsd: number
}

/**
 * What was submitted on each of the last `days` days, today the last, days of nothing among them. Of a key the
 * submissions are those of its usage log, which outlives records.
 */
export async function dailyUse(
  db: Db,
  { keyId, days, now }: { keyId: number | undefined; days: number; now: number },
): Promise<Day[]> {
  const first = now - (now % DAY_MS) - (days - 1) * DAY_MS
  const dayOf = (column: typeof records.createdAt | typeof usage.createdAt) =>
    sql<string>`date(${column} / 1000, 'unixepoch')`
  const accepted = new Map(
    db
      .select({
        day: dayOf(records.createdAt),
        submissions: count(),
        failed: sql<number>`sum(${records.status} = 'failed')`,
        costUsd: sql<number>`total(${records.costUsd})`,
      })
      .from(records)
      // An id begins with its instant, and there is an index of ids.
      .where(
        and(
          gte(records.id, idAt(first)),
          gte(records.createdAt, first),
          keyId === undefined ? undefined : eq(records.keyId, keyId),
        ),
      )
      .groupBy(sql`1`)
      .all()
      .map((row) => [row.day, row]),
  )
  const logged = keyId === undefined ? undefined : loggedUse(db, keyId, first, dayOf)
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    const row = accepted.get(day)
    return {
      day,
      submissions: (logged ? logged.get(day) : row?.submissions) ?? 0,
      failed: row?.failed ?? 0,
      costUsd: row?.costUsd ?? 0,
    }
  })
}

function loggedUse(
  db: Db,
  keyId: number,
  first: number,
  dayOf: (column: typeof usage.createdAt) => ReturnType<typeof sql<string>>,
): Map<string, number> {
  const rows = db
    .select({ day: dayOf(usage.createdAt), submissions: count() })
    .from(usage)
    .where(and(eq(usage.keyId, keyId), gte(usage.createdAt, first)))
    .groupBy(sql`1`)
    .all()
  return new Map(rows.map(({ day, submissions }) => [day, submissions]))
}

/** Since when the longest waiting record waits; null: none does. */
export async function waitingSince(db: Db): Promise<number | null> {
  const pending = eq(records.status, 'pending')
  return (
    db
      .select({ at: min(records.createdAt) })
      .from(records)
      .where(pending)
      .get()?.at ?? null
  )
}

/** Webhooks that are not delivered yet. */
export async function countDeliveries(db: Db): Promise<{ pending: number; retrying: number }> {
  const open = ['pending', 'retrying'] as const
  const rows = db
    .select({ state: outbox.state, deliveries: count() })
    .from(outbox)
    .where(inArray(outbox.state, [...open]))
    .groupBy(outbox.state)
    .all()
  const of = (state: (typeof open)[number]) =>
    rows.find((row) => row.state === state)?.deliveries ?? 0
  return { pending: of('pending'), retrying: of('retrying') }
}

/** How much is kept: it reads every row, so it is asked for by people alone. Sizes in bytes. */
export async function keptData(db: Db) {
  const kept = db
    .select({ records: count(), oldest: min(records.createdAt) })
    .from(records)
    .get()
  const files = db
    .select({ files: count(), bytes: sum(artifacts.size).mapWith(Number) })
    .from(artifacts)
    .get()
  const pictures = db
    .select({ uploads: count(), bytes: sum(uploads.size).mapWith(Number) })
    .from(uploads)
    .get()
  return {
    records: kept?.records ?? 0,
    oldest: kept?.oldest ?? null,
    files: files?.files ?? 0,
    fileBytes: files?.bytes ?? 0,
    uploads: pictures?.uploads ?? 0,
    uploadBytes: pictures?.bytes ?? 0,
  }
}
