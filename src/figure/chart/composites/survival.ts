import { ChartRefused } from '../../../forms/chart'
import { type Json, ticksIn } from '../spec/vega'
import {
  amount,
  type Composite,
  called,
  colorOf,
  fieldOn,
  isNumber,
  layerOf,
  samplesOf,
} from './groups'

interface Subject {
  time: number
  isSeen: boolean
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
    const negative = list.find(({ x }) => x < 0)
    if (negative) throw new ChartRefused(`A time is ${negative.x}; times start at 0.`)
    const subjects = list
      .map(({ x, y }) => ({ time: x, isSeen: y }))
      .sort((a, b) => a.time - b.time)
    const steps = stepsOf(subjects)
    // A product of shares that is one half may lie a hair above it.
    const half = steps.find(({ alive }) => alive <= 0.5 + 1e-9)
    const events = subjects.filter(({ isSeen }) => isSeen).length
    own.says.push(
      `${called(series)}${events} events among ${subjects.length}, median ${half ? half.time : 'not reached'}.`,
    )
    return { keys, list: subjects, steps }
  })
  const { encoding, mark } = own
  if (mark.band !== false) own.says.push("The band is Greenwood's 95 % interval.")
  const domain = (encoding.x?.scale as Json | undefined)?.domain
  const end = Array.isArray(domain) ? domain.at(-1) : undefined
  const last = isNumber(end) ? end : Math.max(...curves.map(({ list }) => list.at(-1)?.time ?? 0))
  const axis = mark.risk === true ? { axis: { values: momentsOf(own, last) } } : {}
  const time = amount(encoding.x, 'time', fieldOn(own, 'x'), {
    scale: { domain: [0, last], nice: false },
    ...axis,
  })
  const said = encoding.y?.title === undefined ? { ...encoding.y, title: 'Survival' } : encoding.y
  const level = (field: string) => amount(said, field, '', { scale: { domain: [0, 1] } })
  const all = curves.map(({ keys, steps }) => ({ keys, steps: until(steps, last) }))
  const rows = all.flatMap(({ keys, steps }) => steps.map((each) => ({ ...keys, ...each })))
  const ink = colorOf(own)
  const view = (name: string, look: Json, y: Json, transform?: Json[]): Json => ({
    name,
    ...(transform ? { transform } : {}),
    mark: look,
    encoding: { x: time, ...y, ...ink },
  })
  const band = view(
    'band',
    { type: 'area', interpolate: 'step-after', fillOpacity: 0.14 },
    { y: level('low'), y2: { field: 'high' } },
  )
  const alive = { y: level('alive') }
  const tick = { type: 'tick', orient: 'vertical', size: 8, thickness: 1.1 }
  const chart = {
    data: { values: rows },
    layer: [
      ...(mark.band === false ? [] : [band]),
      view('survival', { type: 'line', interpolate: 'step-after' }, alive),
      view('censored', tick, alive, [{ filter: 'datum.censored > 0' }]),
    ],
  }
  return mark.risk === true ? withRisk(own, curves, last, chart) : chart
}

/** Where the numbers at risk stand: at the values that the axis is given, else at its ticks. */
function momentsOf({ encoding }: Composite, last: number): number[] {
  const given = (encoding.x?.axis as Json | null | undefined)?.values
  const own = Array.isArray(given) ? given.filter(isNumber).filter((each) => each <= last) : []
  return own.length > 0 ? own : ticksIn([0, last], 5)
}

/** The chart with the numbers at risk below it, at the ticks of its axis. */
function withRisk(own: Composite, curves: readonly Curve[], last: number, chart: Json): Json {
  const color = own.encoding.color
  const rows = curves.flatMap(({ keys, list }) =>
    momentsOf(own, last).map((moment) => ({
      ...keys,
      time: moment,
      n: list.filter(({ time }) => time >= moment).length,
      of: 'All',
    })),
  )
  const x = amount(own.encoding.x, 'time', '', {
    scale: { domain: [0, last], nice: false },
    axis: null,
  })
  const y = {
    field: color?.field ?? 'of',
    type: 'nominal',
    title: null,
    ...(color?.sort === undefined ? {} : { sort: color.sort }),
    axis: { domain: false, grid: false, ticks: false, labelPadding: 16 },
  }
  const encoding = { x, y, text: { field: 'n', type: 'quantitative' }, ...(color ? { color } : {}) }
  const title = { text: 'Number at risk', fontSize: 11, anchor: 'start', frame: 'group', offset: 3 }
  const table = layerOf('risk', rows, { type: 'text', fontSize: 11 }, encoding)
  return {
    vconcat: [
      { ...chart, height: 230, width: 340 },
      { ...table, title, height: 16 * curves.length, width: 340 },
    ],
    spacing: 4,
    resolve: { scale: { x: 'shared', color: 'shared' }, legend: { color: 'shared' } },
  }
}

interface Step {
  time: number
  alive: number
  low: number
  high: number
  censored: number
}

/** The steps up to where a given axis ends, and level from the last one to there. */
function until(steps: Step[], end: number): Step[] {
  const kept = steps.filter(({ time }) => time <= end)
  const last = kept.at(-1)
  if (!last || kept.length === steps.length) return steps
  return [...kept, { ...last, time: end, censored: 0 }]
}

/** The product-limit estimate at each moment where a row ends (Kaplan and Meier 1958, variance by Greenwood 1926). */
function stepsOf(list: readonly Subject[]): Step[] {
  let [alive, greenwood, left] = [1, 0, list.length]
  const found: Step[] = [{ time: 0, alive, low: 1, high: 1, censored: 0 }]
  for (const [time, own] of Map.groupBy(list, (each) => each.time)) {
    const seen = own.filter(({ isSeen }) => isSeen).length
    alive *= 1 - seen / left
    greenwood += left > seen ? seen / (left * (left - seen)) : 0
    const half = 1.96 * alive * Math.sqrt(greenwood)
    const [low, high] = [Math.max(0, alive - half), Math.min(1, alive + half)]
    found.push({ time, alive, low, high, censored: own.length - seen })
    left -= own.length
  }
  return found
}
