import { ChartRefused } from '../../../forms/chart'
import { categoryAxis, isTime, placeOn, timeAxis, valueAt, valueAxis } from '../axes'
import { type Datum, type Measured, ordered } from '../data'
import { type ChartDraft, categoriesOf, cellText, dataText, listed } from '../draft'
import { short } from '../numbers'
import type { Axis, EndLabel, Key, Layer, MarkRow, Plot } from '../plot'
import { extent } from '../stats'
import { whiskers } from './bar-layers'
import { rawAlong, rawOver, rawSays } from './raw-points'
import { starsLayers } from './stars'

/** With more points than this on a line, markers only thicken it. */
const MOST_MARKERS = 24
/** A line of more points than the frame has pixel columns is thinned to its extremes. */
const MOST_POINTS = 1600
/** More lines than this do not get a name at their end. */
export const MOST_ENDS = 12

const MOST_LINES = 100

export interface LineRun {
  series: string
  /** Counts the parts of a line that missing values break. */
  part: number
  facet: string
  rows: (Measured & { at: number })[]
}

/** Lines, with bands or error bars around them, over an argument of numbers, moments or names. */
export function lines(draft: ChartDraft): Plot {
  const { ir } = draft
  const { a, runs } = argumentOf(draft)
  if (runs.length > MOST_LINES) {
    throw new ChartRefused(
      `${runs.length} lines cannot be read in one chart; ${MOST_LINES} are the most.`,
    )
  }
  const all = runs.flatMap(({ rows }) => rows)
  const banded = all.some(({ lo, hi }) => lo !== null && hi !== null)
  const bars = banded && ir.interval === 'bars'
  const raw = rawOver(draft, all)
  const ends = all.flatMap(({ y, lo, hi }, i) => [
    y,
    ...(raw[i] ?? []),
    ...(lo !== null ? [lo] : []),
    ...(hi !== null ? [hi] : []),
  ])
  const stars = starsLayers(
    draft,
    a.categories ?? [],
    all.map((datum) => ({ datum, at: datum.at })),
    false,
  )
  const v = valueAxis(extent(ends), ir.encoding.y, draft.title('y'), {
    grid: ir.grid ?? !ir.square,
    whole: draft.field('y')?.whole === true,
    zero: false,
    headroom: stars.headroom,
  })
  const thick = ir.square || runs.length <= 4 ? 3 : 2.5
  const markers = markersOf(draft, runs)
  const layers: Layer[] = [
    ...(banded && !bars ? [bandLayer(draft, runs)] : []),
    ...rawAlong(draft, all, raw),
    lineLayer(draft, runs, thick),
    ...(bars
      ? whiskers(
          all.map((datum) => ({
            datum,
            at: datum.at,
            caps: capsOf(a, datum.at),
            color: draft.color(datum.s),
          })),
        )
      : []),
    ...(markers ? [pointLayer(draft, runs)] : []),
    ...stars.layers(v),
  ]
  return {
    a,
    v,
    flipped: ir.horizontal === true,
    layers,
    keys: keysOf(draft, markers),
    ...(ir.encoding.color?.title ? { keyTitle: ir.encoding.color.title } : {}),
    ...endLabels(draft, runs),
    facets: draft.facets,
    square: ir.square === true,
    ...(stars.foot ? { foot: stars.foot } : {}),
    says: [...describeLines(draft, runs, a), ...rawSays(raw), ...stars.says],
    notes: [],
  }
}

/** Ends of a cap, a hundredth of the axis wide whatever its scale. */
function capsOf(axis: Axis, at: number): readonly [number, number] {
  const place = placeOn(axis, at)
  return [valueAt(axis, place - 0.006), valueAt(axis, place + 0.006)]
}

