import type { Diagram } from '../../forms/diagram'
import { clamp } from '../../forms/numbers'
import type { Box } from '../../forms/scene'
import { centreOf, hullOf } from '../geometry'
import type { Theme } from '../themes/theme'
import type { EdgeLabel } from './edge-labels'
import { framesOf } from './frame-ends'
import { headingRoom } from './heading'
import { type Separation, separate, type Wish } from './separation'

/** What must stand apart, and how firmly each thing stays. */
export interface Apart {
  diagram: Diagram
  /** Where nodes would stand. */
  boxes: ReadonlyMap<string, Box>
  /** Where frames were drawn; those of them that were drawn out by hand. */
  frames: ReadonlyMap<string, Box>
  framed: ReadonlySet<string>
  /** What holds everything. */
  room: Box
  firmness(node: string): keyof typeof WEIGHT.node
  /** Words that need room between what their connectors join, by edge id. */
  labels: ReadonlyMap<string, EdgeLabel>
  theme: Theme
  em: number
}

/** How firmly things stay: those placed by hand, those drawn before, those that are new; frames; the border of the canvas. */
const WEIGHT = {
  node: { pinned: 1e4, drawn: 1, fresh: 0.01 },
  frame: { drawn: 0.02, framed: 100 },
  canvas: 1e8,
} as const
/** Lengths in em: room that is kept between two things as far as it was there, and the least. */
const GAP = { linked: 2.4, free: 1.7, least: 0.8, pad: 0.6, label: 1.4 } as const
/** Pixels by which something may be beyond its room. */
const FITS = 1

type Axis = 'x' | 'y'
const SIZE = { x: 'width', y: 'height' } as const

/** A node or frame among those that stand in the same frame. */
interface Item {
  id: string
  isGroup: boolean
  box: Box
}

interface Pair {
  one: Item
  two: Item
  /** On which they are kept apart. */
  axis: Axis
  gaps: Record<Axis, number>
  joins: readonly string[]
}

/** Nodes and frames as near to where they would stand as they can without overlap; undefined where they do not fit. */
export function spread(
  given: Apart,
): { nodes: Map<string, Box>; frames: Map<string, Box> } | undefined {
  const frames = framesAround(given)
  const families = familiesOf(given, frames)
  const pairs = pairsOf(given, families)
  const [x, y] = [
    solved('x', given, frames, families, pairs),
    solved('y', given, frames, families, pairs),
  ]
  if (!x || !y) return undefined
  return {
    nodes: new Map(
      [...given.boxes].map(([id, { width, height }]) => [
        id,
        { x: x.node(id) - width / 2, y: y.node(id) - height / 2, width, height },
      ]),
    ),
    frames: new Map(
      [...frames.keys()].map((id) => {
        const [left, right] = x.sides(id)
        const [top, bottom] = y.sides(id)
        return [id, { x: left, y: top, width: right - left, height: bottom - top }]
      }),
    ),
  }
}

/** Frames as they were drawn, drawn out to hold their members; one that swallows others is around its members alone. */
function framesAround({ diagram, boxes, frames }: Apart): Map<string, Box> {
  const groupsOf = framesOf(diagram)
  const isIn = (id: string) => (node: string) => groupsOf.get(node)?.has(id) ?? false
  return new Map(
    diagram.groups.flatMap(({ id }): [string, Box][] => {
      const [members, others] = [
        [...boxes].filter(([node]) => isIn(id)(node)),
        [...boxes].filter(([node]) => !isIn(id)(node)),
      ]
      if (members.length === 0) return []
      const hull = hullOf(members.map(([, box]) => box))
      const own = frames.get(id)
      if (!own) return [[id, hull]]
      const whole = hullOf([hull, own])
      return [[id, others.some(([, box]) => holds(whole, box)) ? hull : whole]]
    }),
  )
}

function holds(frame: Box, box: Box): boolean {
  const { x, y } = centreOf(box)
  return x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height
}

/** What stands in one frame, or in none, by the id of the frame. */
function familiesOf(
  { diagram: { nodes, groups }, boxes }: Apart,
  frames: ReadonlyMap<string, Box>,
): Map<string | undefined, Item[]> {
  const frameOf = (group: string | undefined) =>
    group !== undefined && frames.has(group) ? group : undefined
  const items = [
    ...nodes.map(({ id, group }) => ({ id, parent: frameOf(group), box: boxes.get(id) })),
    ...groups.map(({ id, parent }) => ({ id, parent: frameOf(parent), box: frames.get(id) })),
  ]
  const families = new Map<string | undefined, Item[]>()
  for (const { id, parent, box } of items) {
    if (!box) continue
    const family = families.get(parent) ?? []
    family.push({ id, isGroup: frames.has(id) && !boxes.has(id), box })
    families.set(parent, family)
  }
  return families
}

