import type { ComponentChildren } from 'preact'
import type { AdminStatus, Storage } from '../operations'
import { DayChart } from '../parts/chart'
import { call } from '../parts/client'
import { bytes, instant, number } from '../parts/format'
import { placeOf } from '../parts/route'
import { Facts, Table } from '../parts/table'
import { Trouble } from '../parts/trouble'
import { useAnswer } from '../parts/use-answer'
import { words } from '../parts/words'
import { Providers } from './providers'

const EVERY_MS = 5000
const DAYS = 30

/** What the server does now, and what it keeps. */
export function Overview() {
  const { overview } = words.admin
  const { answer: status, fault } = useAnswer(
    'status',
    (signal) => call('GET /api/admin/status', { signal }),
    () => EVERY_MS,
  )
  const { answer: storage } = useAnswer('storage', (signal) =>
    call('GET /api/admin/storage', { signal }),
  )
  const { answer: use } = useAnswer('use', (signal) =>
    call('GET /api/admin/usage', { query: { days: DAYS }, signal }),
  )
  return (
    <>
      {fault && <Trouble fault={fault} />}
      {status && <Now status={status} />}
      <div class="halves">
        <section class="card">
          <h2>{overview.use}</h2>
          {use && <DayChart bars={use.days} label={overview.useLabel(DAYS)} />}
        </section>
        <section class="card">
          <h2>{overview.executors}</h2>
          {status && <Executors executors={status.executors} />}
        </section>
      </div>
      {status && <Providers providers={status.providers} />}
      {storage && status && <Kept storage={storage} status={status} />}
    </>
  )
}

function Now({ status }: { status: AdminStatus }) {
  const { overview } = words.admin
  const { queue, disk, webhooks } = status
  return (
    <section aria-label={overview.now} class="tiles">
      <Tile name={overview.pending} value={number(queue.pending)}>
        {queue.waiting_since === null
          ? overview.nobodyWaits
          : overview.since(instant(queue.waiting_since))}
      </Tile>
      <Tile name={overview.running} value={number(queue.running)}>
        {status.draining ? overview.draining : overview.streams(status.event_streams)}
      </Tile>
      <Tile name={overview.webhooks} value={number(webhooks.pending + webhooks.retrying)}>
        {overview.retrying(webhooks.retrying)}
      </Tile>
      <Tile
        name={overview.disk}
        value={bytes(disk.free_bytes)}
        bad={disk.free_bytes < disk.least_free_bytes * 2}
      >
        {overview.ofDisk(bytes(disk.total_bytes), bytes(disk.least_free_bytes))}
      </Tile>
      <Tile name={overview.version} value={status.version}>
        {overview.up(instant(status.started_at), bytes(status.memory_bytes))}
      </Tile>
    </section>
  )
}

function Tile({
  name,
  value,
  bad = false,
  children,
}: {
  name: string
  value: string
  bad?: boolean
  children: ComponentChildren
}) {
  return (
    <div class={bad ? 'card tile bad' : 'card tile'}>
      <h2>{name}</h2>
      <p class="value">{value}</p>
      <p class="hint">{children}</p>
    </div>
  )
}

function Executors({ executors }: Pick<AdminStatus, 'executors'>) {
  const { overview } = words.admin
  return (
    <Table
      heads={[overview.process, overview.state, overview.memory, overview.jobs]}
      rows={executors.map(({ pid, state, memory_bytes, jobs, task_id }) => [
        pid,
        [
          pid,
          <>
            <span class="badge" data-state={state}>
              {overview.states[state]}
            </span>{' '}
            {task_id && <a href={placeOf(`history/${task_id}`)}>{overview.onWhat}</a>}
          </>,
          bytes(memory_bytes),
          number(jobs),
        ],
      ])}
    />
  )
}

function Kept({ storage, status }: { storage: Storage; status: AdminStatus }) {
  const { overview } = words.admin
  const facts: [string, string][] = [
    [overview.retention, overview.days(storage.retention_days)],
    [overview.records, number(storage.records)],
    [overview.oldest, storage.oldest_record_at ? instant(storage.oldest_record_at) : '–'],
    [overview.files, overview.sized(storage.files, bytes(storage.file_bytes))],
    [overview.uploads, overview.sized(storage.uploads, bytes(storage.upload_bytes))],
    [overview.database, bytes(storage.database_bytes)],
    [overview.mostPending, number(status.queue.most_pending)],
  ]
  return (
    <section class="card">
      <h2>{overview.kept}</h2>
      <Facts facts={facts} />
      <p class="hint">{overview.retentionHint}</p>
    </section>
  )
}
