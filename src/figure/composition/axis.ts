import type { Box } from '../../forms/scene'
import { centreOf } from '../geometry'
import type { HeadingRoom } from '../layout/heading'
import { alignedOf, closeOf } from './align'
import type { ArrangeInput } from './arrange'
import { type Separation, separate, type Wish } from './separation'
import { type Axis, type Family, type Item, ordered, type Pair } from './siblings'

/** Lengths in em. */
export const GAP = {
  nodes: 1.7,
  /** Between nodes that a connector joins: its line and its head must be seen. */
  linked: 2.4,
  frames: 1.5,
  pad: 1.15,
  /** Around a label between two nodes. */
  label: 1.4,
  /** Words that stand between frames beside each other. */
  short: 6,
  heading: 0.05,
  /** From an upright connector to beyond its words. */
  upright: 0.9,
} as const

/** Wishes weigh so much; what bounds the canvas, and what only follows. */
const WEIGHT = { node: 1, frame: 0.02, canvas: 1e5 } as const
/** Anchors, or sides of frames, that are nearer than this share of the canvas are one line. */
const ALIGNED = 0.018

/** One axis of an arrangement: variables are indices of wishes, and what stands in line has one. */
export interface Model {
  wishes: Wish[]
  separations: Apart[]
  /** The variable of a node's anchor. */
  anchor(id: string): number
  /** The variables of a frame's near and far side. */
  sides(id: string): readonly [number, number]
  /** What there is for all. */
  room: number
}

export interface Solved extends Model {
  positions: number[]
}

interface Apart extends Separation {
  pair?: Pair | undefined
}

/** Where a heading takes room from an axis. */
const HEADED = { x: ['left', 'right'], y: ['top', 'bottom'] } as const

/** What a heading and the room beside it take from an axis of its frame: before its members, or behind. */
export const headOf = (
  heading: HeadingRoom | undefined,
  axis: Axis,
  far: 0 | 1,
  em: number,
): number => (heading?.side === HEADED[axis][far] ? heading.depth + GAP.heading * em : 0)

/** What an axis has whichever pairs are kept apart on it; `anchors` and `sides` are variables of nodes and frames. */
export type Ground = ReturnType<typeof groundOf>

export function groundOf(axis: Axis, input: ArrangeInput, families: readonly Family[]) {
  const { diagram, wished, room, em, space, again } = input
  const size = axis === 'x' ? 'width' : 'height'
  const variables: Wish[] = []
  const add = (at: number, weight: number) => variables.push({ at, weight }) - 1
  const low = add(room[axis], WEIGHT.canvas)
  const high = add(room[axis] + room[size], WEIGHT.canvas)
  const anchors = new Map(
    diagram.nodes.map(({ id }) => [
      id,
      add(centreOf(wished.nodes.get(id) as Box)[axis], again?.weight(id) ?? WEIGHT.node),
    ]),
  )
  const sides = new Map(
    [...wished.groups].map(([id, box]) => {
      const weight = again?.weight(id) ?? WEIGHT.frame
      return [id, [add(box[axis], weight), add(box[axis] + box[size], weight)] as const]
    }),
  )
  /** The variable of an item's near or far end, and how far the end is from it. */
  const end = ({ id, isGroup }: Pick<Item, 'id' | 'isGroup'>, far: 0 | 1): [number, number] => {
    const variable = isGroup ? sides.get(id)?.[far] : anchors.get(id)
    return [variable ?? low, input.extents.get(id)?.[axis][far] ?? 0]
  }
  const parentOf = new Map(
    families.flatMap(({ parent, items }) => items.map(({ id }) => [id, parent])),
  )
  const fixed: Apart[] = []
  /** As far apart as is asked, or as they were drawn. */
  const between: Between = ([left, before], [right, after], gap, least = again?.least ?? gap) => {
    const at = (variable: number) => variables[variable]?.at ?? 0
    const drawn = again ? at(right) - at(left) - before - after : gap
    return { left, right, gap: before + after + Math.min(gap, Math.max(least, drawn)) }
  }
  const keep = (...ends: Parameters<Between>) => fixed.push(between(...ends))

  for (const { parent, items } of families)
    for (const item of items) {
      const heading = input.headings.get(parent ?? '')
      const head = (side: 0 | 1) => headOf(heading, axis, side, em)
      const pad = parent === undefined ? 0 : GAP.pad * Math.min(1, Math.sqrt(space)) * em
      const [near, far] = sides.get(parent ?? '') ?? [low, high]
      const least = again?.pad ?? pad
      keep([near, 0], end(item, 0), pad + head(0), least + head(0))
      keep(end(item, 1), [far, 0], pad + head(1), least + head(1))
    }
  for (const [id, [near, far]] of sides) {
    const heading = input.headings.get(id)
    if (heading && !HEADED[axis].some((side) => side === heading.side))
      keep([near, 0], [far, 0], heading.length + 2 * GAP.pad * em)
    const span = input.spans.get(id)?.[axis]
    if (span) keep([near, 0], [far, 0], span)
  }
  const near = again ? ONE_LINE : ALIGNED * Math.max(room.width, room.height)
  const lines = [
    [...anchors].flatMap(([id, variable]) => (again?.isPinned(id) ? [] : variable)),
    [...sides.values()].map(([first]) => first),
    [...sides.values()].map(([, second]) => second),
  ]
  const close = closeOf(variables, lines, near)
  const apart = new Map<Pair, Apart>()
  return {
    ...{ axis, input, wishes: variables, anchors, sides, low, high, room: room[size] },
    ...{ end, parentOf, fixed, between, apart, near, close },
  }
}

