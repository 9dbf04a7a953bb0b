import { ahead, direction, distance } from '../../../../figure/geometry'
import { difference } from '../../../../figure/pixels/color'
import { leastOf, pairsOf } from '../../../../forms/least'
import { medianHigh } from '../../../../forms/numbers'
import type { Point } from '../../../../forms/scene'
import type { Pixels } from '../../pixels/pixels'
import type { Stroke } from '../strokes/stroke'
import { penAlong } from '../strokes/trace-strokes'
import type { Dash } from './dash'

/** Dashes that follow each other on a line. */
export interface DashRow {
  dashes: Dash[]
  /** The middle of the row, two points for each dash. */
  points: Point[]
  thickness: number
  rhythm: [on: number, off: number]
}

/** A row may turn by this much from one dash to the next, in radians. */
const MOST_TURN = 0.75
/** No gap is wider, in pixels. */
const NEAR = 64
const ROW = 1 << 16
const AROUND = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * ROW + column))

interface Step {
  to: number
  gap: number
  way: Point
}

/**
 * Rows of at least `least` dashes: alike in thickness and colour, at even gaps, on a line that does not turn abruptly.
 * Dots, dashes shorter than they are wide and patterns of long and short ones are rows too.
 */
export function dashRows(dashes: readonly Dash[], least: number): DashRow[] {
  const near = buckets(dashes)
  const steps = dashes.map((dash, index) => stepsFrom(dash, index, dashes, near))
  const triples = steps.map(bestPair)
  const links = dashes.map((): number[] => [])
  const claims = dashes.map((): Step[] => [])
  triples.forEach((pair, index) => {
    for (const { to, gap, way } of pair ?? []) {
      const back = triples[to]
      if (!back) claims[to]?.push({ to: index, gap, way })
      else if (to > index && back.some((step) => step.to === index)) {
        links[index]?.push(to)
        links[to]?.push(index)
      }
    }
  })
  // What has a neighbour on one side alone ends a row.
  claims.forEach((list, index) => {
    const nearest = list.sort((a, b) => a.gap - b.gap)[0]
    if (!nearest) return
    links[index]?.push(nearest.to)
    links[nearest.to]?.push(index)
  })
  return paths(links)
    .filter((path) => path.length >= least)
    .map((path) => rowOf(withoutHeads(path.flatMap((index) => dashes[index] ?? []))))
}

function buckets(dashes: readonly Dash[]): Map<number, number[]> {
  return Map.groupBy(dashes.keys(), (index) => keyOf(dashes[index]?.centre ?? { x: 0, y: 0 }))
}

/** Of the square that holds a place: its row times `ROW`, and its column. */
function keyOf({ x, y }: Point): number {
  return Math.floor(y / NEAR) * ROW + Math.floor(x / NEAR)
}

function stepsFrom(
  dash: Dash,
  index: number,
  dashes: readonly Dash[],
  near: ReadonlyMap<number, number[]>,
): Step[] {
  const key = keyOf(dash.centre)
  return AROUND.flatMap((by) => near.get(key + by) ?? []).flatMap((to) => {
    const other = dashes[to]
    const step = to === index || !other ? undefined : stepTo(dash, other, to)
    return step ?? []
  })
}

function stepTo(a: Dash, b: Dash, to: number): Step | undefined {
  const apart = distance(a.centre, b.centre)
  if (apart < 1 || apart > NEAR) return undefined
  const way = direction(a.centre, b.centre)
  const side = { x: -way.y, y: way.x }
  const [ea, eb] = [a.along(way), b.along(way)]
  const [ta, tb] = [thickness(a, way, side), thickness(b, way, side)]
  const [thin, thick] = [Math.min(ta, tb), Math.max(ta, tb)]
  if (thick > 1.5 * thin + 0.8) return undefined
  const gap = apart - (ea + eb) / 2
  if (gap < 0.4 || gap > 1.6 * Math.max(ea, eb) + Math.min(2 * thick, 6) + 3) return undefined
  if (difference(a.piece.region.colour, b.piece.region.colour) > 90) return undefined
  // What is long lies along the row, or all of it across.
  const [pa, pb] = [askew(a, ea, ta), askew(b, eb, tb)]
  if (pa === 'slanted' || pb === 'slanted') return undefined
  return { to, gap, way }
}

/** A curve bends long dashes: their thickness is that of their short axis. */
function thickness(dash: Dash, way: Point, side: Point): number {
  return dash.along(way) > 2 * dash.wide ? dash.wide : dash.along(side)
}

