import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from './db'
import type { EventRow } from './hints'
import type { RecordRow } from './moves'
import { artifacts, events, records } from './schema'

export type ArtifactRow = typeof artifacts.$inferSelect

export async function findRecord(db: Db, id: string): Promise<RecordRow | undefined> {
  return db.select().from(records).where(eq(records.id, id)).get()
}

/** A record's files, in the order of their paths. */
export async function listArtifacts(db: Db, id: string): Promise<ArtifactRow[]> {
  return db
    .select()
    .from(artifacts)
    .where(eq(artifacts.recordId, id))
    .orderBy(asc(artifacts.path))
    .all()
}

export async function findArtifact(
  db: Db,
  id: string,
  path: string,
): Promise<ArtifactRow | undefined> {
  return db
    .select()
    .from(artifacts)
    .where(and(eq(artifacts.recordId, id), eq(artifacts.path, path)))
    .get()
}

/** Up to `limit` events after `seq`, in order. */
export async function eventsAfter(
  db: Db,
  id: string,
  seq: number,
  limit: number,
): Promise<EventRow[]> {
  return db
    .select({ seq: events.seq, event: events.event, data: events.data })
    .from(events)
    .where(and(eq(events.recordId, id), gt(events.seq, seq)))
    .orderBy(asc(events.seq))
    .limit(limit)
    .all()
}
