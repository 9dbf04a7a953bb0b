import type { Box } from '../../forms/scene'
import { connectorDraft } from './connector'
import { edgeLabels, placeLabels } from './edge-labels'
import { anchorOf, edgeLabelDraft } from './graph-draw'
import type { OrderAt } from './order'
import { routeEdges } from './router'
import type { ElementDraft } from './sketch'
import type { PlacedPanel } from './stages-compose'

/** Every relation between panels, also of stages that do not follow each other, routed round the panels between. */
export function drawStageLinks(at: OrderAt): ElementDraft[] {
  const { plan, theme, panelIds, headings, width, height, id } = at
  const { em } = plan
  const panels = new Map(plan.panels.map((panel) => [panel.node.id, panel]))
  const nodes = new Map<string, Box>(
    plan.panels.map(({ node, x, y, width, height }) => [node.id, { x, y, width, height }]),
  )
  const frames = new Map(
    plan.sections.flatMap(({ section: { group }, x, y, width, height }) =>
      group ? [[group.id, { x, y, width, height }] as const] : [],
    ),
  )
  const edges = at.diagram.edges.filter(({ from, to }) => nodes.has(from) && nodes.has(to))
  const texts = [...headings]
  const routes = routeEdges(
    edges.map(({ id, from, to, kind }) => ({
      id,
      from,
      to,
      feedback: kind === 'feedback',
      flow: flowOf(panels.get(from), panels.get(to)),
    })),
    {
      nodes,
      frames,
      texts,
      em,
      width,
      height,
      pointed: new Set(),
      framesOf: new Map(
        plan.panels.map(({ node }) => [node.id, new Set(node.group ? [node.group] : [])]),
      ),
    },
  )
  const labels = edgeLabels(at.diagram, em, theme)
  const { boxes } = placeLabels({
    labels,
    routes,
    nodes: [...nodes.values()],
    texts,
    frames: [...frames.values()],
    em,
    width,
    height,
    side: 'before',
    early: new Set(),
  })
  return edges.flatMap((edge) => {
    const points = routes.get(edge.id) ?? []
    const [first, last] = [points[0], points.at(-1)]
    const [a, b] = [nodes.get(edge.from), nodes.get(edge.to)]
    if (!first || !last || !a || !b) return []
    const own = id(edge.id)
    const from = anchorOf(first, points[1] ?? last, a)
    const to = anchorOf(last, points.at(-2) ?? first, b)
    const [start, end] = [panelIds.get(edge.from) ?? '', panelIds.get(edge.to) ?? '']
    const ends = [
      { ...from, element: start },
      { ...to, element: end },
    ] as const
    const drafts = [connectorDraft(edge, own, ends[0], ends[1], points, em)]
    const [label, box] = [labels.get(edge.id), boxes.get(edge.id)]
    if (label && box) drafts.push(edgeLabelDraft(label, box, own, theme, em, id))
    return drafts
  })
}

/** Along a row, or down to another. */
function flowOf(a: PlacedPanel | undefined, b: PlacedPanel | undefined): 'right' | 'down' {
  return a && b && b.x >= a.x + a.width && b.y < a.y + a.height ? 'right' : 'down'
}
