import type { NodeForm } from '../../forms/composition'
import type { Diagram, DiagramNode } from '../../forms/diagram'
import { ratioOf } from '../canvas-size'
import type { Kept } from '../composition/kept'
import type { Theme } from '../themes/theme'
import { banded, bandsOf, ratioWithin } from './bands'
import type { Plan as GraphPlan } from './candidates'
import type { Sketch } from './sketch'
import { layoutStages, type StagesPlan } from './stages'

/** How a diagram was arranged: enough to arrange it so again, or a little differently. */
export type LayoutPlan = { graph: GraphPlan } | { stages: StagesPlan } | { composed: Kept }

export interface Laid {
  sketch: Sketch
  plan: LayoutPlan
}

/**
 * Places a diagram on the canvas of `ratio` (`auto` or `W:H`), by `plan` or in the best way that a quick search finds;
 * its title stands above, the key of dashed lines below. The same diagram gives the same sketch.
 */
export async function layout(
  diagram: Diagram,
  theme: Theme,
  ratio: string,
  plan?: LayoutPlan,
): Promise<Laid> {
  const wanted = ratioOf(ratio)
  const bands = bandsOf(diagram, theme)
  if (!bands) return layoutFigure(diagram, theme, wanted, plan)
  const within = wanted === undefined ? undefined : ratioWithin(wanted, bands)
  const laid = await layoutFigure(diagram, theme, within, plan)
  return { ...laid, sketch: banded(laid.sketch, bands, theme, wanted) }
}

async function layoutFigure(
  diagram: Diagram,
  theme: Theme,
  wanted: number | undefined,
  plan?: LayoutPlan,
): Promise<Laid> {
  if (diagram.shape === 'stages') {
    const known = plan && 'stages' in plan ? plan.stages : undefined
    const { sketch, plan: stages } = layoutStages(diagram, theme, wanted, known)
    return { sketch, plan: { stages } }
  }
  if (diagram.composition && !(plan && 'graph' in plan)) {
    const { composeGraph } = await import('../composition')
    const composed = composeGraph(diagram, diagram.composition, theme, wanted)
    if (composed) return { sketch: composed.sketch, plan: { composed: composed.kept } }
  }
  const { layoutGraph } = await import('./graph')
  const plain = diagram.composition
    ? {
        ...diagram,
        nodes: diagram.nodes.map(plainly),
        groups: diagram.groups.map(({ style: _, ...group }) => group),
      }
    : diagram
  const known = plan && 'graph' in plan ? plan.graph : undefined
  const { sketch, plan: graph } = layoutGraph(plain, theme, wanted, known)
  return { sketch, plan: { graph } }
}

/** A node without what only a composition has room for. */
function plainly({ form, labelAt: _, sign: __, ...node }: DiagramNode): DiagramNode {
  return form && PLAIN_FORMS.has(form) ? { ...node, form } : node
}

const PLAIN_FORMS: ReadonlySet<NodeForm> = new Set([
  'box',
  'pill',
  'diamond',
  'trapezoid',
  'hexagon',
  'cylinder',
  'document',
])
