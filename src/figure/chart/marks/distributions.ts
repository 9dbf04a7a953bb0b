import { ChartRefused } from '../../../forms/chart'
import { categoryAxis, placeOn, valueAt, valueAxis } from '../axes'
import { type Measured, measured, ordered } from '../data'
import { categoriesOf, cellText, type Draft, listed } from '../draft'
import { fixed, short } from '../numbers'
import { mix, readable } from '../palette'
import type { Axis, Key, Layer, Plot, Row } from '../plot'
import { binEdges, bins, boxFigures, density, extent, mean, median, sorted } from '../stats'

const INK = '#30363d'
/** Raw points beside a box help up to this many in one place. */
const MOST_RAW = 60
/** Points of one strip; more are thinned evenly by rank. */
const MOST_STRIP = 1500

/** More groups than this stand too close to be told apart. */
const MOST_GROUPS = 60

interface Sample {
  category: string
  series: string
  facet: string
  values: number[]
}

function samplesOf(draft: Draft): { categories: string[]; samples: Sample[] } {
  const field = draft.field('x')
  const rows = measured(draft.data)
  const name = ({ x }: Measured) => (draft.ir.encoding.x ? cellText(x, field) : '')
  const medians = new Map(
    [...Map.groupBy(rows, name)].map(([key, list]) => [key, median(list.map(({ y }) => y))]),
  )
  const found = draft.ir.encoding.x ? categoriesOf(draft) : ['']
  const categories = ordered(
    found.filter((each) => medians.has(each)),
    draft.ir.encoding.x,
    (one) => medians.get(one) ?? 0,
  )
  if (categories.length > MOST_GROUPS) {
    throw new ChartRefused(
      `${categories.length} groups cannot be read side by side; ${MOST_GROUPS} are the most.`,
    )
  }
  const groups = Map.groupBy(rows, (each) => JSON.stringify([name(each), each.s, each.f]))
  const samples = [...groups.values()].flatMap((list): Sample[] => {
    const [first] = list
    return first
      ? [{ category: name(first), series: first.s, facet: first.f, values: list.map(({ y }) => y) }]
      : []
  })
  return { categories, samples: samples.filter(({ category }) => categories.includes(category)) }
}

interface Standing extends Sample {
  at: number
  half: number
  color: string
}

/** Side by side within a category when a second field has groups. */
function standing(
  draft: Draft,
  categories: readonly string[],
  samples: readonly Sample[],
  filled: number,
): Standing[] {
  const inner =
    draft.series.length > 1 && draft.ir.encoding.color?.field !== draft.ir.encoding.x?.field
  const wide = inner ? 0.86 / draft.series.length : 1
  return samples.map((sample) => {
    const index = Math.max(0, draft.series.indexOf(sample.series))
    const at = categories.indexOf(sample.category) + (inner ? -0.43 + wide * (index + 0.5) : 0)
    const named = draft.ir.palette?.of?.some(({ name }) => name === sample.category)
    const lit = draft.ir.palette?.highlight?.length
    const color = draft.color(inner || (!named && !lit) ? sample.series : sample.category)
    return { ...sample, at, half: (inner ? wide * 0.9 : 1) * filled, color }
  })
}

function frame(
  draft: Draft,
  categories: readonly string[],
  v: Axis,
  layers: Layer[],
  says: string[],
): Plot {
  const inner =
    draft.series.length > 1 && draft.ir.encoding.color?.field !== draft.ir.encoding.x?.field
  return {
    a: categoryAxis(categories, draft.title('x')),
    v,
    flipped: draft.ir.horizontal === true,
    layers: layers.filter(({ rows }) => rows.length > 0),
    keys: inner
      ? draft.series.map((label): Key => ({ label, color: draft.color(label), form: 'box' }))
      : [],
    ...(draft.ir.encoding.color?.title ? { keyTitle: draft.ir.encoding.color.title } : {}),
    facets: draft.facets,
    square: false,
    says,
    notes: [],
  }
}

const own = (one: Standing) => ({
  s: `${one.category} ${one.series}`,
  f: one.facet,
  dx: one.category,
  ...(one.series === '' ? {} : { ds: one.series }),
})

