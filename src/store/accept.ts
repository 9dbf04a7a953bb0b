import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { eventWriter } from './append'
import type { Overfull } from './backlog'
import { locked } from './dialects'
import type { Inside } from './inside'
import type { KeyRow } from './keys'
import { ownerOf } from './owners'
import { prepared, slot, slots } from './prepared'
import { type Db, idempotency, inputs, keys, records, usage } from './schema'
import { atomic, enqueue, one, run, type Steps } from './steps'
import { hasOthers } from './turns'

export interface Submission {
  id: string
  service: 'job' | 'task'
  workflow: string
  endpoint: string
  diagramType: string | null
  /** The record whose figure is edited; null: none. */
  parent: string | null
  /** Null: anonymous. */
  keyId: number | null
  /** Digest of the browser that submits without a key. */
  browser: string | null
  /** What its owner knows it by. */
  title: string
  /** The checked body as JSON. */
  input: string
  /** Who decides each stage, as JSON. */
  choice: string
  /** Files that the work may read, as JSON: what the input says -> the upload's name, or `input/<name>`. */
  files: string
  origin: string
  webhookUrl: string | null
  webhookIncludeImage: boolean
  idempotency?: Repeat
}

/** What makes two submissions the same one. */
interface Repeat {
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
  | Overfull

const DAY = 86_400_000

type Columns = Record<
  Exclude<keyof Submission, 'idempotency' | 'input'> | 'status' | 'webhookSecret' | 'createdAt',
  unknown
>

const statements = prepared((db) => ({
  key: () =>
    locked(
      db
        .select()
        .from(keys)
        .where(eq(keys.id, slot('id'))),
    ).prepare(),
  charge: () =>
    db
      .update(keys)
      .set({
        totalUsed: sql`${keys.totalUsed} + 1`,
        quotaRemaining: sql`${keys.quotaRemaining} - 1`,
      })
      .where(eq(keys.id, slot('id')))
      .prepare(),
  addUsage: () =>
    db
      .insert(usage)
      .values(slots('keyId', 'recordId', 'endpoint', 'createdAt'))
      .prepare(),
  addRecord: () =>
    db
      .insert(records)
      .values({
        ...slots(
          'id',
          'service',
          'workflow',
          'endpoint',
          'diagramType',
          'keyId',
          'status',
          'title',
        ),
        ...slots('choice', 'files', 'origin', 'webhookUrl', 'webhookSecret', 'webhookIncludeImage'),
        ...slots('createdAt', 'parent', 'browser'),
      } satisfies Columns)
      .prepare(),
  addInput: () => db.insert(inputs).values(slots('recordId', 'input')).prepare(),
}))

/** What is read once for all submissions of a transaction. */
class Batch {
  readonly keys = once<number, KeyRow | undefined>()
  readonly others = once<number | null, boolean>()
}

function once<Key, Found>() {
  const known = new Map<Key, Found>()
  return function* (key: Key, read: () => Steps<Found>): Steps<Found> {
    if (!known.has(key)) known.set(key, yield* read())
    return known.get(key) as Found
  }
}

/** For each submission unit, usage row, record, first event and the idempotent answer: all of them or nothing. */
export const acceptAll = atomic(function* (
  inside: Inside,
  submissions: readonly Submission[],
): Steps<Acceptance[]> {
  const answers = new Map<Submission, Acceptance>()
  const batch = new Batch()
  // Everybody who charges several keys locks them in one order.
  for (const one of submissions.toSorted((a, b) => (a.keyId ?? 0) - (b.keyId ?? 0)))
    answers.set(one, yield* accept(inside, batch, one))
  const accepted = [...answers.values()].filter(({ kind }) => kind === 'accepted').length
  if (accepted > 0) yield* enqueue(accepted)
  return submissions.map((one) => answers.get(one) as Acceptance)
})

function* accept(inside: Inside, batch: Batch, submission: Submission): Steps<Acceptance> {
  const { id, keyId, endpoint } = submission
  const { db } = inside
  const now = inside.now()
  const earlier = yield* findRepeat(db, submission, now)
  if (earlier) return earlier
  const refused = yield* inside.backlog.take(
    db,
    keyId,
    batch.others(keyId, () => hasOthers(inside, keyId)),
  )
  if (refused) return refused
  const key = keyId === null ? undefined : yield* charge(db, batch, keyId)
  // The unit may have gone to the same submission, which another server has just accepted.
  if (key && key.kind !== 'charged') return (yield* findRepeat(db, submission, now)) ?? key
  const { addRecord, addInput, addUsage } = statements(db)
  yield* run(addRecord, {
    ...submission,
    status: 'pending',
    createdAt: now,
    webhookUrl: submission.webhookUrl ?? key?.webhookUrl ?? null,
    webhookSecret: key?.webhookSecret ?? null,
  })
  yield* run(addInput, { recordId: id, input: submission.input })
  if (keyId !== null) yield* run(addUsage, { keyId, recordId: id, endpoint, createdAt: now })
  const writer = yield* eventWriter(db, id, 0)
  yield* writer.add('status', { state: 'queued' })
  yield* remember(db, submission, now)
  return { kind: 'accepted', id }
}

/** The answer that an Idempotency-Key already has, if any: looked up before a body is judged. */
export function* repeated(
  { db, now }: Inside,
  submission: Pick<Submission, 'keyId' | 'endpoint' | 'idempotency'>,
): Steps<Acceptance | undefined> {
  return yield* findRepeat(db, submission, now())
}

function* findRepeat(
  db: Db,
  { keyId, endpoint, idempotency: repeat }: Pick<Submission, 'keyId' | 'endpoint' | 'idempotency'>,
  now: number,
): Steps<Acceptance | undefined> {
  if (!repeat) return undefined
  const row = yield* one(
    db
      .select()
      .from(idempotency)
      .where(
        and(
          eq(idempotency.scope, ownerOf(keyId)),
          eq(idempotency.endpoint, endpoint),
          eq(idempotency.key, repeat.key),
          gt(idempotency.createdAt, now - DAY),
        ),
      ),
  )
  if (!row) return undefined
  return row.bodySha256 === repeat.bodySha256
    ? { kind: 'repeat', id: row.recordId }
    : { kind: 'mismatch' }
}

/** Another server has accepted the same submission at this moment: the next try finds it. */
class Raced extends Error {
  /** As PostgreSQL says where what was read is no longer so. */
  readonly code = '40001'
}

function* remember(db: Db, submission: Submission, now: number): Steps<void> {
  const { id, keyId, endpoint, idempotency: repeat } = submission
  if (!repeat) return
  const row = { ...repeat, recordId: id, createdAt: now }
  const kept = yield* one(
    db
      .insert(idempotency)
      .values({ scope: ownerOf(keyId), endpoint, ...row })
      .onConflictDoUpdate({
        target: [idempotency.scope, idempotency.endpoint, idempotency.key],
        set: row,
        setWhere: lte(idempotency.createdAt, now - DAY),
      })
      .returning({ id: idempotency.recordId }),
  )
  if (!kept) throw new Raced()
}

function* charge(db: Db, batch: Batch, keyId: number) {
  const key = yield* batch.keys(keyId, () => one(statements(db).key, { id: keyId }))
  if (!key) return { kind: 'gone' } as const
  if (!key.active) return { kind: 'disabled' } as const
  if (key.quotaRemaining !== null && key.quotaRemaining <= 0) return { kind: 'exhausted' } as const
  if (key.quotaRemaining !== null) key.quotaRemaining -= 1
  yield* run(statements(db).charge, { id: keyId })
  return {
    kind: 'charged',
    webhookUrl: key.webhookUrl,
    webhookSecret: key.webhookSecret,
  } as const
}
