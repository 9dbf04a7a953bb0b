import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import type { Theme } from '../themes/theme'
import { type EdgeLabel, placeLabels } from './edge-labels'
import { framesOf } from './frame-ends'
import { headingIn } from './heading'
import { isDiamond, outlineOf } from './node-outline'
import { nudge } from './nudge'
import type { Placement } from './placement'
import { type RouteRequest, routeEdges } from './router'

/** Above and right of lines, or below and left, where both are free. */
type LabelSide = 'before' | 'after'

export interface WireInput {
  diagram: Diagram
  requests: RouteRequest[]
  labels: Map<string, EdgeLabel>
  labelSide: LabelSide
  em: number
  theme: Theme
  /** Of the canvas. */
  size: { width: number; height: number }
}

/** Routes and labels the edges of what is placed; gives how often labels stand on something else. */
export function wire(placed: Placement, { labelSide, ...input }: WireInput): number {
  const { boxes, hits } = routed(placed, input)(labelSide)
  placed.labels = boxes
  return hits
}

/** Routes the edges of what is placed; gives where their words stand, by the side that is preferred. */
function routed(
  placed: Placement,
  { diagram, requests, labels, em, theme, size }: Omit<WireInput, 'labelSide'>,
): (side: LabelSide) => { boxes: Map<string, Box>; hits: number } {
  const texts = headings(diagram, placed, em, theme)
  const decisions = decisionsOf(diagram)
  placed.routes = routeEdges(requests, {
    nodes: placed.nodes,
    frames: placed.frames,
    texts,
    em,
    ...size,
    pointed: decisions,
    framesOf: framesOf(diagram),
  })
  nudge(placed.routes, requests, {
    nodes: placed.nodes,
    frames: placed.frames,
    texts,
    pointed: decisions,
    em,
    ...size,
  })
  const early = diagram.edges.filter((edge) => decisions.has(edge.from)).map((edge) => edge.id)
  const around = {
    labels,
    routes: placed.routes,
    nodes: [...placed.nodes.values()],
    texts,
    frames: [...placed.frames.values()],
    em,
    ...size,
    early: new Set(early),
  }
  return (side) => placeLabels({ ...around, side })
}

const decisionsOf = ({ nodes }: Diagram) =>
  new Set(nodes.filter((node) => isDiamond(outlineOf(node))).map(({ id }) => id))

/** Where the headings of frames stand. */
function headings({ groups }: Diagram, placed: Placement, em: number, theme: Theme): Box[] {
  return groups.flatMap((group) => {
    const frame = placed.frames.get(group.id)
    return frame ? [headingIn(group, frame, em, theme, placed.headings?.get(group.id)).box] : []
  })
}
