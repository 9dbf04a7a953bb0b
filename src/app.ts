import { BUNDLED } from '../plugins'
import type { Config } from './config'
import { createKit, providerSets } from './host/kit'
import { loadPlugins } from './host/load'
import { loadOwnPictures } from './host/own-pictures'
import { takesAnonymous } from './http/auth'
import type { Context } from './http/context'
import { watchMemory } from './http/memory'
import { OpenBodies } from './http/open-bodies'
import { RateLimiter } from './http/rate-limit'
import { createOwnRoutes, createRoutes } from './http/routes'
import { WrongCredentials } from './http/wrong-credentials'
import { Child, type StartChild } from './jobs/child'
import { Examiners } from './jobs/examiners'
import { sweepLeftovers } from './jobs/leftovers'
import { Pool } from './jobs/pool'
import { rescue } from './jobs/rescue'
import { keepRetention } from './jobs/retention'
import { executorSettings, limitsOf } from './jobs/settings'
import { createLogger, type Logger } from './log'
import { refuseAddress } from './net/rules'
import { postWebhook } from './net/webhook'
import { type Catalogue, localCatalogue } from './providers/catalogue'
import { jobProviders } from './providers/chain'
import { Ledger } from './providers/ledger'
import { openStore } from './store/store'
import { Deliverer } from './webhooks/deliver'

/** Above the time for which a stream may hold its last frame. */
const STREAM_END_MS = 1000
/** What a plugin's `accept` may take, the wait for its turn among it. */
const ACCEPT_MS = 10_000
/** Two, so that one caller's hard questions leave the other process to everybody else. */
const EXAMINERS = 2
/** Enough for every honest client; a body on disk holds next to no memory. */
const OPEN_BODIES = {
  open: 1024,
  openOfCaller: 512,
  bytes: 4_000_000_000,
  bytesOfCaller: 2_000_000_000,
}

/** How long a delivery may wait that another server left behind. */
const LOOK_MS = 15_000

/** What the files of a few large jobs take. */
const LEAST_ROOM_MEGABYTES = 20

/** What a server of several does. */
export const ROLES = ['all', 'api', 'work'] as const
type Role = (typeof ROLES)[number]

export type App = Awaited<ReturnType<typeof createApp>>

/**
 * The composition root: everything made and wired, nothing listening yet.
 * @throws FolderInUse while another server holds the data folder, BadSecret where its secrets are lost
 */
export async function createApp(
  config: Config,
  parts: {
    now?: () => number
    log?: Logger
    catalogue?: Catalogue
    skipped?: string[]
    startChild?: StartChild
    acceptMs?: number
    /** `work`: it takes no requests but those about itself; `api`: it does no work. */
    role?: Role
  } = {},
) {
  const now = parts.now ?? Date.now
  const { role = 'all' } = parts
  const works = role !== 'api'
  const { store, log } = await openWith(config, { ...parts, now, works })
  const catalogue = parts.catalogue ?? localCatalogue()
  const providers = providerSets(catalogue)
  const kit = createKit(limitsOf(config), providers)
  const { registry, skipped } = await loadPlugins(BUNDLED, config.PLUGINS_DIR, kit)
  const { pictures, notes } = await loadOwnPictures(config)
  for (const sentence of [...(parts.skipped ?? []), ...skipped, ...notes]) log.error(sentence)
  await rescue(store, log)
  const settings = executorSettings(config, { providers, ownPictures: pictures })
  const startChild: StartChild = parts.startChild ?? ((...told) => new Child(...told))
  const memoryBytes = config.EXECUTOR_MEMORY_MB * 1_000_000
  const examiners = new Examiners(log, {
    settings,
    startChild,
    memoryBytes,
    answerMs: parts.acceptMs ?? ACCEPT_MS,
    faultSeconds: (ACCEPT_MS / 1000) * 0.4,
    count: EXAMINERS,
  })
  const memory = watchMemory(log, config.SERVER_MEMORY_MB)
  const deliverer = new Deliverer(store, log, {
    version: config.version,
    retryDelays: config.WEBHOOK_RETRY_DELAYS,
    now,
    ...(store.shared && { lookMs: LOOK_MS }),
    send: (url, body, headers) =>
      postWebhook(url, body, headers, { allowPrivateHosts: config.WEBHOOK_ALLOWED_HOSTS }),
  })
  const deliver = async () => (works ? deliverer.wake() : store.shared?.tellWork())
  if (works) {
    void deliverer.wake()
    store.hints.onOthers(() => void deliverer.wake())
  }
  const endRetention = works
    ? keepRetention(store, log, { days: config.RETENTION_DAYS, now })
    : () => {}
  const ledger = new Ledger(catalogue, {
    now,
    days: { add: store.addSpending, sum: store.spentOn },
    failed: (error) => log.error('what models cost could not be stored', { error: String(error) }),
  })
  const endSweep = works ? sweepLeftovers(store, log) : async () => {}
  const pool = new Pool(store, log, {
    providersOf: ({ choices }) => jobProviders(catalogue, choices),
    ledger,
    executors: works ? config.EXECUTORS : 0,
    deadlineMs: config.JOB_DEADLINE_SECONDS * 1000,
    memoryBytes,
    jobsPerExecutor: config.EXECUTOR_JOBS,
    roomMegabytes: Math.max(config.MIN_FREE_DISK_MB, LEAST_ROOM_MEGABYTES),
    settings,
    startChild,
    ended: () => void deliver(),
  })
  let draining = false
  const hosts = {
    reference: config.REFERENCE_IMAGE_ALLOWED_HOSTS,
    webhook: config.WEBHOOK_ALLOWED_HOSTS,
  }
  const ctx: Context = {
    config,
    store,
    pool,
    registry,
    log,
    wrongCredentials: new WrongCredentials(now),
    deliverWebhooks: deliver,
    examine: examiners.examine,
    catalogue,
    pictures,
    ledger,
    openBodies: new OpenBodies(OPEN_BODIES),
    isShortOfMemory: memory.isShort,
    refuseAddress: (rule, address) => refuseAddress(rule, address, hosts),
    draining: () => draining,
  }
  return {
    elysia:
      role === 'work'
        ? createOwnRoutes(ctx)
        : createRoutes(ctx, new RateLimiter(config.RATE_LIMIT_PER_MINUTE, now, store)),
    store,
    pool,
    log,
    /** Delivers the webhooks that are due. */
    deliver: () => deliverer.wake(),
    /** Refuses new work and lets health checks say so. */
    startDraining: () => {
      draining = true
    },
    /** Ends the streams, gives running jobs their grace, and closes the store. */
    stop: async (graceMs: number) => {
      draining = true
      await pool.drain(graceMs)
      examiners.stop()
      memory.stop()
      endRetention()
      await endSweep()
      await deliverer.stop()
      await store.hints.end(STREAM_END_MS)
      await store.close()
    },
  }
}

/** The store, and the log that hides its secrets. */
async function openWith(
  config: Config,
  { now, works, log: given }: { now: () => number; works: boolean; log?: Logger },
) {
  let log = given
  const store = await openStore(config, {
    now,
    anonymous: takesAnonymous(config),
    supervises: works,
    serves: true,
    failed: (what, error) => log?.error(what, { error: String(error) }),
  })
  const password = URL.parse(config.DATABASE_URL ?? '')?.password ?? ''
  log ??= createLogger(config.LOG_LEVEL, {
    hidden: [...store.secrets.hidden, decodeURIComponent(password), config.S3_SECRET_ACCESS_KEY],
  })
  return { store, log }
}
