import type { Diagram, DiagramEdge } from '../../forms/diagram'
import type { Operation } from '../../forms/operations'

/** Members of a diagram's parts, the operation that gives each another value, and what that calls it. */
export const SETTERS = {
  nodes: {
    label: ['rename', 'label'],
    detail: ['set_detail', 'detail'],
    kind: ['set_kind', 'kind'],
    form: ['set_form', 'form'],
    icon: ['set_icon', 'icon'],
    picture: ['set_picture', 'picture'],
    accent: ['set_accent', 'color'],
    group: ['move_to_group', 'group'],
  },
  edges: {
    label: ['set_edge_label', 'label'],
    kind: ['set_edge_kind', 'kind'],
    heads: ['set_heads', 'heads'],
    dashed: ['set_dashed', 'dashed'],
    role: ['set_role', 'role'],
    accent: ['set_accent', 'color'],
  },
  groups: {
    label: ['rename_group', 'label'],
    accent: ['set_accent', 'color'],
    parent: ['move_to_group', 'group'],
  },
} as const satisfies Record<string, Record<string, readonly [Operation['op'], string]>>

/** A list of a diagram's parts, by its name. */
export type ListName = keyof typeof SETTERS
export type DiagramPart = { id: string } & Readonly<Record<string, unknown>>

/** What makes one diagram of another, in an order in which each can be done. Where parts stand is no part of it. */
export function diagramOperations(before: Diagram, after: Diagram): Operation[] {
  const [nodes, edges, groups] = [
    compared(before.nodes, after.nodes),
    compared(before.edges, after.edges),
    compared(before.groups, after.groups),
  ]
  const left = new Set(after.nodes.map(({ id }) => id))
  const { direction = null, title } = after
  return [
    ...edges.gone
      .filter(({ from, to }) => left.has(from) && left.has(to))
      .map(({ id }): Operation => ({ op: 'drop_edge', id })),
    ...nodes.gone.map(({ id }): Operation => ({ op: 'drop_node', id })),
    ...groups.added.map(
      ({ id, label, parent = null }): Operation => ({ op: 'add_group', id, label, parent }),
    ),
    ...nodes.added.flatMap((node): Operation[] => {
      const { id, label, kind, group = null } = node
      const bare = { id, label, kind, group: node.group }
      return [{ op: 'add_node', id, label, kind, group }, ...changes('nodes', bare, node)]
    }),
    ...groups.both.flatMap(([was, is]) => changes('groups', was, is)),
    ...nodes.both.flatMap(([was, is]) => changes('nodes', was, is)),
    ...groups.gone.map(({ id }): Operation => ({ op: 'drop_group', id })),
    ...edges.both.flatMap(([was, is]) => [...reconnected(was, is), ...changes('edges', was, is)]),
    ...edges.added.flatMap((edge): Operation[] => {
      const { id, label = null, kind, heads, dashed = false } = edge
      const [from = '', to = ''] = endsOf(edge)
      const known = { ...edge, accent: undefined, role: undefined }
      return [
        { op: 'add_edge', id, from, to, label, kind, heads, dashed },
        ...changes('edges', known, edge),
      ]
    }),
    ...(before.direction === after.direction ? [] : [{ op: 'set_direction', direction } as const]),
    ...(title && before.title !== title ? [{ op: 'set_title', title } as const] : []),
  ]
}

function compared<One extends { id: string }>(before: readonly One[], after: readonly One[]) {
  const was = new Map(before.map((part) => [part.id, part]))
  const is = new Map(after.map((part) => [part.id, part]))
  return {
    gone: before.filter(({ id }) => !is.has(id)),
    added: after.filter(({ id }) => !was.has(id)),
    both: after.flatMap((part) => {
      const old = was.get(part.id)
      return old ? [[old, part] as const] : []
    }),
  }
}

const endsOf = ({ from, to, fromGroup = from, toGroup = to }: DiagramEdge) => [fromGroup, toGroup]

function reconnected(was: DiagramEdge, is: DiagramEdge): Operation[] {
  const [from = null, to = null] = endsOf(is).map((end, at) =>
    end === endsOf(was)[at] ? null : end,
  )
  return from === null && to === null ? [] : [{ op: 'reconnect', id: is.id, from, to }]
}

/** The operations for the members of a part that have another value. */
function changes(list: ListName, was: DiagramPart, is: DiagramPart): Operation[] {
  return Object.entries(SETTERS[list]).flatMap(([member, [op, name]]) => {
    if (JSON.stringify(was[member]) === JSON.stringify(is[member])) return []
    const none = member === 'dashed' ? false : null
    return [{ op, id: is.id, [name]: is[member] ?? none } as unknown as Operation]
  })
}
