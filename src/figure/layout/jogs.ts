import type { Box, Point } from '../../forms/scene'
import { grown, overlap, within } from '../geometry'
import { crossings } from '../measure'
import { meets } from './score'

/** A step to the side that is shorter than this looks like a mistake, in em. */
const JOG = 1.05
/** A node that one edge alone ends at moves aside by up to this, in em. */
const ASIDE = 4
/** A port stays this far from a corner, a line from others beside it and from nodes, and a node from others, in em. */
const CORNER = 0.62
const BESIDE = 0.55
const CLEAR = 0.4
const APART = 0.9
/** Pixels by which what was rounded may stick out. */
const SLACK = 0.01

interface Ends {
  id: string
  from: string
  to: string
}

interface Around {
  nodes: Map<string, Box>
  frames: ReadonlyMap<string, Box>
  texts: readonly Box[]
  fixed: ReadonlySet<string>
  em: number
}

/**
 * Makes routes that step aside by a hair straight, where nothing stands in the way: by moving the port at one of their
 * ends, or a node that nothing else is linked to. Changes `routes` and `nodes`; ends at nodes of `fixed` stay.
 */
export function straightenJogs(
  routes: Map<string, Point[]>,
  edges: readonly Ends[],
  around: Around,
): void {
  const { nodes, frames, texts, fixed, em } = around
  const degree = Map.groupBy(
    edges.flatMap(({ from, to }) => [from, to]),
    (node) => node,
  )
  for (const { id, from, to } of edges) {
    const points = routes.get(id)
    const [first, second, third, last] = points ?? []
    if (points?.length !== 4 || !first || !second || !third || !last) continue
    const upright = Math.abs(first.x - second.x) < 0.01
    const at = (point: Point) => (upright ? point.x : point.y)
    const off = at(last) - at(first)
    const others = [...routes].flatMap(([other, line]) => (other === id ? [] : [line]))
    const before = crossed(points, others)
    const isFree = (line: [Point, Point]) =>
      texts.every((box) => !meets(...line, box)) &&
      [...nodes].every(
        ([n, b]) => n === from || n === to || !meets(...line, grown(b, CLEAR * em)),
      ) &&
      others.every((other) => !runsBeside(line, other, upright, BESIDE * em)) &&
      crossed(line, others) <= before
    const lineAt = (place: number) =>
      [first, last].map((end) => (upright ? { ...end, x: place } : { ...end, y: place })) as [
        Point,
        Point,
      ]
    const byPort =
      Math.abs(off) < JOG * em
        ? [
            ...(fixed.has(from)
              ? []
              : [{ place: at(last), moved: nodes.get(from) ?? frames.get(from) }]),
            ...(fixed.has(to)
              ? []
              : [{ place: at(first), moved: nodes.get(to) ?? frames.get(to) }]),
          ].flatMap(({ place, moved }) => {
            const line = lineAt(place)
            return moved && isOnSide(place, moved, upright, CORNER * em) && isFree(line)
              ? [line]
              : []
          })[0]
        : undefined
    if (byPort) {
      routes.set(id, byPort)
      continue
    }
    if (Math.abs(off) > ASIDE * em) continue
    for (const [leaf, place] of [
      [to, at(first)],
      [from, at(last)],
    ] as const) {
      const box = nodes.get(leaf)
      if (!box || degree.get(leaf)?.length !== 1) continue
      const by = leaf === to ? -off : off
      const moved = upright ? { ...box, x: box.x + by } : { ...box, y: box.y + by }
      if (!hasRoom(leaf, moved, others, around) || !isFree(lineAt(place))) continue
      nodes.set(leaf, moved)
      routes.set(id, lineAt(place))
      break
    }
  }
}

/** Whether a node may stand at `moved`: clear of all else, in the frames it stood in, and not beyond the outermost nodes. */
function hasRoom(
  id: string,
  moved: Box,
  others: readonly (readonly Point[])[],
  { nodes, frames, texts, em }: Around,
): boolean {
  const own = nodes.get(id) ?? moved
  const near = grown(moved, APART * em)
  const left = Math.min(...[...nodes.values()].map((box) => box.x))
  const right = Math.max(...[...nodes.values()].map((box) => box.x + box.width))
  const top = Math.min(...[...nodes.values()].map((box) => box.y))
  const bottom = Math.max(...[...nodes.values()].map((box) => box.y + box.height))
  return (
    within(moved, { x: left, y: top, width: right - left, height: bottom - top }, SLACK) &&
    [...nodes].every(([other, box]) => other === id || !overlap(near, box)) &&
    texts.every((box) => !overlap(near, box)) &&
    [...frames.values()].every((frame) =>
      within(own, frame, SLACK)
        ? within(moved, grown(frame, -APART * em), SLACK)
        : !overlap(near, frame),
    ) &&
    others.every((line) =>
      line.every((b, index) => {
        const a = line[index - 1]
        return !a || !meets(a, b, grown(moved, CLEAR * em))
      }),
    )
  )
}

function isOnSide(place: number, box: Box, upright: boolean, corner: number): boolean {
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
