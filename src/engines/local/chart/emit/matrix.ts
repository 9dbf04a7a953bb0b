import { fixed, sharedDecimals, short } from '../../../../figure/chart/numbers'
import { rampColor, rampOf } from '../../../../figure/chart/palette'
import { extent, mean, sum } from '../../../../figure/chart/stats'
import { contrast } from '../../../../figure/color'
import { type Emitted, type Json, namesOf, PERCENT, type Row } from './base'
import { type Measured, measured, ordered } from './data'
import { type ChartDraft, categoriesOf, cellText, distinctY } from './draft'

/** Numbers in cells are read up to this many cells. */
const MOST_NUMBERS = 196
/** Cells on one side above which neighbours are averaged, so that no figure has more than 20,000. */
const MOST_SIDE = 140

/** A matrix of coloured cells, its first row on top; `color` holds the amount. */
export function heatmap(draft: ChartDraft): Emitted {
  const { ir } = draft
  const names = namesOf(draft)
  const xf = draft.field('x')
  const value = draft.field('color')?.name ?? 'count'
  const { cells, columns, rows, notes } = coarse(
    sharesOf(draft, cellsOf(draft)),
    ordered(categoriesOf(draft), ir.encoding.x, () => 0),
    ordered(distinctY(draft), ir.encoding.y, () => 0),
    (each) => cellText(each.x, xf),
  )
  const values = cells.map(({ y }) => y)
  const [low, high] = ir.encoding.color?.domain ?? extent(values)
  const both = low < 0 && high > 0
  const ramp = rampOf(ir.palette?.name, both)
  const reach = Math.max(Math.abs(low), Math.abs(high))
  const domain =
    ramp.diverging && both ? [-reach, reach] : low === high ? [low - 1, high + 1] : [low, high]
  const percent = ir.encoding.color?.percent === true
  const count = columns.length * rows.length
  const write = writerOf(draft, values, percent)
  const numbered =
    count <= MOST_NUMBERS || ir.overlays?.some(({ kind }) => kind === 'values') === true
  const table = cells.map((each): Row => {
    const share = (each.y - (domain[0] ?? 0)) / ((domain[1] ?? 1) - (domain[0] ?? 0)) || 0
    const dark =
      contrast(rampColor(ramp.stops, share), '#ffffff') >
      contrast(rampColor(ramp.stops, share), '#1a1d21')
    return {
      [names.x]: cellText(each.x, xf),
      [names.y]: each.label,
      ...(draft.facets.length > 0 ? { [names.f]: each.f } : {}),
      [value]: each.y,
      ...(numbered ? { label: write(each.y), shape: dark ? 'light' : 'dark' } : {}),
    }
  })
  const square =
    ir.square === true ||
    (columns.length === rows.length && columns.every((one, i) => one === rows[i]))
  const bare = { domain: false, ticks: false }
  const position = {
    x: {
      field: names.x,
      type: 'nominal',
      sort: columns,
      title: draft.title('x') || null,
      axis: bare,
    },
    y: { field: names.y, type: 'nominal', sort: rows, title: draft.title('y') || null, axis: bare },
  }
  const color = {
    field: value,
    type: 'quantitative',
    title: draft.title('color') || null,
    scale: { domain, range: [...ramp.stops] },
    legend:
      ir.legend?.place === 'none'
        ? null
        : { gradientLength: 220, ...(percent ? { labelExpr: PERCENT } : {}) },
  }
  const layer: Json[] = [
    {
      mark: { type: 'rect', ...(count > 2500 ? {} : { stroke: '#ffffff', strokeWidth: 0.6 }) },
      encoding: { ...position, color },
    },
    ...(numbered
      ? [
          {
            name: 'value',
            mark: { type: 'text', fontSize: 10.5 },
            encoding: {
              ...position,
              text: { field: 'label' },
              color: {
                field: 'shape',
                type: 'nominal',
                scale: { domain: ['light', 'dark'], range: ['#ffffff', '#1a1d21'] },
                legend: null,
              },
            },
          },
        ]
      : []),
  ]
  return {
    rows: table,
    layers: [{ layer, resolve: { scale: { color: 'independent' } } }],
    ...(square ? { around: { width: 400, height: 400 } } : {}),
    says: notes,
    notes,
  }
}

function writerOf(draft: ChartDraft, values: readonly number[], percent: boolean) {
  const shown = values.map((each) => (percent ? each * 100 : each))
  const size = extent(shown.map(Math.abs))[1]
  // Correlations are compared by their second digit, ones among them.
  const shares = draft.ir.encoding.color?.domain?.[0] === -1
  const whole = draft.field('color')?.whole === true && draft.ir.share === undefined
  const decimals = whole
    ? 0
    : shares
      ? 2
      : sharedDecimals(shown, size >= 100 ? 0 : size >= 10 ? 1 : 2)
  return (value: number) =>
    size >= 1e6 ? short(value, 2) : fixed(percent ? value * 100 : value, decimals)
}

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
