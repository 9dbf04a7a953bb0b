import type { Layers } from './layers'

/** Sweeps to and fro, and how many of them in turn may save nothing. */
const SWEEPS = 16
const FRUITLESS = 4
/** Ends of links stay within the places of their units. */
const WITHIN = 0.9

/**
 * Orders every layer for few crossings, clusters held together and in one order in all layers: sorting by the mean place
 * of neighbours (Sugiyama, Tagawa and Toda), then swapping neighbours while that saves crossings. Between orders with as
 * many crossings, the one that is nearer to the diagram's own.
 */
export function orderLayers(layers: Layers): Ordered {
  const ordering = new Ordering(layers)
  const { order } = ordering.swept()
  return { order, crossings: ordering.crossings(order, false) }
}

interface Ordered {
  order: number[][]
  /** Of links with each other; while orders are compared, with sides of clusters as well. */
  crossings: number
}

class Ordering {
  /** By item: what it is linked to in the rank before, and in the one after. */
  readonly #before: Near[][]
  readonly #after: Near[][]
  /** Of each item in its rank. */
  readonly #place: Float64Array
  /** In which order clusters stand side by side. */
  readonly #sequence: ReadonlyMap<string, number>

  constructor(readonly layers: Layers) {
    const { items, segments, clusters } = layers
    this.#before = items.map(() => [])
    this.#after = items.map(() => [])
    for (const { from, to, link, starts, ends } of segments) {
      const one = starts ? WITHIN * (link?.fromShare ?? 0) : 0
      const two = ends ? WITHIN * (link?.toShare ?? 0) : 0
      const isSide = link === undefined
      this.#after[from]?.push({ at: to, off: two, own: one, isSide })
      this.#before[to]?.push({ at: from, off: one, own: two, isSide })
    }
    this.#place = new Float64Array(items.length)
    this.#sequence = new Map([...clusters.keys()].map((id, at) => [id, at]))
  }

  /** The best order that sweeps from the diagram's own find. */
  swept(): Ordered {
    const { items, graph, ranks } = this.layers
    const place = new Map(graph.units.map(({ id }, at) => [id, at]))
    const keys = Float64Array.from(items, ({ kind, link }, at) =>
      kind === 'pass' && link ? ((place.get(link.from) ?? 0) + (place.get(link.to) ?? 0)) / 2 : at,
    )
    const first = Array.from({ length: ranks.count }, (): number[] => [])
    for (const [at, { rank }] of items.entries()) first[rank]?.push(at)
    return this.#improved(first.map((rank) => this.#sorted(rank, keys)))
  }

