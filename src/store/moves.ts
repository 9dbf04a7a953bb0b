import { and, eq, type InferSelectModel, inArray, type SQL, sql } from 'drizzle-orm'
import { eventWriter, type Tx } from './append'
import type { Db } from './db'
import type { EventRow } from './hints'
import type { Inside } from './inside'
import { addDelivery } from './outbox'
import { prepared, slot } from './prepared'
import { artifacts, inputs, RECORD, records } from './schema'
import { type State, statesBefore } from './states'

export type RecordRow = Omit<InferSelectModel<typeof records>, 'files'>

/** A record with what its work needs. */
export type Claimed = InferSelectModel<typeof records> & { input: string }

/** After this many executors have died over it a job is given up. */
const MAX_LOSSES = 3

const immediate = { behavior: 'immediate' } as const

const statements = prepared((db) => ({
  claim: db
    .update(records)
    .set({
      status: 'running',
      attempt: sql`${records.attempt} + 1`,
      startedAt: sql`${slot('now')}`,
    })
    .where(and(eq(records.id, slot('id')), inArray(records.status, statesBefore('running'))))
    .returning()
    .prepare(),
  input: db
    .select({ input: inputs.input })
    .from(inputs)
    .where(eq(inputs.recordId, slot('id')))
    .prepare(),
}))

/** The checked body of a record, as JSON. */
export function findInput({ db }: Inside, id: string): string {
  return statements(db).input.get({ id })?.input ?? '{}'
}

/**
 * Takes the pending record whose turn it is, as a new attempt of it. While executors are `busy` with other work, one
 * that has to run alone is not given out, and nothing is let past it. `full`: a caller who gets no more for now.
 */
export function claim(
  inside: Inside,
  { busy, full }: { busy: boolean; full?: number | null | undefined } = { busy: false },
): Claimed | undefined {
  const { db, hints, turns, now } = inside
  const taken = db.transaction(() => {
    const next = turns.next(db, full)
    if (!next || (busy && runsAlone(next))) return undefined
    const row = statements(db).claim.get({ id: next.id, now: now() })
    return row && { row, events: writeStatus(db, row.id, { state: 'started' }) }
  }, immediate)
  if (!taken) return undefined
  turns.taken(taken.row.keyId)
  hints.committed(taken.row.id, taken.events)
  return { ...taken.row, input: findInput(inside, taken.row.id) }
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
export function settle(inside: Inside, outcome: Outcome): boolean {
  return end(inside, outcome, runningAs(outcome))
}

/** Fails a record that has not ended; a terminal one stays as it is. */
export function cancel(inside: Inside, id: string): void {
  const open = inArray(records.status, statesBefore('failed'))
  end(inside, failure(id, 'cancelled'), and(eq(records.id, id), open))
}

function end(inside: Inside, ending: Ending, where: SQL | undefined): boolean {
  const { db, hints } = inside
  const rows = db.transaction((tx) => finish(inside, tx, ending, where), immediate)
  if (rows) hints.committed(ending.id, rows)
  return rows !== undefined
}

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
export function giveBack(inside: Inside, { id, attempt, death }: Return): State | undefined {
  const { db, hints } = inside
  const moved = db.transaction((tx) => {
    const mine = runningAs({ id, attempt })
    const row = tx.select({ losses: records.losses }).from(records).where(mine).get()
    if (!row) return undefined
    const losses = death === null ? lossesOf(row) : [...lossesOf(row), death]
    const written = { losses: JSON.stringify(losses) }
    if (losses.length >= MAX_LOSSES) {
      tx.update(records).set(written).where(eq(records.id, id)).run()
      const ending = failure(id, givenUp(losses))
      return { state: 'failed' as const, rows: finish(inside, tx, ending, mine) ?? [] }
    }
    tx.update(records)
      .set({ ...written, status: 'pending', startedAt: null, progress: null })
      .where(eq(records.id, id))
      .run()
    tx.delete(artifacts).where(eq(artifacts.recordId, id)).run()
    const rows = writeStatus(db, id, { state: 'queued', attempt: attempt + 1 })
    return { state: 'pending' as const, rows }
  }, immediate)
  if (moved) hints.committed(id, moved.rows)
  return moved?.state
}

function givenUp(losses: readonly string[]): string {
  const deaths = `${losses.slice(0, -1).join(', ')} and ${losses.at(-1)}`
  return `The work was lost ${losses.length} times, the last time with no other job beside it: its process ended with ${deaths}.`
}

/** The attempts that a crashed server left running. */
export function running({ db }: Inside): { id: string; attempt: number }[] {
  return db
    .select({ id: records.id, attempt: records.attempt })
    .from(records)
    .where(eq(records.status, 'running'))
    .all()
}

type Ending = Omit<Outcome, 'attempt'>

function failure(id: string, error: string): Ending {
  return { id, error, description: '', warnings: [], costUsd: null, imageBase64: null }
}

/** Writes the terminal state, the stream's last event and the webhook to deliver: all, or none where no record is so. */
function finish(
  { db, secrets, now }: Inside,
  tx: Tx,
  ending: Ending,
  where: SQL | undefined,
): EventRow[] | undefined {
  const { id, error, costUsd, imageBase64 } = ending
  const status = error === null ? 'completed' : 'failed'
  const description = error === null ? ending.description : ''
  const warnings = JSON.stringify(ending.warnings)
  const record = tx
    .update(records)
    .set({ status, error, description, warnings, costUsd, finishedAt: now() })
    .where(where)
    .returning(RECORD)
    .get()
  if (!record) return undefined
  addDelivery(tx, secrets, record, imageBase64)
  return writeStatus(db, id, { state: 'finished', code: error === null ? 0 : 1, status, error })
}

function writeStatus(db: Db, id: string, data: object): EventRow[] {
  const writer = eventWriter(db, id)
  writer.add('status', data)
  return writer.rows
}

/** True for the event that closes every stream. */
export function isLast(row: EventRow): boolean {
  return row.event === 'status' && row.data.startsWith('{"state":"finished"')
}
