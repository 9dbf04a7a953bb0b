import { getTableColumns, sql } from 'drizzle-orm'
import type { BunSQLiteDatabase } from 'drizzle-orm/bun-sqlite'
import {
  blob,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { State } from './states'

export type Db = BunSQLiteDatabase

/** All instants are integers: milliseconds since 1970-01-01 UTC. */
const instant = (name: string) => integer(name)

/** A job or a task: the two services differ only at the edge. */
export const records = sqliteTable(
  'records',
  {
    /** UUIDv7 without dashes: sorts by time of acceptance. */
    id: text('id').primaryKey(),
    service: text('service').$type<'job' | 'task'>().notNull(),
    workflow: text('workflow').notNull(),
    endpoint: text('endpoint').notNull(),
    /** Null: anonymous. Stays when the key is deleted. */
    keyId: integer('key_id'),
    /** Digest of the browser that submitted it without a key; null: no browser did. */
    browser: text('browser'),
    status: text('status').$type<State>().notNull(),
    /** Counts claims; fences rows and files of a stale executor. */
    attempt: integer('attempt').notNull().default(0),
    /** What a queue with a life of its own knows the attempt by. */
    lease: text('lease'),
    /** How each executor ended that died over this record, as a JSON list of words such as `SIGSEGV`. */
    losses: text('losses').notNull().default('[]'),
    /** Who decides each stage, as resolved at acceptance, so that a retry decides the same; a JSON object. */
    choice: text('choice').notNull().default('{"choices":{},"ignored":[]}'),
    /** Uploads and files of its own that the work may read, by the words the input uses; a JSON object. */
    files: text('files').notNull().default('{}'),
    /** The record whose figure was edited for this one. */
    parent: text('parent'),
    /** A task's `diagram_type`; null for jobs. */
    diagramType: text('diagram_type'),
    /** What its owner knows it by, from what was asked for; an edited figure has that of the first one. Empty: nothing said it. */
    title: text('title').notNull().default(''),
    description: text('description').notNull().default(''),
    /** Why its figure may be read wrongly: sentences, a JSON list. */
    warnings: text('warnings').notNull().default('[]'),
    error: text('error'),
    /** What its models cost in US dollars; null: nothing that has a price was called. */
    costUsd: real('cost_usd'),
    /** The last `progress` event's data, as JSON. */
    progress: text('progress'),
    logRows: integer('log_rows').notNull().default(0),
    /** Of what its attempt has reported, those that are stored. */
    batches: integer('batches').notNull().default(0),
    /** Scheme and authority for absolute links, kept from the submission. */
    origin: text('origin').notNull(),
    webhookUrl: text('webhook_url'),
    webhookSecret: text('webhook_secret'),
    webhookIncludeImage: integer('webhook_include_image', { mode: 'boolean' })
      .notNull()
      .default(false),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('records_by_status').on(table.status, table.id),
    index('records_by_key').on(table.keyId, table.id),
    index('records_by_browser')
      .on(table.browser, table.id)
      .where(sql`${table.browser} is not null`),
    index('records_by_endpoint').on(table.endpoint, table.id),
    index('records_by_finish').on(table.finishedAt),
    // What waits, caller by caller, the oldest first: as small as the queue, however many records there are.
    index('records_waiting').on(table.keyId, table.id).where(sql`${table.status} = 'pending'`),
    index('records_by_lease').on(table.lease).where(sql`${table.lease} is not null`),
  ],
)

const { files: _, ...readOften } = getTableColumns(records)

/** The columns of a record that lists and polls read: all but what its work alone needs. */
export const RECORD = readOften

export type RecordRow = Omit<typeof records.$inferSelect, 'files'>

const { endpoint, attempt, lease, losses, choice, logRows, batches, ...seen } = RECORD
const { origin, webhookUrl, webhookSecret, webhookIncludeImage, ...SEEN_COLUMNS } = seen

/** Those of them that decide what is shown of a record, and to whom. */
export const SEEN = SEEN_COLUMNS

/** A record as one sees it who asks for it. */
export type SeenRow = Pick<RecordRow, keyof typeof SEEN>

/** Apart from its record: a list, a poll and every change of a record would pass over the pages of a large body. */
export const inputs = sqliteTable('inputs', {
  recordId: text('record_id')
    .primaryKey()
    .references(() => records.id, { onDelete: 'cascade' }),
  /** The checked body with its defaults, as JSON. */
  input: text('input').notNull(),
})

/** What a stream replays: 1, 2, 3... per record. */
export const events = sqliteTable(
  'events',
  {
    recordId: text('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    seq: integer('seq').notNull(),
    event: text('event').notNull(),
    /** JSON on one line. */
    data: text('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.recordId, table.seq] })],
)

export const artifacts = sqliteTable(
  'artifacts',
  {
    recordId: text('record_id')
      .notNull()
      .references(() => records.id, { onDelete: 'cascade' }),
    /** Relative to the attempt's folder. */
    path: text('path').notNull(),
    attempt: integer('attempt').notNull(),
    kind: text('kind').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.recordId, table.path] })],
)

export const uploads = sqliteTable(
  'uploads',
  {
    /** `<32 hex>.<ext>` */
    name: text('name').primaryKey(),
    keyId: integer('key_id'),
    clientName: text('client_name').notNull(),
    mediaType: text('media_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('uploads_by_age').on(table.createdAt),
    index('uploads_by_key').on(table.keyId, table.size),
  ],
)

export const keys = sqliteTable(
  'keys',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** HMAC-SHA256 of the key: what a request is looked up by. */
    digest: text('digest').notNull(),
    /** The key itself, AES-256-GCM: the admin list shows it. */
    sealed: text('sealed').notNull(),
    name: text('name').notNull(),
    /** Both null: unlimited. */
    quotaTotal: integer('quota_total'),
    quotaRemaining: integer('quota_remaining'),
    totalUsed: integer('total_used').notNull().default(0),
    active: integer('active', { mode: 'boolean' }).notNull().default(true),
    webhookUrl: text('webhook_url'),
    webhookSecret: text('webhook_secret'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('keys_by_digest').on(table.digest)],
)

export const usage = sqliteTable(
  'usage',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    keyId: integer('key_id')
      .notNull()
      .references(() => keys.id, { onDelete: 'cascade' }),
    recordId: text('record_id').notNull(),
    endpoint: text('endpoint').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('usage_by_key').on(table.keyId, table.id)],
)

/** What was spent on models, by UTC day and owner (`key:<id>` or `anonymous`). */
export const spending = sqliteTable(
  'spending',
  {
    day: text('day').notNull(),
    owner: text('owner').notNull(),
    /** US dollars, by the configured prices. */
    usd: real('usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.owner] })],
)

/** Answers to accepted submissions, kept for a day so that a repeat gets the same one. */
export const idempotency = sqliteTable(
  'idempotency',
  {
    /** `key:<id>` or `anonymous`. */
    scope: text('scope').notNull(),
    endpoint: text('endpoint').notNull(),
    key: text('key').notNull(),
    bodySha256: text('body_sha256').notNull(),
    recordId: text('record_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.endpoint, table.key] }),
    index('idempotency_by_age').on(table.createdAt),
  ],
)

/** Webhooks to deliver, written with the terminal state in one transaction. */
export const outbox = sqliteTable(
  'outbox',
  {
    recordId: text('record_id')
      .primaryKey()
      .references(() => records.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** Host and port of the address: what shares one line. */
    receiver: text('receiver').notNull().default(''),
    /** The key whose task it tells of. */
    keyId: integer('key_id'),
    event: text('event').notNull(),
    body: blob('body', { mode: 'buffer' }).notNull(),
    signature: text('signature'),
    state: text('state').$type<'pending' | 'retrying' | 'delivered' | 'failed'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    nextAttemptAt: instant('next_attempt_at'),
    /** Until when the server that sends it has it for itself. */
    heldUntil: instant('held_until'),
  },
  (table) => [
    // Holds all that decides what goes next, so that a long line is passed over without reading bodies.
    index('outbox_waiting')
      .on(table.nextAttemptAt, table.receiver, table.keyId, table.heldUntil, table.state)
      .where(sql`${table.state} in ('pending', 'retrying')`),
  ],
)

/** What callers have used of an allowance for a time, where several servers share it. */
export const allowances = sqliteTable('allowances', {
  caller: text('caller').primaryKey(),
  start: instant('start').notNull(),
  used: integer('used').notNull(),
})

/** What all servers of a database must agree on. */
export const marks = sqliteTable('marks', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** Browsers that an admin has signed in with. */
export const sessions = sqliteTable('sessions', {
  /** Of the cookie and the admin key: another admin key ends them all. */
  digest: text('digest').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
})
