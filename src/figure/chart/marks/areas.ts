import { valueAxis } from '../axes'
import type { ChartDraft } from '../draft'
import { SIZE, widthOf } from '../house'
import { short } from '../numbers'
import type { EndLabel, MarkRow, Plot } from '../plot'
import { extent } from '../stats'
import { argumentOf, describeLines, type LineRun, MOST_ENDS, rowsOf } from './lines'

/** Areas under lines, stacked unless the wish says they overlap. */
export function areas(draft: ChartDraft): Plot {
  const { ir } = draft
  const { a, runs } = argumentOf(draft)
  const stack = draft.series.length > 1 && ir.stack !== 'none'
  const share = ir.stack === 'normalize'
  const totals = new Map<number, number>()
  for (const { at, y } of runs.flatMap(({ rows }) => rows))
    totals.set(at, (totals.get(at) ?? 0) + y)
  const base = new Map<string, number>()
  const rows = runs.flatMap((run) => {
    const own = rowsOf(draft, run)
    return own.map((row, i): MarkRow & { v2: number } => {
      if (!stack) return { ...row, v2: 0 }
      const key = `${row.f} ${row.a}`
      const from = base.get(key) ?? 0
      const length = share ? row.v / (totals.get(row.a) || 1) : (run.rows[i]?.y ?? 0)
      base.set(key, from + length)
      return { ...row, v: from + length, v2: from }
    })
  })
  const channel = share ? { field: '', percent: true, ...ir.encoding.y } : ir.encoding.y
  const v = valueAxis(
    extent([0, ...rows.flatMap((row) => [row.v, row.v2])]),
    channel,
    draft.title('y'),
    {
      zero: true,
      pad: share ? 0 : 0.04,
      grid: ir.grid !== false,
    },
  )
  return {
    a,
    v,
    flipped: false,
    layers: [
      { mark: 'area', name: 'area', rows, look: { opacity: stack ? 0.85 : 0.35 } },
      ...(stack
        ? []
        : [
            {
              mark: 'line' as const,
              name: 'line',
              rows: rows.map(({ v2: _, ...row }) => row),
              look: { strokeWidth: 3 },
            },
          ]),
    ],
    keys:
      draft.series.length < 2
        ? []
        : draft.series.map((label) => ({ label, color: draft.color(label), form: 'box' })),
    stacked: stack,
    ...(stack ? bandNames(draft, rows) : {}),
    ...(ir.encoding.color?.title ? { keyTitle: ir.encoding.color.title } : {}),
    facets: draft.facets,
    square: false,
    says: describeLines(draft, runs, a).map((each) =>
      each.replace(/^(A line|\d+ lines)/, stack ? 'Stacked areas' : 'Areas'),
    ),
    notes: [],
  }
}

/** Names beside the ends of stacked areas, each at the middle of its own. */
function bandNames(
  draft: ChartDraft,
  rows: readonly (MarkRow & { v2: number })[],
): Pick<Plot, 'ends'> {
  const place = draft.ir.legend?.place ?? 'auto'
  if (draft.series.length < 2 || draft.facets.length > 0 || draft.series.length > MOST_ENDS)
    return {}
  if (place !== 'auto' && place !== 'direct') return {}
  const last = Math.max(...rows.map(({ a }) => a))
  const ends = draft.series.flatMap((text): EndLabel[] => {
    const row = rows.find(({ ds, a }) => ds === text && a === last)
    if (!row) return []
    return [{ text, color: draft.color(text), a: last, v: (row.v + row.v2) / 2, side: 'right' }]
  })
  return ends.length === draft.series.length ? { ends } : {}
}

/** Room for the values at the left ends, between the frame and the title. */
const besideEnds = (ends: readonly EndLabel[]) =>
  Math.max(
    0,
    ...ends
      .filter(({ side }) => side === 'left')
      .map(({ text }) => widthOf(text, SIZE.text, 500) + 2 * SIZE.text),
  )

/** Lines between two or more columns of places, a name at either end. */
export function slopes(draft: ChartDraft): Plot {
  const { a, runs } = argumentOf(draft)
  const all = runs.flatMap(({ rows }) => rows.map(({ y }) => y))
  const v = valueAxis(extent(all), draft.ir.encoding.y, draft.title('y'), {
    pad: 0.09,
    nice: false,
    grid: false,
    whole: draft.field('y')?.whole === true,
  })
  const last = (a.categories?.length ?? 2) - 1
  const mixed = runs.length > 8 && (draft.ir.palette?.highlight?.length ?? 0) === 0
  const color = (run: LineRun) => {
    if (!mixed) return draft.color(run.series)
    const [start, end] = [run.rows[0]?.y ?? 0, run.rows.at(-1)?.y ?? 0]
    return end >= start ? '#0072b2' : '#d55e00'
  }
  const rows = runs.flatMap((run) => rowsOf(draft, run).map((row) => ({ ...row, c: color(run) })))
  const ends = runs.flatMap((run) => {
    const [start, end] = [run.rows[0], run.rows.at(-1)]
    const found: EndLabel[] = []
    if (start && start.at === 0)
      found.push({ text: short(start.y), color: color(run), a: 0, v: start.y, side: 'left' })
    if (end && end.at === last)
      found.push({
        text: `${short(end.y)}  ${run.series}`.trim(),
        color: color(run),
        a: last,
        v: end.y,
        side: 'right',
      })
    return found
  })
  return {
    a: { ...a, domain: [-0.02, last + 0.02] },
    v: { ...v, bare: true, ticks: [], ...(v.title === '' ? {} : { aside: besideEnds(ends) }) },
    flipped: false,
    layers: [
      { mark: 'line', name: 'line', rows, look: { strokeWidth: 2.6 } },
      { mark: 'symbol', name: 'point', rows: rows.map((row) => ({ ...row, k: 130, h: 'circle' })) },
    ],
    keys: [],
    ends,
    facets: [],
    square: false,
    says: describeLines(draft, runs, a).map((each) =>
      each.replace(/^(A line|\d+ lines)/, `Slopes for ${runs.length} series`),
    ),
    notes: [],
  }
}
