import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { randomText } from './ids'
import type { Inside } from './inside'
import { allowances, sessions } from './schema'
import type { Secrets } from './secrets'
import { atomic, one, run, type Steps } from './steps'

/** Opens a session and forgets those that are over. Gives what the browser keeps; the store keeps its digest alone. */
export const openSession = atomic(function* (
  { db, secrets, now }: Inside,
  lifeMs: number,
): Steps<{ token: string; expiresAt: number }> {
  const expiresAt = now() + lifeMs
  const token = randomText(32)
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

/** Takes one of a caller's allowance of a time of `lengthMs`: when it began, and how many were taken. */
export function* useAllowance(
  { db, now }: Inside,
  caller: string,
  lengthMs: number,
): Steps<{ start: number; used: number }> {
  const { start, used } = allowances
  const fresh = { start: now(), used: 1 }
  const over = sql`${start} <= ${fresh.start - lengthMs}`
  const row = yield* one(
    db
      .insert(allowances)
      .values({ caller, ...fresh })
      .onConflictDoUpdate({
        target: allowances.caller,
        set: {
          start: sql`case when ${over} then excluded.start else ${start} end`,
          used: sql`case when ${over} then 1 else ${used} + 1 end`,
        },
      })
      .returning({ start, used }),
  )
  return row ?? fresh
}

function digestOf({ digest, adminKey }: Secrets, token: string): string {
  return digest(`session ${token} ${adminKey}`)
}
