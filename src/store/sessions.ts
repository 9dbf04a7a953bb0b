import { randomBytes } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Inside } from './inside'
import { sessions } from './schema'
import type { Secrets } from './secrets'
import { atomic, one, run, type Steps } from './steps'

/** Opens a session and forgets those that are over. Gives what the browser keeps; the store keeps its digest alone. */
export const openSession = atomic(function* (
  { db, secrets, now }: Inside,
  lifeMs: number,
): Steps<{ token: string; expiresAt: number }> {
  const expiresAt = now() + lifeMs
  const token = randomBytes(32).toString('base64url')
  yield* run(db.delete(sessions).where(lte(sessions.expiresAt, now())))
  yield* run(db.insert(sessions).values({ digest: digestOf(secrets, token), expiresAt }))
  return { token, expiresAt }
})

/** When a session ends; undefined: there is none. */
export function* sessionEnd(
  { db, secrets, now }: Inside,
  token: string,
): Steps<number | undefined> {
  const own = and(eq(sessions.digest, digestOf(secrets, token)), gt(sessions.expiresAt, now()))
  return (yield* one(db.select().from(sessions).where(own)))?.expiresAt
}

export function* closeSession({ db, secrets }: Inside, token: string): Steps<void> {
  yield* run(db.delete(sessions).where(eq(sessions.digest, digestOf(secrets, token))))
}

function digestOf({ digest, adminKey }: Secrets, token: string): string {
  return digest(`session ${token} ${adminKey}`)
}
