import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from './diagram'

/** What one figure can hold. What an input has beyond is cut, and said in the diagram's warnings. */
export const FIGURE_LIMITS = {
  nodes: 200,
  edges: 600,
  groups: 100,
  /** Of the scene, and characters that it is written with, pictures among them: of a figure that is edited. */
  elements: 4000,
  characters: 20_000_000,
  /** Groups within groups. */
  depth: 10,
  /** Entries of one stage. */
  items: 50,
  /** UTF-16 units of a label, a second line, a title. */
  label: 1000,
} as const

/**
 * The diagram within {@link FIGURE_LIMITS}: the first nodes, the relations between them, the outermost groups. Nodes of
 * a group that is left out stand in the one around it. `beyond`: edges that the reader counted and did not even keep.
 */
export function withinLimits(diagram: Diagram, beyond = 0): Diagram {
  const cut = { labels: 0, items: 0 }
  const shown = diagram.nodes.slice(0, FIGURE_LIMITS.nodes)
  const ids = new Set(shown.map(({ id }) => id))
  const edges = diagram.edges
    .filter(({ from, to }) => ids.has(from) && ids.has(to))
    .slice(0, FIGURE_LIMITS.edges)
  const lost = {
    nodes: diagram.nodes.length - shown.length,
    edges: diagram.edges.length - edges.length + beyond,
  }
  const used = lost.nodes > 0 ? usedBy(shown, diagram.groups) : diagram.groups
  const { groups, homes } = outermost(used)
  const label = (text: string) => {
    if (text.length <= FIGURE_LIMITS.label) return text
    cut.labels++
    return `${text.slice(0, FIGURE_LIMITS.label - 1).replace(/[\ud800-\udbff]$/, '')}…`
  }
  const nodes = shown.map((node) => {
    const { group: _, detail, items, ...rest } = node
    const group = homes.get(node.group ?? '')
    cut.items += Math.max(0, (items?.length ?? 0) - FIGURE_LIMITS.items)
    return {
      ...rest,
      label: label(node.label),
      ...(detail === undefined ? {} : { detail: label(detail) }),
      ...(group === undefined ? {} : { group }),
      ...(items && {
        items: items
          .slice(0, FIGURE_LIMITS.items)
          .map((item) => ({ ...item, label: label(item.label) })),
      }),
    }
  })
  const within = {
    ...diagram,
    ...(diagram.title === undefined ? {} : { title: label(diagram.title) }),
    nodes,
    edges: edges.map(({ fromGroup, toGroup, ...edge }) => ({
      ...edge,
      ...endsIn(homes, { fromGroup, toGroup }),
      ...(edge.label !== undefined && { label: label(edge.label) }),
    })),
    groups: groups.map((group) => ({ ...group, label: label(group.label) })),
  }
  const lostGroups = used.length - groups.length
  const sentences = sentencesOf({ ...lost, ...cut, groups: lostGroups })
  return { ...within, warnings: [...sentences, ...diagram.warnings] }
}

/** The groups of an edge as they are drawn. */
const endsIn = (
  homes: ReadonlyMap<string, string>,
  ends: { fromGroup: string | undefined; toGroup: string | undefined },
): Pick<DiagramEdge, 'fromGroup' | 'toGroup'> =>
  Object.fromEntries(
    Object.entries(ends).flatMap(([name, group]) => {
      const home = homes.get(group ?? '')
      return home === undefined ? [] : [[name, home]]
    }),
  )

/** Sentences of one sort that are told. */
const MOST_TOLD = 50

/** {@link withinLimits}, and within what a reader of warnings can take in. */
export function tidy(diagram: Diagram): Diagram {
  const within = withinLimits(diagram)
  const warnings = told(within.warnings, 'warnings')
  const { ignored } = within
  return { ...within, warnings, ...(ignored && { ignored: told(ignored, 'wishes') }) }
}

function told(sentences: readonly string[], what: string): string[] {
  const more = sentences.length - MOST_TOLD
  if (more <= 0) return [...sentences]
  return [...sentences.slice(0, MOST_TOLD), `${more} further ${what} are not shown.`]
}

function sentencesOf(lost: Record<'nodes' | 'edges' | 'groups' | 'labels' | 'items', number>) {
  const { nodes, edges, groups, labels, items } = lost
  const { depth, label } = FIGURE_LIMITS
  return [
    nodes + edges > 0 &&
      `The input is too large for one figure: ${nodes} nodes and ${edges} edges were left out.`,
    groups > 0 &&
      `Groups left out: ${groups}. What they hold stands in the group around them; a figure shows ${FIGURE_LIMITS.groups}, ${depth} deep.`,
    labels > 0 && `Labels cut after ${label} characters: ${labels}.`,
    items > 0 && `Entries left out: ${items}. A stage shows ${FIGURE_LIMITS.items}.`,
  ].filter((sentence) => sentence !== false)
}

/** The groups that nodes stand in, and those around them. */
function usedBy(
  nodes: readonly DiagramNode[],
  groups: readonly DiagramGroup[],
): readonly DiagramGroup[] {
  const used = new Set<string>()
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  for (const { group } of nodes)
    for (let at = group; at !== undefined && !used.has(at); at = parents.get(at)) used.add(at)
  return groups.filter(({ id }) => used.has(id))
}

/** The groups that are drawn, and the one in which the nodes of each group stand then. */
function outermost(groups: readonly DiagramGroup[]) {
  const depths = depthsOf(groups)
  const depth = ({ id }: DiagramGroup) => depths.get(id) ?? 0
  const kept = new Set(
    groups
      .filter((group) => depth(group) <= FIGURE_LIMITS.depth)
      .sort((a, b) => depth(a) - depth(b))
      .slice(0, FIGURE_LIMITS.groups)
      .map(({ id }) => id),
  )
  const homes = new Map<string, string>()
  for (const { id, parent } of groups.toSorted((a, b) => depth(a) - depth(b))) {
    const home = kept.has(id) ? id : homes.get(parent ?? '')
    if (home !== undefined) homes.set(id, home)
  }
  return { groups: groups.filter(({ id }) => kept.has(id)), homes }
}

/** 1 for an outermost group. A group that stands in itself counts from where its circle is entered. */
function depthsOf(groups: readonly DiagramGroup[]): Map<string, number> {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  const depths = new Map<string, number>()
  for (const { id } of groups) {
    const path: string[] = []
    const open = new Set<string>()
    let at: string | undefined = id
    while (at !== undefined && parents.has(at) && !depths.has(at) && !open.has(at)) {
      path.push(at)
      open.add(at)
      at = parents.get(at)
    }
    let depth = depths.get(at ?? '') ?? 0
    for (const each of path.reverse()) depths.set(each, ++depth)
  }
  return depths
}
