import { and, asc, count, desc, eq, gt, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from './db'
import type { EventRow } from './hints'
import type { RecordRow } from './moves'
import { prepared, slot } from './prepared'
import { artifacts, events, RECORD, records } from './schema'

export type ArtifactRow = typeof artifacts.$inferSelect

const statements = prepared((db) => {
  const ofRecord = eq(artifacts.recordId, slot('id'))
  return {
    record: db
      .select(RECORD)
      .from(records)
      .where(eq(records.id, slot('id')))
      .prepare(),
    artifacts: db.select().from(artifacts).where(ofRecord).orderBy(asc(artifacts.path)).prepare(),
    artifact: db
      .select()
      .from(artifacts)
      .where(and(ofRecord, eq(artifacts.path, slot('path'))))
      .prepare(),
    events: db
      .select({ seq: events.seq, event: events.event, data: events.data })
      .from(events)
      .where(and(eq(events.recordId, slot('id')), gt(events.seq, slot('seq'))))
      .orderBy(asc(events.seq))
      .limit(slot('limit'))
      .prepare(),
  }
})

export async function findRecord(db: Db, id: string): Promise<RecordRow | undefined> {
  return statements(db).record.get({ id })
}

/** Those of `ids` that no record has. */
export async function unknownRecords(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = db
    .select({ id: records.id })
    .from(records)
    .where(inArray(records.id, [...ids]))
    .all()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id))
}

/** The records that ended last, the latest first. */
export async function latelyEnded(
  db: Db,
  limit: number,
): Promise<{ id: string; attempt: number }[]> {
  return db
    .select({ id: records.id, attempt: records.attempt })
    .from(records)
    .where(isNotNull(records.finishedAt))
    .orderBy(desc(records.finishedAt))
    .limit(limit)
    .all()
}

/** A record's files, in the order of their paths. */
export async function listArtifacts(db: Db, id: string): Promise<ArtifactRow[]> {
  return statements(db).artifacts.all({ id })
}

export async function findArtifact(
  db: Db,
  id: string,
  path: string,
): Promise<ArtifactRow | undefined> {
  return statements(db).artifact.get({ id, path })
}

/** Up to `limit` events after `seq`, in order. */
export async function eventsAfter(
  db: Db,
  id: string,
  seq: number,
  limit: number,
): Promise<EventRow[]> {
  return statements(db).events.all({ id, seq, limit })
}

/** How many records have not ended. */
export async function countOpen(db: Db): Promise<{ pending: number; running: number }> {
  const counted = db
    .select({ status: records.status, records: count() })
    .from(records)
    .where(inArray(records.status, ['pending', 'running']))
    .groupBy(records.status)
    .all()
  const of = (status: 'pending' | 'running') =>
    counted.find((row) => row.status === status)?.records ?? 0
  return { pending: of('pending'), running: of('running') }
}
