import type { Diagram } from '../../forms/diagram'
import { rememberedOf } from '../../forms/remembered'

/**
 * The edges of a diagram that run against its reading direction: feedback, and those that close a cycle. What closes a
 * cycle leads to a node that was named before; where following the edges from the first node, or from their sources,
 * leaves out fewer, those.
 */
export const waysBack = rememberedOf(({ nodes, edges }: Pick<Diagram, 'nodes' | 'edges'>) => {
  const ahead = edges.filter(({ kind, from, to }) => kind !== 'feedback' && from !== to)
  const back = closing(nodes, ahead)
  return new Set(
    edges.filter((edge) => back.has(edge) || !ahead.includes(edge)).map(({ id }) => id),
  )
})

interface Link {
  from: string
  to: string
  dashed?: boolean
}

/** The links without which there is no cycle, by the same rule; `nodes` as they are named. */
export function closing<Each extends Link>(
  nodes: readonly { id: string }[],
  links: readonly Each[],
): Set<Each> {
  const reached = new Set(links.map(({ to }) => to))
  const sources = nodes.filter(({ id }) => !reached.has(id))
  const ways = [nodes, [...sources, ...nodes]].map((order) => closingLinks(order, links))
  if (ways.every((way) => way.length === 0)) return new Set()
  const place = new Map(nodes.map(({ id }, index) => [id, index]))
  const knots = knotsOf(nodes, links)
  const against = links.filter(
    ({ from, to }) =>
      knots.get(from) === knots.get(to) && (place.get(to) ?? 0) < (place.get(from) ?? 0),
  )
  const all = [against, ...ways]
  return new Set(all.reduce((least, each) => (weightOf(each) < weightOf(least) ? each : least)))
}

/** What a dashed link counts for: authors dash what goes back. */
const DASHED = 0.5

const weightOf = (links: readonly Link[]) =>
  links.reduce((sum, { dashed }) => sum + (dashed ? DASHED : 1), 0)

/** What a walk along the links, from each node in turn, comes back to a node on its way by. */
function closingLinks<Each extends Link>(
  nodes: readonly { id: string }[],
  edges: readonly Each[],
): Each[] {
  const out = Map.groupBy(edges, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const met: Each[] = []
  const visit = (id: string) => {
    state.set(id, 'open')
    for (const edge of out.get(id) ?? []) {
      if (state.get(edge.to) === 'open') met.push(edge)
      else if (!state.has(edge.to)) visit(edge.to)
    }
    state.set(id, 'done')
  }
  for (const { id } of nodes) if (!state.has(id)) visit(id)
  return met
}

/** The strongly connected component of each node, by number (Kosaraju). */
function knotsOf(nodes: readonly { id: string }[], edges: readonly Link[]): Map<string, number> {
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
