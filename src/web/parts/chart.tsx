import { number, day as shortDay } from './format'
import { Table } from './table'
import { useAnswer } from './use-answer'
import { told, words } from './words'

const DAYS = 30
const HEIGHT = 140
/** The part of a day's width that its bar takes. */
const FILLED = 0.72

const { chart } = words

/** Submissions day by day, the failed ones at the foot of their bar; a table says the same to those who do not see it. @param apiKey its id; undefined: all of them */
export function DayChart({ apiKey }: { apiKey?: string }) {
  const query = { days: DAYS, ...(apiKey !== undefined && { api_key: apiKey }) }
  const { answer: { days } = { days: [] } } = useAnswer('GET /api/admin/usage', { query })
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return null
  const label = told(words.admin.overview.useLabel, DAYS)
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
