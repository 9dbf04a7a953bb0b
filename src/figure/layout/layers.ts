import type { Link, Unit } from './levels'

/** A unit, or the place that a long link takes in a layer it passes. */
export interface Item {
  /** Undefined: a passing link. */
  unit: Unit | undefined
  /** Size along the reading direction and across it, in pixels. */
  main: number
  cross: number
  layer: number
  strip: number
  /** Place along the flow within the strip, from 0. */
  step: number
  /** Place along the axis: the step, counted from the far end where the strip runs back. */
  column: number
  /** Centre across. */
  centre: number
}

/** A link between neighbouring layers, or a part of a longer one. */
export interface Part {
  a: Item
  b: Item
  /** From the centre of each item across to where the link ends there. */
  aOff: number
  bOff: number
  link: Link
}

/** Longest path from the sources; feedback and whatever closes a cycle in input order is left out. */
export function assignLayers(units: readonly Unit[], links: readonly Link[]): Map<string, number> {
  const next = new Map<string, string[]>(units.map((unit) => [unit.id, []]))
  const linked = new Set<string>()
  for (const link of links) {
    if (link.from === link.to) continue
    linked.add(link.from).add(link.to)
    if (!link.feedback) next.get(link.from)?.push(link.to)
  }
  const order = topological(units, next)
  const layer = new Map<string, number>(units.map((unit) => [unit.id, 0]))
  for (const id of order) {
    for (const to of next.get(id) ?? []) {
      layer.set(to, Math.max(layer.get(to) ?? 0, (layer.get(id) ?? 0) + 1))
    }
  }
  // A source stands right before what it feeds, not at the far end of the figure.
  const reached = new Set([...next.values()].flat())
  for (const id of order) {
    const to = next.get(id) ?? []
    if (!reached.has(id) && to.length > 0) {
      layer.set(id, Math.min(...to.map((each) => layer.get(each) ?? 1)) - 1)
    }
  }
  const loose = units.filter((unit) => !linked.has(unit.id))
  for (const [index, unit] of loose.entries()) layer.set(unit.id, index)
  return layer
}

/** Sources first; links that close a cycle are taken out of `next`. */
function topological(units: readonly Unit[], next: Map<string, string[]>): string[] {
  const order: string[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (id: string) => {
    state.set(id, 'open')
    const kept: string[] = []
    for (const to of next.get(id) ?? []) {
      if (state.get(to) === 'open') continue
      kept.push(to)
      if (!state.has(to)) visit(to)
    }
    next.set(id, kept)
    state.set(id, 'done')
    order.push(id)
  }
  const targets = new Set([...next.values()].flat())
  for (const unit of units) if (!targets.has(unit.id) && !state.has(unit.id)) visit(unit.id)
  for (const unit of units) if (!state.has(unit.id)) visit(unit.id)
  return order.reverse()
}

/** Units by layer, without empty layers. */
export function columnsOf(items: readonly Item[]): Item[][] {
  const last = Math.max(...items.map((item) => item.layer))
  const columns = Array.from({ length: last + 1 }, (_, layer) =>
    items.filter((item) => item.layer === layer),
  ).filter((column) => column.length > 0)
  for (const [index, column] of columns.entries()) for (const item of column) item.layer = index
  return columns
}

/** Rounds of sorting by neighbours. */
const ROUNDS = 8

/**
 * Sorts each layer by the mean place of its neighbours, then swaps neighbours while that saves crossings, and keeps the
 * order with fewest. Without crossings the order is the diagram's own.
 */
export function orderLayers(columns: Item[][], parts: readonly Part[]): Item[][] {
  const pairs = pairsOf(parts)
  const place = new Map<Item, number>()
  const number = (order: readonly Item[][]) => {
    for (const column of order) {
      for (const [i, item] of column.entries()) place.set(item, (i + 0.5) / column.length)
    }
  }
  number(columns)
  let best = columns
  let fewest = crossingsOf(pairs, place)
  let order = columns
  for (let round = 0; round < ROUNDS && fewest > 0; round++) {
    order = sorted(order, pairs, place, round % 2 === 0)
    swapped(order, pairs, place)
    const crossings = crossingsOf(pairs, place)
    if (crossings < fewest) {
      fewest = crossings
      best = order
    }
  }
  return best
}

interface Pair {
  low: Item
  high: Item
}

function pairsOf(parts: readonly Part[]): Pair[] {
  return parts.flatMap(({ a, b }) => {
    if (a.layer === b.layer) return []
    return [a.layer < b.layer ? { low: a, high: b } : { low: b, high: a }]
  })
}

function sorted(
  order: readonly Item[][],
  pairs: readonly Pair[],
  place: Map<Item, number>,
  forward: boolean,
): Item[][] {
  const next = order.map((column) => [...column])
  for (let step = 1; step < next.length; step++) {
    const column = next[forward ? step : next.length - 1 - step]
    if (!column) continue
    const sums = new Map<Item, { sum: number; count: number }>()
    for (const { low, high } of pairs) {
      const [item, other] = forward ? [high, low] : [low, high]
      const sum = sums.get(item) ?? { sum: 0, count: 0 }
      sum.sum += place.get(other) ?? 0.5
      sum.count++
      sums.set(item, sum)
    }
    const key = (item: Item) => {
      const sum = sums.get(item)
      return sum ? sum.sum / sum.count : (place.get(item) ?? 0.5)
    }
    const keys = new Map(column.map((item) => [item, key(item)]))
    column.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
    for (const [i, item] of column.entries()) place.set(item, (i + 0.5) / column.length)
  }
  return next
}

/** Swaps neighbours in place as long as that saves crossings. */
function swapped(order: Item[][], pairs: readonly Pair[], place: Map<Item, number>): void {
  for (const column of order) {
    const own = pairs.filter(({ low, high }) => column.includes(low) || column.includes(high))
    if (own.length > 60) continue
    for (let i = 1; i < column.length; i++) {
      const [a, b] = [column[i - 1], column[i]]
      if (!a || !b) continue
      const before = crossingsOf(own, place)
      if (before === 0) break
      const [pa, pb] = [place.get(a) ?? 0, place.get(b) ?? 0]
      place.set(a, pb).set(b, pa)
      if (crossingsOf(own, place) < before) {
        column[i - 1] = b
        column[i] = a
      } else place.set(a, pa).set(b, pb)
    }
  }
}

function crossingsOf(pairs: readonly Pair[], place: Map<Item, number>): number {
  let count = 0
  for (const [index, one] of pairs.entries()) {
    for (let k = index + 1; k < pairs.length; k++) {
      const two = pairs[k]
      if (!two || one.low.layer !== two.low.layer || one.high.layer !== two.high.layer) continue
      const low = (place.get(one.low) ?? 0) - (place.get(two.low) ?? 0)
      const high = (place.get(one.high) ?? 0) - (place.get(two.high) ?? 0)
      if (low * high < 0) count++
    }
  }
  return count
}
