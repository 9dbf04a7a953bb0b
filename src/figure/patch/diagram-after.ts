import type { Diagram, DiagramNode } from '../../forms/diagram'
import type { Operation } from '../../forms/operations'
import type { Scene } from '../../forms/scene'
import { diagramOf } from '../diagram-of'
import { unmarked } from '../formula'
import { elementIds } from '../layout/sketch'
import { type DiagramPart, type ListName, SETTERS } from './diagram-operations'
import { labelParts, textOf } from './labels'
import { Doc } from './scene-document'

/** Members that a scene shows: where a part stands, what it joins. */
const SHOWN: Readonly<Record<ListName, readonly string[]>> = {
  nodes: ['group', 'detail'],
  edges: ['from', 'to', 'fromGroup', 'toGroup', 'heads', 'role', 'dashed'],
  groups: ['parent'],
}
/** Members that no scene shows as they were asked for; letters do not show their formulas. */
const ASKED: Readonly<Record<ListName, readonly string[]>> = {
  nodes: ['label', 'kind', 'form', 'icon', 'picture', 'accent'],
  edges: ['kind', 'accent'],
  groups: ['accent'],
}

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
  const doc = new Doc(scene)
  const found = diagramOf(scene, text, before?.language)
  const read = text === '' ? unasked(found) : found
  const nodes = read.nodes.map((node): DiagramNode => {
    const one = doc.get(node.id)
    const detail = one && textOf(labelParts(doc, one).detail)
    return { ...node, ...(detail && { detail }) }
  })
  const shown: Readonly<Record<ListName, readonly DiagramPart[]>> = { ...read, nodes }
  const ids = before && elementIds(before)
  const after = (list: ListName) => {
    const own = list === 'edges' ? undefined : ids?.[list]
    const known: readonly DiagramPart[] = before?.[list] ?? []
    const old = new Map(known.map((part) => [own?.get(part.id) ?? part.id, part]))
    const order = new Map([...old.keys()].map((id, at) => [id, at]))
    const placeOf = ({ id }: DiagramPart) => order.get(id) ?? order.size
    return shown[list]
      .map((part) => partAfter(list, old.get(part.id), part, operations))
      .sort((a, b) => placeOf(a) - placeOf(b))
  }
  const parts = {
    nodes: after('nodes'),
    edges: after('edges'),
    groups: after('groups'),
  } as unknown as Pick<Diagram, ListName>
  if (!before) return { ...read, ...parts }
  const title = operations.findLast(({ op }) => op === 'set_title')
  const isStages = parts.nodes.every(({ step }) => step !== undefined) && parts.edges.length === 0
  return {
    ...before,
    ...parts,
    shape: isStages ? before.shape : 'graph',
    ...(before.title !== undefined && title && 'title' in title && { title: title.title }),
  }
}

/** Where no text is asked, what a person added is as sure as they are. */
function unasked({ nodes, edges, groups, ...diagram }: Diagram): Diagram {
  const sure = <One extends { confidence: number; inferred?: boolean }>({
    inferred: _,
    ...part
  }: One) => ({ ...part, confidence: 1 }) as unknown as One
  return { ...diagram, nodes: nodes.map(sure), edges: edges.map(sure), groups: groups.map(sure) }
}

const isSame = (one: unknown, two: unknown) => {
  const plain = (text: unknown) => unmarked(String(text)).replace(/\s+/g, ' ').trim()
  return plain(one) === plain(two)
}

/** A part as it was, but for what the scene shows of it, new words, which have evidence of their own, and what was asked for. */
function partAfter(
  list: ListName,
  was: DiagramPart | undefined,
  is: DiagramPart,
  operations: readonly Operation[],
): DiagramPart {
  const { id, label, spans, confidence } = is
  const next: Record<string, unknown> = { ...(was ?? is), id }
  if (was) {
    // What is inferred is dashed without having been asked for.
    const isDoubted = was.inferred === true || Number(was.confidence) < 0.5
    if (!isSame(was.label ?? '', label ?? ''))
      Object.assign(next, { label, spans, confidence, inferred: undefined })
    for (const name of SHOWN[list])
      if (!isSame(was[name], is[name]))
        next[name] = name === 'dashed' && isDoubted ? undefined : is[name]
  }
  for (const operation of operations as readonly DiagramPart[]) {
    if (operation.id !== id) continue
    if (operation.op === 'add_node' || operation.op === 'add_edge') next.kind = operation.kind
    for (const [member, [op, name]] of Object.entries(SETTERS[list]))
      if (op === operation.op && ASKED[list].includes(member)) {
        const value = operation[name]
        // An icon that is null is none; without one the theme chooses.
        next[member] = value === null && member !== 'icon' ? undefined : value
      }
  }
  const isGiven = ([, value]: [string, unknown]) => value !== undefined
  return Object.fromEntries(Object.entries(next).filter(isGiven)) as DiagramPart
}
