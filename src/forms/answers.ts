/** What the interface answers, one schema for the routes, the document and the pages. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { FAULT_KINDS, Fault } from './fault'
import { EXPORT_FORMATS, OUTPUTS } from './outputs'
import { orNull } from './schema'

/** One of these words. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return Type.Unsafe<Word>({ type: 'string', enum: words })
}

/** An object of which only what each name holds is known. */
function byName<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Unsafe<Record<string, Static<Schema>>>({
    type: 'object',
    additionalProperties: schema,
    ...(description && { description }),
  })
}

const id = '01a1f8a1444977bc8811dbef834d94f1'
const RecordId = Type.String({ pattern: '^[0-9a-f]{32}$', example: id })
const Count = Type.Integer({ minimum: 0 })
const Time = Type.String({ format: 'date-time' })
const Words = Type.Unsafe<readonly string[]>({ type: 'array', items: { type: 'string' } })
const Text = Type.String()
const TextOrNull = orNull(Text)
const TimeOrNull = orNull(Time)

export const STATES = ['pending', 'running', 'completed', 'failed'] as const
const Status = oneOf(STATES)

/** Of every record, whoever shows it. */
const course = {
  status: Status,
  created_at: Time,
  started_at: TimeOrNull,
  error: TextOrNull,
}

const reading = {
  warnings: Type.Array(Text, { description: 'Why the figure may be read wrongly.' }),
  progress: orNull(
    Type.Object({
      stage: Text,
      step: Count,
      steps: Count,
      percent: Type.Number(),
      provider: Type.Optional(Type.String({ description: 'While a remote model is called.' })),
      attempt: Type.Optional(Type.Integer({ description: 'Which of the `attempts` it may take.' })),
      attempts: Type.Optional(Type.Integer()),
    }),
  ),
}

export const JobAccepted = Type.Object(
  { job_id: RecordId },
  { $id: 'JobAccepted', description: 'Accepted; the work runs in the background.' },
)
export const TaskAccepted = Type.Object(
  { task_id: RecordId, status: Type.Literal('pending') },
  { $id: 'TaskAccepted', description: 'Accepted; the work runs in the background.' },
)

const Artifact = Type.Object(
  {
    kind: Type.String({ example: OUTPUTS.svg.kind }),
    name: Type.String({ example: OUTPUTS.svg.path }),
    path: Type.String({ example: OUTPUTS.svg.path }),
    url: Type.String({ example: `/api/artifacts/${id}/${OUTPUTS.svg.path}` }),
    size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
    updated_at: Time,
  },
  { $id: 'Artifact' },
)

export const Job = Type.Object(
  {
    job_id: RecordId,
    workflow: Text,
    ...course,
    finished_at: TimeOrNull,
    ...reading,
    parent: orNull(
      Type.String({ description: 'The job or task whose figure was edited for this one.' }),
    ),
    artifacts: Type.Array(Artifact),
  },
  { $id: 'Job', description: 'The record of the job.' },
)

export const OwnRecord = Type.Object(
  {
    ...Job.properties,
    service: oneOf(['job', 'task']),
    title: Type.String({ description: 'The first line of what was asked for, in words.' }),
    updated_at: Time,
    artifact_count: Count,
    thumbnail_url: TextOrNull,
    cost_usd: orNull(Type.Number({ description: 'Of the models that were called.' })),
  },
  { $id: 'OwnRecord', description: 'A job or a task.' },
)
export const OwnHistory = Type.Object(
  {
    items: Type.Array(OwnRecord),
    count: Count,
    quota_remaining: Type.Optional(
      orNull(Type.Integer({ description: 'Units that the key has left; null: unlimited.' })),
    ),
  },
  { $id: 'OwnHistory', description: 'Newest first.' },
)

export const Adopted = Type.Object(
  { count: Count },
  { $id: 'Adopted', description: 'How many records are the key’s now.' },
)

export const Task = Type.Object(
  {
    task_id: RecordId,
    ...course,
    completed_at: TimeOrNull,
    ...reading,
    diagram_type: orNull(
      Type.String({ description: 'As methodology, statistical_plot, prompt_optimization.' }),
    ),
    image_base64: orNull(Type.String({ description: 'The PNG; null until completed.' })),
    artifacts: byName(
      Type.Object({ format: oneOf(EXPORT_FORMATS), media_type: Text, download_url: Text }),
      'By format.',
    ),
    description: Type.String({ description: 'What the figure shows; empty until completed.' }),
  },
  { $id: 'Task', description: 'The task.' },
)

export const Upload = Type.Object(
  {
    path: Type.String({ description: 'For `reference_image_path` and `image_path`.' }),
    url: Type.String({ description: 'Where the picture can be fetched.' }),
    name: Type.String({ description: "The client's own file name." }),
  },
  { $id: 'Upload', description: 'Where it is kept.' },
)

