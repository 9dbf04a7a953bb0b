import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { problems } from '../errors'
import { Job } from '../forms/answers'
import { isoTime } from '../store/ids'
import type { SeenRow } from '../store/schema'
import { jobAsker, jobSecurity, seenBy } from './auth'
import type { Context } from './context'
import { CALLER, operation } from './operation'

export const JobId = Type.Object({
  job_id: Type.String({ description: 'The id that the submission returned.' }),
})

const JSON_HEADERS = { 'content-type': 'application/json;charset=utf-8' }
/** Of the views of ended jobs; one takes a few kilobytes. */
const KEPT_VIEWS = 1000

export function jobRoutes(ctx: Context) {
  const ended = new Map<string, string>()
  const getJob = async (request: Request, id: string) => {
    const record = await ownJob(ctx, request, id)
    const text = ended.get(id) ?? JSON.stringify(await jobView(ctx, record))
    // What has ended changes no more.
    if (record.finishedAt !== null && !ended.has(id)) {
      if (ended.size >= KEPT_VIEWS) ended.clear()
      ended.set(id, text)
    }
    return new Response(text, { headers: JSON_HEADERS })
  }
  const told = { params: JobId, answer: Job, refused: [...CALLER, problems.jobNotFound()] }
  return new Elysia({ detail: { tags: ['Jobs'], security: jobSecurity(ctx.config) } })
    .get(
      '/api/jobs/:job_id',
      ({ request, params }) => getJob(request, params.job_id),
      operation('getJob', 'The record of a job with its files', told),
    )
    .post(
      '/api/jobs/:job_id/cancel',
      async ({ request, params }) => {
        const job = await ownJob(ctx, request, params.job_id)
        await ctx.pool.cancel(job.id)
        return Response.json(await jobView(ctx, (await ctx.store.findRecord(job.id)) ?? job))
      },
      operation('cancelJob', 'Ends a job; one that has ended stays as it is', told),
    )
}

/** A record that the caller may see, or 404. Reads of a task's events and files take the same way. */
export async function visibleRecord(ctx: Context, request: Request, id: string): Promise<SeenRow> {
  const record = await seenBy(ctx, await jobAsker(ctx, request), id)
  if (!record) throw problems.jobNotFound()
  return record
}

/** A job that the caller may see, or 404. */
export async function ownJob(ctx: Context, request: Request, id: string): Promise<SeenRow> {
  const record = await visibleRecord(ctx, request, id)
  if (record.service !== 'job') throw problems.jobNotFound()
  return record
}

export const fileAddress = (id: string, path: string) => `/api/artifacts/${id}/${path}`

/** An instant as the interface writes it; null: it has not come. */
export const timeOf = (at: number | null | undefined) => (at == null ? null : isoTime(at))

/** How far a record is, in every view of it. */
export function courseOf({ status, createdAt, startedAt, error }: SeenRow) {
  return { status, created_at: isoTime(createdAt), started_at: timeOf(startedAt), error }
}

/** What is said of its reading, in those of one record. */
export function readingOf({ warnings, progress }: SeenRow) {
  return {
    warnings: JSON.parse(warnings),
    progress: progress === null ? null : JSON.parse(progress),
  }
}

/** The record as its owner sees it. */
export async function jobView({ store }: Context, record: SeenRow): Promise<Static<typeof Job>> {
  const { id, workflow, status, parent } = record
  // What waits has none: an attempt that is given back leaves none behind.
  const files = status === 'pending' ? [] : await store.listArtifacts(id)
  return {
    job_id: id,
    workflow,
    ...courseOf(record),
    ...readingOf(record),
    finished_at: timeOf(record.finishedAt),
    parent,
    artifacts: files.map(({ kind, path, size, updatedAt }) => ({
      kind,
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      url: fileAddress(id, path),
      size,
      updated_at: isoTime(updatedAt),
    })),
  }
}
