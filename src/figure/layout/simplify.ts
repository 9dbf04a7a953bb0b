import type { Point } from '../../forms/scene'

/** Leaves out points on a straight run. */
export function simplify(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const [a, b] = [kept.at(-2), kept.at(-1)]
    if (b && Math.abs(b.x - point.x) < 0.01 && Math.abs(b.y - point.y) < 0.01) continue
    const straight =
      a &&
      b &&
      ((Math.abs(a.x - b.x) < 0.01 && Math.abs(b.x - point.x) < 0.01) ||
        (Math.abs(a.y - b.y) < 0.01 && Math.abs(b.y - point.y) < 0.01))
    if (straight) kept.pop()
    kept.push(point)
  }
  return kept
}
