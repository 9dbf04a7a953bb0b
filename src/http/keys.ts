import { Type } from '@sinclair/typebox'
import { isoTime } from '../store/ids'
import type { KeyRow } from '../store/keys'
import { requireAdmin } from './auth'
import { readBody, requireJson } from './body'
import type { Context } from './context'
import { parseJson } from './json'
import { bodyChecker } from './validate'

/** The body of `POST /api/admin/keys`. */
export const NewKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, notBlank: true }),
    quota: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    webhook_url: Type.Optional(Type.String({ minLength: 1, maxLength: 2048, address: 'webhook' })),
    webhook_secret: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  },
  { additionalProperties: false },
)

/** `POST /api/admin/keys`: makes a key; 201 with the record. */
export function createKeyRoute(ctx: Context) {
  const check = bodyChecker(NewKeyBody, { ...ctx, nullIsAbsent: true })
  return async (request: Request): Promise<Response> => {
    requireAdmin(ctx, request)
    requireJson(request)
    const body = check(parseJson(await readBody(request, ctx.config.MAX_JSON_BYTES)))
    const row = await ctx.store.createKey({
      name: body.name as string,
      quota: body.quota as number | null,
      webhookUrl: body.webhook_url as string | null,
      webhookSecret: body.webhook_secret as string | null,
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

/** A key as the admin sees it: in full, its webhook secret never. */
function keyView({ store }: Context, row: KeyRow) {
  return {
    key: store.secrets.open(row.sealed),
    name: row.name,
    quota_remaining: row.quotaRemaining,
    quota_total: row.quotaTotal,
    total_used: row.totalUsed,
    active: row.active,
    created_at: isoTime(row.createdAt),
    webhook_url: row.webhookUrl,
  }
}
