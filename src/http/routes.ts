import { type AnyElysia, Elysia } from 'elysia'
import { problems } from '../errors'
import { newId } from '../store/ids'
import { sessionRoutes } from './admin-session'
import { artifactRoutes } from './artifacts'
import { atOnceRoutes } from './at-once'
import type { Context } from './context'
import { Cors } from './cors'
import { notFoundPage, pages } from './docs'
import { documentRoutes } from './documents'
import { eventRoutes } from './events'
import { historyRoutes } from './history'
import { jobRoutes } from './jobs'
import { keyRoutes } from './keys'
import { loggable } from './loggable'
import { mcpRoutes } from './mcp'
import { metricRoutes, RequestCounter } from './metrics'
import { openApi } from './openapi'
import { ownHistoryRoutes } from './own-history'
import { pdfPageRoutes } from './pdf-pages'
import { pluginRoutes } from './plugin-routes'
import { asProblem, problemResponse, type Service } from './problem'
import type { RateLimiter } from './rate-limit'
import { ARRIVAL_MS } from './receive'
import { serviceRoutes } from './service'
import { statusRoutes } from './status'
import { taskRoutes } from './tasks'
import { uploadRoutes } from './uploads'

/** Above every route's own limit: bodies are bounded where they are read, after authentication. */
const MAX_BODY_BYTES = 1_000_000_000
/** Above the heartbeat of the event streams. */
const IDLE_SECONDS = 60

/** Every route of the server, on an app that does not listen yet. */
export function createRoutes(ctx: Context, limiter: RateLimiter): AnyElysia {
  const { app, requests } = createBase(ctx)
  // What a newcomer to the document looks for comes first.
  for (const plugin of ctx.registry.list()) app.use(pluginRoutes(ctx, plugin, limiter))
  app.use(serviceRoutes(ctx))
  app.use(metricRoutes(ctx, requests))
  app.use(jobRoutes(ctx))
  app.use(ownHistoryRoutes(ctx, limiter))
  app.use(eventRoutes(ctx))
  app.use(artifactRoutes(ctx))
  app.use(uploadRoutes(ctx, limiter))
  app.use(pdfPageRoutes(ctx, limiter))
  app.use(atOnceRoutes(ctx, limiter))
  app.use(taskRoutes(ctx))
  app.use(documentRoutes(ctx))
  app.use(sessionRoutes(ctx))
  app.use(keyRoutes(ctx))
  app.use(historyRoutes(ctx))
  app.use(statusRoutes(ctx))
  app.use(mcpRoutes(ctx, limiter, app))
  app.use(openApi(app, ctx.config))
  app.use(pages())
  refuseOtherMethods(app)
  return app
}

/** What a server says of itself that only works. */
export function createOwnRoutes(ctx: Context): AnyElysia {
  const { app, requests } = createBase(ctx)
  for (const routes of [serviceRoutes(ctx), metricRoutes(ctx, requests), statusRoutes(ctx)])
    app.use(routes)
  refuseOtherMethods(app)
  return app
}

function createBase(ctx: Context) {
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
  logRequests(ctx, app, requests)
  app.onError({ as: 'global' }, ({ error, code, request, route }) => {
    const reason = code === 'NOT_FOUND' ? problems.routeNotFound() : error
    const tags: string[] = app.routes.find(({ path }) => path === route)?.hooks.detail?.tags ?? []
    const service = tags.some((tag) => /^(Tasks|Administration)$/.test(tag)) ? 'task' : 'job'
    return refuse(ctx, request, reason, service)
  })
  return { app, requests }
}

/** A method that a path does not take is 405; `HEAD` is `GET` without the body, by Elysia. */
function refuseOtherMethods(app: AnyElysia): void {
  for (const [path, routes] of Map.groupBy(app.routes, (route) => route.path)) {
    const taken = routes.map(({ method }) => method)
    const methods = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])].sort()
    app.all(
      path,
      () => {
        throw problems.methodNotAllowed(methods)
      },
      { parse: 'none', detail: { hide: true } },
    )
  }
}

/** A browser that opens an address gets a page that says so where there is nothing. */
async function refuse(
  { config, log }: Context,
  request: Request,
  error: unknown,
  service: Service,
): Promise<Response> {
  const problem = asProblem(error)
  if (problem !== error)
    log.error('request failed', {
      url: loggable(request.url),
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  if (problem.status === 404 && request.headers.get('accept')?.includes('text/html'))
    return notFoundPage(problem.sentence, config)
  return problemResponse(problem, service)
}

/** Without a Host, or of an odd one, Bun makes an address without one, which nothing behind here can read. */
function unreadable(request: Request): Response {
  const problem = request.headers.has('host') ? problems.badHost() : problems.hostMissing()
  return problemResponse(problem, 'job')
}

/** What an answer says where it says nothing else: records and keys are nobody else's. */
const PRIVATE = [
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
] as const

/** Every answer carries its request's id; the log line of the request has the same. */
function logRequests({ config, log }: Context, app: AnyElysia, requests: RequestCounter): void {
  const cors = new Cors(config.CORS_ALLOWED_ORIGINS)
  // Around all of Elysia: each hook of its own would be a turn of every request.
  app.wrap((handle, request) => async () => {
    const at = performance.now()
    const { method, url, headers } = request
    // Where a body is still to come, its own limit of time decides and gives an answer.
    if (request.body) app.server?.timeout(request, ARRIVAL_MS / 1000 + IDLE_SECONDS)
    const given = headers.get('x-request-id')
    const id = given !== null && /^[\w.-]{1,64}$/.test(given) ? given : newId()
    const early = URL.canParse(url) ? cors.preflight(request) : unreadable(request)
    const answer = early ?? (await (handle(request) as unknown as Promise<Response>))
    answer.headers.set('x-request-id', id)
    for (const [name, value] of PRIVATE)
      if (!answer.headers.has(name)) answer.headers.set(name, value)
    cors.open(request, answer)
    requests.count(method, answer.status)
    const ms = Math.round(performance.now() - at)
    log.info('request', { request: id, method, url: loggable(url), status: answer.status, ms })
    return answer
  })
}