function askew(dash: Dash, along: number, across: number): 'along' | 'across' | 'slanted' {
  if (along >= 0.8 * dash.long) return 'along'
  return dash.long < 2 * dash.wide || across >= 0.93 * dash.long ? 'across' : 'slanted'
}

/** The two neighbours between which a dash stands most evenly and straightly. */
function bestPair(steps: readonly Step[]): [Step, Step] | undefined {
  return leastOf(pairsOf(steps), ([a, b]) => {
    const cosine = -(a.way.x * b.way.x + a.way.y * b.way.y)
    const turn = Math.acos(Math.min(1, Math.max(-1, cosine)))
    const isEven = Math.abs(a.gap - b.gap) <= 1.5 + 0.35 * Math.max(a.gap, b.gap)
    return turn <= MOST_TURN && isEven ? (a.gap + b.gap + 2) * (1 + 1.5 * turn) : Infinity
  })
}

function paths(links: readonly number[][]): number[][] {
  const done = new Set<number>()
  const found: number[][] = []
  const follow = (start: number) => {
    const path: number[] = []
    for (let at: number | undefined = start; at !== undefined; ) {
      path.push(at)
      done.add(at)
      at = links[at]?.find((next) => !done.has(next))
    }
    found.push(path)
  }
  links.forEach((list, index) => {
    if (!done.has(index) && list.length === 1) follow(index)
  })
  links.forEach((list, index) => {
    if (!done.has(index) && list.length > 1) follow(index)
  })
  return found
}

/** The first or last of a row that is plainly wider than the others is a head. */
function withoutHeads(dashes: Dash[]): Dash[] {
  const own = [...dashes]
  const common = medianHigh(own.map(acrossOf(own)))
  for (const last of [true, false]) {
    if (own.length < 4) break
    const index = last ? own.length - 1 : 0
    const end = own[index]
    if (end && acrossOf(own)(end, index) > 1.25 * common + 0.4) own.splice(index, 1)
  }
  return own
}

/** The way of a row at one of its dashes, by the dashes before and after it. */
function wayAt(dashes: readonly Dash[], index: number): Point {
  const [a, b] = [dashes[index - 1] ?? dashes[index], dashes[index + 1] ?? dashes[index]]
  return a && b ? direction(a.centre, b.centre) : { x: 1, y: 0 }
}

/** The extent of a dash across the row. */
function acrossOf(dashes: readonly Dash[]) {
  return (dash: Dash, index: number): number => {
    const way = wayAt(dashes, index)
    return thickness(dash, way, { x: -way.y, y: way.x })
  }
}

function rowOf(dashes: Dash[]): DashRow {
  const ons = dashes.map((dash, index) => dash.along(wayAt(dashes, index)))
  const gaps = dashes.slice(1).map((dash, index) => {
    const before = dashes[index]
    const apart = before ? distance(before.centre, dash.centre) : 0
    return apart - ((ons[index] ?? 0) + (ons[index + 1] ?? 0)) / 2
  })
  const points = dashes.flatMap(({ centre }, index) => {
    const way = wayAt(dashes, index)
    const half = (ons[index] ?? 0) / 2
    return [ahead(centre, way, -half), ahead(centre, way, half)]
  })
  return {
    dashes,
    points,
    thickness: medianHigh(dashes.map(acrossOf(dashes))),
    rhythm: [Math.max(0.5, medianHigh(ons)), Math.max(0.5, medianHigh(gaps))],
  }
}

/** A row as a line: its colour where the ink is purest, its pen's width by what its dashes cover. */
export function lineOfRow(row: DashRow, source: Pixels, ground: Pixels): Stroke {
  const { points, thickness: thick, rhythm } = row
  const inner: Point[] = []
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [a, b] = [points[i], points[i + 1]]
    if (!a || !b) continue
    const count = Math.max(1, Math.floor(distance(a, b)) - 1)
    for (let k = 0; k < count; k++) {
      inner.push(ahead(a, { x: b.x - a.x, y: b.y - a.y }, (k + 0.5) / count))
    }
  }
  const index = ({ x, y }: Point) => Math.floor(y) * source.width + Math.floor(x)
  const pen = penAlong(inner, thick / 2, { source, ground })
  return {
    points: [...points],
    width: rhythm[0] > 5 ? pen.width : thick,
    colour: pen.colour,
    under: ground.rgb[index(points[0] ?? { x: 0, y: 0 })] ?? 0,
    start: {},
    end: {},
    closed: false,
    dash: rhythm,
  }
}
