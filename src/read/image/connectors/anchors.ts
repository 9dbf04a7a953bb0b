import { ahead, distance } from '../../../figure/geometry'
import { roundedTo } from '../../../forms/numbers'
import type { Anchor, Point } from '../../../forms/scene'
import type { Outline } from '../contours/fit-outline'
import type { Shape } from '../contours/shape'
import { nearestOnSegment } from '../strokes/polyline'

/** A form that connectors may hold on to. */
export interface Holder {
  id: string
  shape: Shape
}

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
  const corners = outline.form === 'polygon' ? outline.points : boxCorners(outline)
  let best = corners[0] ?? point
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] ?? a
    const near = nearestOnSegment(point, a, b)
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

function boxCorners({ x, y, width, height }: Shape['box']): Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
}

/** The form on whose outline an end lies, the nearest, and of equally near ones the smallest. */
export function holderOf(
  point: Point,
  way: Point,
  reach: number,
  holders: readonly Holder[],
): Holder | undefined {
  let best: Holder | undefined
  let least = Number.POSITIVE_INFINITY
  for (const holder of holders) {
    const { outline, stroke, box, area } = holder.shape
    if (point.x < box.x - reach || point.x > box.x + box.width + reach) continue
    if (point.y < box.y - reach || point.y > box.y + box.height + reach) continue
    const near = nearestOn(outline, point)
    const away = Math.max(0, distance(near, point) - (stroke?.width ?? 0) / 2)
    if (away > reach) continue
    // What lies ahead holds the end rather than what it has just passed.
    const ahead = (near.x - point.x) * way.x + (near.y - point.y) * way.y
    const cost = away + (ahead < -1.5 ? 2.5 : 0) + 1e-6 * Math.sqrt(area)
    if (cost >= least) continue
    least = cost
    best = holder
  }
  return best
}

/** The first form that an end meets when it goes straight on by up to `reach` pixels. */
export function aimedAt(
  point: Point,
  way: Point,
  reach: number,
  holders: readonly Holder[],
): Holder | undefined {
  const near = holders.filter(({ shape: { box } }) => {
    const { x, y, width, height } = box
    const [right, bottom] = [x + width + reach, y + height + reach]
    return point.x > x - reach && point.x < right && point.y > y - reach && point.y < bottom
  })
  // What stops short of an outline from within the form does not point at it.
  const outside = near.filter(({ shape }) => !isInside(shape.outline, point))
  for (let t = 1; t <= reach; t += 1) {
    const place = ahead(point, way, t)
    const met = outside.filter(({ shape }) => isInside(shape.outline, place))
    if (met.length > 0) return met.reduce((a, b) => (b.shape.area < a.shape.area ? b : a))
  }
  return undefined
}

/** Where an end that goes on in its direction meets the outer edge of a form; itself where it does not. */
export function metOutline(point: Point, way: Point, { outline, stroke }: Shape): Point {
  const pen = (stroke?.width ?? 0) / 2
  const at = (t: number) => ahead(point, way, t)
  const touches = (p: Point) =>
    isInside(outline, p) || (pen > 0 && distance(nearestOn(outline, p), p) <= pen)
  for (let t = -10; t <= 14; t += 0.25) if (touches(at(t))) return at(t)
  return point
}

/** The place of a point on a form's outline, by its box. */
export function anchorAt({ id, shape }: Holder, point: Point): Anchor {
  const { x, y, width, height } = shape.box
  const right = width > 0 ? Math.min(1, Math.max(0, (point.x - x) / width)) : 0
  const down = height > 0 ? Math.min(1, Math.max(0, (point.y - y) / height)) : 0
  const sides = [
    { side: 'left' as const, away: Math.abs(point.x - x), at: down },
    { side: 'right' as const, away: Math.abs(point.x - x - width), at: down },
    { side: 'top' as const, away: Math.abs(point.y - y), at: right },
    { side: 'bottom' as const, away: Math.abs(point.y - y - height), at: right },
  ]
  const nearest = sides.reduce((a, b) => (b.away < a.away ? b : a))
  return { element: id, side: nearest.side, at: roundedTo(nearest.at, 3) }
}
