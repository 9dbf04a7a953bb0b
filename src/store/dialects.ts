import { type SQL, sql } from 'drizzle-orm'
import { type Db, records } from './schema'

/** What the two databases say differently. */
export interface Dialect {
  /** Behind a query: takes its row, and passes over those that others hold. */
  skipLocked: SQL
  /** The values of a JSON object of texts in a column, as rows with the column `value`. */
  valuesOf(column: unknown): SQL
  /** First in a transaction: what it reads is as all was at that moment; absent: it is so anyway. */
  oneMoment?: SQL
  /** After rows came with their ids: the next get higher ones; absent: they do anyway. */
  countOn?(table: string): SQL
}

export const SQLITE: Dialect = {
  skipLocked: sql``,
  valuesOf: (column) => sql`json_each(${column})`,
}

/** A statement that locks the rows it reads, where the database locks rows; SQLite has one writer. */
export const locked = <Statement extends object>(query: Statement): Statement => lock(query, {})

/** The same, but it passes over rows that others hold. */
export const skippingLocked = <Statement extends object>(query: Statement): Statement =>
  lock(query, { skipLocked: true })

/** The records that wait: SQLite would take the index of all states and sort; this one holds them in the order of turns. */
export const waitingIn = (db: Db): SQL =>
  'for' in db.select().from(sql``) ? sql`${records}` : sql`${records} indexed by records_waiting`

function lock<Statement extends object>(query: Statement, how: object): Statement {
  return 'for' in query
    ? (query as { for(lock: 'update', how: object): Statement }).for('update', how)
    : query
}
