import { joined } from './joined'
import type { LayeredGraph } from './layered-graph'
import type { Ranks } from './ranks'

/** Nodes at least this share as large as the largest beside them take its size. */
const ALIKE = 0.65

/**
 * Makes nodes of one outline equally wide that stand one below the other: in a layer where the flow is to the right, else
 * along a path that does not part, or in one layer between the same nodes. Changes `sizes`; nodes without an outline keep theirs.
 */
export function alike(
  graph: LayeredGraph,
  ranks: Ranks,
  sizes: Map<string, { main: number; cross: number }>,
  outlines: ReadonlyMap<string, string>,
): void {
  const right = graph.flow === 'right'
  const side = right ? 'main' : 'cross'
  const path = right ? (id: string) => `${ranks.units.get(id)}` : pathsOf(graph, ranks)
  const nodes = graph.units.flatMap(({ id }) => (outlines.has(id) ? id : []))
  for (const set of Map.groupBy(nodes, (id) => `${outlines.get(id)} ${path(id)}`).values()) {
    const own = set.flatMap((id) => sizes.get(id) ?? [])
    const most = Math.max(...own.map((size) => size[side]))
    for (const size of own) if (size[side] >= ALIKE * most) size[side] = most
  }
}

function pathsOf({ units, links }: LayeredGraph, ranks: Ranks): (id: string) => string {
  const forth = links.filter(({ back }) => !back)
  const out = Map.groupBy(forth, ({ from }) => from)
  const into = Map.groupBy(forth, ({ to }) => to)
  const same: { from: string; to: string }[] = forth.filter(
    ({ from, to }) => out.get(from)?.length === 1 && into.get(to)?.length === 1,
  )
  for (const [near, end] of [
    [into, 'from'],
    [out, 'to'],
  ] as const) {
    const others = (id: string) => (near.get(id) ?? []).map((link) => link[end]).sort()
    const linked = units.flatMap(({ id }) => (near.has(id) ? id : []))
    const kinds = Map.groupBy(linked, (id) => JSON.stringify([ranks.units.get(id), others(id)]))
    for (const [first = '', ...rest] of kinds.values())
      for (const to of rest) same.push({ from: first, to })
  }
  return joined(
    units.map(({ id }) => id),
    same,
  )
}
