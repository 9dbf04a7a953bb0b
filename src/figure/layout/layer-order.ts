import type { Item, LayerPart } from './layers'

/** Rounds of sorting by neighbours. */
const ROUNDS = 8

/**
 * Sorts each layer by the mean place of its neighbours, then swaps neighbours while that saves crossings, and keeps the
 * order with fewest. Without crossings the order is the diagram's own, and that of units with the same neighbours is so
 * always. `work`: links held against each other.
 */
export function orderLayers(
  columns: Item[][],
  parts: readonly LayerPart[],
): { order: Item[][]; work: number } {
  const graph = new LayerGraph(columns, parts)
  let best = graph.numbered(columns)
  let fewest = graph.crossings()
  let order = best
  let rounds = 0
  while (rounds < ROUNDS && fewest > 0) {
    order = graph.sorted(order, rounds % 2 === 0)
    graph.swap(order)
    const crossings = graph.crossings()
    if (crossings < fewest) {
      fewest = crossings
      best = order
    }
    rounds++
  }
  return {
    order: twinsInOrder(
      best.map((column) => [...column].map((at) => graph.items[at] as Item)),
      columns,
      parts,
    ),
    work: (1 + rounds) * graph.work,
  }
}

/** Units with the same neighbours, in the places that they have among others, in the order of the diagram. */
function twinsInOrder(order: Item[][], own: Item[][], parts: readonly LayerPart[]): Item[][] {
  const links = [...new Set(parts.map(({ link }) => link))]
  const neighbours = Map.groupBy(
    links.flatMap(({ from, to }) => [
      { id: from, other: `>${to}` },
      { id: to, other: `<${from}` },
    ]),
    ({ id }) => id,
  )
  const kind = ({ unit }: Item) =>
    unit && JSON.stringify((neighbours.get(unit.id) ?? []).map(({ other }) => other).sort())
  return order.map((column, layer) => {
    const waiting = Map.groupBy(own[layer] ?? [], kind)
    return column.map((item) => (item.unit && waiting.get(kind(item))?.shift()) ?? item)
  })
}

/** Items of each layer in order, by number. */
type Order = readonly Int32Array[]

/** Ends of links at other items, those of item `i` from `from[i]` up to `from[i + 1]`. */
interface Ends {
  from: Int32Array
  item: Int32Array
  /** Where in the item's place, which is a share of its column, the link ends there. */
  off: Float64Array
}

/** Layers and the links between them as numbers: large graphs are sorted hundreds of times. */
class LayerGraph {
  readonly items: readonly Item[]
  /** Pairs of links between two layers. */
  readonly work: number
  /** In its layer, from 0 to 1. */
  readonly #place: Float64Array
  readonly #layer: Int32Array
  readonly #key: Float64Array
  readonly #low: Ends
  readonly #high: Ends
  /** Links by the two layers that they join. */
  readonly #between: readonly Links[]

