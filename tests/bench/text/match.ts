/**
 * Compares what was read with a gold graph, by the rules that benchmarks fix for good:
 *
 * - Two names match if the Jaccard index of their stems is at least one half or their heads are equal. An alias of a
 *   gold node is a name of it. Pairs are one to one, chosen so that the likenesses sum highest.
 * - An edge matches if both ends are matched and the gold graph has an edge of that direction. A double-headed edge is
 *   two edges; one without heads claims a relation but no direction, so it is read and never hits.
 * - An optional gold edge counts neither for nor against, whether read or not.
 * - All edges count in F1. Only solid ones count in the precision of solid edges; dashed, or below 0.5, is not solid.
 *
 * A figure of shape `stages` is numbered panels that hold items. Panels and items both are nodes here, and an item may
 * be what matches a gold node; an item that repeats the name of a panel or an earlier item is the same node, because
 * panels name a thing again where a graph would draw a line to it. Its order edges join the panels and claim nothing
 * but order: they count in F1 like any edge, and never as solid.
 */
import type { Diagram } from '../../../src/forms/diagram'
import { assign } from './hungarian'
import { likeness, stems } from './names'

export interface GoldNode {
  id: string
  label: string
  aliases?: string[]
}

export interface GoldEdge {
  from: string
  to: string
  optional?: boolean
}

export interface GoldGraph {
  nodes: GoldNode[]
  edges: GoldEdge[]
}

interface ReadEdge {
  from: string
  to: string
  directed: boolean
  solid: boolean
}

export interface ReadGraph {
  nodes: { id: string; label: string }[]
  edges: ReadEdge[]
}

/** How many were right, expected, and read. */
export interface Count {
  hits: number
  gold: number
  read: number
}

export interface Comparison {
  nodes: Count
  edges: Count
  /** Solid edges only; `gold` is the same as of all edges. */
  solid: Count
  /** Gold edges read either as they are or through one extra node. */
  softHits: number
  /** For people: what went wrong, by label. */
  missedNodes: string[]
  extraNodes: string[]
  missedEdges: string[]
  extraEdges: string[]
}

export const precision = ({ hits, read }: Count) => (read === 0 ? 0 : hits / read)
export const recall = ({ hits, gold }: Count) => (gold === 0 ? 0 : hits / gold)
export const f1 = ({ hits, gold, read }: Count) =>
  gold + read === 0 ? 0 : (2 * hits) / (gold + read)

export function readGraph(diagram: Diagram): ReadGraph {
  const nodes = diagram.nodes.map(({ id, label }) => ({ id, label }))
  const seen = new Set(nodes.map(({ label }) => sameName(label)))
  for (const { id, items = [] } of diagram.nodes)
    for (const [at, { label }] of items.entries()) {
      if (seen.has(sameName(label))) continue
      seen.add(sameName(label))
      nodes.push({ id: `${id} item ${at}`, label })
    }
  const edges = new Map<string, ReadEdge>()
  for (const edge of diagram.edges) {
    const orderOnly = diagram.shape === 'stages' && edge.kind === 'order'
    const solid = edge.confidence >= 0.5 && edge.dashed !== true && !orderOnly
    const directed = edge.heads !== 'none'
    const add = (from: string, to: string) => {
      const known = edges.get(`${from}\n${to}`)
      edges.set(`${from}\n${to}`, {
        from,
        to,
        directed: directed || known?.directed === true,
        solid: solid || known?.solid === true,
      })
    }
    add(edge.from, edge.to)
    if (edge.heads === 'both') add(edge.to, edge.from)
  }
  return { nodes, edges: [...edges.values()] }
}

function sameName(label: string): string {
  const key = [...stems(label)].sort().join(' ')
  return key === '' ? label : key
}

/** The gold id of each matched node, by the id of the read one. */
export function matchNodes(gold: GoldGraph, read: ReadGraph): Map<string, string> {
  const names = gold.nodes.map(({ label, aliases = [] }) => [label, ...aliases])
  const gains = read.nodes.map(({ label }) =>
    names.map((all) => Math.max(...all.map((name) => likeness(label, name)))),
  )
  const matched = new Map<string, string>()
  for (const [at, column] of assign(gains).entries()) {
    const [from, to] = [read.nodes[at], gold.nodes[column]]
    if (from && to) matched.set(from.id, to.id)
  }
  return matched
}

export function compare(gold: GoldGraph, read: ReadGraph): Comparison {
  const matched = matchNodes(gold, read)
  const kinds = new Map(gold.edges.map((edge) => [pair(edge.from, edge.to), edge]))
  const judged = read.edges.map((edge) => {
    const [from, to] = [matched.get(edge.from), matched.get(edge.to)]
    const known = from && to && edge.directed ? kinds.get(pair(from, to)) : undefined
    return { edge, known, hit: known !== undefined && known.optional !== true }
  })
  const counted = judged.filter(({ known }) => known?.optional !== true)
  const wanted = gold.edges.filter((edge) => edge.optional !== true)
  const hits = new Set(counted.flatMap(({ hit, known }) => (hit && known ? [known] : [])))
  const soft = softEdges(read, matched)
  const solid = counted.filter(({ edge }) => edge.solid)
  const nameOf = labels(gold.nodes)
  const readName = labels(read.nodes)
  const found = new Set(matched.values())
  return {
    nodes: { hits: matched.size, gold: gold.nodes.length, read: read.nodes.length },
    edges: { hits: hits.size, gold: wanted.length, read: counted.length },
    solid: {
      hits: solid.filter(({ hit }) => hit).length,
      gold: wanted.length,
      read: solid.length,
    },
    softHits: wanted.filter((edge) => hits.has(edge) || soft.has(pair(edge.from, edge.to))).length,
    missedNodes: gold.nodes.filter(({ id }) => !found.has(id)).map(({ label }) => label),
    extraNodes: read.nodes.filter(({ id }) => !matched.has(id)).map(({ label }) => label),
    missedEdges: wanted
      .filter((edge) => !hits.has(edge))
      .map(({ from, to }) => `${nameOf(from)} -> ${nameOf(to)}`),
    extraEdges: counted
      .filter(({ hit }) => !hit)
      .map(({ edge }) => `${readName(edge.from)} -> ${readName(edge.to)}`),
  }
}

/** Pairs of gold ids that are joined by way of exactly one node that matches no gold node. */
function softEdges(read: ReadGraph, matched: Map<string, string>): Set<string> {
  const directed = read.edges.filter((edge) => edge.directed)
  const soft = new Set<string>()
  for (const { id } of read.nodes) {
    if (matched.has(id)) continue
    for (const into of directed.filter(({ to }) => to === id))
      for (const out of directed.filter(({ from }) => from === id))
        soft.add(pair(matched.get(into.from), matched.get(out.to)))
  }
  return soft
}

const pair = (from: string | undefined, to: string | undefined) => `${from}\n${to}`

function labels(nodes: readonly { id: string; label: string }[]): (id: string) => string {
  const byId = new Map(nodes.map(({ id, label }) => [id, label]))
  return (id) => byId.get(id) ?? id
}
