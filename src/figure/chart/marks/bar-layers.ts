import { inkOn, mix } from '../../color'
import type { Measured } from '../data'
import { type ChartDraft, cellText, dataText } from '../draft'
import { COLOR } from '../house'
import { fixed, sharedDecimals, short } from '../numbers'
import type { Layer, MarkRow } from '../plot'
import { extent } from '../stats'

export interface Bar {
  datum: Measured
  at: number
  half: number
  from: number
  to: number
}

function rowOf(
  draft: ChartDraft,
  { datum, at, from, to }: Bar,
): Omit<MarkRow, 'c'> & { c: string } {
  const name = cellText(datum.x, draft.field('x'))
  const byCategory = draft.series.length < 2
  return {
    a: at,
    v: to,
    v2: from,
    c: draft.color(byCategory ? (draft.series.includes(datum.s) ? datum.s : name) : datum.s),
    s: datum.s,
    f: datum.f,
    dx: dataText(datum.x, draft.field('x')),
    dy: dataText(datum.y, draft.field('y')),
    ...(datum.s === '' ? {} : { ds: datum.s }),
  }
}

/** One colour per category only where the wish names some: colour that repeats the axis says nothing. */
function colorOf(draft: ChartDraft, bar: Bar): string {
  const name = cellText(bar.datum.x, draft.field('x'))
  // Moments are named by their number.
  const named = draft.ir.palette?.of?.find((each) =>
    [name, String(bar.datum.x)].includes(each.name),
  )
  const lit = draft.ir.palette?.highlight?.length
  if (named) return named.color
  if (lit && draft.series.length < 2) return draft.color(name)
  return draft.color(bar.datum.s)
}

export function barLayer(draft: ChartDraft, list: readonly Bar[]): Layer {
  return {
    mark: 'rect',
    name: 'bar',
    rows: list.map((bar) => ({
      ...rowOf(draft, bar),
      c: colorOf(draft, bar),
      a: bar.at - bar.half,
      a2: bar.at + bar.half,
    })),
    look:
      draft.ir.stack === 'stack' || draft.ir.stack === 'normalize'
        ? { stroke: '#ffffff', strokeWidth: 1 }
        : {},
  }
}

export function stemLayers(draft: ChartDraft, list: readonly Bar[]): Layer[] {
  const rows = list.map((bar) => ({ ...rowOf(draft, bar), c: colorOf(draft, bar) }))
  return [
    {
      mark: 'rule',
      name: 'stem',
      rows: rows.map(({ dx: _x, dy: _y, ...row }) => ({ ...row, c: mix(row.c, '#ffffff', 0.25) })),
      look: { strokeWidth: 3 },
    },
    {
      mark: 'symbol',
      name: 'point',
      rows: rows.map(({ v2: _, ...row }) => ({ ...row, k: 190, h: 'circle' })),
    },
  ]
}

/** Bars on both sides of zero need to be seen to start there. */
export function zeroLine(count: number, [low, high]: readonly [number, number]): Layer[] {
  if (!(low < 0 && high > 0)) return []
  const row: MarkRow = { a: -0.6, a2: count - 0.4, v: 0, c: '#3c4654', s: '', f: '' }
  return [{ mark: 'rule', name: 'zero', rows: [row], look: { strokeWidth: 1.8 } }]
}

const ERROR_INK = '#30363d'

export function errorLayers(list: readonly Bar[], sides: boolean): Layer[] {
  const marked = sides ? list.filter(({ datum }) => datum.lo !== null && datum.hi !== null) : []
  if (marked.length === 0) return []
  return whiskers(
    marked.map(({ datum, at, half }) => {
      const cap = Math.min(0.1, half * 0.42)
      return { datum, at, caps: [at - cap, at + cap] as const }
    }),
  )
}

/** Error bars, and the caps at their ends. */
export function whiskers(
  list: readonly { datum: Measured; at: number; caps: readonly [number, number]; color?: string }[],
): Layer[] {
  const ends = list.flatMap(({ datum, at, caps: [from, to], color }) => {
    const { lo, hi, s, f } = datum
    const own = { c: color ?? ERROR_INK, s, f, ...(s === '' ? {} : { ds: s }) }
    return lo === null || hi === null ? [] : [{ own, at, lo, hi, from, to }]
  })
  const look = { strokeWidth: 2 }
  return [
    {
      mark: 'rule',
      name: 'error',
      rows: ends.map(({ own, at, lo, hi }) => ({
        ...own,
        a: at,
        v: lo,
        v2: hi,
        dy: `${lo} ${hi}`,
      })),
      look,
    },
    {
      mark: 'rule',
      name: 'cap',
      rows: ends.flatMap(({ own, lo, hi, from, to }) =>
        [lo, hi].map((v) => ({ ...own, a: from, a2: to, v })),
      ),
      look,
    },
  ]
}

export function valueLayers(draft: ChartDraft, list: readonly Bar[], share: boolean): Layer[] {
  if (!draft.ir.overlays?.some(({ kind }) => kind === 'values')) return []
  const percent = draft.ir.encoding.y?.percent === true
  const values = list.map(({ datum, from, to }) =>
    share ? (to - from) * 100 : percent ? datum.y * 100 : datum.y,
  )
  const decimals = share
    ? 0
    : sharedDecimals(values, Math.max(...values.map(Math.abs)) >= 100 ? 1 : 2)
  const write = (index: number) => {
    const value = values[index] ?? 0
    const text = Math.abs(value) >= 1e6 ? short(value) : fixed(value, decimals)
    return share || percent ? `${text}%` : text
  }
  const inside = draft.ir.stack === 'stack' || draft.ir.stack === 'normalize'
  const total = extent(list.map(({ to }) => Math.abs(to)))[1]
  const at = list.map((bar, index) => ({ bar, text: write(index), c: colorOf(draft, bar) }))
  if (inside) {
    return [
      {
        mark: 'text',
        name: 'value',
        rows: at
          .filter(({ bar }) => Math.abs(bar.to - bar.from) > total * 0.05)
          .map(({ bar, text, c }) => ({
            a: bar.at,
            v: (bar.from + bar.to) / 2,
            c: inkOn(c, COLOR.ink),
            s: bar.datum.s,
            f: bar.datum.f,
            t: text,
          })),
        look: { size: 0.88 },
      },
    ]
  }
  const layer = (rows: typeof at, away: number): Layer => ({
    mark: 'text',
    name: 'value',
    rows: rows.map(({ bar, text }) => ({
      a: bar.at,
      v:
        away > 0
          ? Math.max(bar.to, bar.datum.hi ?? bar.to)
          : Math.min(bar.to, bar.datum.lo ?? bar.to),
      c: '#30363d',
      s: bar.datum.s,
      f: bar.datum.f,
      t: text,
    })),
    look: { away, size: 0.88, free: true },
  })
  // The dot at the end of a stem takes room of its own.
  const gap = draft.ir.mark === 'lollipop' ? 15 : 7
  return [
    layer(
      at.filter(({ bar }) => bar.to >= 0),
      gap,
    ),
    layer(
      at.filter(({ bar }) => bar.to < 0),
      -gap,
    ),
  ].filter(({ rows }) => rows.length > 0)
}
