import * as plane from '../../../figure/check/plane'
import { outlineOf } from '../../../figure/outlines'
import { rememberedOf } from '../../../forms/remembered'
import type { Point } from '../../../forms/scene'
import type { Outline } from './fit-outline'

const contoursOf = rememberedOf((outline: Outline) => plane.contoursOf(outlineOf(outline)))

/** True where a point lies within an outline. */
export const isInside = (outline: Outline, point: Point): boolean =>
  plane.isInside(contoursOf(outline), point)

/** The nearest point of an outline; the front edge of a cylinder's lid is one too. */
export const nearestOn = (outline: Outline, point: Point): Point =>
  plane.nearestOn(contoursOf(outline), point, Infinity)?.at ?? point
