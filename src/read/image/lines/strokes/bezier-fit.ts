import { ahead, direction, distance } from '../../../../figure/geometry'
import { number } from '../../../../figure/xml'
import type { Point } from '../../../../forms/scene'
import { directionOf } from '../../outlines/polyline'

type Cubic = readonly [Point, Point, Point, Point]

/** Cubic Bézier curves through points, none farther than `slack` from them (after Schneider, 1990). */
export function cubicsThrough(
  points: readonly Point[],
  slack: number,
): { form: 'curve'; points: Point[]; d: string } {
  const smooth = smoothed(points)
  const first = directionOf(smooth, 8)
  const last = directionOf(smooth.toReversed(), 8)
  const curves = fit(smooth, first, last, slack, 0)
  const [start] = curves
  const d = curves.reduce(
    (path, [, b, c, e]) => `${path}C${pair(b)} ${pair(c)} ${pair(e)}`,
    start ? `M${pair(start[0])}` : '',
  )
  return { form: 'curve', points: smooth, d }
}

function pair({ x, y }: Point): string {
  return `${number(x)} ${number(y)}`
}

/** Thinned lines climb in steps of a pixel. */
function smoothed(points: readonly Point[]): Point[] {
  return points.map((point, index) => {
    const reach = Math.min(3, index, points.length - 1 - index)
    if (reach === 0) return point
    const near = points.slice(index - reach, index + reach + 1)
    return {
      x: near.reduce((sum, { x }) => sum + x, 0) / near.length,
      y: near.reduce((sum, { y }) => sum + y, 0) / near.length,
    }
  })
}

const DEEPEST = 7

function fit(
  points: readonly Point[],
  first: Point,
  last: Point,
  slack: number,
  depth: number,
): Cubic[] {
  const [a, b] = [points[0], points.at(-1)]
  if (!a || !b) return []
  if (points.length < 4) {
    const reach = distance(a, b) / 3
    return [[a, ahead(a, first, reach), ahead(b, last, reach), b]]
  }
  const places = chordPlaces(points)
  const curve = leastSquares(points, places, first, last)
  const { error, at } = farthest(points, places, curve)
  if (error <= slack || depth >= DEEPEST || points.length < 8) return [curve]
  const middle = Math.min(points.length - 4, Math.max(3, at))
  const [before, after] = [points[middle - 3], points[middle + 3]]
  if (!before || !after) return [curve]
  const back = direction(after, before)
  return [
    ...fit(points.slice(0, middle + 1), first, back, slack, depth + 1),
    ...fit(points.slice(middle), { x: -back.x, y: -back.y }, last, slack, depth + 1),
  ]
}

function chordPlaces(points: readonly Point[]): number[] {
  const places = [0]
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]]
    places.push((places[i - 1] ?? 0) + (a && b ? distance(a, b) : 0))
  }
  const whole = places.at(-1) || 1
  return places.map((place) => place / whole)
}

function leastSquares(
  points: readonly Point[],
  places: readonly number[],
  first: Point,
  last: Point,
): Cubic {
  const a = points[0] ?? { x: 0, y: 0 }
  const b = points.at(-1) ?? a
  let [c00, c01, c11, x0, x1] = [0, 0, 0, 0, 0]
  points.forEach((point, index) => {
    const t = places[index] ?? 0
    const s = 1 - t
    const [b1, b2] = [3 * s * s * t, 3 * s * t * t]
    const rest = {
      x: point.x - a.x * (s * s * s + b1) - b.x * (t * t * t + b2),
      y: point.y - a.y * (s * s * s + b1) - b.y * (t * t * t + b2),
    }
    c00 += b1 * b1
    c01 += b1 * b2 * (first.x * last.x + first.y * last.y)
    c11 += b2 * b2
    x0 += b1 * (first.x * rest.x + first.y * rest.y)
    x1 += b2 * (last.x * rest.x + last.y * rest.y)
  })
  const turn = c00 * c11 - c01 * c01
  const reach = distance(a, b)
  const fair = (value: number) =>
    Number.isFinite(value) && value > 0.05 * reach && value < 3 * reach
  const one = (x0 * c11 - x1 * c01) / turn
  const two = (c00 * x1 - c01 * x0) / turn
  return [
    a,
    ahead(a, first, fair(one) ? one : reach / 3),
    ahead(b, last, fair(two) ? two : reach / 3),
    b,
  ]
}

function on([a, b, c, e]: Cubic, t: number): Point {
  const s = 1 - t
  const w = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const
  return {
    x: w[0] * a.x + w[1] * b.x + w[2] * c.x + w[3] * e.x,
    y: w[0] * a.y + w[1] * b.y + w[2] * c.y + w[3] * e.y,
  }
}

function farthest(points: readonly Point[], places: readonly number[], curve: Cubic) {
  let error = 0
  let at = points.length >> 1
  points.forEach((point, index) => {
    const by = distance(point, on(curve, places[index] ?? 0))
    if (by <= error) return
    error = by
    at = index
  })
  return { error, at }
}
