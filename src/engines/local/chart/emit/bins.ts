import { fixed, short } from '../../../../figure/chart/numbers'
import { binEdges, bins, density, extent, median, sorted } from '../../../../figure/chart/stats'
import { type Emitted, inkOf, type Json, namesOf, type Row, scaleOf, seriesColor } from './base'
import { type Measured, measured } from './data'
import type { ChartDraft } from './draft'

const MOST_STEPS = 1000

/** Columns of counts over bins of round width; several series share their bins. */
export function histogram(draft: ChartDraft): Emitted {
  const { ir } = draft
  const names = namesOf(draft)
  const log = ir.encoding.y?.scale === 'log'
  const list = measured(draft.data).filter(({ y }) => !log || y > 0)
  const values = list.map(({ y }) => y)
  const whole = draft.field('y')?.whole === true
  const edges = log
    ? binEdges(values.map(Math.log10), ir.bins ?? 20).map((each) => 10 ** each)
    : binEdges(values, ir.bins, whole)
  const share = ir.stack === 'normalize'
  const groups = groupsOf(draft, list)
  const found = groups.flatMap((own) =>
    bins(
      own.map(({ y }) => y),
      edges,
    ).map((bin) => ({
      ...bin,
      size: share ? bin.count / own.length : bin.count,
      s: own[0]?.s ?? '',
      f: own[0]?.f ?? '',
    })),
  )
  const keys = (each: { s: string; f: string }): Row => ({
    ...(draft.series.length > 0 ? { [names.s]: each.s } : {}),
    ...(draft.facets.length > 0 ? { [names.f]: each.f } : {}),
  })
  const rows = found
    .filter(({ count }) => count > 0)
    .map((each): Row => ({ from: each.from, to: each.to, count: each.size, ...keys(each) }))
  const curve = ir.overlays?.some(({ kind }) => kind === 'mean' || kind === 'cumulative')
    ? groups.flatMap((own) => {
        const width = (edges[1] ?? 1) - (edges[0] ?? 0)
        const size = share ? width : width * own.length
        return density(
          own.map(({ y }) => y),
          120,
          [edges[0] ?? 0, edges.at(-1) ?? 1],
        ).map(
          ({ x, y }): Row => ({
            at: x,
            density: y * size,
            ...keys({ s: own[0]?.s ?? '', f: own[0]?.f ?? '' }),
          }),
        )
      })
    : []
  const several = draft.series.length > 1 && draft.facets.length === 0
  const title = draft.title('y') || null
  const span = [edges[0] ?? 0, edges.at(-1) ?? 1] as const
  const x = {
    title,
    type: 'quantitative',
    scale: {
      ...scaleOf(ir.encoding.y, { values: [...span], pad: 4 }),
      ...(ir.encoding.y?.domain ? {} : { nice: false }),
    },
    axis: whole ? { tickMinStep: 1 } : {},
  }
  const y = {
    field: 'count',
    type: 'quantitative',
    stack: null,
    title: ir.encoding.x?.title ?? (share ? 'Share (%)' : 'Count'),
    scale: ir.encoding.x?.domain ? { domain: ir.encoding.x.domain, nice: false } : { zero: true },
    axis: { ...(share ? { labelExpr: "format(datum.value * 100, '.10~g')" } : { tickMinStep: 1 }) },
  }
  const layer: Json[] = [
    {
      mark: {
        type: 'bar',
        ...inkOf(draft),
        ...(several
          ? { fillOpacity: draft.series.length > 2 ? 0.2 : 0.35, strokeWidth: 1 }
          : { stroke: '#ffffff', strokeWidth: 0.5 }),
      },
      encoding: {
        x: { ...x, field: 'from', bin: 'binned' },
        x2: { field: 'to' },
        y,
        ...seriesColor(draft, names),
      },
    },
    ...(curve.length > 0
      ? [
          {
            name: 'density',
            mark: { type: 'line', ...(draft.series.length > 1 ? {} : { color: '#d55e00' }) },
            encoding: {
              x: { ...x, field: 'at' },
              y: { ...y, field: 'density' },
              ...seriesColor(draft, names),
            },
          },
        ]
      : []),
  ]
  const peak = found.reduce(
    (best, bin) => (bin.count > best.count ? bin : best),
    found[0] ?? { from: 0, to: 0, count: 0 },
  )
  const [low, high] = extent(values)
  return {
    rows: [...rows, ...curve],
    layers: layer,
    says: [
      `A histogram of ${fixed(list.length, 0)} values of ${draft.title('y') || 'the data'} in ${edges.length - 1} bins.`,
      `They range from ${short(low)} to ${short(high)} with a median of ${short(median(values))}; the fullest bin is ${short(peak.from)} to ${short(peak.to)} (${fixed(peak.count, 0)}).`,
    ],
    notes: [],
  }
}

