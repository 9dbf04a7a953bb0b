import { distance } from '../../../../figure/geometry'
import { leastOf } from '../../../../forms/least'
import type { Point } from '../../../../forms/scene'
import { directionOf } from '../../outlines/polyline'
import { isSameInk } from './line-linking'
import type { Stroke } from './stroke'

/** Directions count as one above this cosine. */
const ALONG = 0.9

/**
 * A line whose two ends point one way, over a line that goes that way, is no crossing: the three are a fan. With heads
 * it parts from the other line, without any it runs into it: it becomes two branches.
 */
export function withForks(lines: readonly Stroke[]): Stroke[] {
  return lines.flatMap((line) => {
    const both = Boolean(line.start.head && line.end.head)
    const none = !line.start.head && !line.end.head && !line.start.branch && !line.end.branch
    if (line.closed || (!both && !none)) return [line]
    const [out, other] = [outwards(line.points.toReversed()), outwards(line.points)]
    if (out.x * other.x + out.y * other.y < ALONG) return [line]
    const at = lines
      .filter((trunk) => trunk !== line && isTrunk(trunk, out, both) && isSameInk(trunk, line))
      .map((trunk) => meeting(line, trunk))
      .find((index) => index !== undefined)
    if (at === undefined) return [line]
    const branch = { branch: true }
    return [
      { ...line, points: line.points.slice(at), start: branch },
      {
        ...line,
        points: line.points.slice(0, at + 1).toReversed(),
        start: branch,
        end: line.start,
      },
    ]
  })
}

/** The direction in which a line arrives at its first point. */
function outwards(points: readonly Point[]): Point {
  const { x, y } = directionOf(points, 10)
  return { x: -x, y: -y }
}

/** With one head, that points where the ends of a fan point, or away from where they come. */
function isTrunk(trunk: Stroke, ends: Point, parting: boolean): boolean {
  if (trunk.closed || Boolean(trunk.start.head) === Boolean(trunk.end.head)) return false
  const points = trunk.end.head ? trunk.points.toReversed() : trunk.points
  const way = outwards(points)
  const cosine = way.x * ends.x + way.y * ends.y
  return parting ? cosine > ALONG : cosine < -ALONG
}

/** Of the place of a line that lies on another, away from the ends of both. */
function meeting(line: Stroke, trunk: Stroke): number | undefined {
  const reach = Math.max(1.5, line.width)
  const away = ([, point]: [number, Point]) =>
    trunk.points.reduce((least, other) => Math.min(least, distance(point, other)), Infinity)
  const [best, place] = leastOf(line.points.entries(), away, reach) ?? []
  if (best === undefined) return undefined
  const ends = [line.points[0], line.points.at(-1), trunk.points[0], trunk.points.at(-1)]
  const clear = ends.every((end) => end && place && distance(end, place) > 4 * line.width + 4)
  return clear ? best : undefined
}
