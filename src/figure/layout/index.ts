import type { Diagram } from '../../forms/diagram'
import type { Places } from '../../forms/places'
import { canvas, ratioOf } from '../canvas-size'
import { paperWidth } from '../paper'
import type { Theme } from '../themes/theme'
import { acrossOf, type Bands, banded, bandsOf, insideOf, ratioAround, ratioWithin } from './bands'
import { type Plan as GraphPlan, layoutGraph } from './graph'
import { movedPlaces } from './places'
import type { Sketch } from './sketch'

/** How a diagram was arranged: enough to arrange it so again, or a little differently. */
export type LayoutPlan = { graph: GraphPlan } | { again: { moved: string[] } }

export interface Laid {
  sketch: Sketch
  plan: LayoutPlan
  /** Other plans that are worth a look, the most promising first. */
  others: LayoutPlan[]
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
  const wanted = ratioOf(ratio) ?? (diagram.places && ratioOfPlaces(diagram.places))
  if (wanted !== undefined) return layoutWithin(diagram, theme, wanted, plan)
  const laid = await layoutFigure(diagram, theme, undefined, plan)
  const { sketch } = laid
  const first = bandsOf(diagram, theme, sketch.width / sketch.height)
  if (!first) return laid
  // With its bands a figure may be one for narrower paper, on which its words would be smaller.
  const around = ratioAround(sketch, first)
  if (paperWidth({ width: around, height: 1 }) < paperWidth(sketch))
    return layoutWithin(diagram, theme, sketch.width / sketch.height, plan)
  const bands = bandsOf(diagram, theme, around)
  return bands ? { ...laid, sketch: banded(sketch, bands, theme, undefined) } : laid
}

/** A diagram with its title and key on the canvas of a ratio. */
async function layoutWithin(
  diagram: Diagram,
  theme: Theme,
  wanted: number,
  plan?: LayoutPlan,
): Promise<Laid> {
  const bands = bandsOf(diagram, theme, wanted)
  const within = bands ? ratioWithin(wanted, bands) : wanted
  const inside = withPlacesInside(diagram, bands, wanted, within)
  if (!bands) return layoutFigure(inside, theme, wanted, plan)
  const printed = { ...theme, paper: acrossOf(bands) * paperWidth(canvas(wanted)) }
  const laid = await layoutFigure(inside, printed, within, plan)
  return { ...laid, sketch: banded(laid.sketch, bands, theme, wanted) }
}

async function layoutFigure(
  diagram: Diagram,
  theme: Theme,
  wanted: number | undefined,
  plan?: LayoutPlan,
): Promise<Laid> {
  const { places } = diagram
  if (places && !plan && diagram.shape === 'graph') {
    const { drawAgain } = await import('./again')
    const again = drawAgain(diagram, places, theme)
    if (again) return { sketch: again.sketch, plan: { again: { moved: again.moved } }, others: [] }
  }
  const known = plan && 'graph' in plan ? plan.graph : undefined
  const { sketch, plan: graph, others } = layoutGraph(diagram, theme, wanted, known)
  return { sketch, plan: { graph }, others: others.map((other) => ({ graph: other })) }
}

const ratioOfPlaces = ({ width, height }: Places) => width / height

/** A diagram whose places are pixels of the canvas of its figure alone, without the bands around it. */
function withPlacesInside(
  diagram: Diagram,
  bands: Bands | undefined,
  ratio: number,
  within: number,
): Diagram {
  const { places } = diagram
  if (!places) return diagram
  const whole = canvas(ratio)
  const own = canvas(within)
  const { scale, dx, dy } = bands ? insideOf(own, bands, ratio) : { scale: 1, dx: 0, dy: 0 }
  const [byX, byY] = [whole.width / places.width, whole.height / places.height]
  return { ...diagram, places: movedPlaces(places, own, { byX, byY, scale, dx, dy }) }
}