export function boxes(draft: Draft): Plot {
  const { categories, samples } = samplesOf(draft)
  const list = standing(draft, categories, samples, 0.28)
  const v = sampleAxis(
    draft,
    samples.flatMap(({ values }) => values),
  )
  const figures = list.map((one) => ({ one, box: boxFigures(one.values) }))
  const raw = draft.ir.overlays?.some(({ kind }) => kind === 'raw')
  const light = (color: string) => mix(color, '#ffffff', 0.55)
  const layers: Layer[] = [
    {
      mark: 'rule',
      name: 'whisker',
      rows: figures.flatMap(({ one, box }): Row[] => {
        const line = { ...own(one), c: INK }
        const cap = one.half * 0.45
        return [
          { ...line, a: one.at, v: box.q3, v2: box.high },
          { ...line, a: one.at, v: box.low, v2: box.q1 },
          { ...line, a: one.at - cap, a2: one.at + cap, v: box.high, dy: String(box.high) },
          { ...line, a: one.at - cap, a2: one.at + cap, v: box.low, dy: String(box.low) },
        ]
      }),
      look: { strokeWidth: 1.8 },
    },
    {
      mark: 'rect',
      name: 'box',
      rows: figures.map(({ one, box }) => ({
        ...own(one),
        c: light(one.color),
        a: one.at - one.half,
        a2: one.at + one.half,
        v: box.q1,
        v2: box.q3,
        dy: `${box.q1} ${box.q3}`,
      })),
      look: { stroke: INK, strokeWidth: 1.8 },
    },
    {
      mark: 'rule',
      name: 'median',
      rows: figures.map(({ one, box }) => ({
        ...own(one),
        c: '#15181c',
        a: one.at - one.half,
        a2: one.at + one.half,
        v: box.median,
        dy: String(box.median),
      })),
      look: { strokeWidth: 3.4 },
    },
    raw
      ? scatterOf(
          list.filter(({ values }) => values.length <= MOST_STRIP),
          'raw',
          0.75,
        )
      : {
          mark: 'symbol',
          name: 'outlier',
          rows: figures.flatMap(({ one, box }) =>
            box.outliers.map(
              (value): Row => ({
                ...own(one),
                c: readable(one.color),
                a: one.at,
                v: value,
                k: 70,
                h: 'circle',
                dy: String(value),
              }),
            ),
          ),
          look: { hollow: true, strokeWidth: 2 },
        },
  ]
  return frame(draft, categories, v, layers, describe(draft, 'Box plots', categories, samples))
}

export function violins(draft: Draft): Plot {
  const { categories, samples } = samplesOf(draft)
  const list = standing(draft, categories, samples, 0.42)
  const all = samples.flatMap(({ values }) => values)
  const shares = draft.ir.encoding.y?.percent === true
  const curves = list.map((one) => {
    const curve = density(one.values, 80)
    const kept = curve.filter(({ x }) => (extent(all)[0] < 0 || x >= 0) && (!shares || x <= 1))
    return { one, curve: kept, peak: extent(kept.map(({ y }) => y))[1] }
  })
  const v = sampleAxis(draft, [...all, ...curves.flatMap(({ curve }) => curve.map(({ x }) => x))])
  const figures = list.map((one) => ({ one, box: boxFigures(one.values) }))
  const layers: Layer[] = [
    {
      mark: 'area',
      name: 'violin',
      rows: curves.flatMap(({ one, curve, peak }) =>
        curve.map(({ x, y }) => {
          const half = (one.half * y) / (peak || 1)
          return { ...own(one), c: one.color, a: one.at - half, a2: one.at + half, v: x }
        }),
      ),
      look: { along: 'v', opacity: 0.5 },
    },
    {
      mark: 'rule',
      name: 'quartiles',
      rows: figures.map(({ one, box }) => ({
        ...own(one),
        c: INK,
        a: one.at,
        v: box.q1,
        v2: box.q3,
        dy: `${box.q1} ${box.q3}`,
      })),
      look: { strokeWidth: 6 },
    },
    {
      mark: 'symbol',
      name: 'median',
      rows: figures.map(({ one, box }) => ({
        ...own(one),
        c: '#ffffff',
        a: one.at,
        v: box.median,
        k: 90,
        h: 'circle',
        dy: String(box.median),
      })),
      look: { stroke: INK, strokeWidth: 2 },
    },
    ...(draft.ir.overlays?.some(({ kind }) => kind === 'raw') ? [scatterOf(list, 'raw', 0.8)] : []),
  ]
  return frame(draft, categories, v, layers, describe(draft, 'Violin plots', categories, samples))
}

