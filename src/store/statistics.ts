import { asc, count, eq, inArray, min, type SQL, sql, sum } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { idAt } from './ids'
import type { Exec, Inside } from './inside'
import { artifacts, outbox, records, uploads, usage } from './schema'
import { one, raw, type Steps } from './steps'

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
  run: Exec,
  at: number,
  days: number,
  keyId: number | undefined,
): Promise<Day[]> {
  const first = at - (at % DAY_MS) - (days - 1) * DAY_MS
  const ofKey = (column: typeof records.keyId | typeof usage.keyId) =>
    keyId === undefined ? sql`true` : sql`${column} = ${keyId}`
  // An id begins with its instant, and there is an index of ids.
  const accepted = await byDay(
    run,
    idAt(first),
    (after) =>
      sql`select ${records.id} as id, created_at, case when status = 'failed' then 1 else 0 end as failed, cost_usd from ${records}
        where ${records.id} > ${after} and ${ofKey(records.keyId)} order by ${records.id} limit ${SOME}`,
  )
  const logged =
    keyId === undefined
      ? accepted
      : await byDay(
          run,
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
async function byDay(run: Exec, start: string | number, rows: (after: string | number) => SQL) {
  const found = new Map<string, Day>()
  let after = start
  for (let read = SOME; read >= SOME; ) {
    await turn()
    read = 0
    for (const { last, dayNumber, ...part } of await run(daysOf, rows(after))) {
      const day = new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)
      const known = found.get(day)
      read += part.submissions
      if (last > after) after = last
      found.set(day, {
        day,
        submissions: part.submissions + (known?.submissions ?? 0),
        failed: part.failed + (known?.failed ?? 0),
        costUsd: part.costUsd + (known?.costUsd ?? 0),
      })
    }
  }
  return found
}

const daysOf = (_: Inside, rows: SQL) =>
  raw<Omit<Day, 'day'> & { dayNumber: number; last: string | number }>(
    sql`select created_at / ${sql.raw(String(DAY_MS))} as "dayNumber", count(*) as submissions, sum(failed) as failed,
      coalesce(sum(cost_usd), 0) as "costUsd", max(id) as last from (${rows}) as part group by 1`,
  )

let turns = Promise.resolve()

/** The next turn of the event loop that no other part of a long read has: many at once hold it no longer than one. */
function turn(): Promise<void> {
  turns = turns.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
  return turns
}

/** Since when the longest waiting record waits; null: none does. */
export function* waitingSince({ db }: Inside): Steps<number | null> {
  const pending = eq(records.status, 'pending')
  const row = yield* one(
    db
      .select({ at: min(records.createdAt) })
      .from(records)
      .where(pending),
  )
  return row?.at ?? null
}

/** How many records have not ended. */
export const countOpen = (_: Inside) => inStates(records, records.status, ['pending', 'running'])

/** Webhooks that are not delivered yet. */
export const countDeliveries = (_: Inside) =>
  inStates(outbox, outbox.state, ['pending', 'retrying'])

function* inStates<State extends string>(
  table: SQLiteTable,
  column: SQLiteColumn,
  states: State[],
): Steps<Record<State, number>> {
  const rows = yield* raw<{ state: State; held: number }>(
    sql`select ${column} as state, count(*) as held from ${table} where ${inArray(column, states)} group by 1`,
  )
  const counts = states.map((state) => [state, rows.find((one) => one.state === state)?.held ?? 0])
  return Object.fromEntries(counts) as Record<State, number>
}

/** How much is kept, sizes in bytes: it reads every row, some at a time, and once for all who ask meanwhile. */
export function keptData(run: Exec): ReturnType<typeof sumUp> {
  const known = summing.get(run)
  if (known) return known
  const sums = sumUp(run).finally(() => summing.delete(run))
  summing.set(run, sums)
  return sums
}

const summing = new WeakMap<Exec, ReturnType<typeof sumUp>>()

/** Records whose files are summed up in one go. */
const RECORDS = 1000

async function sumUp(run: Exec) {
  const sums = { files: 0, fileBytes: 0 }
  let after = ''
  for (;;) {
    await turn()
    const [last] = await run(lastOf, after)
    const [part] = await run(filesBetween, after, last?.id ?? LAST)
    sums.files += part?.files ?? 0
    sums.fileBytes += part?.bytes ?? 0
    if (last === undefined) return { ...sums, ...(await run(counts)) }
    after = last.id
  }
}

/** Behind every id, in every order of letters. */
const LAST = 'g'

function* counts({ db }: Inside) {
  const kept = yield* one(db.select({ records: count() }).from(records))
  // Ids sort by the time of acceptance.
  const oldest = db.select({ at: records.createdAt }).from(records)
  const first = yield* one(oldest.orderBy(asc(records.id)).limit(1))
  const bytes = sum(uploads.size).mapWith(Number)
  const pictures = yield* one(db.select({ uploads: count(), bytes }).from(uploads))
  return {
    records: kept?.records ?? 0,
    oldest: first?.at ?? null,
    uploads: pictures?.uploads ?? 0,
    uploadBytes: pictures?.bytes ?? 0,
  }
}

const lastOf = (_: Inside, after: string) =>
  raw<{ id: string }>(
    sql`select ${records.id} as id from ${records} where ${records.id} > ${after} order by ${records.id} limit 1 offset ${RECORDS}`,
  )

const filesBetween = (_: Inside, after: string, last: string) =>
  raw<{ files: number; bytes: number }>(
    sql`select count(*) as files, coalesce(sum(size), 0) as bytes from ${artifacts}
      where ${artifacts.recordId} > ${after} and ${artifacts.recordId} <= ${last}`,
  )
