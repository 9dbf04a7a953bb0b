import { eq, isNull, sum } from 'drizzle-orm'
import type { Inside } from './inside'
import { uploads } from './schema'
import { one, run, type Steps } from './steps'

export type UploadRow = typeof uploads.$inferSelect

export function* addUpload({ db, now }: Inside, upload: Omit<UploadRow, 'createdAt'>): Steps<void> {
  yield* run(db.insert(uploads).values({ ...upload, createdAt: now() }))
}

export function* findUpload({ db }: Inside, name: string): Steps<UploadRow | undefined> {
  return yield* one(db.select().from(uploads).where(eq(uploads.name, name)))
}

/** Bytes of the uploads that are kept for a key; null: for all anonymous callers together. */
export function* uploadedBytes({ db }: Inside, keyId: number | null): Steps<number> {
  const mine = keyId === null ? isNull(uploads.keyId) : eq(uploads.keyId, keyId)
  const bytes = sum(uploads.size).mapWith(Number)
  const row = yield* one(db.select({ bytes }).from(uploads).where(mine))
  return row?.bytes ?? 0
}
