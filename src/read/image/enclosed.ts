import type { Outline } from './fit-shape'
import { difference, type Pixels, sampled } from './pixels'
import { distance } from './polyline'

/** Pixels beyond a corner within which a line that goes on is seen. */
const BEYOND = 5

/**
 * True for a loop that lines close which cross each other: at most of its corners an edge goes on beyond them. A form's
 * edges end there.
 */
export function isEnclosed(
  pixels: Pixels,
  outline: Outline,
  fill: number,
  stroke: { colour: number; width: number },
): boolean {
  if (outline.form !== 'polygon') return false
  const { points } = outline
  const least = 0.5 * difference(fill, stroke.colour)
  const goesOn = (from: (typeof points)[number], corner: (typeof points)[number]) => {
    const length = distance(from, corner) || 1
    const way = { x: (corner.x - from.x) / length, y: (corner.y - from.y) / length }
    const start = stroke.width + 1
    for (let away = start; away < start + BEYOND; away++) {
      const colour = sampled(pixels, corner.x + away * way.x, corner.y + away * way.y)
      if (difference(colour, stroke.colour) > least) return false
    }
    return true
  }
  const crossed = points.filter((corner, index) => {
    const before = points.at(index - 1) ?? corner
    const after = points[(index + 1) % points.length] ?? corner
    return goesOn(before, corner) || goesOn(after, corner)
  }).length
  return crossed >= Math.max(2, points.length / 2)
}
