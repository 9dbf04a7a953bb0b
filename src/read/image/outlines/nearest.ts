import * as plane from '../../../figure/check/contours'
import { onStep } from '../../../figure/geometry'
import { outlineOf } from '../../../figure/geometry/outlines'
import { rememberedOf } from '../../../forms/remembered'
import type { Point } from '../../../forms/scene'
import type { Outline } from './fit-outline'

const contoursOf = rememberedOf((outline: Outline) => plane.contoursOf(outlineOf(outline)))

/** True where a point lies within an outline. */
export const isInside = (outline: Outline, point: Point): boolean =>
  plane.isInside(contoursOf(outline), point)

/** The nearest point of an outline; the front edge of a cylinder's lid is one too. */
export function nearestOn(outline: Outline, point: Point): Point {
  let best = point
  let least = Infinity
  for (const { points } of contoursOf(outline))
    for (let at = 1; at < points.length; at++) {
      const on = onStep(points[at - 1] as Point, points[at] as Point, point)
      const off = (on.x - point.x) ** 2 + (on.y - point.y) ** 2
      if (off >= least) continue
      least = off
      best = on
    }
  return best
}
