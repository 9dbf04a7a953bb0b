import { and, inArray, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { Inside } from './inside'
import { idempotency, records, uploads } from './schema'

const BATCH = 200

/** Removes finished records older than `before` with all their rows; gives their ids, whose files may go. */
export function expireRecords({ db }: Inside, before: number): string[] {
  return db.transaction(
    (tx) => {
      const old = tx
        .select({ id: records.id })
        .from(records)
        .where(and(isNotNull(records.finishedAt), lt(records.finishedAt, before)))
        .limit(BATCH)
        .all()
        .map(({ id }) => id)
      if (old.length > 0) tx.delete(records).where(inArray(records.id, old)).run()
      return old
    },
    { behavior: 'immediate' },
  )
}

/** Removes uploads older than `before` that no record refers to; gives their names. */
export function expireUploads({ db }: Inside, before: number): string[] {
  const referring = db
    .select({ one: sql`1` })
    .from(sql`${records}, json_each(${records.files})`)
    .where(sql`json_each.value = ${uploads.name}`)
  return db
    .delete(uploads)
    .where(and(lt(uploads.createdAt, before), notExists(referring)))
    .returning({ name: uploads.name })
    .all()
    .map(({ name }) => name)
}

/** Removes the answers to an Idempotency-Key given before `before`. */
export function expireRepeats({ db }: Inside, before: number): void {
  db.delete(idempotency).where(lt(idempotency.createdAt, before)).run()
}
