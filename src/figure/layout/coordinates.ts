import type { Gaps, Link, Sizes } from './layered-graph'
import type { Item, Layers, Segment } from './layers'
import { networkSimplex, type Tie } from './network-simplex'

/**
 * What a pixel costs by which a part of a link is not straight: of the main path, of others, of weak ones, times a factor
 * by how many of its ends are places in passing (Gansner and others take 1, 2 and 8); a pixel of a frame, and one by which
 * an even fork, or a meeting of as many, is not in the middle of its arms.
 */
const WEIGHT = { main: 48, usual: 4, weak: 2, frame: 1, fork: 3, meeting: 1 } as const
const PASSING = [1, 2, 6] as const

/** Items in layers above which nobody sees whether a fork is even, and a second pass takes long. */
const MOST_EVENED = 250

export interface Across {
  /** The middle of each item across the flow. */
  middles: number[]
  /** Both sides of each cluster. */
  clusters: Map<string, { low: number; high: number }>
}

/** Layers in order, with the parts of links that are straight before all others. */
export interface Ordered {
  layers: Layers
  order: readonly number[][]
  main: ReadonlySet<Segment>
}

/** Places across the flow: links as straight as order and room allow, most of all the main path, by network simplex. */
export function placeAcross({ layers, order, main }: Ordered, sizes: Sizes): Across {
  const { items, graph } = layers
  const first = items.length
  const sides = new Map(
    graph.clusters.map(({ id }, at) => [id, { low: first + 2 * at, high: first + 2 * at + 1 }]),
  )
  const variable = (at: number) => {
    const { kind, cluster = '' } = items[at] as Item
    return kind === 'low' || kind === 'high' ? (sides.get(cluster)?.[kind] ?? at) : at
  }
  const ties: Tie[] = []
  for (const rank of order)
    for (let place = 1; place < rank.length; place++) {
      const [one, two] = [rank[place - 1] as number, rank[place] as number]
      const [a, b] = [items[one] as Item, items[two] as Item]
      const room = (crossOf(a, sizes) + crossOf(b, sizes)) / 2 + roomBetween(a, b, sizes)
      ties.push({ tail: variable(one), head: variable(two), least: Math.round(room), weight: 0 })
    }
  ties.push(...answersApart(layers, order, main, sizes))
  for (const [id, { low, high }] of sides) {
    const least = Math.round(sizes.clusters.get(id)?.cross ?? 0)
    ties.push({ tail: low, head: high, least, weight: WEIGHT.frame })
  }
  let count = first + 2 * graph.clusters.length
  for (const segment of layers.segments) {
    const { link } = segment
    if (!link) continue
    const weight = weightOf(segment, link, main, items)
    for (const { tail, head, by } of endsOf(segment, link, sizes, sides)) {
      ties.push({ tail: count, head: tail, least: Math.max(0, -by), weight })
      ties.push({ tail: count, head, least: Math.max(0, by), weight })
      count++
    }
  }
  let places = networkSimplex(count, ties, true)
  const forks = first > MOST_EVENED ? [] : evenForks({ layers, order, main }, sizes, places)
  for (const { tail, head, by, weight } of forks) {
    ties.push({ tail: count, head: tail, least: Math.max(0, -by), weight })
    ties.push({ tail: count, head, least: Math.max(0, by), weight })
    count++
  }
  if (forks.length > 0) places = networkSimplex(count, ties, true)
  const at = (index: number) => places[index] ?? 0
  return {
    middles: items.map((_, index) => at(index)),
    clusters: new Map(
      [...sides].map(([id, { low, high }]) => [id, { low: at(low), high: at(high) }]),
    ),
  }
}

/** What an item takes across the flow. */
export const crossOf = ({ kind, unit = '' }: Item, { units, gaps }: Sizes): number =>
  kind === 'unit' ? (units.get(unit)?.cross ?? 0) : kind === 'pass' ? gaps.track : 0

/** How far a part of a link is from straight. */
export function bendOf(
  { from, to, link, starts, ends }: Segment,
  across: Across,
  { links }: Sizes,
): number {
  const { fromAt = 0, toAt = 0 } = links.get(link?.id ?? '') ?? {}
  const [a, b] = [across.middles[from] ?? 0, across.middles[to] ?? 0]
  return Math.abs(a + (starts ? fromAt : 0) - b - (ends ? toAt : 0))
}

function weightOf(
  segment: Segment,
  { weak }: Link,
  main: ReadonlySet<Segment>,
  items: readonly Item[],
): number {
  const passing = [segment.from, segment.to].filter((at) => items[at]?.kind === 'pass').length
  const base = main.has(segment) ? WEIGHT.main : weak ? WEIGHT.weak : WEIGHT.usual
  return base * (PASSING[passing] ?? 1)
}

