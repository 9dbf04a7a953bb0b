import { boxAround, direction, grown } from '../../../figure/geometry'
import type { Box, Gradient } from '../../../forms/scene'
import type { EdgeProfile } from './edge-profile'
import type { Outline } from './fit-outline'

/** A closed form with one fill; its outline is the middle line of its stroke. */
export interface Shape {
  outline: Outline
  fill: number
  /** What is seen instead of `fill`, its mean. */
  gradient?: Gradient
  stroke?: { colour: number; width: number; dash?: [on: number, off: number] }
  /** What lies around it. */
  outside: number
  /** With its stroke. */
  box: Box
  /** Pixels inside. */
  area: number
  /** The regions it was read from. */
  labels: number[]
  /** The ground of words that hides a line, drawn above it. */
  overLine?: boolean
}

/** An outline whose edges are moved outwards to where its edge says. */
export function shiftedOutline(outline: Outline, { shift }: Pick<EdgeProfile, 'shift'>): Outline {
  const [a = 0, b = a, c = a, d = a] = shift
  switch (outline.form) {
    case 'rect': {
      const { x, y, width, height, radius } = outline
      const mean = (a + b + c + d) / 4
      const grown = radius > 1 ? radius + Math.max(0, mean) : 0
      const box = { x: x - a, y: y - b, width: width + a + c, height: height + b + d }
      const most = Math.min(box.width, box.height) / 2
      // A nearly whole half circle is one.
      return { form: 'rect', ...box, radius: grown > 0.93 * most ? most : grown }
    }
    case 'ellipse': {
      const { cx, cy, rx, ry } = outline
      return { form: 'ellipse', cx, cy, rx: rx + a, ry: ry + a }
    }
    case 'polygon':
      return { form: 'polygon', points: grownPolygon(outline.points, a) }
    case 'cylinder': {
      const { x, y, width, height, cap } = outline
      const rise = (a + b) / 2
      return {
        form: 'cylinder',
        x: x - a,
        y: y - rise,
        width: width + a + b,
        height: height + 2 * rise,
        cap,
      }
    }
  }
}

/** Moves every edge outwards by `by` pixels; corners are clockwise. */
function grownPolygon(points: readonly { x: number; y: number }[], by: number) {
  return points.map((corner, index) => {
    const before = points[(index + points.length - 1) % points.length] ?? corner
    const after = points[(index + 1) % points.length] ?? corner
    const normal = (from: typeof corner, to: typeof corner) => {
      const way = direction(from, to)
      return { x: way.y, y: -way.x }
    }
    const [n, m] = [normal(before, corner), normal(corner, after)]
    const scale = by / Math.max(0.3, 1 + n.x * m.x + n.y * m.y)
    return { x: corner.x + (n.x + m.x) * scale, y: corner.y + (n.y + m.y) * scale }
  })
}

export function boxOf(outline: Outline, strokeWidth: number): Box {
  const bare =
    outline.form === 'polygon'
      ? boxAround(outline.points)
      : outline.form === 'ellipse'
        ? {
            x: outline.cx - outline.rx,
            y: outline.cy - outline.ry,
            width: 2 * outline.rx,
            height: 2 * outline.ry,
          }
        : outline
  return grown(bare, strokeWidth / 2)
}
