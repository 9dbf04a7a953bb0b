import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { reasonOf } from '../errors'
import { SQLITE } from './dialects'
import { MIGRATIONS } from './migrations'
import type { Db } from './schema'
import type { Side } from './side'
import { runAtOnce, type Steps } from './steps'

const FILE = 'burin.sqlite'

/** Another server holds the data folder. */
class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another burin is already using DATA_DIR=${folder}; stop it, or give this one a folder of its own.`,
    )
    this.name = 'FolderInUse'
  }
}

/** The data folder cannot be made, written or locked. */
class FolderUnusable extends Error {
  constructor(folder: string, cause: unknown) {
    super(`DATA_DIR=${folder} cannot be used: ${reasonOf(cause)}`, { cause })
    this.name = 'FolderUnusable'
  }
}

/**
 * Opens the database of a data folder, at the newest schema; `beside`: to read alone, whoever holds the folder.
 * @throws FolderInUse while another process holds the folder, FolderUnusable when nothing can be kept there
 */
export function openDatabase(folder: string, beside = false): Side {
  const lock = beside ? undefined : holdLock(folder)
  const { db, client } = beside ? read(join(folder, FILE)) : connect(join(folder, FILE))
  if (!beside) migrate(client)
  else if (versionOf(client) !== MIGRATIONS.length)
    throw new Error('The database is of another burin; start that version once, or this one.')
  const immediate = { behavior: beside ? 'deferred' : 'immediate' } as const
  return {
    db,
    dialect: SQLITE,
    shared: undefined,
    // All of it at once: this process alone writes.
    take: async <Result>(steps: (db: Db) => Steps<Result>, atomic: boolean) => {
      const work = () => runAtOnce(db, steps(db))
      return atomic ? db.transaction(work, immediate) : work()
    },
    // What is not yet written into it is part of it.
    bytes: async () =>
      ['', '-wal'].reduce((all, end) => all + Bun.file(join(folder, FILE + end)).size, 0),
    close: async () => {
      client.close()
      lock?.close()
    },
  }
}

/** One server per data folder: an exclusive SQLite lock is the kernel's, so that even `kill -9` gives it back. */
export function holdLock(folder: string): Database {
  try {
    mkdirSync(folder, { recursive: true })
    const lock = new Database(join(folder, 'lock.sqlite'), { create: true })
    lock.run('PRAGMA locking_mode = EXCLUSIVE')
    lock.run('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    const held = error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY')
    throw held ? new FolderInUse(folder) : new FolderUnusable(folder, error)
  }
}

function connect(file: string) {
  const client = new Database(file, { create: true })
  client.run('PRAGMA journal_mode = WAL')
  client.run('PRAGMA synchronous = FULL')
  client.run('PRAGMA busy_timeout = 5000')
  client.run('PRAGMA foreign_keys = ON')
  return { client, db: drizzle(client) }
}

/** As another process holds it, at one moment for each transaction. */
function read(file: string) {
  if (!existsSync(file)) throw new Error(`${file} is not there: no server has kept anything in it.`)
  const client = new Database(file, { readonly: true })
  client.run('PRAGMA busy_timeout = 5000')
  return { client, db: drizzle(client) }
}

const versionOf = (client: Database): number =>
  client.query<{ user_version: number }, []>('PRAGMA user_version').get()?.user_version ?? 0

/** `user_version` counts the migrations applied; each is one transaction with its count. */
function migrate(client: Database): void {
  const applied = versionOf(client)
  if (applied > MIGRATIONS.length)
    throw new Error('The database is of a newer burin; start that version, or restore a backup.')
  MIGRATIONS.slice(applied).forEach((sql, index) => {
    client.transaction(() => {
      for (const statement of sql.split('--> statement-breakpoint')) client.run(statement)
      client.run(`PRAGMA user_version = ${applied + index + 1}`)
    })()
  })
}
