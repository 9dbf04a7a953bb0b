import { type Static, Type } from '@sinclair/typebox'
import { Problem, problems } from '../errors'
import { HistoryDetail, HistoryItem, HistoryPage, STATES } from '../forms/answers'
import type { HistoryRow } from '../store/history'
import { keyText, masked } from '../store/keys'
import { lossesOf } from '../store/moves'
import { isUnsigned } from '../store/outbox'
import type { State } from '../store/states'
import { adminOnly } from './auth'
import type { Context } from './context'
import { courseOf, fileAddress, readingOf, timeOf } from './jobs'
import { ADMIN, operation } from './operation'
import { imageOf } from './png'
import { queryReader } from './query'

const Query = Type.Partial(
  Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 }),
    size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    endpoint: Type.String({ example: 'run' }),
    status: Type.String({ enum: STATES }),
    api_key: Type.String({ description: 'The full key, or its `id`.' }),
  }),
)

const ItemQuery = Type.Partial(
  Type.Object({
    image: Type.Boolean({ default: true, description: 'Whether `image_base64` has the PNG.' }),
  }),
)

const NO_BOOLEAN = new Problem(422, 'image: Input should be a valid boolean')

/** A query with its defaults; what is left out otherwise is null. */
interface Asked {
  page: number
  size: number
  endpoint: string | null
  status: State | null
  api_key: string | null
}

export function historyRoutes(ctx: Context) {
  const read = queryReader<Asked>(ctx, Query)
  const readItem = queryReader<{ image: boolean }>(ctx, ItemQuery)
  const params = Type.Object({ id: Type.String({ description: 'Id of a job or a task.' }) })
  return adminOnly(ctx)
    .get(
      '/api/admin/history',
      ({ request }) => getHistory(ctx, read(request)),
      operation('listHistory', 'Jobs and tasks of all keys, newest first', {
        query: Query,
        answer: HistoryPage,
        refused: [...ADMIN, new Problem(422, `status: must be one of ${STATES.join(', ')}`)],
      }),
    )
    .get(
      '/api/admin/history/:id',
      ({ request, params }) => getHistoryItem(ctx, params.id, readItem(request).image),
      operation('getHistory', 'One job or task, with its input', {
        params,
        query: ItemQuery,
        answer: HistoryDetail,
        refused: [...ADMIN, problems.recordNotFound(), NO_BOOLEAN],
      }),
    )
    .post(
      '/api/admin/history/:id/redeliver',
      async ({ params: { id } }) => {
        if (!(await ctx.store.redeliver(id))) throw problems.noWebhook()
        void ctx.deliverWebhooks()
        return Response.json(itemView(ctx, await rowOf(ctx, id)))
      },
      operation('redeliver', 'Sends the webhook of a task again, from the first attempt', {
        params,
        answer: HistoryItem,
        refused: [...ADMIN, problems.recordNotFound(), problems.noWebhook()],
      }),
    )
    .post(
      '/api/admin/history/:id/cancel',
      async ({ params: { id } }) => {
        await rowOf(ctx, id)
        await ctx.pool.cancel(id)
        return Response.json(itemView(ctx, await rowOf(ctx, id)))
      },
      operation(
        'cancelRecord',
        'Ends a job or task of anybody; one that has ended stays as it is',
        {
          params,
          answer: HistoryItem,
          refused: [...ADMIN, problems.recordNotFound()],
        },
      ),
    )
}

async function getHistory(ctx: Context, asked: Asked): Promise<Response> {
  const { page, size, endpoint, status, api_key } = asked
  const key = api_key === null ? undefined : await ctx.store.findShownKey(api_key)
  const filter = {
    ...(endpoint !== null && { endpoint }),
    ...(status !== null && { status }),
    ...(key && { keyId: key.id }),
  }
  const unknown = api_key !== null && !key
  const { items, total } = unknown
    ? { items: [], total: 0 }
    : await ctx.store.listHistory(filter, page, size)
  return Response.json({
    items: items.map((row) => itemView(ctx, row)),
    total,
    page,
    size,
    pages: Math.ceil(total / size),
  })
}

async function getHistoryItem(ctx: Context, id: string, image: boolean): Promise<Response> {
  const row = await rowOf(ctx, id)
  const { record } = row
  const input: unknown = JSON.parse(await ctx.store.findInput(id))
  const files = await ctx.store.listArtifacts(id)
  return Response.json({
    ...itemView(ctx, row),
    description: record.description,
    attempt: record.attempt,
    lost: lossesOf(record).length,
    ...readingOf(record),
    input,
    input_params: input,
    image_base64: image ? await imageOf(ctx.store, files) : null,
    artifacts: files.map(({ path, kind, size, sha256 }) => ({
      path,
      kind,
      size,
      sha256,
      url: fileAddress(id, path),
    })),
  })
}

async function rowOf({ store }: Context, id: string): Promise<HistoryRow> {
  const row = await store.findHistory(id)
  if (!row) throw problems.recordNotFound()
  return row
}

function itemView(ctx: Context, row: HistoryRow): Static<typeof HistoryItem> {
  const { record } = row
  const { startedAt, finishedAt } = record
  const webhook = webhookView(row)
  return {
    task_id: record.id,
    endpoint: record.endpoint,
    workflow: record.workflow,
    title: record.title,
    ...callerView(ctx, row),
    completed_at: timeOf(finishedAt),
    duration_ms: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
    ...courseOf(record),
    cost_usd: record.costUsd,
    diagram_type: record.diagramType,
    webhook,
    ...alsoCalled(webhook),
  }
}

/** What clients of the interface's first form look for. */
function alsoCalled({ url, state, attempts, last_error }: Static<typeof HistoryItem>['webhook']) {
  return {
    webhook_url: url,
    webhook_status: state === 'none' ? null : state,
    webhook_attempts: attempts,
    webhook_last_error: last_error,
  }
}

/** Who submitted; of a key that is gone nothing is known any more. */
function callerView({ store }: Context, { record, key }: HistoryRow) {
  if (record.keyId === null) return { key_name: 'anonymous', api_key: '' }
  if (!key) return { key_name: null, api_key: '' }
  return { key_name: key.name, api_key: masked(keyText(store.secrets, key)) }
}

function webhookView({ record, delivery }: HistoryRow): Static<typeof HistoryItem>['webhook'] {
  const remarks = [
    delivery?.lastError,
    delivery &&
      isUnsigned(delivery, record) &&
      'sent without a signature: the webhook secret cannot be opened',
  ].filter((one) => typeof one === 'string')
  return {
    url: delivery ? delivery.url : record.webhookUrl,
    state: delivery?.state ?? 'none',
    attempts: delivery?.attempts ?? 0,
    last_status: delivery?.lastStatus ?? null,
    last_error: remarks.join('; ') || null,
    next_attempt_at: timeOf(delivery?.nextAttemptAt),
  }
}