/** What a part of a link holds in line, the head by so much more than the tail; both sides of a frame that it ends at. */
function endsOf(
  { from, to, starts, ends }: Segment,
  { id, fromCluster = '', toCluster = '' }: Link,
  { links }: Sizes,
  sides: ReadonlyMap<string, { low: number; high: number }>,
): { tail: number; head: number; by: number }[] {
  const { fromAt = 0, toAt = 0 } = links.get(id) ?? {}
  const end = (at: number, isEnd: boolean, cluster: string, off: number) => {
    const frame = isEnd ? sides.get(cluster) : undefined
    if (frame) return [frame.low, frame.high].map((side) => ({ at: side, off: 0 }))
    return [{ at, off: isEnd ? off : 0 }]
  }
  const heads = end(to, ends, toCluster, toAt)
  return end(from, starts, fromCluster, fromAt).flatMap((tail) =>
    heads.map((head) => ({ tail: tail.at, head: head.at, by: Math.round(tail.off - head.off) })),
  )
}

/**
 * What holds the stem of each fork of equals, or of each meeting of them, in the middle of its arms, by their distance in
 * `places`; nothing where all stand so.
 */
function evenForks(
  { layers: { items, segments }, order, main }: Ordered,
  { links }: Sizes,
  places: Int32Array,
): { tail: number; head: number; by: number; weight: number }[] {
  const place = new Map(order.flatMap((rank) => rank.map((at, index) => [at, index] as const)))
  const ends = segments.flatMap((segment) => {
    const { link, starts, from, to, ends } = segment
    const { fromAt = 0, toAt = 0 } = links.get(link?.id ?? '') ?? {}
    const off = { from: starts ? Math.round(fromAt) : 0, to: ends ? Math.round(toAt) : 0 }
    const at = { from: (places[from] ?? 0) + off.from, to: (places[to] ?? 0) + off.to }
    return link ? [{ segment, off, at }] : []
  })
  let isEven = true
  const arms = (['from', 'to'] as const).flatMap((stem) => {
    const arm = stem === 'from' ? 'to' : 'from'
    return [...Map.groupBy(ends, ({ segment }) => segment[stem])].flatMap(([unit, set]) => {
      const isMain = set.some(({ segment }) => main.has(segment))
      if (items[unit]?.kind !== 'unit' || set.length % 2 === 1 || isMain) return []
      const placed = ({ segment, at }: (typeof ends)[number]) =>
        (place.get(segment[arm]) ?? 0) + at[arm] / FAR
      const sorted = set.sort((a, b) => placed(a) - placed(b))
      const middle = sorted.slice(set.length / 2 - 1, set.length / 2 + 1)
      const [low = 0, high = 0] = middle.map(({ at }) => at[arm])
      const half = Math.round((high - low) / 2)
      return middle.map(({ segment: { from, to }, off, at }, index) => {
        const by = index === (stem === 'from' ? 1 : 0) ? half : -half
        if (Math.abs(at.to - at.from - by) > 1) isEven = false
        const weight = WEIGHT[stem === 'from' ? 'fork' : 'meeting']
        return { tail: from, head: to, by: by + off.from - off.to, weight }
      })
    })
  })
  return isEven ? [] : arms
}

/** Pixels, more than any figure has. */
const FAR = 1e6

/** The answers of a decision so far from each other that those beside it can leave at its corners. */
function answersApart(
  { items, segments }: Layers,
  order: readonly number[][],
  main: ReadonlySet<Segment>,
  sizes: Sizes,
): Tie[] {
  const place = new Map(order.flatMap((rank) => rank.map((at, index) => [at, index] as const)))
  const answers = Map.groupBy(
    segments.filter(({ from, link, starts }) => link && starts && isPointed(items[from], sizes)),
    ({ from }) => from,
  )
  return [...answers].flatMap(([from, set]) => {
    const beside = crossOf(items[from] as Item, sizes) / 2 + 2 * sizes.gaps.track
    const sorted = set.sort((a, b) => (place.get(a.to) ?? 0) - (place.get(b.to) ?? 0))
    return sorted.slice(1).flatMap((two, index): Tie[] => {
      const one = sorted[index] as Segment
      if (one.to === two.to) return []
      const sides = [one, two].filter((each) => !main.has(each)).length
      if (sides === 2 && set.length > 2) return []
      return [{ tail: one.to, head: two.to, least: Math.round(sides * beside), weight: 0 }]
    })
  })
}

const isPointed = (item: Item | undefined, { pointed }: Sizes) => pointed.has(item?.unit ?? '')

/** Room between two neighbours of a layer, from side to side. */
function roomBetween(a: Item, b: Item, { gaps, clusters }: Sizes): number {
  const isPassing = a.kind === 'pass' || b.kind === 'pass'
  if (a.kind === 'low' || b.kind === 'high') {
    if (a.kind === 'low' && b.kind === 'high' && a.cluster === b.cluster) return 0
    const frame = clusters.get((a.kind === 'low' ? a : b).cluster ?? '')
    const pad = (a.kind === 'low' ? frame?.low : frame?.high) ?? 0
    return isPassing ? Math.max(gaps.track, pad / 2) : pad
  }
  const between = a.kind === 'high' || b.kind === 'low' ? gaps.cluster : gaps.unit
  if (a.kind === 'pass' && b.kind === 'pass') return roomForLines(gaps)
  return isPassing ? BESIDE * between : between
}

const roomForLines = ({ track }: Gaps) => track / 2
/** Of the gap between units, what a line that passes leaves. */
const BESIDE = 0.5
