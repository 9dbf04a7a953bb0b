import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { SQL } from 'bun'
import { MIGRATIONS } from '../../src/store/migrations'
import { openPostgres } from '../../src/store/postgres'
import { usePostgres } from '../support/postgres'
import { testWith } from '../support/tools'

const postgres = usePostgres()

/** What a column of PostgreSQL is in SQLite. */
const TYPES: Record<string, string> = {
  text: 'text',
  bigint: 'integer',
  smallint: 'integer',
  'double precision': 'real',
  bytea: 'blob',
}

type Column = [table: string, name: string, type: string, required: boolean]

const sorted = <Row extends unknown[]>(rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort()

testWith('postgres')('both databases have the same tables, columns and indexes', async () => {
  const url = await postgres.database()
  const heard = { records: () => {}, work: () => {}, missed: () => {} }
  const side = await openPostgres({
    url,
    connections: 2,
    heard,
    failed: () => {},
    supervises: false,
  })
  await side.close()
  await using sql = new SQL(url, { max: 1 })
  const theirs: Column[] = (
    await sql`select table_name, column_name, data_type, is_nullable from information_schema.columns
      where table_schema = 'public' and table_name <> 'migrations'`
  ).map((row: Record<string, string>) => [
    row.table_name,
    row.column_name,
    TYPES[row.data_type ?? ''],
    row.is_nullable === 'NO',
  ])
  const theirIndexes: [string, string][] = (
    await sql`select tablename, indexname from pg_indexes where schemaname = 'public' and indexname !~ '_(pk|pkey)$'`
  ).map((row: Record<string, string>) => [row.tablename, row.indexname])

  using db = new Database(':memory:')
  for (const text of MIGRATIONS)
    for (const statement of text.split('--> statement-breakpoint')) db.run(statement)
  const ours = db
    .query<{ name: string; table: string; type: string; notnull: number; pk: number }, []>(
      `select t.name as "table", c.name, c.type, c."notnull", c.pk from sqlite_master t, pragma_table_info(t.name) c
        where t.type = 'table' and t.name not like 'sqlite_%'`,
    )
    .all()
    .map((row): Column => [row.table, row.name, row.type.toLowerCase(), row.notnull + row.pk > 0])
  const ourIndexes = db
    .query<{ table: string; name: string }, []>(
      `select tbl_name as "table", name from sqlite_master where type = 'index' and name not like 'sqlite_%'`,
    )
    .all()
    .map((row): [string, string] => [row.table, row.name])

  expect(sorted(theirs)).toEqual(sorted(ours))
  expect(sorted(theirIndexes)).toEqual(sorted(ourIndexes))
  expect(theirs.length).toBeGreaterThan(80)
})
