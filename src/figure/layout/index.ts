import type { Diagram } from '../../forms/diagram'
import type { Sketch } from '../../forms/sketch'
import { paperWidth } from '../canvas/paper'
import { canvas, ratioOf } from '../canvas/size'
import type { Theme } from '../themes/theme'
import { acrossOf, banded, bandsOf, ratioAround, ratioWithin } from './bands'
import { layoutGraph, type Plan } from './graph'

/** How a diagram was arranged: enough to arrange it so again, or a little differently. */
export type LayoutPlan = Plan

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
  const wanted = ratioOf(ratio)
  if (wanted !== undefined) return layoutWithin(diagram, theme, wanted, plan)
  const laid = layoutGraph(diagram, theme, undefined, plan)
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
  if (!bands) return layoutGraph(diagram, theme, wanted, plan)
  const printed = { ...theme, paper: acrossOf(bands) * (theme.paper ?? paperWidth(canvas(wanted))) }
  const laid = layoutGraph(diagram, printed, within, plan)
  return { ...laid, sketch: banded(laid.sketch, bands, theme, wanted) }
}
