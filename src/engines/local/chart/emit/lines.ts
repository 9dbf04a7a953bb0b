import { short } from '../../../../figure/chart/numbers'
import { ChartRefused } from '../../../../forms/chart'
import {
  across,
  amount,
  argument,
  categoriesIn,
  type Emitted,
  inkOf,
  isNamed,
  type Json,
  namesOf,
  numbersIn,
  type Row,
  rowOf,
  seriesColor,
  sides,
  strokeOf,
  withBounds,
} from './base'
import { type Datum, type Measured, measured } from './data'
import { type ChartDraft, cellText } from './draft'
import { errorLayers } from './intervals'
import { rawPoints } from './raw'

/** With more points than this on a line, markers only thicken it. */
const MOST_MARKERS = 24
/** A line of more points than the frame has pixel columns is thinned to its extremes. */
const MOST_POINTS = 1600
const MOST_LINES = 100

interface Run {
  series: string
  facet: string
  rows: (Datum | Measured)[]
}

/** The data as runs along the argument, sorted, long ones thinned. */
function runsOf(draft: ChartDraft, categories: readonly string[] | undefined): Run[] {
  const at = ({ x }: Datum) =>
    categories ? categories.indexOf(cellText(x, draft.field('x'))) : Number(x)
  const order = new Map(draft.series.map((name, i) => [name, i]))
  const groups = Map.groupBy(
    draft.data.filter(({ x }) => x !== null),
    ({ s, f }) => JSON.stringify([s, f]),
  )
  const runs = [...groups.values()]
    .map((list): Run => {
      const sorted = draft.ir.square ? list : list.toSorted((a, b) => at(a) - at(b))
      return { series: list[0]?.s ?? '', facet: list[0]?.f ?? '', rows: broken(sorted) }
    })
    .filter(({ rows }) => measured(rows).length > 0)
    .sort((a, b) => (order.get(a.series) ?? 0) - (order.get(b.series) ?? 0))
  if (runs.length > MOST_LINES)
    throw new ChartRefused(
      `${runs.length} lines cannot be read in one chart; ${MOST_LINES} are the most.`,
    )
  return runs
}

/** Missing values break a line, unless so many are missing that it was measured at other places than the others. */
function broken(list: readonly Datum[]): Datum[] {
  const present = measured(list)
  const kept =
    present.length === list.length || present.length < 3 * (list.length - present.length)
      ? present
      : [...list]
  return kept.length > MOST_POINTS ? thinned(measured(kept)) : kept
}

/** Keeps the first, last, smallest and largest of each slice, so that no peak is lost. */
function thinned(rows: readonly Measured[]): Measured[] {
  const slices = MOST_POINTS / 4
  return Array.from({ length: slices }, (_, i) => {
    const from = Math.floor((i * rows.length) / slices)
    const slice = rows.slice(from, Math.floor(((i + 1) * rows.length) / slices))
    let [low, high] = [0, 0]
    slice.forEach((each, k) => {
      if (each.y < (slice[low]?.y ?? 0)) low = k
      if (each.y > (slice[high]?.y ?? 0)) high = k
    })
    return [...new Set([0, low, high, slice.length - 1])]
      .sort((a, b) => a - b)
      .flatMap((k) => slice[k] ?? [])
  }).flat()
}

/** Lines over numbers, moments or names, with bands or error bars around them. */
export function lines(draft: ChartDraft): Emitted {
  const { ir } = draft
  const names = namesOf(draft)
  const named = isNamed(draft)
  const categories = named ? categoriesIn(draft) : undefined
  const runs = runsOf(draft, categories)
  const all = runs.flatMap(({ rows }) => measured(rows))
  const bounded = withBounds(all).length > 0
  const markers = markersOf(draft, runs)
  const rows = runs.flatMap((run) => run.rows.map((each): Row => rowOf(draft, names, each, named)))
  const raw = rawPoints(draft, names, named)
  const values = numbersIn(all)
  const places = named ? [] : all.map(({ x }) => Number(x))
  const encoding = {
    ...across(
      draft,
      argument(draft, names, categories, places),
      amount(draft, 'y', names.y, { values, grid: ir.grid ?? !ir.square }),
    ),
    ...seriesColor(draft, names),
    ...(ir.square ? { order: { value: 0 } } : {}),
  }
  const { v, v2 } = sides(draft)
  const layer: Json[] = [
    ...(bounded && ir.interval !== 'bars'
      ? [
          {
            name: 'band',
            mark: { type: 'area', fillOpacity: 0.2, ...inkOf(draft) },
            encoding: { [v]: { field: 'lower', type: 'quantitative' }, [v2]: { field: 'upper' } },
          },
        ]
      : []),
    ...raw.layers.map((each) => ({ ...each, raw: true })),
    {
      mark: {
        type: 'line',
        invalid: 'break-paths-show-domains',
        ...inkOf(draft),
        ...(ir.square || draft.series.length <= 4 ? {} : { strokeWidth: 1.25 }),
      },
    },
    ...(bounded && ir.interval === 'bars' ? errorLayers(draft, true, false) : []),
    ...(markers
      ? [
          {
            mark: { type: 'point', size: 26, stroke: '#ffffff', strokeWidth: 0.7, ...inkOf(draft) },
            encoding: draft.series.length > 1 ? { fill: (encoding as Json).color, color: {} } : {},
          },
        ]
      : []),
  ]
  for (const each of layer)
    if (
      (each.encoding as Json | undefined)?.color &&
      Object.keys((each.encoding as Json).color as Json).length === 0
    )
      each.encoding = {}
  // Rows of single values are no gaps of the line.
  const own = layer.map(({ raw: isRaw, ...each }) =>
    isRaw || raw.rows.length === 0
      ? each
      : { ...each, transform: [{ filter: { field: 'raw', valid: false } }] },
  )
  const around = ir.square ? { width: 400, height: 400 } : {}
  return {
    rows: [...rows, ...raw.rows],
    layers: [{ encoding, layer: own }],
    around,
    says: [],
    notes: [],
  }
}

