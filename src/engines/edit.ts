import { hasIcon } from '../figure/icons'
import { framesOf } from '../figure/layout/frame-ends'
import { type Source, UNSAID } from '../figure/quotes/source'
import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from '../forms/diagram'
import type { Operation } from '../forms/operations'
import { placedByHand } from './edit-places'
import { refusalOf } from './pictured'

const PLACING: ReadonlySet<Operation['op']> = new Set(['place', 'align', 'swap', 'resize_group'])

/** Whether an operation says where things stand. */
export const isPlacing = ({ op }: Operation) => PLACING.has(op)

/**
 * A diagram after operations, one after the other, and a sentence for each that cannot be done: it is passed over. What
 * is added or renamed is looked up in the source.
 */
export function edited(
  diagram: Diagram,
  operations: readonly Operation[],
  source: Source,
): { diagram: Diagram; faults: string[] } {
  const faults: string[] = []
  let current = diagram
  for (const [index, operation] of operations.entries()) {
    const next = applied(current, operation, source)
    if (typeof next === 'string') faults.push(`operations[${index}] ${operation.op}: ${next}`)
    else current = next
  }
  return { diagram: withoutEmptyGroups(current), faults }
}

/** The diagram after one operation, or why it cannot be done. */
function applied(diagram: Diagram, operation: Operation, source: Source): Diagram | string {
  const { nodes, edges, groups } = diagram
  const group = (id: string | null) => id === null || groups.some((one) => one.id === id)
  switch (operation.op) {
    case 'rename': {
      const { id, label } = operation
      return groups.some((one) => one.id === id)
        ? withGroup(diagram, id, (one) => renamed(one, label, source))
        : withNode(diagram, id, (one) => renamed(one, label, source))
    }
    case 'set_detail':
      return withNode(diagram, operation.id, ({ detail: _, ...one }) =>
        operation.detail === null
          ? one
          : { ...one, detail: operation.detail, ...unsaid(operation.detail, source) },
      )
    case 'set_kind':
      return withNode(diagram, operation.id, (one) => ({ ...one, kind: operation.kind }))
    case 'set_form':
      return withNode(diagram, operation.id, ({ form: _, ...one }) =>
        operation.form === null ? one : { ...one, form: operation.form },
      )
    case 'set_icon': {
      const { id, icon } = operation
      if (icon !== null && !hasIcon(icon)) return `there is no icon ${JSON.stringify(icon)}.`
      return withNode(diagram, id, (one) => ({ ...one, icon }))
    }
    case 'set_accent': {
      const { id, color } = operation
      const coloured = <Part extends { accent?: string }>({ accent: _, ...part }: Part) =>
        (color === null ? part : { ...part, accent: color }) as Part
      if (groups.some((one) => one.id === id)) return withGroup(diagram, id, coloured)
      if (edges.some((one) => one.id === id)) return withEdge(diagram, id, coloured)
      return withNode(diagram, id, coloured)
    }
    case 'add_node': {
      const { id, label, kind, group: inside, quote = '' } = operation
      if (!isFree(diagram, id)) return taken(id)
      if (!group(inside)) return noSuch('group', inside)
      const node: DiagramNode = {
        ...{ id, label, kind },
        ...(inside !== null && { group: inside }),
        ...source.evidence(quote, [label], [label]),
      }
      return { ...diagram, nodes: [...nodes, node] }
    }
    case 'drop_node': {
      if (!nodes.some(({ id }) => id === operation.id)) return noSuch('node', operation.id)
      return {
        ...diagram,
        nodes: nodes.filter(({ id }) => id !== operation.id),
        edges: edges.filter(({ from, to }) => from !== operation.id && to !== operation.id),
      }
    }
    case 'add_edge':
      return withNewEdge(diagram, operation, source)
    case 'drop_edge': {
      if (!edges.some(({ id }) => id === operation.id)) return noSuch('edge', operation.id)
      return { ...diagram, edges: edges.filter(({ id }) => id !== operation.id) }
    }
    case 'reverse_edge':
      return withEdge(diagram, operation.id, ({ fromGroup, toGroup, ...one }) => ({
        ...one,
        from: one.to,
        to: one.from,
        ...(toGroup !== undefined && { fromGroup: toGroup }),
        ...(fromGroup !== undefined && { toGroup: fromGroup }),
      }))
    case 'set_edge_label':
      return withEdge(diagram, operation.id, ({ label: _, ...one }) =>
        operation.label === null
          ? one
          : { ...one, label: operation.label, ...unsaid(operation.label, source) },
      )
    case 'set_edge_kind':
      return withEdge(diagram, operation.id, (one) => ({ ...one, kind: operation.kind }))
    case 'set_heads':
      return withEdge(diagram, operation.id, (one) => ({ ...one, heads: operation.heads }))
    case 'set_dashed':
      return withEdge(diagram, operation.id, ({ dashed: _, ...one }) =>
        operation.dashed ? { ...one, dashed: true } : one,
      )
    case 'add_group':
      return withNewGroup(diagram, operation, source)
    case 'rename_group':
      return withGroup(diagram, operation.id, (one) => renamed(one, operation.label, source))
    case 'drop_group':
      return withoutGroup(diagram, operation.id)
    case 'move_to_group':
      return moved(diagram, operation.id, operation.group)
    case 'set_direction': {
      const { direction: _, ...free } = diagram
      const { direction } = operation
      return direction === null ? free : { ...free, direction }
    }
    case 'set_picture':
      return withPicture(diagram, operation)
    case 'set_role':
      return withEdge(diagram, operation.id, ({ role: _, ...one }) =>
        operation.role === null ? one : { ...one, role: operation.role },
      )
    default:
      return diagram.places
        ? placedByHand(diagram, diagram.places, operation)
        : 'the figure has no places yet.'
  }
}

