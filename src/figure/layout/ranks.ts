import { around, type LayeredGraph } from './layered-graph'
import { networkSimplex, type Tie } from './network-simplex'

export interface Ranks {
  /** By unit id, from 0. */
  units: Map<string, number>
  /** The first and the last rank of each cluster. */
  clusters: Map<string, { first: number; last: number }>
  count: number
}

/** What a rank more of a link, of a dashed one and of a cluster costs. */
const WEIGHT = { link: 4, weak: 2, cluster: 1 } as const

/** Gives each unit the layer in which links are shortest on the whole, by network simplex; links back count for nothing. */
export function assignRanks(graph: LayeredGraph): Ranks {
  const { units, clusters, links, inLine } = graph
  const index = new Map(units.map(({ id }, at) => [id, at]))
  const begin = new Map(clusters.map(({ id }, at) => [id, units.length + 2 * at]))
  const end = new Map(clusters.map(({ id }, at) => [id, units.length + 2 * at + 1]))
  const ties: Tie[] = []
  const heads = new Map<number, number[]>()
  const tie = (
    tail: number | undefined,
    head: number | undefined,
    least: number,
    weight: number,
  ) => {
    if (tail === undefined || head === undefined) return
    ties.push({ tail, head, least, weight })
    heads.set(tail, [...(heads.get(tail) ?? []), head])
  }
  /** Whether there is a way from a place to another, so that none may be asked for the other way round. */
  const leads = (from: number, to: number) => {
    const way = [from]
    const seen = new Set(way)
    for (const at of way)
      for (const head of heads.get(at) ?? []) if (!seen.has(head) && seen.add(head)) way.push(head)
    return seen.has(to)
  }
  for (const { id, cluster } of units) {
    tie(begin.get(cluster ?? ''), index.get(id), 0, 0)
    tie(index.get(id), end.get(cluster ?? ''), 0, 0)
  }
  for (const { id, parent } of clusters) {
    tie(begin.get(parent ?? ''), begin.get(id), 0, 0)
    tie(end.get(id), end.get(parent ?? ''), 0, 0)
    tie(begin.get(id), end.get(id), 0, WEIGHT.cluster)
  }
  const forth = links.filter(({ from, to, back }) => !back && from !== to)
  for (const { from, to, weak } of forth)
    tie(index.get(from), index.get(to), 1, weak ? WEIGHT.weak : WEIGHT.link)
  const wholes = forth.map(({ from, to, fromCluster = '', toCluster = '' }) => [
    end.get(fromCluster) ?? index.get(from),
    begin.get(toCluster) ?? index.get(to),
  ])
  const after = inLine ? siblings(graph).map(([a, b]) => [end.get(a), begin.get(b)]) : []
  for (const [tail, head] of [...wholes, ...after])
    if (tail !== undefined && head !== undefined && !leads(head, tail)) tie(tail, head, 1, 0)
  const places = networkSimplex(units.length + 2 * clusters.length, ties)
  balance(graph, places, ties)
  return compacted(graph, places)
}

/**
 * Moves units that may stand in several ranks at the same cost to the emptiest of these, beside the fewest clusters: the
 * last step of Gansner et al. Changes `places`.
 */
function balance(
  { units, clusters }: LayeredGraph,
  places: Int32Array,
  ties: readonly Tie[],
): void {
  const placeOf = (at: number) => places[at] as number
  const crowd = (rank: number, but: number) =>
    units.reduce((sum, _, at) => sum + (at !== but && placeOf(at) === rank ? 1 : 0), 0) +
    clusters.reduce((sum, _, at) => {
      const begin = units.length + 2 * at
      return sum + (placeOf(begin) <= rank && rank <= placeOf(begin + 1) ? 1 : 0)
    }, 0)
  for (const at of units.keys()) {
    const [into, out] = [
      ties.filter(({ head }) => head === at),
      ties.filter(({ tail }) => tail === at),
    ]
    const weight = (of: readonly Tie[]) => of.reduce((sum, tie) => sum + tie.weight, 0)
    if (weight(into) !== weight(out) || weight(into) === 0) continue
    const first = Math.max(...into.map(({ tail, least }) => placeOf(tail) + least))
    const last = Math.min(...out.map(({ head, least }) => placeOf(head) - least))
    let best = placeOf(at)
    for (let rank = first; rank <= last; rank++) if (crowd(rank, at) < crowd(best, at)) best = rank
    places[at] = best
  }
}

/** Clusters in one and the same that a link leads from and to. */
function siblings({ units, clusters, links }: LayeredGraph): [string, string][] {
  const all = new Map(clusters.map((cluster) => [cluster.id, cluster]))
  const homes = new Map(units.map(({ id, cluster }) => [id, around(all, cluster)]))
  const pairs = links.flatMap(({ from, to, back }): [string, string][] => {
    const [a, b] = [homes.get(from) ?? [], homes.get(to) ?? []]
    const one = a.findLast((id) => !b.includes(id))
    const two = b.findLast((id) => !a.includes(id))
    return back || one === undefined || two === undefined ? [] : [[one, two]]
  })
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()]
}

/** Without ranks that hold nothing. */
function compacted({ units, clusters }: LayeredGraph, places: Int32Array): Ranks {
  const used = [...new Set(places.slice(0, units.length))].sort((a, b) => a - b)
  const ranks = new Map(units.map(({ id }, at) => [id, used.indexOf(places[at] ?? 0)]))
  const all = new Map(clusters.map((cluster) => [cluster.id, cluster]))
  const spans: Ranks['clusters'] = new Map()
  for (const { id, cluster } of units) {
    const at = ranks.get(id) ?? 0
    for (const home of around(all, cluster)) {
      const { first, last } = spans.get(home) ?? { first: at, last: at }
      spans.set(home, { first: Math.min(at, first), last: Math.max(at, last) })
    }
  }
  return { units: ranks, clusters: spans, count: used.length }
}
