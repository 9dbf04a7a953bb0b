import type { Config } from '../config'
import { OUTPUTS } from '../forms/outputs'
import type { Plugin } from '../plugin'
import { adminOperations } from './openapi-admin'
import type { Json } from './openapi-body'
import { ref } from './openapi-components'
import {
  BODY_REFUSED,
  IDEMPOTENCY_KEY,
  IF_NONE_MATCH,
  JOB_ID,
  JOB_SECURITY,
  json,
  NOT_MODIFIED,
  ODD_METHOD,
  type Operation,
  PUBLIC,
  pathParameter,
  RANGE,
  REFUSED,
  stored,
  TASK_SECURITY,
} from './openapi-parts'

/** The host's own routes by method and path, parameters unnamed. */
export function operationTable(config: Config): Readonly<Record<string, Operation>> {
  return {
    ...serverOperations(),
    ...jobOperations(),
    ...fileOperations(config),
    ...taskOperations(),
    ...adminOperations(),
  }
}

/** A plugin's POST. */
export function submission(plugin: Plugin, schema: Json, example: Json): Operation {
  const job = plugin.service === 'job'
  const { id, summary } = plugin
  return {
    at: plugin.path,
    operationId: `submit${id.replace(/(^|-)[a-z]/g, (letter) => letter.slice(-1).toUpperCase())}`,
    summary,
    description: job
      ? 'Answers at once; follow the job with `GET /api/events/{job_id}`.'
      : 'Answers at once; poll `GET /api/tasks/{task_id}` or name a `webhook_url`.',
    tags: [job ? 'Jobs' : 'Tasks'],
    parameters: [IDEMPOTENCY_KEY],
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: {
      ...(job
        ? { 200: json('Accepted; the work runs in the background.', 'JobAccepted') }
        : { 202: json('Accepted; the work runs in the background.', 'TaskAccepted') }),
      ...REFUSED,
      ...(plugin.accept && { 404: ref('responses', 'NotFound') }),
      ...BODY_REFUSED,
      422: ref('responses', job ? 'JobUnprocessable' : 'TaskUnprocessable'),
      503: ref('responses', 'Unavailable'),
    },
    security: job ? JOB_SECURITY : TASK_SECURITY,
  }
}

function serverOperations(): Record<string, Operation> {
  return {
    'GET /healthz': {
      at: '/healthz',
      operationId: 'getHealthz',
      summary: 'Whether the server takes work',
      tags: ['Server'],
      responses: {
        200: json('It does.', 'Health'),
        503: json('A shutdown began.', 'Health'),
        ...ODD_METHOD,
      },
      security: PUBLIC,
    },
    'GET /metrics': {
      at: '/metrics',
      operationId: 'getMetrics',
      summary: 'Counts and sizes in Prometheus text form',
      tags: ['Server'],
      responses: {
        200: {
          description: 'The metrics.',
          content: { 'text/plain': { schema: { type: 'string' } } },
        },
        ...ODD_METHOD,
      },
      security: PUBLIC,
    },
    'GET /api/health': {
      at: '/api/health',
      operationId: 'getHealth',
      summary: 'Health of the task service, with the version of the program',
      tags: ['Server'],
      responses: { 200: json('It runs.', 'ServiceHealth'), ...ODD_METHOD },
      security: PUBLIC,
    },
    'GET /api/config': {
      at: '/api/config',
      operationId: 'getConfig',
      summary: 'What runs here: workflows, providers, limits and the SVG editor',
      tags: ['Server'],
      responses: { 200: json('The settings that a client may know.', 'Config'), ...ODD_METHOD },
      security: PUBLIC,
    },
  }
}

function jobOperations(): Record<string, Operation> {
  const shared = { tags: ['Jobs'], security: JOB_SECURITY }
  const refused = { ...REFUSED, 404: ref('responses', 'JobNotFound') }
  return {
    'GET /api/jobs/:': {
      ...shared,
      at: '/api/jobs/{job_id}',
      operationId: 'getJob',
      summary: 'The record of a job with its files',
      parameters: [JOB_ID],
      responses: { 200: json('The record.', 'Job'), ...refused },
    },
    'POST /api/jobs/:/cancel': {
      ...shared,
      at: '/api/jobs/{job_id}/cancel',
      operationId: 'cancelJob',
      summary: 'Ends a job; one that has ended stays as it is',
      parameters: [JOB_ID],
      responses: { 200: json('The record.', 'Job'), ...refused },
    },
    'GET /api/events/:': {
      ...shared,
      at: '/api/events/{job_id}',
      operationId: 'streamEvents',
      summary: 'Status, log lines, progress and files of a job as they come',
      description: EVENTS,
      parameters: [
        JOB_ID,
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'Replays what came after this event; a browser sends it by itself.',
          schema: { type: 'string' },
        },
        {
          name: 'last_event_id',
          in: 'query',
          description: 'The same, where no header can be sent.',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: {
          description: 'The stream; the server closes it after the last event.',
          content: { 'text/event-stream': { schema: { type: 'string' }, example: STREAM } },
        },
        204: { description: 'The last event was seen already; nothing more will come.' },
        ...refused,
      },
    },
  }
}

