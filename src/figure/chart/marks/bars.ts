import type { Cell } from '../../../forms/chart'
import { categoryAxis, valueAxis } from '../axes'
import { type Measured, measured, ordered } from '../data'
import { type ChartDraft, categoriesOf, cellText, listed } from '../draft'
import { fixed, short } from '../numbers'
import type { Key, Layer, MarkRow, Plot } from '../plot'
import { extent, sum } from '../stats'
import { type Bar, barLayer, errorLayers, stemLayers, valueLayers, zeroLine } from './bar-layers'
import { rawLayers, rawOver, rawSays, reaching } from './raw-points'
import { starsLayers } from './stars'

/** Share of a category's place that its bars fill, and the gap between neighbours inside it. */
const FILLED = 0.66

const FILLED_GROUP = 0.82

/** More bars than this cannot be told apart: the largest are shown. */
const MOST_BARS = 60

/** Bars side by side, stacked or normalised; with `stems`, a stem and a point for each value. */
export function bars(draft: ChartDraft, stems = false): Plot {
  const { ir } = draft
  const field = draft.field('x')
  const rows = measured(draft.data).filter(({ x }) => x !== null)
  const name = (x: Cell) => cellText(x, field)
  const totals = new Map<string, number>()
  for (const each of rows) totals.set(name(each.x), (totals.get(name(each.x)) ?? 0) + each.y)
  const all = ordered(categoriesOf(draft), ir.encoding.x, (one) => totals.get(one) ?? 0)
  const { categories, kept } = largest(draft, all, totals)
  const place = new Map(categories.map((one, index) => [one, index]))
  const shown = rows.filter(({ x }) => place.has(name(x)))
  const layout = layoutOf(draft, shown, (x) => place.get(name(x)) ?? 0)
  const share = ir.stack === 'normalize'
  const raw = rawOver(
    draft,
    layout.map(({ datum }) => datum),
  )
  const ends = layout.flatMap(({ from, to, datum }, i) => [
    from,
    to,
    ...(datum.lo !== null ? [datum.lo] : []),
    ...(datum.hi !== null ? [datum.hi] : []),
    ...(raw[i] ?? []),
  ])
  const stars = starsLayers(draft, categories, reaching(layout, raw), share)
  const channel = share ? { field: '', percent: true, ...ir.encoding.y } : ir.encoding.y
  const logs = channel?.scale === 'log' && !layout.some(({ to }) => to <= 0)
  const v = valueAxis(
    extent(logs ? ends.filter((each) => each > 0) : ends.concat(0)),
    channel,
    valueTitle(draft, share),
    {
      zero: true,
      // Labels under negative bars need room inside the frame.
      pad: share ? 0 : ir.overlays?.some(({ kind }) => kind === 'values') ? 0.08 : 0.03,
      grid: ir.grid !== false,
      whole: draft.field('y')?.whole === true && !share,
      headroom: stars.headroom,
    },
  )
  const base = logs ? v.domain[0] : 0
  const ground = layout.map((bar) => ({ ...bar, from: logs && bar.from <= 0 ? base : bar.from }))
  const layers: Layer[] = [
    ...(stems ? stemLayers(draft, ground) : [barLayer(draft, ground)]),
    ...zeroLine(categories.length, v.domain),
    ...errorLayers(ground, ir.stack === undefined || ir.stack === 'none'),
    ...rawLayers(draft, ground, raw),
    ...valueLayers(draft, reaching(ground, raw), share),
    ...stars.layers(v),
    ...cumulativeLayers(draft, categories, totals),
  ]
  return {
    a: categoryAxis(categories, draft.title('x')),
    v,
    flipped: ir.horizontal === true,
    layers,
    keys: keysOf(draft),
    stacked: ir.stack === 'stack' || ir.stack === 'normalize',
    ...(ir.encoding.color?.title ? { keyTitle: ir.encoding.color.title } : {}),
    facets: draft.facets,
    square: false,
    ...secondOf(draft, totals, categories, v.domain),
    ...(stars.foot ? { foot: stars.foot } : {}),
    says: [...describeBars(draft, rows, all, totals), ...rawSays(raw), ...stars.says],
    notes: base === 0 && v.domain[0] > 0 ? [...kept, cutOff(draft, v.domain[0])] : kept,
  }
}

/** Lengths that do not begin at zero are said to. */
function cutOff(draft: ChartDraft, start: number): string {
  const sentence = `The value axis starts at ${short(start)}, so lengths of bars do not compare.`
  draft.says.push(sentence)
  return sentence
}

function valueTitle(draft: ChartDraft, share: boolean): string {
  const title = draft.title('y')
  if (!share || /%|share|proportion|percent/i.test(title)) return title
  return title === '' ? 'Share (%)' : `${title.replace(/\s*\([^)]*\)$/, '')} (%)`
}

function largest(draft: ChartDraft, all: string[], totals: ReadonlyMap<string, number>) {
  const top = draft.ir.encoding.x?.domain?.[1]
  const most = Math.min(MOST_BARS, top !== undefined && top >= 1 ? top : MOST_BARS)
  if (all.length <= most) return { categories: all, kept: [] }
  const ranked = [...all].sort(
    (a, b) => Math.abs(totals.get(b) ?? 0) - Math.abs(totals.get(a) ?? 0),
  )
  const chosen = new Set(ranked.slice(0, most))
  const sentence = `The ${most} largest of ${fixed(all.length, 0)} categories are shown.`
  draft.says.push(sentence)
  return { categories: all.filter((one) => chosen.has(one)), kept: [sentence] }
}

