import { ChartRefused } from '../../../forms/chart'
import { SIZE, widthOf } from '../house'
import { fixed, short } from '../numbers'
import { sum } from '../stats'
import type { Json } from '../vega'
import { amount, type Composite, fieldOn, inkOf, isNumber, layerOf, samplesOf } from './groups'

interface Study {
  name: string
  estimate: number
  low: number
  high: number
  /** Share of the pool, 0 to 1; absent where no weight is known. */
  weight?: number
  pooled: boolean
  columns: string[]
}

/** Estimates with their intervals, one below the other, against a line of no effect; what is pooled as diamonds. */
export function forest(own: Composite): Json {
  const { encoding, mark } = own
  const title = fieldOn(own, 'x')
  const favours = ((mark.favours ?? []) as unknown[]).map(String)
  const log = (encoding.x?.scale as Json | undefined)?.type === 'log'
  const studies = studiesOf(own)
  const digits = Math.max(...studies.map(({ high, low }) => high - low)) > 20 ? 1 : 2
  const text = ({ estimate, low, high }: Study) =>
    `${fixed(estimate, digits)} [${fixed(low, digits)}, ${fixed(high, digits)}]`
  const weighted = studies.some(({ weight }) => weight !== undefined)
  const rows = studies.map((each) => ({
    name: each.name,
    estimate: each.estimate,
    low: each.low,
    high: each.high,
    kind: each.pooled ? 'pooled' : 'study',
    area: each.weight === undefined ? 45 : 14 + 130 * (each.weight / largest(studies)),
  }))
  const reference = Number(mark.reference ?? (log ? 1 : 0))
  const y = {
    ...encoding.y,
    field: 'name',
    type: 'nominal',
    sort: encoding.y?.sort ?? null,
    title: encoding.y?.title ?? null,
    axis: { domain: false, ticks: false, grid: false, ...((encoding.y?.axis ?? {}) as Json) },
  }
  const x = (field: string) =>
    amount(encoding.x, field, title, {
      scale: { zero: false, nice: false, padding: 10 },
      axis: { grid: false, ...(favours.length > 0 ? { titlePadding: 2 * SIZE.text } : {}) },
    })
  const ink = { color: { value: inkOf(own) } }
  const diamonds = rows
    .filter(({ kind }) => kind === 'pooled')
    .flatMap(({ name, low, estimate, high }) =>
      [
        [low, 0],
        [estimate, 1],
        [high, 0],
        [estimate, -1],
      ].map(([at, up], turn) => ({ name, at, up, turn })),
    )
  return {
    layer: [
      layerOf(
        'reference',
        [{}],
        { type: 'rule', color: '#57606a', strokeWidth: 0.9 },
        {
          x: { ...x('low'), field: undefined, datum: reference },
        },
      ),
      ...favours.map((words, i) =>
        layerOf(
          'favours',
          [{}],
          {
            ...{ type: 'text', text: words, baseline: 'middle', dy: BELOW * SIZE.text },
            ...(i === 0 ? { align: 'right', dx: -8 } : { align: 'left', dx: 8 }),
          },
          { x: { ...x('low'), field: undefined, datum: reference }, y: { value: 'height' } },
        ),
      ),
      layerOf(
        'interval',
        rows.filter(({ kind }) => kind === 'study'),
        { type: 'rule', strokeWidth: 1.4, clip: true },
        {
          x: x('low'),
          x2: { field: 'high' },
          y,
          ...ink,
        },
      ),
      layerOf(
        'estimate',
        rows.filter(({ kind }) => kind === 'study'),
        { type: 'point', filled: true, shape: 'square', opacity: 1 },
        {
          x: x('estimate'),
          y,
          size: { field: 'area', type: 'quantitative', scale: null, legend: null },
          ...ink,
        },
      ),
      layerOf(
        'diamond',
        diamonds,
        { type: 'line', interpolate: 'linear-closed', strokeWidth: 0.8 },
        {
          x: x('at'),
          y,
          yOffset: {
            field: 'up',
            type: 'quantitative',
            scale: { domain: [-2.4, 2.4], nice: false },
            axis: null,
          },
          detail: { field: 'name' },
          order: { field: 'turn' },
          fill: ink.color,
          stroke: ink.color,
        },
      ),
      ...columnsOf(
        [
          ...((mark.columns ?? []) as string[]).map((name, i) => ({
            head: name,
            cells: studies.map(({ columns }) => columns[i] ?? ''),
          })),
          {
            head: headOf(own),
            cells: studies.map(text),
          },
          ...(weighted
            ? [
                {
                  head: 'Weight',
                  cells: studies.map(({ weight }) =>
                    weight === undefined ? '' : `${fixed(100 * weight, 1)} %`,
                  ),
                },
              ]
            : []),
        ],
        studies,
        y,
      ),
    ],
  }
}

