import { type AnyElysia, Elysia } from 'elysia'
import { isObject, readJson } from '../forms/json'
import { firstCarrier, submitter } from './auth'
import type { Context } from './context'
import { callerOf, type RateLimiter } from './rate-limit'
import { receive, requireJson } from './receive'

/** `POST /mcp`: tools for agents (Model Context Protocol), whose calls ask the routes of `app` as their caller. */
export function mcpRoutes(ctx: Context, limiter: RateLimiter, app: AnyElysia) {
  let handler: ReturnType<typeof load> | undefined
  // With the protocol's library, which no other request needs.
  const load = async () => {
    const { asCaller, mcpOverHttp } = await import('../mcp/server')
    const apiOf = (request: Request) => {
      const { origin } = new URL(request.url)
      const repeat = request.headers.get('idempotency-key')
      const ask = asCaller(firstCarrier(request), async (path, init) => {
        const inner = new Request(origin + path, init)
        if (repeat !== null) inner.headers.set('idempotency-key', repeat)
        return app.handle(inner)
      })
      return { origin: ctx.config.PUBLIC_BASE_URL ?? origin, ask }
    }
    return mcpOverHttp(apiOf, ctx.config.version)
  }
  return new Elysia({ detail: { hide: true } }).post(
    '/mcp',
    async ({ request }) => {
      const parsedBody = await messageOf(ctx, limiter, request)
      if (parsedBody === undefined) return unreadable()
      handler ??= load()
      return (await handler).fetch(request, { parsedBody })
    },
    { parse: 'none' },
  )
}

/** Of a caller who may ask, by the same checks as for any work. @throws Problem */
async function messageOf(
  ctx: Context,
  limiter: RateLimiter,
  request: Request,
): Promise<object | undefined> {
  const principal = await submitter(ctx, request)
  // What a call submits is counted once more, as work.
  await limiter.take(principal, 'history')
  requireJson(request, false)
  const limits = { limit: ctx.config.MAX_JSON_BYTES, caller: callerOf(principal) }
  await using received = await receive(ctx, request, limits)
  const { body } = received
  const message = readJson('file' in body ? await Bun.file(body.file).bytes() : body)
  return isObject(message) ? message : undefined
}

/** Batches went from the protocol; one of them could ask for a hundred times its size. */
function unreadable(): Response {
  const message = 'The body must be one JSON-RPC message, no batch, nested at most 64 levels.'
  const error = { code: -32700, message }
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 400 })
}
