import type { Json } from './openapi-body'
import { ref } from './openapi-components'

export interface Operation {
  /** The path as the document writes it. */
  at: string
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  parameters?: Json[]
  requestBody?: Json
  responses: Record<string, Json>
  security?: Json[]
}

export const ANY_CARRIER = [{ apiKey: [] }, { apiKeyHeader: [] }, { apiTokenQuery: [] }]
/** The empty one: anonymous, where the deployment allows it. */
export const JOB_SECURITY = [{}, ...ANY_CARRIER]
export const TASK_SECURITY = [{ apiKey: [] }]
export const ADMIN_SECURITY = [{ adminKey: [] }]
export const PUBLIC: Json[] = []

export const REFUSED = {
  401: ref('responses', 'Unauthorized'),
  403: ref('responses', 'Forbidden'),
  405: ref('responses', 'MethodNotAllowed'),
  429: ref('responses', 'TooMany'),
}
export const ODD_METHOD = { 405: ref('responses', 'MethodNotAllowed') }

export const BODY_REFUSED = {
  413: ref('responses', 'TooLarge'),
  415: ref('responses', 'WrongType'),
}

export const JOB_ID = pathParameter('job_id', 'The id that the submission returned.')

export const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Of the same key and body the answer is the same for 24 hours, and costs once.',
  schema: { type: 'string', maxLength: 255 },
}

export const IF_NONE_MATCH: Json = {
  name: 'If-None-Match',
  in: 'header',
  description: 'An ETag that is known already.',
  schema: { type: 'string' },
}

export const RANGE: Json = {
  name: 'Range',
  in: 'header',
  description:
    'One range, such as `bytes=0-1023`; with `If-Range` only of the file with that ETag.',
  schema: { type: 'string' },
}

export const NOT_MODIFIED: Json = { description: 'The known ETag is the current one.' }

export function json(description: string, schema: string): Json {
  return { description, content: { 'application/json': { schema: ref('schemas', schema) } } }
}

/** A stored file, whole or in part. */
export function stored(types: readonly string[]): Record<number, Json> {
  return {
    200: file(types),
    206: { ...file(types), description: 'The part asked for.' },
    304: NOT_MODIFIED,
    416: ref('responses', 'BeyondFile'),
  }
}

function file(types: readonly string[]): Json {
  const binary = { schema: { type: 'string', format: 'binary' } }
  return {
    description: 'The file, inline.',
    headers: { ETag: { schema: { type: 'string' } } },
    content: Object.fromEntries(types.map((type) => [type, binary])),
  }
}

export function pathParameter(name: string, description: string): Json {
  return { name, in: 'path', required: true, description, schema: { type: 'string' } }
}
