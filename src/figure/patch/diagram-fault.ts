import type { Diagram } from '../../forms/diagram'
import { FIGURE_LIMITS } from '../../forms/figure-limits'
import { refusalOf } from '../pictures'

/** What no schema says of an edited diagram: the first thing that is wrong with it, with its place. */
export function diagramFault(diagram: Diagram): string | undefined {
  const { nodes, edges, groups } = diagram
  return (
    sizeFault(diagram) ??
    idFault(diagram) ??
    first(nodes, (node, at) => {
      if (node.group !== undefined && !groups.some(({ id }) => id === node.group))
        return `nodes[${at}].group: there is no group ${JSON.stringify(node.group)}.`
      const refused = node.picture && refusalOf(node.picture)
      return refused && `nodes[${at}].picture: ${refused}`
    }) ??
    first(edges, ({ from, to, fromGroup, toGroup }, at) => {
      const node = [from, to].find((end) => !nodes.some(({ id }) => id === end))
      if (node !== undefined) return `edges[${at}]: there is no node ${JSON.stringify(node)}.`
      const group = [fromGroup, toGroup].find(
        (end) => end !== undefined && !groups.some(({ id }) => id === end),
      )
      return group && `edges[${at}]: there is no group ${JSON.stringify(group)}.`
    }) ??
    groupFault(diagram)
  )
}

/** The first fault of a list's parts. */
function first<Part>(
  parts: readonly Part[],
  fault: (part: Part, at: number) => string | undefined,
): string | undefined {
  for (const [at, part] of parts.entries()) {
    const found = fault(part, at)
    if (found) return found
  }
  return undefined
}

function sizeFault({ nodes, edges, groups }: Diagram): string | undefined {
  if (nodes.length === 0) return 'nodes: a figure needs at least one.'
  for (const [name, parts] of Object.entries({ nodes, edges, groups })) {
    const most = FIGURE_LIMITS[name as 'nodes' | 'edges' | 'groups']
    if (parts.length > most) return `${name}: a figure holds ${most} at the most.`
    const long = parts.findIndex(({ label = '' }) => label.length > FIGURE_LIMITS.label)
    if (long >= 0) return `${name}[${long}].label: has more than ${FIGURE_LIMITS.label} characters.`
  }
  return undefined
}

function idFault({ nodes, edges, groups }: Diagram): string | undefined {
  const taken = new Set<string>()
  for (const [name, parts] of Object.entries({ nodes, edges, groups })) {
    const fault = first<{ id: string }>(parts, ({ id }, at) => {
      if (taken.has(id)) return `${name}[${at}].id: ${JSON.stringify(id)} is taken.`
      taken.add(id)
      return undefined
    })
    if (fault) return fault
  }
  return undefined
}

function groupFault({ groups }: Diagram): string | undefined {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  return first(groups, ({ id, parent }, at) => {
    if (parent !== undefined && !parents.has(parent))
      return `groups[${at}].parent: there is no group ${JSON.stringify(parent)}.`
    let depth = 1
    for (let up = parent; up !== undefined; up = parents.get(up))
      if (++depth > FIGURE_LIMITS.depth)
        return `groups[${at}]: stands in itself, or more than ${FIGURE_LIMITS.depth} deep.`
    return id === '' ? `groups[${at}].id: must not be empty.` : undefined
  })
}
