import { and, eq, inArray, sql } from 'drizzle-orm'
import { eventWriter, type Tx } from './append'
import type { Db } from './db'
import type { EventRow, Hints } from './hints'
import { addDelivery } from './outbox'
import { prepared, slot } from './prepared'
import { artifacts, records } from './schema'
import type { Secrets } from './secrets'
import { type State, statesBefore } from './states'

export type RecordRow = typeof records.$inferSelect

/** After this many lost attempts a job is given up. */
export const MAX_LOST = 3

const immediate = { behavior: 'immediate' } as const

const statements = prepared((db) => {
  const oldest = db
    .select({ id: records.id })
    .from(records)
    .where(inArray(records.status, statesBefore('running')))
    .orderBy(records.id)
    .limit(1)
  return {
    claim: db
      .update(records)
      .set({
        status: 'running',
        attempt: sql`${records.attempt} + 1`,
        startedAt: sql`${slot('now')}`,
      })
      .where(eq(records.id, sql`(${oldest})`))
      .returning()
      .prepare(),
  }
})

/** Takes the oldest pending record, as a new attempt of it. */
export async function claim(db: Db, hints: Hints, now: number): Promise<RecordRow | undefined> {
  const taken = db.transaction(() => {
    const row = statements(db).claim.get({ now })
    return row && { row, events: writeStatus(db, row.id, { state: 'started' }) }
  }, immediate)
  if (taken) hints.committed(taken.row.id, taken.events)
  return taken?.row
}

export interface Outcome {
  id: string
  attempt: number
  /** Null: completed. */
  error: string | null
  description: string
  /** Why its figure may be read wrongly. */
  warnings: readonly string[]
  /** The PNG for a webhook that asked for it. */
  imageBase64: string | null
}

/** Ends a running attempt; false when it is no longer the record's own (cancelled, given back, settled). */
export async function settle(
  db: Db,
  hints: Hints,
  secrets: Secrets,
  outcome: Outcome,
  now: number,
): Promise<boolean> {
  const { id, attempt } = outcome
  const rows = db.transaction((tx) => {
    const mine = tx
      .select({ id: records.id })
      .from(records)
      .where(and(eq(records.id, id), eq(records.attempt, attempt), eq(records.status, 'running')))
      .get()
    return mine && finish(db, tx, secrets, outcome, now)
  }, immediate)
  if (rows) hints.committed(id, rows)
  return rows !== undefined
}

/** Fails a record that has not ended; a terminal one stays as it is. */
export async function cancel(
  db: Db,
  hints: Hints,
  secrets: Secrets,
  id: string,
  now: number,
): Promise<void> {
  const rows = db.transaction((tx) => {
    const open = tx
      .select({ id: records.id })
      .from(records)
      .where(and(eq(records.id, id), inArray(records.status, statesBefore('failed'))))
      .get()
    return open && finish(db, tx, secrets, failure(id, 'cancelled'), now)
  }, immediate)
  if (rows) hints.committed(id, rows)
}

/**
 * Gives a running attempt back to the queue, its rows deleted. A `counted` loss that is the last one allowed fails
 * the record with `reason` instead.
 */
export async function giveBack(
  db: Db,
  hints: Hints,
  secrets: Secrets,
  lost: { id: string; attempt: number; counted: boolean; reason: string },
  now: number,
): Promise<State | undefined> {
  const { id, attempt, counted, reason } = lost
  const moved = db.transaction((tx) => {
    const row = tx
      .update(records)
      .set({ lost: sql`${records.lost} + ${counted ? 1 : 0}` })
      .where(and(eq(records.id, id), eq(records.status, 'running'), eq(records.attempt, attempt)))
      .returning({ lost: records.lost })
      .get()
    if (!row) return undefined
    if (row.lost >= MAX_LOST) {
      const error = `The work was lost ${row.lost} times: ${reason}`
      return { state: 'failed' as const, rows: finish(db, tx, secrets, failure(id, error), now) }
    }
    tx.update(records)
      .set({ status: 'pending', startedAt: null, progress: null })
      .where(eq(records.id, id))
      .run()
    tx.delete(artifacts).where(eq(artifacts.recordId, id)).run()
    const rows = writeStatus(db, id, { state: 'queued', attempt: attempt + 1 })
    return { state: 'pending' as const, rows }
  }, immediate)
  if (moved) hints.committed(id, moved.rows)
  return moved?.state
}

/** The attempts that a crashed server left running. */
export async function running(db: Db): Promise<{ id: string; attempt: number }[]> {
  return db
    .select({ id: records.id, attempt: records.attempt })
    .from(records)
    .where(eq(records.status, 'running'))
    .all()
}

type Ending = Omit<Outcome, 'attempt'>

function failure(id: string, error: string): Ending {
  return { id, error, description: '', warnings: [], imageBase64: null }
}

/** Writes the terminal state, the stream's last event and the webhook to deliver: all or none. */
function finish(db: Db, tx: Tx, secrets: Secrets, ending: Ending, now: number): EventRow[] {
  const { id, error, imageBase64 } = ending
  const status = error === null ? 'completed' : 'failed'
  const description = error === null ? ending.description : ''
  const warnings = JSON.stringify(ending.warnings)
  const record = tx
    .update(records)
    .set({ status, error, description, warnings, finishedAt: now })
    .where(eq(records.id, id))
    .returning()
    .get()
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
