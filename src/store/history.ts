import { and, count, desc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm'
import { rememberedOf } from '../forms/remembered'
import type { Inside } from './inside'
import { type Db, keys, outbox, RECORD, records } from './schema'
import type { State } from './states'
import { all, one, type Steps } from './steps'

export interface HistoryFilter {
  endpoint?: string
  status?: State
  keyId?: number
}

/** Without the bodies of record and webhook. */
const { body: _, ...delivery } = getTableColumns(outbox)
const row = { record: RECORD, key: keys, delivery }

export type HistoryRow = ReturnType<ReturnType<typeof rows>['all']>[number]

/** One page of all records, newest first, and how many there are in all. `page` counts from 1. */
export function* listHistory(
  inside: Inside,
  filter: HistoryFilter,
  page: number,
  size: number,
): Steps<{ items: HistoryRow[]; total: number }> {
  const { db } = inside
  const where = conditions(filter)
  // What is passed over is passed over in an index.
  const shown = db
    .select({ id: records.id })
    .from(records)
    .where(where)
    .orderBy(desc(records.id))
    .limit(size)
    .offset((page - 1) * size)
  const items = yield* all(rows(db).where(inArray(records.id, shown)).orderBy(desc(records.id)))
  return { items, total: yield* countHistory(inside, filter) }
}

/** To count so many takes longer than their page; the last count stands for some seconds. */
const MANY = 10_000
const STANDS_MS = 5000
const countsOf = rememberedOf((_: Db) => new Map<string, { total: number; until: number }>())

function* countHistory({ db, now }: Inside, filter: HistoryFilter): Steps<number> {
  const [counts, name] = [countsOf(db), JSON.stringify(filter)]
  const last = counts.get(name)
  if (last && last.until > now()) return last.total
  const row = yield* one(db.select({ total: count() }).from(records).where(conditions(filter)))
  const total = row?.total ?? 0
  if (total > MANY) counts.set(name, { total, until: now() + STANDS_MS })
  return total
}

export function* findHistory({ db }: Inside, id: string): Steps<HistoryRow | undefined> {
  return yield* one(rows(db).where(eq(records.id, id)))
}

const rows = (db: Db) =>
  db
    .select(row)
    .from(records)
    .leftJoin(keys, eq(keys.id, records.keyId))
    .leftJoin(outbox, eq(outbox.recordId, records.id))
    .$dynamic()

function conditions({ endpoint, status, keyId }: HistoryFilter): SQL | undefined {
  return and(
    endpoint === undefined ? undefined : eq(records.endpoint, endpoint),
    status === undefined ? undefined : eq(records.status, status),
    keyId === undefined ? undefined : eq(records.keyId, keyId),
  )
}
