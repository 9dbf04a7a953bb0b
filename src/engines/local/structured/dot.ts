import type { Diagram, NodeKind, Span } from '../../../forms/diagram'
import { lineAt } from '../diagram-parts'
import { languageOf } from '../language'
import { Builder } from './builder'
import { dotLabel } from './dot-label'

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
  arrowtail?: string
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
  ['store', /^cylinder$/],
  ['decision', /^diamond$/],
  ['document', /^(note|tab|folder)$/],
  ['data', /^(parallelogram|plaintext|none)$/],
]
const MAX_BYTES = 200_000
/** Graphviz recurses into braces; far below what overflows its stack. */
const MAX_DEPTH = 100

export const isDot = (text: string): boolean =>
  /^\s*(?:(?:\/\/|#)[^\n]*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:strict\s+)?(?:di)?graph\b\s*(?:"(?:[^"\\]|\\.)*"|[\p{L}\p{N}_.-]+)?\s*\{/iu.test(
    text,
  )

/** `layout=neato`, but not within a string or a comment. */
const OTHER_LAYOUT =
  /"(?:[^"\\]|\\[\s\S])*"|\/\*[\s\S]*?\*\/|\/\/[^\n]*|(\blayout\s*=\s*(?:"\w*"|\w+)\s*[;,]?)/g

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
  const plain = text.replace(OTHER_LAYOUT, (part, layout?: string) =>
    layout === undefined ? part : ' '.repeat(part.length),
  )
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
  const isHtml = htmlLabels(source.slice(from, to))
  const parents = new Map<number, DotObject>()
  const homes = new Map<number, DotObject>()
  const clusters = objects.slice(0, graph._subgraph_cnt)
  for (const cluster of clusters)
    for (const child of cluster.subgraphs ?? []) parents.set(child, cluster)
  const groupFor = (object: DotObject | undefined): string | undefined => {
    if (!object) return undefined
    if (!isBox(object)) return groupFor(parents.get(object._gvid))
    const parent = groupFor(parents.get(object._gvid))
    const label =
      dotLabel(object.label ?? '', { G: object.name }, { html: isHtml(object.label) }) ||
      object.name.replace(/^cluster_?/, '')
    return builder.group(object.name, label, places(object.label, object.name), parent).id
  }
  const within = (cluster: DotObject, outer: DotObject | undefined): boolean => {
    if (outer === undefined) return true
    for (let at = parents.get(cluster._gvid); at; at = parents.get(at._gvid))
      if (at === outer) return true
    return false
  }
  const depth = (object: DotObject): number =>
    1 + (parents.has(object._gvid) ? depth(parents.get(object._gvid) as DotObject) : 0)
  for (const cluster of [...clusters].sort((a, b) => depth(a) - depth(b))) {
    if (!isBox(cluster)) continue
    groupFor(cluster)
    // A node stands in the innermost cluster that names it; of two side by side, in the first.
    for (const node of cluster.nodes ?? [])
      if (within(cluster, homes.get(node))) homes.set(node, cluster)
  }
  const ids = new Map<number, string>()
  const names = new Map(objects.map((object) => [object._gvid, object.name]))
  for (const object of objects.slice(graph._subgraph_cnt)) {
    if (isInvisible(object)) continue
    const label = nodeLabel(object, graph.name, isHtml(object.label))
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
  for (const edge of graph.edges ?? []) {
    const [T, H] = [names.get(edge.tail) ?? '', names.get(edge.head) ?? '']
    const raw = edge.label ?? edge.xlabel ?? ''
    const E = `${T}${graph.directed ? '->' : '--'}${H}`
    const label = dotLabel(raw, { T, H, E, G: graph.name }, { html: isHtml(raw) })
    addEdge(builder, graph, edge, label, ids, places)
  }
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
  label: string,
  ids: ReadonlyMap<number, string>,
  places: Places,
): void {
  const tail = ids.get(edge.tail)
  const head = ids.get(edge.head)
  if (tail === undefined || head === undefined || isInvisible(edge)) return
  const dir = edge.dir ?? (graph.directed ? 'forward' : 'none')
  const atHead = /^(forward|both)$/.test(dir) && edge.arrowhead !== 'none'
  const atTail = /^(back|both)$/.test(dir) && edge.arrowtail !== 'none'
  const heads = atHead && atTail ? 'both' : atHead || atTail ? 'end' : 'none'
  const [a, b] = atTail && !atHead ? [head, tail] : [tail, head]
  const nodes = [...builder.nodes.values()]
  const spans =
    label === ''
      ? [a, b].flatMap((id) => nodes.find((node) => node.id === id)?.spans ?? [])
      : [places(edge.label ?? edge.xlabel, label)]
  builder.edge(a, b, spans, { label, heads, dashed: /\b(dashed|dotted)\b/.test(edge.style ?? '') })
}

const isInvisible = (part: { style?: string }) => /\binvis\b/.test(part.style ?? '')

/** `{c d}` in an edge is a subgraph too, but no place to stand in. */
const isBox = (subgraph: DotObject) => /^cluster/.test(subgraph.name) && !isInvisible(subgraph)

function kindFor(shape: string | undefined): NodeKind {
  return KINDS.find(([, shapes]) => shapes.test(shape ?? ''))?.[0] ?? 'process'
}

function nodeLabel(object: DotObject, graph: string, html: boolean): string {
  const record = !html && /^M?record$/.test(object.shape ?? '')
  const names = { N: object.name, G: graph }
  return dotLabel(object.label ?? '\\N', names, { html, record }) || dotLabel(object.name, {})
}

/** Graphviz writes `"<b>x</b>"` and `<<b>x</b>>` alike; only the source tells them apart. */
function htmlLabels(source: string): (label: string | undefined) => boolean {
  const opens = [...source.matchAll(/=\s*<(?=[^>])/g)].map((hit) => hit.index + hit[0].length)
  return (label) => label !== undefined && opens.some((at) => source.startsWith(`${label}>`, at))
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
