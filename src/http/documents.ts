import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { problems } from '../errors'
import { oneOf, ValidationProblem } from '../forms/answers'
import { DOCUMENT_FORMATS, DOCUMENTS, type DocumentFormat, isDocument } from '../forms/outputs'
import { ALONE } from '../intake/question'
import { firstSentence } from '../intake/title'
import { ownerOf } from '../store/owners'
import type { SeenRow } from '../store/schema'
import { fileName } from '../web/parts/file-name'
import { FileHeaders, sendFile, stored } from './artifacts'
import { jobSecurity } from './auth'
import type { Context } from './context'
import { refuseFullDisk } from './disk'
import { JobId, ownJob } from './jobs'
import { CALLER, operation } from './operation'
import { ownTask, TaskId } from './tasks'

const MEDIA_TYPES = [...new Set(Object.values(DOCUMENTS).map(({ mediaType }) => mediaType))]

const LEFT_OUT = {
  'X-Burin-Left-Out': Type.String({
    description: 'What the format cannot hold: sentences, joined by `; `.',
  }),
}

const ODD_FORMAT = problems.oddFormat(`must be one of ${DOCUMENT_FORMATS.join(', ')}`)

const Format = { format: { ...oneOf(DOCUMENT_FORMATS), description: 'What it is made into.' } }

/** What both routes say of themselves. */
const TOLD = {
  headers: FileHeaders,
  answers: { ...stored(MEDIA_TYPES, LEFT_OUT) },
  refused: [
    ...CALLER,
    problems.figureNotYet(),
    problems.noFigure(),
    problems.fileNotFound(),
    problems.beyondFile(1024),
    problems.notExamined(),
    problems.diskFull(),
  ],
  description: 'Made when it is first asked for, then kept with the record. Costs no unit.',
}

/** Finished figures as documents of other programs. */
export function documentRoutes(ctx: Context) {
  const ofJobs = new Elysia({ detail: { tags: ['Jobs'], security: jobSecurity(ctx.config) } }).get(
    '/api/jobs/:job_id/export/:format',
    async ({ request, params }) =>
      sendDocument(ctx, request, await ownJob(ctx, request, params.job_id), params.format),
    operation('exportJob', 'The figure of a job as a document of another program', {
      ...TOLD,
      params: Type.Object({ ...JobId.properties, ...Format }),
      answers: { ...TOLD.answers, 422: ValidationProblem },
    }),
  )
  const ofTasks = new Elysia({ detail: { tags: ['Tasks'], security: [{ apiKey: [] }] } }).get(
    '/api/tasks/:task_id/export/:format',
    async ({ request, params }) =>
      sendDocument(ctx, request, await ownTask(ctx, request, params.task_id), params.format),
    operation('exportTask', 'The figure of a task as a document of another program', {
      ...TOLD,
      params: Type.Object({ ...TaskId.properties, ...Format }),
      refused: [...TOLD.refused, ODD_FORMAT],
    }),
  )
  return new Elysia().use(ofJobs).use(ofTasks)
}

async function sendDocument(
  ctx: Context,
  request: Request,
  record: SeenRow,
  format: string,
): Promise<Response> {
  if (!isDocument(format)) throw ODD_FORMAT
  if (record.diagramType === 'prompt_optimization') throw problems.noImage()
  if (record.status === 'failed') throw problems.noFigure()
  if (record.status !== 'completed') throw problems.figureNotYet()
  const { ending, mediaType } = DOCUMENTS[format]
  const title = record.title || firstSentence(record.description)
  const { file, sha256, leftOut } = await madeOf(ctx, record, format, title)
  const name = `${fileName(title)}.${ending}`
  return sendFile(
    request,
    { file, name, sha256 },
    {
      'content-type': mediaType,
      'content-disposition': `attachment; filename="${name.replace(/[^\x20-\x7e]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      ...(leftOut.length > 0 && { 'x-burin-left-out': leftOut.map(headerSafe).join('; ') }),
    },
  )
}

/** What is told of a document that is kept. */
interface Kept {
  sha256: string
  leftOut: string[]
}

/** The document as it was made before, else made now, in a process of its own. */
async function madeOf(
  ctx: Context,
  record: SeenRow,
  format: DocumentFormat,
  title: string,
): Promise<Kept & { file: string }> {
  const { id } = record
  // Another version of the program may write it in another way.
  const kept = `${ctx.config.version}-${format}`
  const before = await ctx.store.files.document<Kept>(id, kept)
  if (before) return { file: before.file, ...before.told }
  refuseFullDisk(ctx)
  const { bytes, leftOut } = await ctx.examine(
    { name: 'document', source: id, format, title },
    {
      caller: ownerOf(record.keyId),
      ...ALONE,
      read: async (path) => {
        const artifact = await ctx.store.findArtifact(id, path)
        return artifact && ctx.store.files.readLent(ctx.store.files.lentName(artifact))
      },
      tooCostly: problems.oddFormat(
        `this figure takes more time or memory as ${format} than it may use`,
      ),
    },
  )
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const told: Kept = { sha256, leftOut }
  return { file: await ctx.store.files.keepDocument(id, kept, bytes, told), ...told }
}

/** As a header takes it: words of a figure may be of any script. */
function headerSafe(sentence: string): string {
  return sentence.replace(/[^\x20-\x7e]+/g, '?').replaceAll(';', ',')
}
