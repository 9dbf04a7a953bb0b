import type { AdminStatus } from '../operations'
import { Fault } from '../parts/field'
import { bytes, instant, number, day as shortDay } from '../parts/format'
import { placeOf } from '../parts/route'
import { Badge, Card, Facts, factsOf, Table } from '../parts/table'
import { useAnswer } from '../parts/use-answer'
import { told, words } from '../parts/words'

const EVERY_MS = 5000

const { overview: said, providers: remote } = words.admin
const { chart } = words

/** What the server does now, and what it keeps. */
export function Overview() {
  const { answer: status, fault } = useAnswer('GET /api/admin/status', {}, () => EVERY_MS)
  const { answer: storage } = useAnswer('GET /api/admin/storage')
  return (
    <>
      <Fault fault={fault} />
      {status && <Now status={status} />}
      <div class="halves">
        <Card title={said.use}>
          <DayChart />
        </Card>
        <Card title={said.executors}>
          <Table
            rows={status?.executors}
            id={({ pid }) => pid}
            names={said.executor}
            cells={{
              pid: ({ pid }) => pid,
              state: ({ state, task_id }) => (
                <>
                  <Badge state={state} of={said.states} />{' '}
                  {task_id && <a href={placeOf(`history/${task_id}`)}>{said.onWhat}</a>}
                </>
              ),
            }}
          />
        </Card>
      </div>
      {status && <Providers providers={status.providers} />}
      {storage && status && (
        <Card title={said.kept}>
          <Facts
            facts={factsOf({ ...storage, most_pending: status.queue.most_pending }, said.storage, {
              retention_days: ({ retention_days: days }) => told(said.days, days),
              oldest_record_at: ({ oldest_record_at: oldest }) => instant(oldest) || '–',
              files: ({ files, file_bytes }) => told(said.sized, files, bytes(file_bytes)),
              uploads: ({ uploads, upload_bytes }) =>
                told(said.sized, uploads, bytes(upload_bytes)),
            })}
          />
          <p class="hint">{said.retentionHint}</p>
        </Card>
      )}
    </>
  )
}

function Now({ status }: { status: AdminStatus }) {
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
  const rows = providers.map(({ outcomes: { ok = 0, ...bad }, ...one }) => {
    const failures = Object.values(bad).reduce((all, count) => all + count, 0)
    return { ...one, bad, failures, calls: ok + failures }
  })
  return (
    <Card title={remote.heading}>
      <Table
        rows={rows}
        none={remote.none}
        id={({ id }) => id}
        names={remote.columns}
        cells={{
          id: ({ id, adapter, paused }) => (
            <>
              {id} <span class="soft">{adapter}</span>{' '}
              {paused && <Badge state="failed" of={{ failed: remote.paused }} />}
            </>
          ),
          calls: ({ calls, open, waiting }) => (
            <>
              {number(calls)}{' '}
              {open + waiting > 0 && <span class="soft">{told(remote.load, open, waiting)}</span>}
            </>
          ),
          failures: ({ failures, bad }) => (
            <>
              {number(failures)}{' '}
              <span class="soft">
                {Object.entries(bad)
                  .map(([kind, count]) => `${kind} ${number(count)}`)
                  .join(', ')}
              </span>
            </>
          ),
          input_tokens: ({ input_tokens: sent, output_tokens: answered }) =>
            told(remote.inOut, number(sent), number(answered)),
        }}
      />
    </Card>
  )
}

const DAYS = 30
const HEIGHT = 140
/** The part of a day's width that its bar takes. */
const FILLED = 0.72

/** Submissions day by day, the failed ones at the foot of their bar; a table says the same to those who do not see it. @param apiKey its id; undefined: all of them */
export function DayChart({ apiKey }: { apiKey?: string }) {
  const query = { days: DAYS, ...(apiKey !== undefined && { api_key: apiKey }) }
  const { answer: { days } = { days: [] } } = useAnswer('GET /api/admin/usage', { query })
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const label = told(said.useLabel, DAYS)
  const most = Math.max(1, ...days.flatMap(({ submissions, failed }) => [submissions, failed]))
  const bar = (x: number, count: number, look: string) =>
    count > 0 && (
      <rect class={look} x={x + (1 - FILLED) / 2} width={FILLED} y={most - count} height={count} />
    )
  return (
    <figure class="chart">
      <figcaption>{label}</figcaption>
      <p aria-hidden="true">{number(most)}</p>
      <svg
        viewBox={`0 0 ${days.length} ${most}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
        aria-hidden="true"
      >
        {days.map(({ day, submissions, failed }, x) => (
          <g key={day}>
            <title>{told(chart.day, shortDay(day), told(chart.counts, submissions, failed))}</title>
            <rect class="reach" x={x} width="1" height={most} />
            {bar(x, submissions, 'bar')}
            {bar(x, failed, 'bar failed')}
          </g>
        ))}
      </svg>
      <p aria-hidden="true">
        <span>{shortDay(first.day)}</span>
        <span>{shortDay(last.day)}</span>
      </p>
      {/* A table is as wide as its words, whatever its width says. */}
      <div class="unseen">
        <Table
          rows={days.filter(({ submissions, failed }) => submissions + failed > 0)}
          id={({ day }) => day}
          names={{ day: chart.table, submissions: label }}
          cells={{
            day: ({ day }) => shortDay(day),
            submissions: ({ submissions, failed }) => told(chart.counts, submissions, failed),
          }}
        />
      </div>
    </figure>
  )
}
