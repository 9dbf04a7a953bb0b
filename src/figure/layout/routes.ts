import type { Diagram, DiagramEdge } from '../../forms/diagram'
import type { Box, Side } from '../../forms/scene'
import { crossings, meets } from '../geometry'
import type { Theme } from '../themes/theme'
import type { Arrangement } from './arrangements'
import { type EdgeLabel, placeLabels } from './edge-labels'
import { endsIn, framesOf } from './frame-ends'
import { headingIn } from './heading'
import { headingsAside } from './headings-aside'
import { isDiamond, outlineOf } from './node-outline'
import { nudge } from './nudge'
import type { Placement } from './placement'
import { isAside, type RouteRequest, routeEdges } from './router'

/** Routes and labels the edges of what is placed; gives what stands on something else, and crossings. */
export function routes(
  diagram: Diagram,
  arrangement: Arrangement,
  placed: Placement,
  labels: Map<string, EdgeLabel>,
  em: number,
  theme: Theme,
  size: { width: number; height: number },
): { hits: number; crossed: number } {
  const isDown = arrangement.flow === 'down' || arrangement.inner === 'down'
  if (isDown) placed.headings = headingsAside(diagram, placed, em, theme)
  const requests = requestsOf(diagram, arrangement, placed, em)
  const pointed = new Set(
    diagram.nodes.filter((node) => isDiamond(outlineOf(node))).map(({ id }) => id),
  )
  const { nodes, frames } = placed
  const texts = headings(diagram, placed, em, theme)
  const { width, height } = size
  const around = { nodes, frames, texts, pointed, em, width, height }
  placed.routes = routeEdges(requests, { ...around, framesOf: framesOf(diagram) })
  nudge(placed.routes, requests, around)
  const early = diagram.edges.filter(({ from }) => pointed.has(from)).map(({ id }) => id)
  const { boxes, hits } = placeLabels({
    ...{ labels, routes: placed.routes, texts, em, width, height, early: new Set(early) },
    ...{ nodes: [...nodes.values()], frames: [...frames.values()] },
  })
  placed.labels = boxes
  const lines = [...placed.routes.values()]
  const crossed = lines.reduce(
    (sum, one, index) =>
      lines.slice(0, index).reduce((all, other) => all + crossings(one, other), sum),
    0,
  )
  return { hits: hits + blockedBy(placed, requests), crossed }
}

/** Where the headings of frames stand. */
function headings({ groups }: Diagram, placed: Placement, em: number, theme: Theme): Box[] {
  return groups.flatMap((group) => {
    const frame = placed.frames.get(group.id)
    return frame ? [headingIn(group, frame, em, theme, placed.headings?.get(group.id)).box] : []
  })
}

/** Edges through nodes. */
function blockedBy({ routes: lines, nodes }: Placement, requests: readonly RouteRequest[]): number {
  return requests.filter(({ id, from, to }) => {
    const points = lines.get(id) ?? []
    return [...nodes].some(
      ([node, box]) =>
        node !== from &&
        node !== to &&
        points.some((b, index) => index > 0 && meets(points[index - 1] ?? b, b, box)),
    )
  }).length
}

function requestsOf(
  diagram: Diagram,
  { flow, inner, facing }: Arrangement,
  placement: Placement,
  em: number,
): RouteRequest[] {
  const groupOf = new Map(diagram.nodes.map((node) => [node.id, node.group]))
  const kinds = new Map(diagram.nodes.map((node) => [node.id, node.kind]))
  const endsOf = endsIn(diagram, placement)
  const all = diagram.edges.map((edge): RouteRequest => {
    const group = groupOf.get(edge.from)
    const isInner = group !== undefined && group === groupOf.get(edge.to)
    const ends = endsOf(edge)
    const [a, b] = [placement.nodes.get(edge.from), placement.nodes.get(edge.to)]
    const feedback = edge.kind === 'feedback'
    return {
      id: edge.id,
      ...ends,
      feedback,
      flow:
        facing && a && b ? towards(a, b) : mirrorFlow(isInner ? inner : flow, diagram.direction),
      trunks: trunksOf(edge, ends, kinds.get(edge.from) === 'decision'),
    }
  })
  const decisions = Map.groupBy(
    all.filter(({ from, feedback }) => kinds.get(from) === 'decision' && !feedback),
    ({ from }) => from,
  )
  const sides = new Map([...decisions.values()].flatMap((each) => parted(each, placement, em)))
  const counts = Map.groupBy(
    all.flatMap(({ trunks }) => trunks),
    (trunk) => trunk,
  )
  return all.map((each) => {
    const side = sides.get(each.id)
    const shared = each.trunks.filter((trunk) => (counts.get(trunk)?.length ?? 0) > 1)
    // A line that parts from others and meets others would seem to lead from all to all.
    return { ...each, trunks: shared.slice(0, 1), ...(side && { leaves: side }) }
  })
}

/** The answers of a decision that go to both sides of it leave it there, by their ids. */
function parted(
  answers: readonly RouteRequest[],
  { nodes }: Placement,
  em: number,
): [string, Side][] {
  const found = answers.flatMap(({ id, from, to, flow }) => {
    const [a, b] = [nodes.get(from), nodes.get(to)]
    if (!a || !b) return []
    const upright = flow === 'down' || flow === 'up'
    const sides = upright ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
    const side = sides.find((each) => isAside(each, a, b, em))
    return side ? [{ id, side }] : []
  })
  const [one, two] = found
  return found.length === 2 && one && two && one.side !== two.side
    ? found.map(({ id, side }) => [id, side])
    : []
}

/**
 * Edges that say the same may share a line where they leave one node or frame, and where they meet at one; the answers of
 * a decision part at once, and each label needs a line of its own.
 */
function trunksOf(
  { kind, confidence, dashed, role, label, tip, heads, emphasis, accent }: DiagramEdge,
  { from, to }: { from: string; to: string },
  fromDecision: boolean,
): string[] {
  if (label || kind === 'feedback') return []
  const says = [confidence >= 0.5 && !dashed, role, tip, heads, emphasis, accent]
  return [
    ...(fromDecision ? [] : [JSON.stringify(['from', from, says])]),
    ...(heads === 'end' ? [JSON.stringify(['to', to, says])] : []),
  ]
}

/** The way from one box to another beside or below it. */
export function towards(a: Box, b: Box): RouteRequest['flow'] {
  const apartX = Math.max(b.x - a.x - a.width, a.x - b.x - b.width)
  const apartY = Math.max(b.y - a.y - a.height, a.y - b.y - b.height)
  if (apartX > apartY) return b.x > a.x ? 'right' : 'left'
  return b.y > a.y ? 'down' : 'up'
}

function mirrorFlow(flow: 'right' | 'down', asked: Diagram['direction']): RouteRequest['flow'] {
  if (flow === 'right') return asked === 'left' ? 'left' : 'right'
  return asked === 'up' ? 'up' : 'down'
}
