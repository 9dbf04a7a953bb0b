import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { problems } from '../errors'
import { Adopted, OwnHistory, OwnRecord, ValidationProblem } from '../forms/answers'
import { OUTPUTS } from '../forms/outputs'
import { firstSentence } from '../intake/title'
import { isoTime } from '../store/ids'
import type { Owner } from '../store/own-history'
import type { SeenRow } from '../store/schema'
import { jobPrincipal, jobSecurity, type Principal, taskPrincipal } from './auth'
import { browserOf } from './browser'
import type { Context } from './context'
import { JobId, jobView, visibleRecord } from './jobs'
import { CALLER, operation } from './operation'
import { queryReader } from './query'
import type { RateLimiter } from './rate-limit'
import { isOwnPage } from './session'

const Query = Type.Partial(
  Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    before: Type.String({ description: 'An id: only what is older.' }),
  }),
)

/** What the caller submitted: of a key, or of this browser where it comes without one. */
export function ownHistoryRoutes(ctx: Context, limiter: RateLimiter) {
  const read = queryReader<{ limit: number; before: string | null }>(ctx, Query)
  return new Elysia({ detail: { tags: ['Jobs'], security: jobSecurity(ctx.config) } })
    .get(
      '/api/history',
      async ({ request }) => {
        const asked = read(request)
        const principal = await jobPrincipal(ctx, request)
        await limiter.take(principal, 'history')
        const owner = ownerOf(ctx, request, principal)
        const rows = owner ? await ctx.store.ownHistory(owner, asked) : []
        const items = await Promise.all(rows.map((row) => entryView(ctx, row)))
        const left = principal.kind === 'key' && { quota_remaining: principal.key.quotaRemaining }
        return Response.json({ items, count: items.length, ...left })
      },
      operation('listOwnHistory', 'What this key, or this browser, submitted, newest first', {
        query: Query,
        answers: { 200: OwnHistory, 422: ValidationProblem },
        refused: [...CALLER, problems.rateLimited(30)],
        description:
          'Without a key it is the browser that decides, by a cookie that its first submission gets.',
      }),
    )
    .post(
      '/api/history/adopt',
      ({ request }) => adopt(ctx, request),
      operation('adoptOwnHistory', 'Gives a key what this browser submitted without one', {
        answer: Adopted,
        refused: [...CALLER, problems.notOwnPage()],
        description: 'For pages of this server, with the header `x-burin-page`.',
      }),
    )
    .get(
      '/api/history/:job_id',
      async ({ request, params }) =>
        Response.json(await entryView(ctx, await visibleRecord(ctx, request, params.job_id))),
      operation('getOwnHistory', 'One entry of it; of a task too', {
        params: JobId,
        answer: OwnRecord,
        refused: [...CALLER, problems.jobNotFound()],
      }),
    )
    .delete(
      '/api/history/:job_id',
      ({ request, params }) => remove(ctx, request, params.job_id),
      operation(
        'deleteOwnHistory',
        'Removes a job or task of this key or browser, with its files',
        {
          params: JobId,
          answers: { 204: Type.Void({ description: 'Removed.' }) },
          refused: [...CALLER, problems.jobNotFound(), problems.notEnded()],
        },
      ),
    )
}

/** Undefined: nobody whose work could be told from that of others. */
function ownerOf(ctx: Context, request: Request, principal: Principal): Owner | undefined {
  if (principal.kind === 'key') return { keyId: principal.key.id }
  const browser = browserOf(ctx, request)
  return browser && { browser: browser.digest }
}

/** @throws Problem 401 without a key, 403 for a page that is not of this server */
async function adopt(ctx: Context, request: Request): Promise<Response> {
  const principal = await taskPrincipal(ctx, request)
  if (principal.kind !== 'key') throw problems.credentialMissing('Authorization: Bearer <API key>')
  if (!isOwnPage(ctx.config, request)) throw problems.notOwnPage()
  const browser = browserOf(ctx, request)
  const count = browser ? await ctx.store.adopt(browser.digest, principal.key.id) : 0
  return Response.json({ count } satisfies Static<typeof Adopted>)
}

/** A link to a job lets others see it, not take it away. */
async function remove(ctx: Context, request: Request, id: string): Promise<Response> {
  const owner = ownerOf(ctx, request, await jobPrincipal(ctx, request))
  const removed = owner ? await ctx.store.removeOwn(owner, id) : 'unknown'
  if (removed === 'unknown') throw problems.jobNotFound()
  if (removed === 'open') throw problems.notEnded()
  await ctx.store.files.removeRecord(id)
  return new Response(null, { status: 204 })
}

const THUMBNAILS: readonly string[] = [OUTPUTS.preview.path, OUTPUTS.figure.path]

async function entryView(ctx: Context, record: SeenRow): Promise<Static<typeof OwnRecord>> {
  const job = await jobView(ctx, record)
  const picture = THUMBNAILS.flatMap((path) => job.artifacts.filter((one) => one.path === path))[0]
  return {
    ...job,
    service: record.service,
    title: record.title || firstSentence(record.description),
    updated_at: isoTime(record.finishedAt ?? record.startedAt ?? record.createdAt),
    artifact_count: job.artifacts.length,
    thumbnail_url: picture?.url ?? null,
    cost_usd: record.costUsd,
  }
}
