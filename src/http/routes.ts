import { type AnyElysia, Elysia } from 'elysia'
import { problems } from '../errors'
import { mountPlugin } from '../host/mount'
import { newId } from '../store/ids'
import { getArtifact } from './artifacts'
import type { Context } from './context'
import { pages } from './docs'
import { getEvents } from './events'
import { getHistory, getHistoryItem, redeliver } from './history'
import { cancelJob, getJob } from './jobs'
import { changeKeyRoute, createKeyRoute, deleteKey, getKey, getKeys } from './keys'
import { loggable } from './loggable'
import { getMetrics, RequestCounter } from './metrics'
import { pluginRoute } from './plugin-routes'
import { asProblem, problemResponse, type Service } from './problem'
import type { RateLimiter } from './rate-limit'
import { ARRIVAL_MS } from './receive'
import { getConfig, getHealthz, refuseRoute } from './service'
import { submitRoute } from './submit'
import { cancelTask, getTask, getTaskImage } from './tasks'
import { getUpload, uploadRoute } from './uploads'

/** Above every route's own limit: bodies are bounded where they are read, after authentication. */
const MAX_BODY_BYTES = 1_000_000_000
/** Above the heartbeat of the event streams. */
const IDLE_SECONDS = 60

/** Every route of the server, on an app that does not listen yet. */
export function createRoutes(ctx: Context, limiter: RateLimiter): AnyElysia {
  const app: AnyElysia = new Elysia({
    normalize: false,
    serve: {
      maxRequestBodySize: MAX_BODY_BYTES,
      idleTimeout: IDLE_SECONDS,
      // Elysia would share the port with whatever listens there already.
      reusePort: false,
      // Bun's page for what even `onError` cannot answer would show the program's sources.
      development: false,
    },
  })
  const requests = new RequestCounter()
  const answered = logRequests(ctx, app, requests)
  app.onError({ as: 'global' }, async ({ error, code, request }) =>
    answered(
      request,
      code === 'NOT_FOUND' ? await unmatched(ctx, app, request) : refuse(ctx, request, error),
    ),
  )
  app.get('/healthz', () => getHealthz(ctx))
  app.get('/metrics', () => getMetrics(ctx, requests))
  app.get('/api/config', () => getConfig(ctx))
  app.get('/api/jobs/:id', ({ request, params }) => getJob(ctx, request, params.id))
  app.post('/api/jobs/:id/cancel', ({ request, params }) => cancelJob(ctx, request, params.id), {
    parse: 'none',
  })
  app.get('/api/events/:id', ({ request, params }) => getEvents(ctx, request, params.id))
  app.get('/api/artifacts/:id/*', ({ request, params }) =>
    getArtifact(ctx, request, params.id, params['*']),
  )
  const upload = uploadRoute(ctx, limiter)
  app.post('/api/upload', ({ request }) => upload(request), { parse: 'none' })
  app.get('/api/uploads/:name', ({ request, params }) => getUpload(ctx, request, params.name))
  taskRoutes(ctx, app)
  adminRoutes(ctx, app)
  for (const plugin of ctx.registry.list())
    app.use(
      mountPlugin(plugin, {
        submit: submitRoute(ctx, plugin, limiter),
        get: (route) => pluginRoute(ctx, plugin, route),
      }),
    )
  app.use(pages(ctx, () => app.routes))
  return app
}

function taskRoutes(ctx: Context, app: AnyElysia): void {
  app.get('/api/health', () => Response.json({ status: 'ok', version: ctx.config.version }))
  app.get('/api/tasks/:id', ({ request, params }) => getTask(ctx, request, params.id))
  app.get('/api/tasks/:id/image', ({ request, params }) => getTaskImage(ctx, request, params.id))
  app.post('/api/tasks/:id/cancel', ({ request, params }) => cancelTask(ctx, request, params.id), {
    parse: 'none',
  })
}

