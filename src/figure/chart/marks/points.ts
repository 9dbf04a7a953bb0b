import { mix } from '../../color'
import { placeOn, valueAt, valueAxis } from '../axes'
import { type Measured, measured } from '../data'
import { type ChartDraft, categoriesOf, cellText, dataText, listed } from '../draft'
import { fixed, short } from '../numbers'
import { rampColor, rampOf } from '../palette'
import { type Axis, type Key, type Layer, type MarkRow, type Plot, SHAPES } from '../plot'
import { fitRegressionLine } from '../regression'
import { extent, pearson } from '../stats'
import { argumentOf } from './lines'

/** More points than this are counted in cells. */
const MOST_POINTS = 20_000

const CELLS = { a: 80, v: 60 }

type Placed = Measured & { at: number }

/** Points in a plane, with sizes, forms, fitted lines and names where the wish has them. */
export function points(draft: ChartDraft): Plot {
  const { ir } = draft
  const { a: argument, rows } = placed(draft)
  const a = argument.kind === 'category' ? argument : { ...argument, ...padded(draft, rows) }
  const v = valueAxis(
    extent(rows.flatMap(({ y, lo, hi }) => [y, lo ?? y, hi ?? y])),
    ir.encoding.y,
    draft.title('y'),
    {
      pad: 0.05,
      whole: draft.field('y')?.whole === true,
      grid: ir.grid === true,
    },
  )
  if (rows.length > MOST_POINTS) return counted(draft, rows, a, v)
  const bubbles = bubbleSize(draft, rows)
  const shapeNames = ir.encoding.shape ? [...new Set(rows.map(({ shape }) => shape))] : []
  const fitted = fits(draft, rows, a, v)
  const layers: Layer[] = [
    ...errorBars(draft, rows),
    {
      mark: 'symbol',
      name: 'point',
      rows: rows.map((each) => ({
        ...rowOf(draft, each),
        k: bubbles.area(each.size),
        h: SHAPES[shapeNames.indexOf(each.shape)] ?? 'circle',
      })),
      look: symbolLook(rows.length, bubbles.used),
    },
    ...fitted.layers,
  ]
  return {
    a,
    v,
    flipped: false,
    layers,
    keys: [
      ...(draft.series.length > 1 ? draft.series : []).map(
        (label): Key => ({
          label,
          color: draft.color(label),
          form: 'point',
          shape: sameShape(draft, label, rows, shapeNames),
        }),
      ),
      ...bubbles.keys,
    ],
    ...keyTitleOf(draft, bubbles.used),
    ...names(draft, rows, bubbles.area),
    ...(fitted.inset ? { inset: fitted.inset } : {}),
    facets: draft.facets,
    square: ir.square === true,
    says: describePoints(draft, rows),
    notes: [],
  }
}

function keyTitleOf(draft: ChartDraft, bubbles: boolean): Pick<Plot, 'keyTitle'> {
  const title =
    bubbles && draft.series.length < 2 ? draft.title('size') : draft.ir.encoding.color?.title
  return title ? { keyTitle: title } : {}
}

function placed(draft: ChartDraft): { a: Axis; rows: Placed[] } {
  const { a, runs } = argumentOf({ ...draft, data: draft.data.length > 1600 ? [] : draft.data })
  if (draft.data.length <= 1600) return { a, rows: runs.flatMap(({ rows }) => rows) }
  const field = draft.field('x')
  const categories = a.kind === 'category' || field?.role === 'category' ? categoriesOf(draft) : []
  const rows = measured(draft.data).flatMap((each) => {
    const at = categories.length > 0 ? categories.indexOf(cellText(each.x, field)) : each.x
    return typeof at === 'number' ? [{ ...each, at }] : []
  })
  const few = rows.filter((_, i) => i % Math.ceil(rows.length / 1000) === 0)
  const model = argumentOf({ ...draft, data: few }).a
  return { a: model, rows }
}

function padded(draft: ChartDraft, rows: readonly Placed[]): Axis {
  const time = draft.field('x')?.role === 'time'
  const axis = valueAxis(extent(rows.map(({ at }) => at)), draft.ir.encoding.x, draft.title('x'), {
    pad: 0.04,
    nice: !time,
    whole: draft.field('x')?.whole === true,
    grid: draft.ir.grid === true,
  })
  return time ? { ...axis, kind: 'time', unit: 1, title: draft.title('x') } : axis
}

