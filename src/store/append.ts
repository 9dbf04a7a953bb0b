import { and, eq, sql } from 'drizzle-orm'
import { locked } from './dialects'
import type { EventRow } from './hints'
import { isoTime } from './ids'
import type { Inside } from './inside'
import { prepared, slot, slots } from './prepared'
import { artifacts, type Db, events, records } from './schema'
import { atomic, one, run, type Steps } from './steps'

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
  /** 1, 2, 3... of the attempt: what is sent again is not stored again; left out: it is. */
  number?: number
  reports: readonly Report[]
}

const LOG_ROWS = 2000
const PROGRESS_ROWS = 1000

const statements = prepared((db) => ({
  ofAttempt: () =>
    locked(
      db
        .select({ logRows: records.logRows, batches: records.batches })
        .from(records)
        .where(
          and(
            eq(records.id, slot('id')),
            eq(records.status, 'running'),
            eq(records.attempt, slot('attempt')),
          ),
        ),
    ).prepare(),
  lastSeq: () =>
    db
      .select({ last: sql<number>`coalesce(max(${events.seq}), 0)` })
      .from(events)
      .where(eq(events.recordId, slot('recordId')))
      .prepare(),
  addEvent: () =>
    db
      .insert(events)
      .values(slots('recordId', 'seq', 'event', 'data'))
      .prepare(),
  putArtifact: () =>
    db
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
  note: () =>
    db
      .update(records)
      .set({
        logRows: sql`${slot('logRows')}`,
        batches: sql`${slot('batches')}`,
        progress: sql`coalesce(${slot('progress')}, ${records.progress})`,
      })
      .where(eq(records.id, slot('id')))
      .prepare(),
}))

/** Stores what executors reported, all batches in one transaction; a stale attempt's batch is dropped. */
export const append = atomic(function* (inside: Inside, batches: readonly Batch[]): Steps<void> {
  const { db, now, committed } = inside
  for (const batch of inOrder(batches)) {
    const { id, attempt } = batch
    const record = yield* one(statements(db).ofAttempt, { id, attempt })
    if (record && (batch.number ?? record.batches + 1) > record.batches)
      committed(id, yield* appendBatch(db, batch, record, now()))
  }
})

/** Everybody who locks several records locks them in one order. */
const inOrder = (batches: readonly Batch[]) =>
  batches.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))

function* appendBatch(
  db: Db,
  batch: Batch,
  { logRows: logged, batches }: { logRows: number; batches: number },
  now: number,
): Steps<EventRow[]> {
  let logRows = logged
  let progress: string | null = null
  const writer = yield* eventWriter(db, batch.id)
  for (const report of batch.reports) {
    if (report.type === 'log') {
      logRows += 1
      if (logRows <= LOG_ROWS)
        yield* writer.add('log', { stream: report.stream, line: report.line })
      if (logRows === LOG_ROWS + 1)
        yield* writer.add('log', { stream: 'stderr', line: 'Further lines are in run.log alone.' })
    } else if (report.type === 'progress') {
      const { type: _, ...told } = report
      const data = { ...told, percent: Math.round((100 * told.step) / told.steps) }
      progress = JSON.stringify(data)
      if (writer.last() < LOG_ROWS + PROGRESS_ROWS) yield* writer.add('progress', data)
    } else {
      yield* putArtifact(db, batch, report, now)
      yield* writer.add('artifact', artifactData(batch.id, report, now))
    }
  }
  yield* run(statements(db).note, {
    id: batch.id,
    logRows,
    progress,
    batches: batch.number ?? batches,
  })
  return writer.rows
}

function* putArtifact(
  db: Db,
  { id, attempt }: Batch,
  { path, kind, size, sha256 }: Report & { type: 'artifact' },
  now: number,
): Steps<void> {
  const row = { recordId: id, path, attempt, kind, size, sha256, updatedAt: now }
  yield* run(statements(db).putArtifact, row)
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

interface EventWriter {
  rows: EventRow[]
  last(): number
  add(event: string, value: object): Steps<void>
}

/** Numbers a record's next events within a transaction that holds it; `rows` are those it wrote. `known`: the last number. */
export function* eventWriter(db: Db, recordId: string, known?: number): Steps<EventWriter> {
  const { lastSeq, addEvent } = statements(db)
  const rows: EventRow[] = []
  let seq = known ?? (yield* one(lastSeq, { recordId }))?.last ?? 0
  return {
    rows,
    last: () => seq,
    *add(event: string, value: object): Steps<void> {
      seq += 1
      const row = { seq, event, data: JSON.stringify(value) }
      rows.push(row)
      yield* run(addEvent, { recordId, ...row })
    },
  }
}
