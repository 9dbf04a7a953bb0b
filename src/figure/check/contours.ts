import type { Box, Point } from '../../forms/scene'
import { boxAround, distance, onStep } from '../geometry'
import { type Ring, ringsOf, type Segment } from '../geometry/path-data'

/** The four corners of a letter or word, in turn; turned where its line is. */
export type Quad = readonly [Point, Point, Point, Point]

/** A piece of an outline of many points, so that most of it need not be looked at. */
interface Stretch {
  box: Box
  from: number
  to: number
}

/** A subpath and the boxes of its stretches. */
export interface Contour extends Ring {
  box: Box
  stretches: Stretch[]
}

/** Points of a stretch. */
const LONG = 24

export const contoursOf = (segments: readonly Segment[]): Contour[] =>
  ringsOf(segments).map(contourOf)

export function contourOf(ring: Ring): Contour {
  const points = ring.closed ? [...ring.points, ring.points[0] as Point] : ring.points
  const stretches: Stretch[] = []
  for (let from = 0; from < points.length - 1; from += LONG) {
    const to = Math.min(points.length - 1, from + LONG)
    stretches.push({ box: boxAround(points.slice(from, to + 1)), from, to })
  }
  return { points, closed: ring.closed, stretches, box: boxAround(points) }
}

export const boxesMeet = (a: Box, b: Box, by = 0): boolean =>
  a.x <= b.x + b.width + by &&
  b.x <= a.x + a.width + by &&
  a.y <= b.y + b.height + by &&
  b.y <= a.y + a.height + by

/** The straight steps of contours that come near a box. */
export function* segmentsNear(
  contours: readonly Contour[],
  box: Box,
  by = 0,
): Generator<[Point, Point]> {
  const [left, right] = [box.x - by, box.x + box.width + by]
  const [top, bottom] = [box.y - by, box.y + box.height + by]
  for (const { points, stretches, box: whole } of contours) {
    if (!boxesMeet(whole, box, by)) continue
    for (const stretch of stretches) {
      if (!boxesMeet(stretch.box, box, by)) continue
      for (let at = stretch.from; at < stretch.to; at++) {
        const [a, b] = [points[at] as Point, points[at + 1] as Point]
        const isBeside = (a.x < left && b.x < left) || (a.x > right && b.x > right)
        const isApart = (a.y < top && b.y < top) || (a.y > bottom && b.y > bottom)
        if (!isBeside && !isApart) yield [a, b]
      }
    }
  }
}

/** Whether a point lies in what contours enclose; an open one counts as closed, as it is when it is filled. */
export function isInside(contours: readonly Contour[], { x, y }: Point, evenOdd = false): boolean {
  let winding = 0
  for (const { points, closed, stretches, box } of contours) {
    if (y < box.y || y > box.y + box.height || x < box.x || x > box.x + box.width) continue
    const turn = (a: Point, b: Point) => {
      if (a.y <= y === b.y <= y) return
      const across = a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)
      if (across > x) winding += b.y > a.y ? 1 : -1
    }
    for (const stretch of stretches) {
      const { box: part } = stretch
      if (y < part.y || y > part.y + part.height || x > part.x + part.width) continue
      for (let at = stretch.from; at < stretch.to; at++)
        turn(points[at] as Point, points[at + 1] as Point)
    }
    const [first, last] = [points[0], points.at(-1)]
    if (!closed && first && last) turn(last, first)
  }
  return evenOdd ? winding % 2 !== 0 : winding !== 0
}

/** The nearest place on contours, none where all are farther than `most`. */
export function nearestTo(
  contours: readonly Contour[],
  point: Point,
  most: number,
): { at: Point; off: number } | undefined {
  let best: { at: Point; off: number } | undefined
  const near = { x: point.x, y: point.y, width: 0, height: 0 }
  for (const [a, b] of segmentsNear(contours, near, most)) {
    const at = onStep(a, b, point)
    const off = distance(at, point)
    if (off <= most && off < (best?.off ?? Infinity)) best = { at, off }
  }
  return best
}

