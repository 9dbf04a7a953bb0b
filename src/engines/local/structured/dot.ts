import type { Diagram, NodeKind, Span } from '../../../forms/diagram'
import { lineAt } from '../diagram-parts'
import { languageOf } from '../language'
import { Builder, plainLabel } from './builder'

/** What of Graphviz's JSON output is read. */
interface DotObject {
  _gvid: number
  name: string
  label?: string
  shape?: string
  style?: string
  dir?: string
  nodes?: number[]
  subgraphs?: number[]
}
interface DotEdge {
  tail: number
  head: number
  label?: string
  xlabel?: string
  style?: string
  dir?: string
  arrowhead?: string
}
interface DotGraph {
  name: string
  directed: boolean
  rankdir?: string
  _subgraph_cnt: number
  objects?: DotObject[]
  edges?: DotEdge[]
}

const DIRECTIONS = { TB: 'down', BT: 'up', LR: 'right', RL: 'left' } as const
const KINDS: readonly (readonly [NodeKind, RegExp])[] = [
  ['store', /^(cylinder|box3d)$/],
  ['decision', /^(diamond|Mdiamond|hexagon)$/],
  ['document', /^(note|tab|folder|component)$/],
  ['data', /^(parallelogram|trapezium|invtrapezium|plaintext|plain|none|oval-data)$/],
]
const MAX_BYTES = 200_000
/** Graphviz recurses into braces; far below what overflows its stack. */
const MAX_DEPTH = 100

export const isDot = (text: string): boolean =>
  /^\s*(?:(?:\/\/|#)[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:strict\s+)?(?:di)?graph\b\s*(?:"[^"\n]*"|[\w.-]+)?\s*\{/.test(
    text,
  )

export type DotResult = { diagram: Diagram } | { problem: string; line: number | undefined }

/** Reads DOT between two offsets of `source` with Graphviz's own parser; a broken block gives its problem and line. */
export async function readDot(source: string, from: number, to: number): Promise<DotResult> {
  const text = source.slice(from, to)
  if (text.length > MAX_BYTES)
    return { problem: `DOT longer than ${MAX_BYTES} characters`, line: undefined }
  if (depthOf(text) > MAX_DEPTH)
    return { problem: `braces nested deeper than ${MAX_DEPTH}`, line: undefined }
  const { instance } = await import('@viz-js/viz')
  const viz = await instance()
  // osage is the cheapest layout; the positions it gives are never read.
  const plain = text.replace(/\blayout\s*=\s*"?\w+"?\s*[;,]?/g, (part) => ' '.repeat(part.length))
  let result: ReturnType<typeof viz.render>
  try {
    result = viz.render(plain, { format: 'dot_json', engine: 'osage' })
  } catch {
    // A trap in the WASM core: this instance is thrown away with its memory.
    return { problem: 'Graphviz gave up on it', line: undefined }
  }
  const problem = result.errors.find(
    (error) => error.level === 'error' || error.level === undefined,
  )
  if (result.status === 'failure' || result.output === undefined) {
    const line = /line (\d+)/.exec(problem?.message ?? '')?.[1]
    return {
      problem: problem?.message.split('\n')[0] ?? 'no graph found',
      line: line === undefined ? undefined : lineAt(source, from) + Number(line) - 1,
    }
  }
  return { diagram: toDiagram(JSON.parse(result.output) as DotGraph, source, from, to) }
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
  const objects = graph.objects ?? []
  const places = placesOf(source, from, to)
  const parents = new Map<number, DotObject>()
  const homes = new Map<number, DotObject>()
  const clusters = objects.slice(0, graph._subgraph_cnt)
  for (const cluster of clusters)
    for (const child of cluster.subgraphs ?? []) parents.set(child, cluster)
  const groupFor = (object: DotObject | undefined): string | undefined => {
    if (!object) return undefined
    if (!/^cluster/.test(object.name)) return groupFor(parents.get(object._gvid))
    const parent = groupFor(parents.get(object._gvid))
    const label = plainLabel(object.label ?? '') || object.name.replace(/^cluster_?/, '')
    return builder.group(object.name, label, places(object.label, object.name), parent).id
  }
  const depth = (object: DotObject): number =>
    1 + (parents.has(object._gvid) ? depth(parents.get(object._gvid) as DotObject) : 0)
  for (const cluster of [...clusters].sort((a, b) => depth(a) - depth(b))) {
    // `{c d}` in an edge is a subgraph too, but no place to stand in.
    if (!/^cluster/.test(cluster.name)) continue
    groupFor(cluster)
    // Deeper subgraphs come later and win: a node stands in the innermost cluster that names it.
    for (const node of cluster.nodes ?? []) homes.set(node, cluster)
  }
  const ids = new Map<number, string>()
  for (const object of objects.slice(graph._subgraph_cnt)) {
    const label = nodeLabel(object)
    ids.set(
      object._gvid,
      builder.node(
        object.name,
        label,
        kindFor(object.shape),
        places(object.label, object.name),
        groupFor(homes.get(object._gvid)),
      ).id,
    )
  }
  for (const edge of graph.edges ?? []) addEdge(builder, graph, edge, ids, places)
  const used = new Set([...builder.nodes.values()].map((node) => node.group))
  for (const [key, group] of builder.groups)
    if (
      !used.has(group.id) &&
      ![...builder.groups.values()].some((other) => other.parent === group.id)
    )
      builder.groups.delete(key)
  const words = [...builder.nodes.values()].map((node) => node.label).join(' ')
  return builder.diagram(
    'dot',
    languageOf(words),
    DIRECTIONS[(graph.rankdir ?? 'TB') as keyof typeof DIRECTIONS] ?? 'down',
  )
}

function addEdge(
  builder: Builder,
  graph: DotGraph,
  edge: DotEdge,
  ids: ReadonlyMap<number, string>,
  places: Places,
): void {
  const tail = ids.get(edge.tail)
  const head = ids.get(edge.head)
  if (tail === undefined || head === undefined || /\binvis\b/.test(edge.style ?? '')) return
  const dir = edge.dir ?? (graph.directed ? 'forward' : 'none')
  const heads =
    dir === 'both' ? 'both' : dir === 'none' || edge.arrowhead === 'none' ? 'none' : 'end'
  const label = plainLabel((edge.label ?? edge.xlabel ?? '').replace(/\\[EGTHN]/g, ''))
  const [a, b] = dir === 'back' ? [head, tail] : [tail, head]
  const nodes = [...builder.nodes.values()]
  const spans =
    label === ''
      ? [a, b].flatMap((id) => nodes.find((node) => node.id === id)?.spans ?? [])
      : [places(edge.label ?? edge.xlabel, label)]
  builder.edge(a, b, spans, { label, heads, dashed: /\b(dashed|dotted)\b/.test(edge.style ?? '') })
}

function kindFor(shape: string | undefined): NodeKind {
  return KINDS.find(([, shapes]) => shapes.test(shape ?? ''))?.[0] ?? 'process'
}

/** `\N` is the node's name; a record's fields are read in order, ports and braces away. */
function nodeLabel(object: DotObject): string {
  const raw = (object.label ?? '\\N').replaceAll('\\N', object.name).replace(/\\[GTHE]/g, '')
  const fields = /record/i.test(object.shape ?? '')
    ? raw
        .replace(/<[^<>|{}]*>/g, '')
        .replace(/(?<!\\)[{}|]/g, ' ')
        .replace(/\\([{}|<> ])/g, '$1')
    : raw
  return plainLabel(fields) || object.name
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
