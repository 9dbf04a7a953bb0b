import { type Source, sourceOf } from '../../figure/quotes/source'
import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from '../../forms/diagram'
import type { DiagramDraft, DraftGroup, DraftNode } from '../../forms/draft'
import { createIds } from '../words/ids'
import { languageOf } from '../words/language'
import { plain } from './material'

/** Words that a title must find in the text or the caption. */
const TITLED = 0.75

/** A draft as a diagram whose every part has its place in the text, or is marked as inferred. */
export function grounded(
  draft: DiagramDraft,
  text: string,
  caption: string | null,
): Omit<Diagram, 'warnings'> {
  const source = sourceOf(text)
  const ids = createIds()
  const names = new Map<string, string>()
  for (const [at, { id }] of draft.groups.entries()) names.set(id, ids.fresh(id, 'g', at + 1))
  for (const [at, { id }] of draft.nodes.entries()) names.set(id, ids.fresh(id, 'n', at + 1))
  const name = (id: string) => names.get(id) ?? id
  const title = draft.title === null ? '' : plain(draft.title)
  const isTitled =
    title !== '' && [source, sourceOf(caption ?? '')].some((one) => one.says(title, TITLED))
  const unsure = draft.unsure.map(plain).filter((sentence) => sentence !== '')
  if (title !== '' && !isTitled)
    unsure.push(`The title "${title}" is not in the text and was left out.`)
  return {
    shape: 'graph',
    ...(isTitled && { title }),
    nodes: draft.nodes.map((node) => nodeOf(node, source, name)),
    edges: edgesOf(draft, source, name),
    groups: draft.groups.map((group) => groupOf(group, source, name)),
    source: 'model',
    language: languageOf(text),
    unsure,
  }
}

type Name = (id: string) => string

function nodeOf(node: DraftNode, source: Source, name: Name): DiagramNode {
  const label = plain(node.label)
  const detail = plain(node.detail ?? '')
  return {
    id: name(node.id),
    label,
    ...(detail !== '' && { detail }),
    kind: node.kind,
    ...(node.group !== null && { group: name(node.group) }),
    ...source.evidence(node.quote, [label], [label, detail]),
  }
}

function edgesOf(draft: DiagramDraft, source: Source, name: Name): DiagramEdge[] {
  const ends = endsOf(draft)
  const labels = new Map(draft.nodes.map(({ id, label }) => [id, label]))
  const known = new Set<string>()
  return draft.edges.flatMap((edge): DiagramEdge[] => {
    const [from, to] = [ends(edge.from, 'from'), ends(edge.to, 'to')]
    const isLoopOfGroup = from === to && edge.from !== edge.to
    const same = JSON.stringify([edge.from, edge.to, edge.label])
    if (from === undefined || to === undefined || isLoopOfGroup || known.has(same)) return []
    known.add(same)
    const label = plain(edge.label ?? '')
    return [
      {
        id: `e${known.size}`,
        from: name(from),
        to: name(to),
        ...(from !== edge.from && { fromGroup: name(edge.from) }),
        ...(to !== edge.to && { toGroup: name(edge.to) }),
        ...(label !== '' && { label }),
        kind: edge.kind,
        heads: edge.heads,
        ...(edge.dashed && { dashed: true }),
        ...source.evidence(edge.quote, [labels.get(from) ?? '', labels.get(to) ?? ''], [label]),
      },
    ]
  })
}

/** How sure a group is whose heading is made of words that the text says, but apart from each other. */
const PIECED = { spans: [], confidence: 0.6 }
/** Shorter words (`to`, `and`) may join the others. */
const JOINING = 3

function weighty(heading: string): string {
  const words = heading.split(/\s+/u)
  const long = words.filter((word) => word.length > JOINING)
  return (long.length > 0 ? long : words).join(' ')
}

/** A group has no quote: its heading is looked for, or all of its words. */
function groupOf({ id, label, parent }: DraftGroup, source: Source, name: Name): DiagramGroup {
  const heading = plain(label)
  const found = source.evidence(heading, [heading], [heading])
  return {
    id: name(id),
    label: heading,
    ...(parent !== null && { parent: name(parent) }),
    ...(found.inferred && source.says(weighty(heading), 1) ? PIECED : found),
  }
}

/**
 * The node at which an edge to a group ends: the first of its nodes that nothing in it leads to, or the last that leads
 * to nothing in it. Undefined for a group without nodes.
 */
function endsOf({ nodes, edges, groups }: DiagramDraft) {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  const isIn = (group: string, at: string | null): boolean =>
    at !== null && (at === group || isIn(group, parents.get(at) ?? null))
  return (id: string, side: 'from' | 'to'): string | undefined => {
    if (!parents.has(id)) return id
    const members = nodes.filter(({ group }) => isIn(id, group)).map((node) => node.id)
    const inner = edges.filter(({ from, to }) => members.includes(from) && members.includes(to))
    if (side === 'to')
      return members.find((member) => !inner.some(({ to }) => to === member)) ?? members[0]
    return (
      members.findLast((member) => !inner.some(({ from }) => from === member)) ?? members.at(-1)
    )
  }
}
