import { count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Inside } from './inside'
import { goBack, running } from './moves'
import * as schema from './schema'
import { all, atomic, enqueue, one, raw, run, type Steps } from './steps'

/** What moves with a store: tables in an order in which rows refer to earlier tables alone. */
const TABLES: Readonly<Record<string, SQLiteTable>> = {
  keys: schema.keys,
  records: schema.records,
  inputs: schema.inputs,
  events: schema.events,
  artifacts: schema.artifacts,
  uploads: schema.uploads,
  usage: schema.usage,
  spending: schema.spending,
  idempotency: schema.idempotency,
  outbox: schema.outbox,
  sessions: schema.sessions,
}

export type Row = Record<string, unknown>

export type WholeRecord = typeof schema.records.$inferSelect

/** Rows of one table, some of them. */
export interface Rows {
  table: string
  rows: Row[]
}

const SOME = 500

/** Hands on every row that moves, as all are at one moment. */
export const readTables = atomic(function* (
  { db, dialect }: Inside,
  take: (some: Rows) => void,
): Steps<void> {
  if (dialect.oneMoment) yield* raw(dialect.oneMoment)
  for (const [name, table] of Object.entries(TABLES)) {
    const key = keyOf(table)
    let after: SQL | undefined
    for (let read = SOME; read === SOME; ) {
      const rows: Row[] = yield* all(
        db
          .select()
          .from(table)
          .where(after)
          .orderBy(...key.map(({ column }) => column))
          .limit(SOME),
      )
      read = rows.length
      take({ table: name, rows: rows.map(freed) })
      const last = rows.at(-1)
      if (last) after = behind(key, last)
    }
  }
})

/** What a server holds for itself is not for another. */
function freed(row: Row): Row {
  const held = ['lease', 'heldUntil'].filter((name) => name in row)
  return { ...row, ...Object.fromEntries(held.map((name) => [name, null])) }
}

function behind(key: ReturnType<typeof keyOf>, last: Row): SQL {
  const columns = key.map(({ column }) => sql`${column}`)
  const values = key.map(({ name }) => sql`${last[name]}`)
  return sql`(${sql.join(columns, sql`, `)}) > (${sql.join(values, sql`, `)})`
}

/** The columns that tell rows apart, with what rows call them. */
function keyOf(table: SQLiteTable): { name: string; column: SQLiteColumn }[] {
  const columns = Object.entries(getTableColumns(table)) as [string, SQLiteColumn][]
  const [together] = getTableConfig(table).primaryKeys
  const names = together?.columns.map(({ name }) => name)
  return columns
    .filter(([, column]) => (names ? names.includes(column.name) : column.primary))
    .map(([name, column]) => ({ name, column }))
}

/** Whether nothing is kept that a move could mix with. */
export function* isEmpty({ db }: Inside): Steps<boolean> {
  for (const table of [schema.keys, schema.records, schema.uploads])
    if (yield* one(db.select({ one: sql`1` }).from(table).limit(1))) return false
  return true
}

/** Takes in all rows or none, read anew at each try; what waited waits again, and so does what was at work. */
export const writeTables = atomic(function* (
  inside: Inside,
  read: () => Iterable<Rows>,
): Steps<void> {
  const { db, dialect } = inside
  if (!(yield* isEmpty(inside))) throw new Error('The store is not empty any more.')
  for (const { table, rows } of read()) {
    const into = TABLES[table]
    if (!into) throw new Error(`there is no table ${table}`)
    if (rows.length > 0) yield* run(db.insert(into).values(rows))
    // An answer is waited for, so that no more is under way than this.
    yield* raw(sql`select 1`)
  }
  for (const table of ['keys', 'usage']) if (dialect.countOn) yield* raw(dialect.countOn(table))
  const waiting = yield* one(
    db.select({ rows: count() }).from(schema.records).where(eq(schema.records.status, 'pending')),
  )
  const lost = yield* running(inside)
  for (const attempt of lost) yield* goBack(inside, attempt, null)
  const entries = (waiting?.rows ?? 0) + lost.length
  if (entries > 0) yield* enqueue(entries)
})
