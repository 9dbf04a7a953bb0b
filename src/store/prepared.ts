import { type Placeholder, sql } from 'drizzle-orm'
import { rememberedOf } from '../forms/remembered'
import type { Db } from './schema'

/**
 * Statements that are built once for each connection, each when it is first needed: building one takes ten times as
 * long as running it.
 *
 * @example
 * const statements = prepared((db) => ({ all: () => db.select().from(keys).prepare() }))
 * yield* all(statements(db).all)
 */
export function prepared<Statements extends Record<string, unknown>>(
  build: (db: Db) => { [Name in keyof Statements]: () => Statements[Name] },
): (db: Db) => Statements {
  return rememberedOf((db) => {
    const kept = {} as Statements
    for (const [name, make] of Object.entries(build(db)))
      Object.defineProperty(kept, name, {
        configurable: true,
        get: () => {
          const value = readQuickly(make())
          Object.defineProperty(kept, name, { value })
          return value
        },
      })
    return kept
  })
}

/** What drizzle prepared for bun:sqlite, as far as rows are made of it. */
interface Prepared {
  values(values?: object): unknown[][]
  fields?: { path: string[]; field: Decoder & { decoder?: Decoder; sql?: { decoder: Decoder } } }[]
  all(values?: object): unknown
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown
}

/** For each row drizzle looks anew at what its columns are, which takes longer than reading it: here once. */
function readQuickly<Statement>(statement: Statement): Statement {
  const read = statement as Prepared
  const { fields } = read
  if (!('values' in read) || !fields || fields.some(({ path }) => path.length > 1)) return statement
  const columns = fields.map(({ path: [name = ''], field }) => {
    const { decoder = field.sql?.decoder ?? field } = field
    return { name, decoder }
  })
  read.all = (values) =>
    read.values(values).map((row) => {
      const made: Record<string, unknown> = {}
      let index = 0
      for (const { name, decoder } of columns) {
        const value = row[index++]
        made[name] = value === null ? null : decoder.mapFromDriverValue(value)
      }
      return made
    })
  return statement
}

/** A named parameter; running a statement without its value throws. */
export const slot = sql.placeholder

/** One parameter for each column of these names. */
export function slots<const Name extends string>(...names: Name[]): Record<Name, Placeholder> {
  const pairs = names.map((name): [Name, Placeholder] => [name, slot(name)])
  return Object.fromEntries(pairs) as Record<Name, Placeholder>
}
