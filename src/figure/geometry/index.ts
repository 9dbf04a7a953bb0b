import type { Box, Point } from '../../forms/scene'

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

export function midpoint(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** The place at a share of the way. */
export const between = (a: Point, b: Point, share: number): Point => ({
  x: a.x + share * (b.x - a.x),
  y: a.y + share * (b.y - a.y),
})

/** The unit vector from one point to another; of length 0 where the two are one. */
export function direction(from: Point, to: Point): Point {
  const length = distance(from, to) || 1
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
}

/** The place `by` farther along a unit vector. */
export function ahead(from: Point, way: Point, by: number): Point {
  return { x: from.x + way.x * by, y: from.y + way.y * by }
}

/** The place that stands `by` from another, once all is turned clockwise around that one. */
export function turnedAround(middle: Point, by: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return {
    x: middle.x + by.x * cos - by.y * sin,
    y: middle.y + by.x * sin + by.y * cos,
  }
}

export function centreOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Clockwise from the upper left one. */
export const cornersOf = ({ x, y, width, height }: Box): [Point, Point, Point, Point] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

/** A box without its corners, which are cut off so far along its sides. */
export function withCutCorners({ x, y, width, height }: Box, cut: number, down = cut): Point[] {
  const [right, bottom] = [x + width, y + height]
  return [
    { x: x + cut, y },
    { x: right - cut, y },
    { x: right, y: y + down },
    { x: right, y: bottom - down },
    { x: right - cut, y: bottom },
    { x: x + cut, y: bottom },
    { x, y: bottom - down },
    { x, y: y + down },
  ]
}

/** Around a middle. */
export const boxAt = ({ x, y }: Point, { width, height }: Pick<Box, 'width' | 'height'>): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/** With a margin of `by` on every side. */
export function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

/** The smallest box around points, without making a list for every number. */
export function boxAround(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** True where two boxes share more than an edge, by more than `by` in either direction. */
export function overlap(a: Box, b: Box, by = 0): boolean {
  return (
    a.x + by < b.x + b.width &&
    b.x + by < a.x + a.width &&
    a.y + by < b.y + b.height &&
    b.y + by < a.y + a.height
  )
}

/** Of a line of words by its anchor: which share of its width stands left of its place. */
export const LEFT_OF = { start: 0, middle: 0.5, end: 1 } as const

/** A box, or a place without extent. */
type Spot = Point & Partial<Box>

/** True where `inner` lies within `outer`, give or take `slack`. */
export function within({ x, y, width = 0, height = 0 }: Spot, outer: Box, slack = 0): boolean {
  return (
    x >= outer.x - slack &&
    y >= outer.y - slack &&
    x + width <= outer.x + outer.width + slack &&
    y + height <= outer.y + outer.height + slack
  )
}

/** What two boxes share; without extent where they are apart. */
export function intersection(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  }
}

function shared(a: Box, b: Box): number {
  const { width, height } = intersection(a, b)
  return width * height
}

/** What two boxes share, of the smaller one: 0 to 1. */
export function sharedPart(a: Box, b: Box): number {
  return shared(a, b) / Math.max(1, Math.min(a.width * a.height, b.width * b.height))
}

/** What two boxes share, of both together (intersection over union): 0 to 1. */
export function common(a: Box, b: Box): number {
  const both = shared(a, b)
  return both / Math.max(1, a.width * a.height + b.width * b.height - both)
}

/** Of two boxes that overlap, 0; else the distance between them. */
export function gap(a: Box, { x, y, width = 0, height = 0 }: Spot): number {
  const across = Math.max(0, a.x - x - width, x - a.x - a.width)
  const down = Math.max(0, a.y - y - height, y - a.y - a.height)
  return Math.hypot(across, down)
}

/** The smallest box around boxes. */
export function hullOf(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** Whether a segment has a part inside a box. */
export function meets(a: Point, b: Point, box: Box): boolean {
  const { x, y, width, height } = box
  const inset = { x: 0.02 * width, y: 0.02 * height }
  if (Math.max(a.x, b.x) <= x + inset.x || Math.min(a.x, b.x) >= x + width - inset.x) return false
  if (Math.max(a.y, b.y) <= y + inset.y || Math.min(a.y, b.y) >= y + height - inset.y) return false
  if (a.x === b.x || a.y === b.y) return true
  return new Set(cornersOf(box).map((corner) => side(a, b, corner))).size > 1
}

/** Proper crossings of two polylines: touching ends do not count. */
export function crossings(one: readonly Point[], two: readonly Point[]): number {
  let count = 0
  for (let i = 1; i < one.length; i++)
    for (let k = 1; k < two.length; k++)
      if (cross(one[i - 1] as Point, one[i] as Point, two[k - 1] as Point, two[k] as Point)) count++
  return count
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  if (Math.max(a.x, b.x) < Math.min(c.x, d.x) || Math.max(c.x, d.x) < Math.min(a.x, b.x))
    return false
  if (Math.max(a.y, b.y) < Math.min(c.y, d.y) || Math.max(c.y, d.y) < Math.min(a.y, b.y))
    return false
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

/** On which side of the line from `p` to `q` a point lies. */
const side = (p: Point, q: Point, r: Point) =>
  Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x))

/** The convex hull, by Andrew's monotone chain. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (list: readonly Point[]) => {
    const chain: Point[] = []
    for (const point of list) {
      for (;;) {
        const [a, b] = [chain.at(-2), chain.at(-1)]
        if (!a || !b || (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) break
        chain.pop()
      }
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

/** The place of a straight step that is nearest to a point. */
export function onStep(a: Point, b: Point, { x, y }: Point): Point {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const long = dx * dx + dy * dy
  const t = long === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / long))
  return { x: a.x + t * dx, y: a.y + t * dy }
}

/** The step of a line that comes nearest to a place, and where on it that is. */
export function nearestStep(line: readonly Point[], place: Point) {
  const steps = line.slice(1).map((b, at) => {
    const a = line[at] as Point
    const on = onStep(a, b, place)
    return { a, b, at, on, off: distance(on, place) }
  })
  return steps.sort((one, two) => one.off - two.off)[0]
}
