import { type Composition, GRID_WIDTH, LEAST_PLACED, type WishedBox } from '../../forms/composition'
import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { centreOf, hullOf } from '../geometry'

/** Where everything is wished to stand, in pixels of the canvas. */
export interface Wished {
  nodes: Map<string, Box>
  groups: Map<string, Box>
}

/** Lengths of the grid. */
const GRID = { from: -400, to: 2 * GRID_WIDTH, least: 12, most: GRID_WIDTH } as const
/** Share of the grid that their centres must spread over on one axis. */
const SPREAD = 0.2
/** How much more an axis may be drawn out than the other, to fill the canvas. */
const DRAWN_OUT = 1.7

/** A composition on the canvas; undefined: it says too little to be followed. */
export function wishedBoxes(diagram: Diagram, wish: Composition, room: Box): Wished | undefined {
  const given = new Map(wish.nodes.flatMap(sound))
  const placed = diagram.nodes.filter(({ id }) => given.has(id))
  if (placed.length < LEAST_PLACED * diagram.nodes.length) return undefined
  const own = new Map(placed.map(({ id }) => [id, given.get(id) as Box]))
  const centres = [...own.values()].map(centreOf)
  const spread = (axis: 'x' | 'y') =>
    Math.max(...centres.map((at) => at[axis])) - Math.min(...centres.map((at) => at[axis]))
  if (own.size > 1 && Math.max(spread('x'), spread('y')) < SPREAD * GRID_WIDTH) return undefined
  const nodes = withMissing(diagram, own)
  const groups = frames(diagram, nodes, new Map(wish.groups.flatMap(sound)))
  return fitted({ nodes, groups }, room)
}

function sound({ id, ...box }: WishedBox): [string, Box][] {
  if (!Object.values(box).every((each) => Number.isFinite(each))) return []
  const clamp = (at: number) => Math.min(GRID.to, Math.max(GRID.from, at))
  const size = (length: number) => Math.min(GRID.most, Math.max(GRID.least, length))
  const { x, y, width, height } = box
  return [[id, { x: clamp(x), y: clamp(y), width: size(width), height: size(height) }]]
}

/** A node without a place stands amid those that it is linked to, else below everything. */
function withMissing({ nodes, edges }: Diagram, own: ReadonlyMap<string, Box>): Map<string, Box> {
  const boxes = [...own.values()]
  const size = {
    width: median(boxes.map(({ width }) => width)),
    height: median(boxes.map(({ height }) => height)),
  }
  const all = hullOf(boxes)
  let below = 0
  return new Map(
    nodes.map(({ id }) => {
      const known = own.get(id)
      if (known) return [id, known]
      const linked = edges.flatMap(({ from, to }) => {
        const box = from === id ? own.get(to) : to === id ? own.get(from) : undefined
        return box ? [centreOf(box)] : []
      })
      below += 1
      const at =
        linked.length > 0
          ? { x: mean(linked.map(({ x }) => x)), y: mean(linked.map(({ y }) => y)) + size.height }
          : { x: all.x + below * 1.5 * size.width, y: all.y + all.height + size.height }
      return [id, { x: at.x - size.width / 2, y: at.y - size.height / 2, ...size }]
    }),
  )
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What stands where it was drawn: frames around their members. */
export const drawnBoxes = (
  diagram: Diagram,
  nodes: Map<string, Box>,
  groups: ReadonlyMap<string, Box>,
): Wished => ({ nodes, groups: frames(diagram, nodes, groups) })

/** A group's wished frame, drawn out to hold its members; one that swallows others is drawn around its members alone. */
function frames(
  { nodes, groups }: Diagram,
  placed: ReadonlyMap<string, Box>,
  wished: ReadonlyMap<string, Box>,
): Map<string, Box> {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  const isIn = (group: string, at: string | undefined): boolean => {
    for (let left = groups.length; at !== undefined && left >= 0; left--) {
      if (at === group) return true
      at = parents.get(at)
    }
    return false
  }
  return new Map(
    groups.flatMap(({ id }): [string, Box][] => {
      const boxOf = ({ id: node }: { id: string }) => placed.get(node) as Box
      const members = nodes.filter(({ group }) => isIn(id, group)).map(boxOf)
      if (members.length === 0) return []
      const hull = hullOf(members)
      const own = wished.get(id)
      if (!own) return [[id, hull]]
      const whole = hullOf([hull, own])
      const others = nodes.filter(({ group }) => !isIn(id, group)).map(boxOf)
      const swallows = others.some((box) => holds(whole, centreOf(box)))
      return [[id, swallows ? hull : whole]]
    }),
  )
}

const holds = (box: Box, { x, y }: { x: number; y: number }) =>
  x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height

/** Drawn out to the room, one axis no more than somewhat beyond the other. */
function fitted({ nodes, groups }: Wished, room: Box): Wished {
  const all = hullOf([...nodes.values(), ...groups.values()])
  const [fullX, fullY] = [room.width / all.width, room.height / all.height]
  const byX = Math.min(fullX, DRAWN_OUT * fullY)
  const byY = Math.min(fullY, DRAWN_OUT * fullX)
  const left = room.x + (room.width - byX * all.width) / 2
  const top = room.y + (room.height - byY * all.height) / 2
  const map = (box: Box): Box => ({
    x: left + byX * (box.x - all.x),
    y: top + byY * (box.y - all.y),
    width: byX * box.width,
    height: byY * box.height,
  })
  const over = (boxes: Map<string, Box>) => new Map([...boxes].map(([id, box]) => [id, map(box)]))
  return { nodes: over(nodes), groups: over(groups) }
}
