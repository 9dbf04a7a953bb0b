import { distance, midpoint } from '../../../../figure/geometry'
import { difference } from '../../../../figure/pixels/color'
import type { Point } from '../../../../forms/scene'
import { offMixture } from '../../outlines/edge-profile'
import { isInside, nearestOn } from '../../outlines/nearest'
import { crossing, directionOf, lengthOf } from '../../outlines/polyline'
import type { Shape } from '../../outlines/shape'
import type { Label } from '../../surfaces/label-grounds'
import type { Stroke, Tip } from './stroke'

interface End {
  stroke: number
  last: boolean
  point: Point
  /** Outwards. */
  way: Point
}

interface Link {
  a: End
  b: End
  gap: number
  cost: number
  /** Where dashed lines on both sides of a corner meet. */
  corner?: Point
  /** What the line is hidden by. */
  label?: Label
}

export interface LinkedLines {
  lines: Stroke[]
  /** Labels that interrupt a line, each with the ends that it hides. */
  interrupting: { label: Label; ends: [Point, Point] }[]
}

/** Joins dashes to dashed lines, and pieces of a line that a label or a border interrupts. */
export function linkLines(
  traced: readonly Stroke[],
  labels: readonly Label[],
  shapes: readonly Shape[],
): LinkedLines {
  const strokes = traced.map((stroke) => hiddenEnds(stroke, labels))
  const ends = strokes.flatMap((stroke, index) => endsOf(stroke, index))
  const links = possibleLinks(strokes, ends, labels)
    .filter((link) => !leadsThrough(link, shapes))
    .sort((a, b) => a.cost - b.cost)
  const used = new Set<End>()
  const next = new Map<End, Link>()
  for (const link of links) {
    if (used.has(link.a) || used.has(link.b)) continue
    used.add(link.a)
    used.add(link.b)
    next.set(link.a, link)
    next.set(link.b, link)
  }
  const interrupting = [...new Set(next.values())].flatMap(({ a, b, label }) =>
    label ? [{ label, ends: [a.point, b.point] as [Point, Point] }] : [],
  )
  return { lines: chained(strokes, ends, next), interrupting }
}

/** What is seen of a line on the ground of a label shines through it: it does not end there. */
function hiddenEnds(stroke: Stroke, labels: readonly Label[]): Stroke {
  const isHidden = (point: Point | undefined) =>
    point !== undefined && labels.some(({ ground }) => ground && isInside(ground.outline, point))
  return {
    ...stroke,
    ...(isHidden(stroke.points[0]) && { start: {} }),
    ...(isHidden(stroke.points.at(-1)) && { end: {} }),
  }
}

/** Two lines that end at one form do not go on within it. */
function leadsThrough({ a, b, corner }: Link, shapes: readonly Shape[]): boolean {
  const [p, q] = [a.point, b.point]
  const between = corner ?? midpoint(p, q)
  return shapes.some(
    ({ outline }) => isInside(outline, between) && !isInside(outline, p) && !isInside(outline, q),
  )
}

function endsOf(stroke: Stroke, index: number): End[] {
  const { points, start, end, closed } = stroke
  const [first, last] = [points[0], points.at(-1)]
  if (closed || !first || !last) return []
  const reach = Math.max(4, 3 * stroke.width)
  const away = (towards: Point) => ({ x: -towards.x, y: -towards.y })
  const isFree = (tip: Tip) => !tip.head && !tip.branch
  return [
    ...(isFree(start)
      ? [{ stroke: index, last: false, point: first, way: away(directionOf(points, reach)) }]
      : []),
    ...(isFree(end)
      ? [
          {
            stroke: index,
            last: true,
            point: last,
            way: away(directionOf(points.toReversed(), reach)),
          },
        ]
      : []),
  ]
}

function possibleLinks(
  strokes: readonly Stroke[],
  ends: readonly End[],
  labels: readonly Label[],
): Link[] {
  const byX = [...ends].sort((a, b) => a.point.x - b.point.x)
  const links: Link[] = []
  const farthest = Math.max(24, ...labels.map(({ box }) => box.width + around(box)))
  byX.forEach((a, index) => {
    for (let j = index + 1; j < byX.length; j++) {
      const b = byX[j]
      if (!b || b.point.x - a.point.x > farthest) break
      const link = linkOf(a, b, strokes, labels)
      if (link) links.push(link)
    }
  })
  return links
}

/** A line may bend by this much where a label interrupts it, as a cosine; the same where both ends lie on its ground. */
const LABELLED = 0.97
const GROUNDED = 0.3
/** Pixels beyond a ground's edge, over half a pen, in which the line that it hides ends. */
const ON_EDGE = 4

function linkOf(
  a: End,
  b: End,
  strokes: readonly Stroke[],
  labels: readonly Label[],
): Link | undefined {
  const [one, other] = [strokes[a.stroke], strokes[b.stroke]]
  if (!one || !other || one === other) return undefined
  if (!isSameInk(one, other)) return undefined
  if (!likeWide(one, other)) return undefined
  const gap = distance(a.point, b.point)
  const pen = Math.max(one.width, other.width)
  const across = { x: b.point.x - a.point.x, y: b.point.y - a.point.y }
  const along = gap < 1 ? 1 : (a.way.x * across.x + a.way.y * across.y) / gap
  const back = gap < 1 ? 1 : -(b.way.x * across.x + b.way.y * across.y) / gap
  const off = Math.max(one.dash?.[1] ?? 0, other.dash?.[1] ?? 0)
  const most = 3 * pen + Math.max(8, 2 * off)
  const straight = gap < 3 ? 0.3 : one.dash && other.dash ? 0.6 : off > 0 ? 0.8 : 0.96
  const ground = labels.find(
    (one) => one.ground && [a, b].every((end) => meets(end, one.ground, pen)),
  )
  const label =
    ground ?? (gap > most || along < straight || back < straight ? hiding(a, b, labels) : undefined)
  const bend = ground ? GROUNDED : LABELLED
  if (label && along > bend && back > bend)
    return { a, b, gap, cost: gap * (3 - along - back), label }
  if (along < straight || back < straight) {
    const corner = off > 0 ? cornerOf(a, b, off + 1.5 * pen + 2) : undefined
    return corner && { a, b, gap, cost: 4 * gap + 4, corner }
  }
  if (gap > most) return undefined
  return { a, b, gap, cost: gap * (3 - along - back) }
}

