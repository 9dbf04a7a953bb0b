import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { errorCode, reasonOf } from '../errors'
import type { Channel } from './telling'

/** A transaction of a server that stands still holds no rows for longer. */
const IDLE_TRANSACTION_MS = 15_000
const CONNECT_MS = 30_000
const KEEP_ALIVE_MS = 10_000
const CLOSE_MS = 5000
const AGAIN_MS = 500
/** So many statements are planned once a connection; what comes after them has lists of odd lengths. */
const NAMED = 500

const configOf = (url: string): ClientConfig => ({
  connectionString: url,
  application_name: 'burin',
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
})

/**
 * Connections of a server, opened when they are needed; `pipeline`: what is sent waits for no answer before it.
 * @param lost hears of one that broke while nothing was asked on it
 */
export function connect(
  url: string,
  { max, pipeline, lost }: { max: number; pipeline: boolean; lost: (error: unknown) => void },
): Pool {
  // Integers that JavaScript has.
  for (const oid of [types.builtins.INT8, types.builtins.NUMERIC]) types.setTypeParser(oid, Number)
  const pool = new Pool({ ...configOf(url), max, ...{ pipeline } })
  pool.on('error', lost)
  pool.on('connect', (client) => prepare(client))
  return pool
}

const names = new Map<string, string>()

/** Statements with values are planned once; PostgreSQL takes no letter of code 0. */
function prepare(client: PoolClient): void {
  // A connection that breaks between two queries of a transaction is told of by the next.
  client.on('error', () => {})
  const query: (...given: unknown[]) => unknown = client.query.bind(client)
  const named = (config: unknown, values: unknown, ...rest: unknown[]) => {
    if (!Array.isArray(values) || values.length === 0) return query(config, values, ...rest)
    const whole = typeof config === 'string' ? { text: config } : (config as { text: string })
    if (names.size < NAMED && !names.has(whole.text)) names.set(whole.text, `burin_${names.size}`)
    const name = names.get(whole.text)
    const clean = values.map((value) =>
      typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value,
    )
    return query(name === undefined ? whole : { ...whole, name }, clean, ...rest)
  }
  client.query = named as typeof client.query
}

/** Ends a pool once what is under way has ended, or after some seconds. */
export const endPool = (pool: Pool) => Promise.race([pool.end(), Bun.sleep(CLOSE_MS)])

/** Listens on a connection of its own, which is opened again whenever it breaks. */
export function channelOf(url: string, pool: Pool): Channel {
  return {
    notify: (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]),
    listen: async (channel, heard, listening) => {
      let client: Client | undefined
      let stopped = false
      const open = async () => {
        const one = new Client(configOf(url))
        one.on('error', () => {})
        one.on('notification', ({ payload = '' }) => heard(payload))
        await one.connect()
        client = one
        await one.query(`listen ${channel}`)
        // One that broke before is tried again by who opened it.
        one.once('end', later)
        listening()
      }
      const later = () => void (stopped || setTimeout(() => void open().catch(later), AGAIN_MS))
      await open()
      return {
        unlisten: async () => {
          stopped = true
          await client?.end()
        },
      }
    },
  }
}

/** What a database says that starts, stops or is out of connections, and what the driver says of one that is gone. */
const AWAY = /^(57P0[1-4]|08...|53300|25P03|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT)/
const GONE = /connection terminated|not queryable|timeout expired|timeout exceeded/i

export const isAway = (error: unknown): boolean =>
  AWAY.test(sqlStateOf(error)) || GONE.test(reasonOf(causeOf(error)))

/** PostgreSQL's own code of an error, beneath what drizzle wraps around it. */
export const sqlStateOf = (error: unknown): string => errorCode(causeOf(error))

export const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error
