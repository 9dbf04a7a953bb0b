import type { DiagramEdge, DiagramGroup, DiagramNode, Span } from '../../../../forms/diagram'
import type { Block } from '../blocks'
import { kindOf } from './kinds'
import { components } from './loops'
import type { Entity, Link, World } from './world'

export interface Graph {
  nodes: DiagramNode[]
  edges: DiagramEdge[]
  groups: DiagramGroup[]
}

const MAX_SPANS = 8
const MAX_LABEL_WORDS = 5
const round = (value: number) => Math.round(value * 100) / 100

/** The drawn part of what was read, as a diagram's parts, in the order of the text. */
export function assemble(world: World, masked: string, parts: readonly Block[]): Graph {
  const drawn = world.entities
    .filter((entity) => entity.drawn)
    .sort((a, b) => a.start - b.start || a.id - b.id)
  const ids = new Map(drawn.map((entity, index) => [entity.id, `n${index + 1}`]))
  const { groups, of } = groupsOf(world, drawn, masked, parts)
  // A tool that stands as a node of its own is no second line of another.
  const labels = new Set(drawn.map(({ label }) => label.toLowerCase()))
  const nodes = drawn.map((entity) => nodeOf(entity, ids, of.get(entity.id), labels))
  const edges = world.links.flatMap((link, index) => edgeOf(link, index, ids))
  return { nodes, edges, groups }
}

function nodeOf(
  entity: Entity,
  ids: ReadonlyMap<number, string>,
  group: string | undefined,
  labels: ReadonlySet<string>,
): DiagramNode {
  const detail = labels.has(entity.detail?.text.toLowerCase() ?? '') ? undefined : entity.detail
  return {
    id: ids.get(entity.id) ?? '',
    label: entity.label,
    ...(detail ? { detail: detail.text } : {}),
    kind: kindOf(entity),
    ...(group === undefined ? {} : { group }),
    spans: distinct([...entity.spans, ...(detail?.spans ?? [])]).slice(0, MAX_SPANS),
    confidence: round(entity.confidence),
  }
}

function edgeOf(link: Link, index: number, ids: ReadonlyMap<number, string>): DiagramEdge[] {
  const from = ids.get(link.from)
  const to = ids.get(link.to)
  if (from === undefined || to === undefined) return []
  const label =
    link.label && link.label.text.split(' ').length <= MAX_LABEL_WORDS ? link.label : undefined
  const text = label?.text ?? ''
  const plain =
    /^\p{Lu}\p{Ll}+(?: |$)/u.test(text) && !text.includes('-')
      ? text.charAt(0).toLowerCase() + text.slice(1)
      : text
  return [
    {
      id: `e${index + 1}`,
      from,
      to,
      ...(plain === '' ? {} : { label: plain }),
      kind: link.kind,
      heads: 'end',
      spans: distinct([...(label?.spans ?? []), ...link.spans]).slice(0, MAX_SPANS),
      confidence: round(link.confidence),
      ...(link.inferred ? { dashed: true, inferred: true } : {}),
    },
  ]
}

function distinct(spans: readonly Span[]): Span[] {
  const seen = new Set<string>()
  return spans.filter(({ start, end }) => {
    const key = `${start} ${end}`
    if (seen.has(key) || end <= start) return false
    seen.add(key)
    return true
  })
}

/** Headings, phases ("during training") and wholes with named parts, where each holds two nodes or more. */
function groupsOf(
  world: World,
  drawn: readonly Entity[],
  masked: string,
  parts: readonly Block[],
): { groups: DiagramGroup[]; of: Map<number, string> } {
  const of = new Map<number, string>()
  const groups: DiagramGroup[] = []
  const add = (label: string, spans: readonly Span[], members: readonly Entity[]) => {
    const free = members.filter((entity) => !of.has(entity.id))
    if (free.length < 2 || label === '') return
    const id = `g${groups.length + 1}`
    groups.push({ id, label, spans: [...spans], confidence: 0.8 })
    for (const entity of free) of.set(entity.id, id)
  }
  for (const [at, heading] of parts.entries()) {
    if (heading.kind !== 'heading') continue
    const next = parts.findIndex((part, index) => index > at && part.kind === 'heading')
    const inside = drawn.filter((entity) => entity.block > at && (next < 0 || entity.block < next))
    if (inside.length === drawn.length) continue
    const label = masked
      .slice(heading.start, heading.end)
      .replace(/\s+/g, ' ')
      .replace(/[.:]\s*$/, '')
      .trim()
    add(label, [{ start: heading.start, end: heading.end }], inside)
  }
  if (groups.length === 0 && !world.without.has('phases'))
    for (const phase of world.phases) {
      const inside = drawn.filter((entity) => entity.phase === phase.label)
      if (inside.length < drawn.length) add(phase.label, phase.spans, inside)
    }
  for (const claim of world.groups) {
    const members = drawn.filter((entity) => claim.members.includes(entity.id))
    if (!drawn.some((entity) => entity.id === claim.entity)) add(claim.label, claim.spans, members)
  }
  return { groups, of }
}

/** Smaller pieces on average, and the figure tells less than its stages do. */
const NODES_A_PIECE = 3.5

/** Where most relations would be wrong, the order of the steps is all that can be claimed. */
const MEAN_CONFIDENCE = 0.5

/** Whether the graph is worth drawing: enough nodes, mostly in one piece, by relations that are mostly right,
 * and under the headings of the text where it has several. */
export function isWorthDrawing(world: World, graph: Graph, parts: readonly Block[]): boolean {
  const headings = parts.filter(({ kind }) => kind === 'heading').length
  if (headings > 1 && graph.groups.length < headings / 2) return false
  if (graph.nodes.length < 3 || graph.edges.length < 2) return false
  const roots = components(world)
  const sizes = new Map<number, number>()
  for (const entity of world.entities)
    if (entity.drawn) {
      const root = roots[entity.id] ?? -1
      sizes.set(root, (sizes.get(root) ?? 0) + 1)
    }
  const sure = graph.edges.reduce((sum, { confidence }) => sum + confidence, 0)
  return (
    graph.nodes.length / sizes.size >= NODES_A_PIECE && sure / graph.edges.length >= MEAN_CONFIDENCE
  )
}
