/** Lines of connectors, as people bend them. */
import { between, distance, nearestStep } from '../../figure/geometry'
import { hundredth, type Point } from './figure'

/** Pixels below which a stretch is level, or a corner is none. */
const SAME = 1.5
/** Pixels of a line that go on as they did at an end that is joined to something. */
const STUB = 24

export const pathOf = (points: readonly Point[]) =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')

export const stretchesOf = (points: readonly Point[]) =>
  points.slice(1).map((to, at) => [points[at] ?? to, to] as const)

/** Half-way along a line. */
export function halfWay(points: readonly Point[]): Point {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', pathOf(points))
  return path.getPointAtLength(path.getTotalLength() / 2)
}

/** A line with one stretch pulled to a place: one along an axis moves sideways, another one gets a corner there. */
export function bent(points: readonly Point[], stretch: number, to: Point): Point[] {
  const [a, b] = [points[stretch], points[stretch + 1]]
  if (!a || !b) return [...points]
  const [before, after] = [points.slice(0, stretch), points.slice(stretch + 2)]
  const level = Math.abs(a.y - b.y) < SAME
  if (!level && Math.abs(a.x - b.x) >= SAME) return [...before, a, to, b, ...after]
  const aside = (one: Point) => (level ? { x: one.x, y: to.y } : { x: to.x, y: one.y })
  const share = Math.min(STUB / distance(a, b), 1 / 4)
  const [near, far] = [between(a, b, share), between(b, a, share)]
  const start = stretch === 0 ? [a, near, aside(near)] : [aside(a)]
  const end = after.length === 0 ? [aside(far), far, b] : [aside(b)]
  return [...before, ...start, ...end, ...after]
}

/** The corners between its ends that a line needs. */
export function neededCorners(points: readonly Point[]): Point[] {
  const needed = points.slice(0, 1)
  for (const [at, one] of points.entries()) {
    const [before, after] = [needed.at(-1), points[at + 1]]
    const off = before && after && nearestStep([before, after], one)?.off
    if (at > 0 && off !== undefined && off >= SAME) needed.push(one)
  }
  return needed.slice(1).map(({ x, y }) => ({ x: hundredth(x), y: hundredth(y) }))
}
