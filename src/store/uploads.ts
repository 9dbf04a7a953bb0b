import { eq, inArray } from 'drizzle-orm'
import type { Db } from './db'
import { uploads } from './schema'

export type UploadRow = typeof uploads.$inferSelect

export async function addUpload(db: Db, upload: UploadRow): Promise<void> {
  db.insert(uploads).values(upload).run()
}

export async function findUpload(db: Db, name: string): Promise<UploadRow | undefined> {
  return db.select().from(uploads).where(eq(uploads.name, name)).get()
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
