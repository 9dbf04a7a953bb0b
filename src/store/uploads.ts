import { eq, isNull, sum } from 'drizzle-orm'
import type { Inside } from './inside'
import { uploads } from './schema'

export type UploadRow = typeof uploads.$inferSelect

export function addUpload({ db, now }: Inside, upload: Omit<UploadRow, 'createdAt'>): void {
  db.insert(uploads)
    .values({ ...upload, createdAt: now() })
    .run()
}

export function findUpload({ db }: Inside, name: string): UploadRow | undefined {
  return db.select().from(uploads).where(eq(uploads.name, name)).get()
}

/** Bytes of the uploads that are kept for a key; null: for all anonymous callers together. */
export function uploadedBytes({ db }: Inside, keyId: number | null): number {
  const mine = keyId === null ? isNull(uploads.keyId) : eq(uploads.keyId, keyId)
  const row = db
    .select({ bytes: sum(uploads.size).mapWith(Number) })
    .from(uploads)
    .where(mine)
    .get()
  return row?.bytes ?? 0
}
