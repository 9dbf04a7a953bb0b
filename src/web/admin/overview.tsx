import type { AdminStatus, Storage } from '../operations'
import { DayChart } from '../parts/chart'
import { Fault } from '../parts/field'
import { bytes, instant, number } from '../parts/format'
import { placeOf } from '../parts/route'
import { Facts, Table } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'
import { Providers } from './providers'

const EVERY_MS = 5000
const DAYS = 30

/** What the server does now, and what it keeps. */
export function Overview() {
  const { overview } = words.admin
  const { answer: status, fault } = useAnswer('GET /api/admin/status', {}, () => EVERY_MS)
  const { answer: storage } = useAnswer('GET /api/admin/storage')
  const { answer: use } = useAnswer('GET /api/admin/usage', { query: { days: DAYS } })
  return (
    <>
      <Fault fault={fault} />
      {status && <Now status={status} />}
      <div class="halves">
        <section class="card">
          <h2>{overview.use}</h2>
          {use && <DayChart bars={use.days} label={told(overview.useLabel, DAYS)} />}
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
  const { free_bytes: free, total_bytes: total, least_free_bytes: least } = disk
  const waiting = queue.waiting_since
  const tiles: [name: string, value: string, hint: string, bad?: boolean][] = [
    [
      ...([overview.pending, number(queue.pending)] as const),
      waiting === null ? overview.nobodyWaits : told(overview.since, instant(waiting)),
    ],
    [
      ...([overview.running, number(queue.running)] as const),
      status.draining ? overview.draining : told(overview.streams, status.event_streams),
    ],
    [
      ...([overview.webhooks, number(webhooks.pending + webhooks.retrying)] as const),
      webhooks.retrying > 0 ? told(overview.retrying, webhooks.retrying) : overview.noneFailed,
    ],
    [
      overview.disk,
      bytes(free),
      told(overview.ofDisk, bytes(total), bytes(least)),
      free < least * 2,
    ],
    [
      ...([overview.version, status.version] as const),
      told(overview.up, instant(status.started_at), bytes(status.memory_bytes)),
    ],
  ]
  return (
    <section aria-label={overview.now} class="tiles">
      {tiles.map(([name, value, hint, bad]) => (
        <div key={name} class={bad ? 'card tile bad' : 'card tile'}>
          <h2>{name}</h2>
          <p class="value">{value}</p>
          <p class="hint">{hint}</p>
        </div>
      ))}
    </section>
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
    [overview.retention, told(overview.days, storage.retention_days)],
    [overview.records, number(storage.records)],
    [overview.oldest, storage.oldest_record_at ? instant(storage.oldest_record_at) : '–'],
    [overview.files, told(overview.sized, storage.files, bytes(storage.file_bytes))],
    [overview.uploads, told(overview.sized, storage.uploads, bytes(storage.upload_bytes))],
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
