import { createHmac } from 'node:crypto'
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { OUTPUTS } from '../forms/outputs'
import type { Tx } from './append'
import { isoTime } from './ids'
import type { Inside } from './inside'
import type { RecordRow } from './moves'
import { prepared, slot } from './prepared'
import { artifacts, outbox, records } from './schema'
import type { Secrets } from './secrets'

type OutboxRow = typeof outbox.$inferSelect

/** A delivery and whether it goes out without the signature that it should have. */
export type DeliveryRow = OutboxRow & { unsigned: boolean }

/** What decides whether a delivery may go out now. */
export type Waiting = Pick<OutboxRow, 'recordId' | 'receiver' | 'keyId'>

/** What is passed over in looking for the next delivery: those under way, and whose lines are full. */
export interface PassedOver {
  records: readonly string[]
  receivers: readonly string[]
  /** Of deliveries without a key: 0. */
  keys: readonly number[]
}

/** The picture of a record. */
const { path: PNG } = OUTPUTS.figure

/** A task's end as its webhook tells it. The body is fixed here: every attempt sends the same bytes. */
export function addDelivery(
  tx: Tx,
  secrets: Secrets,
  record: RecordRow,
  imageBase64: string | null,
): void {
  if (record.service !== 'task' || record.webhookUrl === null) return
  const event = record.status === 'completed' ? 'task.completed' : 'task.failed'
  const body = Buffer.from(JSON.stringify(payload(tx, record, event, imageBase64)))
  // A secret that cannot be opened is no reason to hold the end of the task back.
  const secret = record.webhookSecret === null ? undefined : secrets.open(record.webhookSecret)
  tx.insert(outbox)
    .values({
      recordId: record.id,
      url: record.webhookUrl,
      receiver: URL.parse(record.webhookUrl)?.host ?? '',
      keyId: record.keyId,
      event,
      body,
      signature:
        secret === undefined ? null : createHmac('sha256', secret).update(body).digest('hex'),
      state: 'pending',
      nextAttemptAt: record.finishedAt,
    })
    .run()
}

function payload(tx: Tx, record: RecordRow, event: string, imageBase64: string | null) {
  const hasImage = record.status === 'completed' && hasPng(tx, record.id)
  return {
    event,
    task_id: record.id,
    status: record.status,
    diagram_type: record.diagramType,
    description: record.description,
    image_url: hasImage ? `${record.origin}/api/tasks/${record.id}/image` : null,
    image_base64: hasImage && record.webhookIncludeImage ? imageBase64 : null,
    error: record.error,
    created_at: isoTime(record.createdAt),
    completed_at: isoTime(record.finishedAt ?? record.createdAt),
  }
}

function hasPng(tx: Tx, id: string): boolean {
  const row = tx
    .select({ path: artifacts.path })
    .from(artifacts)
    .where(and(eq(artifacts.recordId, id), eq(artifacts.path, PNG)))
    .get()
  return row !== undefined
}

/** True for a delivery whose secret could not be opened when its body was fixed. */
export function isUnsigned(
  delivery: Pick<OutboxRow, 'signature'>,
  record: Pick<RecordRow, 'webhookSecret'>,
): boolean {
  return delivery.signature === null && record.webhookSecret !== null
}

const statements = prepared((db) => {
  const { recordId, receiver, keyId, nextAttemptAt: at } = outbox
  const listed = (name: string) => sql`(select value from json_each(${slot(name)}))`
  const waiting = and(
    sql`${outbox.state} in ('pending', 'retrying')`,
    sql`${recordId} not in ${listed('records')}`,
    sql`${receiver} not in ${listed('receivers')}`,
    sql`coalesce(${keyId}, 0) not in ${listed('keys')}`,
  )
  return {
    due: db
      .select({ recordId, receiver, keyId })
      .from(outbox)
      .where(and(waiting, lte(at, slot('now'))))
      .orderBy(asc(at))
      .limit(slot('limit'))
      .prepare(),
    next: db.select({ at }).from(outbox).where(waiting).orderBy(asc(at)).limit(1).prepare(),
  }
})

/** Deliveries whose time has come, the longest waiting first. */
export function dueDeliveries(
  { db, now }: Inside,
  limit: number,
  passedOver: PassedOver,
): Waiting[] {
  return statements(db).due.all({ ...asJson(passedOver), now: now(), limit })
}

/** When the next delivery is due; undefined: none waits. */
export function nextDelivery({ db }: Inside, passedOver: PassedOver): number | undefined {
  return statements(db).next.get(asJson(passedOver))?.at ?? undefined
}

function asJson({ records, receivers, keys }: PassedOver) {
  return {
    records: JSON.stringify(records),
    receivers: JSON.stringify(receivers),
    keys: JSON.stringify(keys),
  }
}

export function findDelivery({ db }: Inside, recordId: string): DeliveryRow | undefined {
  const row = db
    .select({ delivery: outbox, record: { webhookSecret: records.webhookSecret } })
    .from(outbox)
    .innerJoin(records, eq(records.id, outbox.recordId))
    .where(eq(outbox.recordId, recordId))
    .get()
  return row && { ...row.delivery, unsigned: isUnsigned(row.delivery, row.record) }
}

export interface Attempt {
  recordId: string
  /** How many attempts there have been, this one among them. */
  attempts: number
  status: number | null
  error: string | null
  /** Null: delivered or given up. */
  nextAttemptAt: number | null
}

export function recordAttempt({ db }: Inside, attempt: Attempt): void {
  const { recordId, attempts, status, error, nextAttemptAt } = attempt
  const failed = nextAttemptAt === null ? 'failed' : 'retrying'
  db.update(outbox)
    .set({
      attempts,
      lastStatus: status,
      lastError: error,
      nextAttemptAt,
      state: error === null ? 'delivered' : failed,
    })
    .where(eq(outbox.recordId, recordId))
    .run()
}

/** Sends a delivery once more, from the first attempt; false: the record has none. */
export function redeliver({ db, now }: Inside, recordId: string): boolean {
  const row = db
    .update(outbox)
    .set({ state: 'pending', attempts: 0, nextAttemptAt: now(), lastError: null, lastStatus: null })
    .where(eq(outbox.recordId, recordId))
    .returning({ id: outbox.recordId })
    .get()
  return row !== undefined
}
