import { and, eq, sql } from 'drizzle-orm'
import type { Db } from './db'
import type { EventRow, Hints } from './hints'
import { isoTime } from './ids'
import { artifacts, events, records } from './schema'

/** What an executor reports of a running job. */
export type Report =
  | { type: 'log'; stream: 'stdout' | 'stderr'; line: string }
  | { type: 'progress'; stage: string; step: number; steps: number }
  | { type: 'artifact'; path: string; kind: string; size: number; sha256: string }

export interface Batch {
  id: string
  attempt: number
  reports: readonly Report[]
}

const LOG_ROWS = 2000
const PROGRESS_ROWS = 1000

/** Stores what executors reported, all batches in one transaction; a stale attempt's batch is dropped. */
export async function append(
  db: Db,
  hints: Hints,
  batches: readonly Batch[],
  now: number,
): Promise<void> {
  const committed: [string, EventRow[]][] = []
  db.transaction(
    (tx) => {
      for (const batch of batches) {
        const record = tx
          .select({ logRows: records.logRows })
          .from(records)
          .where(
            and(
              eq(records.id, batch.id),
              eq(records.status, 'running'),
              eq(records.attempt, batch.attempt),
            ),
          )
          .get()
        if (!record) continue
        committed.push([batch.id, appendBatch(tx, batch, record.logRows, now)])
      }
    },
    { behavior: 'immediate' },
  )
  for (const [id, rows] of committed) hints.committed(id, rows)
}

/** A transaction or the database itself. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

function appendBatch(tx: Tx, batch: Batch, logged: number, now: number): EventRow[] {
  let logRows = logged
  let progress: string | undefined
  const writer = eventWriter(tx, batch.id)
  for (const report of batch.reports) {
    if (report.type === 'log') {
      logRows += 1
      if (logRows <= LOG_ROWS) writer.add('log', { stream: report.stream, line: report.line })
      if (logRows === LOG_ROWS + 1)
        writer.add('log', { stream: 'stderr', line: 'Further lines are in run.log alone.' })
    } else if (report.type === 'progress') {
      const { stage, step, steps } = report
      const data = { stage, step, steps, percent: Math.round((100 * step) / steps) }
      progress = JSON.stringify(data)
      if (writer.last() < LOG_ROWS + PROGRESS_ROWS) writer.add('progress', data)
    } else {
      upsertArtifact(tx, batch, report, now)
      writer.add('artifact', artifactData(batch.id, report, now))
    }
  }
  tx.update(records)
    .set({ logRows, ...(progress && { progress }) })
    .where(eq(records.id, batch.id))
    .run()
  return writer.rows
}

function upsertArtifact(
  tx: Tx,
  { id, attempt }: Batch,
  { path, kind, size, sha256 }: Report & { type: 'artifact' },
  now: number,
): void {
  const row = { attempt, kind, size, sha256, updatedAt: now }
  tx.insert(artifacts)
    .values({ recordId: id, path, ...row })
    .onConflictDoUpdate({ target: [artifacts.recordId, artifacts.path], set: row })
    .run()
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
export function eventWriter(tx: Tx, recordId: string) {
  const rows: EventRow[] = []
  let seq =
    tx
      .select({ last: sql<number>`coalesce(max(${events.seq}), 0)` })
      .from(events)
      .where(eq(events.recordId, recordId))
      .get()?.last ?? 0
  return {
    rows,
    last: () => seq,
    add(event: string, value: object): void {
      seq += 1
      const row = { seq, event, data: JSON.stringify(value) }
      rows.push(row)
      tx.insert(events)
        .values({ recordId, ...row })
        .run()
    },
  }
}
