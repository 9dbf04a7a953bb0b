import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { fromDrizzle, PgBoss } from 'pg-boss'
import { Away, reasonOf } from '../errors'
import type { Dialect } from './dialects'
import { causeOf, channelOf, connect, endPool, isAway, sqlStateOf } from './postgres-connections'
import { POSTGRES_MIGRATIONS } from './postgres-migrations'
import type { Db } from './schema'
import type { Side } from './side'
import type { QueueStep, Step, Steps } from './steps'
import { type Telling, telling } from './telling'

/** Settings of a database that servers share. */
export interface PostgresOptions {
  /** `postgres://...` */
  url: string
  /** Connections of this server at most, but for one that listens. */
  connections: number
  /** Hears of what goes wrong beside any call. */
  failed: (what: string, error: unknown) => void
  /** Hears what the others tell. */
  heard: Telling
  /** Looks after entries whose server is gone. */
  supervises: boolean
}

/** The database cannot be reached or used. */
class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}

const DIALECT: Dialect = {
  skipLocked: sql` for update skip locked`,
  valuesOf: (column) => sql`json_each_text(${column}::json)`,
  oneMoment: sql`set transaction isolation level repeatable read`,
  countOn: (table) =>
    sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(1, max(id))) from ${sql.identifier(table)}`,
}

const QUEUE = 'work'
/** The least that pg-boss takes; a server beats thrice in it. */
const HEARTBEAT_SECONDS = 10
const MONITOR_SECONDS = 5
const DAY_SECONDS = 86_400
/** Above what any record is lost with its server: losses of its own are counted by the record. */
const RETRIES = 1_000_000
const TRIES = 6
/** Held while the tables are made: the letters of "burin". */
const MIGRATING = 0x627572696e

/** What is as it was before, and goes through when it is tried again: a deadlock, rows that others changed at the same time. */
const AGAIN = /^(40001|40P01|23505)$/

/**
 * Opens a database of PostgreSQL at the newest schema, with pg-boss as the queue.
 * @throws DatabaseUnusable when it does not answer or does not let us make our tables
 */
export async function openPostgres(options: PostgresOptions): Promise<Side> {
  const { url, connections, failed } = options
  const lost = (error: unknown) => failed('a connection to the database broke', error)
  const pool = connect(url, { max: connections, pipeline: true, lost })
  // What pg-boss does for itself comes as scripts with transactions of their own.
  const script = connect(url, { max: 1, pipeline: false, lost })
  const db = drizzle(pool)
  const end = () => Promise.all([endPool(pool), endPool(script)])
  try {
    // One server at a time: that of the queue is no transaction with ours.
    const boss = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATING})`)
      await migrate(tx)
      return openQueue(drizzle(script), failed, options.supervises)
    })
    const shared = await telling(channelOf(url, pool), failed, options.heard)
    return {
      db: asDb(db),
      dialect: DIALECT,
      shared: {
        tell: shared.tell,
        tellWork: shared.tellWork,
        beat: async (leases) => {
          if (leases.length > 0)
            await boss.touch(QUEUE, [...leases], { db: fromDrizzle(db, sql) }).catch(orAway)
        },
      },
      take: async (steps, atomic) => {
        const queue = new Queue(boss)
        const result = await (atomic
          ? inTransaction(pool, queue, steps)
          : drive(db, queue, steps)
        ).catch(orAway)
        if (queue.grew) shared.tellWork()
        return result
      },
      bytes: async () => {
        const size = sql`select pg_database_size(current_database()) as bytes`
        return (await db.execute<{ bytes: number }>(size)).rows[0]?.bytes ?? 0
      },
      close: async () => {
        await shared.stop()
        await boss.stop({ graceful: false, close: false }).catch(() => {})
        await end()
      },
    }
  } catch (error) {
    await end()
    throw new DatabaseUnusable(`DATABASE_URL cannot be used: ${reasonOf(causeOf(error))}`, {
      cause: error,
    })
  }
}

/** Whether a database answers and lets us make our tables; what came of it, as a sentence. */
export async function probeDatabase(
  url: string,
): Promise<{ reachable: boolean; sentence: string }> {
  const pool = connect(url, { max: 1, pipeline: false, lost: () => {} })
  const named = `The database ${new URL(url).pathname.slice(1)} at ${new URL(url).host}`
  try {
    const { rows } = await drizzle(pool).execute<{ version: string; may: boolean }>(
      sql`select current_setting('server_version') as version, has_database_privilege(current_database(), 'create') as may`,
    )
    const [{ version, may } = { version: '', may: false }] = rows
    if (!may)
      return { reachable: false, sentence: `${named} lets this user make no schema for the queue.` }
    return { reachable: true, sentence: `${named} answers: PostgreSQL ${version}.` }
  } catch (error) {
    return { reachable: false, sentence: `${named}: ${reasonOf(causeOf(error))}.` }
  } finally {
    await endPool(pool)
  }
}

