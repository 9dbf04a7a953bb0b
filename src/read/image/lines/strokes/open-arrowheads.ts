import type { Point } from '../../../../forms/scene'
import { directionOf, lengthOf } from '../../outlines/polyline'
import type { Stroke } from './stroke'

/** Takes off the scraps that thinning leaves of a wide head beside the line that it ends. */
export function withoutThinningScraps(strokes: readonly Stroke[]): Stroke[] {
  const heads = strokes.flatMap((stroke) =>
    [true, false].flatMap((last) => {
      const head = (last ? stroke.end : stroke.start).head
      const points = last ? stroke.points.toReversed() : stroke.points
      const [tip] = points
      return head && tip ? [{ stroke, head, tip, back: directionOf(points, head.length) }] : []
    }),
  )
  return strokes.filter((one) => {
    const length = lengthOf(one.points)
    return !heads.some(({ stroke, head, tip, back }) => {
      if (stroke === one || length > 1.6 * Math.max(head.length, head.width)) return false
      if (length > 0.7 * lengthOf(stroke.points)) return false
      const within = one.points.filter(({ x, y }) => {
        const along = (x - tip.x) * back.x + (y - tip.y) * back.y
        const across = Math.abs((y - tip.y) * back.x - (x - tip.x) * back.y)
        return along > -3 && along < head.length + 2 && across < head.width / 2 + 1.5
      })
      return within.length >= 0.8 * one.points.length
    })
  })
}

/** Between the free end of a barb and the line there is ink: a filled head's corner. */
export function isFilled(
  free: Point,
  root: Point,
  back: Point,
  across: number,
  isInk: (place: Point) => boolean,
): boolean {
  const from = { x: root.x + 0.95 * (free.x - root.x), y: root.y + 0.95 * (free.y - root.y) }
  const side = Math.sign(across)
  for (let by = 0; by < Math.abs(across); by += 0.5)
    if (!isInk({ x: from.x + back.y * side * by, y: from.y - back.x * side * by })) return false
  return true
}
