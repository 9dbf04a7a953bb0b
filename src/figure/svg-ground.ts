import type { Ground, Scene } from '../forms/scene'
import { path } from './themes/path'
import { element, number } from './xml'

type Pen = NonNullable<Ground['marks']>
type Grid = NonNullable<Ground['grid']>[number]

/** The background, the grid over it, the frame and its marks. */
export function groundShapes(scene: Scene): string[] {
  const { width, height, background, ground = {} } = scene
  const { grid = [], frame = [], marks } = ground
  return [
    element('rect', { x: 0, y: 0, width, height, fill: background }),
    ...grid.map((one) => stroked(gridLines(one, scene), one)),
    ...frame.map(({ inset, stroke, strokeWidth }) =>
      element('rect', {
        x: number(inset),
        y: number(inset),
        width: number(width - 2 * inset),
        height: number(height - 2 * inset),
        fill: 'none',
        stroke,
        'stroke-width': number(strokeWidth),
      }),
    ),
    ...(marks ? [stroked(marks.d, marks)] : []),
  ]
}

function stroked(d: string, { stroke, strokeWidth }: Omit<Pen, 'd'>): string {
  return element('path', { d, fill: 'none', stroke, 'stroke-width': number(strokeWidth) })
}

/**
 * Pixels that a grid keeps from the canvas's edge: a line that reaches beyond it makes LibreOffice take the figure to be
 * larger than it is, and draw all of it between pixels.
 */
const EDGE = 1
/** From where upright and level lines are counted: those of one pixel are sharp. */
const FIRST = 0.5

/** Long lines in one path: LibreOffice draws a pattern coarsely or not at all, and drawing programs turn one into a bitmap. */
function gridLines({ x = 0, y = 0 }: Grid, { width, height }: Scene): string {
  const [right, bottom] = [width - EDGE, height - EDGE]
  const lines: string[] = []
  if (x === 0)
    for (let at = FIRST + y; at <= bottom; at += y) lines.push(path`M${EDGE} ${at}L${right} ${at}`)
  else if (y === 0)
    for (let at = FIRST + x; at <= right; at += x) lines.push(path`M${at} ${EDGE}L${at} ${bottom}`)
  else {
    const slope = x / y
    const reach = slope * height
    for (
      let at = -Math.ceil(Math.max(0, reach) / x) * x;
      at < width - Math.min(0, reach);
      at += x
    ) {
      const [from = 0, to = 0] = [(EDGE - at) / slope, (right - at) / slope].sort((a, b) => a - b)
      const [top, foot] = [Math.max(EDGE, from), Math.min(bottom, to)]
      if (foot - top >= 0.5)
        lines.push(path`M${at + slope * top} ${top}L${at + slope * foot} ${foot}`)
    }
  }
  return lines.join('')
}
