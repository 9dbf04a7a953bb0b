import { problems } from '../errors'
import { isoTime } from '../store/ids'
import type { RecordRow } from '../store/moves'
import { jobPrincipal, maySee } from './auth'
import type { Context } from './context'

/** A record that the caller may see, or 404. Reads of a task's events and files take the same way. */
export async function visibleRecord(
  ctx: Context,
  request: Request,
  id: string,
): Promise<RecordRow> {
  const principal = await jobPrincipal(ctx, request)
  const record = await ctx.store.findRecord(id)
  if (!record || !maySee(principal, record)) throw problems.jobNotFound()
  return record
}

/** `GET /api/jobs/{job_id}` */
export async function getJob(ctx: Context, request: Request, id: string): Promise<Response> {
  const record = await visibleRecord(ctx, request, id)
  if (record.service !== 'job') throw problems.jobNotFound()
  return Response.json(await jobView(ctx, record))
}

/** `POST /api/jobs/{job_id}/cancel`: 200 with the record; a terminal one stays as it is. */
export async function cancelJob(ctx: Context, request: Request, id: string): Promise<Response> {
  const record = await visibleRecord(ctx, request, id)
  if (record.service !== 'job') throw problems.jobNotFound()
  await ctx.pool.cancel(id)
  return Response.json(await jobView(ctx, (await ctx.store.findRecord(id)) ?? record))
}

async function jobView({ store }: Context, record: RecordRow) {
  const { id, workflow, status, progress, error } = record
  const files = await store.listArtifacts(id)
  return {
    job_id: id,
    workflow,
    status,
    progress: progress === null ? null : JSON.parse(progress),
    created_at: isoTime(record.createdAt),
    started_at: record.startedAt === null ? null : isoTime(record.startedAt),
    finished_at: record.finishedAt === null ? null : isoTime(record.finishedAt),
    error,
    warnings: JSON.parse(record.warnings),
    artifacts: files.map(({ kind, path, size, updatedAt }) => ({
      kind,
      name: path.split('/').at(-1),
      path,
      url: `/api/artifacts/${id}/${path}`,
      size,
      updated_at: isoTime(updatedAt),
    })),
  }
}
