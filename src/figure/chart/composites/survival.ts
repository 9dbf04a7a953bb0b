import { ChartRefused } from '../../../forms/chart'
import { linearTicks } from '../numbers'
import type { Json } from '../vega'
import {
  amount,
  type Composite,
  colorOf,
  fieldOn,
  isNumber,
  layerOf,
  samplesOf,
  thinned,
} from './groups'

interface Subject {
  time: number
  /** Empty where the row was censored. */
  cause: string
}

interface Curve {
  keys: Json
  list: Subject[]
}

/**
 * Kaplan and Meier's estimate from times and events, with Greenwood's 95 % interval, a tick at each censored time and
 * `risk: true` for numbers at risk.
 */
export function survival(own: Composite): Json {
  const curves = samplesOf(own, { x: 'number', y: 'truth' }).map(({ own: keys, series, list }) => {
    const subjects = subjectsOf(list.map(({ x, y }) => ({ time: x, cause: y ? 'event' : '' })))
    const steps = stepsOf(subjects)
    const half = steps.find(({ alive }) => alive <= 0.5)
    const events = subjects.filter(({ cause }) => cause !== '').length
    own.says.push(
      `${series === undefined ? '' : `${series}: `}${events} events among ${subjects.length}, median ${half ? half.time : 'not reached'}.`,
    )
    return { keys, list: subjects, steps, half: half?.time }
  })
  const { time, level, last } = channels(own, curves, 'Survival')
  const rows = curves.flatMap(({ keys, steps }) =>
    thinned(until(steps, last)).map((each) => ({ ...keys, ...each })),
  )
  if (rows.length < curves.reduce((all, { steps }) => all + until(steps, last).length, 0))
    own.says.push('Of the censored times not all are marked: there are too many to be told apart.')
  const ink = colorOf(own)
  return withRisk(own, curves, last, {
    data: { values: rows },
    layer: [
      ...(own.mark.band === false
        ? []
        : [
            {
              name: 'band',
              mark: { type: 'area', interpolate: 'step-after', fillOpacity: 0.14 },
              encoding: { x: time, y: level('low'), y2: { field: 'high' }, ...ink },
            },
          ]),
      {
        name: 'survival',
        mark: { type: 'line', interpolate: 'step-after' },
        encoding: { x: time, y: level('alive'), ...ink },
      },
      {
        name: 'censored',
        transform: [{ filter: 'datum.censored > 0' }],
        mark: { type: 'tick', orient: 'vertical', size: 8, thickness: 1.1 },
        encoding: { x: time, y: level('alive'), ...ink },
      },
      ...(own.mark.median === true ? medianLines(curves, { time, level, last, ink }) : []),
    ],
  })
}

/** Dashed lines from both axes to where half is left. */
function medianLines(
  curves: readonly { keys: Json; half: number | undefined }[],
  { time, level, last, ink }: ReturnType<typeof channels> & { ink: Json },
): Json[] {
  const reached = curves.filter(({ half }) => half !== undefined && half <= last)
  const data = {
    values: reached.map(({ keys, half }) => ({ ...keys, time: half, at: 0.5, zero: 0 })),
  }
  const mark = { type: 'rule', strokeDash: [4, 3], strokeWidth: 0.8 }
  const x = { ...time, field: 'zero' }
  return [
    {
      name: 'median',
      data,
      mark,
      encoding: { x: time, y: level('zero'), y2: { field: 'at' }, ...ink },
    },
    { name: 'half', data, mark, encoding: { x, x2: { field: 'time' }, y: level('at'), ...ink } },
  ]
}

const CENSORED = /^(?:0|0\.0|censored|none|no|false)$/i

/** Cumulative incidence of each cause against the others (Aalen and Johansen). */
export function incidence(own: Composite): Json {
  const field = fieldOn(own, 'y')
  const curves = samplesOf(own, { x: 'number', y: 'name' }).map(({ own: keys, list }) => ({
    keys,
    list: subjectsOf(list.map(({ x, y }) => ({ time: x, cause: CENSORED.test(y) ? '' : y }))),
  }))
  const causes = [...new Set(curves.flatMap(({ list }) => list.map(({ cause }) => cause)))].filter(
    (each) => each !== '',
  )
  if (causes.length === 0 || causes.length > 8)
    throw new ChartRefused(
      `The column ${field} names ${causes.length} causes; a chart of mark incidence has 1 to 8, and 0 or "censored" for none.`,
    )
  const named = (cause: string) =>
    /^\d+$/.test(cause) && causes.length > 1 ? `${field} ${cause}` : cause
  const { time, level, last } = channels(own, curves, 'Cumulative incidence')
  const rows = curves.flatMap(({ keys, list }) => {
    const steps = until(stepsOf(list), last)
    return causes.flatMap((cause) => {
      let risen = 0
      const curve = steps.map(({ time, before, left, events }) => {
        risen += left > 0 ? (before * (events.get(cause) ?? 0)) / left : 0
        return { ...keys, time, risen, cause: named(cause) }
      })
      return thinned(curve)
    })
  })
  const grouped = own.encoding.color?.field !== undefined
  const byCause = { field: 'cause', type: 'nominal', title: null, sort: null }
  const ink = grouped || causes.length === 1 ? colorOf(own) : { color: byCause }
  const dash = grouped && causes.length > 1 ? { strokeDash: byCause } : {}
  return withRisk(own, curves, last, {
    ...layerOf(
      'incidence',
      rows,
      { type: 'line', interpolate: 'step-after' },
      {
        x: time,
        y: level('risen'),
        ...ink,
        ...dash,
      },
    ),
  })
}

