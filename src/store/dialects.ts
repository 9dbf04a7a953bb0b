import { type SQL, sql } from 'drizzle-orm'
import { records } from './schema'

/** What the two databases say differently. */
export interface Dialect {
  /** The records that wait, by the index that holds them in the order of turns. */
  waiting: SQL
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
  // SQLite would take the index of all states and sort.
  waiting: sql`${records} indexed by records_waiting`,
  skipLocked: sql``,
  valuesOf: (column) => sql`json_each(${column})`,
}
