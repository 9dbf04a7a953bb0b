import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem, problems } from '../errors'
import { ApiKey, ApiKeyDetail } from '../forms/answers'
import { parseJson } from '../intake/json'
import { bodyChecker } from '../intake/schema'
import { isoTime } from '../store/ids'
import { type KeyChange, type KeyRow, keyText } from '../store/keys'
import { requireAdmin } from './auth'
import type { Context } from './context'
import { readSmall, requireJson } from './receive'
import { ADMIN, BODY, refusals, told } from './told'

/** Of a body of the admin: a name, numbers and an address. */
const MOST_BYTES = 16_384

const quota = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const webhookUrl = (minLength: number) =>
  Type.Optional(
    Type.String({
      minLength,
      maxLength: 2048,
      address: 'webhook',
      description: 'Address that is called when a task of the key has ended.',
    }),
  )
const webhookSecret = (minLength: number) =>
  Type.Optional(
    Type.String({
      minLength,
      maxLength: 1000,
      description: 'Signs the calls (HMAC-SHA256). Never returned.',
    }),
  )

export const NewKeyBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      notBlank: true,
      description: 'Label for people.',
    }),
    quota: Type.Optional({
      ...quota,
      description: 'Submissions that the key may make; left out, there is no limit.',
    }),
    webhook_url: webhookUrl(1),
    webhook_secret: webhookSecret(1),
  },
  { additionalProperties: false, example: { name: 'Lab', quota: 100 } },
)

/** What is absent or null stays, `""` removes. */
export const KeyChangeBody = Type.Object(
  {
    quota_remaining: Type.Optional(quota),
    quota_total: Type.Optional(quota),
    unlimited: Type.Optional(Type.Boolean()),
    active: Type.Optional(Type.Boolean()),
    webhook_url: webhookUrl(0),
    webhook_secret: webhookSecret(0),
  },
  { additionalProperties: false, example: { active: false } },
)

const BOTH = new Problem(422, 'unlimited: must not stand beside quota_remaining or quota_total')
const UNNAMED = new Problem(422, 'name: Field required')

export function keyRoutes(ctx: Context) {
  const create = createKeyRoute(ctx)
  const change = changeKeyRoute(ctx)
  const params = Type.Object({ key: Type.String({ description: 'The full key.' }) })
  const refused = refusals(...ADMIN, problems.keyNotFound())
  return new Elysia({ detail: { tags: ['Administration'], security: [{ adminKey: [] }] } })
    .post(
      '/api/admin/keys',
      ({ request }) => create(request),
      told({
        body: NewKeyBody,
        response: { 201: ApiKey, ...refusals(...ADMIN, ...BODY, UNNAMED) },
        detail: { operationId: 'createKey', summary: 'Makes an API key' },
      }),
    )
    .get(
      '/api/admin/keys',
      ({ request }) => getKeys(ctx, request),
      told({
        response: { 200: Type.Array(ApiKey, { description: 'The keys.' }), ...refusals(...ADMIN) },
        detail: { operationId: 'listKeys', summary: 'Every API key, newest first' },
      }),
    )
    .get(
      '/api/admin/keys/:key',
      ({ request, params }) => getKey(ctx, request, params.key),
      told({
        params,
        response: { 200: ApiKeyDetail, ...refused },
        detail: { operationId: 'getKey', summary: 'An API key with its newest submissions' },
      }),
    )
    .patch(
      '/api/admin/keys/:key',
      ({ request, params }) => change(request, params.key),
      told({
        params,
        body: KeyChangeBody,
        response: { 200: ApiKey, ...refusals(...ADMIN, ...BODY, problems.keyNotFound(), BOTH) },
        detail: {
          operationId: 'changeKey',
          summary: 'Changes quota, state or webhook of an API key',
          description: 'What is left out stays; an empty string removes a webhook field.',
        },
      }),
    )
    .delete(
      '/api/admin/keys/:key',
      ({ request, params }) => deleteKey(ctx, request, params.key),
      told({
        params,
        response: { 204: Type.Void({ description: 'Removed.' }), ...refused },
        detail: {
          operationId: 'deleteKey',
          summary: 'Removes an API key and its usage log for good',
        },
      }),
    )
}

function createKeyRoute(ctx: Context) {
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

async function getKeys(ctx: Context, request: Request): Promise<Response> {
  requireAdmin(ctx, request)
  const rows = await ctx.store.listKeys()
  return Response.json(rows.map((row) => keyView(ctx, row)))
}

async function getKey(ctx: Context, request: Request, token: string): Promise<Response> {
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

function changeKeyRoute(ctx: Context) {
  const read = adminBody(ctx, KeyChangeBody)
  return async (request: Request, token: string): Promise<Response> => {
    requireAdmin(ctx, request)
    const key = await keyOf(ctx, token)
    const body = await read(request)
    const quotas = [body.quota_remaining, body.quota_total].filter((one) => typeof one === 'number')
    if (body.unlimited && quotas.length > 0) throw BOTH
    const row = await ctx.store.changeKey(key.id, {
      ...(body.unlimited && { unlimited: true }),
      ...present('quotaRemaining', body.quota_remaining),
      ...present('quotaTotal', body.quota_total),
      ...present('active', body.active),
      ...present('webhookUrl', body.webhook_url),
      ...present('webhookSecret', body.webhook_secret),
    })
    if (!row) throw problems.keyNotFound()
    return Response.json(keyView(ctx, row))
  }
}

async function deleteKey(ctx: Context, request: Request, token: string): Promise<Response> {
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
  if (!row) throw problems.keyNotFound()
  return row
}

/** A field of the change, when the body has it; an empty string removes what is stored. */
function present<Value>(name: keyof KeyChange, value: Value | null | undefined): KeyChange {
  if (value === null || value === undefined) return {}
  return { [name]: value === '' ? null : value }
}

/** A key as the admin sees it: in full, its webhook secret never. */
function keyView({ store }: Context, row: KeyRow): Static<typeof ApiKey> {
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
