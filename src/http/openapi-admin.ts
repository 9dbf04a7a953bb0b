import { KeyChangeBody, NewKeyBody } from './keys'
import { bodySchema, type Json } from './openapi-body'
import { ref } from './openapi-components'
import {
  ADMIN_SECURITY,
  BODY_REFUSED,
  json,
  type Operation,
  pathParameter,
  REFUSED,
} from './openapi-parts'

const SHARED = { tags: ['Administration'], security: ADMIN_SECURITY }
const { 403: _, ...ADMIN_REFUSED } = REFUSED
const UNPROCESSABLE = { 422: ref('responses', 'TaskUnprocessable') }

/** Keys and history: the routes that take the admin key. */
export function adminOperations(): Record<string, Operation> {
  return { ...keyOperations(), ...historyOperations() }
}

function keyOperations(): Record<string, Operation> {
  const at = '/api/admin/keys/{key}'
  const parameters = [pathParameter('key', 'The full key.')]
  const refused = { ...ADMIN_REFUSED, 404: ref('responses', 'KeyNotFound') }
  return {
    'POST /api/admin/keys': {
      ...SHARED,
      at: '/api/admin/keys',
      operationId: 'createKey',
      summary: 'Makes an API key',
      requestBody: body(bodySchema(NewKeyBody), { name: 'Lab', quota: 100 }),
      responses: {
        201: json('The key, in full.', 'ApiKey'),
        ...ADMIN_REFUSED,
        ...BODY_REFUSED,
        ...UNPROCESSABLE,
      },
    },
    'GET /api/admin/keys': {
      ...SHARED,
      at: '/api/admin/keys',
      operationId: 'listKeys',
      summary: 'Every API key, newest first',
      responses: {
        200: {
          description: 'The keys.',
          content: {
            'application/json': { schema: { type: 'array', items: ref('schemas', 'ApiKey') } },
          },
        },
        ...ADMIN_REFUSED,
      },
    },
    'GET /api/admin/keys/:': {
      ...SHARED,
      at,
      operationId: 'getKey',
      summary: 'An API key with its newest submissions',
      parameters,
      responses: { 200: json('The key.', 'ApiKeyDetail'), ...refused },
    },
    'PATCH /api/admin/keys/:': {
      ...SHARED,
      at,
      operationId: 'changeKey',
      summary: 'Changes quota, state or webhook of an API key',
      description: 'What is left out stays; an empty string removes a webhook field.',
      parameters,
      requestBody: body(bodySchema(KeyChangeBody), { active: false }),
      responses: {
        200: json('The key as it is now.', 'ApiKey'),
        ...refused,
        ...BODY_REFUSED,
        ...UNPROCESSABLE,
      },
    },
    'DELETE /api/admin/keys/:': {
      ...SHARED,
      at,
      operationId: 'deleteKey',
      summary: 'Removes an API key and its usage log for good',
      parameters,
      responses: { 204: { description: 'Removed.' }, ...refused },
    },
  }
}

function historyOperations(): Record<string, Operation> {
  const id = pathParameter('id', 'Id of a job or a task.')
  const refused = { ...ADMIN_REFUSED, 404: ref('responses', 'RecordNotFound') }
  return {
    'GET /api/admin/history': {
      ...SHARED,
      at: '/api/admin/history',
      operationId: 'listHistory',
      summary: 'Jobs and tasks of all keys, newest first',
      parameters: [
        query('page', { type: 'integer', minimum: 1, default: 1 }),
        query('size', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
        query('endpoint', { type: 'string', example: 'run' }),
        query('status', { type: 'string', enum: ['pending', 'running', 'completed', 'failed'] }),
        query('api_key', { type: 'string', description: 'The full key.' }),
      ],
      responses: { 200: json('One page.', 'HistoryPage'), ...ADMIN_REFUSED, ...UNPROCESSABLE },
    },
    'GET /api/admin/history/:': {
      ...SHARED,
      at: '/api/admin/history/{id}',
      operationId: 'getHistory',
      summary: 'One job or task, with its input',
      parameters: [id],
      responses: { 200: json('The record.', 'HistoryItem'), ...refused },
    },
    'POST /api/admin/history/:/redeliver': {
      ...SHARED,
      at: '/api/admin/history/{id}/redeliver',
      operationId: 'redeliver',
      summary: 'Sends the webhook of a task again',
      parameters: [id],
      responses: { 200: json('The record as it is now.', 'HistoryItem'), ...refused },
    },
  }
}

function body(schema: Json, example: Json): Json {
  return { required: true, content: { 'application/json': { schema, example } } }
}

function query(name: string, schema: Json): Json {
  return { name, in: 'query', schema }
}
