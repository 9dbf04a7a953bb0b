import { and, eq, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm'
import { locked } from './dialects'
import type { EventRow } from './hints'
import type { Inside } from './inside'
import { addDelivery } from './outbox'
import { prepared, slot, slots } from './prepared'
import { artifacts, type Db, events, inputs, RECORD, type RecordRow, records } from './schema'
import { type State, statesBefore } from './states'
import { all, atomic, dequeue, enqueue, nextEntry, one, run, type Steps } from './steps'

/** A record with what its work needs. */
export type Claimed = InferSelectModel<typeof records> & { input: string }

/** After this many executors have died over it a job is given up. */
const MAX_LOSSES = 3

const statements = prepared((db) => ({
  claim: () =>
    db
      .update(records)
      .set({
        status: 'running',
        attempt: sql`${records.attempt} + 1`,
        startedAt: sql`${slot('now')}`,
        lease: sql`${slot('lease')}`,
        batches: 0,
      })
      .where(and(eq(records.id, slot('id')), inArray(records.status, statesBefore('running'))))
      .returning()
      .prepare(),
  addStatus: () => {
    const last = sql`select coalesce(max(${events.seq}), 0) from ${events} where ${events.recordId} = ${slot('recordId')}`
    return db
      .insert(events)
      .values({ ...slots('recordId', 'event', 'data'), seq: sql`(${last}) + 1` })
      .returning({ seq: events.seq })
      .prepare()
  },
  input: () =>
    db
      .select({ input: inputs.input })
      .from(inputs)
      .where(eq(inputs.recordId, slot('id')))
      .prepare(),
}))

/** The checked body of a record, as JSON. */
export function* findInput({ db }: Inside, id: string): Steps<string> {
  return (yield* one(statements(db).input, { id }))?.input ?? '{}'
}

/**
 * Takes the pending record whose turn it is, as a new attempt of it. While executors are `busy` with other work, one
 * that has to run alone is not given out, and nothing is let past it. `full`: a caller who gets no more for now.
 */
export const claim = atomic(function* (
  inside: Inside,
  { busy, full }: { busy: boolean; full?: number | null | undefined } = { busy: false },
): Steps<Claimed | undefined> {
  const { db, turns, now, committed } = inside
  const entry = yield* nextEntry()
  if (!entry) return undefined
  if (entry.again) yield* giveBackOf(inside, entry.id)
  const next = yield* turns.next(inside, full)
  if (next && busy && runsAlone(next)) throw new NotNow()
  const row =
    next && (yield* one(statements(db).claim, { id: next.id, now: now(), lease: entry.id }))
  if (!row) {
    // All that waits may be a full caller's, or in the hands of others, who may yet let go of it.
    if (full !== undefined || (yield* turns.anyWaits(inside))) throw new NotNow()
    yield* dequeue(entry.id)
    return undefined
  }
  committed(row.id, yield* writeStatus(db, row.id, { state: 'started' }))
  turns.taken(row.keyId)
  return { ...row, input: yield* findInput(inside, row.id) }
})

/** Nothing is taken, and what was changed on the way is taken back. */
export class NotNow extends Error {}

/** The attempt whose server is gone; it did nothing wrong. */
function* giveBackOf(inside: Inside, lease: string | null): Steps<void> {
  const lost = and(eq(records.lease, lease ?? ''), eq(records.status, 'running'))
  const row = yield* one(locked(attemptsIn(inside.db, lost)))
  // The entry stays, for whichever record is next.
  if (row) yield* goBack(inside, row, null)
}

/** True for a record over which so many executors have died that the next attempt is the last: it gets no neighbour. */
export function runsAlone(record: Pick<RecordRow, 'losses'>): boolean {
  return lossesOf(record).length >= MAX_LOSSES - 1
}

/** How the executors ended that died over a record, the first one first. */
export function lossesOf({ losses }: Pick<RecordRow, 'losses'>): string[] {
  return JSON.parse(losses)
}

export interface Outcome {
  id: string
  attempt: number
  /** Null: completed. */
  error: string | null
  description: string
  /** Why its figure may be read wrongly. */
  warnings: readonly string[]
  /** In US dollars; null: nothing that has a price was called. */
  costUsd: number | null
  /** The PNG for a webhook that asked for it. */
  imageBase64: string | null
}

/** Ends a running attempt; false when it is no longer the record's own (cancelled, given back, settled). */
export const settle = atomic(function* (inside: Inside, outcome: Outcome): Steps<boolean> {
  return yield* finish(inside, outcome, runningAs(outcome))
})

/** Fails a record that has not ended; a terminal one stays as it is. */
export const cancel = atomic(function* (inside: Inside, id: string): Steps<void> {
  const open = inArray(records.status, statesBefore('failed'))
  yield* finish(inside, failure(id, 'cancelled'), and(eq(records.id, id), open))
})

/** While an attempt is the record's own. */
const runningAs = ({ id, attempt }: Pick<Outcome, 'id' | 'attempt'>) =>
  and(eq(records.id, id), eq(records.attempt, attempt), eq(records.status, 'running'))

/** A running attempt that goes back to the queue. */
export interface Return {
  id: string
  attempt: number
  /** How the attempt's own executor died, e.g. `SIGSEGV`; null when it ended for no reason of the job's. */
  death: string | null
}

/** Gives a running attempt back to the queue, its rows deleted; the last death that a record may cost fails it. */
export const giveBack = atomic(function* (
  inside: Inside,
  { death, ...attempt }: Return,
): Steps<State | undefined> {
  const row = yield* one(locked(attemptsIn(inside.db, runningAs(attempt))))
  const state = row && (yield* goBack(inside, row, death))
  if (row && state === 'pending') {
    yield* dequeue(row.lease)
    yield* enqueue(1)
  }
  return state
})

/** A running attempt, with what its going back takes. */
type Attempt = Pick<RecordRow, 'id' | 'attempt' | 'losses' | 'lease'>

function attemptsIn(db: Db, where: SQL | undefined) {
  const { id, attempt, losses, lease } = records
  return db.select({ id, attempt, losses, lease }).from(records).where(where)
}

export function* goBack(
  inside: Inside,
  row: Attempt,
  death: Return['death'],
): Steps<'failed' | 'pending'> {
  const { db, committed } = inside
  const { id, attempt } = row
  const losses = death === null ? lossesOf(row) : [...lossesOf(row), death]
  const written = { losses: JSON.stringify(losses) }
  if (losses.length >= MAX_LOSSES) {
    yield* run(db.update(records).set(written).where(eq(records.id, id)))
    yield* finish(inside, failure(id, givenUp(losses)), runningAs(row))
    return 'failed'
  }
  const waiting = { status: 'pending', startedAt: null, progress: null, lease: null } as const
  yield* run(
    db
      .update(records)
      .set({ ...written, ...waiting })
      .where(eq(records.id, id)),
  )
  yield* run(db.delete(artifacts).where(eq(artifacts.recordId, id)))
  committed(id, yield* writeStatus(db, id, { state: 'queued', attempt: attempt + 1 }))
  return 'pending'
}

function givenUp(losses: readonly string[]): string {
  const deaths = `${losses.slice(0, -1).join(', ')} and ${losses.at(-1)}`
  return `The work was lost ${losses.length} times, the last time with no other job beside it: its process ended with ${deaths}.`
}

/** The attempts that these leases are given for by now: one may have come to another server. */
export function* heldStill(
  { db }: Inside,
  leases: readonly string[],
): Steps<Pick<RecordRow, 'id' | 'attempt'>[]> {
  const { id, attempt, lease, status } = records
  const held = and(inArray(lease, [...leases]), eq(status, 'running'))
  return yield* all(db.select({ id, attempt }).from(records).where(held))
}

/** The attempts that a crashed server left running. */
export function* running({ db }: Inside): Steps<Attempt[]> {
  return yield* all(attemptsIn(db, eq(records.status, 'running')))
}

type Ending = Omit<Outcome, 'attempt'>

function failure(id: string, error: string): Ending {
  return { id, error, description: '', warnings: [], costUsd: null, imageBase64: null }
}

/** Writes the terminal state, the stream's last event and the webhook to deliver: all, or none where no record is so. */
function* finish(
  { db, secrets, now, committed }: Inside,
  ending: Ending,
  where: SQL | undefined,
): Steps<boolean> {
  const { id, error, costUsd, imageBase64 } = ending
  const status = error === null ? 'completed' : 'failed'
  const description = error === null ? ending.description : ''
  const warnings = JSON.stringify(ending.warnings)
  const record = yield* one(
    db
      .update(records)
      .set({ status, error, description, warnings, costUsd, finishedAt: now() })
      .where(where)
      .returning(RECORD),
  )
  if (!record) return false
  yield* dequeue(record.lease)
  yield* addDelivery(db, secrets, record, imageBase64)
  const told = { state: 'finished', code: error === null ? 0 : 1, status, error }
  committed(id, yield* writeStatus(db, id, told))
  return true
}

function* writeStatus(db: Db, recordId: string, told: object): Steps<EventRow[]> {
  const row = { event: 'status', data: JSON.stringify(told) }
  const written = yield* one(statements(db).addStatus, { recordId, ...row })
  return written ? [{ seq: written.seq, ...row }] : []
}

/** True for the event that closes every stream. */
export function isLast(row: EventRow): boolean {
  return row.event === 'status' && row.data.startsWith('{"state":"finished"')
}
