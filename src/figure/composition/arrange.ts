import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { centreOf } from '../geometry'
import type { HeadingRoom } from '../layout/heading'
import { type Separation, separate } from './separation'
import type { Wished } from './wish'

/** What a node takes up around its anchor, the middle of its shape, in pixels. */
export interface Extents {
  x: readonly [before: number, after: number]
  y: readonly [before: number, after: number]
}

export interface ArrangeInput {
  diagram: Diagram
  wished: Wished
  extents: ReadonlyMap<string, Extents>
  /** What the label of an edge takes up, by edge id. */
  labels: ReadonlyMap<string, { width: number; height: number }>
  /** The heading of a group's frame, by group id. */
  headings: ReadonlyMap<string, HeadingRoom>
  /** Where everything should fit. */
  room: Box
  em: number
  /** Factor on gaps. */
  space: number
}

export interface Arrangement {
  /** Anchors by node id. */
  anchors: Map<string, { x: number; y: number }>
  /** By group id. */
  frames: Map<string, Box>
  /** By how much it is larger than the room, as a factor of at least 1. */
  excess: number
}

/** Lengths in em. */
const GAP = {
  nodes: 1.7,
  /** Between nodes that a connector joins: its line and its head must be seen. */
  linked: 2.4,
  frames: 1.5,
  pad: 1.15,
  /** Around a label between two nodes. */
  label: 1.4,
  heading: 0.75,
} as const

/** Wishes weigh so much; what bounds the canvas, and what only follows. */
const WEIGHT = { node: 1, frame: 0.02, canvas: 1e5 } as const
/** Anchors, or sides of frames, that are nearer than this share of the canvas are one line. */
const ALIGNED = 0.018

type Axis = 'x' | 'y'

/** Where a heading takes room from an axis. */
const HEADED = { x: 'left', y: 'top' } as const

/** A node or a frame among its siblings, on the canvas as it is wished. */
interface Item {
  id: string
  isGroup: boolean
  box: Box
}

/** Places everything as it is wished, but without overlap and in line. */
export function arrange(input: ArrangeInput): Arrangement {
  const families = familiesOf(input)
  const pairs = families.flatMap(({ items }) => apart(items))
  const x = along('x', input, families, pairs)
  const y = along('y', input, families, pairs)
  const { diagram, room } = input
  return {
    anchors: new Map(diagram.nodes.map(({ id }) => [id, { x: x.anchor(id), y: y.anchor(id) }])),
    frames: new Map(
      [...input.wished.groups.keys()].map((id) => {
        const [left, right] = x.frame(id)
        const [top, bottom] = y.frame(id)
        return [id, { x: left, y: top, width: right - left, height: bottom - top }]
      }),
    ),
    excess: Math.max(1, x.length / room.width, y.length / room.height),
  }
}

/** What stands in one frame, or in none. */
interface Family {
  parent: string | undefined
  items: Item[]
}

function familiesOf({ diagram, wished }: ArrangeInput): Family[] {
  const frameOf = (group: string | undefined) =>
    group !== undefined && wished.groups.has(group) ? group : undefined
  const items = [
    ...diagram.nodes.map(({ id, group }) => ({
      parent: frameOf(group),
      item: { id, isGroup: false, box: wished.nodes.get(id) as Box },
    })),
    ...diagram.groups.flatMap(({ id, parent }) => {
      const box = wished.groups.get(id)
      return box ? [{ parent: frameOf(parent), item: { id, isGroup: true, box } }] : []
    }),
  ]
  return [...Map.groupBy(items, ({ parent }) => parent)].map(([parent, members]) => ({
    parent,
    items: members.map(({ item }) => item),
  }))
}

/** Two siblings of which the first stands before the second on an axis. */
interface Pair {
  axis: Axis
  first: Item
  second: Item
  /** They must not overlap there; else only their order counts. */
  apart: boolean
}

