import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import type { HeadingRoom } from '../layout/heading'
import { type Model, modelOf, pathOf, type Solved, solve } from './axis'
import { exact } from './exact'
import { type Axis, type Family, familiesOf, joinsOf, type Pair, pairsOf } from './siblings'
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
  /** Edges whose labels have room of their own even where these turn. */
  roomy: ReadonlySet<string>
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

/**
 * Places everything as it is wished, but without overlap and in line; undefined where it does not fit its room. `strict`:
 * what a connector joins is apart on the axis where it is wished so.
 */
export function placing(input: ArrangeInput, strict: boolean): Placing | undefined {
  const families = familiesOf(input)
  const joins = joinsOf(input)
  const pairs = families.flatMap((family) => pairsOf(family, joins))
  const most = Math.min(TURNED.most, TURNED.work / pairs.length)
  for (let turned = 0; turned <= most; turned++) {
    const models = {
      x: modelOf('x', input, families, pairs),
      y: modelOf('y', input, families, pairs),
    }
    const tight = AXES.find((axis) => !isWithin(models[axis]))
    if (!tight) return { input, families, pairs, models }
    if (!turn(models[tight], tight, strict)) return undefined
  }
  return undefined
}

const isWithin = (model: Model) => pathOf(model).length <= model.room + FITS

/** Keeps two that stand in the longest row apart on the other axis, where they are wished apart as well, or on neither. */
function turn(model: Model, axis: Axis, strict: boolean): boolean {
  const other = axis === 'x' ? 'y' : 'x'
  const worth = ({ gaps, joins }: Pair) => gaps[other] - (joins.length > 0 ? 1e6 : 0)
  const free = pathOf(model).pairs.filter(
    (pair) =>
      pair.axis === axis &&
      (pair.gaps[other] >= 0 || pair.gaps[axis] < 0) &&
      !(strict && pair.joins.length > 0) &&
      !pair.turned,
  )
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
  const { x, y } = exact(placing, { x: solve(models.x), y: solve(models.y) })
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