/** Where each bar stands and from where to where it reaches. */
function layoutOf(draft: ChartDraft, rows: readonly Measured[], place: (x: Cell) => number): Bar[] {
  const { ir, series } = draft
  if (ir.stack === 'stack' || ir.stack === 'normalize') return stacked(draft, rows, place)
  const grouped = series.length > 1 && ir.encoding.color?.field !== ir.encoding.x?.field
  if (!grouped) {
    return rows.map((datum) => ({
      datum,
      at: place(datum.x),
      half: FILLED / 2,
      from: 0,
      to: datum.y,
    }))
  }
  const wide = FILLED_GROUP / series.length
  return rows.map((datum) => {
    const index = Math.max(0, series.indexOf(datum.s))
    const at = place(datum.x) - FILLED_GROUP / 2 + wide * (index + 0.5)
    return { datum, at, half: wide * 0.46, from: 0, to: datum.y }
  })
}

function stacked(draft: ChartDraft, rows: readonly Measured[], place: (x: Cell) => number): Bar[] {
  const levels = new Map<string, { up: number; down: number; all: number }>()
  const key = (each: Measured) => JSON.stringify([each.x, each.f])
  for (const each of rows) {
    const level = levels.get(key(each)) ?? { up: 0, down: 0, all: 0 }
    level.all += Math.abs(each.y)
    levels.set(key(each), level)
  }
  const order = new Map(draft.series.map((name, index) => [name, index]))
  const inOrder = [...rows].sort((a, b) => (order.get(a.s) ?? 0) - (order.get(b.s) ?? 0))
  return inOrder.map((datum) => {
    const level = levels.get(key(datum)) ?? { up: 0, down: 0, all: 1 }
    const length = draft.ir.stack === 'normalize' ? datum.y / (level.all || 1) : datum.y
    const from = length >= 0 ? level.up : level.down
    if (length >= 0) level.up += length
    else level.down += length
    return { datum, at: place(datum.x), half: FILLED / 2, from, to: from + length }
  })
}

const isPareto = (draft: ChartDraft) =>
  draft.ir.overlays?.some(({ kind }) => kind === 'cumulative') === true

/** Pareto's line: the running share of the whole, drawn on the scale whose 100 % is the sum. */
function cumulativeLayers(
  draft: ChartDraft,
  categories: readonly string[],
  totals: ReadonlyMap<string, number>,
): Layer[] {
  if (!isPareto(draft)) return []
  let running = 0
  const all = sum([...totals.values()])
  const rows = categories.map((one, index): MarkRow => {
    running += totals.get(one) ?? 0
    return {
      a: index,
      v: running,
      c: '#d55e00',
      s: 'cumulative',
      f: '',
      dx: one,
      dy: String(Number((running / all).toPrecision(6))),
    }
  })
  return [
    { mark: 'line', name: 'cumulative', rows, look: { strokeWidth: 3 } },
    {
      mark: 'symbol',
      name: 'cumulative-point',
      rows: rows.map((row) => ({ ...row, k: 90, h: 'circle' })),
    },
  ]
}

function secondOf(
  draft: ChartDraft,
  totals: ReadonlyMap<string, number>,
  categories: readonly string[],
  domain: [number, number],
): Pick<Plot, 'second'> {
  if (!isPareto(draft) || categories.length === 0) return {}
  const all = sum([...totals.values()])
  // The axis holds the sum, so that the line ends at 100 %.
  domain[1] = Math.max(domain[1], all * 1.02)
  return {
    second: {
      title: 'Cumulative share (%)',
      ticks: [0, 20, 40, 60, 80, 100].map((each) => ({
        value: (all * each) / 100,
        label: String(each),
      })),
    },
  }
}

function keysOf(draft: ChartDraft): Key[] {
  if (draft.series.length < 2) return []
  if (draft.ir.encoding.color?.field === draft.ir.encoding.x?.field) return []
  return draft.series.map((label) => ({ label, color: draft.color(label), form: 'box' }))
}

function describeBars(
  draft: ChartDraft,
  rows: readonly Measured[],
  categories: readonly string[],
  totals: ReadonlyMap<string, number>,
): string[] {
  const { series } = draft
  const kind =
    draft.ir.stack === 'stack'
      ? 'Stacked bars'
      : draft.ir.stack === 'normalize'
        ? 'Bars stacked to 100 %'
        : 'Bars'
  const of = draft.title('y') || 'values'
  const first = `${kind} of ${of} for ${categories.length} ${categories.length === 1 ? 'category' : 'categories'} (${listed(categories)})${series.length > 1 ? `, by ${series.length} series (${listed(series)})` : ''}.`
  const [low, high] = extremes(rows)
  if (!low || !high || rows.length < 2) return [first]
  const where = ({ x, s }: Measured) =>
    [cellText(x, draft.field('x')), s].filter((each) => each !== '').join(', ')
  if (draft.ir.stack === 'stack' && totals.size > 1) {
    const [top] = [...totals].sort((a, b) => b[1] - a[1])
    return [first, `The largest total is ${short(top?.[1] ?? 0, 4)} (${top?.[0]}).`]
  }
  return [
    first,
    `The highest is ${short(high.y, 4)} (${where(high)}), the lowest ${short(low.y, 4)} (${where(low)}).`,
  ]
}

/** The rows with the smallest and the largest value. */
export function extremes<T extends { y: number }>(
  rows: readonly T[],
): [T | undefined, T | undefined] {
  let [low, high] = [rows[0], rows[0]]
  for (const each of rows) {
    if (low && each.y < low.y) low = each
    if (high && each.y > high.y) high = each
  }
  return [low, high]
}