/** A variable, and how far from it the end of what it places is. */
type End = [variable: number, offset: number]

type Between = (first: End, second: End, gap: number, least?: number) => Apart

/** Pixels: what was drawn in one line stays so. */
const ONE_LINE = 0.5

/** What must stand apart on an axis. */
export function separationsOf(ground: Ground, pairs: readonly Pair[]): Apart[] {
  const { axis, input, anchors, sides, end, parentOf, fixed, between, apart: known } = ground
  const { em } = input
  const separations = [...fixed]
  for (const pair of pairs) {
    if (pair.axis === axis) {
      const apart = known.get(pair) ?? apartOf(pair, ground)
      known.set(pair, apart)
      separations.push(apart)
    } else if (pair.gaps[axis] >= 0 && !pair.one.isGroup && !pair.two.isGroup) {
      const [first, second] = ordered(pair, axis)
      // Their order is wished, and must be seen where they do not stand in line for want of room.
      const [left, right] = [end(first, 1)[0], end(second, 0)[0]]
      separations.push(between([left, 0], [right, 0], pair.turned ? 0 : em))
    }
  }
  if (axis === 'x')
    for (const { one, axis: own, gaps, joins } of pairs)
      for (const id of own === 'y' && gaps.x < 0 ? joins : []) {
        // Words stand right of what joins two in a column.
        const label = input.labels.get(id)
        const parent = parentOf.get(one.id)
        const far = parent === undefined ? undefined : sides.get(parent)?.[1]
        const at = one.isGroup ? undefined : anchors.get(one.id)
        if (label && far !== undefined && at !== undefined)
          separations.push(between([at, 0], [far, 0], label.width + GAP.upright * em))
      }
  return separations
}

function apartOf(pair: Pair, { axis, input, end, between }: Ground): Apart {
  const [first, second] = ordered(pair, axis)
  const [one, two] = [end(first, 1), end(second, 0)]
  const gap = gapOf(pair, axis, input)
  const isRoomy = pair.joins.some((id) => input.roomy.has(id))
  if (isRoomy) return { left: one[0], right: two[0], gap: gap + one[1] + two[1], pair }
  return { ...between(one, two, gap), pair }
}

export function modelOf(ground: Ground, pairs: readonly Pair[]): Model {
  const { wishes, anchors, sides, low, high, room, close, near } = ground
  const separations = separationsOf(ground, pairs)
  const merged = alignedOf(wishes, separations, close, near)
  const apart = separations.map(({ left, right, gap, pair }) => ({
    left: merged.at(left),
    right: merged.at(right),
    gap,
    pair,
  }))
  return {
    ...{ wishes: merged.variables, separations: apart, room },
    anchor: (id) => merged.at(anchors.get(id) ?? low),
    sides: (id) => [merged.at(sides.get(id)?.[0] ?? low), merged.at(sides.get(id)?.[1] ?? high)],
  }
}

export const solve = (model: Model): Solved => ({
  ...model,
  positions: separate(model.wishes, model.separations).positions,
})

/** What two siblings need between them, for the connectors that join them and what these say. */
function gapOf(pair: Pair, axis: Axis, input: ArrangeInput): number {
  const { labels, em, space, roomy } = input
  const { one, two, joins, gaps } = pair
  const frames = one.isGroup || two.isGroup
  const least = space * (joins.length > 0 ? GAP.linked : frames ? GAP.frames : GAP.nodes) * em
  const words = joins.map((id) => {
    const label = labels.get(id)
    if (!label) return 0
    // There mostly is room beside a line that turns, and for long words within a frame.
    const beside = gaps.y >= 0 || (frames && label.width > GAP.short * em)
    if (axis === 'x' && beside && !roomy.has(id)) return 0
    return (axis === 'x' ? label.width : label.height) + GAP.label * em
  })
  return Math.max(least, ...words)
}

/** The longest row of all, and the pairs that stand in it; endless where separations contradict each other. */
export function pathOf({ wishes, separations }: Pick<Model, 'wishes' | 'separations'>): {
  length: number
  pairs: Pair[]
} {
  const next = wishes.map((): Apart[] => [])
  const before = wishes.map(() => 0)
  for (const each of separations) {
    if (each.left === each.right) continue
    next[each.left]?.push(each)
    before[each.right] = (before[each.right] ?? 0) + 1
  }
  const at = wishes.map(() => 0)
  const by = wishes.map((): Apart | undefined => undefined)
  const ready = before.flatMap((count, index) => (count === 0 ? [index] : []))
  let done = 0
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    done += 1
    for (const each of next[index] ?? []) {
      const least = (at[index] ?? 0) + each.gap
      if (least > (at[each.right] ?? 0) || !by[each.right]) {
        at[each.right] = Math.max(least, at[each.right] ?? 0)
        by[each.right] = each
      }
      before[each.right] = (before[each.right] ?? 0) - 1
      if (before[each.right] === 0) ready.push(each.right)
    }
  }
  const length = done < wishes.length ? Number.POSITIVE_INFINITY : Math.max(0, ...at)
  const pairs: Pair[] = []
  const seen = new Set<number>()
  for (let index = at.indexOf(Math.max(...at)); !seen.has(index); ) {
    seen.add(index)
    const step = by[index]
    if (!step) break
    if (step.pair) pairs.push(step.pair)
    index = step.left
  }
  return { length, pairs }
}
