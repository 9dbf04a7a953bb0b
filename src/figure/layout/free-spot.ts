import type { Diagram } from '../../forms/diagram'
import type { Box, Point } from '../../forms/scene'
import { centreOf, grown, hullOf, overlap, within } from '../geometry'

/** What stands already. */
interface Standing {
  diagram: Diagram
  nodes: ReadonlyMap<string, Box>
  frames: ReadonlyMap<string, Box>
  /** The groups that each node stands in. */
  around: ReadonlyMap<string, ReadonlySet<string>>
  size: { width: number; height: number }
  em: number
}

/** Between a new node and others, and from the border, in em: the first that leaves a spot is taken. */
const ROOMS = [2.4, 1.2, 0.5]
/** Spots that are tried are so far apart, in em. */
const STEP = 0.75
/** How much rather a new node stands beyond what leads to it, in em. */
const AHEAD = 4

/** The centre of a free spot for a node, in its group's frame: near where it was `before`, else near what it is joined with. */
export function freeSpot(
  id: string,
  { width, height }: { width: number; height: number },
  standing: Standing,
  before?: Point,
): Point {
  const { diagram, nodes, frames, around, size, em } = standing
  const own = around.get(id) ?? new Set()
  const inside = [...own].flatMap((group) => frames.get(group) ?? [])
  const wish = before ?? wishFor(id, standing)
  const others = [...nodes.values()]
  const foreign = diagram.groups.flatMap((group) =>
    own.has(group.id) ? [] : (frames.get(group.id) ?? []),
  )
  const step = STEP * em
  for (const room of ROOMS) {
    let best: { at: Point; far: number } | undefined
    for (let x = width / 2; x <= size.width - width / 2; x += step)
      for (let y = height / 2; y <= size.height - height / 2; y += step) {
        const far = Math.hypot(x - wish.x, y - wish.y)
        if (best && far >= best.far) continue
        const box = { x: x - width / 2, y: y - height / 2, width, height }
        const wide = grown(box, room * em)
        const page = { x: 0, y: 0, ...size }
        const isFree =
          within(grown(box, em), page) &&
          inside.every((frame) => within(box, frame)) &&
          !others.some((other) => overlap(wide, other)) &&
          !foreign.some((other) => overlap(grown(box, em), other))
        if (isFree) best = { at: { x, y }, far }
      }
    if (best) return best.at
  }
  return inside[0] ? centreOf(hullOf(inside)) : wish
}

/** Beyond what leads to it, before what it leads to; else in the middle of its group, or of everything. */
function wishFor(id: string, { diagram, nodes, frames, around, size, em }: Standing): Point {
  const flow = FLOWS[diagram.direction ?? 'right']
  const wishes = diagram.edges.flatMap(({ from, to }) => {
    const other = nodes.get(from === id ? to : to === id ? from : '')
    if (!other) return []
    const by = (to === id ? AHEAD : -AHEAD) * em
    const { x, y } = centreOf(other)
    return [
      {
        x: x + flow.x * (by + Math.sign(by) * other.width),
        y: y + flow.y * (by + Math.sign(by) * other.height),
      },
    ]
  })
  if (wishes.length > 0)
    return {
      x: wishes.reduce((sum, { x }) => sum + x, 0) / wishes.length,
      y: wishes.reduce((sum, { y }) => sum + y, 0) / wishes.length,
    }
  const [group] = around.get(id) ?? []
  const frame = group === undefined ? undefined : frames.get(group)
  return frame ? centreOf(frame) : { x: size.width / 2, y: size.height / 2 }
}

const FLOWS = {
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  up: { x: 0, y: -1 },
} as const
