import type { Diagram } from '../../../src/forms/diagram'

/** A field that is absent is not checked, except that an edge without `label`, `heads`, `dashed` is plain and has one head. */
export interface StructuredCase {
  id: string
  grammar: string
  text: string
  nodes: {
    label: string
    kind?: string
    /** The label of the innermost group; absent means none. */
    group?: string
    detail?: string
    step?: number
    items?: string[]
  }[]
  /** By the labels of the nodes. */
  edges: { from: string; to: string; label?: string; heads?: string; dashed?: boolean }[]
}

/** What is missing or too much; nothing if all nodes and edges are exactly those expected. */
export function differences(expected: StructuredCase, diagram: Diagram): string[] {
  const groups = new Map(diagram.groups.map(({ id, label }) => [id, label]))
  const byId = new Map(diagram.nodes.map((node) => [node.id, plain(node.label)]))
  const wantedNodes = expected.nodes.map((node) => JSON.stringify(node))
  const nodes = diagram.nodes.map((node) => {
    const wanted = expected.nodes.find(({ label }) => label === plain(node.label))
    const has: Record<string, unknown> = {
      ...node,
      label: plain(node.label),
      group: node.group === undefined ? undefined : plain(groups.get(node.group) ?? node.group),
      items: (node.items ?? []).map(({ label }) => plain(label)),
    }
    const fields = new Set([...Object.keys(wanted ?? {}), 'label', 'group'])
    return JSON.stringify(Object.fromEntries([...fields].map((field) => [field, has[field]])))
  })
  const wantedEdges = expected.edges.map((edge) => edgeLine(edge))
  const edges = diagram.edges.map((edge) =>
    edgeLine({ ...edge, from: byId.get(edge.from) ?? '?', to: byId.get(edge.to) ?? '?' }),
  )
  return [...difference(wantedNodes, nodes), ...difference(wantedEdges, edges)]
}

function edgeLine(edge: StructuredCase['edges'][number]): string {
  const { from, to, label = '', heads = 'end', dashed = false } = edge
  const ends = heads === 'end' ? [from, to] : [from, to].sort()
  return `${ends.join(' -> ')} "${plain(label)}" ${heads}${dashed ? ' dashed' : ''}`
}

const plain = (label: string) => label.replace(/\s+/g, ' ').trim()

function difference(wanted: string[], has: string[]): string[] {
  const left = [...has]
  const missing = wanted.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [...missing.map((line) => `missing ${line}`), ...left.map((line) => `extra ${line}`)]
}
