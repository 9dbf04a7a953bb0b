import { and, asc, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { OUTPUTS } from '../forms/outputs'
import { isoTime } from './ids'
import type { Inside } from './inside'
import { artifacts, type Db, outbox, type RecordRow, records } from './schema'
import type { Secrets } from './secrets'
import { all, one, run, type Steps } from './steps'

type OutboxRow = typeof outbox.$inferSelect

/** A delivery and whether it goes out without the signature that it should have. */
export type DeliveryRow = OutboxRow & { unsigned: boolean }

/** What decides whether a delivery may go out now. */
export type Waiting = Pick<OutboxRow, 'recordId' | 'receiver' | 'keyId'>

/** What is passed over in looking for the next delivery: whose lines are full. */
export interface PassedOver {
  receivers: readonly string[]
  /** Of deliveries without a key: 0. */
  keys: readonly number[]
}

/** The picture of a record. */
const { path: PNG } = OUTPUTS.figure

/** A task's end as its webhook tells it. The body is fixed here: every attempt sends the same bytes. */
export function* addDelivery(
  db: Db,
  secrets: Secrets,
  record: RecordRow,
  imageBase64: string | null,
): Steps<void> {
  if (record.service !== 'task' || record.webhookUrl === null) return
  const event = record.status === 'completed' ? 'task.completed' : 'task.failed'
  const body = Buffer.from(JSON.stringify(yield* payload(db, record, event, imageBase64)))
  // A secret that cannot be opened is no reason to hold the end of the task back.
  const secret = record.webhookSecret === null ? undefined : secrets.open(record.webhookSecret)
  yield* run(
    db.insert(outbox).values({
      recordId: record.id,
      url: record.webhookUrl,
      receiver: URL.parse(record.webhookUrl)?.host ?? '',
      keyId: record.keyId,
      event,
      body,
      signature:
        secret === undefined
          ? null
          : new Bun.CryptoHasher('sha256', secret).update(body).digest('hex'),
      state: 'pending',
      nextAttemptAt: record.finishedAt,
    }),
  )
}

function* payload(db: Db, record: RecordRow, event: string, imageBase64: string | null) {
  const hasImage = record.status === 'completed' && (yield* hasPng(db, record.id))
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

function* hasPng(db: Db, id: string): Steps<boolean> {
  const png = and(eq(artifacts.recordId, id), eq(artifacts.path, PNG))
  return (yield* one(db.select({ path: artifacts.path }).from(artifacts).where(png))) !== undefined
}

/** True for a delivery whose secret could not be opened when its body was fixed. */
export function isUnsigned(
  delivery: Pick<OutboxRow, 'signature'>,
  record: Pick<RecordRow, 'webhookSecret'>,
): boolean {
  return delivery.signature === null && record.webhookSecret !== null
}

/** Longer than any attempt takes: who holds a delivery for so long is gone. */
const HELD_MS = 60_000

const waits = ({ receivers, keys }: PassedOver, now: number) =>
  and(
    sql`${outbox.state} in ('pending', 'retrying')`,
    or(isNull(outbox.heldUntil), lte(outbox.heldUntil, now)),
    receivers.length > 0 ? notInArray(outbox.receiver, [...receivers]) : undefined,
    keys.length > 0 ? notInArray(sql`coalesce(${outbox.keyId}, 0)`, [...keys]) : undefined,
  )

/** Takes deliveries whose time has come, the longest waiting first; nobody else gets them until they are settled. */
export function* takeDeliveries(
  { db, dialect, now }: Inside,
  limit: number,
  passedOver: PassedOver,
): Steps<Waiting[]> {
  const { recordId, receiver, keyId, nextAttemptAt } = outbox
  const due = sql`(select ${recordId} from ${outbox}
    where ${waits(passedOver, now())} and ${nextAttemptAt} <= ${now()}
    order by ${nextAttemptAt} limit ${limit}${dialect.skipLocked})`
  const held = db
    .update(outbox)
    .set({ heldUntil: now() + HELD_MS })
    .where(inArray(recordId, due))
  return yield* all(held.returning({ recordId, receiver, keyId }))
}

/** When the next delivery is due that nobody holds; undefined: none waits. */
export function* nextDelivery(
  { db, now }: Inside,
  passedOver: PassedOver,
): Steps<number | undefined> {
  const { nextAttemptAt: at } = outbox
  const waiting = db.select({ at }).from(outbox).where(waits(passedOver, now()))
  return (yield* one(waiting.orderBy(asc(at)).limit(1)))?.at ?? undefined
}

/** Lets go of deliveries that are held and were not tried; left out: of all that a server held which is gone. */
export function* letGo({ db }: Inside, recordIds?: readonly string[]): Steps<void> {
  const held = recordIds ? inArray(outbox.recordId, [...recordIds]) : isNotNull(outbox.heldUntil)
  yield* run(db.update(outbox).set({ heldUntil: null }).where(held))
}

export function* findDelivery({ db }: Inside, recordId: string): Steps<DeliveryRow | undefined> {
  const row = yield* one(
    db
      .select({ delivery: outbox, record: { webhookSecret: records.webhookSecret } })
      .from(outbox)
      .innerJoin(records, eq(records.id, outbox.recordId))
      .where(eq(outbox.recordId, recordId)),
  )
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

/** Stores how an attempt ended, unless another server has made it meanwhile, or the delivery begins anew. */
export function* recordAttempt({ db }: Inside, attempt: Attempt): Steps<void> {
  const { recordId, attempts, status, error, nextAttemptAt } = attempt
  const failed = nextAttemptAt === null ? 'failed' : 'retrying'
  const state = error === null ? 'delivered' : failed
  const told = { attempts, lastStatus: status, lastError: error, nextAttemptAt, state } as const
  yield* run(
    db
      .update(outbox)
      .set({ ...told, heldUntil: null })
      .where(and(eq(outbox.recordId, recordId), eq(outbox.attempts, attempts - 1))),
  )
}

/** Sends a delivery once more, from the first attempt; false: the record has none. */
export function* redeliver({ db, now }: Inside, recordId: string): Steps<boolean> {
  const anew = { state: 'pending', attempts: 0, lastError: null, lastStatus: null } as const
  const row = yield* one(
    db
      .update(outbox)
      .set({ ...anew, nextAttemptAt: now(), heldUntil: null })
      .where(eq(outbox.recordId, recordId))
      .returning({ id: outbox.recordId }),
  )
  return row !== undefined
}
