import type { Overlay } from '../../forms/chart'
import { type ChartDraft, cellText } from './draft'
import { short } from './numbers'
import type { Axis, Layer, MarkRow, Plot } from './plot'
import { dateText } from './time'

const GUIDE = '#5a646f'

/** Adds what stands over the data: reference lines, the diagonal, words at a place. Axes grow to hold them. */
export function withOverlays(plot: Plot, draft: ChartDraft): Plot {
  const all = draft.ir.overlays ?? []
  const layers = all.flatMap((overlay) => {
    if (overlay.kind === 'reference') return reference(plot, draft, overlay)
    if (overlay.kind === 'annotation') return annotation(plot, draft, overlay)
    return []
  })
  if (all.some(({ kind }) => kind === 'diagonal')) {
    const low = Math.max(plot.a.domain[0], plot.v.domain[0])
    const high = Math.min(plot.a.domain[1], plot.v.domain[1])
    const rows: MarkRow[] = [{ a: low, a2: high, v: low, v2: high, c: '#8a929b', s: '', f: '' }]
    plot.layers.unshift(
      spread(plot, {
        mark: 'rule',
        name: 'diagonal',
        rows,
        look: { dash: [7, 6], strokeWidth: 2 },
      }),
    )
  }
  return { ...plot, layers: [...plot.layers, ...layers] }
}

/** The same in every panel. */
function spread(plot: Plot, layer: Layer): Layer {
  if (plot.facets.length === 0) return layer
  return { ...layer, rows: plot.facets.flatMap((f) => layer.rows.map((row) => ({ ...row, f }))) }
}

function placeIn(axis: Axis, draft: ChartDraft, value: Overlay['value']): number | undefined {
  if (axis.kind === 'category') {
    const at = axis.categories?.indexOf(
      typeof value === 'string' ? value : cellText(value ?? null, draft.field('x')),
    )
    return at === undefined || at < 0 ? undefined : at
  }
  if (typeof value === 'number') return value
  const moment = axis.kind === 'time' && typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(moment) ? moment : undefined
}

function grow(axis: Axis, value: number, fixed: boolean): void {
  if (fixed || axis.kind === 'category') return
  const [low, high] = axis.domain
  const room = axis.kind === 'log' ? 0 : (high - low) * 0.04
  if (value < low) axis.domain = [value - room, high]
  if (value > high) axis.domain = [low, value + room]
}

function reference(plot: Plot, draft: ChartDraft, overlay: Overlay): Layer[] {
  const onValue = (overlay.axis ?? 'y') === 'y'
  const axis = onValue ? plot.v : plot.a
  const at = placeIn(axis, draft, overlay.value)
  if (at === undefined) {
    draft.notes.push(`the reference line at ${overlay.value} has no place on the axis`)
    return []
  }
  grow(
    axis,
    at,
    (onValue ? draft.ir.encoding.y?.domain : draft.ir.encoding.x?.domain) !== undefined,
  )
  const said = axis.kind === 'time' ? dateText(at) : String(overlay.value)
  const other = onValue ? plot.a : plot.v
  const [low, high] = other.domain
  const row: MarkRow = onValue
    ? { a: low, a2: high, v: at, c: GUIDE, s: '', f: '', dy: said }
    : { a: at, v: low, v2: high, c: GUIDE, s: '', f: '', dx: said }
  const line: Layer = {
    mark: 'rule',
    name: 'reference',
    rows: [row],
    look: { dash: [8, 6], strokeWidth: 2 },
  }
  draft.says.push(`A dashed line marks ${overlay.text ? `${overlay.text} (${said})` : said}.`)
  if (!overlay.text) return [spread(plot, line)]
  plot.guides = [...(plot.guides ?? []), { text: overlay.text, onValue, at }]
  return [spread(plot, line)]
}

function annotation(plot: Plot, draft: ChartDraft, overlay: Overlay): Layer[] {
  const x = overlay.x ?? null
  const a = x === null ? undefined : placeIn(plot.a, draft, x)
  if (a === undefined) return []
  const near = draft.data
    .filter((each): each is typeof each & { y: number } => typeof each.y === 'number')
    .find((each) =>
      typeof each.x === 'number' ? each.x === a : cellText(each.x, draft.field('x')) === x,
    )
  const v = overlay.y ?? near?.y
  if (v === undefined) return []
  if (draft.ir.mark === 'bar' || draft.ir.mark === 'lollipop') {
    pastBar(plot, draft, overlay, { a, x: near?.x ?? null })
    return []
  }
  const row: MarkRow = {
    a,
    v,
    c: '#1a1d21',
    s: '',
    f: plot.facets[0] ?? '',
    k: 220,
    h: 'circle',
  }
  plot.names = [
    ...(plot.names ?? []),
    { text: overlay.text ?? short(v), a, v, radius: 9, facet: row.f, said: true },
  ]
  return [
    { mark: 'symbol', name: 'annotation', rows: [row], look: { hollow: true, strokeWidth: 2 } },
  ]
}

/** Words past the end of a bar, and past the number that may stand there. */
function pastBar(
  plot: Plot,
  draft: ChartDraft,
  overlay: Overlay,
  { a, x }: { a: number; x: Overlay['x'] },
): void {
  const rows = draft.data.filter((each) => each.x === x)
  const tops = rows.map(({ y, hi }) => Math.max(Number(y ?? 0), hi ?? 0))
  const v = plot.stacked ? tops.reduce((all, each) => all + each, 0) : Math.max(...tops)
  const numbers = draft.ir.overlays?.some(({ kind }) => kind === 'values') === true
  const [low, high] = plot.v.domain
  const fixed = draft.ir.encoding.y?.domain !== undefined
  grow(plot.v, v + (high - low) * (numbers ? 0.14 : 0.08), fixed)
  plot.names = [
    ...(plot.names ?? []),
    {
      text: overlay.text ?? short(v),
      a,
      v,
      radius: numbers ? (plot.flipped ? 46 : 20) : 3,
      facet: plot.facets[0] ?? '',
      said: true,
      past: true,
    },
  ]
}