  #improved(first: number[][]): Ordered {
    let order = first.map((rank) => [...rank])
    this.#number(order)
    this.#swap(order)
    let best: Ordered = { order: order.map((rank) => [...rank]), crossings: this.crossings(order) }
    for (
      let sweep = 0, idle = 0;
      sweep < SWEEPS && idle < FRUITLESS && best.crossings > 0;
      sweep++
    ) {
      order = this.#sweep(order, sweep % 2 === 0)
      this.#swap(order)
      const crossings = this.crossings(order)
      idle++
      if (crossings >= best.crossings) continue
      best = { order: order.map((rank) => [...rank]), crossings }
      idle = 0
    }
    return best
  }

  #number(order: readonly number[][]): void {
    for (const rank of order) for (const [place, at] of rank.entries()) this.#place[at] = place
  }

  #sweep(order: readonly number[][], forth: boolean): number[][] {
    const next = order.map((rank) => [...rank])
    const keys = new Float64Array(this.layers.items.length)
    const near = forth ? this.#before : this.#after
    const lengthOf = (at: number) => next[this.layers.items[at]?.rank ?? 0]?.length ?? 1
    for (let step = 0; step < next.length; step++) {
      const at = forth ? step : next.length - 1 - step
      const rank = next[at] ?? []
      for (const item of rank) {
        const ends = near[item] ?? []
        const sum = ends.reduce(
          (all, end) => all + ((this.#place[end.at] as number) + 0.5 + end.off) / lengthOf(end.at),
          0,
        )
        const own = ((this.#place[item] as number) + 0.5) / rank.length
        keys[item] = ends.length > 0 ? sum / ends.length : own
      }
      const sorted = this.#sorted(rank, keys)
      next[at] = sorted
      for (const [place, item] of sorted.entries()) this.#place[item] = place
    }
    return next
  }

  /** Items by their keys, those of a cluster together between its ends, clusters side by side in their sequence. */
  #sorted(rank: readonly number[], keys: Float64Array, depth = 0): number[] {
    const { items, paths } = this.layers
    const inner = Map.groupBy(
      rank.filter((at) => (paths[at]?.length ?? 0) > depth),
      (at) => paths[at]?.[depth] ?? '',
    )
    const entries: { key: number; cluster?: string; all: number[] }[] = rank
      .filter(
        (at) =>
          (paths[at]?.length ?? 0) === depth &&
          items[at]?.kind !== 'low' &&
          items[at]?.kind !== 'high',
      )
      .map((at) => ({ key: keys[at] as number, all: [at] }))
    for (const [cluster, all] of inner) {
      const [low, high] = ['low', 'high'].map((kind) =>
        all.find((at) => items[at]?.kind === kind && items[at]?.cluster === cluster),
      ) as [number, number]
      const own = all.filter((at) => at !== low && at !== high)
      const solid = own.filter((at) => items[at]?.kind === 'unit' || items[at]?.kind === 'pass')
      const of = solid.length > 0 ? solid : all
      const key = of.reduce((sum, at) => sum + (keys[at] as number), 0) / of.length
      entries.push({ key, cluster, all: [low, ...this.#sorted(own, keys, depth + 1), high] })
    }
    entries.sort((a, b) => a.key - b.key)
    const slots = entries.flatMap(({ cluster }, at) => (cluster === undefined ? [] : at))
    const inSequence = slots
      .map((at) => entries[at] as (typeof entries)[number])
      .sort(
        (a, b) =>
          (this.#sequence.get(a.cluster ?? '') ?? 0) - (this.#sequence.get(b.cluster ?? '') ?? 0),
      )
    for (const [n, at] of slots.entries()) entries[at] = inSequence[n] as (typeof entries)[number]
    return entries.flatMap(({ all }) => all)
  }

  /** Swaps neighbours, single items and whole clusters with them, as long as that saves crossings. */
  #swap(order: number[][]): void {
    for (let round = 0, saved = true; saved && round < SWEEPS; round++) {
      saved = false
      for (const rank of order)
        for (let i = 0; i + 1 < rank.length; i++) {
          const [a, b] = [this.#blockAt(rank, i), this.#blockAfter(rank, i)]
          if (!a || !b || (a.length > 1 && b.length > 1)) continue
          const saves = this.#between(a, b) - this.#between(b, a)
          if (saves <= 0) continue
          rank.splice(i, a.length + b.length, ...b, ...a)
          for (let k = i; k < i + a.length + b.length; k++) this.#place[rank[k] as number] = k
          saved = true
        }
    }
  }

  /** The item at a place of a rank, or the cluster that begins there. */
  #blockAt(rank: readonly number[], from: number): number[] | undefined {
    const at = rank[from]
    const item = at === undefined ? undefined : this.layers.items[at]
    if (at === undefined || !item || item.kind === 'high') return undefined
    if (item.kind !== 'low') return [at]
    const to = rank.findIndex(
      (each, place) =>
        place > from &&
        this.layers.items[each]?.kind === 'high' &&
        this.layers.items[each]?.cluster === item.cluster,
    )
    return rank.slice(from, to + 1)
  }

  /** What stands beside the block at a place, in the same cluster. */
  #blockAfter(rank: readonly number[], from: number): number[] | undefined {
    const first = this.#blockAt(rank, from)
    return first && this.#blockAt(rank, from + first.length)
  }

  /** Crossings of the links of two blocks as the first stands before the second. */
  #between(one: readonly number[], two: readonly number[]): number {
    let count = 0
    for (const a of one)
      for (const b of two)
        count += this.#inversions(this.#before, a, b) + this.#inversions(this.#after, a, b)
    return count
  }

  #inversions(near: readonly Near[][], a: number, b: number): number {
    let count = 0
    for (const p of near[a] ?? [])
      for (const q of near[b] ?? [])
        if ((this.#place[p.at] as number) + p.off > (this.#place[q.at] as number) + q.off) count++
    return count
  }

  /** Of links with each other, and with the sides of clusters. */
  crossings(order: readonly number[][], withSides = true): number {
    this.#number(order)
    let count = 0
    for (const rank of order) {
      const ends = rank.flatMap((at) =>
        (this.#after[at] ?? [])
          .filter(({ isSide }) => withSides || !isSide)
          .map((end) => ({
            from: (this.#place[at] as number) + end.own,
            to: (this.#place[end.at] as number) + end.off,
          })),
      )
      ends.sort((a, b) => a.from - b.from || a.to - b.to)
      for (let i = 1; i < ends.length; i++)
        for (let k = 0; k < i; k++) {
          const [a, b] = [ends[k], ends[i]]
          if (a && b && a.from < b.from && a.to > b.to) count++
        }
    }
    return count
  }
}

/** An item that a link leads to, and where the link ends at it and at one's own, as shares of them. */
interface Near {
  at: number
  off: number
  own: number
  /** It is a side of a cluster, not a link. */
  isSide: boolean
}
