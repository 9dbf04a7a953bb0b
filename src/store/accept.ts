import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { eventWriter, type Tx } from './append'
import type { Db } from './db'
import { idempotency, keys, records, usage } from './schema'

export interface Submission {
  id: string
  service: 'job' | 'task'
  workflow: string
  endpoint: string
  diagramType: string | null
  /** Null: anonymous. */
  keyId: number | null
  /** The checked body as JSON. */
  input: string
  /** Uploads that the input refers to, as JSON: what the input says -> the upload's name. */
  files: string
  origin: string
  webhookUrl: string | null
  webhookIncludeImage: boolean
  idempotency?: Repeat
}

/** What makes two submissions the same one. */
export interface Repeat {
  /** The client's Idempotency-Key. */
  key: string
  /** Of the raw body. */
  bodySha256: string
}

export type Acceptance =
  | { kind: 'accepted'; id: string }
  /** An earlier submission with the same key and body. */
  | { kind: 'repeat'; id: string }
  /** The same Idempotency-Key with another body. */
  | { kind: 'mismatch' }
  | { kind: 'exhausted' }
  | { kind: 'disabled' }
  | { kind: 'gone' }
  | { kind: 'full' }

const DAY = 86_400_000

/** Unit, usage row, record, first event and the idempotent answer: all or nothing. */
export async function accept(
  db: Db,
  submission: Submission,
  maxPending: number,
  now: number,
): Promise<Acceptance> {
  return db.transaction(
    (tx) => {
      const { id, keyId, endpoint } = submission
      const earlier = findRepeat(tx, submission, now)
      if (earlier) return earlier
      if (isFull(tx, maxPending)) return { kind: 'full' }
      const key = keyId === null ? undefined : charge(tx, keyId)
      if (key && key.kind !== 'charged') return key
      tx.insert(records)
        .values({
          ...submission,
          status: 'pending',
          createdAt: now,
          webhookUrl: submission.webhookUrl ?? key?.webhookUrl ?? null,
          webhookSecret: key?.webhookSecret ?? null,
        })
        .run()
      if (keyId !== null)
        tx.insert(usage).values({ keyId, recordId: id, endpoint, createdAt: now }).run()
      eventWriter(tx, id).add('status', { state: 'queued' })
      remember(tx, submission, now)
      return { kind: 'accepted', id }
    },
    { behavior: 'immediate' },
  )
}

/** The answer that an Idempotency-Key already has, if any: looked up before a body is judged. */
export async function repeated(
  db: Db,
  submission: Pick<Submission, 'keyId' | 'endpoint' | 'idempotency'>,
  now: number,
): Promise<Acceptance | undefined> {
  return findRepeat(db, submission, now)
}

function findRepeat(
  tx: Tx | Db,
  { keyId, endpoint, idempotency: repeat }: Pick<Submission, 'keyId' | 'endpoint' | 'idempotency'>,
  now: number,
): Acceptance | undefined {
  if (!repeat) return undefined
  const row = tx
    .select()
    .from(idempotency)
    .where(
      and(
        eq(idempotency.scope, scopeOf(keyId)),
        eq(idempotency.endpoint, endpoint),
        eq(idempotency.key, repeat.key),
        gt(idempotency.createdAt, now - DAY),
      ),
    )
    .get()
  if (!row) return undefined
  return row.bodySha256 === repeat.bodySha256
    ? { kind: 'repeat', id: row.recordId }
    : { kind: 'mismatch' }
}

function remember(tx: Tx, submission: Submission, now: number): void {
  const { id, keyId, endpoint, idempotency: repeat } = submission
  if (!repeat) return
  tx.delete(idempotency)
    .where(lte(idempotency.createdAt, now - DAY))
    .run()
  tx.insert(idempotency)
    .values({ scope: scopeOf(keyId), endpoint, ...repeat, recordId: id, createdAt: now })
    .run()
}

function scopeOf(keyId: number | null): string {
  return keyId === null ? 'anonymous' : `key:${keyId}`
}

/** Walks the index of pending rows no further than the limit. */
function isFull(tx: Tx, maxPending: number): boolean {
  return (
    tx
      .select({ id: records.id })
      .from(records)
      .where(eq(records.status, 'pending'))
      .orderBy(records.id)
      .limit(1)
      .offset(maxPending - 1)
      .get() !== undefined
  )
}

function charge(tx: Tx, keyId: number) {
  const key = tx.select().from(keys).where(eq(keys.id, keyId)).get()
  if (!key) return { kind: 'gone' } as const
  if (!key.active) return { kind: 'disabled' } as const
  if (key.quotaRemaining !== null && key.quotaRemaining <= 0) return { kind: 'exhausted' } as const
  tx.update(keys)
    .set({
      totalUsed: sql`${keys.totalUsed} + 1`,
      quotaRemaining: sql`${keys.quotaRemaining} - 1`,
    })
    .where(eq(keys.id, keyId))
    .run()
  return {
    kind: 'charged',
    webhookUrl: key.webhookUrl,
    webhookSecret: key.webhookSecret,
  } as const
}
