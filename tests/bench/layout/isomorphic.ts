import { outlineOf } from '../../../src/figure/layout/node-outline'
import type { Diagram, DiagramNode } from '../../../src/forms/diagram'

/** Sets of groups of one structure, the members of each in the order that makes them correspond. */
export function isomorphicGroups(diagram: Diagram): { group: string; members: string[] }[][] {
  const inner = diagram.groups.map(({ id }) => {
    const members = diagram.nodes.filter(({ group }) => group === id)
    const place = new Map(members.map((node, index) => [node.id, index]))
    const edges = diagram.edges.flatMap(({ from, to }) =>
      place.has(from) && place.has(to) ? [`${place.get(from)}>${place.get(to)}`] : [],
    )
    const parent = diagram.groups.find((group) => group.id === id)?.parent ?? ''
    const key = JSON.stringify([parent, members.map(outlineOf), edges.sort()])
    return { group: id, members: members.map((node) => node.id), key }
  })
  const large = inner.filter(({ members }) => members.length > 1)
  return [...Map.groupBy(large, ({ key }) => key).values()].filter((set) => set.length > 1)
}

/** Sets of nodes that nothing but their words tells apart: of one outline and group, with the same neighbours. */
export function twins({ nodes, edges }: Diagram): string[][] {
  const key = (node: DiagramNode) => {
    const ends = edges.flatMap(({ from, to }) =>
      from === node.id ? [`>${to}`] : to === node.id ? [`<${from}`] : [],
    )
    return ends.length > 0 && JSON.stringify([node.group, outlineOf(node), ends.sort()])
  }
  const sets = Map.groupBy(nodes, key)
  return [...sets].flatMap(([named, set]) =>
    named !== false && set.length > 1 ? [set.map(({ id }) => id)] : [],
  )
}
