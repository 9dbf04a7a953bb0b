import { type Placeholder, sql } from 'drizzle-orm'
import { rememberedOf } from '../forms/remembered'
import type { Db } from './db'

/**
 * Statements that are built once for each database: building one takes ten times as long as running it. There is one
 * connection, so they run inside its transactions too.
 *
 * @example
 * const statements = prepared((db) => ({ all: db.select().from(keys).prepare() }))
 * statements(db).all.all()
 */
export function prepared<Statements>(build: (db: Db) => Statements): (db: Db) => Statements {
  return rememberedOf(build)
}

/** A named parameter; running a statement without its value throws. */
export const slot = sql.placeholder

/** One parameter for each column of these names. */
export function slots<const Name extends string>(...names: Name[]): Record<Name, Placeholder> {
  const pairs = names.map((name): [Name, Placeholder] => [name, slot(name)])
  return Object.fromEntries(pairs) as Record<Name, Placeholder>
}
