import type { Diagram } from '../../forms/diagram'
import { ratioOf } from '../canvas-size'
import type { Theme } from '../themes/theme'
import type { Sketch } from './sketch'
import { layoutStages } from './stages'

/** Places a diagram on the canvas of `ratio` (`auto` or `W:H`). The same diagram gives the same sketch. */
export async function layout(diagram: Diagram, theme: Theme, ratio: string): Promise<Sketch> {
  const wanted = ratioOf(ratio)
  if (diagram.shape === 'stages') return layoutStages(diagram, theme, wanted)
  const { layoutGraph } = await import('./graph')
  return layoutGraph(diagram, theme, wanted)
}
