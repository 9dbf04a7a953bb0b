import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Db } from './db'
import { keys } from './schema'
import type { Secrets } from './secrets'

export type KeyRow = typeof keys.$inferSelect

export interface NewKey {
  name: string
  /** Null: unlimited. */
  quota: number | null
  webhookUrl: string | null
  webhookSecret: string | null
}

/** Makes a key: 32 random bytes, kept as an HMAC to look it up by and sealed to show it to the admin. */
export async function createKey(
  db: Db,
  secrets: Secrets,
  key: NewKey,
  now: number,
): Promise<KeyRow> {
  const token = `burin_${randomBytes(32).toString('base64url')}`
  return db
    .insert(keys)
    .values({
      digest: secrets.digest(token),
      sealed: secrets.seal(token),
      name: key.name,
      quotaTotal: key.quota,
      quotaRemaining: key.quota,
      webhookUrl: key.webhookUrl,
      webhookSecret: key.webhookSecret === null ? null : secrets.seal(key.webhookSecret),
      createdAt: now,
    })
    .returning()
    .get()
}

export async function findKey(
  db: Db,
  secrets: Secrets,
  token: string,
): Promise<KeyRow | undefined> {
  return db
    .select()
    .from(keys)
    .where(eq(keys.digest, secrets.digest(token)))
    .get()
}

/** Newest first. */
export async function listKeys(db: Db): Promise<KeyRow[]> {
  return db.select().from(keys).orderBy(desc(keys.id)).all()
}
