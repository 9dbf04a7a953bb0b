import type { Box, Point } from '../forms/scene'
import { distance } from './geometry'
import { number } from './xml'

/** A polyline as path data, each corner a quadratic curve that starts `radius` before it. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first] = points
  if (!first) return ''
  let d = `M${number(first.x)} ${number(first.y)}`
  for (let i = 1; i < points.length; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]]
    if (!before || !corner) continue
    const reach = after
      ? Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
      : 0
    if (!after || reach < 0.5) {
      d += `L${number(corner.x)} ${number(corner.y)}`
      continue
    }
    const enter = towards(corner, before, reach)
    const leave = towards(corner, after, reach)
    d += `L${number(enter.x)} ${number(enter.y)}Q${number(corner.x)} ${number(corner.y)} ${number(leave.x)} ${number(leave.y)}`
  }
  return d
}

/** The point `by` pixels from one point towards another. */
export function towards(from: Point, to: Point, by: number): Point {
  const share = by / (distance(from, to) || 1)
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

/** A cylinder standing upright, its lid's front edge drawn: clockwise like the rest, else it would be a hole. */
export function cylinderPath({ x, y, width, height, cap }: Box & { cap: number }): string {
  const [left, right, top, bottom] = [x, x + width, y + cap, y + height - cap].map(number)
  const lid = `A${number(width / 2)} ${number(cap)} 0 0`
  return `M${left} ${top}${lid} 1 ${right} ${top}V${bottom}${lid} 1 ${left} ${bottom}ZM${right} ${top}${lid} 1 ${left} ${top}`
}