/** Every two that stand in one frame, kept apart on the axis that parts them most. */
function pairsOf(
  { diagram }: Apart,
  families: ReadonlyMap<string | undefined, readonly Item[]>,
): Pair[] {
  const around = framesOf(diagram)
  const isOf = (node: string, item: Item) =>
    item.isGroup ? (around.get(node)?.has(item.id) ?? false) : node === item.id
  return [...families.values()].flatMap((items) =>
    items.flatMap((one, index) =>
      items.slice(index + 1).map((two): Pair => {
        const gaps = { x: gapOf(one.box, two.box, 'x'), y: gapOf(one.box, two.box, 'y') }
        const joins = diagram.edges.filter(
          ({ from, to }) =>
            (isOf(from, one) && isOf(to, two)) || (isOf(from, two) && isOf(to, one)),
        )
        const axis = gaps.x >= gaps.y ? 'x' : 'y'
        return { one, two, gaps, axis, joins: joins.map(({ id }) => id) }
      }),
    ),
  )
}

/** Between two boxes on an axis; where they overlap a negative share of the smaller one. */
function gapOf(a: Box, b: Box, axis: Axis): number {
  const size = SIZE[axis]
  const gap = Math.max(b[axis] - a[axis] - a[size], a[axis] - b[axis] - b[size])
  return gap >= 0 ? gap : gap / Math.min(a[size], b[size])
}

function solved(
  axis: Axis,
  { diagram, boxes, framed, room, firmness, labels, theme, em }: Apart,
  frames: ReadonlyMap<string, Box>,
  families: ReadonlyMap<string | undefined, readonly Item[]>,
  pairs: readonly Pair[],
) {
  const size = SIZE[axis]
  const wishes: Wish[] = []
  const add = (at: number, weight: number) => wishes.push({ at, weight }) - 1
  const walls = [
    add(room[axis], WEIGHT.canvas),
    add(room[axis] + room[size], WEIGHT.canvas),
  ] as const
  const centres = new Map(
    [...boxes].map(([id, box]) => [id, add(centreOf(box)[axis], WEIGHT.node[firmness(id)])]),
  )
  const sides = new Map(
    [...frames].map(([id, box]) => {
      const weight = WEIGHT.frame[framed.has(id) ? 'framed' : 'drawn']
      return [id, [add(box[axis], weight), add(box[axis] + box[size], weight)] as const]
    }),
  )
  /** The variable of an item's near or far end, and how far the end is from it. */
  const end = ({ id, isGroup, box }: Item, far: 0 | 1): End =>
    isGroup ? [sides.get(id)?.[far] ?? 0, 0] : [centres.get(id) ?? 0, box[size] / 2]
  const separations: Separation[] = []
  /** As far apart as they were, but no nearer than `least` and no farther than `most`. */
  const keep = ([left, before]: End, [right, after]: End, least: number, most = least) => {
    const now = (wishes[right]?.at ?? 0) - (wishes[left]?.at ?? 0) - before - after
    separations.push({ left, right, gap: before + after + clamp(now, least, most) })
  }
  const groups = new Map(diagram.groups.map((group) => [group.id, group]))
  for (const [parent = '', items] of families) {
    const group = groups.get(parent)
    const [near, far] = sides.get(parent) ?? walls
    const heading = group && headingRoom(group, frames.get(parent)?.width ?? 0, em, theme)
    const pad = group ? GAP.pad * em : 0
    for (const item of items) {
      keep([near, 0], end(item, 0), pad + (axis === 'y' ? (heading?.depth ?? 0) : 0))
      keep(end(item, 1), [far, 0], pad)
    }
    if (heading && axis === 'x') keep([near, 0], [far, 0], heading.length + 2 * em)
  }
  for (const { one, two, gaps, joins, axis: own } of pairs) {
    const [first, second] =
      centreOf(two.box)[axis] < centreOf(one.box)[axis] ? [two, one] : [one, two]
    if (own === axis) {
      const words = joins.map((id) => labels.get(id)?.[size] ?? 0)
      const label = Math.max(0, ...words)
      const most = (joins.length > 0 ? GAP.linked : GAP.free) * em
      const least = label > 0 ? label + GAP.label * em : GAP.least * em
      keep(end(first, 1), end(second, 0), least, Math.max(least, most))
    } else if (gaps[axis] >= 0 && !one.isGroup && !two.isGroup) {
      // Their order is seen on both axes, and stays.
      keep([end(first, 1)[0], 0], [end(second, 0)[0], 0], 0, em)
    }
  }
  const { positions, broken } = separate(wishes, separations)
  const at = (variable: number) => positions[variable] ?? 0
  const fits = walls.every((wall) => Math.abs(at(wall) - (wishes[wall]?.at ?? 0)) <= FITS)
  if (broken.length > 0 || !fits) return undefined
  return {
    node: (id: string) => at(centres.get(id) ?? 0),
    sides: (id: string) => (sides.get(id) ?? walls).map(at) as [number, number],
  }
}

/** A variable, and how far from it the end of what it places is. */
type End = readonly [variable: number, offset: number]