function adminRoutes(ctx: Context, app: AnyElysia): void {
  const createKey = createKeyRoute(ctx)
  const changeKey = changeKeyRoute(ctx)
  app.post('/api/admin/keys', ({ request }) => createKey(request), { parse: 'none' })
  app.get('/api/admin/keys', ({ request }) => getKeys(ctx, request))
  app.get('/api/admin/keys/:key', ({ request, params }) => getKey(ctx, request, params.key))
  app.patch('/api/admin/keys/:key', ({ request, params }) => changeKey(request, params.key), {
    parse: 'none',
  })
  app.delete('/api/admin/keys/:key', ({ request, params }) => deleteKey(ctx, request, params.key))
  app.get('/api/admin/history', ({ request }) => getHistory(ctx, request))
  app.get('/api/admin/history/:id', ({ request, params }) =>
    getHistoryItem(ctx, request, params.id),
  )
  app.post(
    '/api/admin/history/:id/redeliver',
    ({ request, params }) => redeliver(ctx, request, params.id),
    { parse: 'none' },
  )
}

/** `HEAD` is `GET` without the body; any other method that a path does not take is 405. */
async function unmatched(ctx: Context, app: AnyElysia, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const routes = app.routes.map(({ method, path }) => ({ method, path }))
  try {
    if (request.method !== 'HEAD') return refuseRoute(routes, pathname)
    const answer = await app.handle(new Request(request, { method: 'GET' }))
    await answer.body?.cancel()
    return new Response(null, { status: answer.status, headers: answer.headers })
  } catch (error) {
    return problemResponse(asProblem(error), serviceOf(ctx, pathname))
  }
}

function refuse(ctx: Context, request: Request, error: unknown): Response {
  const problem = asProblem(error)
  if (problem.status === problems.internal().status)
    ctx.log.error('request failed', {
      url: loggable(request.url),
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  return problemResponse(problem, serviceOf(ctx, new URL(request.url).pathname))
}

const TASK_PATHS = /^\/api\/(health|tasks|admin)(\/|$)/

function serviceOf({ registry }: Context, pathname: string): Service {
  const plugin = registry
    .list()
    .find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return plugin?.service ?? (TASK_PATHS.test(pathname) ? 'task' : 'job')
}

/** What an answer says where it says nothing else: records and keys are nobody else's. */
const PRIVATE = [
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
] as const

/** Every answer carries its request's id; the log line of the request has the same. */
function logRequests({ log }: Context, app: AnyElysia, requests: RequestCounter) {
  const seen = new WeakMap<Request, { id: string; at: number }>()
  app.onRequest(({ request, server }) => {
    // Where a body is still to come, its own limit of time decides and gives an answer.
    if (request.body) server?.timeout(request, ARRIVAL_MS / 1000 + IDLE_SECONDS)
    const given = request.headers.get('x-request-id') ?? ''
    const id = /^[\w.-]{1,64}$/.test(given) ? given : newId()
    seen.set(request, { id, at: performance.now() })
    if (URL.canParse(request.url)) return undefined
    // Without a Host, or of an odd one, Bun makes an address without one, which nothing behind here can read.
    const problem = request.headers.has('host') ? problems.badHost() : problems.hostMissing()
    return answered(request, problemResponse(problem, 'job'))
  })
  const answered = (request: Request, answer: Response): Response => {
    const { id, at } = seen.get(request) ?? {}
    // Elysia passes the answer to some errors through here a second time.
    if (id === undefined || at === undefined || !seen.delete(request)) return answer
    // For headers in `set` Elysia would copy every answer.
    answer.headers.set('x-request-id', id)
    for (const [name, value] of PRIVATE)
      if (!answer.headers.has(name)) answer.headers.set(name, value)
    requests.count(request.method, answer.status)
    log.info('request', {
      request: id,
      method: request.method,
      url: loggable(request.url),
      status: answer.status,
      ms: Math.round(performance.now() - at),
    })
    return answer
  }
  app.mapResponse({ as: 'global' }, ({ request, responseValue: answer }) => {
    if (answer instanceof Response) answered(request, answer)
  })
  return answered
}
