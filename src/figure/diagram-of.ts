import {
  type Diagram,
  type DiagramEdge,
  type DiagramGroup,
  type DiagramNode,
  NODE_KINDS,
} from '../forms/diagram'
import type { Point, Scene, SceneElement } from '../forms/scene'
import { centreOf, distance, within } from './geometry'
import { type Source, sourceOf } from './quotes/source'

/**
 * What a drawing says, without geometry: its nodes, edges and panels, each with where the text says it. A thing stands in
 * the panel that holds it on the canvas, whether or not its group stands in the panel's.
 */
export function diagramOf(scene: Scene, text: string, language = 'en'): Diagram {
  const source = sourceOf(text)
  const { elements } = scene
  const panels = elements.filter(({ role }) => role === 'group')
  const homes = new Map(elements.map((each) => [each.id, homeOf(each, panels, elements)]))
  const nodes = elements.filter(({ role }) => role === 'node')
  const byId = new Map([...nodes, ...panels].map((each) => [each.id, each]))
  return {
    shape: 'graph',
    nodes: nodes.map((node) => nodeOf(node, homes.get(node.id), source)),
    edges: elements.flatMap((edge) => edgeOf(edge, byId, nodes, homes, source)),
    groups: panels.map((panel): DiagramGroup => {
      const label = labelOf(panel)
      const parent = homes.get(panel.id)
      return {
        id: panel.id,
        label,
        ...(parent && { parent }),
        ...source.evidence(panel.quote ?? label, [label], [label]),
      }
    }),
    source: 'model',
    language,
    warnings: [],
  }
}

const labelOf = ({ label, id }: SceneElement): string => label?.replace(/\s+/g, ' ').trim() || id

/** The smallest panel around the middle of something, larger than it. */
function homeOf(
  one: SceneElement,
  panels: readonly SceneElement[],
  elements: readonly SceneElement[],
): string | undefined {
  const size = ({ box }: SceneElement) => box.width * box.height
  const around = panels.filter(
    (panel) => panel !== one && size(panel) > size(one) && within(centreOf(one.box), panel.box),
  )
  const told = elements.find(({ id, role }) => id === one.parent && role === 'group')
  return (told ?? around.toSorted((a, b) => size(a) - size(b))[0])?.id
}

function nodeOf(node: SceneElement, group: string | undefined, source: Source): DiagramNode {
  const label = labelOf(node)
  const kind = NODE_KINDS.find((each) => each === node.data?.kind) ?? 'process'
  return {
    id: node.id,
    label,
    kind,
    ...(group && { group }),
    ...source.evidence(node.quote ?? label, [label], [label]),
  }
}

function edgeOf(
  edge: SceneElement,
  byId: ReadonlyMap<string, SceneElement>,
  nodes: readonly SceneElement[],
  homes: ReadonlyMap<string, string | undefined>,
  source: Source,
): DiagramEdge[] {
  const [one, two] = [edge.from, edge.to].map((end) => byId.get(end?.element ?? ''))
  if (edge.role !== 'edge' || !one || !two) return []
  // An edge to a panel names a thing that stands for it: the one that is nearest to the other end.
  const standsFor = (thing: SceneElement, other: Point) =>
    thing.role === 'node'
      ? thing
      : nodes
          .filter(({ id }) => isIn(id, thing.id, homes))
          .sort((a, b) => distance(centreOf(a.box), other) - distance(centreOf(b.box), other))[0]
  const [from, to] = [standsFor(one, centreOf(two.box)), standsFor(two, centreOf(one.box))]
  if (!from || !to) return []
  const label = edge.label?.replace(/\s+/g, ' ').trim()
  const { role } = edge.data ?? {}
  return [
    {
      id: edge.id,
      from: from.id,
      to: to.id,
      ...(one !== from && { fromGroup: one.id }),
      ...(two !== to && { toGroup: two.id }),
      ...(label && { label }),
      kind: role === 'feedback' ? 'feedback' : 'flow',
      heads: edge.heads ?? 'end',
      ...(edge.style.dash && { dashed: true }),
      ...(role && { role }),
      ...source.evidence(edge.quote ?? '', [labelOf(from), labelOf(to)], label ? [label] : []),
    },
  ]
}

function isIn(id: string, panel: string, homes: ReadonlyMap<string, string | undefined>): boolean {
  let at = homes.get(id)
  for (let left = homes.size; at !== undefined && left > 0; left--) {
    if (at === panel) return true
    at = homes.get(at)
  }
  return false
}
