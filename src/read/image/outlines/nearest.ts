import * as plane from '../../../figure/check/plane'
import { outlineOf } from '../../../figure/outlines'
import type { Point } from '../../../forms/scene'
import type { Outline } from './fit-outline'

const known = new WeakMap<Outline, plane.Contour[]>()

function contoursOf(outline: Outline): plane.Contour[] {
  const contours = known.get(outline) ?? plane.contoursOf(outlineOf(outline))
  known.set(outline, contours)
  return contours
}

/** True where a point lies within an outline. */
export const isInside = (outline: Outline, point: Point): boolean =>
  plane.isInside(contoursOf(outline), point)

/** The nearest point of an outline; the front edge of a cylinder's lid is one too. */
export const nearestOn = (outline: Outline, point: Point): Point =>
  plane.nearestOn(contoursOf(outline), point, Infinity)?.at ?? point
