import type { Gradient, Point, Scene } from '../../forms/scene'
import { mixPacked, packed } from '../pixels/color'
import { nearestTo } from './contours'
import { type FlatScene, type FlatShape, fills, isShown, type Paint } from './flat-scene'

/** A stroke from this width on is a ground that words may stand on. */
export const WIDE_STROKE = 7

/**
 * The colour that is seen at a place under what is painted in `below`th place; undefined where pixels of a picture lie
 * there, which nobody knows.
 */
export function backdropAt(flat: FlatScene, point: Point, below: number): number | undefined {
  const found: { order: number; paint: Paint; part: FlatShape }[] = []
  for (const part of flat.near.at(point)) {
    if (part.order >= below) continue
    if (fills(part, point) && part.fill) found.push({ order: part.order, paint: part.fill, part })
    if (part.stroke && isOnStroke(part, point))
      found.push({ order: part.order + 0.5, paint: part.stroke, part })
  }
  found.sort((a, b) => b.order - a.order)
  const seen = found.slice(
    0,
    1 + found.findIndex(({ paint }) => paint.alpha >= 0.995) || found.length,
  )
  let color = packed(flat.scene.background)
  for (const { paint, part } of seen.reverse()) {
    const own = paint.gradient ? gradientAt(paint.gradient, point, part) : paint
    if (Number.isNaN(own.color)) return undefined
    color = mixPacked(color, own.color, Math.min(1, own.alpha))
  }
  return color
}

const isOnStroke = ({ stroke, contours, clips, element }: FlatShape, point: Point): boolean => {
  // A thin line behind words strikes them; it is no ground.
  if (!stroke || stroke.width < WIDE_STROKE || element.style.dash) return false
  return nearestTo(contours, point, stroke.width / 2) !== undefined && isShown(clips, point)
}

/** The colour of a ramp at a place. */
function gradientAt(gradient: Gradient, { x, y }: Point, { box, fill }: FlatShape): Paint {
  const { x1, y1, x2, y2, radius, matrix, stops } = gradient
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = matrix ?? [
    box.width,
    0,
    0,
    box.height,
    box.x,
    box.y,
  ]
  const det = a * d - b * c || 1
  const [u, v] = [(d * (x - e) - c * (y - f)) / det, (a * (y - f) - b * (x - e)) / det]
  const long = (x2 - x1) ** 2 + (y2 - y1) ** 2
  const share =
    radius === undefined
      ? ((u - x1) * (x2 - x1) + (v - y1) * (y2 - y1)) / (long || 1)
      : Math.hypot(u - x2, v - y2) / (radius || 1)
  const after = stops.findIndex(({ offset }) => offset >= share)
  const [one, two] = [
    stops[after - 1] ?? stops[after < 0 ? stops.length - 1 : 0],
    stops[after] ?? stops.at(-1),
  ]
  if (!one || !two) return { color: 0, alpha: 0 }
  const t =
    two.offset > one.offset
      ? Math.min(1, Math.max(0, (share - one.offset) / (two.offset - one.offset)))
      : 0
  const opacity = (one.opacity ?? 1) + t * ((two.opacity ?? 1) - (one.opacity ?? 1))
  return {
    color: mixPacked(packed(one.color), packed(two.color), t),
    alpha: opacity * (fill?.alpha ?? 1),
  }
}

/** The share of a fill from which nothing under it is read. */
const HIDES = 0.6

/** Whether something that is painted between two places hides what lies under it there. */
export function isCovered(
  flat: FlatScene,
  point: Point,
  above: number,
  below: number,
): FlatShape | undefined {
  return flat.near
    .at(point)
    .find(
      (part) =>
        part.order > above &&
        part.order < below &&
        (part.fill?.alpha ?? 0) >= HIDES &&
        fills(part, point),
    )
}

/** The scene's largest painting order and more. */
export const TOPMOST = Number.MAX_SAFE_INTEGER

/** The smallest letters of a drawing, and of its sub- and superscripts, in units for 1600 pixels on 178 mm. */
export const MIN_FONT = { plain: 17, script: 12 } as const

/** By how much lengths for 1600 pixels on 178 mm are drawn out on this canvas and paper. */
export const unitScale = ({ width, paper = 178 }: Pick<Scene, 'width' | 'paper'>): number =>
  (width / 1600) * (178 / paper)
