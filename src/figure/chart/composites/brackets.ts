import { extent } from '../stats'
import type { Json } from '../vega'
import { type Composite, fieldOn, isNumber } from './groups'

const INK = '#30363d'
/** Height of one bracket with its sign, as a share of the values' range. */
const STEP = 0.1

interface Pair {
  from: string
  to: string
  text: string
}

/** Brackets with signs between two names of the axis, short ones below. */
export function brackets(own: Composite): Json {
  const { encoding, mark, rows } = own
  const [x, y] = [fieldOn(own, 'x'), fieldOn(own, 'y')]
  const names = [...new Set(rows.map((row) => row[x]))]
  const tops = rows.flatMap((row) => [row[y], row.upper, row.raw].filter(isNumber))
  const [low, high] = extent([
    ...tops,
    ...(mark.reference === undefined ? [] : [Number(mark.reference)]),
  ])
  const step = (high - low) * STEP || 1
  const order = encoding.x?.sort
  const at = (name: string) => (Array.isArray(order) ? order.indexOf(name) : names.indexOf(name))
  const pairs = ((mark.pairs ?? []) as Pair[]).filter(
    ({ from, to }) => names.includes(from) && names.includes(to),
  )
  const levels = levelsOf(
    pairs.map(({ from, to }) => [Math.min(at(from), at(to)), Math.max(at(from), at(to))]),
  )
  const layers = pairs.flatMap(({ from, to, text }, i) => {
    const height = high + step * (0.5 + (levels[i] ?? 0))
    const middle = `(scale('x', ${JSON.stringify(from)}) + scale('x', ${JSON.stringify(to)}) + bandwidth('x')) / 2`
    const line = (encodingOf: Json): Json => ({
      name: `bracket${i + 1}`,
      data: { values: [{}] },
      mark: { type: 'rule', color: INK, strokeWidth: 0.8 },
      encoding: encodingOf,
    })
    const tick = (name: string) => ({
      ...line({ x: { datum: name }, y: { datum: height }, y2: { datum: height - step * 0.14 } }),
      name: `bracket-tick${2 * i + (name === from ? 1 : 2)}`,
    })
    return [
      line({ x: { datum: from }, x2: { datum: to }, y: { datum: height } }),
      tick(from),
      tick(to),
      {
        name: `significance${i + 1}`,
        data: { values: [{ text }] },
        mark: { type: 'text', dy: -4, baseline: 'bottom', fontWeight: 600, color: INK },
        encoding: { x: { value: { expr: middle } }, y: { datum: height }, text: { field: 'text' } },
      },
    ]
  })
  // The axis grows to hold the highest sign.
  const room = high + step * (1.1 + Math.max(0, ...levels))
  return {
    layer: [
      ...layers,
      {
        data: { values: [{}] },
        mark: { type: 'rule', opacity: 0 },
        encoding: { x: { datum: pairs[0]?.from ?? names[0] }, y: { datum: room } },
      },
    ],
  }
}

/** Brackets that overlap stand above each other. */
function levelsOf(spans: readonly (readonly [number, number] | number[])[]): number[] {
  const levels: number[] = spans.map(() => 0)
  const width = (i: number) => (spans[i]?.[1] ?? 0) - (spans[i]?.[0] ?? 0)
  const order = spans.map((_, i) => i).sort((a, b) => width(a) - width(b))
  order.forEach((index, k) => {
    const one = spans[index]
    const taken = order.slice(0, k).flatMap((other) => {
      const two = spans[other]
      return one && two && (one[0] ?? 0) <= (two[1] ?? 0) && (two[0] ?? 0) <= (one[1] ?? 0)
        ? [levels[other]]
        : []
    })
    let level = 0
    while (taken.includes(level)) level++
    levels[index] = level
  })
  return levels
}
