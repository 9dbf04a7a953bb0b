import { ahead, direction } from '../../../figure/geometry'
import { difference } from '../../../figure/pixels/color'
import type { Point } from '../../../forms/scene'
import type { Outline } from '../outlines/fit-outline'
import { type Pixels, sampled } from '../pixels/pixels'

/** The share of its corners over which the sides of an enclosed piece of ground go on. */
const OPEN_CORNERS = 0.5
/** A turn of less, in radians, is no corner. */
const CORNER = 0.35

/** True for a piece of ground that lines enclose: its sides go on beyond its corners, straight or in a bend. */
export function isEnclosed(
  pixels: Pixels,
  outline: Outline,
  fill: number,
  stroke: { colour: number; width: number },
): boolean {
  if (outline.form !== 'polygon') return false
  const { points } = outline
  const inked = ({ x, y }: Point) =>
    difference(sampled(pixels, x, y), stroke.colour) < 0.5 * difference(stroke.colour, fill)
  const on = (from: Point, to: Point) => {
    const way = direction(from, to)
    return [4, 6, 8].every((step) => {
      const by = step + stroke.width
      const place = ahead(to, way, by)
      const side = Math.max(1.5, 0.25 * by)
      return [0, -1, 1, -2, 2].some((k) =>
        inked({ x: place.x - (way.y * side * k) / 2, y: place.y + (way.x * side * k) / 2 }),
      )
    })
  }
  const corners = points.filter((b, index) => {
    const [a, c] = [points.at(index - 1), points[(index + 1) % points.length]]
    return a && c && turn(a, b, c) > CORNER
  })
  const open = corners.filter((b) => {
    const index = points.indexOf(b)
    const [a, c] = [points.at(index - 1), points[(index + 1) % points.length]]
    return a && c && (on(a, b) || on(c, b))
  })
  return corners.length >= 2 && open.length >= OPEN_CORNERS * corners.length
}

function turn(a: Point, b: Point, c: Point): number {
  const [p, q] = [Math.atan2(b.y - a.y, b.x - a.x), Math.atan2(c.y - b.y, c.x - b.x)]
  return Math.abs(Math.atan2(Math.sin(q - p), Math.cos(q - p)))
}
