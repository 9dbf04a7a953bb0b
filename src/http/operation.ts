import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { type Problem, problems } from '../errors'
import { Problem as ProblemBody } from '../forms/answers'

/** What a route says of itself. A schema's `contentTypes` and `headers` are those of the answer that it describes. */
interface Operation {
  params?: TObject
  query?: TSchema
  headers?: TObject
  body?: TSchema
  response: Record<number, TSchema>
  description?: string
}

/**
 * A route's schemas as Elysia hands them to the document, judging nothing by them: bodies and queries are judged by
 * `intake`, away from the loop where they are large, and answers by the tests. A body that Elysia knows of it would
 * read, and headers it would copy, so that these go by the detail.
 */
export function operation(
  operationId: string,
  summary: string,
  { body, headers, response, description, ...request }: Operation,
) {
  const hook: Record<string, unknown> = mapped(request, spoken)
  return {
    ...hook,
    parse: 'none' as const,
    response: mapped(response, spoken),
    detail: {
      operationId,
      summary,
      ...(description && { description }),
      ...(headers && { headers }),
      ...(body && {
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
      }),
    },
  }
}

/** A Standard Schema that takes everything and gives its JSON Schema. */
function spoken(schema: TSchema) {
  const jsonSchema = { input: () => schema, output: () => schema }
  const validate = (value: unknown) => ({ value })
  return {
    '~standard': { version: 1, vendor: 'burin', validate, jsonSchema },
    ...(schema.headers && { headers: schema.headers }),
  }
}

/** Refusals as answers: for each status its sentences and headers. */
export function refusals(...refused: Problem[]): Record<number, TSchema> {
  const byStatus = Map.groupBy(refused, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, same]) => {
      const names = same.flatMap(({ options }) => Object.keys(options.headers ?? {}))
      const sentences = same.map(({ sentence }) => sentence)
      const headers = Object.fromEntries(names.map((name) => [name, Type.String()]))
      const example = { detail: sentences[0] }
      return [
        status,
        { ...ProblemBody, description: sentences.join(' '), example, headers },
      ] as const
    }),
  )
}

/** Of every route: another method than its path takes, and what is no request at all. */
export const ANYBODY = [
  problems.badHost(),
  problems.hostMissing(),
  problems.methodNotAllowed(['the methods in Allow']),
]

/** Of routes that want the admin key. */
export const ADMIN = [
  ...ANYBODY,
  problems.credentialMissing(),
  problems.credentialUnknown(),
  problems.tooManyGuesses(60),
]

/** Of routes that take an API key. */
export const CALLER = [
  ...ADMIN,
  problems.keyDisabled(),
  problems.foreignOrigin(),
  problems.foreignHost(),
]

/** Of routes that take a body. */
export const BODY = [problems.bodyTooLarge(4e6), problems.bodyTooSlow(240), problems.notJson()]

/** Of routes that take work, beside those of {@link CALLER} and {@link BODY}. */
export const WORK = [
  ...CALLER,
  problems.quotaExhausted(),
  problems.dayIsSpent(),
  ...BODY,
  problems.rateLimited(30),
  problems.draining(),
  problems.tooManyPending(),
  problems.tooManyBodies(),
  problems.diskFull(),
]

function mapped<From, To>(record: Record<string, From>, to: (from: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([name, from]) => [name, to(from)]))
}
