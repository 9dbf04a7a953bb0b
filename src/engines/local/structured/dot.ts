import type { Diagram, DiagramEdge, DiagramNode, Span } from '../../../forms/diagram'
import { lineAt } from '../../words/diagram-parts'
import { languageOf } from '../../words/language'
import { Builder } from './builder'
import {
  type DotAttributes,
  type DotEdge,
  DotFault,
  type DotGraph,
  type DotNode,
  type DotSubgraph,
  type DotWords,
  parseDot,
} from './dot-graph'
import { dotLabel, dotParts } from './dot-label'
import { dotDress, dotLook, shapeNamed } from './dot-look'
import { drawnAs, lostNames, refusal } from './looks'

const DIRECTIONS = { TB: 'down', BT: 'up', LR: 'right', RL: 'left' } as const
const MAX_BYTES = 200_000

export const isDot = (text: string): boolean =>
  /^\s*(?:(?:\/\/|#)[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:strict\s+)?(?:di)?graph\b\s*(?:"(?:[^"\\]|\\.)*"|[\p{L}\p{N}_.-]+)?\s*\{/iu.test(
    text,
  )

/**
 * Reads DOT between two offsets of `source`.
 * @throws DotFault
 */
export function readDot(source: string, from: number, to: number): Diagram {
  if (to - from > MAX_BYTES) throw new DotFault(`DOT longer than ${MAX_BYTES} characters`, from)
  const graph = parseDot(source, from, to)
  const builder = new Builder(graph.pairs)
  const homes = addGroups(builder, graph)
  const added = new Map<DotNode, DiagramNode>()
  const refused = new Set<string>()
  const refuse = ({ start }: Span, sentence: string) =>
    refused.add(refusal(lineAt(source, start), sentence))
  for (const node of graph.nodes) {
    if (isInvisible(node)) continue
    const { name, attributes, span } = node
    const shape = attributes.get('shape')
    const { kind, form, like } = shapeNamed(shape?.text)
    if (shape && like !== undefined)
      refuse(shape.span, drawnAs(like, { kind, ...(form && { form }) }))
    const { label, detail } = nodeWords(node, graph)
    const said = spanOf(attributes.get('label')) ?? span
    const drawn = builder.node(name, label, kind, said, homes.get(node))
    if (detail !== '') drawn.detail = detail
    const { look, refused: lost } = dotLook(node)
    Object.assign(drawn, look, dotDress(attributes).node)
    for (const sentence of lost) refuse(span, sentence)
    added.set(node, drawn)
  }
  if (added.size === 0) throw new DotFault('no nodes', from)
  for (const edge of graph.edges) addEdge(builder, graph, edge, added)
  builder.dropEmptyGroups()
  builder.warnings.push(...refused, ...lostNames('attributes', graph.lost))
  if (graph.rest !== undefined)
    builder.warnings.push(
      `What stands behind the first graph, from line ${lineAt(source, graph.rest)}, was left out: a figure shows one graph.`,
    )
  const words = [...builder.nodes.values()].map((node) => node.label).join(' ')
  const rankdir = graph.attributes.get('rankdir')?.text ?? 'TB'
  const direction = DIRECTIONS[rankdir as keyof typeof DIRECTIONS] ?? 'down'
  return builder.diagram('dot', languageOf(words), direction)
}

/** Where a label stands that says something of its own. */
const spanOf = (label: DotWords | undefined): Span | undefined =>
  label && label.text !== '\\N' && label.text.trim() !== '' ? label.span : undefined

/**
 * Clusters become groups. Gives the group of each node: that of the innermost cluster that names it; of two side by
 * side, of the first.
 */
function addGroups(builder: Builder, graph: DotGraph): Map<DotNode, string> {
  const ids = new Map<DotSubgraph, string>()
  const groupOf = (subgraph: DotSubgraph | undefined): string | undefined => {
    if (!subgraph) return undefined
    const parent = groupOf(subgraph.parent)
    if (!isBox(subgraph)) return parent
    const known = ids.get(subgraph)
    if (known) return known
    const { name, attributes, span } = subgraph
    const said = attributes.get('label')
    const words = said ? dotLabel(said.text, { G: name }, said) : ''
    const label = words || name.replace(/^cluster_?/, '')
    const group = builder.group(name, label, spanOf(said) ?? span, parent)
    Object.assign(group, dotDress(attributes).node)
    ids.set(subgraph, group.id)
    return group.id
  }
  const homes = new Map<DotNode, DotSubgraph>()
  for (const subgraph of [...graph.subgraphs].sort((a, b) => depthIn(a) - depthIn(b))) {
    if (!isBox(subgraph)) continue
    groupOf(subgraph)
    for (const node of subgraph.nodes)
      if (isWithin(subgraph, homes.get(node))) homes.set(node, subgraph)
  }
  return new Map([...homes].map(([node, home]) => [node, ids.get(home) ?? '']))
}

const depthIn = ({ parent }: DotSubgraph): number => (parent ? 1 + depthIn(parent) : 0)

function isWithin(subgraph: DotSubgraph, outer: DotSubgraph | undefined): boolean {
  for (let at = subgraph.parent; at && outer; at = at.parent) if (at === outer) return true
  return outer === undefined
}

function addEdge(
  builder: Builder,
  graph: DotGraph,
  edge: DotEdge,
  nodes: ReadonlyMap<DotNode, DiagramNode>,
): void {
  const tail = nodes.get(edge.tail)
  const head = nodes.get(edge.head)
  if (!tail || !head || isInvisible(edge)) return
  const { attributes } = edge
  const text = (name: 'dir' | 'arrowhead' | 'arrowtail') => attributes.get(name)?.text
  const said = attributes.get('label')?.text ? attributes.get('label') : attributes.get('xlabel')
  const [T, H] = [edge.tail.name, edge.head.name]
  const names = { T, H, E: `${T}${graph.directed ? '->' : '--'}${H}`, G: graph.name }
  const label = said ? dotLabel(said.text, names, said) : ''
  const dir = text('dir') ?? (graph.directed ? 'forward' : 'none')
  const atHead = /^(forward|both)$/.test(dir) && text('arrowhead') !== 'none'
  const atTail = /^(back|both)$/.test(dir) && text('arrowtail') !== 'none'
  const heads = atHead && atTail ? 'both' : atHead || atTail ? 'end' : 'none'
  const turned = atTail && !atHead
  const [a, b] = turned ? [head, tail] : [tail, head]
  const cluster = (name: 'lhead' | 'ltail') =>
    builder.groups.get(attributes.get(name)?.text ?? '')?.id
  const [fromGroup, toGroup] = turned
    ? [cluster('lhead'), cluster('ltail')]
    : [cluster('ltail'), cluster('lhead')]
  const spans = label === '' || !said ? [...a.spans, ...b.spans] : [said.span]
  const dress = dotDress(attributes).edge
  const ends = [atHead && text('arrowhead'), atTail && text('arrowtail')].filter(
    (end) => end !== false,
  )
  const tip = sameTip(ends)
  builder.edge(a.id, b.id, spans, { label, heads, tip, fromGroup, toGroup, dress })
}

/** Arrow shapes of Graphviz that are no arrow-heads; open, half and repeated ones are as the whole. */
const TIPS: readonly (readonly [NonNullable<DiagramEdge['tip']>, RegExp])[] = [
  ['bar', /^[lr]?tee/],
  ['circle', /^o?dot/],
]

/** Ends that differ are drawn as arrow-heads. */
function sameTip(ends: readonly (string | undefined)[]): DiagramEdge['tip'] {
  const tips = new Set(ends.map((end) => TIPS.find(([, names]) => names.test(end ?? ''))?.[0]))
  return tips.size === 1 ? [...tips][0] : undefined
}

const isInvisible = ({ attributes }: { attributes: DotAttributes }) =>
  /\binvis\b/.test(attributes.get('style')?.text ?? '')

/** `{c d}` in an edge is a subgraph too, but no place to stand in. */
const isBox = (subgraph: DotSubgraph) => /^cluster/.test(subgraph.name) && !isInvisible(subgraph)

/** Between parts of a label that stand apart. */
const APART = ' · '

/**
 * Label and second line. Lines and stacked fields follow a first one that names them; fields side by side are equals.
 * An empty label is drawn empty.
 */
function nodeWords({ name, attributes }: DotNode, graph: DotGraph) {
  const beside = attributes.get('xlabel')
  const outer = beside ? dotLabel(beside.text, { N: name, G: graph.name }, beside) : ''
  const own = ownWords({ name, attributes }, graph)
  if (own.label === '') return { ...own, label: outer }
  return own.detail === '' ? { ...own, detail: outer } : own
}

function ownWords({ name, attributes }: Omit<DotNode, 'span'>, graph: DotGraph) {
  const html = attributes.get('label')?.html ?? false
  const shape = attributes.get('shape')?.text ?? ''
  const record = !html && /^M?record$/.test(shape)
  const raw = attributes.get('label')?.text ?? (shape === 'point' ? '' : '\\N')
  const parts = dotParts(raw, { N: name, G: graph.name }, { html, record })
  if (html && parts.length === 0) parts.push(dotLabel(name, {}))
  const sideways = /^(LR|RL)$/.test(graph.attributes.get('rankdir')?.text ?? '')
  const stacked = /^\s*\{/.test(raw) !== sideways
  if (record && !stacked) return { label: parts.join(APART), detail: '' }
  return { label: parts[0] ?? '', detail: parts.slice(1).join(APART) }
}