/** The argument's axis and the data as runs along it, sorted, broken where values are missing. */
export function argumentOf(draft: ChartDraft): { a: Axis; runs: LineRun[] } {
  const { ir } = draft
  const field = draft.field('x')
  const names = field?.role === 'category' || field?.role === 'ordinal' || ir.encoding.x?.discrete
  const categories = names ? ordered(categoriesOf(draft), ir.encoding.x, () => 0) : []
  const place = new Map(categories.map((one, index) => [one, index]))
  const at = (x: Measured['x']) =>
    names ? (place.get(cellText(x, field)) ?? 0) : typeof x === 'number' ? x : Number.NaN
  const placed = draft.data
    .filter(({ x }) => x !== null)
    .map((each) => ({ ...each, at: at(each.x) }))
    .filter(({ at: place }) => Number.isFinite(place))
  const groups = Map.groupBy(placed, ({ s, f }) => JSON.stringify([s, f]))
  const order = new Map(draft.series.map((name, index) => [name, index]))
  const runs = [...groups.values()]
    .flatMap((list) => partsOf(ir.square ? list : list.toSorted((one, two) => one.at - two.at)))
    .sort((one, two) => (order.get(one.series) ?? 0) - (order.get(two.series) ?? 0))
  const rows = runs.flatMap((run) => run.rows)
  const places = rows.map(({ at: place }) => place)
  const title = draft.title('x')
  if (names)
    return {
      a: { ...categoryAxis(categories, title), domain: [-0.35, categories.length - 0.65] },
      runs,
    }
  if (isTime(field) && !ir.encoding.x?.domain) return { a: timeAxis(places, title), runs }
  const a = valueAxis(extent(places), ir.encoding.x, title, {
    pad: ir.square ? 0 : 0.02,
    nice: false,
    whole: field?.whole === true,
  })
  return { a, runs }
}

/** Missing values break a line, unless so many are missing that it was measured at other places than the others. */
function partsOf(list: readonly (Datum & { at: number })[]): LineRun[] {
  const present = list.filter(
    (each): each is Measured & { at: number } => each.y !== null && typeof each.y === 'number',
  )
  const [first] = list
  if (!first || present.length === 0) return []
  const run = (rows: (Measured & { at: number })[], part: number): LineRun => ({
    series: first.s,
    facet: first.f,
    part,
    rows: thinned(rows),
  })
  if (present.length === list.length || present.length < 3 * (list.length - present.length))
    return [run(present, 0)]
  const parts: (Measured & { at: number })[][] = [[]]
  for (const each of list) {
    if (typeof each.y === 'number') parts.at(-1)?.push(each as Measured & { at: number })
    else if (parts.at(-1)?.length) parts.push([])
  }
  return parts.filter((rows) => rows.length > 0).map(run)
}

/** Keeps the first, last, smallest and largest of each slice, so that no peak is lost. */
function thinned<T extends { y: number }>(rows: readonly T[]): T[] {
  if (rows.length <= MOST_POINTS) return [...rows]
  const slices = MOST_POINTS / 4
  return Array.from({ length: slices }, (_, i) => {
    const from = Math.floor((i * rows.length) / slices)
    const slice = rows.slice(from, Math.floor(((i + 1) * rows.length) / slices))
    let [low, high] = [0, 0]
    slice.forEach((each, k) => {
      if (each.y < (slice[low]?.y ?? 0)) low = k
      if (each.y > (slice[high]?.y ?? 0)) high = k
    })
    const kept = [...new Set([0, low, high, slice.length - 1])].sort((a, b) => a - b)
    return kept.flatMap((k) => slice[k] ?? [])
  }).flat()
}

export function rowsOf(draft: ChartDraft, run: LineRun): MarkRow[] {
  const [x, y] = [draft.field('x'), draft.field('y')]
  return run.rows.map((each) => ({
    a: each.at,
    v: each.y,
    c: draft.color(run.series),
    s: run.part === 0 ? run.series : `${run.series} ${run.part}`,
    f: run.facet,
    dx: dataText(each.x, x),
    dy: dataText(each.y, y),
    ...(run.series === '' ? {} : { ds: run.series }),
  }))
}

function lineLayer(draft: ChartDraft, runs: readonly LineRun[], strokeWidth: number): Layer {
  return {
    mark: 'line',
    name: 'line',
    rows: runs.flatMap((run) => rowsOf(draft, run)),
    look: { strokeWidth },
  }
}