function withNewGroup(
  diagram: Diagram,
  { id, label, parent }: Extract<Operation, { op: 'add_group' }>,
  source: Source,
): Diagram | string {
  if (!isFree(diagram, id)) return taken(id)
  if (parent !== null && !diagram.groups.some((one) => one.id === parent))
    return noSuch('group', parent)
  const added: DiagramGroup = {
    ...{ id, label },
    ...(parent !== null && { parent }),
    ...source.evidence(label, [label], [label]),
  }
  return { ...diagram, groups: [...diagram.groups, added] }
}

/** A picture that cannot be drawn is refused. */
function withPicture(
  diagram: Diagram,
  { id, picture }: Extract<Operation, { op: 'set_picture' }>,
): Diagram | string {
  const refused = picture && refusalOf(picture)
  if (refused) return refused
  return withNode(diagram, id, ({ picture: _, ...one }) =>
    picture === null ? one : { ...one, picture },
  )
}

const withNode = (diagram: Diagram, id: string, change: (node: DiagramNode) => DiagramNode) =>
  changed(diagram.nodes, id, change, (nodes) => ({ ...diagram, nodes })) ?? noSuch('node', id)

const withEdge = (diagram: Diagram, id: string, change: (edge: DiagramEdge) => DiagramEdge) =>
  changed(diagram.edges, id, change, (edges) => ({ ...diagram, edges })) ?? noSuch('edge', id)

const withGroup = (diagram: Diagram, id: string, change: (group: DiagramGroup) => DiagramGroup) =>
  changed(diagram.groups, id, change, (groups) => ({ ...diagram, groups })) ?? noSuch('group', id)

/** Undefined: there is no such part. */
function changed<Part extends { id: string }>(
  parts: readonly Part[],
  id: string,
  change: (part: Part) => Part,
  whole: (parts: Part[]) => Diagram,
): Diagram | undefined {
  if (!parts.some((part) => part.id === id)) return undefined
  return whole(parts.map((part) => (part.id === id ? change(part) : part)))
}

