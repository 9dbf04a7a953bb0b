import { inkOn } from '../../color'
import { categoryAxis } from '../axes'
import { type Measured, measured, ordered } from '../data'
import { type ChartDraft, categoriesOf, cellText, distinctY, listed } from '../draft'
import { COLOR } from '../house'
import { fixed, sharedDecimals, short } from '../numbers'
import { rampColor, rampOf } from '../palette'
import type { Layer, MarkRow, Plot } from '../plot'
import { extent, mean, sum } from '../stats'
import { extremes } from './bars'

/** Numbers in cells are read up to this many cells. */
const MOST_NUMBERS = 196

/** A matrix of coloured cells, its first row on top; `color` holds the amount. */
export function heatmap(draft: ChartDraft): Plot {
  const { ir } = draft
  const [xf, yf, cf] = [draft.field('x'), draft.field('y'), draft.field('color')]
  const all = sharesOf(draft, cellsOf(draft))
  const { cells, columns, rows, notes } = coarse(
    all,
    ordered(categoriesOf(draft), ir.encoding.x, () => 0),
    ordered(distinctY(draft), ir.encoding.y, () => 0),
    (each) => cellText(each.x, xf),
  )
  const [at, on] = [columns, rows].map((list) => new Map(list.map((one, i) => [one, i])))
  const values = cells.map(({ y }) => y)
  const [low, high] = ir.encoding.color?.domain ?? extent(values)
  const both = low < 0 && high > 0
  const ramp = rampOf(ir.palette?.name, both)
  const reach = Math.max(Math.abs(low), Math.abs(high))
  const domain: [number, number] = ramp.diverging && both ? [-reach, reach] : [low, high]
  const percent = ir.encoding.color?.percent === true
  const whole = cf?.whole === true && ir.share === undefined
  const share = (value: number) =>
    domain[1] > domain[0] ? (value - domain[0]) / (domain[1] - domain[0]) : 0.5
  const placed = cells.flatMap((each) => {
    const [a, v] = [at?.get(cellText(each.x, xf)), on?.get(each.label ?? '')]
    return a === undefined || v === undefined
      ? []
      : [{ each, a, v, c: rampColor(ramp.stops, share(each.y)) }]
  })
  const small = columns.length * rows.length > 2500
  const layers: Layer[] = [
    {
      mark: 'rect',
      name: 'cell',
      rows: placed.map(({ each, a, v, c }) => ({
        a: a - 0.5,
        a2: a + 0.5,
        v: v - 0.5,
        v2: v + 0.5,
        c,
        s: '',
        f: each.f,
        dx: cellText(each.x, xf),
        dy: each.label ?? '',
        ds: String(each.y),
      })),
      look: small ? {} : { stroke: '#ffffff', strokeWidth: 1.2 },
    },
    ...numbersIn(draft, placed, columns.length * rows.length, percent, whole),
  ]
  const sameNames = columns.length === rows.length && columns.every((one, i) => one === rows[i])
  return {
    a: {
      ...categoryAxis(columns, draft.title('x')),
      domain: [-0.5, columns.length - 0.5],
      bare: true,
    },
    v: { ...categoryAxis(rows, draft.title('y')), domain: [rows.length - 0.5, -0.5], bare: true },
    flipped: false,
    layers,
    keys: [],
    ramp: {
      stops: ramp.stops,
      domain,
      title: draft.title('color'),
      unit: percent ? 0.01 : 1,
      whole,
    },
    facets: draft.facets,
    square: ir.square === true || sameNames,
    says: describeCells(draft, cells, columns, rows, yf?.name ?? ''),
    notes,
  }
}

/** Cells on one side above which neighbours are averaged, so that no figure has more than 20,000. */
const MOST_SIDE = 140