function fileOperations({ MAX_UPLOAD_BYTES }: Config): Record<string, Operation> {
  const shared = { tags: ['Files'], security: JOB_SECURITY }
  const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
  return {
    'GET /api/artifacts/:/*': {
      ...shared,
      at: '/api/artifacts/{job_id}/{path}',
      operationId: 'getArtifact',
      summary: 'A file of a job',
      parameters: [
        JOB_ID,
        {
          name: 'path',
          in: 'path',
          required: true,
          description: 'Path inside the job, with slashes where it has folders.',
          schema: { type: 'string' },
          example: OUTPUTS.svg.path,
        },
        IF_NONE_MATCH,
        RANGE,
      ],
      responses: {
        ...stored([
          'image/svg+xml',
          'image/png',
          'application/pdf',
          'application/json',
          'text/plain',
        ]),
        ...REFUSED,
        404: ref('responses', 'FileNotFound'),
      },
    },
    'POST /api/upload': {
      ...shared,
      at: '/api/upload',
      operationId: 'uploadImage',
      summary: 'Keeps a reference image for later submissions',
      description: `PNG, JPEG, WebP or GIF of at most ${MAX_UPLOAD_BYTES} bytes; its content decides, not its name.`,
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', format: 'binary' } },
            },
          },
        },
      },
      responses: {
        200: json('Where it is kept.', 'Upload'),
        400: ref('responses', 'NotAnImage'),
        ...REFUSED,
        ...BODY_REFUSED,
        422: ref('responses', 'JobUnprocessable'),
        503: ref('responses', 'Unavailable'),
      },
    },
    'GET /api/uploads/:': {
      ...shared,
      at: '/api/uploads/{filename}',
      operationId: 'getUpload',
      summary: 'An uploaded image',
      parameters: [
        pathParameter('filename', 'Last segment of the `url` that the upload returned.'),
        IF_NONE_MATCH,
        RANGE,
      ],
      responses: {
        ...stored(pictures),
        ...REFUSED,
        404: ref('responses', 'FileNotFound'),
      },
    },
  }
}

function taskOperations(): Record<string, Operation> {
  const shared = { tags: ['Tasks'], security: TASK_SECURITY }
  const id = pathParameter('task_id', 'The id that the submission returned.')
  const refused = { ...REFUSED, 404: ref('responses', 'TaskNotFound') }
  return {
    'GET /api/tasks/:': {
      ...shared,
      at: '/api/tasks/{task_id}',
      operationId: 'getTask',
      summary: 'A task with its result',
      parameters: [id, IF_NONE_MATCH],
      responses: { 200: json('The task.', 'Task'), 304: NOT_MODIFIED, ...refused },
    },
    'GET /api/tasks/:/image': {
      ...shared,
      at: '/api/tasks/{task_id}/image',
      operationId: 'getTaskImage',
      summary: 'The image of a completed task',
      parameters: [
        id,
        {
          name: 'format',
          in: 'query',
          description: 'Of those that the task exported.',
          schema: { type: 'string', enum: ['png', 'svg', 'pdf'], default: 'png' },
        },
        IF_NONE_MATCH,
        RANGE,
      ],
      responses: {
        ...stored(['image/png', 'image/svg+xml', 'application/pdf']),
        ...refused,
        422: ref('responses', 'TaskUnprocessable'),
      },
    },
    'POST /api/tasks/:/cancel': {
      ...shared,
      at: '/api/tasks/{task_id}/cancel',
      operationId: 'cancelTask',
      summary: 'Ends a task; one that has ended stays as it is',
      parameters: [id],
      responses: { 200: json('The task.', 'Task'), ...refused },
    },
  }
}

const EVENTS = `Every frame has \`id\` (1, 2, 3...), \`event\` and \`data\` (JSON on one line). All events are kept: a stream starts
with the first, or after \`Last-Event-ID\`.

| event | data |
|---|---|
| status | \`{"state":"queued"}\`, \`{"state":"started"}\`, last \`{"state":"finished","code","status","error"}\` |
| log | \`{"stream","line"}\` |
| progress | \`{"stage","step","steps","percent"}\` |
| artifact | \`{"kind","name","path","url","updated_at","size"}\` |`

const STREAM = `retry: 2000

id: 1
event: status
data: {"state":"queued"}

id: 2
event: status
data: {"state":"started"}

id: 3
event: status
data: {"state":"finished","code":0,"status":"completed","error":null}
`
