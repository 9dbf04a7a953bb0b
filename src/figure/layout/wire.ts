import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import type { Theme } from '../themes/theme'
import { type EdgeLabel, placeLabels } from './edge-labels'
import { framesOf } from './frame-ends'
import { headingIn } from './heading'
import { straightenJogs } from './jogs'
import { isDiamond, outlineOf } from './node-outline'
import { nudge } from './nudge'
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
  /** Words beside their nodes, by node id. */
  words?: ReadonlyMap<string, Box>
  /** Of the canvas. */
  size: { width: number; height: number }
}

/** Routes and labels the edges of what is placed; gives how often labels stand on something else. */
export function wire(
  placed: Placement,
  { diagram, requests, labels, labelSide, em, theme, size, words = new Map() }: WireInput,
): number {
  const texts = [...headings(diagram, placed, em, theme), ...words.values()]
  const decisions = new Set(
    diagram.nodes.filter((node) => isDiamond(outlineOf(node))).map((node) => node.id),
  )
  const operators = new Set(
    diagram.nodes.filter(({ form }) => form === 'operator').map((node) => node.id),
  )
  placed.routes = routeEdges(requests, {
    nodes: placed.nodes,
    frames: placed.frames,
    texts,
    em,
    ...size,
    pointed: decisions,
    framesOf: framesOf(diagram),
    // An operator's own circle is where its connectors meet.
    words: new Map([...words].filter(([id]) => !operators.has(id))),
  })
  straightenJogs(placed.routes, requests, {
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
function headings({ groups }: Diagram, { frames }: Placement, em: number, theme: Theme): Box[] {
  return groups.flatMap((group) => {
    const frame = frames.get(group.id)
    return frame ? [headingIn(group, frame, em, theme).box] : []
  })
}