/** Every two siblings are kept apart on the axis that parts them most; where both do, their order on the other counts. */
function apart(items: readonly Item[]): Pair[] {
  return items.flatMap((a, index) =>
    items.slice(index + 1).flatMap((b) => {
      const gaps = { x: gapOf(a.box, b.box, 'x'), y: gapOf(a.box, b.box, 'y') }
      const [main, other]: Axis[] = gaps.x >= gaps.y ? ['x', 'y'] : ['y', 'x']
      const pair = (axis: Axis, isApart: boolean): Pair => {
        const swapped = centreOf(b.box)[axis] < centreOf(a.box)[axis]
        const [first, second] = swapped ? [b, a] : [a, b]
        return { axis, first, second, apart: isApart }
      }
      const pairs = [pair(main as Axis, true)]
      if (gaps[other as Axis] >= 0) pairs.push(pair(other as Axis, false))
      return pairs
    }),
  )
}

/** Between two boxes on an axis, in shares of their mean size where they overlap. */
function gapOf(a: Box, b: Box, axis: Axis): number {
  const size = axis === 'x' ? 'width' : 'height'
  const gap = Math.max(b[axis] - a[axis] - a[size], a[axis] - b[axis] - b[size])
  return gap >= 0 ? gap : gap / Math.min(a[size], b[size])
}

interface Solved {
  anchor(id: string): number
  frame(id: string): [number, number]
  length: number
}

function along(
  axis: Axis,
  input: ArrangeInput,
  families: readonly Family[],
  pairs: readonly Pair[],
): Solved {
  const { diagram, wished, room, em, space } = input
  const size = axis === 'x' ? 'width' : 'height'
  const variables: { at: number; weight: number }[] = []
  const add = (at: number, weight: number) => variables.push({ at, weight }) - 1
  const low = add(room[axis], WEIGHT.canvas)
  const high = add(room[axis] + room[size], WEIGHT.canvas)
  const anchors = new Map(
    diagram.nodes.map(({ id }) => [
      id,
      add(centreOf(wished.nodes.get(id) as Box)[axis], WEIGHT.node),
    ]),
  )
  const sides = new Map(
    [...wished.groups].map(([id, box]) => [
      id,
      [add(box[axis], WEIGHT.frame), add(box[axis] + box[size], WEIGHT.frame)] as const,
    ]),
  )
  /** The variable of an item's near or far end, and how far the end is from it. */
  const end = ({ id, isGroup }: Pick<Item, 'id' | 'isGroup'>, far: 0 | 1): [number, number] => {
    if (isGroup) return [sides.get(id)?.[far] ?? low, 0]
    return [anchors.get(id) ?? low, input.extents.get(id)?.[axis][far] ?? 0]
  }
  const separations: Separation[] = []
  const keep = (first: [number, number], second: [number, number], gap: number) =>
    separations.push({ left: first[0], right: second[0], gap: gap + first[1] + second[1] })

  for (const { parent, items } of families)
    for (const item of items) {
      const heading = input.headings.get(parent ?? '')
      const head = heading?.side === HEADED[axis] ? heading.depth : 0
      const pad = parent === undefined ? 0 : GAP.pad * Math.min(1, Math.sqrt(space)) * em
      const title = head > 0 ? head + GAP.heading * em : 0
      const [near, far] = sides.get(parent ?? '') ?? [low, high]
      keep([near, 0], end(item, 0), pad + title)
      keep(end(item, 1), [far, 0], pad)
    }
  for (const [id, [near, far]] of sides) {
    const heading = input.headings.get(id)
    if (heading && heading.side !== HEADED[axis])
      keep([near, 0], [far, 0], heading.length + 2 * GAP.pad * em)
  }
  const between = labelRoom(input, axis)
  for (const { axis: own, first, second, apart: isApart } of pairs) {
    if (own !== axis) continue
    if (isApart) {
      const gap =
        between(first, second) ??
        space * (first.isGroup || second.isGroup ? GAP.frames : GAP.nodes) * em
      keep(end(first, 1), end(second, 0), gap)
    } else if (!first.isGroup && !second.isGroup) {
      const order = { left: anchors.get(first.id) ?? low, right: anchors.get(second.id) ?? low }
      separations.push({ ...order, gap: 0 })
    }
  }
  const near = ALIGNED * Math.max(room.width, room.height)
  const lines = [
    [...anchors.values()],
    [...sides.values()].map(([first]) => first),
    [...sides.values()].map(([, second]) => second),
  ]
  const merged = alignedOf(variables, separations, lines, near)
  const { positions } = separate(
    merged.variables,
    separations.map((each) => ({
      ...each,
      left: merged.at(each.left),
      right: merged.at(each.right),
    })),
  )
  const position = (index: number) => positions[merged.at(index)] ?? 0
  return {
    anchor: (id) => position(anchors.get(id) ?? low),
    frame: (id) => [position(sides.get(id)?.[0] ?? low), position(sides.get(id)?.[1] ?? high)],
    length: position(high) - position(low),
  }
}