/** What the column of estimates is called. */
function headOf({ encoding, mark }: Composite): string {
  const title = encoding.x?.title
  return typeof title === 'string' && title !== ''
    ? (title.split('\n')[0] ?? '')
    : `Estimate [${mark.lower}, ${mark.upper}]`
}

/** Lines of text between the frame and what stands below the ticks. */
const BELOW = 2.4

const largest = (studies: readonly Study[]) =>
  Math.max(...studies.map(({ weight, pooled }) => (pooled ? 0 : (weight ?? 0)))) || 1

/** Words in columns at the right of the frame, their heads above it. */
function columnsOf(
  columns: { head: string; cells: string[] }[],
  studies: readonly Study[],
  y: Json,
): Json[] {
  let from = 12
  return columns.flatMap(({ head, cells }) => {
    const wide = Math.max(widthOf(head, SIZE.text, 600), ...cells.map((each) => widthOf(each)))
    const right = from + wide
    from = right + 14
    const look = { type: 'text', align: 'right', dx: right, fontSize: SIZE.text, color: '#30363d' }
    const values = studies.map(({ name, pooled }, i) => ({ name, said: cells[i], pooled }))
    return [
      layerOf(
        'head',
        [{}],
        { ...look, text: head, fontWeight: 600, baseline: 'bottom', dy: -4 },
        {
          x: { value: 'width' },
          y: { value: 0 },
        },
      ),
      layerOf('column', values, look, { x: { value: 'width' }, y, text: { field: 'said' } }),
    ]
  })
}

function studiesOf(own: Composite): Study[] {
  const { encoding, mark } = own
  const list = samplesOf(own, { x: 'number', y: 'name' }).flatMap((each) => each.list)
  const size = encoding.size?.field
  const summary = ((mark.summary ?? []) as unknown[]).map(String)
  const fields = [mark.lower, mark.upper, ...((mark.columns ?? []) as unknown[])]
  const strange = fields.find(
    (each) => typeof each === 'string' && !list.some(({ row }) => each in row),
  )
  if (strange !== undefined) throw new ChartRefused(`The data have no column ${strange}.`)
  if (typeof mark.lower !== 'string' || typeof mark.upper !== 'string')
    throw new ChartRefused(
      'A chart of mark forest needs the fields of its intervals, lower and upper.',
    )
  const { lower, upper } = mark as { lower: string; upper: string }
  const end = (row: Json, field: string, name: string): number => {
    const value = row[field]
    if (isNumber(value)) return value
    throw new ChartRefused(`The column ${field} holds no number for ${name}.`)
  }
  const total = sum(
    list.flatMap(({ row, y }) => {
      const weight = row[String(size)]
      return isNumber(weight) && !summary.includes(y) ? [weight] : []
    }),
  )
  return list.map(({ x, y, row }) => {
    const [low, high] = [end(row, lower, y), end(row, upper, y)]
    if (low > x || high < x)
      throw new ChartRefused(
        `The interval of ${y}, ${short(low)} to ${short(high)}, does not hold its estimate ${short(x)}.`,
      )
    const weight = typeof size === 'string' ? row[size] : undefined
    return {
      name: y,
      estimate: x,
      low,
      high,
      pooled: summary.includes(y),
      ...(isNumber(weight) && total > 0 && !summary.includes(y) ? { weight: weight / total } : {}),
      columns: ((mark.columns ?? []) as string[]).map((field) => String(row[field] ?? '')),
    }
  })
}
