import { is } from 'drizzle-orm'
import {
  bigint,
  customType,
  doublePrecision,
  type ExtraConfigColumn,
  foreignKey,
  index,
  type PgColumn,
  type PgTable,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { getTableConfig, SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from './schema'

/** Letters sort by their codes, as in SQLite. */
const text = customType<{ data: string }>({ dataType: () => 'text collate "C"' })
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A column that holds what SQLite's does, in the form in which drizzle gives it to SQLite. */
const TYPES: Record<string, (name: string) => ReturnType<typeof bigint | typeof text>> = {
  SQLiteText: (name) => text(name),
  SQLiteInteger: (name) => bigint(name, { mode: 'number' }) as never,
  SQLiteBoolean: (name) => smallint(name) as never,
  SQLiteReal: (name) => doublePrecision(name) as never,
  SQLiteBlobBuffer: (name) => bytes(name) as never,
}

const made = new Map<SQLiteTable, PgTable>()

function forPostgres(table: SQLiteTable): PgTable {
  const known = made.get(table)
  if (known) return known
  const { name, columns, indexes, foreignKeys, primaryKeys } = getTableConfig(table)
  const built = pgTable(
    name,
    Object.fromEntries(columns.map((column) => [column.name, columnOf(column)])),
    (own: Record<string, PgColumn>) => {
      const mine = (list: readonly unknown[]) =>
        list.filter((one) => is(one, SQLiteColumn)).map((column) => own[column.name] as PgColumn)
      const sorted = (list: readonly unknown[]) =>
        mine(list).map((column) =>
          column.notNull ? column : (column as ExtraConfigColumn).nullsFirst(),
        ) as [PgColumn]
      return [
        ...indexes.map(({ config }) => {
          const made = (config.unique ? uniqueIndex : index)(config.name).on(
            ...sorted(config.columns),
          )
          return config.where ? made.where(config.where) : made
        }),
        ...primaryKeys.map((key) => primaryKey({ columns: mine(key.columns) as [PgColumn] })),
        ...foreignKeys.map((key) => {
          const { columns, foreignTable, foreignColumns } = key.reference()
          const there: Record<string, PgColumn> = forPostgres(foreignTable) as never
          const named = foreignColumns.map((column) => there[column.name] as PgColumn)
          const made = foreignKey({
            columns: mine(columns) as [PgColumn],
            foreignColumns: named as [PgColumn],
          })
          return key.onDelete ? made.onDelete(key.onDelete) : made
        }),
      ]
    },
  )
  made.set(table, built)
  return built
}

function columnOf(column: SQLiteColumn) {
  const make = TYPES[column.columnType]
  if (!make) throw new Error(`${column.name}: PostgreSQL has no column for ${column.columnType}`)
  let made = make(column.name)
  if ('autoIncrement' in column && column.autoIncrement)
    made = (made as unknown as ReturnType<typeof bigint>).generatedByDefaultAsIdentity() as never
  else if (column.hasDefault) made = made.default(column.mapToDriverValue(column.default) as never)
  if (column.primary) made = made.primaryKey()
  return column.notNull ? made.notNull() : made
}

/** The tables of the schema for PostgreSQL: only its migrations are made of them, queries name the schema's. */
export const [records, inputs, events, artifacts, uploads, keys, usage] = [
  forPostgres(schema.records),
  forPostgres(schema.inputs),
  forPostgres(schema.events),
  forPostgres(schema.artifacts),
  forPostgres(schema.uploads),
  forPostgres(schema.keys),
  forPostgres(schema.usage),
]
export const [spending, idempotency, outbox, allowances, marks, sessions] = [
  forPostgres(schema.spending),
  forPostgres(schema.idempotency),
  forPostgres(schema.outbox),
  forPostgres(schema.allowances),
  forPostgres(schema.marks),
  forPostgres(schema.sessions),
]
