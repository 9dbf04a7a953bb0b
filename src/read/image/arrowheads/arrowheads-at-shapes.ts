import { difference } from '../../../figure/color'
import { ahead, direction, distance } from '../../../figure/geometry'
import type { Point } from '../../../forms/scene'
import { isInside, nearestOn } from '../connectors/anchors'
import type { Shape } from '../contours/shape'
import type { Pixels } from '../pixels/pixels'
import type { Line } from '../strokes/line-linking'

/** Degrees between a line and the barbs of its open head. */
const LEAST_ANGLE = 15
const MOST_ANGLE = 60
const ANGLE_STEP = 3
/** In widths of the pen: where a line is sure to be no head, and how much of it says where it leads. */
const BACK = 4
const SHAFT = 10
/** The same of the barbs. */
const LEAST_BARB = 2.5
const MOST_BARB = 9
/** How much longer one barb may be than the other. */
const UNLIKE_BARB = 2.4

interface Drawn {
  source: Pixels
  ground: Pixels
  contrast: number
}

interface Barb {
  angle: number
  length: number
}

/**
 * Finds the open heads that a hand drew against the form that they point at: their tips are lost in its edge, and what
 * is left of their barbs no longer meets.
 */
export function withArrowheadsAtShapes(
  lines: readonly Line[],
  shapes: readonly Shape[],
  drawn: Drawn,
): Line[] {
  const places: { tip: Point; reach: number }[] = []
  const result = lines.map((line) => {
    if (line.closed || line.dash) return line
    const last = headed(line, line.points.toReversed(), shapes, drawn)
    const end = !line.end.head && last
    const first = headed(line, line.points, shapes, drawn)
    const start = !line.start.head && first
    if (!end && !start) return line
    let { points } = line
    if (end) points = end.points.toReversed()
    else if (start) points = start.points
    for (const one of [end, start]) if (one) places.push({ tip: one.tip, reach: one.reach })
    // Two heads at once would be two strays: one is enough.
    return end
      ? { ...line, points, end: { head: end.head } }
      : { ...line, points, start: { ...(start && { head: start.head }) } }
  })
  return result.filter(
    ({ points, start, end }) =>
      start.head?.form === 'open' ||
      end.head?.form === 'open' ||
      !places.some(({ tip, reach }) => points.every((point) => distance(point, tip) <= reach)),
  )
}

/** The head at the first of the points, and the line to its tip. */
function headed(
  { width: pen }: Line,
  points: readonly Point[],
  shapes: readonly Shape[],
  drawn: Drawn,
) {
  const [end] = points
  const near = end && points.find((point) => distance(point, end) >= BACK * pen)
  const far = near && points.find((point) => distance(point, near) >= SHAFT * pen)
  if (!end || !near || !far) return undefined
  const way = direction(far, near)
  const met = meets(near, way, 2 * BACK * pen, shapes)
  if (!met || distance(met.tip, end) > 1.5 * BACK * pen) return undefined
  const barbs = [-1, 1].map((side) => barbOf(met, way, side, pen, drawn))
  const [a, b] = barbs
  if (!a || !b || Math.max(a.length, b.length) > UNLIKE_BARB * Math.min(a.length, b.length))
    return undefined
  const reach = Math.max(a.length, b.length)
  const head = {
    form: 'open' as const,
    length: (a.length * Math.cos(a.angle) + b.length * Math.cos(b.angle)) / 2,
    width: a.length * Math.sin(a.angle) + b.length * Math.sin(b.angle),
  }
  const rest = points.slice(points.indexOf(near))
  return { head, tip: met.tip, reach: reach + 2 * pen, points: [met.tip, ...rest] }
}

interface Met {
  tip: Point
  shape: Shape
}

/** Where a line that goes straight on comes to the outer edge of a form. */
function meets(from: Point, way: Point, reach: number, shapes: readonly Shape[]): Met | undefined {
  for (let t = 0; t <= reach; t += 0.5) {
    const tip = ahead(from, way, t)
    const shape = shapes.find((one) => isOn(one, tip, 0))
    if (shape) return t > 0 && !isInside(shape.outline, from) ? { tip, shape } : undefined
  }
  return undefined
}

function isOn({ outline, stroke, box }: Shape, place: Point, slack: number): boolean {
  const reach = (stroke?.width ?? 0) / 2 + slack
  if (place.x < box.x - slack || place.x > box.x + box.width + slack) return false
  if (place.y < box.y - slack || place.y > box.y + box.height + slack) return false
  return distance(nearestOn(outline, place), place) <= reach
}

/** The longest barb on one side; the edge of the form may cover its first part. */
function barbOf(
  { tip, shape }: Met,
  way: Point,
  side: number,
  pen: number,
  drawn: Drawn,
): Barb | undefined {
  let best: Barb | undefined
  let most = 1.2 * pen
  for (let degrees = LEAST_ANGLE; degrees <= MOST_ANGLE; degrees += ANGLE_STEP) {
    const angle = (degrees * Math.PI) / 180
    const [cos, sin] = [Math.cos(angle), side * Math.sin(angle)]
    const back = { x: -way.x * cos + way.y * sin, y: -way.x * sin - way.y * cos }
    // Nearer to the tip, barb and line are one.
    const from = (1.1 * pen) / Math.sin(angle)
    let [inked, length] = [0, 0]
    for (let t = from; t <= (MOST_BARB + 1) * pen; t += 0.5) {
      const place = ahead(tip, back, t)
      const ink = isInk(place, drawn)
      if (!ink && !isOn(shape, place, pen)) break
      if (!ink) continue
      inked += 0.5
      length = t
    }
    if (inked <= most || length < LEAST_BARB * pen || length > MOST_BARB * pen) continue
    most = inked
    best = { angle, length }
  }
  return best
}

function isInk({ x, y }: Point, { source, ground, contrast }: Drawn): boolean {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= source.width || row >= source.height) return false
  const i = row * source.width + column
  return difference(source.rgb[i] as number, ground.rgb[i] as number) > contrast
}
