import { Elysia } from 'elysia'
import { Problem, problems } from '../errors'
import { CheckedDrawing, ValidationProblem } from '../forms/answers'
import { EditPreview } from '../forms/edit-preview'
import { jobSecurity, submitter } from './auth'
import type { Context } from './context'
import { operation, WORK } from './operation'
import { callerOf, type RateLimiter } from './rate-limit'
import { receive, requireJson } from './receive'
import { lookOf } from './submit'

/** What is measured or shown at once, in a process of its own: nothing is stored, nothing charged. */
export function atOnceRoutes(ctx: Context, limiter: RateLimiter) {
  const [finish, redraw] = [ctx.registry.get('finish'), ctx.registry.get('redraw')]
  const app = new Elysia({ detail: { tags: ['Jobs'], security: jobSecurity(ctx.config) } })
  const description = 'At once, in a process of its own. Costs no unit; nothing is kept.'
  const answers = { 422: ValidationProblem }
  const unknown = new Problem(404, 'source: no job or task 01a1f8a1444977bc8811dbef834d94f1')
  if (finish)
    app.post(
      '/api/check',
      ({ request }) => answered(ctx, limiter, request, 'check'),
      operation('checkDrawing', 'The faults of a drawing of your own', {
        body: finish.body,
        ...{ answer: CheckedDrawing, answers, refused: WORK },
        description,
      }),
    )
  if (redraw)
    app.post(
      '/api/redraw/preview',
      ({ request }) => answered(ctx, limiter, request, 'preview'),
      operation('previewEdit', 'A figure with operations that nobody has kept yet', {
        body: redraw.body,
        ...{ answer: EditPreview, answers, refused: [...WORK, unknown] },
        description,
      }),
    )
  return app
}

async function answered(
  ctx: Context,
  limiter: RateLimiter,
  request: Request,
  name: 'check' | 'preview',
): Promise<Response> {
  if (ctx.draining()) throw problems.draining()
  const principal = await submitter(ctx, request)
  // An editor asks after every act.
  await limiter.take(principal, name === 'check' ? 'work' : 'history')
  const unread = requireJson(request, principal.kind === 'key')
  const caller = callerOf(principal)
  await using received = await receive(ctx, request, { limit: ctx.config.MAX_JSON_BYTES, caller })
  const { body, target } = received
  const { look } = lookOf(ctx, principal)
  const tooCostly = name === 'check' ? problems.notExamined() : problems.editTooCostly()
  const found = await ctx
    .examine({ name, body, target }, { caller, ...look, tooCostly })
    .catch(unread)
  return Response.json(found)
}
