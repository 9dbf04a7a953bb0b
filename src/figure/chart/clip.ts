import type { Box, Point } from '../../forms/scene'

/** Half a pixel of grace: a stroke on the frame itself is not cut. */
const GRACE = 0.5

export const inside = ({ x, y }: Point, box: Box): boolean =>
  x >= box.x - GRACE &&
  x <= box.x + box.width + GRACE &&
  y >= box.y - GRACE &&
  y <= box.y + box.height + GRACE

/** The part of a segment inside a box (Liang and Barsky), or undefined. */
export function clipSegment(a: Point, b: Point, box: Box): [Point, Point] | undefined {
  let [from, to] = [0, 1]
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const sides: [number, number][] = [
    [-dx, a.x - box.x + GRACE],
    [dx, box.x + box.width + GRACE - a.x],
    [-dy, a.y - box.y + GRACE],
    [dy, box.y + box.height + GRACE - a.y],
  ]
  for (const [p, q] of sides) {
    if (p === 0) {
      if (q < 0) return undefined
      continue
    }
    const r = q / p
    if (p < 0) from = Math.max(from, r)
    else to = Math.min(to, r)
  }
  if (from > to) return undefined
  const at = (share: number) => ({ x: a.x + dx * share, y: a.y + dy * share })
  return [from === 0 ? a : at(from), to === 1 ? b : at(to)]
}

/** The runs of a polyline inside a box. */
export function clipLine(points: readonly Point[], box: Box): Point[][] {
  if (points.every((point) => inside(point, box))) return [[...points]]
  const runs: Point[][] = []
  let run: Point[] = []
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]]
    const kept = a && b ? clipSegment(a, b, box) : undefined
    if (!kept) {
      if (run.length > 1) runs.push(run)
      run = []
      continue
    }
    if (run.length === 0) run.push(kept[0])
    run.push(kept[1])
    if (kept[1] !== b) {
      runs.push(run)
      run = []
    }
  }
  if (run.length > 1) runs.push(run)
  return runs
}

/** A polygon cut at a box, side after side (Sutherland and Hodgman). */
export function clipPolygon(points: readonly Point[], box: Box): Point[] {
  if (points.every((point) => inside(point, box))) return [...points]
  const sides: { keeps: (p: Point) => boolean; cut: (a: Point, b: Point) => Point }[] = [
    upright(box.x, 1),
    upright(box.x + box.width, -1),
    level(box.y, 1),
    level(box.y + box.height, -1),
  ]
  return sides.reduce<Point[]>(
    (list, { keeps, cut }) =>
      list.flatMap((point, i) => {
        const before = list[(i + list.length - 1) % list.length] ?? point
        if (keeps(point)) return keeps(before) ? [point] : [cut(before, point), point]
        return keeps(before) ? [cut(before, point)] : []
      }),
    [...points],
  )
}

const upright = (x: number, side: 1 | -1) => ({
  keeps: (p: Point) => (p.x - x) * side >= 0,
  cut: (a: Point, b: Point) => ({ x, y: a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) }),
})

const level = (y: number, side: 1 | -1) => ({
  keeps: (p: Point) => (p.y - y) * side >= 0,
  cut: (a: Point, b: Point) => ({ x: a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y), y }),
})

/** The part of a rectangle inside a box, or undefined. */
export function clipBox(one: Box, box: Box): Box | undefined {
  const x = Math.max(one.x, box.x - GRACE)
  const y = Math.max(one.y, box.y - GRACE)
  const right = Math.min(one.x + one.width, box.x + box.width + GRACE)
  const bottom = Math.min(one.y + one.height, box.y + box.height + GRACE)
  return right < x || bottom < y ? undefined : { x, y, width: right - x, height: bottom - y }
}