/** The part of a straight step in a quad, as the shares where it enters and leaves; undefined where it misses it. */
export function clipToQuad(a: Point, b: Point, quad: Quad): [number, number] | undefined {
  let [from, to] = [0, 1]
  const sign = Math.sign(cross(quad[0], quad[1], quad[2])) || 1
  for (let k = 0; k < 4; k++) {
    const [p, q] = [quad[k] as Point, quad[(k + 1) % 4] as Point]
    const [one, two] = [sign * cross(p, q, a), sign * cross(p, q, b)]
    if (one < 0 && two < 0) return undefined
    if (one >= 0 && two >= 0) continue
    const t = one / (one - two)
    if (one < 0) from = Math.max(from, t)
    else to = Math.min(to, t)
  }
  return to > from ? [from, to] : undefined
}

const cross = (p: Point, q: Point, { x, y }: Point) =>
  (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)

/** How deep two quads lie in each other; 0 or less where they do not. By the axis of the least overlap. */
export function overlapDepth(one: Quad, two: Quad): number {
  let depth = Infinity
  for (const quad of [one, two])
    for (const [from, to] of [
      [quad[0], quad[1]],
      [quad[1], quad[2]],
    ] as const) {
      const long = distance(from, to) || 1
      const [x, y] = [(to.x - from.x) / long, (to.y - from.y) / long]
      const [a, b] = [spanOn(one, x, y), spanOn(two, x, y)]
      depth = Math.min(depth, Math.min(a[1], b[1]) - Math.max(a[0], b[0]))
    }
  return depth
}

function spanOn(quad: Quad, x: number, y: number): [number, number] {
  const places = quad.map((point) => point.x * x + point.y * y)
  return [Math.min(...places), Math.max(...places)]
}

/** Where two straight steps cross, as a share of the first; undefined where they only touch or miss. */
export function crossingAt(a: Point, b: Point, c: Point, d: Point): number | undefined {
  const [one, two] = [cross(c, d, a), cross(c, d, b)]
  if (one * two >= 0 || cross(a, b, c) * cross(a, b, d) >= 0) return undefined
  return one / (one - two)
}

/** What stands near a place, by cells of a grid. */
export class GridIndex<T> {
  readonly #cells = new Map<number, T[]>()
  readonly #all: T[] = []
  readonly #every: T[] = []

  /** `cell` in pixels; what covers many cells is looked at everywhere. */
  constructor(private readonly cell: number) {}

  add(item: T, box: Box): void {
    this.#every.push(item)
    const cells = this.#keys(box)
    if (!cells) this.#all.push(item)
    else
      for (const key of cells) {
        const list = this.#cells.get(key)
        if (list) list.push(item)
        else this.#cells.set(key, [item])
      }
  }

  /** What may lie at a place. */
  at({ x, y }: Point): readonly T[] {
    const cell = this.#cells.get(Math.floor(y / this.cell) * 100_003 + Math.floor(x / this.cell))
    if (!cell) return this.#all
    return this.#all.length === 0 ? cell : [...this.#all, ...cell]
  }

  /** Each once, in no order. */
  near(box: Box): readonly T[] {
    const cells = this.#keys(box)
    if (!cells) return this.#every
    if (cells.length === 1 && this.#all.length === 0)
      return this.#cells.get(cells[0] as number) ?? []
    const found = new Set(this.#all)
    for (const key of cells) for (const item of this.#cells.get(key) ?? []) found.add(item)
    return [...found]
  }

  /** Undefined for too many. */
  #keys({ x, y, width, height }: Box): number[] | undefined {
    const [left, right] = [Math.floor(x / this.cell), Math.floor((x + width) / this.cell)]
    const [top, bottom] = [Math.floor(y / this.cell), Math.floor((y + height) / this.cell)]
    if (!((right - left + 1) * (bottom - top + 1) <= MOST_CELLS)) return undefined
    const keys: number[] = []
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) keys.push(row * 100_003 + column)
    return keys
  }
}

/** What lies in more cells than these is kept apart. */
const MOST_CELLS = 400
