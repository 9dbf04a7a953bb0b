import { joined } from './joined'
import type { LayeredGraph } from './layered-graph'
import type { Ranks } from './ranks'

/** Nodes at least this share as large as the largest beside them take its size: of as many lines, and of others. */
const ALIKE = { lines: 0.6, others: 0.8 } as const

/** A node that may take the size of others: the name of its outline, and its lines of words. */
export interface Outlined {
  name: string
  lines: number
}

/**
 * Makes nodes of one outline equally wide that stand one below the other: in a layer where the flow is to the right, else
 * along a path that does not part, or in one layer between the same nodes. Changes `sizes`; nodes without an outline keep theirs.
 */
export function alike(
  graph: LayeredGraph,
  ranks: Ranks,
  sizes: Map<string, { main: number; cross: number }>,
  outlines: ReadonlyMap<string, Outlined>,
): void {
  const right = graph.flow === 'right'
  const side = right ? 'main' : 'cross'
  const path = right ? (id: string) => `${ranks.units.get(id)}` : pathsOf(graph, ranks)
  const nodes = graph.units.flatMap(({ id }) => (outlines.has(id) ? id : []))
  const level = (kind: (id: string) => string, share: number) => {
    for (const set of Map.groupBy(nodes, (id) => `${kind(id)} ${path(id)}`).values()) {
      const own = set.flatMap((id) => sizes.get(id) ?? [])
      const most = Math.max(...own.map((size) => size[side]))
      for (const size of own) if (size[side] >= share * most) size[side] = most
    }
  }
  level((id) => `${outlines.get(id)?.name} ${outlines.get(id)?.lines}`, ALIKE.lines)
  level((id) => `${outlines.get(id)?.name}`, ALIKE.others)
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
