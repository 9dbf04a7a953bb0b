import { and, inArray, isNotNull, lt, notExists, sql } from 'drizzle-orm'
import type { Db } from './db'
import { idempotency, records, uploads } from './schema'

const BATCH = 200

/** Removes finished records older than `before` with all their rows; gives their ids, whose files may go. */
export async function expireRecords(db: Db, before: number): Promise<string[]> {
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
export async function expireUploads(db: Db, before: number): Promise<string[]> {
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
export async function expireRepeats(db: Db, before: number): Promise<void> {
  db.delete(idempotency).where(lt(idempotency.createdAt, before)).run()
}
