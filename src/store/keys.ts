import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import { locked } from './dialects'
import { randomText } from './ids'
import type { Inside } from './inside'
import { prepared, slot } from './prepared'
import { keys, records, usage } from './schema'
import type { Secrets } from './secrets'
import { statesBefore } from './states'
import { all, atomic, one, run, type Steps } from './steps'

export type KeyRow = typeof keys.$inferSelect
type UsageRow = typeof usage.$inferSelect

interface NewKey {
  name: string
  /** Null: unlimited. */
  quota: number | null
  webhookUrl: string | null
  webhookSecret: string | null
}

/** What an admin changes; an absent field stays, a null webhook field is removed. */
export interface KeyChange {
  quotaRemaining?: number
  quotaTotal?: number
  /** Takes both quota numbers away. */
  unlimited?: boolean
  active?: boolean
  webhookUrl?: string | null
  webhookSecret?: string | null
}

const USAGE_ROWS = 1000

const statements = prepared((db) => ({
  byDigest: () =>
    db
      .select()
      .from(keys)
      .where(eq(keys.digest, slot('digest')))
      .prepare(),
}))

const BY_ID = /^(unreadable-)?(\d{1,15})$/

/** Makes a key: 32 random bytes, kept as an HMAC to look it up by and sealed to show it to the admin. */
export function* createKey({ db, secrets, now }: Inside, key: NewKey): Steps<KeyRow> {
  const token = `burin_${randomText(32)}`
  const insert = db
    .insert(keys)
    .values({
      digest: secrets.digest(token),
      sealed: secrets.seal(token),
      name: key.name,
      quotaTotal: key.quota,
      quotaRemaining: key.quota,
      webhookUrl: key.webhookUrl,
      webhookSecret: key.webhookSecret === null ? null : secrets.seal(key.webhookSecret),
      createdAt: now(),
    })
    .returning()
  return (yield* one(insert)) as KeyRow
}

export function* findKey({ db, secrets }: Inside, token: string): Steps<KeyRow | undefined> {
  return yield* one(statements(db).byDigest, { digest: secrets.digest(token) })
}

/** A key as the admin reads it; one that another secret has sealed goes by a name that opens no door. */
export function keyText(secrets: Secrets, row: Pick<KeyRow, 'id' | 'sealed'>): string {
  return secrets.open(row.sealed) ?? `unreadable-${row.id}`
}

/** Enough of a key to know it again, not to use it. */
export function masked(key: string): string {
  return key.startsWith('burin_') ? `${key.slice(0, 10)}...${key.slice(-4)}` : key
}

/** The key that `keyText` shows as this, or that has this id: a page names no key in an address. */
export function* findShownKey(inside: Inside, text: string): Steps<KeyRow | undefined> {
  const { db, secrets } = inside
  const [, unreadable, id] = BY_ID.exec(text) ?? []
  if (id === undefined) return yield* findKey(inside, text)
  const row = yield* one(
    db
      .select()
      .from(keys)
      .where(eq(keys.id, Number(id))),
  )
  const named = unreadable === undefined || (row && secrets.open(row.sealed) === undefined)
  return named ? row : undefined
}

/** Something that the key secret has sealed and that must open again; undefined when there is nothing. */
export function* sealedSample({ db }: Pick<Inside, 'db'>): Steps<string | undefined> {
  const newest = yield* one(
    db.select({ sealed: keys.sealed }).from(keys).orderBy(desc(keys.id)).limit(1),
  )
  if (newest) return newest.sealed
  const open = yield* one(
    db
      .select({ sealed: records.webhookSecret })
      .from(records)
      .where(and(inArray(records.status, statesBefore('failed')), isNotNull(records.webhookSecret)))
      .limit(1),
  )
  return open?.sealed ?? undefined
}

/** Newest first. */
export function* listKeys({ db }: Inside): Steps<KeyRow[]> {
  return yield* all(db.select().from(keys).orderBy(desc(keys.id)))
}

/** The newest thousand submissions of a key, newest first. */
export function* listUsage({ db }: Inside, keyId: number): Steps<UsageRow[]> {
  const mine = db.select().from(usage).where(eq(usage.keyId, keyId))
  return yield* all(mine.orderBy(desc(usage.id)).limit(USAGE_ROWS))
}

/** One number of quota given to an unlimited key sets both; undefined: no such key. */
export const changeKey = atomic(function* (
  { db, secrets }: Inside,
  id: number,
  change: KeyChange,
): Steps<KeyRow | undefined> {
  const key = yield* one(locked(db.select().from(keys).where(eq(keys.id, id))))
  if (!key) return undefined
  const { unlimited, quotaRemaining, quotaTotal, webhookSecret, ...rest } = change
  const quota = unlimited
    ? { quotaRemaining: null, quotaTotal: null }
    : {
        quotaRemaining: quotaRemaining ?? key.quotaRemaining ?? quotaTotal ?? null,
        quotaTotal: quotaTotal ?? key.quotaTotal ?? quotaRemaining ?? null,
      }
  const sealed =
    webhookSecret === undefined
      ? {}
      : { webhookSecret: webhookSecret === null ? null : secrets.seal(webhookSecret) }
  return yield* one(
    db
      .update(keys)
      .set({ ...rest, ...quota, ...sealed })
      .where(eq(keys.id, id))
      .returning(),
  )
})

/** Removes a key and its usage log; its records stay. */
export function* deleteKey({ db }: Inside, id: number): Steps<void> {
  yield* run(db.delete(keys).where(eq(keys.id, id)))
}
