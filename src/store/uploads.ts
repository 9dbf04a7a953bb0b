import { eq } from 'drizzle-orm'
import type { Db } from './db'
import { uploads } from './schema'

export type UploadRow = typeof uploads.$inferSelect

export async function addUpload(db: Db, upload: UploadRow): Promise<void> {
  db.insert(uploads).values(upload).run()
}

export async function findUpload(db: Db, name: string): Promise<UploadRow | undefined> {
  return db.select().from(uploads).where(eq(uploads.name, name)).get()
}