export const PdfPages = Type.Object(
  {
    pages: Type.Integer({ minimum: 1, description: 'How many the PDF has.' }),
    pictures: Type.Array(
      Type.Object({
        page: Type.Integer({ minimum: 1 }),
        picture: orNull(
          Type.String({ description: 'A data URL of a JPEG; null: the page is broken.' }),
        ),
      }),
    ),
  },
  { $id: 'PdfPages', description: 'Small pictures of its pages.' },
)

export const CheckedDrawing = Type.Object(
  {
    faults: Type.Array(Fault),
    counts: Type.Object(Object.fromEntries(Object.keys(FAULT_KINDS).map((kind) => [kind, Count]))),
  },
  { $id: 'CheckedDrawing', description: 'What is wrong with a drawing.' },
)

const limit = orNull(Type.Integer({ description: 'Null: no limit.' }))
const key = {
  id: Type.Integer({ description: 'Names the key where the key itself should not stand.' }),
  key: Type.String({ description: 'The full key.', example: 'burin_...' }),
  name: Text,
  quota_remaining: limit,
  quota_total: limit,
  total_used: Count,
  active: Type.Boolean(),
  created_at: Time,
  webhook_url: TextOrNull,
  has_webhook_secret: Type.Boolean({ description: 'Whether its webhooks are signed.' }),
}

export const ApiKey = Type.Object(key, { $id: 'ApiKey', description: 'The key, in full.' })
export const ApiKeyDetail = Type.Object(
  {
    ...key,
    usage_total: Type.Integer({ description: 'Submissions in all; `usage_log` has the newest.' }),
    usage_log: Type.Array(
      Type.Object({ id: Count, task_id: RecordId, endpoint: Text, created_at: Time }),
    ),
  },
  { $id: 'ApiKeyDetail', description: 'The key with its submissions.' },
)

export const AdminSession = Type.Object(
  { signed_in: Type.Boolean(), expires_at: TimeOrNull },
  { $id: 'AdminSession', description: 'The session of the browser.' },
)

const historyItem = {
  task_id: RecordId,
  endpoint: Text,
  workflow: Text,
  title: Type.String({ description: 'As its author called it, else how its text begins.' }),
  key_name: TextOrNull,
  api_key: orNull(Type.String({ description: 'Masked.' })),
  ...course,
  completed_at: TimeOrNull,
  duration_ms: orNull(Type.Integer()),
  cost_usd: orNull(Type.Number({ description: 'Of the models that were called.' })),
  webhook: Type.Object({
    url: TextOrNull,
    state: oneOf(['none', 'pending', 'retrying', 'delivered', 'failed']),
    attempts: Count,
    last_status: orNull(Type.Integer()),
    last_error: TextOrNull,
    next_attempt_at: TimeOrNull,
  }),
  diagram_type: TextOrNull,
  webhook_url: TextOrNull,
  webhook_status: orNull(Type.String({ description: '`webhook.state`; null: there is none.' })),
  webhook_attempts: Count,
  webhook_last_error: TextOrNull,
}

export const HistoryItem = Type.Object(historyItem, {
  $id: 'HistoryItem',
  description: 'The record as it is now.',
})
export const HistoryDetail = Type.Object(
  {
    ...historyItem,
    ...reading,
    description: Text,
    attempt: Count,
    lost: Type.Integer({ minimum: 0, description: 'Attempts that a crash ended.' }),
    input: byName(Type.Unknown(), 'The checked body; a PDF as `{file, bytes, sha256}`.'),
    input_params: byName(Type.Unknown(), 'The same as `input`.'),
    image_base64: orNull(Type.String({ description: 'The PNG; null with `image=false`.' })),
    artifacts: Type.Array(
      Type.Object({ path: Text, kind: Text, size: Count, sha256: Text, url: Text }),
    ),
  },
  { $id: 'HistoryDetail', description: 'The record with its input and files.' },
)
export const HistoryPage = Type.Object(
  { items: Type.Array(HistoryItem), total: Count, page: Count, size: Count, pages: Count },
  { $id: 'HistoryPage', description: 'One page.' },
)

const Bytes = Type.Integer({ minimum: 0, description: 'Bytes.' })

export const AdminStatus = Type.Object(
  {
    version: Text,
    draining: Type.Boolean(),
    started_at: Time,
    memory_bytes: Bytes,
    queue: Type.Object({
      pending: Count,
      running: Count,
      waiting_since: TimeOrNull,
      most_pending: Count,
    }),
    executors: Type.Array(
      Type.Object({
        pid: Count,
        state: oneOf(['starting', 'idle', 'busy']),
        jobs: Type.Integer({ minimum: 0, description: 'Since it started.' }),
        memory_bytes: Bytes,
        task_id: orNull(RecordId),
      }),
    ),
    webhooks: Type.Object({ pending: Count, retrying: Count }),
    event_streams: Count,
    disk: Type.Object({
      free_bytes: Bytes,
      total_bytes: Bytes,
      least_free_bytes: Type.Integer({ description: 'Below it work is refused.' }),
    }),
    providers: Type.Array(
      Type.Object({
        id: Text,
        adapter: Text,
        models: Type.Array(Text),
        paused: Type.Boolean({ description: 'It failed so often that it is left alone.' }),
        open: Count,
        waiting: Count,
        outcomes: byName(Count, 'Calls since the start by how they ended: ok, timeout...'),
        input_tokens: Count,
        output_tokens: Count,
        cost_usd: Type.Number(),
      }),
      { description: 'Of remote models, since the start.' },
    ),
  },
  { $id: 'AdminStatus', description: 'As it is now.' },
)