export function strips(draft: Draft): Plot {
  const { categories, samples } = samplesOf(draft)
  const list = standing(draft, categories, samples, 0.3)
  const v = sampleAxis(
    draft,
    samples.flatMap(({ values }) => values),
  )
  const layers: Layer[] = [
    scatterOf(list, 'point', 1),
    {
      mark: 'rule',
      name: 'mean',
      rows: list.map((one) => {
        const value = mean(one.values)
        return {
          ...own(one),
          c: '#15181c',
          a: one.at - one.half * 0.85,
          a2: one.at + one.half * 0.85,
          v: value,
          dy: String(value),
        }
      }),
      look: { strokeWidth: 3.2 },
    },
  ]
  return frame(draft, categories, v, layers, [
    ...describe(draft, 'Single values', categories, samples),
    'A bar marks each mean.',
  ])
}

/** Values beside each other where they crowd: offsets follow the van der Corput sequence in rank order. */
function scatterOf(list: readonly Standing[], name: string, spread: number): Layer {
  const largest = extent(list.map(({ values }) => values.length))[1]
  const few = largest <= MOST_RAW
  return {
    mark: 'symbol',
    name,
    rows: list.flatMap((one) => {
      const all = sorted(one.values)
      const step = Math.ceil(all.length / MOST_STRIP)
      const curve = density(all, 40)
      const peak = extent(curve.map(({ y }) => y))[1] || 1
      const [first, last] = [curve[0]?.x ?? 0, curve.at(-1)?.x ?? 1]
      return all
        .filter((_, i) => i % step === 0)
        .map((value, i): Row => {
          const near = curve[Math.round(((value - first) / (last - first || 1)) * 39)]?.y ?? peak
          const away = (corput(i + 1) - 0.5) * 2 * one.half * spread * (near / peak)
          return {
            ...own(one),
            c: one.color,
            a: one.at + away,
            v: value,
            k: few ? 70 : 34,
            h: 'circle',
            dy: String(value),
          }
        })
    }),
    look: { opacity: few ? 0.8 : 0.55, stroke: few ? '#ffffff' : undefined, strokeWidth: 0.7 },
  }
}

/** The index's binary digits mirrored at the point: fills an interval evenly and is the same each time. */
function corput(index: number): number {
  let [value, share] = [0, 0.5]
  for (let rest = index; rest > 0; rest >>= 1) {
    value += share * (rest & 1)
    share /= 2
  }
  return value
}

function sampleAxis(draft: Draft, values: readonly number[]): Axis {
  return valueAxis(extent(values), draft.ir.encoding.y, draft.title('y'), {
    pad: 0.04,
    grid: draft.ir.grid !== false,
    whole: draft.field('y')?.whole === true,
  })
}

function describe(
  draft: Draft,
  kind: string,
  categories: readonly string[],
  samples: readonly Sample[],
): string[] {
  const first = `${kind} of ${draft.title('y') || 'values'}${categories.length > 1 ? ` for ${categories.length} categories (${listed(categories)})` : ''}${draft.series.length > 1 ? `, by ${listed(draft.series)}` : ''}.`
  const each = samples.slice(0, 8).map(({ category, series, values }) => {
    const name = [category, series].filter((part) => part !== '').join(', ') || 'All'
    return `${name}: median ${short(median(values), 3)}, n = ${fixed(values.length, 0)}.`
  })
  return [first, ...each]
}

