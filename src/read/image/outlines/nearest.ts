import { onStep } from '../../../figure/check/plane'
import { cornersOf, distance } from '../../../figure/geometry'
import type { Point } from '../../../forms/scene'
import type { Outline } from './fit-outline'
import type { Shape } from './shape'

/** True where a point lies within an outline. */
export function isInside(outline: Outline, { x, y }: Point): boolean {
  switch (outline.form) {
    case 'ellipse':
      return ((x - outline.cx) / outline.rx) ** 2 + ((y - outline.cy) / outline.ry) ** 2 <= 1
    case 'polygon': {
      let inside = false
      outline.points.forEach((a, index) => {
        const b = outline.points[(index + 1) % outline.points.length] ?? a
        if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
          inside = !inside
      })
      return inside
    }
    case 'cylinder':
    case 'rect': {
      const { x: left, y: top, width, height } = outline
      if (x < left || y < top || x > left + width || y > top + height) return false
      const r = outline.form === 'rect' ? outline.radius : 0
      const dx = Math.max(left + r - x, x - left - width + r, 0)
      const dy = Math.max(top + r - y, y - top - height + r, 0)
      return dx * dx + dy * dy <= r * r || r === 0
    }
  }
}

/** The nearest point of an outline. */
export function nearestOn(outline: Outline, point: Point): Point {
  if (outline.form === 'ellipse') {
    const { cx, cy, rx, ry } = outline
    return onEllipse(point, cx, cy, rx, ry)
  }
  const rounded =
    outline.form === 'rect'
      ? onCorner(point, outline, outline.radius, outline.radius)
      : outline.form === 'cylinder'
        ? onCorner(point, outline, outline.width / 2, outline.cap)
        : undefined
  if (rounded)
    return outline.form === 'cylinder' && point.y < outline.y + 3 * outline.cap
      ? nearer(point, rounded, lidFront(point, outline))
      : rounded
  const corners = outline.form === 'polygon' ? outline.points : cornersOf(outline)
  let best = corners[0] ?? point
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] ?? a
    const near = onStep(a, b, point)
    if (distance(near, point) < distance(best, point)) best = near
  })
  return outline.form === 'cylinder' ? nearer(point, best, lidFront(point, outline)) : best
}

function nearer(point: Point, a: Point, b: Point): Point {
  return distance(point, b) < distance(point, a) ? b : a
}

/** The front edge of a cylinder's lid is an outline too. */
function lidFront(point: Point, { x, y, width, cap }: Shape['box'] & { cap: number }): Point {
  return onEllipse(point, x + width / 2, y + cap, width / 2, cap)
}

/** To the first order, repeated: exact near the ellipse, where it matters. */
function onEllipse(point: Point, cx: number, cy: number, rx: number, ry: number): Point {
  let [x, y] = [point.x - cx, point.y - cy]
  for (let round = 0; round < 3; round++) {
    const length = Math.hypot(x / rx, y / ry)
    if (length < 1e-6) return { x: cx, y: cy - ry }
    const [gx, gy] = [x / (rx * rx) / length, y / (ry * ry) / length]
    const step = (length - 1) / (gx * gx + gy * gy)
    const most = Math.max(rx, ry)
    x -= Math.min(most, Math.max(-most, step * gx))
    y -= Math.min(most, Math.max(-most, step * gy))
  }
  return { x: cx + x, y: cy + y }
}

/** On the quarter ellipse of a rounded corner, where a point lies in its square. */
function onCorner(point: Point, box: Shape['box'], rx: number, ry: number): Point | undefined {
  if (rx < 0.5 || ry < 0.5) return undefined
  const left = point.x < box.x + rx
  const right = point.x > box.x + box.width - rx
  const top = point.y < box.y + ry
  const bottom = point.y > box.y + box.height - ry
  if (!(left || right) || !(top || bottom)) return undefined
  const cx = left ? box.x + rx : box.x + box.width - rx
  const cy = top ? box.y + ry : box.y + box.height - ry
  return onEllipse(point, cx, cy, rx, ry)
}
