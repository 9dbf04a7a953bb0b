import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { problems, unprocessable } from '../errors'
import { PdfPages, ValidationProblem } from '../forms/answers'
import { ALONE } from '../intake/question'
import { jobSecurity, refuseExhausted, submitter } from './auth'
import type { Context } from './context'
import { refuseFullDisk } from './disk'
import { operation, WORK } from './operation'
import { queryReader } from './query'
import { callerOf, type RateLimiter } from './rate-limit'
import { receive } from './receive'

const Query = Type.Partial(
  Type.Object({
    from: Type.Integer({
      minimum: 1,
      maximum: 5000,
      default: 1,
      description: 'The first page to draw.',
    }),
  }),
)

const Pdf = Type.String({ format: 'binary', contentTypes: ['application/pdf'] })

/** Small pictures of a PDF's pages, by which people choose those of a submission; nothing is kept. */
export function pdfPageRoutes(ctx: Context, limiter: RateLimiter) {
  const read = queryReader<{ from: number }>(ctx, Query)
  return new Elysia({ detail: { tags: ['Files'], security: jobSecurity(ctx.config) } }).post(
    '/api/pdf-pages',
    ({ request }) => picture(ctx, limiter, request, () => read(request).from),
    operation('pictureOfPdfPages', 'Small pictures of the pages of a PDF', {
      query: Query,
      body: Pdf,
      answers: { 200: PdfPages, 422: ValidationProblem },
      refused: [...WORK, problems.notPdf()],
      description:
        'Up to 24 pages an answer, fewer where they take long to draw: ask again from the next one. Costs no unit; nothing is kept.',
    }),
  )
}

/** Drawn in a process of its own. @param firstPage read when the caller is known */
async function picture(
  ctx: Context,
  limiter: RateLimiter,
  request: Request,
  firstPage: () => number,
): Promise<Response> {
  if (ctx.draining()) throw problems.draining()
  const principal = await submitter(ctx, request)
  refuseExhausted(principal)
  await limiter.take(principal)
  if (!/^application\/pdf\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw problems.notPdf()
  const from = firstPage()
  refuseFullDisk(ctx)
  const caller = callerOf(principal)
  await using received = await receive(ctx, request, { limit: ctx.config.MAX_PDF_BYTES, caller })
  const { body, target } = received
  const tooCostly = refused('takes more time or memory to draw than it may use')
  const question = { name: 'pages', body, target, from } as const
  const found = await ctx.examine(question, { ...ALONE, caller, tooCostly })
  if ('sentence' in found) throw refused(found.sentence)
  return Response.json(found satisfies Static<typeof PdfPages>)
}

function refused(sentence: string) {
  return unprocessable([
    { loc: ['body'], msg: `Value error, the PDF ${sentence}`, type: 'value_error' },
  ])
}
