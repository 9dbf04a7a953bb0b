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
          const value = make()
          Object.defineProperty(kept, name, { value })
          return value
        },
      })
    return kept
  })
}

/** A named parameter; running a statement without its value throws. */
export const slot = sql.placeholder

/** One parameter for each column of these names. */
export function slots<const Name extends string>(...names: Name[]): Record<Name, Placeholder> {
  const pairs = names.map((name): [Name, Placeholder] => [name, slot(name)])
  return Object.fromEntries(pairs) as Record<Name, Placeholder>
}