function markersOf(draft: ChartDraft, runs: readonly Run[]): boolean {
  if (draft.ir.overlays?.some(({ kind }) => kind === 'points')) return true
  if (draft.ir.square && draft.ir.transform !== 'calibration') return false
  return runs.every(({ rows }) => rows.length <= MOST_MARKERS) && runs.length <= 12
}

/** Areas under lines, stacked unless the wish says they overlap. */
export function areas(draft: ChartDraft): Emitted {
  const { ir } = draft
  const names = namesOf(draft)
  const named = isNamed(draft)
  const categories = named ? categoriesIn(draft) : undefined
  const runs = runsOf(draft, categories)
  const all = runs.flatMap(({ rows }) => measured(rows))
  const stack = draft.series.length > 1 && ir.stack !== 'none'
  const share = ir.stack === 'normalize'
  const rows = all.map(
    (each): Row => ({ ...rowOf(draft, names, each, named), place: draft.series.indexOf(each.s) }),
  )
  const amounts = {
    ...amount(draft, 'y', names.y, { zero: true, values: numbersIn(all), grid: ir.grid !== false }),
    stack: share ? 'normalize' : stack ? 'zero' : null,
    ...(share ? { axis: { labelExpr: "format(datum.value * 100, 'd')" } } : {}),
  }
  const encoding = {
    ...across(
      draft,
      argument(draft, names, categories, named ? [] : all.map(({ x }) => Number(x))),
      amounts,
    ),
    ...seriesColor(draft, names),
    ...(stack ? { order: { field: 'place', type: 'quantitative' } } : {}),
  }
  const layer: Json[] = [
    { mark: { type: 'area', fillOpacity: stack ? 0.85 : 0.35, ...inkOf(draft) } },
    ...(stack ? [] : [{ mark: { type: 'line', ...inkOf(draft) } }]),
  ]
  return { rows, layers: [{ encoding, layer }], says: [], notes: [] }
}

/** Lines between columns of places, a value at either end and the name at the last. */
export function slopes(draft: ChartDraft): Emitted {
  const names = namesOf(draft)
  const categories = categoriesIn(draft)
  const runs = runsOf(draft, categories)
  const mixed = runs.length > 8 && (draft.ir.palette?.highlight?.length ?? 0) === 0
  const rows = runs.flatMap(({ rows: list, series }) => {
    const own = measured(list)
    const [start, end] = [own[0], own.at(-1)]
    const way = (end?.y ?? 0) >= (start?.y ?? 0) ? 'up' : 'down'
    return own.map(
      (each): Row => ({
        ...rowOf(draft, names, each, true),
        shape: way,
        label:
          each === start
            ? short(each.y)
            : each === end
              ? `${short(each.y)}  ${series}`.trim()
              : null,
        end: each === start ? 'left' : each === end ? 'right' : null,
      }),
    )
  })
  const color = mixed
    ? {
        color: {
          field: 'shape',
          type: 'nominal',
          scale: { domain: ['up', 'down'], range: ['#0072b2', '#d55e00'] },
          legend: null,
        },
      }
    : seriesColor(draft, names)
  if (color.color) (color.color as Json).legend = null
  const encoding = {
    x: {
      field: names.x,
      type: 'nominal',
      sort: categories,
      title: draft.title('x') || null,
      scale: { padding: 0.02 },
      axis: { domain: false },
    },
    y: {
      ...amount(draft, 'y', names.y, {
        grid: false,
        pad: 12,
        values: numbersIn(runs.flatMap(({ rows: list }) => measured(list))),
      }),
      axis: { grid: false, domain: false, ticks: false, labels: false, titlePadding: 48 },
    },
    ...color,
    detail: { field: names.s },
  }
  const text = (side: 'left' | 'right'): Json => ({
    name: side === 'left' ? 'value' : 'value2',
    transform: [{ filter: `datum.end === '${side}'` }],
    mark: {
      type: 'text',
      align: side === 'left' ? 'right' : 'left',
      dx: side === 'left' ? -8 : 8,
      fontWeight: 500,
      ...strokeOf(draft),
    },
    encoding: { text: { field: 'label' } },
  })
  return {
    rows,
    layers: [
      {
        encoding,
        layer: [
          { mark: { type: 'line', strokeWidth: 1.3, ...inkOf(draft) } },
          { mark: { type: 'point', size: 32, ...inkOf(draft) } },
          text('left'),
          text('right'),
        ],
      },
    ],
    says: [],
    notes: [],
  }
}