function rowOf(draft: ChartDraft, each: Placed): MarkRow {
  return {
    a: each.at,
    v: each.y,
    c: draft.color(
      each.label !== null && draft.ir.palette?.highlight?.includes(each.label)
        ? each.label
        : each.s,
    ),
    s: each.s,
    f: each.f,
    dx: dataText(each.x, draft.field('x')),
    dy: dataText(each.y, draft.field('y')),
    ...(each.s === '' ? {} : { ds: each.s }),
  }
}

/** Fewer points are larger and solid with a rim; many let each other show through. */
function symbolLook(count: number, bubbles: boolean): Layer['look'] {
  if (bubbles) return { opacity: 0.65, stroke: '#ffffff', strokeWidth: 1 }
  if (count <= 150) return { stroke: '#ffffff', strokeWidth: 0.8 }
  return { opacity: count > 4000 ? 0.25 : count > 800 ? 0.4 : 0.6 }
}

interface Bubbles {
  used: boolean
  area: (size: number | null) => number
  keys: Key[]
}

function bubbleSize(draft: ChartDraft, rows: readonly Placed[]): Bubbles {
  const plain = rows.length > 4000 ? 26 : rows.length > 800 ? 45 : rows.length > 150 ? 80 : 120
  const high = extent(rows.flatMap(({ size }) => (size === null ? [] : [size])))[1]
  if (!draft.ir.encoding.size || !(high > 0)) return { used: false, area: () => plain, keys: [] }
  const largest = rows.length > 60 ? 1500 : 2800
  const area = (size: number | null) => Math.max(44, (Math.max(0, size ?? 0) / high) * largest)
  const power = 10 ** Math.floor(Math.log10(high))
  const top = Math.floor(high / power) * power
  const title = draft.title('size')
  const alone = draft.series.length < 2
  const keys = [top / 4, top].map(
    (value): Key => ({
      label: `${title === '' || alone ? '' : `${title} `}${short(value)}`,
      color: '#8a929b',
      form: 'point',
      size: 2 * Math.sqrt(area(value) / Math.PI),
    }),
  )
  return { used: true, area, keys }
}

function sameShape(
  draft: ChartDraft,
  label: string,
  rows: readonly Placed[],
  names: readonly string[],
) {
  if (draft.ir.encoding.shape?.field !== draft.ir.encoding.color?.field) return 'circle'
  return SHAPES[names.indexOf(rows.find(({ s }) => s === label)?.shape ?? '')] ?? 'circle'
}

function errorBars(draft: ChartDraft, rows: readonly Placed[]): Layer[] {
  const marked = rows.filter(({ lo, hi }) => lo !== null && hi !== null)
  if (marked.length === 0) return []
  return [
    {
      mark: 'rule',
      name: 'error',
      rows: marked.map((each) => {
        const { dx: _x, dy: _y, ...row } = rowOf(draft, each)
        return {
          ...row,
          c: mix(row.c, '#ffffff', 0.2),
          v: each.lo ?? each.y,
          v2: each.hi ?? each.y,
        }
      }),
      look: { strokeWidth: 2 },
    },
  ]
}

const STEPS = 60

interface Fits extends Pick<Plot, 'inset'> {
  layers: Layer[]
}