function pointLayer(draft: ChartDraft, runs: readonly LineRun[]): Layer {
  return {
    mark: 'symbol',
    name: 'point',
    rows: runs.flatMap((run) =>
      rowsOf(draft, run).map((row) => ({ ...row, k: 110, h: 'circle' as const })),
    ),
    look: { stroke: '#ffffff', strokeWidth: 1.4 },
  }
}

function bandLayer(draft: ChartDraft, runs: readonly LineRun[]): Layer {
  return {
    mark: 'area',
    name: 'band',
    rows: runs.flatMap((run) =>
      run.rows.flatMap((each) =>
        each.lo === null || each.hi === null
          ? []
          : [
              {
                a: each.at,
                v: each.hi,
                v2: each.lo,
                c: draft.color(run.series),
                s: `${run.series} ${run.part}`,
                f: run.facet,
                ...(run.series === '' ? {} : { ds: run.series }),
              },
            ],
      ),
    ),
    look: { opacity: 0.2 },
  }
}

function markersOf(draft: ChartDraft, runs: readonly LineRun[]): boolean {
  if (draft.ir.overlays?.some(({ kind }) => kind === 'points')) return true
  if (draft.ir.square && draft.ir.transform !== 'calibration') return false
  return runs.every(({ rows }) => rows.length <= MOST_MARKERS) && runs.length <= 12
}

function keysOf(draft: ChartDraft, markers: boolean): Key[] {
  if (draft.series.length < 2 && !(draft.ir.transform && draft.series.length === 1)) return []
  return draft.series.map((label) => ({
    label,
    color: draft.color(label),
    form: markers ? 'marked-line' : 'line',
  }))
}

function endLabels(draft: ChartDraft, runs: readonly LineRun[]): Pick<Plot, 'ends'> {
  const { ir, series } = draft
  const many = series.length < 2 || series.length > MOST_ENDS
  if (many || ir.square || draft.facets.length > 0 || ir.horizontal) return {}
  const place = ir.legend?.place ?? 'auto'
  if (place !== 'auto' && place !== 'direct') return {}
  const reach = extent(runs.flatMap(({ rows }) => rows.map(({ at }) => at)))
  const latest = runs.filter((run, i) => runs[i + 1]?.series !== run.series)
  const ends = latest.flatMap((run): EndLabel[] => {
    const last = run.rows.at(-1)
    return last
      ? [{ text: run.series, color: draft.color(run.series), a: last.at, v: last.y, side: 'right' }]
      : []
  })
  // A line that stops half-way would put its name into the frame.
  const near = ends.every(({ a }) => a >= reach[1] - (reach[1] - reach[0]) * 0.02)
  return near ? { ends } : {}
}

export function describeLines(draft: ChartDraft, runs: readonly LineRun[], a: Axis): string[] {
  const of = draft.title('y') || 'values'
  const over = a.title === '' ? '' : ` over ${a.title}`
  if (draft.ir.transform === 'roc' || draft.ir.transform === 'pr') return []
  const whole = [...Map.groupBy(runs, ({ series, facet }) => `${series} ${facet}`).values()].map(
    (parts) => ({ series: parts[0]?.series ?? '', rows: parts.flatMap(({ rows }) => rows) }),
  )
  const count = whole.length
  const first = `${count === 1 ? 'A line' : `${count} lines`} of ${of}${over}${draft.series.length > 1 ? ` (${listed(draft.series)})` : ''}.`
  const field = draft.field('x')
  const each = whole.slice(0, 6).flatMap(({ series, rows }) => {
    const [start, end] = [rows[0], rows.at(-1)]
    if (!start || !end || rows.length < 2) return []
    const way = end.y > start.y ? 'rises' : end.y < start.y ? 'falls' : 'stays'
    return [
      `${series === '' ? 'It' : series} ${way} from ${short(start.y, 4)} (${cellText(start.x, field)}) to ${short(end.y, 4)} (${cellText(end.x, field)}).`,
    ]
  })
  return [first, ...each]
}
