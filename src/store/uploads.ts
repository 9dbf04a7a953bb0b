import { eq, inArray, isNull, sum } from 'drizzle-orm'
import type { Db } from './db'
import { uploads } from './schema'

export type UploadRow = typeof uploads.$inferSelect

export async function addUpload(db: Db, upload: UploadRow): Promise<void> {
  db.insert(uploads).values(upload).run()
}

export async function findUpload(db: Db, name: string): Promise<UploadRow | undefined> {
  return db.select().from(uploads).where(eq(uploads.name, name)).get()
}

/** Bytes of the uploads that are kept for a key; null: for all anonymous callers together. */
export async function uploadedBytes(db: Db, keyId: number | null): Promise<number> {
  const mine = keyId === null ? isNull(uploads.keyId) : eq(uploads.keyId, keyId)
  const row = db
    .select({ bytes: sum(uploads.size).mapWith(Number) })
    .from(uploads)
    .where(mine)
    .get()
  return row?.bytes ?? 0
}

/** Those of `names` that no upload has. */
export async function unknownUploads(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = db
    .select({ name: uploads.name })
    .from(uploads)
    .where(inArray(uploads.name, [...names]))
    .all()
  const known = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}
