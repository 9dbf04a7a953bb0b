import { mix } from '../../color'
import type { Measured } from '../data'
import { type ChartDraft, cellText, dataText } from '../draft'
import type { Layer, MarkRow } from '../plot'
import { extent, sorted } from '../stats'
import type { Bar } from './bar-layers'
import { corput, MOST_STRIP } from './sample'

/** The single values behind each of a list, in its order; none where they are not asked for or would not show. */
export function rawOver(draft: ChartDraft, list: readonly Measured[]): number[][] {
  const { stack } = draft.ir
  if (draft.raw.length === 0 || stack === 'stack' || stack === 'normalize') return []
  const place = ({ x, s, f }: Measured) => JSON.stringify([x, s, f])
  const rows = Map.groupBy(draft.raw, place)
  return list.map((datum) => sorted((rows.get(place(datum)) ?? []).map(({ y }) => y)))
}

/** The bars with their intervals stretched to their outermost values, for what is written above them. */
export const reaching = (bars: readonly Bar[], raw: readonly (readonly number[])[]): Bar[] =>
  bars.map((bar, i) => {
    const { datum } = bar
    const [lo, hi] = extent([datum.lo ?? datum.y, datum.hi ?? datum.y, ...(raw[i] ?? [])])
    return raw[i]?.length ? { ...bar, datum: { ...datum, lo, hi } } : bar
  })

/** What the points are, where there are any. */
export const rawSays = (raw: readonly (readonly number[])[]): string[] =>
  raw.some(({ length }) => length > 0) ? ['Points show the single values.'] : []

const INK = '#30363d'

/** Points spread over the width of their bar: light with a dark edge, so that they show on it and above it. */
export const rawLayers = (
  draft: ChartDraft,
  list: readonly Bar[],
  raw: readonly (readonly number[])[],
): Layer[] =>
  layerOf(
    list.flatMap((bar, i) =>
      rowsOf(draft, bar.datum, raw[i] ?? [], (index) => ({
        a: bar.at + (corput(index + 1) - 0.5) * bar.half * 1.3,
        c: '#ffffff',
      })),
    ),
    INK,
  )

/** Points at the places of a line, in its colour and lighter. */
export const rawAlong = (
  draft: ChartDraft,
  list: readonly (Measured & { at: number })[],
  raw: readonly (readonly number[])[],
): Layer[] =>
  layerOf(
    list.flatMap((datum, i) =>
      rowsOf(draft, datum, raw[i] ?? [], () => ({
        a: datum.at,
        c: mix(draft.color(datum.s), '#ffffff', 0.35),
      })),
    ),
    '#ffffff',
  )

function rowsOf(
  draft: ChartDraft,
  datum: Measured,
  values: readonly number[],
  look: (index: number) => Pick<MarkRow, 'a' | 'c'>,
): MarkRow[] {
  const step = Math.ceil(values.length / MOST_STRIP)
  return values
    .filter((_, i) => i % step === 0)
    .map((value, index) => ({
      ...look(index),
      v: value,
      s: `${cellText(datum.x, draft.field('x'))} ${datum.s}`,
      f: datum.f,
      k: 70,
      h: 'circle',
      dx: dataText(datum.x, draft.field('x')),
      dy: dataText(value, draft.field('y')),
      ...(datum.s === '' ? {} : { ds: datum.s }),
    }))
}

const layerOf = (rows: MarkRow[], stroke: string): Layer[] =>
  rows.length === 0
    ? []
    : [{ mark: 'symbol', name: 'raw', rows, look: { stroke, strokeWidth: 1.4 } }]
