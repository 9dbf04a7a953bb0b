import { around, type Cluster, type LayeredGraph, type Link } from './layered-graph'
import type { Ranks } from './ranks'

/** What stands in a layer: a unit, the place that a long link passes by, or an end of a cluster. */
export interface Item {
  kind: 'unit' | 'pass' | 'low' | 'high'
  /** Of a unit, its id. */
  unit?: string
  link?: Link
  cluster: string | undefined
  rank: number
}

/** A link, or a part of one, from an item of a layer to one of the next; without a link, a side of a cluster. */
export interface Segment {
  from: number
  to: number
  link: Link | undefined
  /** Whether it begins and ends where its link does. */
  starts: boolean
  ends: boolean
}

/** A graph cut into layers: links over several are parts, each passing the layers between in a place of its own. */
export interface Layers {
  graph: LayeredGraph
  ranks: Ranks
  items: Item[]
  segments: Segment[]
  /** From the outermost cluster around an item to the innermost. */
  paths: string[][]
  clusters: ReadonlyMap<string, Cluster>
}

/** Places in passing that all links take at most; what is longest goes without. */
const MOST_PASSING = 3000

/** Every unit, in the order of the diagram, and every place in passing in the layer of its rank. */
export function layersOf(graph: LayeredGraph, ranks: Ranks): Layers {
  const clusters = new Map(graph.clusters.map((cluster) => [cluster.id, cluster]))
  const rankOf = (id: string) => ranks.units.get(id) ?? 0
  const items: Item[] = graph.units.map(({ id, cluster }) => ({
    ...{ kind: 'unit', unit: id, cluster, rank: rankOf(id) },
  }))
  const index = new Map(graph.units.map(({ id }, at) => [id, at]))
  const segments: Segment[] = []
  for (const { id } of graph.clusters) {
    const { first, last } = ranks.clusters.get(id) ?? { first: 0, last: -1 }
    for (const kind of ['low', 'high'] as const)
      for (let rank = first; rank <= last; rank++) {
        const at = items.push({ kind, cluster: id, rank }) - 1
        const side = { link: undefined, starts: false, ends: false }
        if (rank > first) segments.push({ from: at - 1, to: at, ...side })
      }
  }
  const longest = longestPassing(graph.links, rankOf)
  for (const link of graph.links) {
    const [from, to] = [index.get(link.from), index.get(link.to)]
    const span = rankOf(link.to) - rankOf(link.from)
    if (from === undefined || to === undefined || link.back || span < 1 || span > longest) continue
    let last = from
    for (let rank = rankOf(link.from) + 1; rank <= rankOf(link.to); rank++) {
      const ends = rank === rankOf(link.to)
      const cluster = homeOf(items[from] as Item, items[to] as Item, rank, clusters, ranks)
      const at = ends ? to : items.push({ kind: 'pass', link, cluster, rank }) - 1
      segments.push({ from: last, to: at, link, starts: last === from, ends })
      last = at
    }
  }
  const paths = items.map(({ cluster }) => around(clusters, cluster).reverse())
  return { graph, ranks, items, segments, paths, clusters }
}

/** The span up to which links get places in the layers that they pass. */
function longestPassing(links: readonly Link[], rankOf: (id: string) => number): number {
  let left = MOST_PASSING
  const spans = links.map(({ from, to }) => rankOf(to) - rankOf(from)).sort((a, b) => a - b)
  for (const span of spans) {
    left -= Math.max(0, span - 1)
    if (left < 0) return span - 1
  }
  return Number.POSITIVE_INFINITY
}

/** The cluster in which a link passes a rank: that of one of its ends as far as this reaches, else what holds both. */
function homeOf(
  from: Item,
  to: Item,
  rank: number,
  clusters: ReadonlyMap<string, Cluster>,
  { clusters: spans }: Ranks,
): string | undefined {
  const [a, b] = [around(clusters, from.cluster), around(clusters, to.cluster)]
  const common = a.find((id) => b.includes(id))
  const leaving = a.find((id) => id === common || rank <= (spans.get(id)?.last ?? -1))
  const entering = b.find((id) => id === common || rank >= (spans.get(id)?.first ?? 0))
  if (leaving === common) return entering
  return entering === common ? leaving : common
}
