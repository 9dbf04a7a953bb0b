import { createHmac } from 'node:crypto'
import { and, asc, eq, inArray, lte, notInArray } from 'drizzle-orm'
import { OUTPUTS } from '../forms/outputs'
import type { Tx } from './append'
import type { Db } from './db'
import { isoTime } from './ids'
import type { RecordRow } from './moves'
import { artifacts, outbox } from './schema'
import type { Secrets } from './secrets'

export type DeliveryRow = typeof outbox.$inferSelect

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
  const secret = record.webhookSecret === null ? null : secrets.open(record.webhookSecret)
  tx.insert(outbox)
    .values({
      recordId: record.id,
      url: record.webhookUrl,
      event,
      body,
      signature: secret === null ? null : createHmac('sha256', secret).update(body).digest('hex'),
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

/** Deliveries whose time has come, the longest waiting first; none of the records in `except`. */
export async function dueDeliveries(
  db: Db,
  now: number,
  limit: number,
  except: readonly string[],
): Promise<DeliveryRow[]> {
  return db
    .select()
    .from(outbox)
    .where(and(waiting(except), lte(outbox.nextAttemptAt, now)))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(limit)
    .all()
}

/** When the next delivery is due, the records in `except` aside; undefined: none waits. */
export async function nextDelivery(db: Db, except: readonly string[]): Promise<number | undefined> {
  const row = db
    .select({ at: outbox.nextAttemptAt })
    .from(outbox)
    .where(waiting(except))
    .orderBy(asc(outbox.nextAttemptAt))
    .limit(1)
    .get()
  return row?.at ?? undefined
}

function waiting(except: readonly string[]) {
  return and(
    inArray(outbox.state, ['pending', 'retrying']),
    notInArray(outbox.recordId, [...except]),
  )
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

export async function recordAttempt(db: Db, attempt: Attempt): Promise<void> {
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
export async function redeliver(db: Db, recordId: string, now: number): Promise<boolean> {
  const row = db
    .update(outbox)
    .set({ state: 'pending', attempts: 0, nextAttemptAt: now, lastError: null, lastStatus: null })
    .where(eq(outbox.recordId, recordId))
    .returning({ id: outbox.recordId })
    .get()
  return row !== undefined
}