/** An executor as the operator sees it; `starting` until it takes work. */
export type ExecutorState = Static<typeof AdminStatus>['executors'][number]
/** A provider as the operator sees it; `open`: requests under way, `waiting`: those that wait for a place. */
export type ProviderState = Static<typeof AdminStatus>['providers'][number]

export const Storage = Type.Object(
  {
    retention_days: Count,
    records: Count,
    oldest_record_at: TimeOrNull,
    files: Count,
    file_bytes: Bytes,
    uploads: Count,
    upload_bytes: Bytes,
    database_bytes: Bytes,
  },
  { $id: 'Storage', description: 'What is kept.' },
)

export const DailyUse = Type.Object(
  {
    days: Type.Array(
      Type.Object({
        day: Type.String({ format: 'date' }),
        submissions: Count,
        failed: Type.Integer({ minimum: 0, description: 'Of records that are still kept.' }),
        cost_usd: Type.Number({ description: 'Of records that are still kept.' }),
      }),
    ),
  },
  { $id: 'DailyUse', description: 'Day by day, today the last.' },
)

export const Health = Type.Object(
  { status: oneOf(['ok', 'draining']) },
  { $id: 'Health', description: 'Whether the server takes work.' },
)
export const ServiceHealth = Type.Object(
  { status: Type.Literal('ok'), version: Text },
  { $id: 'ServiceHealth', description: 'It runs.' },
)

export const Config = Type.Object(
  {
    svgEditAvailable: Type.Boolean(),
    svgEditPath: orNull(Type.String({ description: "The editor's index page; takes `?url=`." })),
    version: Type.String({ description: 'Version of the program.' }),
    workflows: Type.Array(
      Type.Object({ id: Text, summary: Text, service: oneOf(['job', 'task']), path: Text }),
    ),
    providers: Type.Object(
      {
        main: Words,
        image: Words,
        svg: Words,
        vlm: Words,
        segmentation: Words,
        image_models: Words,
        image_sizes: Words,
        aspect_ratios: Words,
        models: Type.Optional(
          byName(
            byName(Type.Object({ can: Words, ratios: Words, resolutions: Words, deny: Words })),
            'What each model of each provider can do.',
          ),
        ),
      },
      { description: 'Identifiers that a client may send.' },
    ),
    own_pictures: Type.Object(
      { glyphs: Words, icons: Words },
      {
        description:
          'Names of the glyphs of this server, and of its icons besides the built-in ones.',
      },
    ),
    limits: byName(Type.Integer()),
    anonymous_jobs: Type.Boolean({
      description: 'Whether jobs, and the tasks of pages of this server, need no credential here.',
    }),
  },
  { $id: 'Config', description: 'The settings that a client may know.' },
)

export const Pictures = Type.Object(
  {
    glyphs: Type.Array(
      Type.Object({
        name: Text,
        help: Type.String({ description: 'What it shows and what for.' }),
        svg: Type.String({ description: 'A small sample of it.' }),
      }),
    ),
    icons: Type.Array(
      Type.Object({
        name: Text,
        shows: Text,
        path: Type.String({ description: 'Path data in a square of 24, stroke width 2.' }),
      }),
    ),
  },
  { $id: 'Pictures', description: 'What the nodes of a figure may bear.' },
)

export const Problem = Type.Object(
  { detail: Type.String({ description: 'One sentence that says what is wrong.' }) },
  { $id: 'Problem' },
)

/** A refused body, as FastAPI writes it. */
export const ValidationProblem = Type.Object(
  {
    detail: Type.Array(
      Type.Object(
        {
          loc: Type.Array(Type.Unsafe<string | number>({ type: ['string', 'integer'] }), {
            example: ['body', 'method_text'],
          }),
          msg: Type.String({ example: 'Field required' }),
          type: Type.String({ example: 'missing' }),
          input: Type.Optional(
            Type.Unknown({ description: 'What was sent; left out when it is large.' }),
          ),
          ctx: Type.Optional(byName(Type.Unknown())),
        },
        { $id: 'ValidationError' },
      ),
    ),
  },
  {
    $id: 'HTTPValidationError',
    description: 'The body breaks a rule; one entry a fault.',
    example: {
      detail: [{ loc: ['body', 'method_text'], msg: 'Field required', type: 'missing', input: {} }],
    },
  },
)