function subjectsOf(list: Subject[]): Subject[] {
  const negative = list.find(({ time }) => time < 0)
  if (negative) throw new ChartRefused(`A time is ${negative.time}; times start at 0.`)
  return list.sort((a, b) => a.time - b.time)
}

function channels(own: Composite, curves: readonly Curve[], title: string) {
  const given = (own.encoding.x?.scale as Json | undefined)?.domain
  const end = Array.isArray(given) ? given.at(-1) : undefined
  const last = isNumber(end)
    ? end
    : Math.max(...curves.flatMap(({ list }) => list.map(({ time }) => time)))
  const time = amount(own.encoding.x, 'time', fieldOn(own, 'x'), {
    scale: { domain: [0, last], nice: false },
    ...(own.mark.risk === true ? { axis: { values: momentsOf(own, last) } } : {}),
  })
  const said = own.encoding.y?.title === undefined ? { ...own.encoding.y, title } : own.encoding.y
  const level = (field: string) => amount(said, field, title, { scale: { domain: [0, 1] } })
  return { time, level, last }
}

/** Where the numbers at risk stand: at the values that the axis is given, else at its ticks. */
function momentsOf({ encoding }: Composite, last: number): number[] {
  const given = (encoding.x?.axis as Json | null | undefined)?.values
  const own = Array.isArray(given) ? given.filter(isNumber).filter((each) => each <= last) : []
  return own.length > 0 ? own : linearTicks([0, last], 6).map(({ value }) => value)
}

/** The chart with the numbers at risk below it, at the ticks of its axis. */
function withRisk(own: Composite, curves: readonly Curve[], last: number, chart: Json): Json {
  if (own.mark.risk !== true) return chart
  const color = own.encoding.color
  const rows = curves.flatMap(({ keys, list }) =>
    momentsOf(own, last).map((moment) => ({
      ...keys,
      time: moment,
      n: list.filter(({ time }) => time >= moment).length,
      of: 'All',
    })),
  )
  const y = {
    field: color?.field ?? 'of',
    type: 'nominal',
    title: null,
    ...(color?.sort === undefined ? {} : { sort: color.sort }),
    axis: { domain: false, grid: false, ticks: false, labelPadding: 16 },
  }
  return {
    vconcat: [
      { ...chart, height: 230, width: 340 },
      {
        ...layerOf(
          'risk',
          rows,
          { type: 'text', fontSize: 11 },
          {
            x: amount(own.encoding.x, 'time', '', {
              scale: { domain: [0, last], nice: false },
              axis: null,
            }),
            y,
            text: { field: 'n', type: 'quantitative' },
            ...(color ? { color } : {}),
          },
        ),
        title: { text: 'Number at risk', fontSize: 11, anchor: 'start', frame: 'group', offset: 3 },
        height: 16 * curves.length,
        width: 340,
      },
    ],
    spacing: 4,
    resolve: { scale: { x: 'shared', color: 'shared' }, legend: { color: 'shared' } },
  }
}

interface Step {
  time: number
  /** Before the events of this moment, and after. */
  before: number
  alive: number
  low: number
  high: number
  censored: number
  /** Under observation just before. */
  left: number
  events: ReadonlyMap<string, number>
}

/** The steps up to where a given axis ends, and level from the last one to there. */
function until(steps: Step[], end: number): Step[] {
  const kept = steps.filter(({ time }) => time <= end)
  const last = kept.at(-1)
  if (!last || kept.length === steps.length) return steps
  return [...kept, { ...last, time: end, censored: 0, events: new Map() }]
}

/** The product-limit estimate at each moment where a row ends (Kaplan and Meier 1958, variance by Greenwood 1926). */
function stepsOf(list: readonly Subject[]): Step[] {
  let [alive, greenwood, left] = [1, 0, list.length]
  const found: Step[] = [
    { time: 0, before: 1, alive: 1, low: 1, high: 1, censored: 0, left, events: new Map() },
  ]
  for (const [time, own] of Map.groupBy(list, (each) => each.time)) {
    const seen = own.filter(({ cause }) => cause !== '')
    const events = new Map(
      [...Map.groupBy(seen, ({ cause }) => cause)].map(([k, v]) => [k, v.length]),
    )
    const before = alive
    if (seen.length > 0) {
      alive *= 1 - seen.length / left
      greenwood += left > seen.length ? seen.length / (left * (left - seen.length)) : 0
    }
    const half = 1.96 * alive * Math.sqrt(greenwood)
    const [low, high] = [Math.max(0, alive - half), Math.min(1, alive + half)]
    found.push({ time, before, alive, low, high, censored: own.length - seen.length, left, events })
    left -= own.length
  }
  return found
}
