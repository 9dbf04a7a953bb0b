import type { LevelLink, Unit } from './levels'

/** A unit, or the place that a long link takes in a layer it passes. */
export interface Item {
  /** Undefined: a passing link. */
  unit: Unit | undefined
  /** Size along the reading direction and across it, in pixels. */
  main: number
  cross: number
  layer: number
  /** In its layer, from 0 to 1, while layers are put in order. */
  place: number
  strip: number
  /** Place along the flow within the strip, from 0. */
  step: number
  /** Place along the axis: the step, counted from the far end where the strip runs back. */
  column: number
  /** Centre across. */
  centre: number
}

/** A link between neighbouring layers, or a part of a longer one. */
export interface LayerPart {
  a: Item
  b: Item
  /** From the centre of each item across to where the link ends there. */
  aOff: number
  bOff: number
  link: LevelLink
}

/** Longest path from the sources; feedback and whatever closes a cycle in input order is left out. */
export function assignLayers(
  units: readonly Unit[],
  links: readonly LevelLink[],
): Map<string, number> {
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
export function orderLayers(columns: Item[][], parts: readonly LayerPart[]): Item[][] {
  const pairs = pairsOf(parts, columns)
  const between = [
    ...Map.groupBy(pairs, ({ low, high }) => low.layer * columns.length + high.layer).values(),
  ]
  const near = nearOf(pairs)
  for (const column of columns) numbered(column)
  let best = columns
  let fewest = crossingsOf(between)
  let order = columns
  for (let round = 0; round < ROUNDS && fewest > 0; round++) {
    order = sorted(order, near, round % 2 === 0)
    swapped(order, near)
    const crossings = crossingsOf(between)
    if (crossings < fewest) {
      fewest = crossings
      best = order
    }
  }
  return best
}

function numbered(column: readonly Item[]): void {
  for (const [i, item] of column.entries()) item.place = (i + 0.5) / column.length
}

/** A link between two layers; offsets say where in its item's place, which is a share of the column, it ends. */
interface Pair {
  low: Item
  high: Item
  lowOff: number
  highOff: number
}

function pairsOf(parts: readonly LayerPart[], columns: readonly Item[][]): Pair[] {
  const share = (item: Item, off: number) =>
    item.cross > 0 ? off / item.cross / (columns[item.layer]?.length ?? 1) : 0
  return parts.flatMap(({ a, b, aOff, bOff }) => {
    if (a.layer === b.layer) return []
    const [one, two] = [share(a, aOff), share(b, bOff)]
    return a.layer < b.layer
      ? [{ low: a, high: b, lowOff: one, highOff: two }]
      : [{ low: b, high: a, lowOff: two, highOff: one }]
  })
}

/** The items that an item is linked to in lower and in higher layers, and where in their place each link ends. */
interface Near {
  low: { item: Item; off: number }[]
  high: { item: Item; off: number }[]
}

function nearOf(pairs: readonly Pair[]): Map<Item, Near> {
  const near = new Map<Item, Near>()
  const at = (item: Item) => {
    const known = near.get(item) ?? { low: [], high: [] }
    near.set(item, known)
    return known
  }
  for (const { low, high, lowOff, highOff } of pairs) {
    at(low).high.push({ item: high, off: highOff })
    at(high).low.push({ item: low, off: lowOff })
  }
  return near
}

function sorted(
  order: readonly Item[][],
  near: ReadonlyMap<Item, Near>,
  forward: boolean,
): Item[][] {
  const next = order.map((column) => [...column])
  for (let step = 1; step < next.length; step++) {
    const column = next[forward ? step : next.length - 1 - step]
    if (!column) continue
    const keys = new Map(
      column.map((item) => {
        const others = near.get(item)?.[forward ? 'low' : 'high'] ?? []
        const sum = others.reduce((total, other) => total + other.item.place + other.off, 0)
        return [item, others.length > 0 ? sum / others.length : item.place]
      }),
    )
    column.sort((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
    numbered(column)
  }
  return next
}

/** Swaps neighbours in place as long as that saves crossings. */
function swapped(order: Item[][], near: ReadonlyMap<Item, Near>): void {
  for (const column of order) {
    for (let i = 1; i < column.length; i++) {
      const [a, b] = [column[i - 1], column[i]]
      const [one, two] = [a && near.get(a), b && near.get(b)]
      if (!a || !b || !one || !two) continue
      if (inversions(one.low, two.low) + inversions(one.high, two.high) <= 0) continue
      column[i - 1] = b
      column[i] = a
      ;[a.place, b.place] = [b.place, a.place]
    }
  }
}

/** Crossings of the links of one item with those of the item after it, less those they would have the other way round. */
function inversions(one: Near['low'], two: Near['low']): number {
  let count = 0
  for (const p of one) {
    for (const q of two) {
      if (p.item.layer === q.item.layer)
        count += Math.sign(p.item.place + p.off - q.item.place - q.off)
    }
  }
  return count
}

function crossingsOf(between: readonly (readonly Pair[])[]): number {
  let count = 0
  for (const pairs of between) {
    for (let i = 1; i < pairs.length; i++) {
      const one = pairs[i] as Pair
      for (let k = 0; k < i; k++) {
        const two = pairs[k] as Pair
        const low = one.low.place + one.lowOff - two.low.place - two.lowOff
        const high = one.high.place + one.highOff - two.high.place - two.highOff
        if (low * high < 0) count++
      }
    }
  }
  return count
}
