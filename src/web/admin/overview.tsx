import type { AdminStatus } from '../operations'
import { DayChart } from '../parts/chart'
import { Fault } from '../parts/field'
import { bytes, instant, number, usd } from '../parts/format'
import { placeOf } from '../parts/route'
import { Badge, Card, Facts, Table } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'

const EVERY_MS = 5000
export const DAYS = 30

/** What the server does now, and what it keeps. */
export function Overview() {
  const { overview: said } = words.admin
  const { answer: status, fault } = useAnswer('GET /api/admin/status', {}, () => EVERY_MS)
  const { answer: storage } = useAnswer('GET /api/admin/storage')
  const { answer: use } = useAnswer('GET /api/admin/usage', { query: { days: DAYS } })
  return (
    <>
      <Fault fault={fault} />
      {status && <Now status={status} />}
      <div class="halves">
        <Card title={said.use}>
          {use && <DayChart bars={use.days} label={told(said.useLabel, DAYS)} />}
        </Card>
        <Card title={said.executors}>
          <Table
            rows={status?.executors}
            id={({ pid }) => pid}
            cells={{
              [said.process]: ({ pid }) => pid,
              [said.state]: ({ state, task_id }) => (
                <>
                  <Badge state={state} label={said.states[state]} />{' '}
                  {task_id && <a href={placeOf(`history/${task_id}`)}>{said.onWhat}</a>}
                </>
              ),
              [said.memory]: ({ memory_bytes }) => bytes(memory_bytes),
              [said.jobs]: ({ jobs }) => number(jobs),
            }}
          />
        </Card>
      </div>
      {status && <Providers providers={status.providers} />}
      {storage && status && (
        <Card title={said.kept}>
          <Facts
            facts={[
              [said.retention, told(said.days, storage.retention_days)],
              [said.records, number(storage.records)],
              [said.oldest, instant(storage.oldest_record_at) || '–'],
              [said.files, told(said.sized, storage.files, bytes(storage.file_bytes))],
              [said.uploads, told(said.sized, storage.uploads, bytes(storage.upload_bytes))],
              [said.database, bytes(storage.database_bytes)],
              [said.mostPending, number(status.queue.most_pending)],
            ]}
          />
          <p class="hint">{said.retentionHint}</p>
        </Card>
      )}
    </>
  )
}

function Now({ status }: { status: AdminStatus }) {
  const { overview: said } = words.admin
  const { queue, disk, webhooks, version } = status
  const { free_bytes: free, total_bytes: total, least_free_bytes: least } = disk
  const since = queue.waiting_since
  const waits = since ? told(said.since, instant(since)) : said.nobodyWaits
  const streams = told(said.streams, status.event_streams)
  const failed = webhooks.retrying
  const tiles: [name: string, value: string, hint: string, bad?: boolean][] = [
    [said.pending, number(queue.pending), waits],
    [said.running, number(queue.running), status.draining ? said.draining : streams],
    [
      said.webhooks,
      number(webhooks.pending + failed),
      failed > 0 ? told(said.retrying, failed) : said.noneFailed,
    ],
    [said.disk, bytes(free), told(said.ofDisk, bytes(total), bytes(least)), free < least * 2],
    [said.version, version, told(said.up, instant(status.started_at), bytes(status.memory_bytes))],
  ]
  return (
    <section aria-label={said.now} class="tiles">
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

/** Remote models since the start: how much is asked of them, what fails, what it costs. */
function Providers({ providers }: Pick<AdminStatus, 'providers'>) {
  const { providers: said } = words.admin
  const kinds = ({ outcomes: { ok: _, ...bad } }: (typeof providers)[number]) => Object.entries(bad)
  const failed = (one: (typeof providers)[number]) =>
    kinds(one).reduce((all, [, count]) => all + count, 0)
  return (
    <Card title={said.heading}>
      <Table
        rows={providers}
        none={said.none}
        id={({ id }) => id}
        cells={{
          [said.provider]: ({ id, adapter, paused }) => (
            <>
              {id} <span class="soft">{adapter}</span>{' '}
              {paused && <Badge state="failed" label={said.paused} />}
            </>
          ),
          [said.models]: ({ models }) => models.join(', '),
          [said.calls]: ({ open, waiting, ...one }) => (
            <>
              {number((one.outcomes.ok ?? 0) + failed({ open, waiting, ...one }))}{' '}
              {open + waiting > 0 && <span class="soft">{told(said.load, open, waiting)}</span>}
            </>
          ),
          [said.failures]: (one) => (
            <>
              {number(failed(one))}{' '}
              <span class="soft">
                {kinds(one)
                  .map(([kind, count]) => `${kind} ${number(count)}`)
                  .join(', ')}
              </span>
            </>
          ),
          [said.tokens]: ({ input_tokens: sent, output_tokens: answered }) =>
            told(said.inOut, number(sent), number(answered)),
          [said.cost]: ({ cost_usd }) => usd(cost_usd),
        }}
      />
    </Card>
  )
}
