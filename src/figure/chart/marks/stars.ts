import type { Measured } from '../data'
import { type ChartDraft, cellText } from '../draft'
import type { Axis, Layer, MarkRow } from '../plot'
import { extent } from '../stats'

/** The usual ladder. */
export function starsOf(p: number): string {
  if (p < 0.001) return '***'
  if (p < 0.01) return '**'
  return p < 0.05 ? '*' : 'n.s.'
}

interface Standing {
  datum: Measured
  at: number
}

export interface Stars {
  /** Room above the marks, as a share of the data's range. */
  headroom: number
  layers: (axis: Axis) => Layer[]
  says: string[]
  /** What the stars mean, as far as they occur. */
  foot?: string
}

const LADDER = [
  ['*', 'p < 0.05'],
  ['**', 'p < 0.01'],
  ['***', 'p < 0.001'],
  ['n.s.', 'not significant'],
] as const

function keyOf(ps: readonly number[]): string {
  const used = new Set(ps.map(starsOf))
  return LADDER.flatMap(([sign, meaning]) => (used.has(sign) ? [`${sign} ${meaning}`] : [])).join(
    ',   ',
  )
}

const INK = '#30363d'
/** Height of one bracket with its stars, as a share of the data's range. */
const STEP = 0.1

/** Stars above marks that have a p value, and brackets between compared categories. */
export function starsLayers(
  draft: ChartDraft,
  categories: readonly string[],
  standing: readonly Standing[],
  off: boolean,
  /** Where the values start from: zero for lengths, the lowest value for places. */
  base = 0,
): Stars {
  const overlays = (draft.ir.overlays ?? []).filter(({ kind }) => kind === 'stars')
  const field = draft.field('x')
  const own = overlays.some(({ pair }) => !pair)
    ? standing.filter(({ datum }) => datum.p !== null)
    : []
  const pairs = overlays.flatMap(({ pair, p, text }) => {
    const [from, to] = [categories.indexOf(pair?.[0] ?? ''), categories.indexOf(pair?.[1] ?? '')]
    const sign = text ?? (p === undefined ? undefined : starsOf(p))
    if (from < 0 || to < 0 || sign === undefined) return []
    return [{ from: Math.min(from, to), to: Math.max(from, to), p, sign }]
  })
  if (off && pairs.length > 0)
    draft.notes.push('signs between two groups are not drawn over parts of a whole or in panels')
  if (off || own.length + pairs.length === 0) return { headroom: 0, layers: () => [], says: [] }
  const top = ({ datum }: Standing) => Math.max(datum.y, datum.hi ?? datum.y)
  const [low, high] = extent([base, ...standing.map(top)])
  const step = (high - low) * STEP
  const levels = pairs.length > 0 ? stackedLevels(pairs) : []
  return {
    headroom: own.length > 0 ? 0.09 : STEP * (Math.max(...levels, 0) + 1.1),
    layers: () => [
      ...ownStars(own, top),
      ...brackets(
        pairs.map((pair, i) => ({
          ...pair,
          v: bracketBase(pair, standing, top) + step * (0.35 + (levels[i] ?? 0)),
          tick: step * 0.14,
        })),
      ),
    ],
    foot: keyOf([...own.map(({ datum }) => datum.p ?? 1), ...pairs.flatMap(({ p }) => p ?? [])]),
    says: [
      ...own.map(({ datum }) => `${cellText(datum.x, field)}: p = ${datum.p}.`).slice(0, 8),
      ...pairs.map(
        ({ from, to, p, sign }) =>
          `${categories[from]} against ${categories[to]}: ${p === undefined ? sign.replace(/\.$/, '') : `p = ${p}`}.`,
      ),
    ],
  }

  function bracketBase(
    pair: { from: number; to: number },
    list: readonly Standing[],
    height: (one: Standing) => number,
  ) {
    const under = list.filter(({ at }) => at >= pair.from - 0.5 && at <= pair.to + 0.5)
    return pairs.length > 1 ? high : extent(under.map(height))[1]
  }
}

/** Brackets that overlap stand above each other, short ones below. */
function stackedLevels(pairs: readonly { from: number; to: number }[]): number[] {
  const levels: number[] = pairs.map(() => 0)
  const order = pairs.map((_, i) => i).sort((a, b) => width(pairs[a]) - width(pairs[b]))
  order.forEach((index, k) => {
    const one = pairs[index]
    const taken = order
      .slice(0, k)
      .filter((other) => one && pairs[other] && overlap(one, pairs[other]))
      .map((other) => levels[other])
    let level = 0
    while (taken.includes(level)) level++
    levels[index] = level
  })
  return levels
}

const width = (pair: { from: number; to: number } | undefined) => (pair ? pair.to - pair.from : 0)
const overlap = (a: { from: number; to: number }, b: { from: number; to: number }) =>
  a.from <= b.to && b.from <= a.to

function ownStars(own: readonly Standing[], top: (one: Standing) => number): Layer[] {
  if (own.length === 0) return []
  const rows = own.map(
    (one): MarkRow => ({
      a: one.at,
      v: top(one),
      c: INK,
      s: one.datum.s,
      f: one.datum.f,
      t: starsOf(one.datum.p ?? 1),
      dy: String(one.datum.p),
    }),
  )
  return [{ mark: 'text', name: 'significance', rows, look: { away: 6, weight: 600, free: true } }]
}

function brackets(
  list: readonly {
    from: number
    to: number
    p: number | undefined
    sign: string
    v: number
    tick: number
  }[],
): Layer[] {
  if (list.length === 0) return []
  const own = { c: INK, s: '', f: '' }
  return [
    {
      mark: 'rule',
      name: 'bracket',
      rows: list.flatMap(({ from, to, v, tick }) => [
        { ...own, a: from, a2: to, v },
        { ...own, a: from, v: v - tick, v2: v },
        { ...own, a: to, v: v - tick, v2: v },
      ]),
      look: { strokeWidth: 1.6 },
    },
    {
      mark: 'text',
      name: 'significance',
      rows: list.map(({ from, to, v, p, sign }) => ({
        ...own,
        a: (from + to) / 2,
        v,
        t: sign,
        ...(p === undefined ? {} : { dy: String(p) }),
      })),
      look: { away: 4, weight: 600, free: true },
    },
  ]
}
