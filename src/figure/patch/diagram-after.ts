import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from '../../forms/diagram'
import type { Operation } from '../../forms/operations'
import type { Scene } from '../../forms/scene'
import { diagramOf } from '../diagram-of'
import { unmarked } from '../formula'
import { elementIds } from '../layout/sketch'
import { Sheet } from './sheet'
import { saidBy, wordsIn } from './words'

type Of<Op extends Operation['op']> = Extract<Operation, { op: Op }>

/**
 * What a figure says after it was edited: read off the scene, with all that geometry does not carry from the diagram that
 * it was drawn of, or from the operations. Parts are called as their elements are.
 */
export function diagramAfter(
  before: Diagram | undefined,
  scene: Scene,
  text = '',
  operations: readonly Operation[] = [],
): Diagram {
  const found = diagramOf(scene, text, before?.language)
  const read = text === '' ? unasked(found) : found
  const sheet = new Sheet(scene)
  const ids = before && elementIds(before)
  const old = before && {
    nodes: new Map(before.nodes.map((node) => [ids?.nodes.get(node.id) ?? node.id, node])),
    groups: new Map(before.groups.map((group) => [ids?.groups.get(group.id) ?? group.id, group])),
    edges: new Map(before.edges.map((edge) => [edge.id, edge])),
  }
  const last = <Op extends Operation['op']>(op: Op, id: string) =>
    operations.findLast((each): each is Of<Op> => each.op === op && 'id' in each && each.id === id)
  const nodes = read.nodes.map((node): DiagramNode => {
    const one = sheet.get(node.id)
    const detail = one && wordsIn(saidBy(sheet, one).detail)
    const was = old?.nodes.get(node.id)
    const { group: _, detail: said, ...kept } = was ? told(was, node) : node
    return {
      ...kept,
      ...(node.group !== undefined && { group: node.group }),
      ...(detail && { detail: said && isSame(said, detail) ? said : detail }),
      ...wished(last, node.id),
    }
  })
  const edges = read.edges.map((edge): DiagramEdge => {
    const was = old?.edges.get(edge.id)
    const kind = last('set_edge_kind', edge.id)?.kind ?? last('add_edge', edge.id)?.kind
    if (!was) return { ...edge, ...(kind && { kind }) }
    const { from, to, fromGroup, toGroup, heads, role, dashed } = edge
    const { fromGroup: _, toGroup: __, role: ___, dashed: ____, ...kept } = told(was, edge)
    return {
      ...{ ...kept, from, to, heads },
      ...(fromGroup && { fromGroup }),
      ...(toGroup && { toGroup }),
      ...(role && { role }),
      // What is inferred is dashed without having been asked for.
      ...(dashed && !was.inferred && was.confidence >= 0.5 && { dashed }),
      ...(kind && { kind }),
      ...accent(last('set_accent', edge.id)),
    }
  })
  const groups = read.groups.map((group): DiagramGroup => {
    const was = old?.groups.get(group.id)
    const { parent: _, ...kept } = was ? told(was, group) : group
    return {
      ...kept,
      ...(group.parent && { parent: group.parent }),
      ...accent(last('set_accent', group.id)),
    }
  })
  if (!before) return { ...read, nodes, edges, groups }
  const title = operations.findLast((each): each is Of<'set_title'> => each.op === 'set_title')
  return {
    ...before,
    shape:
      nodes.every(({ step }) => step !== undefined) && edges.length === 0 ? before.shape : 'graph',
    ...(before.title !== undefined && title && { title: title.title }),
    nodes: inOrder(nodes, [...(old?.nodes.keys() ?? [])]),
    edges: inOrder(edges, [...(old?.edges.keys() ?? [])]),
    groups: inOrder(groups, [...(old?.groups.keys() ?? [])]),
  }
}

/** Where no text is asked, what a person added is as sure as they are. */
function unasked({ nodes, edges, groups, ...diagram }: Diagram): Diagram {
  const sure = <Part extends { confidence: number; inferred?: boolean }>({
    inferred: _,
    ...part
  }: Part) => ({ ...part, confidence: 1 }) as unknown as Part
  return { ...diagram, nodes: nodes.map(sure), edges: edges.map(sure), groups: groups.map(sure) }
}

const isSame = (one: string, two: string) => {
  const plain = (text: string) => unmarked(text).replace(/\s+/g, ' ').trim()
  return plain(one) === plain(two)
}

/** A part as it was, but for new words, which have evidence of their own. */
function told<Part extends { label?: string; id: string; spans: unknown; confidence: number }>(
  was: Part,
  is: Part,
): Part {
  const { id, label, spans, confidence } = is
  if (isSame(was.label ?? '', label ?? '') || (was.label === undefined && label === undefined))
    return { ...was, id }
  const { label: _, inferred: __, ...kept } = was as Part & { inferred?: boolean }
  return {
    ...kept,
    id,
    ...(label !== undefined && { label }),
    spans,
    confidence,
  } as unknown as Part
}

type Last = <Op extends Operation['op']>(op: Op, id: string) => Of<Op> | undefined

/** What operations ask of a node that only its theme shows: undefined takes a member away. */
function wished(last: Last, id: string): Partial<DiagramNode> {
  const [name, kind, form, icon, picture] = [
    last('rename', id),
    last('set_kind', id) ?? last('add_node', id),
    last('set_form', id),
    last('set_icon', id),
    last('set_picture', id),
  ]
  return {
    // With the formulas that its letters were set from.
    ...(name && { label: name.label }),
    ...(kind && { kind: kind.kind }),
    ...(form && form.form !== null && { form: form.form }),
    ...(icon && { icon: icon.icon }),
    ...(picture?.picture && { picture: picture.picture }),
    ...accent(last('set_accent', id)),
  }
}

const accent = (operation: Of<'set_accent'> | undefined) =>
  operation && operation.color !== null ? { accent: operation.color } : {}

/** In the order that parts had, new ones last. */
function inOrder<Part extends { id: string }>(
  parts: readonly Part[],
  order: readonly string[],
): Part[] {
  const places = new Map(order.map((id, at) => [id, at]))
  return parts.toSorted(
    (a, b) => (places.get(a.id) ?? order.length) - (places.get(b.id) ?? order.length),
  )
}
