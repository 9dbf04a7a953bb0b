import { type Static, Type } from '@sinclair/typebox'
import { Problem, problems } from '../errors'
import { AdminStatus, DailyUse, Storage } from '../forms/answers'
import { isoTime } from '../store/ids'
import { adminOnly } from './auth'
import type { Context } from './context'
import { ADMIN, operation } from './operation'
import { queryReader } from './query'

const Query = Type.Partial(
  Type.Object({
    days: Type.Integer({ minimum: 1, maximum: 366, default: 30 }),
    api_key: Type.String({ description: 'A key in full, or its `id`; left out: everybody.' }),
  }),
)

const OUT_OF_RANGE = new Problem(422, 'days: Input should be less than or equal to 366')

/** What `/admin` shows at a glance. */
export function statusRoutes(ctx: Context) {
  const read = queryReader<{ days: number; api_key: string | null }>(ctx, Query)
  return adminOnly(ctx)
    .get(
      '/api/admin/status',
      async () => Response.json(await statusView(ctx)),
      operation('getStatus', 'Queue, executors, memory, disk and providers as they are now', {
        answer: AdminStatus,
        refused: [...ADMIN],
      }),
    )
    .get(
      '/api/admin/storage',
      async () => Response.json(await storageView(ctx)),
      operation('getStorage', 'What is kept, and for how long', {
        answer: Storage,
        refused: [...ADMIN],
      }),
    )
    .get(
      '/api/admin/usage',
      async ({ request }) => Response.json(await usageView(ctx, read(request))),
      operation('getUsage', 'What was submitted, day by day (UTC)', {
        query: Query,
        answer: DailyUse,
        refused: [...ADMIN, problems.keyNotFound(), OUT_OF_RANGE],
      }),
    )
}

async function statusView(ctx: Context): Promise<Static<typeof AdminStatus>> {
  const { store, config, pool, ledger } = ctx
  const since = await store.waitingSince()
  const { free, total } = store.files.disk()
  return {
    version: config.version,
    draining: ctx.draining(),
    started_at: isoTime(Math.round(performance.timeOrigin)),
    memory_bytes: process.memoryUsage.rss(),
    queue: {
      ...(await store.countOpen()),
      waiting_since: since === null ? null : isoTime(since),
      most_pending: config.MAX_PENDING,
    },
    executors: pool.executorStates(),
    webhooks: await store.countDeliveries(),
    event_streams: store.hints.readers,
    disk: {
      free_bytes: free,
      total_bytes: total,
      least_free_bytes: config.MIN_FREE_DISK_MB * 1_000_000,
    },
    providers: ledger.report(),
  }
}

async function storageView({ store, config }: Context): Promise<Static<typeof Storage>> {
  const kept = await store.keptData()
  return {
    retention_days: config.RETENTION_DAYS,
    records: kept.records,
    oldest_record_at: kept.oldest === null ? null : isoTime(kept.oldest),
    files: kept.files,
    file_bytes: kept.fileBytes,
    uploads: kept.uploads,
    upload_bytes: kept.uploadBytes,
    database_bytes: await store.databaseBytes(),
  }
}

async function usageView(
  { store }: Context,
  { days, api_key }: { days: number; api_key: string | null },
): Promise<Static<typeof DailyUse>> {
  const key = api_key ? await store.findShownKey(api_key) : undefined
  if (api_key && !key) throw problems.keyNotFound()
  return {
    days: (await store.dailyUse(days, key?.id)).map(({ costUsd, ...day }) => ({
      ...day,
      cost_usd: costUsd,
    })),
  }
}
