import type { SQL } from 'drizzle-orm'
import type { Db } from './schema'

/**
 * What a function of the store does, one query after the other: bun:sqlite runs it in one go, PostgreSQL waits for each
 * answer. Both give rows alike.
 */
export type Steps<Result> = Generator<Step, Result, unknown>

export type Values = Record<string, unknown>

export type Step =
  | { read: Gives<unknown>; values: Values | undefined }
  | { write: Writes; values: Values | undefined }
  | { raw: SQL }
  | { queue: QueueStep }

/** For a queue beside the records, whose every entry stands for some record that waits or is at work. */
export type QueueStep = { add: number } | 'next' | { done: string }

/** An entry of the queue. */
interface Entry {
  /** Null: the records are the queue. */
  id: string | null
  /** Who had it before is gone. */
  again: boolean
}

const OF_RECORDS: Entry = { id: null, again: false }

/** A statement of drizzle that gives rows, prepared or not. */
interface Gives<Row> {
  all(values?: Values): Row[]
}

interface Writes {
  run(values?: Values): unknown
}

/** Every row. */
export function* all<Row>(query: Gives<Row>, values?: Values): Steps<Row[]> {
  return (yield { read: query, values }) as Row[]
}

/** The first row; undefined: there is none. */
export function* one<Row>(query: Gives<Row>, values?: Values): Steps<Row | undefined> {
  const [row] = yield* all(query, values)
  return row
}

/** A write of which nothing comes back; in a transaction the next step need not wait for it. */
export function* run(query: Writes, values?: Values): Steps<void> {
  yield { write: query, values }
}

/** The rows of a statement that is written out. */
export function* raw<Row>(sql: SQL): Steps<Row[]> {
  return (yield { raw: sql }) as Row[]
}

/** Adds entries to the queue, as many as records came to wait. */
export function* enqueue(add: number): Steps<void> {
  yield { queue: { add } }
}

/** Takes an entry of the queue; undefined: there is none for now. */
export function* nextEntry(): Steps<Entry | undefined> {
  const [entry] = (yield { queue: 'next' }) as Entry[]
  return entry
}

/** Removes an entry that was taken. */
export function* dequeue(done: string | null): Steps<void> {
  if (done !== null) yield { queue: { done } }
}

const ATOMIC = Symbol('atomic')

/** Marks a function of the store as one transaction: all of its writes, or none. */
export function atomic<Call extends (...all: never[]) => Steps<unknown>>(call: Call): Call {
  return Object.assign(call, { [ATOMIC]: true })
}

export const isAtomic = (call: object): boolean => ATOMIC in call

/** Runs steps on bun:sqlite, at once. */
export function runAtOnce<Result>(db: Db, steps: Steps<Result>): Result {
  let next = steps.next()
  while (!next.done) next = steps.next(rowsOf(db, next.value))
  return next.value
}

function rowsOf(db: Db, step: Step): unknown {
  if ('read' in step) return step.read.all(step.values)
  if ('write' in step) return step.write.run(step.values)
  return 'raw' in step ? db.all(step.raw) : [OF_RECORDS]
}
