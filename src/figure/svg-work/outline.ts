import type { Box, Point } from '../../forms/scene'
import { boxAround, distance } from '../geometry'
import { NoPath, pathSegments } from '../path-data'

/** What of an outline costs time to draw, in its own units. */
export interface Outline {
  box: Box
  points: number
  /** Never less than the true one. */
  length: number
}

/** Path data up to where it cannot be read, by its end and control points. */
export function pathOutline(d: string): Outline | undefined {
  const points: Point[] = []
  let start: Point | undefined
  for (const { letter, points: numbers } of readableOf(d)) {
    for (let at = 0; at < numbers.length; at += 2)
      points.push({ x: numbers[at] as number, y: numbers[at + 1] as number })
    if (letter === 'M') start = points.at(-1)
    if (letter === 'Z' && start) points.push(start)
  }
  return outlineThrough(points)
}

function readableOf(d: string) {
  try {
    return pathSegments(d)
  } catch (error) {
    if (error instanceof NoPath) return error.read
    throw error
  }
}

/** The points of a polygon or polyline. */
export function pointsOutline(points: string): Outline | undefined {
  const numbers = numbersOf(points)
  const list = Array.from({ length: numbers.length >> 1 }, (_, at) => ({
    x: numbers[2 * at] as number,
    y: numbers[2 * at + 1] as number,
  }))
  return outlineThrough([...list, ...list.slice(0, 1)])
}

function outlineThrough(points: readonly Point[]): Outline | undefined {
  if (points.length === 0) return undefined
  let length = 0
  for (let at = 1; at < points.length; at++)
    length += distance(points[at - 1] as Point, points[at] as Point)
  return { box: boxAround(points), points: points.length, length }
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi

export const numbersOf = (text: string): number[] => (text.match(NUMBER) ?? []).map(Number)
