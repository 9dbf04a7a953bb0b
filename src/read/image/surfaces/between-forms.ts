import { difference } from '../../../figure/color'
import { distance } from '../../../figure/geometry'
import type { Box, Point } from '../../../forms/scene'
import { isInside, nearestOn } from '../outlines/nearest'
import { pointsAlongOutline } from '../outlines/outline-dashes'
import type { Shape } from '../outlines/shape'

/** Levels by which a piece of the ground may differ from it. */
const GROUND = 6
/** Pixels, over the widths of both pens, between outlines that run along each other. */
const ALONG = 2
/** The share of an outline that runs along others'. */
const SHARED = 0.2
/** Every so many points of an outline one is looked at. */
const EVERY = 3

/** Leaves out the pieces of ground that lines and the forms between which they lead enclose: parts of their outlines are those of two or more other forms. */
export function withoutGroundBetween(shapes: readonly Shape[], background: number): Shape[] {
  return shapes.filter((shape) => {
    const { outline, fill } = shape
    if (outline.form !== 'polygon' || difference(fill, background) > GROUND) return true
    const places = pointsAlongOutline(outline).filter((_, index) => index % EVERY === 0)
    const others = shapes.filter(
      (other) =>
        other !== shape && touches(other.box, shape.box) && other.outline.form !== 'polygon',
    )
    const holders = others.filter(
      (other) => !places.every((place) => isInside(other.outline, place)),
    )
    const met = new Set<Shape>()
    const along = places.filter((place) => {
      const other = holders.find((one) => runsAlong(place, one, shape))
      if (other) met.add(other)
      return other !== undefined
    })
    return (
      met.size < 2 || along.length < SHARED * places.length || along.length > MOST * places.length
    )
  })
}

/** More than this is a form beside others, a cell of theirs. */
const MOST = 0.7

function runsAlong(place: Point, { outline, stroke }: Shape, own: Shape): boolean {
  const pens = ((stroke?.width ?? 0) + (own.stroke?.width ?? 0)) / 2
  return distance(nearestOn(outline, place), place) <= ALONG + pens
}

function touches(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + 4 &&
    b.x < a.x + a.width + 4 &&
    a.y < b.y + b.height + 4 &&
    b.y < a.y + a.height + 4
  )
}