/** The room that two siblings need between them for the connectors that join them and what these say. */
function labelRoom({ diagram, labels, em, space }: ArrangeInput, axis: Axis) {
  const parents = new Map(diagram.groups.map(({ id, parent }) => [id, parent]))
  const groups = new Map(diagram.nodes.map(({ id, group }) => [id, group]))
  const within = (node: string, { id, isGroup }: Item): boolean => {
    if (!isGroup) return node === id
    let at = groups.get(node)
    for (let left = diagram.groups.length; at !== undefined && left >= 0; left--) {
      if (at === id) return true
      at = parents.get(at)
    }
    return false
  }
  return (first: Item, second: Item): number | undefined => {
    const joins = diagram.edges.filter(
      ({ from, to }) =>
        (within(from, first) && within(to, second)) || (within(from, second) && within(to, first)),
    )
    if (joins.length === 0) return undefined
    const words = joins.map(({ id }) => {
      const label = labels.get(id)
      if (!label || first.isGroup || second.isGroup) return 0
      return (axis === 'x' ? label.width : label.height) + GAP.label * em
    })
    return Math.max(space * GAP.linked * em, ...words)
  }
}

interface Merged {
  variables: { at: number; weight: number }[]
  at(index: number): number
}

/** Makes one variable of those that are nearly in line, unless a constraint keeps them apart. */
function alignedOf(
  variables: readonly { at: number; weight: number }[],
  separations: readonly Separation[],
  lines: readonly (readonly number[])[],
  near: number,
): Merged {
  const leader = variables.map((_, index) => index)
  const lead = (index: number): number => {
    const up = leader[index] ?? index
    return up === index ? index : lead(up)
  }
  const members = new Map(variables.map((_, index) => [index, [index]]))
  const behind = new Map(variables.map((_, index) => [index, new Set<number>()]))
  for (const { left, right } of separations) behind.get(left)?.add(right)
  const reaches = (from: number, to: number, seen: Set<number>): boolean => {
    if (seen.has(from)) return false
    seen.add(from)
    return (members.get(from) ?? []).some((member) =>
      [...(behind.get(member) ?? [])].some((next) => {
        const at = lead(next)
        return at === to || (at !== from && reaches(at, to, seen))
      }),
    )
  }
  const spread = (a: number, b: number) => {
    const all = [...(members.get(a) ?? []), ...(members.get(b) ?? [])].map(
      (index) => variables[index]?.at ?? 0,
    )
    return Math.max(...all) - Math.min(...all)
  }
  const close = lines.flatMap((line) =>
    line.flatMap((a, index) =>
      line
        .slice(index + 1)
        .map((b) => ({ a, b, by: Math.abs((variables[a]?.at ?? 0) - (variables[b]?.at ?? 0)) }))
        .filter(({ by }) => by <= near),
    ),
  )
  close.sort((one, two) => one.by - two.by || one.a - two.a || one.b - two.b)
  for (const { a, b } of close) {
    const [one, two] = [lead(a), lead(b)]
    if (one === two || spread(one, two) > 1.5 * near) continue
    if (reaches(one, two, new Set()) || reaches(two, one, new Set())) continue
    leader[two] = one
    members.set(one, [...(members.get(one) ?? []), ...(members.get(two) ?? [])])
  }
  const merged = variables.map((own, index) => {
    const all = (members.get(index) ?? []).map((member) => variables[member] ?? own)
    const weight = all.reduce((sum, each) => sum + each.weight, 0)
    return { at: all.reduce((sum, each) => sum + each.weight * each.at, 0) / weight, weight }
  })
  return { variables: merged, at: lead }
}
