import { ChartRefused } from '../../../forms/chart'
import { SIZE, widthOf } from '../spec/house'
import { fixed, short } from '../spec/numbers'
import { sum } from '../spec/stats'
import type { Json } from '../spec/vega'
import {
  amount,
  type Composite,
  fieldOn,
  inkOf,
  isNumber,
  layerOf,
  lineAt,
  namesOn,
  samplesOf,
  titleOf,
} from './groups'

interface Study {
  name: string
  estimate: number
  low: number
  high: number
  /** Share of all weights, 0 to 1; absent where none is known. */
  weight?: number
  isPooled: boolean
}

/** Estimates with their intervals, one below the other, against a line of no effect; what is pooled as diamonds. */
export function forest(own: Composite): Json {
  const { encoding, mark } = own
  const title = fieldOn(own, 'x')
  const isLog = (encoding.x?.scale as Json | undefined)?.type === 'log'
  const studies = studiesOf(own)
  const heaviest = Math.max(...studies.map(({ weight }) => weight ?? 0)) || 1
  const rows = studies.map(({ weight, ...each }) => ({
    ...each,
    area: weight === undefined ? 45 : 14 + 130 * (weight / heaviest),
  }))
  const single = rows.filter(({ isPooled }) => !isPooled)
  const pooled = rows.filter(({ isPooled }) => isPooled)
  const bare = { domain: false, ticks: false, grid: false }
  const y = {
    ...namesOn(own, 'y', 'name'),
    title: titleOf(encoding.y, null),
    axis: { ...bare, ...((encoding.y?.axis ?? {}) as Json) },
  }
  const x = (field: string) =>
    amount(encoding.x, field, title, {
      scale: { zero: false, nice: false, padding: 10 },
      axis: { grid: false },
    })
  const color = { value: inkOf(own) }
  const reference = Number(mark.reference ?? (isLog ? 1 : 0))
  // A diamond is a closed line over its interval.
  const corners = pooled.flatMap(({ name, low, estimate, high }) =>
    [low, estimate, high, estimate].map((at, turn) => ({
      name,
      at,
      up: [0, 1, 0, -1][turn],
      turn,
    })),
  )
  const scale = { domain: [-2.4, 2.4], nice: false }
  const diamond = {
    ...{ x: x('at'), y, yOffset: { field: 'up', type: 'quantitative', scale, axis: null } },
    ...{ fill: color, stroke: color, detail: { field: 'name' }, order: { field: 'turn' } },
  }
  const closed = { type: 'line', interpolate: 'linear-closed', strokeWidth: 0.8 }
  const interval = { x: x('low'), x2: { field: 'high' }, y, color }
  const size = { field: 'area', type: 'quantitative', scale: null, legend: null }
  const square = { type: 'point', filled: true, shape: 'square', opacity: 1 }
  return {
    layer: [
      lineAt('reference', 'x', x('low'), reference, { color: '#57606a', strokeWidth: 0.9 }),
      layerOf('interval', single, { type: 'rule', strokeWidth: 1.4, clip: true }, interval),
      layerOf('estimate', single, square, { x: x('estimate'), y, size, color }),
      layerOf('diamond', corners, closed, diamond),
      ...wordsOf(own, studies, y),
    ],
  }
}

/** What is written at the right of the frame, in columns with their heads above it. */
function wordsOf({ encoding, mark }: Composite, studies: readonly Study[], y: Json): Json[] {
  const digits = Math.max(...studies.map(({ high, low }) => high - low)) > 20 ? 1 : 2
  const say = (value: number) => fixed(value, digits)
  const title = encoding.x?.title
  const columns: [head: string, cells: string[]][] = [
    [
      typeof title === 'string' && title !== ''
        ? (title.split('\n')[0] ?? '')
        : `Estimate [${mark.lower}, ${mark.upper}]`,
      studies.map(({ estimate, low, high }) => `${say(estimate)} [${say(low)}, ${say(high)}]`),
    ],
  ]
  if (studies.some(({ weight }) => weight !== undefined))
    columns.push([
      'Weight',
      studies.map(({ weight }) => (weight === undefined ? '' : `${fixed(100 * weight, 1)} %`)),
    ])
  let right = -2
  return columns.flatMap(([head, cells]) => {
    right += 14 + Math.max(widthOf(head, SIZE.text, 600), ...cells.map((each) => widthOf(each)))
    const look = { type: 'text', align: 'right', dx: right, fontSize: SIZE.text, color: '#30363d' }
    const top = { ...look, text: head, fontWeight: 600, baseline: 'bottom', dy: -4 }
    const values = studies.map(({ name }, i) => ({ name, said: cells[i] }))
    const x = { value: 'width' }
    return [
      layerOf('head', [{}], top, { x, y: { value: 0 } }),
      layerOf('column', values, look, { x, y, text: { field: 'said' } }),
    ]
  })
}

function studiesOf(own: Composite): Study[] {
  const { encoding, mark } = own
  const list = samplesOf(own, { x: 'number', y: 'name' }).flatMap((each) => each.list)
  const size = encoding.size?.field
  const summary = ((mark.summary ?? []) as unknown[]).map(String)
  const { lower, upper } = mark
  if (typeof lower !== 'string' || typeof upper !== 'string')
    throw new ChartRefused(
      'A chart of mark forest needs the fields of its intervals, lower and upper.',
    )
  const strange = [lower, upper].find((each) => !list.some(({ row }) => each in row))
  if (strange !== undefined) throw new ChartRefused(`The data have no column ${strange}.`)
  const weightOf = (row: Json, name: string) => {
    const weight = row[String(size)]
    return isNumber(weight) && !summary.includes(name) ? weight : undefined
  }
  const total = sum(list.map(({ row, y }) => weightOf(row, y) ?? 0))
  return list.map(({ x, y, row }) => {
    const [low, high] = [lower, upper].map((field) => {
      const value = row[field]
      if (isNumber(value)) return value
      throw new ChartRefused(`The column ${field} holds no number for ${y}.`)
    }) as [number, number]
    if (low > x || high < x)
      throw new ChartRefused(
        `The interval of ${y}, ${short(low)} to ${short(high)}, does not hold its estimate ${short(x)}.`,
      )
    const weight = weightOf(row, y)
    return {
      ...{ name: y, estimate: x, low, high, isPooled: summary.includes(y) },
      ...(weight !== undefined && total > 0 ? { weight: weight / total } : {}),
    }
  })
}
