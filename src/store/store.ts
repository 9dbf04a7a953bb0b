import { mkdirSync } from 'node:fs'
import * as accept from './accept'
import * as appending from './append'
import { Backlog } from './backlog'
import { Bucket, type BucketSettings } from './bucket'
import { holdLock, openDatabase } from './db'
import { Files } from './files'
import { gather } from './gather'
import { Hints } from './hints'
import * as history from './history'
import { bound, type Exec, type Inside } from './inside'
import * as keys from './keys'
import { sealedSample } from './keys'
import * as moves from './moves'
import { claim, NotNow } from './moves'
import * as moving from './moving'
import * as outbox from './outbox'
import * as ownHistory from './own-history'
import type { PostgresOptions } from './postgres'
import * as reads from './reads'
import * as retention from './retention'
import type { Db } from './schema'
import { agreeOn, loadSecrets } from './secrets'
import * as sessions from './sessions'
import type { Side } from './side'
import * as spending from './spending'
import * as statistics from './statistics'
import { dailyUse, keptData } from './statistics'
import { isAtomic } from './steps'
import * as turns from './turns'
import { Turns } from './turns'
import * as uploads from './uploads'

export type Store = Awaited<ReturnType<typeof openStore>>

/** Of the settings of the program those that the store stands on. */
interface StoreSettings {
  DATA_DIR: string
  /** Undefined: the data folder holds the database too. */
  DATABASE_URL: string | undefined
  DATABASE_CONNECTIONS: number
  SERVICE_ADMIN_KEY: string | undefined
  KEY_SECRET: string | undefined
  MAX_PENDING: number
  /** Where files are kept; undefined: in the data folder. */
  bucket: BucketSettings | undefined
}

type StoreOptions = Pick<Inside, 'now' | 'anonymous'> &
  Partial<Pick<PostgresOptions, 'failed' | 'supervises'>> & {
    /** It stays, and others come to it. */
    serves?: boolean
    /** Reads alone, beside a server that may hold the data folder. */
    beside?: boolean
  }

/**
 * The store of one data folder, or of a database that servers share: every function of the modules around it that takes
 * {@link Inside} is one read or one transaction, and gives a Promise.
 * @throws FolderInUse while another server holds the folder, DatabaseUnusable, BadSecret when its secrets are not the ones it was made with
 */
export async function openStore(settings: StoreSettings, options: StoreOptions) {
  const { DATA_DIR: folder, DATABASE_URL: url, DATABASE_CONNECTIONS: connections } = settings
  const { now, anonymous, failed = () => {}, beside = false } = options
  const { supervises = false, serves = false } = options
  const hints = new Hints()
  // Who has one machine loads no driver of PostgreSQL.
  const shared = url === undefined ? undefined : await import('./postgres')
  const side = shared
    ? await shared.openPostgres({ url: url ?? '', connections, heard: hints, failed, supervises })
    : openDatabase(folder, beside)
  const files = settings.bucket ? new Bucket(folder, settings.bucket, now) : new Files(folder)
  const { secrets, lock } = await orClose(side, async () => {
    if (side.shared) mkdirSync(folder, { recursive: true })
    const sealed = await side.take((db) => sealedSample({ db }), false)
    const found = loadSecrets(folder, settings, sealed)
    if (side.shared) await side.take((db) => agreeOn(db, found, serves), true)
    // What a bucket leaves in the folder is a server's own.
    const lock = side.shared && settings.bucket && !beside ? holdLock(folder) : undefined
    if (!beside) await files.prepare(!side.shared)
    return { secrets: found, lock }
  })
  const backlog = new Backlog(settings.MAX_PENDING, side.shared === undefined)
  const { db, dialect, bytes } = side
  const close = async () => {
    await side.close()
    lock?.close()
  }
  const committed = () => {}
  const inside = { db, dialect, secrets, turns: new Turns(), backlog, anonymous, now, committed }
  const run = runOn(side, inside, hints)
  return {
    ...bound(run, moves),
    ...bound(run, reads),
    ...bound(run, keys),
    ...bound(run, sessions),
    ...bound(run, ownHistory),
    ...bound(run, history),
    ...bound(run, outbox),
    ...bound(run, statistics),
    ...bound(run, spending),
    ...bound(run, uploads),
    ...bound(run, retention),
    ...bound(run, turns),
    ...bound(run, moving),
    ...bound(run, { append: appending.append, repeated: accept.repeated }),
    ...{ folder, files, hints, secrets, close, databaseBytes: bytes, shared: side.shared },
    claim: (ready?: Parameters<typeof claim>[1]) =>
      run(claim, ready).catch((error) => {
        if (error instanceof NotNow) return undefined
        throw error
      }),
    accept: gather((all: readonly accept.Submission[]) => run(accept.acceptAll, all)),
    dailyUse: (days: number, keyId: number | undefined) => dailyUse(run, now(), days, keyId),
    keptData: () => keptData(run),
  }
}

function runOn(side: Side, inside: Inside, hints: Hints): Exec {
  const atomically: Exec = async (call, ...rest) => {
    let told: Parameters<Inside['committed']>[] = []
    const result = await side.take((db: Db) => {
      told = []
      return call({ ...inside, db, committed: (...one) => told.push(one) }, ...rest)
    }, true)
    for (const [id, rows] of told) {
      hints.committed(id, rows)
      side.shared?.tell(id)
    }
    return result
  }
  return (call, ...rest) =>
    isAtomic(call)
      ? atomically(call, ...rest)
      : side.take((db) => call(db === inside.db ? inside : { ...inside, db }, ...rest), false)
}

async function orClose<T>(side: Side, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    await side.close()
    throw error
  }
}