function coarse(
  cells: Measured[],
  columns: string[],
  rows: string[],
  columnOf: (cell: Measured) => string,
) {
  const [across, down] = [columns, rows].map((list) => Math.ceil(list.length / MOST_SIDE)) as [
    number,
    number,
  ]
  if (across * down <= 1 || columns.length * rows.length <= MOST_SIDE ** 2)
    return { cells, columns, rows, notes: [] }
  const [at, on] = [columns, rows].map((list) => new Map(list.map((one, i) => [one, i]))) as [
    Map<string, number>,
    Map<string, number>,
  ]
  const kept = (list: readonly string[], step: number) => list.filter((_, i) => i % step === 0)
  const [fewColumns, fewRows] = [kept(columns, across), kept(rows, down)]
  const blocks = Map.groupBy(cells, (cell) => {
    const column = Math.floor((at.get(columnOf(cell)) ?? 0) / across)
    const row = Math.floor((on.get(cell.label ?? '') ?? 0) / down)
    return row * fewColumns.length + column
  })
  const joined = [...blocks].flatMap(([key, list]): Measured[] => {
    const [first] = list
    if (!first) return []
    const x = fewColumns[key % fewColumns.length] ?? ''
    const label = fewRows[Math.floor(key / fewColumns.length)] ?? ''
    return [{ ...first, x, label, y: mean(list.map(({ y }) => y)) }]
  })
  const sentence = `${rows.length} x ${columns.length} cells are shown as means of blocks of ${down} x ${across}.`
  return { cells: joined, columns: fewColumns, rows: fewRows, notes: [sentence] }
}

/** One cell for each pair of names; values that share one become one. The row's name stands in `label`. */
function cellsOf(draft: ChartDraft): Measured[] {
  const values = draft.field('color')?.values
  const field = draft.field('y')
  const how = draft.ir.aggregate ?? 'mean'
  const cells = measured(
    draft.data.map((each, i) => ({
      ...each,
      s: '',
      y: values ? (values[i] ?? null) : 1,
      label: cellText(each.y, field),
    })),
  )
  const groups = Map.groupBy(cells, ({ x, label, f }) => JSON.stringify([x, label, f]))
  return [...groups.values()].flatMap((list) => {
    const [first] = list
    if (!first) return []
    if (list.length === 1 && how !== 'count') return [first]
    const all = list.map(({ y }) => y)
    const value = how === 'count' ? all.length : how === 'sum' || !values ? sum(all) : mean(all)
    return [{ ...first, y: value }]
  })
}

/** Each cell over the sum of its row, its column or all; an empty side stays empty. */
function sharesOf(draft: ChartDraft, cells: Measured[]): Measured[] {
  const { share } = draft.ir
  if (share === undefined) return cells
  const field = draft.field('x')
  const side = ({ x, label, f }: Measured) =>
    JSON.stringify([f, share === 'row' ? label : share === 'column' ? cellText(x, field) : ''])
  const sums = new Map(
    [...Map.groupBy(cells, side)].map(([key, list]) => [key, sum(list.map(({ y }) => y))]),
  )
  return cells.map((each) => ({ ...each, y: each.y / (sums.get(side(each)) || 1) }))
}

interface Placed {
  each: Measured
  a: number
  v: number
  c: string
}

function numbersIn(
  draft: ChartDraft,
  placed: readonly Placed[],
  count: number,
  percent: boolean,
  whole: boolean,
): Layer[] {
  if (count > MOST_NUMBERS && !draft.ir.overlays?.some(({ kind }) => kind === 'values')) return []
  const values = placed.map(({ each }) => (percent ? each.y * 100 : each.y))
  const size = extent(values.map(Math.abs))[1]
  // Correlations are compared by their second digit, ones among them.
  const shares = draft.ir.encoding.color?.domain?.[0] === -1
  const most = size >= 100 ? 0 : size >= 10 ? 1 : 2
  const decimals = whole ? 0 : shares ? 2 : sharedDecimals(values, most)
  const large = size >= 1e6
  return [
    {
      mark: 'text',
      name: 'value',
      rows: placed.map(
        ({ each, a, v, c }, i): MarkRow => ({
          a,
          v,
          c: inkOn(c, COLOR.ink),
          s: '',
          f: each.f,
          t: large ? short(values[i] ?? 0, 2) : fixed(values[i] ?? 0, decimals),
        }),
      ),
      look: { size: 0.95 },
    },
  ]
}

function describeCells(
  draft: ChartDraft,
  cells: readonly Measured[],
  columns: readonly string[],
  rows: readonly string[],
  _name: string,
): string[] {
  const [low, high] = extremes(cells)
  const field = draft.field('x')
  const where = (cell: Measured) => `${cell.label}, ${cellText(cell.x, field)}`
  return [
    `A heatmap of ${draft.title('color') || 'values'}: ${rows.length} rows (${listed(rows)}) by ${columns.length} columns (${listed(columns)}).`,
    ...(low && high
      ? [
          `The highest is ${short(high.y, 3)} (${where(high)}), the lowest ${short(low.y, 3)} (${where(low)}).`,
        ]
      : []),
  ]
}