/** A fitted line for each series, from its first to its last argument, with the interval of its mean. */
function fits(draft: ChartDraft, rows: readonly Placed[], a: Axis, v: Axis): Fits {
  const wish = draft.ir.overlays?.find(({ kind }) => kind === 'regression')
  const inset: string[] = []
  if (!wish) return { layers: [] }
  const groups = [...Map.groupBy(rows, ({ s, f }) => JSON.stringify([s, f])).values()]
  const found = groups.flatMap((list) => {
    const use =
      list.length > 2000 && wish.method === 'loess'
        ? list.filter((_, i) => i % Math.ceil(list.length / 1500) === 0)
        : list
    const fit = fitRegressionLine(
      use.map(({ at, y }) => ({ x: at, y })),
      wish.method ?? 'linear',
    )
    const [first] = list
    if (!fit || !first) return []
    const [from, to] = extent(list.map(({ at }) => at)).map((each) => placeOn(a, each)) as [
      number,
      number,
    ]
    const places = Array.from({ length: STEPS + 1 }, (_, i) =>
      valueAt(a, from + ((to - from) * i) / STEPS),
    )
    const color = draft.series.length > 1 ? draft.color(first.s) : '#d55e00'
    const r = pearson(
      list.map(({ at }) => at),
      list.map(({ y }) => y),
    )
    const name = first.s === '' ? '' : `${first.s}: `
    const method = wish.method ?? 'linear'
    const figures = `R² = ${fit.r2.toFixed(2)}${method === 'linear' ? `, r = ${r.toFixed(2).replace('-', '−')}` : ''}`
    draft.says.push(`${name}${method} fit, ${figures}.`)
    if (wish.figures && Number.isFinite(fit.r2)) inset.push(`${name}${figures}`)
    return [{ fit, places, own: { c: color, s: first.s, f: first.f }, first }]
  })
  const clip = (value: number) => (v.kind === 'log' ? Math.max(value, v.domain[0]) : value)
  const layers: Layer[] = [
    {
      mark: 'area',
      name: 'band',
      rows: found.flatMap(({ fit, places, own }) =>
        fit.half
          ? places.map((x) => ({
              ...own,
              a: x,
              v: clip(fit.at(x) + (fit.half?.(x) ?? 0)),
              v2: clip(fit.at(x) - (fit.half?.(x) ?? 0)),
            }))
          : [],
      ),
      look: { opacity: 0.16 },
    },
    {
      mark: 'line',
      name: 'fit',
      rows: found.flatMap(({ fit, places, own }) =>
        places.map((x) => ({ ...own, a: x, v: clip(fit.at(x)) })),
      ),
      look: { strokeWidth: 3 },
    },
  ]
  const drawn = layers.filter((layer) => layer.rows.length > 0)
  return { layers: drawn, ...(inset.length > 0 ? { inset: inset.slice(0, 6) } : {}) }
}

function names(
  draft: ChartDraft,
  rows: readonly Placed[],
  area: (size: number | null) => number,
): Pick<Plot, 'names'> {
  if (!draft.ir.encoding.label || rows.length > 80) return {}
  return {
    names: rows.flatMap((each) =>
      each.label
        ? [
            {
              text: each.label,
              a: each.at,
              v: each.y,
              radius: Math.sqrt(area(each.size) / Math.PI),
              facet: each.f,
            },
          ]
        : [],
    ),
  }
}

/** Too many points for marks of their own: a grid of counts. */
function counted(draft: ChartDraft, rows: readonly Placed[], a: Axis, v: Axis): Plot {
  const counts = new Map<number, number>()
  for (const { at, y } of rows) {
    const column = Math.min(CELLS.a - 1, Math.max(0, Math.floor(placeOn(a, at) * CELLS.a)))
    const row = Math.min(CELLS.v - 1, Math.max(0, Math.floor(placeOn(v, y) * CELLS.v)))
    const key = row * CELLS.a + column
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const most = extent(counts.values())[1]
  const ramp = rampOf(draft.ir.palette?.name ?? 'ylgnbu', false)
  const sentence = `${fixed(rows.length, 0)} points are shown as counts in ${CELLS.a} x ${CELLS.v} cells.`
  return {
    a,
    v,
    flipped: false,
    layers: [
      {
        mark: 'rect',
        name: 'cell',
        rows: [...counts].map(([key, count]) => {
          const [row, column] = [Math.floor(key / CELLS.a), key % CELLS.a]
          return {
            a: valueAt(a, column / CELLS.a),
            a2: valueAt(a, (column + 1) / CELLS.a),
            v: valueAt(v, row / CELLS.v),
            v2: valueAt(v, (row + 1) / CELLS.v),
            c: rampColor(ramp.stops, 0.08 + (0.92 * Math.log1p(count)) / Math.log1p(most)),
            s: '',
            f: '',
            dy: String(count),
          }
        }),
      },
    ],
    keys: [],
    facets: [],
    square: false,
    says: [...describePoints(draft, rows), sentence],
    notes: [sentence],
  }
}

function describePoints(draft: ChartDraft, rows: readonly Placed[]): string[] {
  const { series } = draft
  const y = draft.title('y') || 'values'
  const first = `${fixed(rows.length, 0)} points of ${y} against ${draft.title('x') || 'x'}${series.length > 1 ? ` in ${series.length} groups (${listed(series)})` : ''}${draft.ir.encoding.size ? `, sized by ${draft.title('size')}` : ''}.`
  if (rows.length < 3) return [first]
  const r = pearson(
    rows.map(({ at }) => at),
    rows.map(({ y: value }) => value),
  )
  return Number.isFinite(r) ? [first, `Pearson's r is ${r.toFixed(2).replace('-', '−')}.`] : [first]
}
