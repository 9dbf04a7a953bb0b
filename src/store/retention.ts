import { and, inArray, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { Inside } from './inside'
import { idempotency, records, uploads } from './schema'
import { all, atomic, run, type Steps } from './steps'

const BATCH = 200

/** Removes finished records older than `before` with all their rows; gives their ids, whose files may go. */
export const expireRecords = atomic(function* ({ db }: Inside, before: number): Steps<string[]> {
  const old = yield* all(
    db
      .select({ id: records.id })
      .from(records)
      .where(and(isNotNull(records.finishedAt), lt(records.finishedAt, before)))
      .limit(BATCH),
  )
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) yield* run(db.delete(records).where(inArray(records.id, ids)))
  return ids
})

/** Removes uploads older than `before` that no record refers to; gives their names. */
export function* expireUploads({ db, dialect }: Inside, before: number): Steps<string[]> {
  const referring = sql`select 1 from ${records}, ${dialect.valuesOf(records.files)} as held
    where held.value = ${uploads.name}`
  const expired = yield* all(
    db
      .delete(uploads)
      .where(and(lt(uploads.createdAt, before), notExists(sql`(${referring})`)))
      .returning({ name: uploads.name }),
  )
  return expired.map(({ name }) => name)
}

/** Removes the answers to an Idempotency-Key given before `before`. */
export function* expireRepeats({ db }: Inside, before: number): Steps<void> {
  yield* run(db.delete(idempotency).where(lt(idempotency.createdAt, before)))
}
