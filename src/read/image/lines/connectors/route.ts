import { ahead, distance } from '../../../../figure/geometry'
import { medianHigh } from '../../../../forms/numbers'
import type { Point } from '../../../../forms/scene'
import { crossing, lengthOf, lineThrough, simplified } from '../../outlines/polyline'
import { cubicsThrough } from '../strokes/bezier-fit'

/** The form of a line: straight pieces with rounded corners, or curves. */
export type Route =
  | { form: 'polyline'; points: Point[]; radius: number }
  | { form: 'curve'; points: Point[]; d: string }

/** Of pixels by which a thinned line strays from what the pen meant. */
const SLACK = 1.15
const MOST_CORNERS = 6

/** Finds the simplest form of a line: straight, along the axes with corners, of few straight pieces, curved. */
export function fitRoute(points: readonly Point[], width: number): Route {
  const slack = Math.max(SLACK, 0.45 * width)
  const corners = simplified(points, slack)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return { form: 'polyline', points: [...points], radius: 0 }
  if (corners.length === 2) return { form: 'polyline', points: levelled(points), radius: 0 }
  const square = alongAxes(points, corners, width)
  if (square) return square
  const pieces = corners.length - 1
  const shortest = Math.min(
    ...corners.slice(1).map((to, index) => distanceOf(points, corners[index] ?? 0, to)),
  )
  if (pieces <= MOST_CORNERS && shortest >= Math.max(8, 4 * width) && isSharp(points, corners))
    return { form: 'polyline', points: straightened(points, corners), radius: 0 }
  return cubicsThrough(points, slack)
}

function distanceOf(points: readonly Point[], from: number, to: number): number {
  const [a, b] = [points[from], points[to]]
  return a && b ? distance(a, b) : 0
}

/** A nearly level or upright line is one. */
function levelled(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return [...points]
  const mean = (of: (point: Point) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const length = distance(first, last)
  const most = Math.min(1.6, 0.6 + 0.02 * length)
  if (Math.abs(first.y - last.y) <= most) {
    const y = mean((point) => point.y)
    return [
      { x: first.x, y },
      { x: last.x, y },
    ]
  }
  if (Math.abs(first.x - last.x) <= most) {
    const x = mean((point) => point.x)
    return [
      { x, y: first.y },
      { x, y: last.y },
    ]
  }
  const line = lineThrough(points)
  const onto = (p: Point) => {
    const t = (p.x - line.at.x) * line.to.x + (p.y - line.at.y) * line.to.y
    return ahead(line.at, line.to, t)
  }
  return [onto(first), onto(last)]
}

interface AxisRun {
  level: boolean
  /** The constant coordinate. */
  at: number
  from: Point
  to: Point
}

/** Straight runs along the axes that take turns, with short corners between them. */
function alongAxes(
  points: readonly Point[],
  corners: readonly number[],
  width: number,
): Route | undefined {
  const runs: AxisRun[] = []
  for (let i = 1; i < corners.length; i++) {
    const [start, end] = [corners[i - 1] ?? 0, corners[i] ?? 0]
    const [a, b] = [points[start], points[end]]
    if (!a || !b || distance(a, b) < Math.max(5, 2 * width)) continue
    const level = Math.abs(a.y - b.y) <= Math.min(2, 0.12 * Math.abs(a.x - b.x))
    const upright = Math.abs(a.x - b.x) <= Math.min(2, 0.12 * Math.abs(a.y - b.y))
    if (!level && !upright) continue
    const own = points.slice(start, end + 1)
    const values = own.map((point) => (level ? point.y : point.x))
    const at = medianHigh(values)
    const before = runs.at(-1)
    if (before && before.level === level) {
      if (Math.abs(before.at - at) > 2.5) return undefined
      before.to = b
    } else runs.push({ level, at, from: a, to: b })
  }
  const [first, last] = [points[0], points.at(-1)]
  if (runs.length < 2 || !first || !last) return undefined
  const straight = runs.reduce((sum, { from, to }) => sum + distance(from, to), 0)
  if (straight < 0.55 * lengthOf(points)) return undefined
  return squared(runs, first, last)
}

function squared(runs: readonly AxisRun[], first: Point, last: Point): Route | undefined {
  const [head, tail] = [runs[0], runs.at(-1)]
  if (!head || !tail) return undefined
  if (distance(first, head.from) > 4 || distance(last, tail.to) > 4) return undefined
  const points: Point[] = [head.level ? { x: first.x, y: head.at } : { x: head.at, y: first.y }]
  const radii: number[] = []
  for (let i = 1; i < runs.length; i++) {
    const [a, b] = [runs[i - 1], runs[i]]
    if (!a || !b) return undefined
    const corner = a.level ? { x: b.at, y: a.at } : { x: a.at, y: b.at }
    const [enter, leave] = [distance(a.to, corner), distance(b.from, corner)]
    if (Math.max(enter, leave) > 60 || Math.abs(enter - leave) > 8 + 0.5 * Math.min(enter, leave))
      return undefined
    points.push(corner)
    radii.push((enter + leave) / 2)
  }
  points.push(tail.level ? { x: last.x, y: tail.at } : { x: tail.at, y: last.y })
  const radius = medianHigh(radii)
  return { form: 'polyline', points, radius: radius < 3 ? 0 : radius }
}

/** The turns at the corners are abrupt: between them the line is straight. */
function isSharp(points: readonly Point[], corners: readonly number[]): boolean {
  return corners.slice(1).every((to, index) => {
    const from = corners[index] ?? 0
    const part = points.slice(from, to + 1)
    const trimmed = part.slice(Math.floor(part.length * 0.12), Math.ceil(part.length * 0.88))
    return simplified(trimmed, 0.8).length <= 2
  })
}

function straightened(points: readonly Point[], corners: readonly number[]): Point[] {
  const lines = corners.slice(1).map((to, index) => {
    const from = corners[index] ?? 0
    const trim = Math.min(4, Math.floor((to - from) / 5))
    return lineThrough(points.slice(from + trim, to - trim + 1))
  })
  return corners.map((index, place) => {
    const own = points[index] ?? { x: 0, y: 0 }
    const [before, after] = [lines[place - 1], lines[place]]
    const met = before && after ? crossing(before, after) : undefined
    return met && distance(met, own) < 5 ? met : own
  })
}
