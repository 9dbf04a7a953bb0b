import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { type Problem, problems } from '../errors'
import { Problem as ProblemBody } from '../forms/answers'

/** What a route says of itself. A schema's `contentTypes` and `headers` are those of the answer that it describes. */
interface Operation {
  params?: TObject
  query?: TSchema
  headers?: TObject
  body?: TSchema
  /** With 200. */
  answer?: TSchema
  /** With other statuses too. */
  answers?: Record<number, TSchema>
  refused: readonly Problem[]
  description?: string
}

/**
 * A route as the document says it. Elysia judges nothing by it: bodies and queries are judged by `intake`, away from the
 * loop where they are large, and answers by the tests.
 */
export function operation(
  operationId: string,
  summary: string,
  { params, query, headers, body, answer, answers, refused, description }: Operation,
) {
  const detail: Record<string, unknown> = {
    ...{ operationId, summary, ...(description && { description }) },
    parameters: [
      ...fields('path', params),
      ...fields('query', query),
      ...fields('header', headers),
    ],
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: mapped(
      { ...(answer && { 200: answer }), ...answers, ...refusals(refused) },
      answerOf,
    ),
  }
  return { parse: 'none' as const, detail }
}

function fields(place: string, schema?: TSchema) {
  return Object.entries<TSchema>(schema?.properties ?? {}).map(
    ([name, { description, ...own }]) => ({
      name: name === '*' ? 'path' : name,
      in: place,
      required: place === 'path' || schema?.required?.includes(name) === true,
      ...(description && { description }),
      schema: own,
    }),
  )
}

function answerOf({ description, headers, ...schema }: TSchema) {
  return {
    description,
    ...(headers && { headers: mapped(headers, (one) => ({ schema: one })) }),
    ...(schema.type !== 'void' && { content: contentOf(schema) }),
  }
}

function contentOf({
  contentTypes = ['application/json'],
  example,
  description,
  ...schema
}: TSchema) {
  const body = { schema, ...(example !== undefined && { example }) }
  return Object.fromEntries(contentTypes.map((one: string) => [one.split(';')[0], body]))
}

/** Refusals as answers: for each status its sentences and headers. */
function refusals(refused: readonly Problem[]): Record<number, TSchema> {
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
  problems.away(),
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