/** Columns of counts over bins of round width; several series share their bins. */
export function histogram(draft: Draft): Plot {
  const { ir } = draft
  const rows = positiveOnLog(draft, measured(draft.data))
  const values = rows.map(({ y }) => y)
  const log = ir.encoding.y?.scale === 'log'
  const whole = draft.field('y')?.whole === true
  const edges = log
    ? binEdges(values.map(Math.log10), ir.bins ?? 20).map((each) => 10 ** each)
    : binEdges(values, ir.bins, whole)
  const several = draft.series.length > 1
  const groups = [...Map.groupBy(rows, ({ s, f }) => JSON.stringify([s, f])).values()].sort(
    (a, b) => draft.series.indexOf(a[0]?.s ?? '') - draft.series.indexOf(b[0]?.s ?? ''),
  )
  const share = ir.stack === 'normalize'
  const found = groups.flatMap((list) => {
    const [first] = list
    const weigh = (count: number) => (share ? count / list.length : count)
    return first
      ? bins(
          list.map(({ y }) => y),
          edges,
        ).map((bin) => ({ ...bin, size: weigh(bin.count), s: first.s, f: first.f }))
      : []
  })
  const top = extent(found.map(({ size }) => size))[1]
  const domain: [number, number] = [edges[0] ?? 0, edges.at(-1) ?? 1]
  const a: Axis = {
    ...valueAxis(
      domain,
      { field: '', ...ir.encoding.y, domain: ir.encoding.y?.domain ?? padEdges(domain, log) },
      draft.title('y'),
    ),
    whole,
  }
  const v = valueAxis(
    [0, top],
    { field: '', ...(share ? { percent: true } : {}) },
    draft.ir.encoding.x?.title ?? (share ? 'Share (%)' : 'Count'),
    {
      zero: true,
      pad: 0.04,
      whole: !share,
    },
  )
  const bars: Row[] = found
    .filter(({ count }) => count > 0)
    .map(({ from, to, size, count, s, f }) => ({
      a: from,
      a2: to,
      v: size,
      v2: 0,
      c: draft.color(s),
      s,
      f,
      dx: `${Number(from.toPrecision(10))} ${Number(to.toPrecision(10))}`,
      dy: String(count),
      ...(s === '' ? {} : { ds: s }),
    }))
  return {
    a,
    v,
    flipped: false,
    layers: [
      {
        mark: 'rect',
        name: 'bar',
        rows: bars,
        look:
          several && draft.facets.length === 0
            ? { opacity: 0.5, stroke: '#ffffff', strokeWidth: 0.6 }
            : { stroke: '#ffffff', strokeWidth: 1 },
      },
      ...(several && draft.facets.length === 0 ? [outline(draft, found)] : []),
      ...curveOver(draft, groups, edges, share),
    ],
    keys: several
      ? draft.series.map((label): Key => ({ label, color: draft.color(label), form: 'box' }))
      : [],
    ...(ir.encoding.color?.title ? { keyTitle: ir.encoding.color.title } : {}),
    facets: draft.facets,
    square: false,
    says: describeBins(draft, rows, edges, found),
    notes: [],
  }
}

function padEdges([low, high]: [number, number], log: boolean): [number, number] {
  return log ? [low, high] : [low - (high - low) * 0.02, high + (high - low) * 0.02]
}

/** Steps around overlaid columns, so that each series is told apart where they cover each other. */
function outline(
  draft: Draft,
  found: readonly { from: number; to: number; size: number; s: string; f: string }[],
): Layer {
  const runs = [...Map.groupBy(found, ({ s, f }) => JSON.stringify([s, f])).values()]
  return {
    mark: 'line',
    name: 'outline',
    rows: runs.flatMap((list) => {
      const [first, last] = [list[0], list.at(-1)]
      if (!first || !last) return []
      const point = (a: number, v: number): Row => ({
        a,
        v,
        c: draft.color(first.s),
        s: first.s,
        f: first.f,
      })
      return [
        point(first.from, 0),
        ...list.flatMap(({ from, to, size }) => [point(from, size), point(to, size)]),
        point(last.to, 0),
      ]
    }),
    look: { strokeWidth: 2.4 },
  }
}

function curveOver(
  draft: Draft,
  groups: readonly Measured[][],
  edges: readonly number[],
  share: boolean,
): Layer[] {
  if (!draft.ir.overlays?.some(({ kind }) => kind === 'mean' || kind === 'cumulative')) return []
  const width = (edges[1] ?? 1) - (edges[0] ?? 0)
  return [
    {
      mark: 'line',
      name: 'density',
      rows: groups.flatMap((list) => {
        const [first] = list
        const size = share ? width : width * list.length
        return first
          ? density(
              list.map(({ y }) => y),
              120,
              [edges[0] ?? 0, edges.at(-1) ?? 1],
            ).map(
              ({ x, y }): Row => ({
                a: x,
                v: y * size,
                c: draft.series.length > 1 ? draft.color(first.s) : '#d55e00',
                s: first.s,
                f: first.f,
              }),
            )
          : []
      }),
      look: { strokeWidth: 3 },
    },
  ]
}

const positiveOnLog = (draft: Draft, rows: Measured[]) =>
  draft.ir.encoding.y?.scale === 'log' ? rows.filter(({ y }) => y > 0) : rows

