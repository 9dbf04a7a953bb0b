import type { Json } from '../vega'
import { bySeries, type Composite, fieldOn, isNumber, plain } from './groups'

/**
 * Kaplan and Meier's estimate from times (`x`) and events (`y`: 1 or true where the event was seen, 0 where the row was
 * censored), with Greenwood's 95 % interval, a cross at each censored time, and `risk: true` for numbers at risk.
 */
export function survival(own: Composite): Json {
  const { encoding, mark } = own
  const [x, y] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const groups = bySeries(own).map(({ rows, own: keys }) => {
    const list = rows.flatMap((row) =>
      isNumber(row[x]) && row[x] >= 0 ? [{ time: row[x], seen: isEvent(row[y]) }] : [],
    )
    return { keys, list: list.sort((a, b) => a.time - b.time) }
  })
  const curves = groups.flatMap(({ keys, list }) =>
    estimate(list).map((each) => ({ ...keys, ...each })),
  )
  const last = Math.max(0, ...groups.flatMap(({ list }) => list.map(({ time }) => time)))
  const ink = encoding.color ? { color: encoding.color } : { color: { value: '#0072b2' } }
  const time = plain(encoding.x, {
    field: 'time',
    type: 'quantitative',
    scale: { domain: [0, last], nice: false },
  })
  const title = encoding.y?.title ?? 'Survival'
  const level = (field: string) => ({
    field,
    type: 'quantitative',
    title,
    scale: { domain: [0, 1] },
  })
  const chart: Json = {
    data: { values: curves },
    layer: [
      {
        name: 'band',
        mark: { type: 'area', interpolate: 'step-after', fillOpacity: 0.14 },
        encoding: { x: time, y: level('low'), y2: { field: 'high' }, ...ink },
      },
      {
        name: 'survival',
        mark: { type: 'line', interpolate: 'step-after' },
        encoding: { x: time, y: level('alive'), ...ink },
      },
      {
        name: 'censored',
        transform: [{ filter: 'datum.censored > 0' }],
        mark: { type: 'point', shape: 'cross', size: 22, filled: true },
        encoding: { x: time, y: level('alive'), ...ink },
      },
    ],
  }
  if (mark.risk !== true) return chart
  const moments = Array.from({ length: 6 }, (_, i) => (last * i) / 5)
  const risk = groups.flatMap(({ keys, list }) =>
    moments.map((moment) => ({
      ...keys,
      time: moment,
      n: list.filter((each) => each.time >= moment).length,
    })),
  )
  const rows = encoding.color?.field
    ? {
        field: encoding.color.field,
        type: 'nominal',
        title: 'At risk',
        axis: { domain: false, grid: false, labelPadding: 14 },
      }
    : { value: 8 }
  return {
    vconcat: [
      { ...chart, height: 220, width: 340 },
      {
        data: { values: risk },
        name: 'risk',
        height: 15 * groups.length,
        width: 340,
        mark: { type: 'text', fontSize: 11 },
        encoding: {
          x: { ...time, axis: null },
          y: rows,
          text: { field: 'n', type: 'quantitative' },
          ...(encoding.color ? { color: encoding.color } : {}),
        },
      },
    ],
    spacing: 6,
    resolve: { scale: { x: 'shared', color: 'shared' } },
  }
}

const isEvent = (value: unknown): boolean =>
  value === 1 || value === true || /^(1|true|yes|event|dead|death|died)$/i.test(String(value))

interface Step {
  time: number
  alive: number
  low: number
  high: number
  censored: number
}

function estimate(list: readonly { time: number; seen: boolean }[]): Step[] {
  let [alive, greenwood, left] = [1, 0, list.length]
  const found: Step[] = [{ time: 0, alive: 1, low: 1, high: 1, censored: 0 }]
  for (const [time, own] of Map.groupBy(list, (each) => each.time)) {
    const events = own.filter(({ seen }) => seen).length
    if (events > 0) {
      alive *= 1 - events / left
      greenwood += left > events ? events / (left * (left - events)) : 0
    }
    const half = 1.96 * alive * Math.sqrt(greenwood)
    found.push({
      time,
      alive,
      low: Math.max(0, alive - half),
      high: Math.min(1, alive + half),
      censored: own.length - events,
    })
    left -= own.length
  }
  return found
}
