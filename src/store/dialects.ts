import { type SQL, sql } from 'drizzle-orm'

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
