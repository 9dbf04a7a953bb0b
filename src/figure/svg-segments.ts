import type { Point } from '../forms/scene'

/** The straight segments of path data in absolute M, L, H and V; undefined where it has anything else. */
export function segmentsOf(d: string): [Point, Point][] | undefined {
  const segments: [Point, Point][] = []
  let at: Point = { x: 0, y: 0 }
  let read = 0
  for (const [whole, letter = '', first = '', second] of d.matchAll(COMMAND)) {
    read += whole.length
    const value = Number(first)
    if ((letter === 'M' || letter === 'L') === (second === undefined)) return undefined
    const to =
      letter === 'H'
        ? { x: value, y: at.y }
        : letter === 'V'
          ? { x: at.x, y: value }
          : { x: value, y: Number(second) }
    if (letter !== 'M') segments.push([at, to])
    at = to
  }
  return read === d.length ? segments : undefined
}

const COMMAND = /([MLHV])\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*/g
