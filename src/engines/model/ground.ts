import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode, Span } from '../../forms/diagram'
import type { DiagramDraft, DraftGroup, DraftNode } from '../../forms/draft'
import { createIds } from '../ids'
import { languageOf } from '../local/language'
import { plainLabel } from '../local/structured/plain-label'
import { type Aligner, alignerOf, type Found } from './align'

/** How sure a part is by its evidence; below a half it is inferred. */
const SURE = { whole: 0.9, part: 0.7, near: 0.6, none: 0.3 } as const
/** The share of a label's words that the text must say. */
const SAID = 0.5

/** Words that a title must find in the text or the caption. */
const TITLED = 0.75

/** A draft as a diagram whose every part has its place in the text, or is marked as inferred. */
export function grounded(
  draft: DiagramDraft,
  text: string,
  caption: string | null,
): Omit<Diagram, 'warnings'> {
  const aligner = alignerOf(text)
  const ids = createIds()
  const names = new Map<string, string>()
  for (const [at, { id }] of draft.groups.entries()) names.set(id, ids.fresh(id, 'g', at + 1))
  for (const [at, { id }] of draft.nodes.entries()) names.set(id, ids.fresh(id, 'n', at + 1))
  const name = (id: string) => names.get(id) ?? id
  const title = draft.title === null ? '' : plainLabel(draft.title)
  const isTitled =
    title !== '' && Math.max(aligner.share(title), alignerOf(caption ?? '').share(title)) >= TITLED
  const unsure = draft.unsure.map(plainLabel).filter((sentence) => sentence !== '')
  if (title !== '' && !isTitled)
    unsure.push(`The title "${title}" is not in the text and was left out.`)
  return {
    shape: 'graph',
    ...(isTitled && { title }),
    nodes: draft.nodes.map((node) => nodeOf(node, aligner, name)),
    edges: edgesOf(draft, aligner, name),
    groups: draft.groups.map((group) => groupOf(group, aligner, name)),
    source: 'model',
    language: languageOf(text),
    unsure,
  }
}

type Name = (id: string) => string

function nodeOf(node: DraftNode, aligner: Aligner, name: Name): DiagramNode {
  const label = plainLabel(node.label)
  const detail = plainLabel(node.detail ?? '')
  return {
    id: name(node.id),
    label,
    ...(detail !== '' && { detail }),
    kind: node.kind,
    ...(node.group !== null && { group: name(node.group) }),
    ...evidenceFor(node.quote, [label], [label, detail], aligner),
  }
}

function edgesOf(draft: DiagramDraft, aligner: Aligner, name: Name): DiagramEdge[] {
  const ends = endsOf(draft)
  const labels = new Map(draft.nodes.map(({ id, label }) => [id, label]))
  const known = new Set<string>()
  return draft.edges.flatMap((edge): DiagramEdge[] => {
    const [from, to] = [ends(edge.from, 'from'), ends(edge.to, 'to')]
    const isLoopOfGroup = from === to && edge.from !== edge.to
    const same = JSON.stringify([from, to, edge.label])
    if (from === undefined || to === undefined || isLoopOfGroup || known.has(same)) return []
    known.add(same)
    const label = plainLabel(edge.label ?? '')
    return [
      {
        id: `e${known.size}`,
        from: name(from),
        to: name(to),
        ...(label !== '' && { label }),
        kind: edge.kind,
        heads: edge.heads,
        ...(edge.dashed && { dashed: true }),
        ...evidenceFor(
          edge.quote,
          [labels.get(from) ?? '', labels.get(to) ?? ''],
          [label],
          aligner,
        ),
      },
    ]
  })
}

/** A group has no quote: its heading is looked for. */
function groupOf({ id, label, parent }: DraftGroup, aligner: Aligner, name: Name): DiagramGroup {
  const heading = plainLabel(label)
  return {
    id: name(id),
    label: heading,
    ...(parent !== null && { parent: name(parent) }),
    ...evidenceFor(heading, [heading], [heading], aligner),
  }
}

/**
 * Where a part is said, and how surely: a quote that the text has, word for word or nearly, counts the more the more of
 * `named` it names. Whatever of `shown` the text says nowhere makes the part inferred.
 */
function evidenceFor(
  quote: string,
  named: readonly string[],
  shown: readonly string[],
  aligner: Aligner,
): Evidence {
  const found = aligner.find(quote)
  const isSaid = (label: string, within?: Span) =>
    !/[\p{L}\p{N}]/u.test(label) || aligner.share(label, within) >= SAID
  if (!found || !shown.every((label) => isSaid(label))) return unsaid(found)
  const inside = named.filter((label) => isSaid(label, found.span)).length
  // One word that names none of it is no evidence.
  if (inside === 0 && aligner.count(found.span) < 2) return unsaid(found)
  const whole = inside === named.length ? SURE.whole : SURE.part
  return { spans: [found.span], confidence: found.exact ? whole : SURE.near }
}

type Evidence = Pick<DiagramNode, 'spans' | 'confidence' | 'inferred'>

const unsaid = (found: Found | undefined): Evidence => ({
  spans: found ? [found.span] : [],
  confidence: SURE.none,
  inferred: true,
})

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
