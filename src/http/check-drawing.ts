import { Elysia } from 'elysia'
import { problems } from '../errors'
import { CheckedDrawing, ValidationProblem } from '../forms/answers'
import { jobSecurity, submitter } from './auth'
import type { Context } from './context'
import { operation, refusals, WORK } from './operation'
import { callerOf, type RateLimiter } from './rate-limit'
import { receive, requireJson } from './receive'

/** What is wrong with a drawing, said at once; nothing is stored, nothing charged. */
export function checkRoutes(ctx: Context, limiter: RateLimiter) {
  const finish = ctx.registry.get('finish')
  const app = new Elysia({ detail: { tags: ['Jobs'], security: jobSecurity(ctx.config) } })
  if (!finish) return app
  return app.post(
    '/api/check',
    ({ request }) => checked(ctx, limiter, request),
    operation('checkDrawing', 'The faults of a drawing of your own', {
      body: finish.body,
      response: { 200: CheckedDrawing, 422: ValidationProblem, ...refusals(...WORK) },
      description: 'Measured at once, in a process of its own. Costs no unit; nothing is kept.',
    }),
  )
}

async function checked(ctx: Context, limiter: RateLimiter, request: Request): Promise<Response> {
  if (ctx.draining()) throw problems.draining()
  const principal = await submitter(ctx, request)
  limiter.take(principal)
  requireJson(request)
  const caller = callerOf(principal)
  const received = await receive(ctx, request, { limit: ctx.config.MAX_JSON_BYTES, caller })
  const { body, target } = received
  try {
    const found = await ctx.examine(
      { name: 'check', body, target },
      {
        caller,
        record: async () => undefined,
        read: async () => undefined,
        tooCostly: problems.notExamined(),
      },
    )
    return Response.json(found)
  } finally {
    await received.discard()
  }
}
