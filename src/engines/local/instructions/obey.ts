import type { Diagram, DiagramEdge, DiagramItem, DiagramNode } from '../../../forms/diagram'
import { COLOR_WORDS, colorOf } from '../color-names'
import { isMetByLayout } from '../stylist/guidelines'
import { type Wish, wishesOf } from './wishes'

/**
 * The diagram as the instructions ask for it; what could not be done is named in `ignored`, a sentence each. `followed`:
 * the numbers, from 1, of those that its planner says it has seen to; how things look is nothing that a planner can do.
 */
export function obeyed(
  diagram: Diagram,
  instructions: readonly string[],
  followed: readonly number[] = [],
): Diagram {
  if (instructions.length === 0) return diagram
  let drawn = withOwnColours(diagram)
  const ignored: string[] = []
  for (const [index, instruction] of instructions.entries()) {
    if (isMetByLayout(instruction)) continue
    for (const { wish, words } of wishesOf(instruction)) {
      const changed = applied(drawn, wish)
      if (changed) drawn = changed
      else if (LOOKS.test(words) || !followed.includes(index + 1)) ignored.push(sentenceFor(words))
    }
  }
  return ignored.length === 0 ? drawn : { ...drawn, ignored: [...new Set(ignored)] }
}

/** In a text that speaks to an illustrator, "the blue encoder" is one that shall be blue. */
const withOwnColours = (diagram: Diagram): Diagram => ({
  ...diagram,
  nodes: diagram.nodes.map((node) => {
    const accent = colorOf(OWN_COLOUR.exec(node.label)?.[1] ?? '')
    return accent === undefined || node.accent ? node : { ...node, accent }
  }),
})
const OWN_COLOUR = new RegExp(`^(${COLOR_WORDS.join('|')}) \\p{L}`, 'iu')

/** How a figure looks is chosen by its style. */
const LOOKS =
  /\b(?:background|palette|fonts?|typeface|sans[- ]serif|serif|styles?|flat|3d|isometric|hand[- ]drawn|watercolou?r|pastel|muted|minimal(?:ist)?|gradients?|shadows?|colou?rs?|theme|vector|rounded|icons?)\b/i

function sentenceFor(words: string): string {
  // Of "Create a three-panel figure of our method" it is the "three-panel figure" that was not made.
  const asked =
    /^(?:please\s+)?(?:create|make|draw|generate|design|produce|i (?:want|need))\s+(?:an?|the)\s+(\S+ .*?\b(?:figure|diagram|illustration|schematic)|\S+ (?:figure|diagram))\b/i.exec(
      words,
    )
  return `${LOOKS.test(words) ? 'Left to the style' : 'Not followed'}: "${asked?.[1] ?? words}".`
}

/** The diagram with a wish fulfilled; undefined where that cannot be done. */
function applied(diagram: Diagram, wish: Wish): Diagram | undefined {
  switch (wish.kind) {
    case 'met':
      return diagram
    case 'other':
      return undefined
    case 'show':
      return isShown(diagram, wish.part) ? diagram : undefined
    case 'title':
      return { ...diagram, title: wish.title }
    case 'direction': {
      // Numbered stages are read right and down alone.
      const turned = wish.direction === 'left' || wish.direction === 'up'
      if (diagram.shape === 'stages' && turned) return undefined
      return { ...diagram, direction: wish.direction }
    }
    case 'colour': {
      if (wish.of === 'arrows')
        return diagram.edges.length === 0
          ? undefined
          : { ...diagram, edges: diagram.edges.map((edge) => ({ ...edge, accent: wish.colour })) }
      return withNodes(diagram, wish.part, { accent: wish.colour })
    }
    case 'emphasis':
      return withNodes(diagram, wish.part, {
        emphasis: 1,
        ...(wish.colour === undefined ? {} : { accent: wish.colour }),
      })
    case 'omit':
      return without(diagram, wish.part)
  }
}

