import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point } from '../../forms/scene'
import { outlinePoints } from './path'

/** What is drawn in `from`, moved and scaled into `to`; radii stay. */
export function fitted(geometry: Geometry, from: Box, to: Box): Geometry {
  const [sx, sy] = [to.width / from.width, to.height / from.height]
  const x = (value: number) => to.x + (value - from.x) * sx
  const y = (value: number) => to.y + (value - from.y) * sy
  const box = (each: Box) => ({
    x: x(each.x),
    y: y(each.y),
    width: each.width * sx,
    height: each.height * sy,
  })
  switch (geometry.form) {
    case 'rect':
    case 'cylinder':
      return { ...geometry, ...box(geometry) }
    case 'polygon':
      return {
        ...geometry,
        points: geometry.points.map((each) => ({ x: x(each.x), y: y(each.y) })),
      }
    case 'path':
      return { ...geometry, d: moved(geometry.d, x, y) }
    default:
      return geometry
  }
}

/** Path data of absolute M, L, H, V and Z. */
function moved(d: string, x: (value: number) => number, y: (value: number) => number): string {
  return d.replace(/([MLHV])([^MLHVZ]*)/g, (_, letter: string, values: string) => {
    const numbers = values
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const placed = numbers.map((value, index) =>
      rounded(letter === 'V' || (letter !== 'H' && index === 1) ? y(value) : x(value)),
    )
    return `${letter}${placed.join(' ')}`
  })
}

/** A side of a solid, and the way it looks: 0 upwards, 1 to the right. */
export interface Side {
  points: Point[]
  turn: number
}

/** The sides that show of an outline (clockwise) drawn out by `by`, from the farthest to the nearest. */
export function sidesOf(outline: readonly Point[], by: Point): Side[] {
  const sides: Side[] = []
  for (const [index, a] of outline.entries()) {
    const b = outline[(index + 1) % outline.length]
    if (!b) continue
    // Outlines run clockwise on a canvas whose y points down: their outward normal is (dy, -dx).
    const [nx, ny] = [b.y - a.y, a.x - b.x]
    const length = Math.hypot(nx, ny)
    if (length < 0.01 || (nx * by.x + ny * by.y) / length <= 0.001) continue
    const turn = Math.atan2(nx, -ny) / (Math.PI / 2)
    sides.push({
      points: [a, b, { x: b.x + by.x, y: b.y + by.y }, { x: a.x + by.x, y: a.y + by.y }],
      turn: Math.round(Math.min(1, Math.max(0, turn)) * 12) / 12,
    })
  }
  return sides
}

/** What a solid covers: the convex hull of its face and of its far end. */
export function silhouette(face: Geometry, by: Point): Point[] {
  const points = outlinePoints(face)
  return hull([...points, ...points.map((each) => ({ x: each.x + by.x, y: each.y + by.y }))])
}

/** Andrew's monotone chain. */
function hull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (list: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of list) {
      for (;;) {
        const [a, b] = [chain.at(-2), chain.at(-1)]
        if (!a || !b || (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) break
        chain.pop()
      }
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

/** Where a line from outside through `towards` first meets a convex outline; `towards` where it does not. */
export function firstMeeting(from: Point, towards: Point, outline: readonly Point[]): Point {
  const [dx, dy] = [towards.x - from.x, towards.y - from.y]
  let nearest = Infinity
  for (const [index, a] of outline.entries()) {
    const b = outline[(index + 1) % outline.length]
    if (!b) continue
    const [ex, ey] = [b.x - a.x, b.y - a.y]
    const cross = dx * ey - dy * ex
    if (Math.abs(cross) < 1e-9) continue
    const along = ((a.x - from.x) * ey - (a.y - from.y) * ex) / cross
    const across = ((a.x - from.x) * dy - (a.y - from.y) * dx) / cross
    if (along > 0.01 && across >= -0.001 && across <= 1.001) nearest = Math.min(nearest, along)
  }
  return nearest === Infinity ? towards : { x: from.x + dx * nearest, y: from.y + dy * nearest }
}
