import { asc, count, eq, inArray, min, type SQL, sql, sum } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './db'
import { idAt } from './ids'
import type { Inside } from './inside'
import { artifacts, outbox, records, uploads, usage } from './schema'

const DAY_MS = 86_400_000

export interface Day {
  /** UTC, `2026-01-31`. */
  day: string
  submissions: number
  failed: number
  costUsd: number
}

/** Rows of a long table that are read in one go: a few milliseconds. */
const SOME = 5000

/**
 * What was submitted on each of the last `days` days, today the last, days of nothing among them. Of a key the
 * submissions are those of its usage log, which outlives records.
 */
export async function dailyUse(
  { db, now }: Inside,
  days: number,
  keyId: number | undefined,
): Promise<Day[]> {
  const at = now()
  const first = at - (at % DAY_MS) - (days - 1) * DAY_MS
  const ofKey = (column: typeof records.keyId | typeof usage.keyId) =>
    keyId === undefined ? sql`true` : sql`${column} = ${keyId}`
  // An id begins with its instant, and there is an index of ids.
  const accepted = await byDay(
    db,
    idAt(first),
    (after) =>
      sql`select ${records.id} as id, created_at, status = 'failed' as failed, cost_usd from ${records}
        where ${records.id} > ${after} and ${ofKey(records.keyId)} order by ${records.id} limit ${SOME}`,
  )
  const logged =
    keyId === undefined
      ? accepted
      : await byDay(
          db,
          0,
          (after) =>
            sql`select ${usage.id} as id, created_at, 0 as failed, 0 as cost_usd from ${usage}
              where ${usage.id} > ${after} and ${ofKey(usage.keyId)} order by ${usage.id} limit ${SOME}`,
        )
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10)
    const { failed = 0, costUsd = 0 } = accepted.get(day) ?? {}
    return { day, submissions: logged.get(day)?.submissions ?? 0, failed, costUsd }
  })
}

/** Counts the rows that `rows` gives behind an id, some at a time, by their UTC day. */
async function byDay(db: Db, start: string | number, rows: (after: string | number) => SQL) {
  const found = new Map<string, Day>()
  let after = start
  for (let read = SOME; read >= SOME; ) {
    await turn()
    read = 0
    const parts = db.all<Day & { last: string | number }>(
      sql`select date(created_at / 1000, 'unixepoch') as day, count(*) as submissions,
        sum(failed) as failed, total(cost_usd) as costUsd, max(id) as last from (${rows(after)}) group by 1`,
    )
    for (const { last, ...part } of parts) {
      const known = found.get(part.day)
      read += part.submissions
      if (last > after) after = last
      found.set(part.day, {
        day: part.day,
        submissions: part.submissions + (known?.submissions ?? 0),
        failed: part.failed + (known?.failed ?? 0),
        costUsd: part.costUsd + (known?.costUsd ?? 0),
      })
    }
  }
  return found
}

let turns = Promise.resolve()

/** The next turn of the event loop that no other part of a long read has: many at once hold it no longer than one. */
function turn(): Promise<void> {
  turns = turns.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
  return turns
}

/** Since when the longest waiting record waits; null: none does. */
export function waitingSince({ db }: Inside): number | null {
  const pending = eq(records.status, 'pending')
  return (
    db
      .select({ at: min(records.createdAt) })
      .from(records)
      .where(pending)
      .get()?.at ?? null
  )
}

/** How many records have not ended. */
export const countOpen = ({ db }: Inside) =>
  inStates(db, records, records.status, ['pending', 'running'])

/** Webhooks that are not delivered yet. */
export const countDeliveries = ({ db }: Inside) =>
  inStates(db, outbox, outbox.state, ['pending', 'retrying'])

function inStates<State extends string>(
  db: Db,
  table: SQLiteTable,
  column: SQLiteColumn,
  states: State[],
): Record<State, number> {
  const rows = db.all<{ state: State; held: number }>(
    sql`select ${column} as state, count(*) as held from ${table} where ${inArray(column, states)} group by 1`,
  )
  const counts = states.map((state) => [state, rows.find((one) => one.state === state)?.held ?? 0])
  return Object.fromEntries(counts) as Record<State, number>
}

/** How much is kept, sizes in bytes: it reads every row, some at a time, and once for all who ask meanwhile. */
export function keptData({ db }: Inside): ReturnType<typeof sumUp> {
  const known = summing.get(db)
  if (known) return known
  const sums = sumUp(db).finally(() => summing.delete(db))
  summing.set(db, sums)
  return sums
}

const summing = new WeakMap<Db, ReturnType<typeof sumUp>>()

const NOTHING = { files: 0, bytes: 0, last: 0 }

async function sumUp(db: Db) {
  const kept = db.select({ records: count() }).from(records).get()
  // Ids sort by the time of acceptance.
  const oldest = db
    .select({ at: records.createdAt })
    .from(records)
    .orderBy(asc(records.id))
    .limit(1)
  const pictures = db
    .select({ uploads: count(), bytes: sum(uploads.size).mapWith(Number) })
    .from(uploads)
    .get()
  const sums = { files: 0, fileBytes: 0 }
  let after = 0
  for (let read = SOME; read >= SOME; ) {
    await turn()
    const [part = NOTHING] = db.all<typeof NOTHING>(
      sql`select count(*) as files, total(size) as bytes, max(id) as last from
        (select rowid as id, size from ${artifacts} where rowid > ${after} order by rowid limit ${SOME})`,
    )
    read = part.files
    after = part.last
    sums.files += part.files
    sums.fileBytes += part.bytes
  }
  return {
    ...sums,
    records: kept?.records ?? 0,
    oldest: oldest.get()?.at ?? null,
    uploads: pictures?.uploads ?? 0,
    uploadBytes: pictures?.bytes ?? 0,
  }
}
