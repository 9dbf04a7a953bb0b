import { difference } from '../../../figure/pixels/color'
import type { Shape } from '../outlines/shape'

/** Levels by which a stroke's colour may be off, and pixels by which its outer edge may. */
const SAME_COLOUR = 32
const SAME_EDGE = 2.5

/** Without the surfaces of wide strokes: the form that such a stroke is drawn around has it already. */
export function withoutStrokeRings(shapes: readonly Shape[]): Shape[] {
  const stroked = shapes.filter(({ stroke }) => stroke)
  return shapes.filter(
    (shape) => shape.stroke !== undefined || !stroked.some((other) => isRingOf(shape, other)),
  )
}

function isRingOf(ring: Shape, { stroke, box }: Shape): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME_EDGE
  return (
    stroke !== undefined &&
    difference(ring.fill, stroke.colour) <= SAME_COLOUR &&
    near(ring.box.x, box.x) &&
    near(ring.box.y, box.y) &&
    near(ring.box.x + ring.box.width, box.x + box.width) &&
    near(ring.box.y + ring.box.height, box.y + box.height)
  )
}