/** New words are as sure as their part was, or inferred where the source does not have them. */
function renamed<Part extends { label?: string; inferred?: boolean }>(
  { inferred: _, ...part }: Part,
  label: string,
  source: Source,
) {
  return { ...part, label, ...unsaid(label, source) } as Part
}

const unsaid = (label: string, source: Source) => (source.says(label) ? {} : UNSAID)

function withNewEdge(
  diagram: Diagram,
  operation: Extract<Operation, { op: 'add_edge' }>,
  source: Source,
): Diagram | string {
  const { id, from, to, label, kind, heads, dashed, quote = '' } = operation
  if (!isFree(diagram, id)) return taken(id)
  const [start, end] = [endAt(diagram, from), endAt(diagram, to)]
  if (!start) return noSuch('node', from)
  if (!end) return noSuch('node', to)
  const names = [start, end].map(({ label }) => label)
  const edge: DiagramEdge = {
    ...{ id, from: start.id, to: end.id, kind, heads },
    ...(start.id !== from && { fromGroup: from }),
    ...(end.id !== to && { toGroup: to }),
    ...(label && { label }),
    ...(dashed && { dashed }),
    ...source.evidence(quote, names, [label ?? '']),
  }
  return { ...diagram, edges: [...diagram.edges, edge] }
}

/** A node, or the first one in a group, which stands for it. */
function endAt({ nodes, groups }: Diagram, id: string): DiagramNode | undefined {
  const own = nodes.find((node) => node.id === id)
  if (own || !groups.some((group) => group.id === id)) return own
  const around = framesOf({ nodes, groups })
  return nodes.find((node) => around.get(node.id)?.has(id))
}

/** What stood in a group stands in the one around it. */
function withoutGroup(diagram: Diagram, id: string): Diagram | string {
  const gone = diagram.groups.find((one) => one.id === id)
  if (!gone) return noSuch('group', id)
  const { parent } = gone
  const outwards = <Part extends DiagramNode | DiagramGroup>(part: Part, member: keyof Part) => {
    if (part[member] !== id) return part
    const { [member]: _, ...rest } = part
    return (parent === undefined ? rest : { ...rest, [member]: parent }) as Part
  }
  return {
    ...diagram,
    nodes: diagram.nodes.map((node) => outwards(node, 'group')),
    groups: diagram.groups.filter((one) => one.id !== id).map((one) => outwards(one, 'parent')),
  }
}

function moved(diagram: Diagram, id: string, group: string | null): Diagram | string {
  const { groups } = diagram
  if (group !== null && !groups.some((one) => one.id === group)) return noSuch('group', group)
  if (!groups.some((one) => one.id === id))
    return withNode(diagram, id, ({ group: _, ...node }) =>
      group === null ? node : { ...node, group },
    )
  const parents = new Map(groups.map((one) => [one.id, one.parent]))
  for (let at = group ?? undefined; at !== undefined; at = parents.get(at))
    if (at === id) return `a group cannot stand in itself.`
  return withGroup(diagram, id, ({ parent: _, ...one }) =>
    group === null ? one : { ...one, parent: group },
  )
}

function withoutEmptyGroups(diagram: Diagram): Diagram {
  const parents = new Map(diagram.groups.map(({ id, parent }) => [id, parent]))
  const used = new Set<string>()
  for (const { group } of diagram.nodes)
    for (let at = group; at !== undefined && !used.has(at); at = parents.get(at)) used.add(at)
  return { ...diagram, groups: diagram.groups.filter(({ id }) => used.has(id)) }
}

/** Ids stand in the SVG, so they are names of XML. */
const isFree = ({ nodes, edges, groups }: Diagram, id: string) =>
  /^[A-Za-z][A-Za-z0-9_-]{0,60}$/.test(id) &&
  ![...nodes, ...edges, ...groups].some((part) => part.id === id)

const taken = (id: string) =>
  `the id ${JSON.stringify(id)} is taken, or has other characters than letters, digits, - and _.`

const noSuch = (noun: string, id: string | null) => `there is no ${noun} ${JSON.stringify(id)}.`
