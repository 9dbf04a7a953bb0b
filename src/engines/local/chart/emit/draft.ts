import { short } from '../../../../figure/chart/numbers'
import { seriesColors } from '../../../../figure/chart/palette'
import { dateText } from '../../../../figure/chart/time'
import { type Cell, ChartRefused, type Field, type Table } from '../../../../forms/chart'
import type { ChannelName, ChartIR } from '../chart-ir'
import {
  aggregated,
  byName,
  type Datum,
  dataOf,
  distinct,
  folded,
  type Measured,
  measured,
} from './data'
import { transformed } from './transform'

const isTime = (field: Field | undefined): boolean => field?.role === 'time'

/** Grey of what steps back behind a highlighted series. */
export const QUIET = '#b9bfc6'
const INK = '#3c4654'
/** Beyond this many series hues repeat; steps of a ramp at least keep their order. */
const MOST_HUES = 16

/** What every mark is prepared from. */
export interface ChartDraft {
  ir: ChartIR
  data: Datum[]
  /** The rows behind `data`, where statistics of them are drawn and they are asked for; else empty. */
  raw: Measured[]
  /** Names of the series in drawing order; empty strings do not count. */
  series: string[]
  facets: string[]
  /** The axis title of a channel. */
  title: (channel: ChannelName) => string
  field: (channel: ChannelName) => Field | undefined
  /** Colour of a series, or of a category where one series is drawn. */
  color: (name: string) => string
  notes: string[]
  says: string[]
}

export function draftOf(given: Table, ir: ChartIR): ChartDraft {
  const notes: string[] = []
  const prepared = transformed(folded(given, ir), ir, notes)
  const { table } = prepared
  const use = prepared.ir
  const rows = dataOf(table, use)
  const data = use.mark === 'heatmap' ? rows : aggregated(rows, use)
  checkSizes(data)
  const gaps = rows.filter(({ y }) => y === null).length
  if (use.encoding.y && gaps > 0 && use.mark !== 'heatmap')
    notes.push(`${gaps} of ${rows.length} values are missing and not drawn`)
  const series = seriesOf(data, use)
  const field = (channel: ChannelName) => {
    const name = use.encoding[channel]?.field
    return table.fields.find((each) => each.name === name)
  }
  const title = (channel: ChannelName) =>
    use.encoding[channel]?.title ?? use.encoding[channel]?.field ?? ''
  return {
    ir: use,
    data,
    raw: statisticsOf(use) ? measured(rows) : [],
    series,
    facets: sortedAsAsked(distinct(data.map(({ f }) => f)).filter(Boolean), use, 'facet'),
    title,
    field,
    color: colorsOf(series, use),
    notes,
    says: prepared.says,
  }
}

const statisticsOf = ({ aggregate, overlays }: ChartIR): boolean =>
  (aggregate === 'mean' || aggregate === 'median') &&
  overlays?.some(({ kind }) => kind === 'raw') === true

/** Beyond these, differences of numbers are no longer numbers. */
const LARGEST = 1e150
const SMALLEST = 1e-150

function checkSizes(data: readonly Datum[]): void {
  for (const { x, y, lo, hi } of data) {
    for (const value of [x, y, lo, hi]) {
      if (typeof value !== 'number' || value === 0) continue
      const size = Math.abs(value)
      if (size > LARGEST || size < SMALLEST) {
        throw new ChartRefused(
          `The value ${value} cannot be drawn; sizes from 1e-150 to 1e150 can.`,
        )
      }
    }
  }
}

function seriesOf(data: readonly Datum[], ir: ChartIR): string[] {
  if (!ir.encoding.color || ir.mark === 'heatmap') return []
  return sortedAsAsked(distinct(data.map(({ s }) => s)).filter(Boolean), ir, 'color')
}

function sortedAsAsked(names: string[], ir: ChartIR, channel: 'color' | 'facet'): string[] {
  const { sort, order = [] } = ir.encoding[channel] ?? {}
  if (sort === 'name') return names.sort(byName)
  if (sort !== 'order') return names
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return names.sort((a, b) => place(a) - place(b))
}

function colorsOf(series: readonly string[], ir: ChartIR): (name: string) => string {
  const { name, colors, of = [], highlight = [] } = ir.palette ?? {}
  const named = new Map(of.map((each) => [each.name, each.color]))
  const standard =
    colors && colors.length > 0
      ? Array.from(
          { length: Math.max(1, series.length) },
          (_, i) => colors[i % colors.length] ?? INK,
        )
      : seriesColors(
          Math.max(1, series.length),
          series.length > MOST_HUES ? (name ?? 'viridis') : name,
        )
  const first = standard[0] ?? INK
  return (one) => {
    const own = named.get(one)
    if (own !== undefined) return own
    if (highlight.length > 0) {
      if (highlight.includes(one)) return colors?.[0] ?? '#d55e00'
      return series.length > 1 || !series.includes(one) ? QUIET : first
    }
    const at = series.indexOf(one)
    return (at < 0 ? first : standard[at]) ?? INK
  }
}

/** Order numbers of arguments that are read as names. */
export function categoriesOf(draft: ChartDraft): string[] {
  const field = draft.field('x')
  const names = distinct(
    draft.data.map(({ x }) => cellText(x, field)).filter((each) => each !== ''),
  )
  const numeric = field?.role === 'number' || isTime(field)
  const channel = draft.ir.encoding.x
  if (numeric && (channel?.sort === undefined || channel.sort === 'name')) {
    const values = distinct(draft.data.map(({ x }) => String(x)).filter((each) => each !== 'null'))
    return values
      .map(Number)
      .sort((a, b) => a - b)
      .map((each) => cellText(each, field))
  }
  return names
}

/** A cell as a name: dates as dates, numbers as printed. */
export function cellText(cell: Cell, field: Field | undefined): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (isTime(field)) return dateText(cell, field?.span)
  return field?.whole && Math.abs(cell) < 1e6 ? String(cell) : short(cell, 4)
}

/** Names on the value channel of a matrix, in order of appearance. */
export function distinctY(draft: ChartDraft): string[] {
  const field = draft.field('y')
  return distinct(draft.data.map(({ y }) => cellText(y, field)).filter((each) => each !== ''))
}
