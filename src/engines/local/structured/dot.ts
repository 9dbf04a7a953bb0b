import type { Diagram, NodeKind, Span } from '../../../forms/diagram'
import { lineAt } from '../diagram-parts'
import { languageOf } from '../language'
import { Builder } from './builder'
import {
  type DotAttributes,
  type DotEdge,
  type DotGraph,
  type DotNode,
  type DotSubgraph,
  parseDot,
} from './dot-graph'
import { dotLabel, dotParts } from './dot-label'
import { DotFault } from './dot-lexer'

const DIRECTIONS = { TB: 'down', BT: 'up', LR: 'right', RL: 'left' } as const
const KINDS: readonly (readonly [NodeKind, RegExp])[] = [
  ['store', /^cylinder$/],
  ['decision', /^diamond$/],
  ['document', /^(note|tab|folder)$/],
  ['data', /^(parallelogram|plaintext|none)$/],
]
const MAX_BYTES = 200_000
/** The parser recurses into braces; far below what overflows the stack. */
const MAX_DEPTH = 100

export const isDot = (text: string): boolean =>
  /^\s*(?:(?:\/\/|#)[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:strict\s+)?(?:di)?graph\b\s*(?:"(?:[^"\\]|\\.)*"|[\p{L}\p{N}_.-]+)?\s*\{/iu.test(
    text,
  )

export type DotResult = { diagram: Diagram } | { problem: string; line: number | undefined }

/** Reads DOT between two offsets of `source`; a broken block gives its problem and line. */
export function readDot(source: string, from: number, to: number): DotResult {
  const text = source.slice(from, to)
  if (text.length > MAX_BYTES)
    return { problem: `DOT longer than ${MAX_BYTES} characters`, line: undefined }
  if (depthOf(text) > MAX_DEPTH)
    return { problem: `braces nested deeper than ${MAX_DEPTH}`, line: undefined }
  try {
    return { diagram: toDiagram(parseDot(text), source, from, to) }
  } catch (error) {
    if (!(error instanceof DotFault)) throw error
    return { problem: error.message, line: lineAt(source, from + error.at) }
  }
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const sign of text) {
    if (sign === '{') deepest = Math.max(deepest, ++depth)
    else if (sign === '}') depth--
  }
  return deepest
}

function toDiagram(graph: DotGraph, source: string, from: number, to: number): Diagram {
  const builder = new Builder()
  const places = placesOf(source, from, to)
  const homes = addGroups(builder, graph, places)
  const ids = new Map<DotNode, string>()
  for (const node of graph.nodes) {
    if (isInvisible(node)) continue
    const { name, attributes } = node
    const place = places(attributes.values.get('label'), name)
    const kind = kindFor(attributes.values.get('shape'))
    const { label, detail } = nodeWords(node, graph)
    const added = builder.node(name, label, kind, place, homes.get(node))
    if (detail !== '') added.detail = detail
    ids.set(node, added.id)
  }
  for (const edge of graph.edges) addEdge(builder, graph, edge, ids, places)
  dropEmptyGroups(builder)
  if (graph.rest !== undefined)
    builder.warnings.push(
      `What stands behind the first graph, from line ${lineAt(source, from + graph.rest)}, was left out: a figure shows one graph.`,
    )
  const words = [...builder.nodes.values()].map((node) => node.label).join(' ')
  const direction = graph.attributes.values.get('rankdir') ?? 'TB'
  return builder.diagram(
    'dot',
    languageOf(words),
    DIRECTIONS[direction as keyof typeof DIRECTIONS] ?? 'down',
  )
}

/**
 * Clusters become groups. Gives the group of each node: that of the innermost cluster that names it; of two side by
 * side, of the first.
 */
function addGroups(builder: Builder, graph: DotGraph, places: Places): Map<DotNode, string> {
  const ids = new Map<DotSubgraph, string>()
  const groupOf = (subgraph: DotSubgraph | undefined): string | undefined => {
    if (!subgraph) return undefined
    const parent = groupOf(subgraph.parent)
    if (!isBox(subgraph)) return parent
    const known = ids.get(subgraph)
    if (known) return known
    const { name, attributes } = subgraph
    const raw = attributes.values.get('label')
    const html = attributes.html.has('label')
    const label = dotLabel(raw ?? '', { G: name }, { html }) || name.replace(/^cluster_?/, '')
    const { id } = builder.group(name, label, places(raw, name), parent)
    ids.set(subgraph, id)
    return id
  }
  const homes = new Map<DotNode, DotSubgraph>()
  for (const subgraph of [...graph.subgraphs].sort((a, b) => depthIn(a) - depthIn(b))) {
    if (!isBox(subgraph)) continue
    groupOf(subgraph)
    for (const node of subgraph.nodes)
      if (isWithin(subgraph, homes.get(node))) homes.set(node, subgraph)
  }
  const groups = new Map<DotNode, string>()
  for (const [node, home] of homes) {
    const id = ids.get(home)
    if (id !== undefined) groups.set(node, id)
  }
  return groups
}

