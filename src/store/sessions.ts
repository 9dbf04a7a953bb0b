import { randomBytes } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Db } from './db'
import { sessions } from './schema'
import type { Secrets } from './secrets'

/** Opens a session and forgets those that are over. Gives what the browser keeps; the store keeps its digest alone. */
export async function openSession(
  db: Db,
  secrets: Secrets,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  db.transaction((tx) => {
    tx.delete(sessions).where(lte(sessions.expiresAt, now)).run()
    tx.insert(sessions)
      .values({ digest: digestOf(secrets, token), expiresAt })
      .run()
  })
  return token
}

/** When a session ends; undefined: there is none. */
export async function sessionEnd(
  db: Db,
  secrets: Secrets,
  token: string,
  now: number,
): Promise<number | undefined> {
  const own = and(eq(sessions.digest, digestOf(secrets, token)), gt(sessions.expiresAt, now))
  return db.select().from(sessions).where(own).get()?.expiresAt
}

export async function closeSession(db: Db, secrets: Secrets, token: string): Promise<void> {
  db.delete(sessions)
    .where(eq(sessions.digest, digestOf(secrets, token)))
    .run()
}

function digestOf({ digest, adminKey }: Secrets, token: string): string {
  return digest(`session ${token} ${adminKey}`)
}
