import { distance } from '../../../figure/geometry'
import type { Point } from '../../../forms/scene'
import { directionOf, lengthOf, nearestOnSegment } from '../strokes/polyline'
import type { Stroke, Tip } from '../strokes/stroke'

/** The turn of an open head's barb against its shaft, in radians. */
const BARB_TURN = [0.22, 1.3] as const

/**
 * Takes the barbs of open heads off the strokes: short ones that leave a longer one next to its end and lie back along
 * it. Where outlines or wide pens part the three strokes of a head from each other, their ends still meet.
 */
export function withOpenArrowheads(
  strokes: readonly Stroke[],
  isInk: (place: Point) => boolean,
): Stroke[] {
  const lengths = new Map(strokes.map((stroke) => [stroke, lengthOf(stroke.points)]))
  const long = (stroke: Stroke) => lengths.get(stroke) ?? 0
  const gone = new Set<Stroke>()
  const result = new Map<Stroke, Stroke>()
  for (const shaft of strokes) {
    if (shaft.closed || gone.has(shaft)) continue
    for (const last of [true, false]) {
      const own = result.get(shaft) ?? shaft
      const barbs = strokes.flatMap((one) => {
        if (one === shaft || gone.has(one) || 1.3 * long(one) > long(shaft)) return []
        const barb = barbOf(one, long(one), own, last, isInk)
        return barb ? [{ ...barb, one }] : []
      })
      const head = barbs.length > 0 && barbs.length <= 2 ? headFrom(barbs, own, last) : undefined
      if (!head) continue
      for (const { one } of barbs) gone.add(one)
      result.set(shaft, last ? { ...own, end: { head } } : { ...own, start: { head } })
    }
  }
  return strokes.flatMap((stroke) => (gone.has(stroke) ? [] : [result.get(stroke) ?? stroke]))
}

/** Takes off the scraps that thinning leaves of a wide head beside the line that it ends. */
export function withoutThinningScraps(strokes: readonly Stroke[]): Stroke[] {
  const heads = strokes.flatMap((stroke) =>
    [true, false].flatMap((last) => {
      const head = (last ? stroke.end : stroke.start).head
      const points = last ? stroke.points.toReversed() : stroke.points
      const [tip] = points
      return head && tip ? [{ stroke, head, tip, back: directionOf(points, head.length) }] : []
    }),
  )
  return strokes.filter((one) => {
    const length = lengthOf(one.points)
    return !heads.some(({ stroke, head, tip, back }) => {
      if (stroke === one || length > 1.6 * Math.max(head.length, head.width)) return false
      if (length > 0.7 * lengthOf(stroke.points)) return false
      const within = one.points.filter(({ x, y }) => {
        const along = (x - tip.x) * back.x + (y - tip.y) * back.y
        const across = Math.abs((y - tip.y) * back.x - (x - tip.x) * back.y)
        return along > -3 && along < head.length + 2 && across < head.width / 2 + 1.5
      })
      return within.length >= 0.8 * one.points.length
    })
  })
}

interface Barb {
  along: number
  across: number
}

/** How far a barb reaches back along the shaft and to its side (positive: right of it). */
function barbOf(
  one: Stroke,
  length: number,
  shaft: Stroke,
  last: boolean,
  isInk: (place: Point) => boolean,
): Barb | undefined {
  if (one.closed || length > 9 * shaft.width + 10 || length < 1.5 * shaft.width) return undefined
  const points = last ? shaft.points.toReversed() : shaft.points
  const [tip] = points
  const [a, b] = [one.points[0], one.points.at(-1)]
  if (!tip || !a || !b) return undefined
  const near = 1.5 * shaft.width + 4
  const [root, free] = distance(a, tip) < distance(b, tip) ? [a, b] : [b, a]
  const tail = root === a ? one.end : one.start
  if (tail.branch || Math.min(distance(root, tip), awayFrom(root, points, near)) > near)
    return undefined
  const back = directionOf(points, Math.max(10, 5 * shaft.width))
  const way = { x: free.x - root.x, y: free.y - root.y }
  const along = way.x * back.x + way.y * back.y
  const across = way.y * back.x - way.x * back.y
  const turn = Math.abs(Math.atan2(across, along))
  if (turn < BARB_TURN[0] || turn > BARB_TURN[1]) return undefined
  if (isFilled(free, root, back, across, isInk)) return undefined
  // From the tip, not from where the ink parts.
  const whole = { x: free.x - tip.x, y: free.y - tip.y }
  return {
    along: whole.x * back.x + whole.y * back.y,
    across: whole.y * back.x - whole.x * back.y,
  }
}

/** Between the free end of a barb and the line there is ink: a filled head's corner. */
export function isFilled(
  free: Point,
  root: Point,
  back: Point,
  across: number,
  isInk: (place: Point) => boolean,
): boolean {
  const from = { x: root.x + 0.95 * (free.x - root.x), y: root.y + 0.95 * (free.y - root.y) }
  const side = Math.sign(across)
  for (let by = 0; by < Math.abs(across); by += 0.5)
    if (!isInk({ x: from.x + back.y * side * by, y: from.y - back.x * side * by })) return false
  return true
}

/** Of a place from the last pixels of a line. */
function awayFrom(place: Point, points: readonly Point[], reach: number): number {
  const [tip] = points
  let least = Number.POSITIVE_INFINITY
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]]
    if (!a || !b || !tip || distance(a, tip) > 2 * reach) break
    least = Math.min(least, distance(place, nearestOnSegment(place, a, b)))
  }
  return least
}

/** Two barbs lie on both sides; one alone completes what was already taken for a head there. */
function headFrom(barbs: readonly Barb[], shaft: Stroke, last: boolean): Tip['head'] | undefined {
  const known = (last ? shaft.end : shaft.start).head
  const [a, b] = barbs
  if (!a || (b && a.across * b.across >= 0) || (!b && !known)) return undefined
  const length = barbs.reduce((sum, { along }) => sum + along, 0) / barbs.length
  const half = barbs.reduce((sum, { across }) => sum + Math.abs(across), 0) / barbs.length
  if (length < 2) return undefined
  return { form: 'open', length, width: 2 * half }
}
