import { hexOf } from '../../../figure/color'
import { rounded } from '../../../forms/numbers'
import type { SceneElement } from '../../../forms/scene'
import type { Outline } from '../outlines/fit-outline'
import type { Shape } from '../outlines/shape'

/** A shape as an element of the scene. */
export function shapeElement(shape: Shape, id: string, z: number): SceneElement {
  const { outline, fill, gradient, stroke, box } = shape
  return {
    id,
    kind: 'shape',
    role: 'node',
    z,
    box: roundedBox(box),
    geometry: roundedOutline(outline),
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

export function roundedBox({ x, y, width, height }: Shape['box']): Shape['box'] {
  return { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) }
}

function roundedOutline(outline: Outline): Outline {
  switch (outline.form) {
    case 'ellipse':
      return {
        form: 'ellipse',
        cx: rounded(outline.cx),
        cy: rounded(outline.cy),
        rx: rounded(outline.rx),
        ry: rounded(outline.ry),
      }
    case 'polygon':
      return {
        form: 'polygon',
        points: outline.points.map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })),
      }
    case 'rect':
      return { form: 'rect', ...roundedBox(outline), radius: rounded(outline.radius) }
    case 'cylinder':
      return { form: 'cylinder', ...roundedBox(outline), cap: rounded(outline.cap) }
  }
}