type Postgres = Pick<NodePgDatabase, 'execute'>

/** Queries are built by the same names and methods for both databases; their results have the same form. */
const asDb = (db: Postgres) => db as unknown as Db

async function migrate(tx: Postgres): Promise<void> {
  await tx.execute(sql`create table if not exists migrations (applied bigint not null)`)
  const { rows } = await tx.execute<{ applied: number | null }>(
    sql`select max(applied) as applied from migrations`,
  )
  const applied = rows[0]?.applied ?? 0
  if (applied > POSTGRES_MIGRATIONS.length)
    throw new Error('the database is of a newer burin; start that version, or restore a backup')
  for (const text of POSTGRES_MIGRATIONS.slice(applied)) await tx.execute(sql.raw(text))
  await tx.execute(sql`delete from migrations`)
  await tx.execute(sql`insert into migrations values (${POSTGRES_MIGRATIONS.length})`)
}

async function openQueue(
  db: Postgres,
  failed: PostgresOptions['failed'],
  supervise: boolean,
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: fromDrizzle(db, sql),
    schema: 'pgboss',
    schedule: false,
    supervise,
    superviseIntervalSeconds: MONITOR_SECONDS,
    monitorIntervalSeconds: MONITOR_SECONDS,
    registerInstance: false,
  })
  // It passes on copies of errors, which are none.
  boss.on('error', ({ message }) => failed('the queue is in trouble', new Error(message)))
  await boss.start()
  await boss.createQueue(QUEUE, {
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retryLimit: RETRIES,
    retryDelay: 0,
    expireInSeconds: DAY_SECONDS,
    retentionSeconds: 3650 * DAY_SECONDS,
  })
  return boss
}

async function inTransaction<Result>(
  pool: Pool,
  queue: Queue,
  steps: (db: Db) => Steps<Result>,
): Promise<Result> {
  for (let tried = 1; ; tried++) {
    // Drizzle would not give a connection back that broke before it began.
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction((tx) => drive(tx, queue, steps))
    } catch (error) {
      if (tried === TRIES || !AGAIN.test(sqlStateOf(error))) throw error
    } finally {
      client.release()
    }
  }
}

/** Writes are sent without a wait for the answer to the one before; what is read comes after them. */
async function drive<Result>(
  db: Postgres,
  queue: Queue,
  steps: (db: Db) => Steps<Result>,
): Promise<Result> {
  const taken = steps(asDb(db))
  let written: Promise<unknown>[] = []
  const sent = async () => {
    const before = written
    written = []
    await Promise.all(before)
  }
  let next = taken.next()
  while (!next.done) {
    const step: Step = next.value
    if ('write' in step) {
      written.push(executed(step.write, step.values))
      next = taken.next()
      continue
    }
    await sent()
    next = taken.next(await answered(db, queue, step))
  }
  await sent()
  return next.value
}

async function answered(
  db: Postgres,
  queue: Queue,
  step: Exclude<Step, { write: unknown }>,
): Promise<unknown> {
  if ('read' in step) return executed(step.read, step.values)
  if ('raw' in step) return (await db.execute(step.raw)).rows
  return queue.take(fromDrizzle(db, sql), step.queue)
}

function executed(statement: object, values: Record<string, unknown> | undefined) {
  return (statement as { execute(values?: object): Promise<unknown> }).execute(values)
}

/** The queue as one call of the store sees it. */
class Queue {
  /** Entries were added. */
  grew = false

  constructor(private readonly boss: PgBoss) {}

  async take(db: ReturnType<typeof fromDrizzle>, step: QueueStep): Promise<unknown> {
    if (step === 'next') {
      const found = await this.boss.fetch(QUEUE, { db, includeMetadata: true })
      return found.map(({ id, retryCount }) => ({ id, again: retryCount > 0 }))
    }
    if ('done' in step) return this.boss.deleteJob(QUEUE, step.done, { db })
    this.grew = true
    const entries = Array.from({ length: step.add }, () => ({}))
    return this.boss.insert(QUEUE, entries, { db })
  }
}

function orAway(error: unknown): never {
  throw isAway(error) ? new Away('the database', { cause: error }) : error
}
