import { type Static, Type } from '@sinclair/typebox'
import { Problem, problems } from '../errors'
import { ApiKey, ApiKeyDetail } from '../forms/answers'
import { isoTime } from '../store/ids'
import { type KeyRow, keyText } from '../store/keys'
import { adminOnly } from './auth'
import type { Context } from './context'
import { ADMIN, BODY, operation } from './operation'
import { formReader } from './receive'

const quota = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** A form sends `""` for what is left empty. */
const webhook = {
  webhook_url: Type.Optional(
    Type.String({
      maxLength: 2048,
      address: 'webhook',
      description: 'Address that is called when a task of the key has ended.',
    }),
  ),
  webhook_secret: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Signs the calls. Never returned.' }),
  ),
}

export const NewKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, notBlank: true, description: 'A label.' }),
    quota: Type.Optional({ ...quota, description: 'Submissions in all; left out: no limit.' }),
    ...webhook,
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
    ...webhook,
  },
  { additionalProperties: false, example: { active: false } },
)

const BOTH = new Problem(422, 'unlimited: must not stand beside quota_remaining or quota_total')
const UNNAMED = new Problem(422, 'name: Field required')

export function keyRoutes(ctx: Context) {
  const readNew = formReader(ctx, NewKeyBody)
  const readChange = formReader(ctx, KeyChangeBody)
  const params = Type.Object({ key: Type.String({ description: 'The full key, or its `id`.' }) })
  const refused = [...ADMIN, problems.keyNotFound()]
  return adminOnly(ctx)
    .post(
      '/api/admin/keys',
      async ({ request }) => createKey(ctx, await readNew(request)),
      operation('createKey', 'Makes an API key', {
        body: NewKeyBody,
        answers: { 201: ApiKey },
        refused: [...ADMIN, ...BODY, UNNAMED],
      }),
    )
    .get(
      '/api/admin/keys',
      async () => Response.json((await ctx.store.listKeys()).map((row) => keyView(ctx, row))),
      operation('listKeys', 'Every API key, newest first', {
        answer: Type.Array(ApiKey, { description: 'The keys.' }),
        refused: [...ADMIN],
      }),
    )
    .get(
      '/api/admin/keys/:key',
      ({ params }) => getKey(ctx, params.key),
      operation('getKey', 'An API key with its newest submissions', {
        params,
        answer: ApiKeyDetail,
        refused,
      }),
    )
    .patch(
      '/api/admin/keys/:key',
      async ({ request, params }) => {
        const { id } = await keyOf(ctx, params.key)
        return changeKey(ctx, id, await readChange(request))
      },
      operation('changeKey', 'Changes quota, state or webhook of an API key', {
        params,
        body: KeyChangeBody,
        answer: ApiKey,
        refused: [...ADMIN, ...BODY, problems.keyNotFound(), BOTH],
        description: 'What is left out stays; an empty string removes a webhook field.',
      }),
    )
    .delete(
      '/api/admin/keys/:key',
      async ({ params }) => {
        await ctx.store.deleteKey((await keyOf(ctx, params.key)).id)
        return new Response(null, { status: 204 })
      },
      operation('deleteKey', 'Removes an API key and its usage log for good', {
        params,
        answers: { 204: Type.Void({ description: 'Removed.' }) },
        refused,
      }),
    )
}

type NewKey = Static<typeof NewKeyBody>
type Change = Static<typeof KeyChangeBody>

async function createKey(ctx: Context, body: NewKey): Promise<Response> {
  const row = await ctx.store.createKey({
    name: body.name,
    quota: body.quota ?? null,
    webhookUrl: body.webhook_url || null,
    webhookSecret: body.webhook_secret || null,
  })
  return Response.json(keyView(ctx, row), { status: 201 })
}

async function getKey(ctx: Context, token: string): Promise<Response> {
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

async function changeKey(ctx: Context, id: number, body: Change): Promise<Response> {
  const quotas = [body.quota_remaining, body.quota_total].filter((one) => typeof one === 'number')
  if (body.unlimited && quotas.length > 0) throw BOTH
  const given = Object.entries({
    unlimited: body.unlimited || undefined,
    quotaRemaining: body.quota_remaining,
    quotaTotal: body.quota_total,
    active: body.active,
    webhookUrl: body.webhook_url,
    webhookSecret: body.webhook_secret,
  }).flatMap(([name, value]) => (value == null ? [] : [[name, value === '' ? null : value]]))
  const row = await ctx.store.changeKey(id, Object.fromEntries(given))
  if (!row) throw problems.keyNotFound()
  return Response.json(keyView(ctx, row))
}

async function keyOf({ store }: Context, token: string): Promise<KeyRow> {
  const row = await store.findShownKey(token)
  if (!row) throw problems.keyNotFound()
  return row
}

/** A key as the admin sees it: in full, its webhook secret never. */
function keyView({ store }: Context, row: KeyRow): Static<typeof ApiKey> {
  return {
    id: row.id,
    key: keyText(store.secrets, row),
    name: row.name,
    quota_remaining: row.quotaRemaining,
    quota_total: row.quotaTotal,
    total_used: row.totalUsed,
    active: row.active,
    created_at: isoTime(row.createdAt),
    webhook_url: row.webhookUrl,
    has_webhook_secret: row.webhookSecret !== null,
  }
}
