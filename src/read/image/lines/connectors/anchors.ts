import { ahead, distance, within } from '../../../../figure/geometry'
import { leastOf } from '../../../../forms/least'
import type { Point } from '../../../../forms/scene'
import { isInside, nearestOn } from '../../outlines/nearest'
import type { Shape } from '../../outlines/shape'

/** A form that connectors may hold on to. */
export interface Holder {
  id: string
  shape: Shape
}

/** The form on whose outline an end lies, the nearest, and of equally near ones the smallest. */
export function holderOf(
  point: Point,
  way: Point,
  reach: number,
  holders: readonly Holder[],
): Holder | undefined {
  return leastOf(holders, ({ shape: { outline, stroke, box, area } }) => {
    if (!within(point, box, reach)) return Infinity
    const near = nearestOn(outline, point)
    const away = Math.max(0, distance(near, point) - (stroke?.width ?? 0) / 2)
    // What lies ahead holds the end rather than what it has just passed.
    const ahead = (near.x - point.x) * way.x + (near.y - point.y) * way.y
    return away > reach ? Infinity : away + (ahead < -1.5 ? 2.5 : 0) + 1e-6 * Math.sqrt(area)
  })
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
