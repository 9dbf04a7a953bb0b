import { extent } from '../spec/stats'
import type { Json } from '../spec/vega'
import { type Composite, fieldOn, isNumber, layerOf } from './groups'

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
  const start = mark.reference === undefined ? [] : [Number(mark.reference)]
  const [low, high] = extent([...tops, ...start])
  const step = (high - low) * STEP || 1
  const order = Array.isArray(encoding.x?.sort) ? encoding.x.sort : names
  const pairs = ((mark.pairs ?? []) as Pair[])
    .filter(({ from, to }) => names.includes(from) && names.includes(to))
    .map((pair) => {
      const [a = 0, b = 0] = [pair.from, pair.to].map((name) => order.indexOf(name))
      return { ...pair, first: Math.min(a, b), last: Math.max(a, b), level: 0 }
    })
    .sort((one, two) => one.last - one.first - (two.last - two.first))
  for (const [i, one] of pairs.entries()) {
    const taken = pairs
      .slice(0, i)
      .filter((two) => one.first <= two.last && two.first <= one.last)
      .map(({ level }) => level)
    while (taken.includes(one.level)) one.level++
  }
  const look = { type: 'rule', color: INK, strokeWidth: 0.8 }
  const sign = { type: 'text', dy: -4, baseline: 'bottom', fontWeight: 600, color: INK }
  const layers = pairs.flatMap(({ from, to, text, level }) => {
    const height = high + step * (0.5 + level)
    const [left, right] = [from, to].map((name) => `scale('x', ${JSON.stringify(name)})`)
    const middle = { expr: `(${left} + ${right} + bandwidth('x')) / 2` }
    const place = { y: { datum: height } }
    const down = { ...place, y2: { datum: height - step * 0.14 } }
    const words = { x: { value: middle }, ...place, text: { field: 'text' } }
    return [
      layerOf('bracket', [{}], look, { x: { datum: from }, x2: { datum: to }, ...place }),
      ...[from, to].map((name) =>
        layerOf('bracket-tick', [{}], look, { x: { datum: name }, ...down }),
      ),
      layerOf('significance', [{ text }], sign, words),
    ]
  })
  // The axis grows to hold the highest sign.
  const room = high + step * (1.1 + Math.max(0, ...pairs.map(({ level }) => level)))
  const top = {
    data: { values: [{}] },
    mark: { type: 'rule', opacity: 0 },
    encoding: { x: { datum: pairs[0]?.from ?? names[0] }, y: { datum: room } },
  }
  return { layer: [...layers, top] }
}
