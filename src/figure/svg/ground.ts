import type { Geometry, Ground, Scene, SceneElement, Style } from '../../forms/scene'
import { path } from '../geometry/shape-paths'

type Grid = NonNullable<Ground['grid']>[number]

/** The background, the grid over it, the frame and its marks, as shapes. */
export function groundOf(scene: Scene): (SceneElement & { geometry: Shape })[] {
  const { width, height, background, ground = {} } = scene
  const { grid = [], frame = [], marks } = ground
  const box = { x: 0, y: 0, width, height }
  const shape = (geometry: Shape, style: Style) => ({
    ...{ id: 'ground', kind: 'shape' as const, z: 0, box, geometry },
    style: { join: 'miter' as const, ...style },
  })
  const rect = (inset: number): Shape => ({
    ...{ form: 'rect', x: inset, y: inset, radius: 0 },
    ...{ width: width - 2 * inset, height: height - 2 * inset },
  })
  return [
    shape(rect(0), { fill: background }),
    ...grid.map((one) => shape({ form: 'path', d: gridLines(one, scene) }, penOf(one))),
    ...frame.map((one) => shape(rect(one.inset), penOf(one))),
    ...(marks ? [shape({ form: 'path', d: marks.d }, penOf(marks))] : []),
  ].map((one, at) => ({ ...one, id: `ground-${at + 1}` }))
}

type Shape = Extract<Geometry, { form: 'rect' | 'path' }>

const penOf = ({ stroke, strokeWidth }: { stroke: string; strokeWidth: number }): Style => ({
  ...{ fill: 'none', stroke, strokeWidth },
})

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