function meets({ point }: End, ground: Shape | undefined, pen: number): boolean {
  if (!ground) return false
  const { outline } = ground
  return isInside(outline, point) || distance(nearestOn(outline, point), point) <= ON_EDGE + pen / 2
}

/** Where two ends that go straight on meet, if that is near both. */
function cornerOf(a: End, b: End, reach: number): Point | undefined {
  if (Math.abs(a.way.x * b.way.x + a.way.y * b.way.y) > 0.9) return undefined
  const met = crossing({ at: a.point, to: a.way }, { at: b.point, to: b.way })
  if (!met || distance(met, a.point) > reach || distance(met, b.point) > reach) return undefined
  const ahead = ({ point, way }: End) => (met.x - point.x) * way.x + (met.y - point.y) * way.y
  return ahead(a) > -0.5 * reach && ahead(b) > -0.5 * reach ? met : undefined
}

/** One colour; a line thinner than two pixels may be mixed with its ground. */
export function isSameInk(a: Stroke, b: Stroke): boolean {
  if (difference(a.colour, b.colour) <= 56) return true
  if (Math.min(a.width, b.width) > 2.6) return false
  const [pale, strong] =
    difference(a.colour, a.under) < difference(b.colour, b.under) ? [a, b] : [b, a]
  return (
    difference(pale.colour, pale.under) > 0.35 * difference(strong.colour, strong.under) &&
    offMixture(pale.colour, strong.colour, pale.under) <= 26
  )
}

function likeWide(a: Stroke, b: Stroke): boolean {
  return Math.max(a.width, b.width) <= 1.8 * Math.min(a.width, b.width) + 0.5
}

/** Heights of its words by which the ground of a label, in the page's colour, is wider than they are, at most. */
const PADDED = 4
const around = ({ height }: { height: number }) => Math.max(28, PADDED * height)

/** The label that stands between two ends, and little else. */
function hiding({ point: a }: End, { point: b }: End, labels: readonly Label[]): Label | undefined {
  const middle = midpoint(a, b)
  const gap = distance(a, b)
  return labels.find(({ box: { x, y, width, height } }) => {
    const inside =
      middle.x > x - 4 && middle.x < x + width + 4 && middle.y > y - 4 && middle.y < y + height + 4
    const through = Math.abs(a.x - b.x) > Math.abs(a.y - b.y) ? width : height
    return inside && gap <= through + around({ height })
  })
}

function chained(
  strokes: readonly Stroke[],
  ends: readonly End[],
  next: ReadonlyMap<End, Link>,
): Stroke[] {
  const endOf = (stroke: number, last: boolean) =>
    ends.find((end) => end.stroke === stroke && end.last === last)
  const done = new Set<number>()
  const lines: Stroke[] = []
  const follow = (start: number, startLast: boolean) => {
    const pieces: Stroke[] = []
    let corner: Point[] = []
    let at = start
    let leaveLast = startLast
    for (;;) {
      const stroke = strokes[at]
      if (!stroke || done.has(at)) break
      done.add(at)
      const own = leaveLast ? stroke : backwards(stroke)
      pieces.push({ ...own, points: [...corner, ...own.points] })
      const leave = endOf(at, leaveLast)
      const link = leave && next.get(leave)
      if (!link) break
      const arrive = link.a === leave ? link.b : link.a
      if (done.has(arrive.stroke)) break
      corner = link.corner ? [link.corner] : []
      at = arrive.stroke
      leaveLast = !arrive.last
    }
    lines.push(lineOf(pieces))
  }
  strokes.forEach((_, index) => {
    if (done.has(index)) return
    const [first, last] = [endOf(index, false), endOf(index, true)]
    if (!first || !next.has(first)) follow(index, true)
    else if (!last || !next.has(last)) follow(index, false)
  })
  // What is left runs in circles.
  strokes.forEach((_, index) => {
    if (!done.has(index)) follow(index, true)
  })
  return lines
}

function lineOf(strokes: readonly Stroke[]): Stroke {
  const longest = strokes.reduce((a, b) => (lengthOf(b.points) > lengthOf(a.points) ? b : a))
  const dash = strokes.filter((stroke) => stroke.dash).sort(byLength)[0]?.dash
  return {
    points: strokes.flatMap(({ points }) => points),
    width: longest.width,
    colour: longest.colour,
    under: longest.under,
    start: strokes[0]?.start ?? {},
    end: strokes.at(-1)?.end ?? {},
    closed: strokes.length === 1 && longest.closed,
    ...(dash && { dash }),
  }
}

function byLength(a: Stroke, b: Stroke): number {
  return lengthOf(b.points) - lengthOf(a.points)
}

function backwards(stroke: Stroke): Stroke {
  return {
    ...stroke,
    points: stroke.points.toReversed(),
    start: stroke.end,
    end: stroke.start,
  }
}
