import { Problem } from '../errors'
import type { HistoryFilter, HistoryRow } from '../store/history'
import { isoTime } from '../store/ids'
import { keyText } from '../store/keys'
import { lossesOf } from '../store/moves'
import { isUnsigned } from '../store/outbox'
import type { State } from '../store/states'
import { requireAdmin } from './auth'
import type { Context } from './context'

const STATES: readonly string[] = ['pending', 'running', 'completed', 'failed'] satisfies State[]
const MAX_SIZE = 100

/** `GET /api/admin/history?page=1&size=20&endpoint=&status=&api_key=` */
export async function getHistory(ctx: Context, request: Request): Promise<Response> {
  requireAdmin(ctx, request)
  const query = new URL(request.url).searchParams
  const page = integerOf(query, 'page', 1, Number.MAX_SAFE_INTEGER / MAX_SIZE)
  const size = integerOf(query, 'size', 20, MAX_SIZE)
  const filter = await filterOf(ctx, query)
  const { items, total } = filter
    ? await ctx.store.listHistory(filter, page, size)
    : { items: [], total: 0 }
  return Response.json({
    items: items.map((row) => itemView(ctx, row)),
    total,
    page,
    size,
    pages: Math.ceil(total / size),
  })
}

/** `GET /api/admin/history/{id}`: the full row with its input; a PDF as `{file, bytes, sha256}`. */
export async function getHistoryItem(
  ctx: Context,
  request: Request,
  id: string,
): Promise<Response> {
  requireAdmin(ctx, request)
  const row = await ctx.store.findHistory(id)
  if (!row) throw new Problem(404, 'Record not found')
  const { record } = row
  return Response.json({
    ...itemView(ctx, row),
    diagram_type: record.diagramType,
    description: record.description,
    warnings: JSON.parse(record.warnings),
    attempt: record.attempt,
    lost: lossesOf(record).length,
    progress: record.progress === null ? null : JSON.parse(record.progress),
    input: JSON.parse(record.input),
    artifacts: (await ctx.store.listArtifacts(id)).map(({ path, kind, size, sha256 }) => ({
      path,
      kind,
      size,
      sha256,
      url: `/api/artifacts/${id}/${path}`,
    })),
  })
}

/** `POST /api/admin/history/{id}/redeliver`: sends the webhook again, from the first attempt. */
export async function redeliver(ctx: Context, request: Request, id: string): Promise<Response> {
  requireAdmin(ctx, request)
  if (!(await ctx.store.redeliver(id))) throw new Problem(404, 'This record has no webhook.')
  void ctx.deliverWebhooks()
  const row = await ctx.store.findHistory(id)
  if (!row) throw new Problem(404, 'Record not found')
  return Response.json(itemView(ctx, row))
}

/** Undefined: a key that does not exist, so nothing matches. */
async function filterOf(
  { store }: Context,
  query: URLSearchParams,
): Promise<HistoryFilter | undefined> {
  const endpoint = query.get('endpoint') || undefined
  const status = query.get('status') || undefined
  const token = query.get('api_key') || undefined
  if (status !== undefined && !STATES.includes(status))
    throw new Problem(422, `status: must be one of ${STATES.join(', ')}`)
  const key = token === undefined ? undefined : await store.findShownKey(token)
  if (token !== undefined && !key) return undefined
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(status !== undefined && { status: status as State }),
    ...(key && { keyId: key.id }),
  }
}

function integerOf(query: URLSearchParams, name: string, standard: number, most: number): number {
  const text = query.get(name) || String(standard)
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most)
    throw new Problem(422, `${name}: must be an integer from 1 to ${Math.floor(most)}`)
  return value
}

function itemView(ctx: Context, row: HistoryRow) {
  const { record } = row
  const { startedAt, finishedAt } = record
  return {
    task_id: record.id,
    endpoint: record.endpoint,
    workflow: record.workflow,
    ...callerView(ctx, row),
    status: record.status,
    created_at: isoTime(record.createdAt),
    started_at: startedAt === null ? null : isoTime(startedAt),
    completed_at: finishedAt === null ? null : isoTime(finishedAt),
    duration_ms: startedAt === null || finishedAt === null ? null : finishedAt - startedAt,
    error: record.error,
    cost_usd: record.costUsd,
    webhook: webhookView(row),
  }
}

/** Who submitted; of a key that is gone nothing is known any more. */
function callerView({ store }: Context, { record, key }: HistoryRow) {
  if (record.keyId === null) return { key_name: 'anonymous', api_key: '' }
  if (!key) return { key_name: null, api_key: null }
  return { key_name: key.name, api_key: masked(keyText(store.secrets, key)) }
}

/** Enough of a key to know it again, not to use it. */
function masked(key: string): string {
  return key.startsWith('burin_') ? `${key.slice(0, 10)}...${key.slice(-4)}` : key
}

function webhookView({ record, delivery }: HistoryRow) {
  if (!delivery)
    return {
      url: record.webhookUrl,
      state: 'none',
      attempts: 0,
      last_status: null,
      last_error: null,
      next_attempt_at: null,
    }
  const remarks = [
    delivery.lastError,
    isUnsigned(delivery, record) && 'sent without a signature: the webhook secret cannot be opened',
  ].filter((one) => typeof one === 'string')
  return {
    url: delivery.url,
    state: delivery.state,
    attempts: delivery.attempts,
    last_status: delivery.lastStatus,
    last_error: remarks.join('; ') || null,
    next_attempt_at: delivery.nextAttemptAt ? isoTime(delivery.nextAttemptAt) : null,
  }
}
