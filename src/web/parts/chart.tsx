import { number, day as shortDay } from './format'
import { Table } from './table'
import { told, words } from './words'

interface Bar {
  /** UTC, `2026-01-31`. */
  day: string
  submissions: number
  failed: number
}

const HEIGHT = 140
/** The part of a day's width that its bar takes, in per cent. */
const FILLED = 72

/** Submissions day by day, the failed ones at the foot of their bar; a table says the same to those who do not see it. */
export function DayChart({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const most = Math.max(1, ...bars.map(({ submissions, failed }) => Math.max(submissions, failed)))
  const width = 100 / bars.length
  const [first, last] = [bars[0], bars.at(-1)]
  const { chart } = words
  return (
    <figure class="chart">
      <figcaption>{label}</figcaption>
      <p class="chart-top" aria-hidden="true">
        {number(most)}
      </p>
      <svg width="100%" height={HEIGHT} aria-hidden="true">
        {bars.map(({ day, submissions, failed }, index) => {
          const place = { x: `${index * width + (width * (100 - FILLED)) / 200}%` }
          const size = (count: number) => ({
            ...place,
            width: `${(width * FILLED) / 100}%`,
            y: HEIGHT - (count / most) * HEIGHT,
            height: (count / most) * HEIGHT,
          })
          return (
            <g key={day}>
              <title>
                {told(chart.day, shortDay(day), told(chart.counts, submissions, failed))}
              </title>
              <rect class="reach" x={`${index * width}%`} width={`${width}%`} height={HEIGHT} />
              <rect class="bar" rx="1" {...size(submissions)} />
              {failed > 0 && <rect class="bar failed" rx="1" {...size(failed)} />}
            </g>
          )
        })}
      </svg>
      <p class="chart-days" aria-hidden="true">
        <span>{first && shortDay(first.day)}</span>
        <span>{last && shortDay(last.day)}</span>
      </p>
      {/* A table is as wide as its words, whatever its width says. */}
      <div class="unseen">
        <Table
          rows={bars.filter(({ submissions, failed }) => submissions + failed > 0)}
          id={({ day }) => day}
          cells={{
            [chart.table]: ({ day }) => shortDay(day),
            [label]: ({ submissions, failed }) => told(chart.counts, submissions, failed),
          }}
        />
      </div>
    </figure>
  )
}
