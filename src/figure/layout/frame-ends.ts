import type { Diagram, DiagramEdge } from '../../forms/diagram'

/** Ids of what a connector ends at. */
export interface Ends {
  from: string
  to: string
}

/** At which nodes, or at the frames of which groups, the connectors of a placed diagram end. */
export function endsIn(
  { nodes, groups }: Pick<Diagram, 'nodes' | 'groups'>,
  { frames }: { frames: Pick<ReadonlySet<string>, 'has'> },
): (edge: DiagramEdge) => Ends {
  const around = framesOf({ nodes, groups })
  const end = (node: string, group: string | undefined, other: string) =>
    group !== undefined &&
    frames.has(group) &&
    around.get(node)?.has(group) &&
    !around.get(other)?.has(group)
      ? group
      : node
  return ({ from, to, fromGroup, toGroup }) => ({
    from: end(from, fromGroup, to),
    to: end(to, toGroup, from),
  })
}

/** The groups that each node and group stands in, by id. */
export function framesOf({
  nodes,
  groups,
}: Pick<Diagram, 'nodes' | 'groups'>): Map<string, Set<string>> {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  const around = (innermost: string | undefined) => {
    const frames = new Set<string>()
    for (let at = innermost; at !== undefined && !frames.has(at); at = parents.get(at))
      frames.add(at)
    return frames
  }
  return new Map([
    ...groups.map(({ id, parent }) => [id, around(parent)] as const),
    ...nodes.map(({ id, group }) => [id, around(group)] as const),
  ])
}
