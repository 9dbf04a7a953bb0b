import type { Box, Point } from '../../forms/scene'
import { crossings } from '../measure'
import { meets } from './score'

/** A step to the side that is shorter than this looks like a mistake, in em. */
const JOG = 1.05
/** A port stays this far from a corner, and a line from others beside it, in em. */
const CORNER = 0.62
const BESIDE = 0.55

interface Ends {
  id: string
  from: string
  to: string
}

/**
 * Makes routes that step aside by a hair straight, by moving the port at one of their ends, where nothing stands in the
 * way. Changes `routes`; ends at nodes of `fixed` stay.
 */
export function straightenJogs(
  routes: Map<string, Point[]>,
  edges: readonly Ends[],
  around: {
    nodes: ReadonlyMap<string, Box>
    texts: readonly Box[]
    fixed: ReadonlySet<string>
    em: number
  },
): void {
  const { nodes, texts, fixed, em } = around
  for (const { id, from, to } of edges) {
    const points = routes.get(id)
    const [first, second, third, last] = points ?? []
    if (points?.length !== 4 || !first || !second || !third || !last) continue
    const upright = Math.abs(first.x - second.x) < 0.01
    const at = (point: Point) => (upright ? point.x : point.y)
    if (Math.abs(at(first) - at(last)) >= JOG * em) continue
    const others = [...routes].flatMap(([other, line]) => (other === id ? [] : [line]))
    const before = crossed(points, others)
    const straight = [
      ...(fixed.has(from) ? [] : [{ place: at(last), moved: nodes.get(from) }]),
      ...(fixed.has(to) ? [] : [{ place: at(first), moved: nodes.get(to) }]),
    ].flatMap(({ place, moved }) => {
      if (!moved || !within(place, moved, upright, CORNER * em)) return []
      const line = [first, last].map((end) =>
        upright ? { ...end, x: place } : { ...end, y: place },
      ) as [Point, Point]
      const boxes = [
        ...texts,
        ...[...nodes].flatMap(([n, b]) => (n === from || n === to ? [] : [b])),
      ]
      const free =
        boxes.every((box) => !meets(...line, box)) &&
        others.every((other) => !runsBeside(line, other, upright, BESIDE * em)) &&
        crossed(line, others) <= before
      return free ? [line] : []
    })[0]
    if (straight) routes.set(id, straight)
  }
}

function within(place: number, box: Box, upright: boolean, corner: number): boolean {
  const [low, size] = upright ? [box.x, box.width] : [box.y, box.height]
  const off = Math.min(corner, 0.3 * size)
  return place >= low + off && place <= low + size - off
}

function crossed(line: readonly Point[], others: readonly (readonly Point[])[]): number {
  return others.reduce((sum, other) => sum + crossings(line, other), 0)
}

function runsBeside(
  [a, b]: readonly [Point, Point],
  other: readonly Point[],
  upright: boolean,
  near: number,
): boolean {
  const [across, along] = upright ? (['x', 'y'] as const) : (['y', 'x'] as const)
  const [low, high] = [Math.min(a[along], b[along]), Math.max(a[along], b[along])]
  return other.some((end, index) => {
    const start = other[index - 1]
    if (!start || Math.abs(start[across] - end[across]) > 0.01) return false
    return (
      Math.abs(end[across] - a[across]) < near &&
      Math.max(start[along], end[along]) > low - near &&
      Math.min(start[along], end[along]) < high + near
    )
  })
}
