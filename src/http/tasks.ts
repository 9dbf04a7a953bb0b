import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { Problem, problems } from '../errors'
import { oneOf, Task } from '../forms/answers'
import { EXPORT_FORMATS, EXPORTS, isExport, mediaTypeOf } from '../forms/outputs'
import type { ArtifactRow } from '../store/reads'
import type { SeenRow } from '../store/schema'
import { FileHeaders, isKnown, NotModified, sendFile, stored } from './artifacts'
import { seenBy, taskAsker } from './auth'
import type { Context } from './context'
import { courseOf, readingOf, timeOf } from './jobs'
import { CALLER, operation } from './operation'
import { imageOf } from './png'

const ODD_FORMAT = new Problem(422, `format: must be one of ${EXPORT_FORMATS.join(', ')}`)

export const TaskId = Type.Object({
  task_id: Type.String({ description: 'The id that the submission returned.' }),
})

export function taskRoutes(ctx: Context) {
  const params = TaskId
  const refused = [...CALLER, problems.taskNotFound()]
  return new Elysia({ detail: { tags: ['Tasks'], security: [{ apiKey: [] }] } })
    .get(
      '/api/tasks/:task_id',
      ({ request, params }) => getTask(ctx, request, params.task_id),
      operation('getTask', 'A task with its result', {
        params,
        headers: Type.Pick(FileHeaders, ['If-None-Match']),
        answer: Task,
        answers: { 304: NotModified },
        refused,
      }),
    )
    .get(
      '/api/tasks/:task_id/image',
      ({ request, params }) => getTaskImage(ctx, request, params.task_id),
      operation('getTaskImage', 'The image of a completed task', {
        params,
        query: Type.Object({
          format: Type.Optional({ ...oneOf(EXPORT_FORMATS), default: 'png' }),
        }),
        headers: FileHeaders,
        answers: { ...stored(EXPORT_FORMATS.map((format) => mediaTypeOf(EXPORTS[format].path))) },
        refused: [
          ...CALLER,
          problems.taskNotFound(),
          problems.imageNotYet(),
          problems.noImage(),
          problems.beyondFile(1024),
          ODD_FORMAT,
        ],
      }),
    )
    .post(
      '/api/tasks/:task_id/cancel',
      async ({ request, params }) => {
        const task = await ownTask(ctx, request, params.task_id)
        await ctx.pool.cancel(task.id)
        const now = (await ctx.store.findRecord(task.id)) ?? task
        return Response.json(await taskView(ctx, request, now))
      },
      operation('cancelTask', 'Ends a task; one that has ended stays as it is', {
        params,
        answer: Task,
        refused,
      }),
    )
}

async function getTask(ctx: Context, request: Request, id: string): Promise<Response> {
  const record = await ownTask(ctx, request, id)
  // What has ended changes no more: a poller that holds it is spared the image.
  const etag = record.finishedAt === null ? undefined : `"${id}-${record.finishedAt}"`
  const headers = { 'cache-control': 'private, no-cache', ...(etag && { etag }) }
  if (etag && isKnown(request, etag)) return new Response(null, { status: 304, headers })
  return Response.json(await taskView(ctx, request, record), { headers })
}

async function getTaskImage(ctx: Context, request: Request, id: string): Promise<Response> {
  const record = await ownTask(ctx, request, id)
  const format = new URL(request.url).searchParams.get('format') ?? 'png'
  if (!isExport(format)) throw ODD_FORMAT
  if (record.diagramType === 'prompt_optimization') throw problems.noImage()
  const { path } = EXPORTS[format]
  const artifact =
    record.status === 'completed' ? await ctx.store.findArtifact(id, path) : undefined
  if (!artifact)
    throw record.status === 'completed' ? problems.notExported(format) : problems.imageNotYet()
  const file = await ctx.store.files.artifact(artifact)
  return sendFile(request, { file, name: path, sha256: artifact.sha256 })
}

/** A task that the caller may see, or 404. */
export async function ownTask(ctx: Context, request: Request, id: string): Promise<SeenRow> {
  const record = await seenBy(ctx, taskAsker(ctx, request), id)
  if (record?.service !== 'task') throw problems.taskNotFound()
  return record
}

async function taskView(
  { config, store }: Context,
  request: Request,
  record: SeenRow,
): Promise<Static<typeof Task>> {
  const { id, status } = record
  const files = status === 'completed' ? await store.listArtifacts(id) : []
  const origin = config.PUBLIC_BASE_URL ?? new URL(request.url).origin
  return {
    task_id: id,
    ...courseOf(record),
    ...readingOf(record),
    diagram_type: record.diagramType,
    image_base64: await imageOf(store, files),
    artifacts: exported(files, `${origin}/api/tasks/${id}/image`),
    description: record.description,
    completed_at: timeOf(record.finishedAt),
  }
}

function exported(files: ArtifactRow[], image: string) {
  const present = EXPORT_FORMATS.filter((format) =>
    files.some(({ path }) => path === EXPORTS[format].path),
  )
  return Object.fromEntries(
    present.map((format) => [
      format,
      {
        format,
        media_type: mediaTypeOf(EXPORTS[format].path),
        download_url: format === 'png' ? image : `${image}?format=${format}`,
      },
    ]),
  )
}
