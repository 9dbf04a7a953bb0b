import { direction, distance, onStep } from '../../../figure/geometry'
import type { Point } from '../../../forms/scene'

/** Of a point from the line segment between two others. */
export function segmentDistance(p: Point, a: Point, b: Point): number {
  return distance(p, onStep(a, b, p))
}

/** Of an open polyline, in pixels. */
export function lengthOf(points: readonly Point[]): number {
  let sum = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]]
    if (a && b) sum += distance(a, b)
  }
  return sum
}

/** Indices of the points that stay when none may stray more than `slack` (Ramer, Douglas, Peucker). */
export function simplified(points: readonly Point[], slack: number): number[] {
  const kept = new Set([0, points.length - 1])
  const stack: [number, number][] = [[0, points.length - 1]]
  for (let range = stack.pop(); range; range = stack.pop()) {
    const [from, to] = range
    const [a, b] = [points[from], points[to]]
    if (!a || !b || to - from < 2) continue
    let farthest = -1
    let most = slack
    for (let i = from + 1; i < to; i++) {
      const p = points[i]
      const by = p ? segmentDistance(p, a, b) : 0
      if (by > most) {
        most = by
        farthest = i
      }
    }
    if (farthest < 0) continue
    kept.add(farthest)
    stack.push([from, farthest], [farthest, to])
  }
  return [...kept].sort((a, b) => a - b)
}

/** The least-squares line through points: a place on it and its unit direction from the first towards the last. */
export function lineThrough(points: readonly Point[]): { at: Point; to: Point } {
  const count = Math.max(1, points.length)
  const cx = points.reduce((sum, { x }) => sum + x, 0) / count
  const cy = points.reduce((sum, { y }) => sum + y, 0) / count
  let xx = 0
  let xy = 0
  let yy = 0
  for (const { x, y } of points) {
    xx += (x - cx) ** 2
    xy += (x - cx) * (y - cy)
    yy += (y - cy) ** 2
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const to = { x: Math.cos(angle), y: Math.sin(angle) }
  const [first, last] = [points[0], points.at(-1)]
  const forward = first && last ? (last.x - first.x) * to.x + (last.y - first.y) * to.y : 1
  return { at: { x: cx, y: cy }, to: forward < 0 ? { x: -to.x, y: -to.y } : to }
}

/** Where two lines cross; undefined where they are nearly parallel. */
export function crossing(
  a: { at: Point; to: Point },
  b: { at: Point; to: Point },
): Point | undefined {
  const turn = a.to.x * b.to.y - a.to.y * b.to.x
  if (Math.abs(turn) < 0.08) return undefined
  const t = ((b.at.x - a.at.x) * b.to.y - (b.at.y - a.at.y) * b.to.x) / turn
  return { x: a.at.x + t * a.to.x, y: a.at.y + t * a.to.y }
}

/** Of a simple polygon, in square pixels, whichever way it turns (shoelace formula). */
export function polygonArea(points: readonly Point[]): number {
  let sum = 0
  for (let i = 0; i < points.length; i++) {
    const [a, b] = [points[i], points[(i + 1) % points.length]]
    if (a && b) sum += a.x * b.y - b.x * a.y
  }
  return Math.abs(sum) / 2
}

/** The unit vector from the first point to the one `reach` pixels on. */
export function directionOf(points: readonly Point[], reach: number): Point {
  const [first] = points
  if (!first) return { x: 1, y: 0 }
  const far = points.find((point) => distance(point, first) >= reach) ?? points.at(-1) ?? first
  return direction(first, far)
}