const depthIn = ({ parent }: DotSubgraph): number => (parent ? 1 + depthIn(parent) : 0)

function isWithin(subgraph: DotSubgraph, outer: DotSubgraph | undefined): boolean {
  for (let at = subgraph.parent; at && outer; at = at.parent) if (at === outer) return true
  return outer === undefined
}

function dropEmptyGroups(builder: Builder): void {
  const used = new Set([...builder.nodes.values()].map((node) => node.group))
  for (const [key, group] of builder.groups) {
    const isParent = [...builder.groups.values()].some(({ parent }) => parent === group.id)
    if (!used.has(group.id) && !isParent) builder.groups.delete(key)
  }
}

function addEdge(
  builder: Builder,
  graph: DotGraph,
  edge: DotEdge,
  ids: ReadonlyMap<DotNode, string>,
  places: Places,
): void {
  const tail = ids.get(edge.tail)
  const head = ids.get(edge.head)
  if (tail === undefined || head === undefined || isInvisible(edge)) return
  const { values, html } = edge.attributes
  const name = values.get('label') ? 'label' : 'xlabel'
  const raw = values.get(name)
  const [T, H] = [edge.tail.name, edge.head.name]
  const names = { T, H, E: `${T}${graph.directed ? '->' : '--'}${H}`, G: graph.name }
  const label = dotLabel(raw ?? '', names, { html: html.has(name) })
  const dir = values.get('dir') ?? (graph.directed ? 'forward' : 'none')
  const atHead = /^(forward|both)$/.test(dir) && values.get('arrowhead') !== 'none'
  const atTail = /^(back|both)$/.test(dir) && values.get('arrowtail') !== 'none'
  const heads = atHead && atTail ? 'both' : atHead || atTail ? 'end' : 'none'
  const [a, b] = atTail && !atHead ? [head, tail] : [tail, head]
  const nodes = [...builder.nodes.values()]
  const spans =
    label === ''
      ? [a, b].flatMap((id) => nodes.find((node) => node.id === id)?.spans ?? [])
      : [places(raw, label)]
  const dashed = /\b(dashed|dotted)\b/.test(values.get('style') ?? '')
  builder.edge(a, b, spans, { label, heads, dashed })
}

const isInvisible = ({ attributes }: { attributes: DotAttributes }) =>
  /\binvis\b/.test(attributes.values.get('style') ?? '')

/** `{c d}` in an edge is a subgraph too, but no place to stand in. */
const isBox = (subgraph: DotSubgraph) => /^cluster/.test(subgraph.name) && !isInvisible(subgraph)

function kindFor(shape: string | undefined): NodeKind {
  return KINDS.find(([, shapes]) => shapes.test(shape ?? ''))?.[0] ?? 'process'
}

/** Between parts of a label that stand apart. */
const APART = ' · '

/**
 * Label and second line. Lines and stacked fields follow a first one that names them; fields side by side are equals.
 * An empty label is drawn empty.
 */
function nodeWords({ name, attributes }: DotNode, graph: DotGraph) {
  const html = attributes.html.has('label')
  const shape = attributes.values.get('shape') ?? ''
  const record = !html && /^M?record$/.test(shape)
  const raw = attributes.values.get('label') ?? (shape === 'point' ? '' : '\\N')
  const parts = dotParts(raw, { N: name, G: graph.name }, { html, record })
  if (html && parts.length === 0) parts.push(dotLabel(name, {}))
  const sideways = /^(LR|RL)$/.test(graph.attributes.values.get('rankdir') ?? '')
  const stacked = /^\s*\{/.test(raw) !== sideways
  if (record && !stacked) return { label: parts.join(APART), detail: '' }
  return { label: parts[0] ?? '', detail: parts.slice(1).join(APART) }
}

type Places = (label: string | undefined, name: string) => Span

/** Where a label, or else a name, stands in the source; the whole block when it was put together from parts. */
function placesOf(source: string, from: number, to: number): Places {
  const find = (needle: string): Span | undefined => {
    if (needle === '') return undefined
    const escaped = needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const word = new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'u').exec(
      source.slice(from, to),
    )
    return word ? { start: from + word.index, end: from + word.index + needle.length } : undefined
  }
  return (label, name) => {
    const own = label === undefined || label === '\\N' ? undefined : find(label)
    return own ?? find(name) ?? { start: from, end: to }
  }
}
