import { and, eq, sql } from 'drizzle-orm'
import type { Db } from './db'
import type { EventRow } from './hints'
import { isoTime } from './ids'
import type { Inside } from './inside'
import { prepared, slot, slots } from './prepared'
import { artifacts, events, records } from './schema'

/** What an executor reports of a running job. */
export type Report =
  | { type: 'log'; stream: 'stdout' | 'stderr'; line: string }
  | {
      type: 'progress'
      stage: string
      step: number
      steps: number
      provider?: string
      attempt?: number
      attempts?: number
    }
  | { type: 'artifact'; path: string; kind: string; size: number; sha256: string }

export interface Batch {
  id: string
  attempt: number
  reports: readonly Report[]
}

const LOG_ROWS = 2000
const PROGRESS_ROWS = 1000

const statements = prepared((db) => ({
  ofAttempt: db
    .select({ logRows: records.logRows })
    .from(records)
    .where(
      and(
        eq(records.id, slot('id')),
        eq(records.status, 'running'),
        eq(records.attempt, slot('attempt')),
      ),
    )
    .prepare(),
  lastSeq: db
    .select({ last: sql<number>`coalesce(max(${events.seq}), 0)` })
    .from(events)
    .where(eq(events.recordId, slot('recordId')))
    .prepare(),
  addEvent: db
    .insert(events)
    .values(slots('recordId', 'seq', 'event', 'data'))
    .prepare(),
  putArtifact: db
    .insert(artifacts)
    .values(slots('recordId', 'path', 'attempt', 'kind', 'size', 'sha256', 'updatedAt'))
    .onConflictDoUpdate({
      target: [artifacts.recordId, artifacts.path],
      set: {
        attempt: sql`excluded.attempt`,
        kind: sql`excluded.kind`,
        size: sql`excluded.size`,
        sha256: sql`excluded.sha256`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .prepare(),
  note: db
    .update(records)
    .set({
      logRows: sql`${slot('logRows')}`,
      progress: sql`coalesce(${slot('progress')}, ${records.progress})`,
    })
    .where(eq(records.id, slot('id')))
    .prepare(),
}))

/** Stores what executors reported, all batches in one transaction; a stale attempt's batch is dropped. */
export function append({ db, hints, now }: Inside, batches: readonly Batch[]): void {
  const committed: [string, EventRow[]][] = []
  db.transaction(
    () => {
      for (const batch of batches) {
        const { id, attempt } = batch
        const record = statements(db).ofAttempt.get({ id, attempt })
        if (!record) continue
        committed.push([id, appendBatch(db, batch, record.logRows, now())])
      }
    },
    { behavior: 'immediate' },
  )
  for (const [id, rows] of committed) hints.committed(id, rows)
}

/** A transaction or the database itself. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

function appendBatch(db: Db, batch: Batch, logged: number, now: number): EventRow[] {
  let logRows = logged
  let progress: string | null = null
  const writer = eventWriter(db, batch.id)
  for (const report of batch.reports) {
    if (report.type === 'log') {
      logRows += 1
      if (logRows <= LOG_ROWS) writer.add('log', { stream: report.stream, line: report.line })
      if (logRows === LOG_ROWS + 1)
        writer.add('log', { stream: 'stderr', line: 'Further lines are in run.log alone.' })
    } else if (report.type === 'progress') {
      const { type: _, ...told } = report
      const data = { ...told, percent: Math.round((100 * told.step) / told.steps) }
      progress = JSON.stringify(data)
      if (writer.last() < LOG_ROWS + PROGRESS_ROWS) writer.add('progress', data)
    } else {
      putArtifact(db, batch, report, now)
      writer.add('artifact', artifactData(batch.id, report, now))
    }
  }
  statements(db).note.run({ id: batch.id, logRows, progress })
  return writer.rows
}

function putArtifact(
  db: Db,
  { id, attempt }: Batch,
  { path, kind, size, sha256 }: Report & { type: 'artifact' },
  now: number,
): void {
  const row = { recordId: id, path, attempt, kind, size, sha256, updatedAt: now }
  statements(db).putArtifact.run(row)
}

function artifactData(id: string, report: Report & { type: 'artifact' }, now: number) {
  return {
    kind: report.kind,
    name: report.path.split('/').at(-1),
    path: report.path,
    url: `/api/artifacts/${id}/${report.path}`,
    updated_at: isoTime(now),
    size: report.size,
  }
}

/** Numbers a record's next events within a transaction; `rows` are those it wrote. */
export function eventWriter(db: Db, recordId: string) {
  const { lastSeq, addEvent } = statements(db)
  const rows: EventRow[] = []
  let seq = lastSeq.get({ recordId })?.last ?? 0
  return {
    rows,
    last: () => seq,
    add(event: string, value: object): void {
      seq += 1
      const row = { seq, event, data: JSON.stringify(value) }
      rows.push(row)
      addEvent.run({ recordId, ...row })
    },
  }
}
