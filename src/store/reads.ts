import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { EventRow } from './hints'
import type { Inside } from './inside'
import { prepared, slot } from './prepared'
import {
  artifacts,
  events,
  keys,
  RECORD,
  type RecordRow,
  records,
  SEEN,
  type SeenRow,
  uploads,
} from './schema'
import { all, one, raw, type Steps } from './steps'

export type ArtifactRow = typeof artifacts.$inferSelect

const statements = prepared((db) => {
  const ofRecord = eq(artifacts.recordId, slot('id'))
  return {
    record: () =>
      db
        .select(RECORD)
        .from(records)
        .where(eq(records.id, slot('id')))
        .prepare(),
    seen: () =>
      db
        .select({ asker: keys.id, active: keys.active, ...SEEN })
        .from(sql`(select 1) as one`)
        .leftJoin(keys, eq(keys.digest, slot('digest')))
        .leftJoin(records, eq(records.id, slot('id')))
        .prepare(),
    artifacts: () =>
      db.select().from(artifacts).where(ofRecord).orderBy(asc(artifacts.path)).prepare(),
    artifact: () =>
      db
        .select()
        .from(artifacts)
        .where(and(ofRecord, eq(artifacts.path, slot('path'))))
        .prepare(),
    events: () =>
      db
        .select({ seq: events.seq, event: events.event, data: events.data })
        .from(events)
        .where(and(eq(events.recordId, slot('id')), gt(events.seq, slot('seq'))))
        .orderBy(asc(events.seq))
        .limit(slot('limit'))
        .prepare(),
  }
})

export function* findRecord({ db }: Inside, id: string): Steps<RecordRow | undefined> {
  return yield* one(statements(db).record, { id })
}

/** A record, and the key with this digest that asks for it; each undefined where there is none. */
export function* findSeen({ db }: Inside, id: string, digest: string | null) {
  const row = yield* one(statements(db).seen, { id, digest })
  return {
    key: row?.asker == null ? undefined : { id: row.asker, active: row.active === true },
    record: row?.id == null ? undefined : (row as SeenRow),
  }
}

/** Those of `ids` that no record has. */
export const unknownRecords = (_: Inside, ids: readonly string[]) =>
  unknownIn(records, records.id, ids)

/** Those of `names` that no upload has. */
export const unknownUploads = (_: Inside, names: readonly string[]) =>
  unknownIn(uploads, uploads.name, names)

function* unknownIn(
  table: SQLiteTable,
  column: SQLiteColumn,
  names: readonly string[],
): Steps<string[]> {
  const rows = yield* raw<{ name: string }>(
    sql`select ${column} as name from ${table} where ${inArray(column, [...names])}`,
  )
  const known = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !known.has(name))
}

/** The records that ended last, the latest first. */
export function* latelyEnded(
  { db }: Inside,
  limit: number,
): Steps<{ id: string; attempt: number }[]> {
  return yield* all(
    db
      .select({ id: records.id, attempt: records.attempt })
      .from(records)
      .where(isNotNull(records.finishedAt))
      .orderBy(desc(records.finishedAt))
      .limit(limit),
  )
}

/** A record's files, in the order of their paths. */
export function* listArtifacts({ db }: Inside, id: string): Steps<ArtifactRow[]> {
  return yield* all(statements(db).artifacts, { id })
}

export function* findArtifact(
  { db }: Inside,
  id: string,
  path: string,
): Steps<ArtifactRow | undefined> {
  return yield* one(statements(db).artifact, { id, path })
}

/** Up to `limit` events after `seq`, in order. */
export function* eventsAfter(
  { db }: Inside,
  id: string,
  seq: number,
  limit: number,
): Steps<EventRow[]> {
  return yield* all(statements(db).events, { id, seq, limit })
}