const isShown = ({ title, nodes, groups }: Diagram, part: string) =>
  [title ?? '', ...nodes.flatMap(textsOf), ...groups.map(({ label }) => label)].some(
    (text) => placeIn(text, part) >= 0,
  )

const textsOf = ({ label, detail = '', items = [] }: DiagramNode) => [
  label,
  detail,
  ...items.map((item) => item.label),
]

function withNodes(
  diagram: Diagram,
  part: string | undefined,
  change: Partial<Pick<DiagramNode, 'accent' | 'emphasis'>>,
): Diagram | undefined {
  const named =
    part === undefined ? new Set(diagram.nodes.map(({ id }) => id)) : namedIn(diagram, part)
  if (named.size === 0) return undefined
  return {
    ...diagram,
    nodes: diagram.nodes.map((node) => (named.has(node.id) ? { ...node, ...change } : node)),
  }
}

const wordsOf = (text: string) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    word.replace(/(?<=\p{L}{3})s$/u, ''),
  )

/** Where the words of `part` begin in `label`, -1 for nowhere. */
function placeIn(label: string, part: string): number {
  const [words, wanted] = [wordsOf(label), wordsOf(part)]
  if (wanted.length === 0) return -1
  return words.findIndex((_, at) => wanted.every((word, k) => words[at + k] === word))
}

/** The nodes that bear a name: those it is the whole of, else those that begin with it, end with it, or the first that has it. */
function namedIn({ nodes, groups }: Diagram, part: string): Set<string> {
  const wanted = wordsOf(part).length
  const places = nodes
    .map(({ id, label }) => ({ id, at: placeIn(label, part), words: wordsOf(label).length }))
    .filter(({ at }) => at >= 0)
  const found = [
    places.filter(({ words }) => words === wanted),
    places.filter(({ at }) => at === 0),
    places.filter(({ at, words }) => at + wanted === words),
    places.slice(0, 1),
  ].find((each) => each.length > 0)
  if (found) return new Set(found.map(({ id }) => id))
  const group = groups.find(({ label }) => placeIn(label, part) >= 0)
  return new Set(group ? nodes.filter((node) => node.group === group.id).map(({ id }) => id) : [])
}

/** Leaves out the nodes of that name with their relations, or the items; not a step that only speaks of it. */
function without(diagram: Diagram, part: string): Diagram | undefined {
  const wanted = wordsOf(part).length
  const bears = (label: string) => {
    const at = placeIn(label, part)
    return at === 0 || (at > 0 && at + wanted === wordsOf(label).length && wanted > 0)
  }
  const nodes = diagram.nodes.filter(({ label }) => !bears(label))
  const kept = nodes.map((node): DiagramNode => {
    const items = node.items?.filter(({ label }: DiagramItem) => placeIn(label, part) < 0)
    return items ? { ...node, items } : node
  })
  const items = (list: readonly DiagramNode[]) =>
    list.reduce((sum, { items = [] }) => sum + items.length, 0)
  if (kept.length === 0 || (nodes.length === diagram.nodes.length && items(kept) === items(nodes)))
    return undefined
  const left = new Set(kept.map(({ id }) => id))
  return { ...diagram, nodes: renumbered(kept), edges: bridged(diagram.edges, left) }
}

/** The edges between the nodes that are left; an order goes on past a step that was taken out. */
function bridged(edges: readonly DiagramEdge[], left: ReadonlySet<string>): DiagramEdge[] {
  const after = new Map(
    edges.filter(({ kind }) => kind === 'order').map(({ from, to }) => [from, to]),
  )
  return edges.flatMap((edge) => {
    let to: string | undefined = edge.to
    if (edge.kind === 'order') while (to !== undefined && !left.has(to)) to = after.get(to)
    return to !== undefined && left.has(edge.from) && left.has(to) ? [{ ...edge, to }] : []
  })
}

const renumbered = (nodes: readonly DiagramNode[]) =>
  nodes.map((node, index) => (node.step === undefined ? node : { ...node, step: index + 1 }))
