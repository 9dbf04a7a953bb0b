import { randomBytes } from 'node:crypto'
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from './db'
import type { Inside } from './inside'
import { prepared, slot } from './prepared'
import { keys, records, usage } from './schema'
import type { Secrets } from './secrets'
import { statesBefore } from './states'

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
  byDigest: db
    .select()
    .from(keys)
    .where(eq(keys.digest, slot('digest')))
    .prepare(),
}))

const BY_ID = /^(unreadable-)?(\d{1,15})$/

/** Makes a key: 32 random bytes, kept as an HMAC to look it up by and sealed to show it to the admin. */
export function createKey({ db, secrets, now }: Inside, key: NewKey): KeyRow {
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
      createdAt: now(),
    })
    .returning()
    .get()
}

export function findKey({ db, secrets }: Inside, token: string): KeyRow | undefined {
  return statements(db).byDigest.get({ digest: secrets.digest(token) })
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
export function findShownKey(inside: Inside, text: string): KeyRow | undefined {
  const { db, secrets } = inside
  const [, unreadable, id] = BY_ID.exec(text) ?? []
  if (id === undefined) return findKey(inside, text)
  const row = db
    .select()
    .from(keys)
    .where(eq(keys.id, Number(id)))
    .get()
  const named = unreadable === undefined || (row && secrets.open(row.sealed) === undefined)
  return named ? row : undefined
}

/** Something that the key secret has sealed and that must open again; undefined when there is nothing. */
export function sealedSample(db: Db): string | undefined {
  const newest = db.select({ sealed: keys.sealed }).from(keys).orderBy(desc(keys.id)).limit(1).get()
  if (newest) return newest.sealed
  const open = db
    .select({ sealed: records.webhookSecret })
    .from(records)
    .where(and(inArray(records.status, statesBefore('failed')), isNotNull(records.webhookSecret)))
    .limit(1)
    .get()
  return open?.sealed ?? undefined
}

/** Newest first. */
export function listKeys({ db }: Inside): KeyRow[] {
  return db.select().from(keys).orderBy(desc(keys.id)).all()
}

/** The newest thousand submissions of a key, newest first. */
export function listUsage({ db }: Inside, keyId: number): UsageRow[] {
  return db
    .select()
    .from(usage)
    .where(eq(usage.keyId, keyId))
    .orderBy(desc(usage.id))
    .limit(USAGE_ROWS)
    .all()
}

/** One number of quota given to an unlimited key sets both; undefined: no such key. */
export function changeKey(
  { db, secrets }: Inside,
  id: number,
  change: KeyChange,
): KeyRow | undefined {
  return db.transaction(
    (tx) => {
      const key = tx.select().from(keys).where(eq(keys.id, id)).get()
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
      return tx
        .update(keys)
        .set({ ...rest, ...quota, ...sealed })
        .where(eq(keys.id, id))
        .returning()
        .get()
    },
    { behavior: 'immediate' },
  )
}

/** Removes a key and its usage log; its records stay. */
export function deleteKey({ db }: Inside, id: number): void {
  db.delete(keys).where(eq(keys.id, id)).run()
}
