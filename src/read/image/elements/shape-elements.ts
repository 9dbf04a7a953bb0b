import type { SceneElement } from '../../../forms/scene'
import type { Outline } from '../contours/fit-outline'
import type { Shape } from '../contours/shape'
import { hex } from '../pixels/pixels'

/** A shape as an element of the scene. */
export function shapeElement(shape: Shape, id: string, z: number): SceneElement {
  const { outline, fill, gradient, shadow, stroke, box } = shape
  return {
    id,
    kind: 'shape',
    role: 'node',
    z,
    box: roundedBox(box),
    geometry: roundedOutline(outline),
    style: {
      fill: hex(fill),
      ...(gradient && { gradient }),
      ...(shadow && { shadow }),
      ...(stroke && {
        stroke: hex(stroke.colour),
        strokeWidth: round(stroke.width),
        ...(stroke.dash && { dash: stroke.dash }),
      }),
    },
  }
}

/** To a hundredth of a pixel, as SVG is written. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

export function roundedBox({ x, y, width, height }: Shape['box']): Shape['box'] {
  return { x: round(x), y: round(y), width: round(width), height: round(height) }
}

function roundedOutline(outline: Outline): Outline {
  switch (outline.form) {
    case 'ellipse':
      return {
        form: 'ellipse',
        cx: round(outline.cx),
        cy: round(outline.cy),
        rx: round(outline.rx),
        ry: round(outline.ry),
      }
    case 'polygon':
      return {
        form: 'polygon',
        points: outline.points.map(({ x, y }) => ({ x: round(x), y: round(y) })),
      }
    case 'rect':
      return { form: 'rect', ...roundedBox(outline), radius: round(outline.radius) }
    case 'cylinder':
      return { form: 'cylinder', ...roundedBox(outline), cap: round(outline.cap) }
  }
}
