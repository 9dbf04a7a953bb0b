import type { Link } from './layered-graph'
import type { Layers, Segment } from './layers'

/**
 * The parts of links that a reader follows first and that are straight before all others: each unit has one such link at
 * most that leads on, and one that leads to it. It leads to where the longest path goes on; of an even fork of equals none
 * does, so that the fork is symmetric, of an odd one that in the middle.
 */
export function mainPath(layers: Layers, order: readonly number[][]): Set<Segment> {
  const { graph, ranks, items, segments } = layers
  const rankOf = (id: string) => ranks.units.get(id) ?? 0
  const forth = graph.links.filter(({ from, to, back }) => !back && rankOf(to) > rankOf(from))
  const out = Map.groupBy(forth, ({ from }) => from)
  const into = Map.groupBy(forth, ({ to }) => to)
  const units = graph.units.map(({ id }) => id).sort((a, b) => rankOf(a) - rankOf(b))
  const ahead = new Map<string, number>()
  const behind = new Map<string, number>()
  const longest = (
    links: readonly Link[] | undefined,
    end: 'from' | 'to',
    known: Map<string, number>,
  ) =>
    1 +
    Math.max(
      -1,
      ...(links ?? []).map((link) => (link.weak ? 0.5 : 1) * (known.get(link[end]) ?? 0)),
    )
  for (const id of units) behind.set(id, longest(into.get(id), 'from', behind))
  for (const id of units.toReversed()) ahead.set(id, longest(out.get(id), 'to', ahead))
  const place = new Map(
    order.flatMap((rank) => rank.map((at, index) => [items[at]?.unit ?? '', index] as const)),
  )
  const best = (
    links: readonly Link[] | undefined,
    end: 'from' | 'to',
    known: ReadonlyMap<string, number>,
  ) => {
    const worth = (link: Link) =>
      (known.get(link[end]) ?? 0) -
      (link.weak ? 3 : 0) -
      Math.abs(rankOf(link.to) - rankOf(link.from)) +
      1
    const most = Math.max(Number.NEGATIVE_INFINITY, ...(links ?? []).map(worth))
    const equals = [
      ...new Set((links ?? []).filter((link) => worth(link) === most).map((link) => link[end])),
    ]
    equals.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
    return equals.length % 2 === 1 ? equals[equals.length >> 1] : undefined
  }
  const next = new Map(units.map((id) => [id, best(out.get(id), 'to', ahead)]))
  const last = new Map(units.map((id) => [id, best(into.get(id), 'from', behind)]))
  return new Set(
    segments.filter(
      ({ link }) => link && next.get(link.from) === link.to && last.get(link.to) === link.from,
    ),
  )
}
