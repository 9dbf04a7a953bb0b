import { hexOf } from '../../../figure/pixels/color'
import { rounded, roundedAll } from '../../../forms/numbers'
import type { SceneElement } from '../../../forms/scene'
import type { Shape } from '../outlines/shape'

/** A shape as an element of the scene. */
export function shapeElement(shape: Shape, id: string, z: number): SceneElement {
  const { outline, fill, gradient, stroke, box } = shape
  return {
    id,
    kind: 'shape',
    role: 'node',
    z,
    box: roundedAll(box),
    geometry: roundedAll(outline),
    style: {
      fill: hexOf(fill),
      ...(gradient && { gradient }),
      ...(stroke && {
        stroke: hexOf(stroke.colour),
        strokeWidth: rounded(stroke.width),
        ...(stroke.dash && { dash: stroke.dash }),
      }),
    },
  }
}
