import type { Diagram } from '../../forms/diagram'

/**
 * The edges of a diagram that run against its reading direction: feedback, and those that close a cycle. What closes a
 * cycle leads to a node that was named before; where following the edges from their sources leaves out fewer, those.
 */
export function waysBack({ nodes, edges }: Pick<Diagram, 'nodes' | 'edges'>): Set<string> {
  const ahead = edges.filter(({ kind, from, to }) => kind !== 'feedback' && from !== to)
  const closing = closingEdges(nodes, ahead)
  const place = new Map(nodes.map(({ id }, index) => [id, index]))
  const knots = knotsOf(nodes, ahead)
  const against = ahead.filter(
    ({ from, to }) =>
      knots.get(from) === knots.get(to) && (place.get(to) ?? 0) < (place.get(from) ?? 0),
  )
  const back = weightOf(against) <= weightOf(closing) ? against : closing
  return new Set([...edges.filter((edge) => !ahead.includes(edge)), ...back].map(({ id }) => id))
}

type Edges = Diagram['edges']

/** What a dashed edge counts for: authors dash what goes back. */
const DASHED = 0.5

const weightOf = (edges: Edges) => edges.reduce((sum, { dashed }) => sum + (dashed ? DASHED : 1), 0)

/** What a walk along the edges, sources first, comes back to a node on its way by. */
function closingEdges(nodes: Diagram['nodes'], edges: Edges): Edges {
  const out = Map.groupBy(edges, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const closing: Edges = []
  const visit = (id: string) => {
    state.set(id, 'open')
    for (const edge of out.get(id) ?? []) {
      if (state.get(edge.to) === 'open') closing.push(edge)
      else if (!state.has(edge.to)) visit(edge.to)
    }
    state.set(id, 'done')
  }
  const reached = new Set(edges.map(({ to }) => to))
  for (const { id } of nodes) if (!reached.has(id)) visit(id)
  for (const { id } of nodes) if (!state.has(id)) visit(id)
  return closing
}

/** The strongly connected component of each node, by number (Kosaraju). */
function knotsOf(nodes: Diagram['nodes'], edges: Edges): Map<string, number> {
  const out = Map.groupBy(edges, ({ from }) => from)
  const into = Map.groupBy(edges, ({ to }) => to)
  const seen = new Set<string>()
  const order: string[] = []
  const follow = (id: string) => {
    seen.add(id)
    for (const { to } of out.get(id) ?? []) if (!seen.has(to)) follow(to)
    order.push(id)
  }
  for (const { id } of nodes) if (!seen.has(id)) follow(id)
  const knots = new Map<string, number>()
  const claim = (id: string, knot: number) => {
    knots.set(id, knot)
    for (const { from } of into.get(id) ?? []) if (!knots.has(from)) claim(from, knot)
  }
  for (const [knot, id] of order.reverse().entries()) if (!knots.has(id)) claim(id, knot)
  return knots
}
