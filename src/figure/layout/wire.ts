import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import type { Theme } from '../themes/theme'
import { type EdgeLabel, placeLabels } from './edge-labels'
import { HEADING_LEADING, headingOf } from './heading'
import { straightenJogs } from './jogs'
import { isDiamond, outlineOf } from './node-outline'
import { nudge } from './nudge'
import { GRAPH } from './place'
import type { Placement } from './placement'
import { type RouteRequest, routeEdges } from './router'

export interface WireInput {
  diagram: Diagram
  requests: RouteRequest[]
  labels: Map<string, EdgeLabel>
  /** Above and right of lines, or below and left, where both are free. */
  labelSide: 'before' | 'after'
  em: number
  theme: Theme
  /** Words beside their nodes. */
  words?: readonly Box[]
  /** Of the canvas. */
  size: { width: number; height: number }
}

/** Routes and labels the edges of what is placed; gives how often labels stand on something else. */
export function wire(
  placed: Placement,
  { diagram, requests, labels, labelSide, em, theme, size, words = [] }: WireInput,
): number {
  const texts = [...headings(diagram, placed, em, theme), ...words]
  const decisions = new Set(
    diagram.nodes.filter((node) => isDiamond(outlineOf(node))).map((node) => node.id),
  )
  placed.routes = routeEdges(requests, {
    nodes: placed.nodes,
    frames: placed.frames,
    texts,
    em,
    ...size,
    pointed: decisions,
    framesOf: framesOf(diagram),
  })
  straightenJogs(placed.routes, diagram.edges, {
    nodes: placed.nodes,
    frames: placed.frames,
    texts,
    fixed: decisions,
    em,
  })
  nudge(placed.routes, requests, {
    nodes: placed.nodes,
    frames: placed.frames,
    texts,
    pointed: decisions,
    em,
    ...size,
  })
  const { boxes, hits } = placeLabels({
    labels,
    routes: placed.routes,
    nodes: [...placed.nodes.values()],
    texts,
    frames: [...placed.frames.values()],
    em,
    ...size,
    side: labelSide,
    early: new Set(diagram.edges.filter((edge) => decisions.has(edge.from)).map((edge) => edge.id)),
  })
  placed.labels = boxes
  return hits
}

/** Where the headings of frames stand. */
function headings(diagram: Diagram, placement: Placement, em: number, theme: Theme): Box[] {
  return diagram.groups.flatMap((group) => {
    const box = placement.frames.get(group.id)
    if (!box) return []
    const inset = GRAPH.headingInset * em
    const { lines, width } = headingOf(group.label, box.width - 2 * inset, em, theme)
    const height = (1 + HEADING_LEADING * Math.max(0, lines.length - 1)) * em
    return [{ x: box.x + inset, y: box.y + GRAPH.headingTop * em, width, height }]
  })
}

function framesOf(diagram: Diagram): Map<string, Set<string>> {
  const parents = new Map(diagram.groups.map((group) => [group.id, group.parent]))
  return new Map(
    diagram.nodes.map((node) => {
      const frames = new Set<string>()
      for (let at = node.group; at !== undefined && !frames.has(at); at = parents.get(at)) {
        frames.add(at)
      }
      return [node.id, frames]
    }),
  )
}