  constructor(columns: readonly Item[][], parts: readonly LayerPart[]) {
    this.items = columns.flat()
    const count = this.items.length
    this.#place = new Float64Array(count)
    this.#key = new Float64Array(count)
    this.#layer = Int32Array.from(this.items, (item) => item.layer)
    const numbers = new Map(this.items.map((item, index) => [item, index]))
    const end = (item: Item, off: number): End => ({
      item: numbers.get(item) ?? 0,
      off: item.cross > 0 ? off / item.cross / (columns[item.layer]?.length ?? 1) : 0,
    })
    const links = parts.flatMap(({ a, b, aOff, bOff }): Link[] => {
      if (a.layer === b.layer) return []
      const [one, two] = [end(a, aOff), end(b, bOff)]
      return [a.layer < b.layer ? { low: one, high: two } : { low: two, high: one }]
    })
    this.#low = endsBy(
      count,
      links.map(({ low, high }) => [high.item, low]),
    )
    this.#high = endsBy(
      count,
      links.map(({ low, high }) => [low.item, high]),
    )
    const layers = ({ low, high }: Link) =>
      (this.#layer[low.item] ?? 0) * columns.length + (this.#layer[high.item] ?? 0)
    this.#between = [...Map.groupBy(links, layers).values()].map(linksOf)
    this.work = links.length + this.#between.reduce((sum, { count }) => sum + count ** 2 / 2, 0)
  }

  /** The columns by number, each item in its place. */
  numbered(columns: readonly Item[][]): Order {
    let next = 0
    const order = columns.map((column) => Int32Array.from(column, () => next++))
    for (const column of order) this.#number(column)
    return order
  }

  #number(column: Int32Array): void {
    for (let i = 0; i < column.length; i++)
      this.#place[column[i] as number] = (i + 0.5) / column.length
  }

  sorted(order: Order, forward: boolean): Order {
    const next = order.map((column) => column.slice())
    const key = this.#key
    const { from, item, off } = forward ? this.#low : this.#high
    for (let step = 1; step < next.length; step++) {
      const column = next[forward ? step : next.length - 1 - step]
      if (!column) continue
      for (const at of column) {
        const [first, last] = [from[at] as number, from[at + 1] as number]
        let sum = 0
        for (let i = first; i < last; i++)
          sum = sum + (this.#place[item[i] as number] as number) + (off[i] as number)
        key[at] = last > first ? sum / (last - first) : (this.#place[at] as number)
      }
      column.sort((a, b) => (key[a] as number) - (key[b] as number))
      this.#number(column)
    }
    return next
  }

  /** Swaps neighbours in place as long as that saves crossings. */
  swap(order: Order): void {
    const place = this.#place
    for (const column of order) {
      for (let i = 1; i < column.length; i++) {
        const [a, b] = [column[i - 1] as number, column[i] as number]
        if (this.#isLoose(a) || this.#isLoose(b)) continue
        if (this.#inversions(this.#low, a, b) + this.#inversions(this.#high, a, b) <= 0) continue
        column[i - 1] = b
        column[i] = a
        const before = place[a] as number
        place[a] = place[b] as number
        place[b] = before
      }
    }
  }

  #isLoose(at: number): boolean {
    return (
      this.#low.from[at] === this.#low.from[at + 1] &&
      this.#high.from[at] === this.#high.from[at + 1]
    )
  }

  /** Crossings of the links of one item with those of the item after it, less those they would have the other way round. */
  #inversions({ from, item, off }: Ends, one: number, two: number): number {
    const place = this.#place
    let count = 0
    for (let i = from[one] as number; i < (from[one + 1] as number); i++) {
      const p = item[i] as number
      const at = (place[p] as number) + (off[i] as number)
      for (let k = from[two] as number; k < (from[two + 1] as number); k++) {
        const q = item[k] as number
        if (this.#layer[p] !== this.#layer[q]) continue
        count += Math.sign(at - (place[q] as number) - (off[k] as number))
      }
    }
    return count
  }

  /** Of the links as their items stand now. */
  crossings(): number {
    const place = this.#place
    let crossed = 0
    for (const { count, low, high, lowOff, highOff, lowAt, highAt } of this.#between) {
      for (let i = 0; i < count; i++) {
        lowAt[i] = place[low[i] as number] as number
        highAt[i] = place[high[i] as number] as number
      }
      for (let i = 1; i < count; i++) {
        const one = (lowAt[i] as number) + (lowOff[i] as number)
        const two = (highAt[i] as number) + (highOff[i] as number)
        for (let k = 0; k < i; k++) {
          const over = one - (lowAt[k] as number) - (lowOff[k] as number)
          const under = two - (highAt[k] as number) - (highOff[k] as number)
          if (over * under < 0) crossed++
        }
      }
    }
    return crossed
  }
}

interface End {
  item: number
  off: number
}

interface Link {
  low: End
  high: End
}

function endsBy(count: number, ends: readonly (readonly [at: number, end: End])[]): Ends {
  const from = new Int32Array(count + 1)
  for (const [at] of ends) from[at + 1] = (from[at + 1] as number) + 1
  for (let i = 0; i < count; i++) from[i + 1] = (from[i + 1] as number) + (from[i] as number)
  const next = from.slice()
  const item = new Int32Array(ends.length)
  const off = new Float64Array(ends.length)
  for (const [at, end] of ends) {
    const place = next[at] as number
    next[at] = place + 1
    item[place] = end.item
    off[place] = end.off
  }
  return { from, item, off }
}

type Links = ReturnType<typeof linksOf>

/** Links between two layers; `lowAt` and `highAt` are room for the places of their ends. */
function linksOf(links: readonly Link[]) {
  return {
    count: links.length,
    low: Int32Array.from(links, ({ low }) => low.item),
    high: Int32Array.from(links, ({ high }) => high.item),
    lowOff: Float64Array.from(links, ({ low }) => low.off),
    highOff: Float64Array.from(links, ({ high }) => high.off),
    lowAt: new Float64Array(links.length),
    highAt: new Float64Array(links.length),
  }
}
