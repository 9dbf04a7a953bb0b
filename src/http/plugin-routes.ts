import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem, problems } from '../errors'
import { JobAccepted, TaskAccepted, ValidationProblem } from '../forms/answers'
import { exampleOf } from '../host/example'
import { bodyChecker } from '../intake/schema'
import type { Plugin, PluginRoute } from '../plugin'
import { jobPrincipal, jobSecurity, taskPrincipal } from './auth'
import type { Context } from './context'
import { CALLER, operation, WORK } from './operation'
import { readQuery } from './query'
import type { RateLimiter } from './rate-limit'
import { MAX_IDEMPOTENCY_KEY, submitRoute } from './submit'

const IdempotencyKey = Type.String({
  maxLength: MAX_IDEMPOTENCY_KEY,
  description: 'Of the same key and body the answer is the same for 24 hours, and costs once.',
})

const Prefer = Type.String({
  examples: ['candidates=3'],
  description:
    'Figures to choose from, 1 to 4, where a model plans: `candidates/1/final.svg` is the best. The answer says `Preference-Applied`.',
})

/** A task is refused in one sentence, a job fault by fault. */
const UNREAD = new Problem(422, 'caption: Field required')
const UNKNOWN = new Problem(404, 'source_task_ids: no task 01a1f8a1444977bc8811dbef834d94f1')

/** One plugin's declaration as an Elysia plugin: its POST and its own GET routes. */
export function pluginRoutes(ctx: Context, plugin: Plugin, limiter: RateLimiter) {
  const { path, service, routes = [] } = plugin
  const job = service === 'job'
  const submit = submitRoute(ctx, plugin, limiter)
  const app = new Elysia({
    detail: {
      tags: [job ? 'Jobs' : 'Tasks'],
      security: job ? jobSecurity(ctx.config) : [{ apiKey: [] }],
    },
  }).post(path, ({ request }) => submit(request), submission(plugin))
  for (const route of routes) {
    const read = pluginRead(ctx, plugin, route)
    app.get(path + route.path, ({ request }) => read(request), reading(plugin, route))
  }
  return app
}

function submission(plugin: Plugin) {
  const { id, summary, service, accept, body } = plugin
  const job = service === 'job'
  return operation(`submit${camel(id)}`, summary, {
    headers: Type.Object({
      'Idempotency-Key': Type.Optional(IdempotencyKey),
      ...(plugin.candidates && { Prefer: Type.Optional(Prefer) }),
    }),
    body: { ...body, $id: `${camel(id)}Request`, example: exampleOf(plugin) },
    answers: job ? { 200: JobAccepted, 422: ValidationProblem } : { 202: TaskAccepted },
    refused: [...WORK, ...(job ? [] : [UNREAD]), ...(accept ? [UNKNOWN] : [])],
    description: job
      ? 'Answers at once; follow the job with `GET /api/events/{job_id}`.'
      : 'Answers at once; poll `GET /api/tasks/{task_id}` or name a `webhook_url`.',
  })
}

function reading({ id, service }: Plugin, { name, summary, query, response }: PluginRoute) {
  const job = service === 'job'
  return operation(`get${camel(id)}${camel(name)}`, summary, {
    ...(query && { query }),
    answer: { ...(response ?? Type.Unknown()), description: 'The answer.' },
    ...(query && job && { answers: { 422: ValidationProblem } }),
    refused: [...CALLER, ...(query && !job ? [UNREAD] : []), problems.internal()],
  })
}

/** Authenticates, checks the query, answers the route's JSON. */
function pluginRead(ctx: Context, { service }: Plugin, { query, get }: PluginRoute) {
  const { refuseAddress } = ctx
  const check = query && bodyChecker(query, { place: 'query', nullIsAbsent: false, refuseAddress })
  return async (request: Request): Promise<Response> => {
    await (service === 'job' ? jobPrincipal(ctx, request) : taskPrincipal(ctx, request))
    const asked = query && check?.(readQuery(new URL(request.url), query))
    return Response.json((await get(asked ?? {})) ?? null)
  }
}

/** `image-to-svg` as `ImageToSvg`. */
function camel(id: string): string {
  return id.replace(/(^|-)[a-z0-9]/g, (start) => start.slice(-1).toUpperCase())
}
