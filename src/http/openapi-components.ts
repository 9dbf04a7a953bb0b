import { OUTPUTS } from '../forms/outputs'
import type { Json } from './openapi-body'

const string = { type: 'string' } as const
const nullableString = { type: ['string', 'null'] } as const
const time = { type: 'string', format: 'date-time' } as const
const nullableTime = { type: ['string', 'null'], format: 'date-time' } as const
const count = { type: 'integer', minimum: 0 } as const
const id = {
  type: 'string',
  pattern: '^[0-9a-f]{32}$',
  example: '01a1f8a1444977bc8811dbef834d94f1',
} as const
const status = { type: 'string', enum: ['pending', 'running', 'completed', 'failed'] } as const

function object(properties: Record<string, Json>, optional: readonly string[] = []): Json {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', required, properties }
}

export function ref(kind: 'schemas' | 'responses', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` }
}

const progress = {
  ...object({ stage: string, step: count, steps: count, percent: { type: 'number' } }),
  type: ['object', 'null'],
}

const apiKey = {
  key: { ...string, description: 'The full key.', example: 'burin_...' },
  name: string,
  quota_remaining: { type: ['integer', 'null'], description: 'Null: no limit.' },
  quota_total: { type: ['integer', 'null'], description: 'Null: no limit.' },
  total_used: count,
  active: { type: 'boolean' },
  created_at: time,
  webhook_url: nullableString,
}

export const SCHEMAS: Readonly<Record<string, Json>> = {
  JobAccepted: object({ job_id: id }),
  TaskAccepted: object({ task_id: id, status: { type: 'string', const: 'pending' } }),
  Job: object({
    job_id: id,
    workflow: string,
    status,
    progress,
    created_at: time,
    started_at: nullableTime,
    finished_at: nullableTime,
    error: nullableString,
    artifacts: { type: 'array', items: ref('schemas', 'Artifact') },
  }),
  Artifact: object({
    kind: { ...string, example: 'final_svg' },
    name: { ...string, example: OUTPUTS.svg.path },
    path: { ...string, example: OUTPUTS.svg.path },
    url: { ...string, example: '/api/artifacts/01a1f8a1444977bc8811dbef834d94f1/final.svg' },
    size: { ...count, description: 'Bytes.' },
    updated_at: time,
  }),
  Upload: object({
    path: { ...string, description: 'For `reference_image_path` and `image_path`.' },
    url: { ...string, description: 'Where the picture can be fetched.' },
    name: { ...string, description: "The client's own file name." },
  }),
  Config: object({
    svgEditAvailable: { type: 'boolean' },
    svgEditPath: { ...nullableString, description: "The editor's index page; takes `?url=`." },
    version: { ...string, description: 'Version of the program.' },
    workflows: {
      type: 'array',
      items: object({
        id: string,
        summary: string,
        service: { type: 'string', enum: ['job', 'task'] },
        path: string,
      }),
    },
    providers: {
      type: 'object',
      description: 'Identifiers that a client may send.',
      additionalProperties: { type: 'array', items: string },
    },
    limits: { type: 'object', additionalProperties: { type: 'integer' } },
    anonymous_jobs: { type: 'boolean', description: 'Whether jobs need no credential here.' },
  }),
  ServiceHealth: object({ status: { type: 'string', const: 'ok' }, version: string }),
  Health: object({ status: { type: 'string', enum: ['ok', 'draining'] } }),
  ApiKey: object(apiKey),
  ApiKeyDetail: object({
    ...apiKey,
    usage_total: { ...count, description: 'Submissions in all; `usage_log` has the newest 1,000.' },
    usage_log: {
      type: 'array',
      items: object({ id: { type: 'integer' }, task_id: id, endpoint: string, created_at: time }),
    },
  }),
  Task: object({
    task_id: id,
    status,
    diagram_type: {
      ...string,
      description: 'methodology, statistical_plot, prompt_optimization or composite.',
    },
    image_base64: { ...nullableString, description: 'The PNG; null until completed.' },
    artifacts: {
      type: 'object',
      description: 'By format.',
      additionalProperties: object({ format: string, media_type: string, download_url: string }),
    },
    description: { ...string, description: 'What the figure shows; empty until completed.' },
    error: nullableString,
    created_at: time,
    started_at: nullableTime,
    completed_at: nullableTime,
    progress,
  }),
  HistoryItem: {
    ...object({
      task_id: id,
      endpoint: string,
      workflow: string,
      key_name: nullableString,
      api_key: { ...nullableString, description: 'Masked.' },
      status,
      created_at: time,
      started_at: nullableTime,
      completed_at: nullableTime,
      duration_ms: { type: ['integer', 'null'] },
      error: nullableString,
      webhook: object({
        url: nullableString,
        state: { type: 'string', enum: ['none', 'pending', 'retrying', 'delivered', 'failed'] },
        attempts: count,
        last_status: { type: ['integer', 'null'] },
        last_error: nullableString,
        next_attempt_at: nullableTime,
      }),
    }),
    description: 'A single record also has its input, files and description.',
  },
  HistoryPage: object({
    items: { type: 'array', items: ref('schemas', 'HistoryItem') },
    total: count,
    page: count,
    size: count,
    pages: count,
  }),
  Problem: object({ detail: { ...string, description: 'One sentence that says what is wrong.' } }),
  ValidationError: object(
    {
      loc: {
        type: 'array',
        items: { type: ['string', 'integer'] },
        example: ['body', 'method_text'],
      },
      msg: { ...string, example: 'Field required' },
      type: { ...string, example: 'missing' },
      input: { description: 'What was sent; left out when it is large.' },
      ctx: { type: 'object' },
    },
    ['input', 'ctx'],
  ),
  HTTPValidationError: object({
    detail: { type: 'array', items: ref('schemas', 'ValidationError') },
  }),
}

function problem(description: string, detail: string, headers?: Json): Json {
  return {
    description,
    ...(headers && { headers }),
    content: {
      'application/json': { schema: ref('schemas', 'Problem'), example: { detail } },
    },
  }
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
}

/** Refusals by the name under which operations refer to them; the words are examples. */
export const RESPONSES: Readonly<Record<string, Json>> = {
  Unauthorized: problem(
    'No credential, or one that is not known.',
    'A credential is required: send an API key.',
    { 'WWW-Authenticate': { schema: string } },
  ),
  Forbidden: problem(
    'The key is disabled or its quota exhausted, or the page of another origin asks without a credential.',
    'The quota of this API key is exhausted.',
  ),
  JobNotFound: problem('Unknown, or of another key.', 'Job not found'),
  TaskNotFound: problem('Unknown, of another key, or without such an image.', 'Task not found'),
  KeyNotFound: problem('No such key.', 'API key not found'),
  RecordNotFound: problem('No such record, or it has no webhook.', 'Record not found'),
  FileNotFound: problem('No such file.', 'File not found'),
  BeyondFile: problem(
    'No byte of the file lies in the range.',
    'The file has 1024 bytes; the Range lies beyond them.',
  ),
  NotFound: problem('Unknown.', 'Not found'),
  MethodNotAllowed: problem(
    'Another method than this path takes.',
    'Method not allowed; this route takes POST.',
    { Allow: { description: 'The methods that the path takes.', schema: string } },
  ),
  TooLarge: problem(
    'The body is larger than this route takes.',
    'The body is larger than the 4000000 bytes that this route takes.',
  ),
  WrongType: problem('Another content type.', 'The Content-Type must be application/json.'),
  NotAnImage: problem(
    'The file does not decode as PNG, JPEG, WebP or GIF.',
    'File must be an image',
  ),
  JobUnprocessable: {
    description: 'The body breaks a rule; one entry a fault.',
    content: {
      'application/json': {
        schema: ref('schemas', 'HTTPValidationError'),
        example: {
          detail: [
            { loc: ['body', 'method_text'], msg: 'Field required', type: 'missing', input: {} },
          ],
        },
      },
    },
  },
  TaskUnprocessable: problem(
    'The body breaks a rule; the sentence names the field and what is valid.',
    'caption: Field required',
  ),
  TooMany: problem(
    'Too many submissions, or too many different unknown credentials, in a minute.',
    'Too many submissions; slow down.',
    retryAfter,
  ),
  Unavailable: problem(
    'Shutting down, too much work waiting, or no disk space.',
    'Too much work is waiting; try again later.',
    retryAfter,
  ),
}

export const SECURITY_SCHEMES: Readonly<Record<string, Json>> = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `burin_...`' },
  apiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Jobs only.' },
  apiTokenQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'api_token',
    description: 'Jobs only, where no header can be sent (an EventSource, an image).',
  },
  adminKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The admin key: `SERVICE_ADMIN_KEY`, or the file that the first start made.',
  },
}