function describeBins(
  draft: Draft,
  rows: readonly Measured[],
  edges: readonly number[],
  found: readonly { from: number; to: number; count: number }[],
): string[] {
  const values = rows.map(({ y }) => y)
  const [low, high] = extent(values)
  const peak = found.reduce(
    (best, bin) => (bin.count > best.count ? bin : best),
    found[0] ?? { from: 0, to: 0, count: 0 },
  )
  return [
    `A histogram of ${fixed(rows.length, 0)} values of ${draft.title('y') || 'the data'} in ${edges.length - 1} bins${draft.series.length > 1 ? `, by ${listed(draft.series)}` : ''}.`,
    `They range from ${short(low)} to ${short(high)} with a median of ${short(median(values))}; the fullest bin is ${short(peak.from)} to ${short(peak.to)} (${fixed(peak.count, 0)}).`,
  ]
}

/** Smooth densities or running shares, one curve for each series. */
export function curves(draft: Draft, kind: 'density' | 'ecdf'): Plot {
  const { ir } = draft
  const rows = positiveOnLog(draft, measured(draft.data))
  const log = ir.encoding.y?.scale === 'log'
  const groups = [...Map.groupBy(rows, ({ s, f }) => JSON.stringify([s, f])).values()].sort(
    (a, b) => draft.series.indexOf(a[0]?.s ?? '') - draft.series.indexOf(b[0]?.s ?? ''),
  )
  const found = groups.flatMap((list) => {
    const [first] = list
    if (!first) return []
    const values = list.map(({ y }) => y)
    const base = {
      c: draft.color(first.s),
      s: first.s,
      f: first.f,
      ...(first.s === '' ? {} : { ds: first.s }),
    }
    if (kind === 'ecdf') return [{ base, points: steps(sorted(values)) }]
    const bent = log ? values.map(Math.log10) : values
    return [{ base, points: density(bent, 200).map(({ x, y }) => ({ x: log ? 10 ** x : x, y })) }]
  })
  const all = found.flatMap(({ points }) => points)
  const a = valueAxis(extent(all.map(({ x }) => x)), ir.encoding.y, draft.title('y'), {
    pad: 0.01,
    nice: false,
    whole: false,
  })
  const v = valueAxis(
    [0, kind === 'ecdf' ? 1 : extent(all.map(({ y }) => y))[1]],
    undefined,
    ir.encoding.x?.title ?? (kind === 'ecdf' ? 'Cumulative proportion' : 'Density'),
    { zero: true, pad: kind === 'ecdf' ? 0 : 0.05, grid: kind === 'ecdf' },
  )
  if (kind === 'ecdf') v.domain = [0, 1]
  const line: Row[] = found.flatMap(({ base, points }) =>
    points.map(({ x, y }) => ({ ...base, a: x, v: y })),
  )
  return {
    a,
    v,
    flipped: false,
    layers: [
      ...(kind === 'density'
        ? [
            {
              mark: 'area' as const,
              name: 'density',
              rows: line.map((row) => ({ ...row, v2: 0 })),
              look: { opacity: 0.22 },
            },
          ]
        : []),
      { mark: 'line', name: kind, rows: line, look: { strokeWidth: 3 } },
    ],
    keys:
      draft.series.length > 1
        ? draft.series.map((label): Key => ({ label, color: draft.color(label), form: 'line' }))
        : [],
    ...(ir.encoding.color?.title ? { keyTitle: ir.encoding.color.title } : {}),
    facets: draft.facets,
    square: false,
    says: describe(
      draft,
      kind === 'ecdf' ? 'Cumulative proportions' : 'Densities',
      [],
      groups.map((list) => ({
        category: '',
        series: list[0]?.s ?? '',
        facet: '',
        values: list.map(({ y }) => y),
      })),
    ),
    notes: [],
  }
}

const MOST_STEPS = 1000

function steps(ascending: readonly number[]): { x: number; y: number }[] {
  const count = ascending.length
  const every = Math.ceil(count / MOST_STEPS)
  const kept = ascending.flatMap((x, i) =>
    i % every === 0 || i === count - 1 ? [{ x, after: (i + 1) / count }] : [],
  )
  let before = 0
  return kept.flatMap(({ x, after }) => {
    const pair = [
      { x, y: before },
      { x, y: after },
    ]
    before = after
    return pair
  })
}

/** Where a value would stand along an axis; used to keep names apart. */
export const between = (axis: Axis, one: number, two: number): number =>
  valueAt(axis, (placeOn(axis, one) + placeOn(axis, two)) / 2)
