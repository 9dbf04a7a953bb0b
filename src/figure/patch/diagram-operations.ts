import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from '../../forms/diagram'
import type { Operation } from '../../forms/operations'

/** What makes one diagram of another, in an order in which each can be done. Where parts stand is no part of it. */
export function diagramOperations(before: Diagram, after: Diagram): Operation[] {
  const [nodes, edges, groups] = [
    compared(before.nodes, after.nodes),
    compared(before.edges, after.edges),
    compared(before.groups, after.groups),
  ]
  const left = new Set(after.nodes.map(({ id }) => id))
  return [
    ...edges.gone
      .filter(({ from, to }) => left.has(from) && left.has(to))
      .map(({ id }): Operation => ({ op: 'drop_edge', id })),
    ...nodes.gone.map(({ id }): Operation => ({ op: 'drop_node', id })),
    ...groups.added.map(addedGroup),
    ...nodes.added.flatMap(addedNode),
    ...groups.both.flatMap(([was, is]) => changedGroup(was, is)),
    ...nodes.both.flatMap(([was, is]) => changedNode(was, is)),
    ...groups.gone.map(({ id }): Operation => ({ op: 'drop_group', id })),
    ...edges.both.flatMap(([was, is]) => changedEdge(was, is)),
    ...edges.added.flatMap(addedEdge),
    ...(before.direction === after.direction
      ? []
      : [{ op: 'set_direction', direction: after.direction ?? null } as const]),
    ...(after.title && before.title !== after.title
      ? [{ op: 'set_title', title: after.title } as const]
      : []),
  ]
}

function compared<Part extends { id: string }>(before: readonly Part[], after: readonly Part[]) {
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

const addedGroup = ({ id, label, parent }: DiagramGroup): Operation => ({
  op: 'add_group',
  id,
  label,
  parent: parent ?? null,
})

function addedNode(node: DiagramNode): Operation[] {
  const { id, label, kind, group = null } = node
  return [
    { op: 'add_node', id, label, kind, group },
    ...changedNode({ ...BARE, id, label, kind, ...(group !== null && { group }) }, node),
  ]
}

const BARE = { spans: [], confidence: 1 }

function changedNode(was: DiagramNode, is: DiagramNode): Operation[] {
  const { id } = is
  return [
    ...changes(was, is, 'label', (label): Operation => ({ op: 'rename', id, label })),
    ...changes(
      was,
      is,
      'detail',
      (detail): Operation => ({ op: 'set_detail', id, detail: detail ?? null }),
    ),
    ...changes(was, is, 'kind', (kind): Operation => ({ op: 'set_kind', id, kind })),
    ...changes(was, is, 'form', (form): Operation => ({ op: 'set_form', id, form: form ?? null })),
    ...changes(was, is, 'icon', (icon): Operation => ({ op: 'set_icon', id, icon: icon ?? null })),
    ...changes(
      was,
      is,
      'picture',
      (picture): Operation => ({
        ...{ op: 'set_picture', id },
        picture: picture ?? null,
      }),
    ),
    ...coloured(was, is),
    ...changes(
      was,
      is,
      'group',
      (group): Operation => ({ op: 'move_to_group', id, group: group ?? null }),
    ),
  ]
}

function changedGroup(was: DiagramGroup, is: DiagramGroup): Operation[] {
  const { id } = is
  return [
    ...changes(was, is, 'label', (label): Operation => ({ op: 'rename_group', id, label })),
    ...coloured(was, is),
    ...changes(
      was,
      is,
      'parent',
      (group): Operation => ({ op: 'move_to_group', id, group: group ?? null }),
    ),
  ]
}

const endsOf = ({ from, to, fromGroup = from, toGroup = to }: DiagramEdge) => [fromGroup, toGroup]

function addedEdge(edge: DiagramEdge): Operation[] {
  const { id, label = null, kind, heads, dashed = false } = edge
  const [from = '', to = ''] = endsOf(edge)
  const known = { ...edge, accent: undefined, role: undefined }
  return [
    { op: 'add_edge', id, from, to, label, kind, heads, dashed },
    ...changedEdge(known as DiagramEdge, edge),
  ]
}

function changedEdge(was: DiagramEdge, is: DiagramEdge): Operation[] {
  const { id } = is
  const [from = null, to = null] = endsOf(is).map((end, at) =>
    end === endsOf(was)[at] ? null : end,
  )
  return [
    ...(from === null && to === null ? [] : [{ op: 'reconnect', id, from, to } as const]),
    ...changes(
      was,
      is,
      'label',
      (label): Operation => ({ op: 'set_edge_label', id, label: label ?? null }),
    ),
    ...changes(was, is, 'kind', (kind): Operation => ({ op: 'set_edge_kind', id, kind })),
    ...changes(was, is, 'heads', (heads): Operation => ({ op: 'set_heads', id, heads })),
    ...changes(
      was,
      is,
      'dashed',
      (dashed): Operation => ({
        ...{ op: 'set_dashed', id },
        dashed: dashed ?? false,
      }),
    ),
    ...changes(was, is, 'role', (role): Operation => ({ op: 'set_role', id, role: role ?? null })),
    ...coloured(was, is),
  ]
}

const coloured = (was: Coloured, is: Coloured) =>
  changes(
    was,
    is,
    'accent',
    (color): Operation => ({
      ...{ op: 'set_accent', id: is.id },
      color: color ?? null,
    }),
  )

type Coloured = Pick<DiagramNode, 'id' | 'accent'>

function changes<Part, Name extends keyof Part>(
  was: Part,
  is: Part,
  name: Name,
  operation: (value: Part[Name]) => Operation,
): Operation[] {
  return JSON.stringify(was[name]) === JSON.stringify(is[name]) ? [] : [operation(is[name])]
}
