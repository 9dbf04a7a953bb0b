import type { Diagram, DiagramEdge, DiagramItem, DiagramNode } from '../../../forms/diagram'
import { colorOf } from '../../words/color-names'
import { orderEdges } from '../../words/diagram-parts'
import { besidesFigure, isRequest, PICTURE } from './find'
import { inEnglish } from './gloss'
import { isMetByLayout } from './guidelines'
import { COLOUR, type Wish, wishesOf } from './wishes'

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
  const ignored = new Set<string>()
  for (const [index, instruction] of instructions.entries()) {
    if (isMetByLayout(instruction)) continue
    for (const { words, wish } of asked(instruction)) {
      const changed = wish && applied(drawn, wish)
      if (changed) drawn = changed
      else if (!followed.includes(index + 1) || PICTURE.test(words))
        ignored.add(`Not followed: "${words}".`)
    }
  }
  return ignored.size === 0 ? drawn : { ...drawn, ignored: [...ignored] }
}

/** The wishes of an instruction, in whatever language; named in its own words. */
export function asked(instruction: string): ReturnType<typeof wishesOf> {
  const own = wishesIn(instruction)
  const english = inEnglish(instruction)
  if (english === instruction || own.some(({ wish }) => wish)) return own
  const words = instruction.replace(/[.!。！\s]+$/, '')
  return wishesIn(english).map(({ wish }) => ({ words, wish }))
}

/** The wishes of an instruction; of a request for a figure what it asks for besides. */
function wishesIn(instruction: string): ReturnType<typeof wishesOf> {
  if (!isRequest(instruction)) return wishesOf(instruction)
  const [, further] = /\s(?:with|,)\s+(.+?)[.!\s]*$/i.exec(instruction) ?? []
  const direction =
    /\b(?:horizontal|vertical|(?:left|right|top|bottom)[- ]to[- ](?:left|right|top|bottom))\b/i.exec(
      instruction,
    )?.[0]
  const odd = besidesFigure(instruction)
  return [
    ...(direction ? wishesOf(direction) : []),
    ...(odd ? [{ words: odd, wish: undefined }] : []),
    ...(further ? wishesOf(further) : []),
  ]
}

/** In a text that speaks to an illustrator, "the blue encoder" is one that shall be blue. */
const withOwnColours = (diagram: Diagram): Diagram => ({
  ...diagram,
  nodes: diagram.nodes.map((node) => {
    const accent = colorOf(OWN_COLOUR.exec(node.label)?.[1] ?? '')
    return accent === undefined || node.accent ? node : { ...node, accent }
  }),
})
const OWN_COLOUR = new RegExp(`^(${COLOUR}) \\p{L}`, 'iu')

/** The diagram with a wish fulfilled; undefined where that cannot be done. */
function applied(diagram: Diagram, wish: Wish): Diagram | undefined {
  const { title, direction, part, arrows, colour, emphasis, omit, form, order } = wish
  const { shape, nodes, edges } = diagram
  if (title !== undefined) return { ...diagram, title }
  if (direction) {
    // Numbered stages are read right and down alone.
    const turned = direction === 'left' || direction === 'up'
    return shape === 'stages' && turned ? undefined : { ...diagram, direction }
  }
  if (arrows)
    return edges.length === 0 || !colour
      ? undefined
      : { ...diagram, edges: edges.map((edge) => ({ ...edge, accent: colour })) }
  if (omit) return part ? without(diagram, part) : undefined
  if (order !== undefined) {
    if (shape !== 'stages') return undefined
    const told = edges.filter(({ kind }) => kind !== 'order')
    return { ...diagram, edges: order ? [...told, ...orderEdges(nodes)] : told }
  }
  // The words of a card have no room in these.
  if (shape === 'stages' && (form === 'circle' || form === 'diamond')) return undefined
  const change = {
    ...(colour && { accent: colour }),
    ...(emphasis && { emphasis: 1 as const }),
    ...(form && { form }),
  }
  const isAll = part === undefined || /^(?:it|everything)$/i.test(part)
  const named = isAll ? new Set(nodes.map(({ id }) => id)) : namedIn(diagram, part)
  if (named.size === 0 || Object.keys(change).length === 0) return undefined
  return {
    ...diagram,
    nodes: nodes.map((node) => (named.has(node.id) ? { ...node, ...change } : node)),
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
  // Scripts without blanks have no words to compare.
  if (/\p{Script=Han}|\p{Script=Katakana}/u.test(part)) return label.indexOf(part)
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
