import { rounded } from '../../forms/numbers'
import type { Geometry, Point } from '../../forms/scene'
import { mapPath, pathOf, pathSegments } from '../geometry/path-data'
import { isOrthogonal } from './prevailing-style'

/** How far the two ends of a connector moved. */
interface Moved {
  start: Point
  end: Point
}

/** The route of a connector whose ends moved: upright and level parts stay so, all else bends evenly. */
export function stretched(geometry: Geometry, moved: Moved): Geometry {
  if (geometry.form === 'polyline') {
    const points = isOrthogonal(geometry.points)
      ? orthogonal(geometry.points, moved)
      : geometry.points.map((point, index, all) => bent(point, index, all.length, moved))
    return { ...geometry, points }
  }
  if (geometry.form !== 'path') return geometry
  const segments = pathSegments(geometry.d)
  const count = segments.reduce((sum, { points }) => sum + points.length / 2, 0)
  let index = 0
  return {
    ...geometry,
    d: pathOf(mapPath(segments, (point) => bent(point, index++, count, moved))),
  }
}

/** Pixels by which a part may be off its axis. */
const STRAIGHT = 0.5

const plus = (point: Point, by: Point): Point => ({
  x: rounded(point.x + by.x),
  y: rounded(point.y + by.y),
})

function bent(point: Point, index: number, count: number, { start, end }: Moved): Point {
  const share = count > 1 ? index / (count - 1) : 0
  return plus(point, {
    x: start.x + share * (end.x - start.x),
    y: start.y + share * (end.y - start.y),
  })
}

/** The first and last part follow their ends, the parts between are drawn out; a single part gets a step in its middle. */
function orthogonal(points: readonly Point[], { start, end }: Moved): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  const second = points[1]
  if (!first || !last || !second) return [...points]
  const [from, to] = [plus(first, start), plus(last, end)]
  const level = Math.abs(first.y - second.y) < STRAIGHT
  if (points.length === 2) {
    if (level ? Math.abs(from.y - to.y) < STRAIGHT : Math.abs(from.x - to.x) < STRAIGHT)
      return [from, to]
    const middle = { x: rounded((from.x + to.x) / 2), y: rounded((from.y + to.y) / 2) }
    return level
      ? [from, { x: middle.x, y: from.y }, { x: middle.x, y: to.y }, to]
      : [from, { x: from.x, y: middle.y }, { x: to.x, y: middle.y }, to]
  }
  const inner = points.slice(1, -1).map((point) => ({ ...point }))
  if (inner.length === 1) {
    const corner = level ? { x: to.x, y: from.y } : { x: from.x, y: to.y }
    return [from, corner, to]
  }
  const [head, tail] = [inner[0], inner.at(-1)]
  const before = points.at(-2) ?? last
  if (head) Object.assign(head, level ? { y: from.y } : { x: from.x })
  if (tail) Object.assign(tail, Math.abs(before.y - last.y) < STRAIGHT ? { y: to.y } : { x: to.x })
  return [from, ...inner, to]
}
