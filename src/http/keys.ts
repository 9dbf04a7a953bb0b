import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Problem } from '../errors'
import { parseJson } from '../intake/json'
import { bodyChecker } from '../intake/schema'
import { isoTime } from '../store/ids'
import { type KeyChange, type KeyRow, keyText } from '../store/keys'
import { requireAdmin } from './auth'
import type { Context } from './context'
import { readSmall, requireJson } from './receive'

/** Of a body of the admin: a name, numbers and an address. */
const MOST_BYTES = 16_384

const quota = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The body of `POST /api/admin/keys`. */
export const NewKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, notBlank: true }),
    quota: Type.Optional(quota),
    webhook_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2048, address: 'webhook' })),
    webhook_secret: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  },
  { additionalProperties: false },
)

/** The body of `PATCH /api/admin/keys/{key}`: what is absent or null stays, `""` removes. */
export const KeyChangeBody = Type.Object(
  {
    quota_remaining: Type.Optional(quota),
    quota_total: Type.Optional(quota),
    unlimited: Type.Optional(Type.Boolean()),
    active: Type.Optional(Type.Boolean()),
    webhook_url: Type.Optional(Type.String({ maxLength: 2048, address: 'webhook' })),
    webhook_secret: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { additionalProperties: false },
)

/** `POST /api/admin/keys`: makes a key; 201 with the record. */
export function createKeyRoute(ctx: Context) {
  const read = adminBody(ctx, NewKeyBody)
  return async (request: Request): Promise<Response> => {
    const body = await read(request)
    const row = await ctx.store.createKey({
      name: body.name,
      quota: body.quota ?? null,
      webhookUrl: body.webhook_url ?? null,
      webhookSecret: body.webhook_secret ?? null,
    })
    return Response.json(keyView(ctx, row), { status: 201 })
  }
}

/** `GET /api/admin/keys`: every key, newest first. */
export async function getKeys(ctx: Context, request: Request): Promise<Response> {
  requireAdmin(ctx, request)
  const rows = await ctx.store.listKeys()
  return Response.json(rows.map((row) => keyView(ctx, row)))
}

/** `GET /api/admin/keys/{key}`: one key with its newest thousand submissions. */
export async function getKey(ctx: Context, request: Request, token: string): Promise<Response> {
  requireAdmin(ctx, request)
  const row = await keyOf(ctx, token)
  const usage = await ctx.store.listUsage(row.id)
  return Response.json({
    ...keyView(ctx, row),
    // A submission is counted and logged in one transaction.
    usage_total: row.totalUsed,
    usage_log: usage.map(({ id, recordId, endpoint, createdAt }) => ({
      id,
      task_id: recordId,
      endpoint,
      created_at: isoTime(createdAt),
    })),
  })
}

/** `PATCH /api/admin/keys/{key}` */
export function changeKeyRoute(ctx: Context) {
  const read = adminBody(ctx, KeyChangeBody)
  return async (request: Request, token: string): Promise<Response> => {
    requireAdmin(ctx, request)
    const key = await keyOf(ctx, token)
    const body = await read(request)
    const quotas = [body.quota_remaining, body.quota_total].filter((one) => typeof one === 'number')
    if (body.unlimited && quotas.length > 0)
      throw new Problem(422, 'unlimited: must not stand beside quota_remaining or quota_total')
    const row = await ctx.store.changeKey(key.id, {
      ...(body.unlimited && { unlimited: true }),
      ...present('quotaRemaining', body.quota_remaining),
      ...present('quotaTotal', body.quota_total),
      ...present('active', body.active),
      ...present('webhookUrl', body.webhook_url),
      ...present('webhookSecret', body.webhook_secret),
    })
    if (!row) throw keyNotFound()
    return Response.json(keyView(ctx, row))
  }
}

/** `DELETE /api/admin/keys/{key}`: the key and its usage log; 204. */
export async function deleteKey(ctx: Context, request: Request, token: string): Promise<Response> {
  requireAdmin(ctx, request)
  const row = await keyOf(ctx, token)
  await ctx.store.deleteKey(row.id)
  return new Response(null, { status: 204 })
}

/** Reads and checks a body of the admin: 401 before 413 and 415, those before 422. */
function adminBody<Schema extends TSchema>(ctx: Context, schema: Schema) {
  const check = bodyChecker(schema, { ...ctx, nullIsAbsent: true })
  return async (request: Request): Promise<Partial<Static<Schema>> & Static<Schema>> => {
    requireAdmin(ctx, request)
    requireJson(request)
    return check(parseJson(await readSmall(request, MOST_BYTES))) as Static<Schema>
  }
}

async function keyOf({ store }: Context, token: string): Promise<KeyRow> {
  const row = await store.findShownKey(token)
  if (!row) throw keyNotFound()
  return row
}

function keyNotFound(): Problem {
  return new Problem(404, 'API key not found')
}

/** A field of the change, when the body has it; an empty string removes what is stored. */
function present<Value>(name: keyof KeyChange, value: Value | null | undefined): KeyChange {
  if (value === null || value === undefined) return {}
  return { [name]: value === '' ? null : value }
}

/** A key as the admin sees it: in full, its webhook secret never. */
function keyView({ store }: Context, row: KeyRow) {
  return {
    key: keyText(store.secrets, row),
    name: row.name,
    quota_remaining: row.quotaRemaining,
    quota_total: row.quotaTotal,
    total_used: row.totalUsed,
    active: row.active,
    created_at: isoTime(row.createdAt),
    webhook_url: row.webhookUrl,
  }
}
