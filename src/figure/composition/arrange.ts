import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import type { HeadingRoom } from '../layout/heading'
import {
  type Ground,
  groundOf,
  type Model,
  modelOf,
  pathOf,
  type Solved,
  separationsOf,
  solve,
} from './axis'
import { exact } from './exact'
import { type Axis, type Family, type Pair, siblingsOf } from './siblings'
import type { Wished } from './wish'

/** What a node takes up around its anchor, the middle of its shape, in pixels. */
export interface Extents {
  x: readonly [before: number, after: number]
  y: readonly [before: number, after: number]
  /** Half of its outline, words beside it not counted. */
  outline: { x: number; y: number }
}

export interface ArrangeInput {
  diagram: Diagram
  wished: Wished
  /** Of nodes, and of what stands outside a frame along its sides. */
  extents: ReadonlyMap<string, Extents>
  /** What the label of an edge takes up, by edge id. */
  labels: ReadonlyMap<string, { width: number; height: number }>
  /** The heading of a group's frame, by group id. */
  headings: ReadonlyMap<string, HeadingRoom>
  /** The least width and height of a frame, for what stands along its sides, by group id. */
  spans: ReadonlyMap<string, { x: number; y: number }>
  /** Where everything should fit. */
  room: Box
  em: number
  /** Factor on gaps. */
  space: number
  /** It was drawn before: what need not move stays. */
  again?: Again
  /** Edges whose labels have room of their own even where these turn. */
  roomy: ReadonlySet<string>
}

/** How firmly things stay where they were drawn. */
export interface Again {
  /** Of a node or group. */
  weight(id: string): number
  /** It was placed by hand. */
  isPinned(id: string): boolean
  /** The least room between two things, in pixels, where they were drawn no farther apart. */
  least: number
  /** The same within a frame. */
  pad: number
}

export interface Arrangement {
  /** Anchors by node id. */
  anchors: Map<string, { x: number; y: number }>
  /** By group id. */
  frames: Map<string, Box>
}

/** Pixels by which everything may be larger than its room. */
const FITS = 1
const AXES = ['x', 'y'] as const
/** Pairs that may be kept apart on another axis than wished, one by one: fewer in larger figures. */
const TURNED = { most: 40, work: 4e4 } as const
/** After so many it is asked again whether the rest may fit at all. */
const LOOKED = 4

/**
 * Places everything as it is wished, but without overlap and in line; undefined where it does not fit its room. `strict`:
 * what a connector joins is apart on the axis where it is wished so.
 */
export function placing(input: ArrangeInput, strict: boolean): Placing | undefined {
  const { families, pairs } = siblingsOf(input)
  const most = Math.min(TURNED.most, TURNED.work / pairs.length)
  const grounds = { x: groundOf('x', input, families), y: groundOf('y', input, families) }
  for (let turned = 0; turned <= most; turned++) {
    const x = modelOf(grounds.x, pairs)
    const rowX = pathOf(x)
    if (rowX.length > x.room + FITS) {
      if (turned % LOOKED === 0 && !mayFit(grounds, pairs, strict)) return undefined
      if (!turn(rowX.pairs, 'x', strict)) return undefined
      continue
    }
    const y = modelOf(grounds.y, pairs)
    const rowY = pathOf(y)
    if (rowY.length <= y.room + FITS) return { input, families, pairs, models: { x, y } }
    if (turned % LOOKED === 0 && !mayFit(grounds, pairs, strict)) return undefined
    if (!turn(rowY.pairs, 'y', strict)) return undefined
  }
  return undefined
}

/** Whether at least those fit that cannot be kept apart on another axis. */
function mayFit(grounds: Record<Axis, Ground>, pairs: readonly Pair[], strict: boolean): boolean {
  const fixed = pairs.filter((pair) => !isFree(pair, strict))
  return AXES.every((axis) => {
    const { wishes, room } = grounds[axis]
    const separations = separationsOf(grounds[axis], fixed)
    return pathOf({ wishes, separations }).length <= room + FITS
  })
}

/** Whether two may be kept apart on the other axis: they are wished apart there as well, or on neither. */
const isFree = ({ axis, gaps, joins, turned }: Pair, strict: boolean) =>
  (gaps[axis === 'x' ? 'y' : 'x'] >= 0 || gaps[axis] < 0) &&
  !(strict && joins.length > 0) &&
  !turned

/** Keeps two that stand in the longest row apart on the other axis. */
function turn(row: readonly Pair[], axis: Axis, strict: boolean): boolean {
  const other = axis === 'x' ? 'y' : 'x'
  const worth = ({ gaps, joins }: Pair) => gaps[other] - (joins.length > 0 ? 1e6 : 0)
  const free = row.filter((pair) => pair.axis === axis && isFree(pair, strict))
  const [first, ...rest] = free
  if (!first) return false
  const best = rest.reduce((a, b) => (worth(b) > worth(a) ? b : a), first)
  best.axis = other
  best.turned = true
  return true
}

/** What fits, not yet in its place. */
export interface Placing {
  input: ArrangeInput
  families: Family[]
  pairs: Pair[]
  models: Record<Axis, Model>
}

/** Near its wishes, in line, with gaps and branches even. */
export function arrange(placing: Placing): Arrangement {
  const { input, models } = placing
  const solved = { x: solve(models.x), y: solve(models.y) }
  const { x, y } = input.again ? solved : exact(placing, solved)
  const at = (axis: Solved, index: number) => axis.positions[index] ?? 0
  return {
    anchors: new Map(
      input.diagram.nodes.map(({ id }) => [id, { x: at(x, x.anchor(id)), y: at(y, y.anchor(id)) }]),
    ),
    frames: new Map(
      [...input.wished.groups.keys()].map((id) => {
        const [left, right] = x.sides(id).map((side) => at(x, side)) as [number, number]
        const [top, bottom] = y.sides(id).map((side) => at(y, side)) as [number, number]
        return [id, { x: left, y: top, width: right - left, height: bottom - top }]
      }),
    ),
  }
}
