import { randomBytes } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Inside } from './inside'
import { sessions } from './schema'
import type { Secrets } from './secrets'

/** Opens a session and forgets those that are over. Gives what the browser keeps; the store keeps its digest alone. */
export function openSession(
  { db, secrets, now }: Inside,
  lifeMs: number,
): { token: string; expiresAt: number } {
  const expiresAt = now() + lifeMs
  const token = randomBytes(32).toString('base64url')
  db.transaction((tx) => {
    tx.delete(sessions).where(lte(sessions.expiresAt, now())).run()
    tx.insert(sessions)
      .values({ digest: digestOf(secrets, token), expiresAt })
      .run()
  })
  return { token, expiresAt }
}

/** When a session ends; undefined: there is none. */
export function sessionEnd({ db, secrets, now }: Inside, token: string): number | undefined {
  const own = and(eq(sessions.digest, digestOf(secrets, token)), gt(sessions.expiresAt, now()))
  return db.select().from(sessions).where(own).get()?.expiresAt
}

export function closeSession({ db, secrets }: Inside, token: string): void {
  db.delete(sessions)
    .where(eq(sessions.digest, digestOf(secrets, token)))
    .run()
}

function digestOf({ digest, adminKey }: Secrets, token: string): string {
  return digest(`session ${token} ${adminKey}`)
}
