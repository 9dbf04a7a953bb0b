import { valueAxis } from '../axes'
import { type Measured, measured } from '../data'
import { type ChartDraft, dataText, listed } from '../draft'
import { fixed, short } from '../numbers'
import type { Axis, Key, Layer, MarkRow, Plot } from '../plot'
import { binEdges, bins, density, extent, median, sorted } from '../stats'
import { describeSamples } from './sample'

/** Columns of counts over bins of round width; several series share their bins. */
export function histogram(draft: ChartDraft): Plot {
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
    {
      field: '',
      ...(share ? { percent: true } : {}),
      ...(ir.encoding.x?.domain ? { domain: ir.encoding.x.domain } : {}),
    },
    draft.ir.encoding.x?.title ?? (share ? 'Share (%)' : 'Count'),
    {
      zero: true,
      pad: 0.04,
      whole: !share,
    },
  )
  const bars: MarkRow[] = found
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
            ? { opacity: draft.series.length > 2 ? 0.14 : 0.32 }
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
  draft: ChartDraft,
  found: readonly { from: number; to: number; size: number; s: string; f: string }[],
): Layer {
  const runs = [...Map.groupBy(found, ({ s, f }) => JSON.stringify([s, f])).values()]
  return {
    mark: 'line',
    name: 'outline',
    rows: runs.flatMap((list) => {
      const [first, last] = [list[0], list.at(-1)]
      if (!first || !last) return []
      const point = (a: number, v: number): MarkRow => ({
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
    look: { strokeWidth: 2.8 },
  }
}

function curveOver(
  draft: ChartDraft,
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
              ({ x, y }): MarkRow => ({
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

const positiveOnLog = (draft: ChartDraft, rows: Measured[]) =>
  draft.ir.encoding.y?.scale === 'log' ? rows.filter(({ y }) => y > 0) : rows

function describeBins(
  draft: ChartDraft,
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
export function curves(draft: ChartDraft, kind: 'density' | 'ecdf'): Plot {
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
    ir.encoding.x?.domain ? { field: '', domain: ir.encoding.x.domain } : undefined,
    ir.encoding.x?.title ?? (kind === 'ecdf' ? 'Cumulative proportion' : 'Density'),
    { zero: true, pad: kind === 'ecdf' ? 0 : 0.05, grid: kind === 'ecdf' },
  )
  if (kind === 'ecdf' && !ir.encoding.x?.domain) v.domain = [0, 1]
  const line: MarkRow[] = found.flatMap(({ base, points }) =>
    points.map(({ x, y }) => ({
      ...base,
      a: x,
      v: y,
      dx: dataText(x, undefined),
      dy: dataText(y, undefined),
    })),
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
    says: describeSamples(
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