const groupsOf = (draft: ChartDraft, list: readonly Measured[]): Measured[][] =>
  [...Map.groupBy(list, ({ s, f }) => JSON.stringify([s, f])).values()].sort(
    (a, b) => draft.series.indexOf(a[0]?.s ?? '') - draft.series.indexOf(b[0]?.s ?? ''),
  )

/** Smooth densities or running shares, one curve for each series. */
export function curves(draft: ChartDraft, kind: 'density' | 'ecdf'): Emitted {
  const { ir } = draft
  const names = namesOf(draft)
  const log = ir.encoding.y?.scale === 'log'
  const list = measured(draft.data).filter(({ y }) => !log || y > 0)
  const rows = groupsOf(draft, list).flatMap((own) => {
    const values = own.map(({ y }) => y)
    const keys: Row = {
      ...(draft.series.length > 0 ? { [names.s]: own[0]?.s ?? '' } : {}),
      ...(draft.facets.length > 0 ? { [names.f]: own[0]?.f ?? '' } : {}),
    }
    const bent = log ? values.map(Math.log10) : values
    const curve =
      kind === 'ecdf'
        ? steps(sorted(values))
        : density(bent, 200).map(({ x, y }) => ({ x: log ? 10 ** x : x, y }))
    return curve.map(({ x, y }): Row => ({ ...keys, [names.y]: x, [kind]: y }))
  })
  const places = rows.map((row) => Number(row[names.y]))
  const title = ir.encoding.x?.title ?? (kind === 'ecdf' ? 'Cumulative proportion' : 'Density')
  const encoding = {
    x: {
      field: names.y,
      type: 'quantitative',
      title: draft.title('y') || null,
      scale: { ...scaleOf(ir.encoding.y, { values: places, pad: 2 }), nice: false },
    },
    y: {
      field: kind,
      type: 'quantitative',
      title,
      stack: null,
      scale: {
        zero: true,
        ...(ir.encoding.x?.domain
          ? { domain: ir.encoding.x.domain }
          : kind === 'ecdf'
            ? { domain: [0, 1] }
            : {}),
      },
      axis: { grid: kind === 'ecdf' },
    },
    ...seriesColor(draft, names),
  }
  const layer: Json[] = [
    ...(kind === 'density'
      ? [{ name: 'area', mark: { type: 'area', fillOpacity: 0.22, ...inkOf(draft) } }]
      : []),
    {
      name: kind,
      mark: { type: 'line', ...inkOf(draft) },
      ...(kind === 'ecdf' ? { encoding: { order: { value: 0 } } } : {}),
    },
  ]
  return {
    rows,
    layers: [{ encoding, layer }],
    says: [
      `${kind === 'ecdf' ? 'Cumulative proportions' : 'Densities'} of ${fixed(list.length, 0)} values of ${draft.title('y') || 'the data'}.`,
    ],
    notes: [],
  }
}

function steps(ascending: readonly number[]): { x: number; y: number }[] {
  const count = ascending.length
  const every = Math.ceil(count / MOST_STEPS)
  let before = 0
  return ascending.flatMap((x, i) => {
    if (i % every !== 0 && i !== count - 1) return []
    const pair = [
      { x, y: before },
      { x, y: (i + 1) / count },
    ]
    before = (i + 1) / count
    return pair
  })
}
