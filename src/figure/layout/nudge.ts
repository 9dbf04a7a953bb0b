import type { Point } from '../../forms/scene'
import { networkSimplex, type Tie } from './network-simplex'
import { type Axis, type NudgeInput, type Routed, type Run, runsOf } from './runs'
import { simplify } from './simplify'

/** Connectors side by side are this far apart, in em, or as far as they have room: factors that are tried. */
const APART = 1.15
const CLOSER = [1, 0.75, 0.5] as const
/** Pixels. */
const SAME = 0.5
/** More routes than this have no room to be moved in, and it would take long. */
const MOST = 120

/**
 * Moves the straight runs of orthogonal routes sideways, without changing how they go: ports to the middle of a side or
 * evenly along it, bends to the middle of their channel, lines side by side apart. Changes `routes`.
 */
export function nudge(
  routes: Map<string, Point[]>,
  edges: readonly Routed[],
  input: NudgeInput,
): void {
  if (edges.length > MOST) return
  const movable = edges.filter(({ id, from, to }) => from !== to && isOrthogonal(routes.get(id)))
  for (const axis of ['x', 'y', 'x', 'y'] as const) {
    along(axis, routes, movable, input)
    for (const { id } of movable) routes.set(id, simplify(routes.get(id) ?? []))
  }
}

function isOrthogonal(points: readonly Point[] | undefined): boolean {
  if (!points || points.length < 2) return false
  return points.every((b, index) => {
    const a = points[index - 1]
    return !a || Math.abs(a.x - b.x) < 0.01 || Math.abs(a.y - b.y) < 0.01
  })
}

function along(
  axis: Axis,
  routes: Map<string, Point[]>,
  edges: readonly Routed[],
  input: NudgeInput,
): void {
  const groups = tied(runsOf(axis, routes, edges, input))
  const order = orderOf(groups)
  for (const part of partsOf(groups, order)) {
    for (const closer of [...CLOSER, 0]) {
      const places = solved(part, order, APART * input.em, closer)
      if (!places) continue
      for (const [index, group] of part.entries())
        for (const { points, index: at } of group.runs)
          for (const point of points.slice(at, at + 2)) point[axis] = places[index] ?? point[axis]
      break
    }
  }
}

/** Runs that lie on one line, and move together. */
interface Group {
  runs: Run[]
  at: number
  min: number
  max: number
  wish: number
  weight: number
}

const touch = (a: Run, b: Run, by: number) => a.low <= b.high + by && b.low <= a.high + by

const sharesTrunk = (one: Routed, two: Routed) =>
  one.trunks.some((trunk) => two.trunks.includes(trunk))

function tied(runs: readonly Run[]): Group[] {
  const groups: Run[][] = []
  for (const run of runs) {
    const near = groups.filter((group) =>
      group.some(
        (other) =>
          Math.abs(other.at - run.at) < SAME &&
          touch(other, run, sharesTrunk(other.route, run.route) ? SAME : -SAME),
      ),
    )
    const into = near[0]
    if (!into) groups.push([run])
    else {
      into.push(run)
      for (const other of near.slice(1)) into.push(...other.splice(0))
    }
  }
  return groups
    .filter((members) => members.length > 0)
    .map((members) => {
      const weight = members.reduce((sum, run) => sum + run.weight, 0)
      return {
        runs: members,
        at: members[0]?.at ?? 0,
        min: Math.max(...members.map((run) => run.min)),
        max: Math.min(...members.map((run) => run.max)),
        wish: members.reduce((sum, run) => sum + run.weight * run.wish, 0) / weight,
        weight,
      }
    })
}

type Order = Map<Group, Set<Group>>

/** Which groups stand before which, as far as they pass each other. */
function orderOf(groups: readonly Group[]): Order {
  const sorted = [...groups].sort((a, b) => a.at - b.at)
  const order: Order = new Map(sorted.map((group) => [group, new Set<Group>()]))
  for (const [index, a] of sorted.entries())
    for (const b of sorted.slice(index + 1))
      if (b.at - a.at >= SAME && a.runs.some((one) => b.runs.some((two) => touch(one, two, 2))))
        order.get(a)?.add(b)
  return order
}

/** Groups that depend on each other. */
function partsOf(groups: readonly Group[], order: Order): Group[][] {
  const partOf = new Map(groups.map((group) => [group, [group]]))
  for (const [a, behind] of order)
    for (const b of behind) {
      const [one, two] = [partOf.get(a), partOf.get(b)]
      if (!one || !two || one === two) continue
      one.push(...two)
      for (const group of two) partOf.set(group, one)
    }
  return [...new Set(partOf.values())]
}

/**
 * The place of each group, as near to where it is wished as gaps and bounds allow; undefined where the gap is too much for
 * the room. Factor 0: no nearer than they are.
 */
function solved(
  part: readonly Group[],
  order: Order,
  gap: number,
  factor: number,
): number[] | undefined {
  const units = (pixels: number) => Math.round(pixels * PER_PIXEL)
  const indices = new Map(part.map((group, index) => [group, 3 * index + 1]))
  const wishes = part.map(({ wish, min, max }) => Math.min(max, Math.max(min, wish)))
  // Beside each group one variable that measures how far it is from its wish, and one from beyond its bound.
  const ties = part.flatMap((group, index): Tie[] => {
    const [at, off, end] = [3 * index + 1, 3 * index + 2, 3 * index + 3]
    const { weight, min, max } = group
    return [
      { tail: off, head: 0, least: 0, weight },
      { tail: off, head: at, least: units(wishes[index] ?? 0), weight },
      { tail: 0, head: at, least: units(min), weight: 0 },
      { tail: 0, head: end, least: units(max), weight: BEYOND },
      { tail: at, head: end, least: 0, weight: 0 },
      ...[...(order.get(group) ?? [])].map((behind) => ({
        ...{ tail: at, head: indices.get(behind) ?? 0, weight: 0 },
        least: units(factor > 0 ? factor * gap : Math.min(gap, behind.at - group.at)),
      })),
    ]
  })
  const [origin = 0, ...places] = networkSimplex(3 * part.length + 1, ties, true)
  const found = part.map((_, index) => (places[3 * index] ?? 0) - origin)
  if (part.some(({ max }, index) => (found[index] ?? 0) > units(max))) return undefined
  return found.map((at, index) => {
    const wish = wishes[index] ?? 0
    return at === units(wish) ? wish : at / PER_PIXEL
  })
}

/** Places are whole numbers of these. */
const PER_PIXEL = 4
/** Weight of a place beyond its bound. */
const BEYOND = 1e4
