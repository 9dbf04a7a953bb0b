import { difference } from '../../../figure/color'
import { ahead, direction, distance, midpoint } from '../../../figure/geometry'
import type { Box, Point } from '../../../forms/scene'
import { aimedAt, type Holder } from '../connectors/anchors'
import type { Shape } from '../contours/shape'
import type { Line } from '../strokes/line-linking'
import { polygonArea } from '../strokes/polyline'

export interface BlockArrow {
  shape: Shape
  line: Line
}

/** A head is at least this much wider than its shaft. */
const FLARE = 1.25
/** By which share the area may differ from that of a shaft and its heads. */
const AREA = 0.12

/**
 * Wide arrows that were read as closed forms: without words, and pointing from one form to another. A shaft and its
 * heads make a connector as wide as the shaft.
 */
export function blockArrows(
  shapes: readonly Shape[],
  letters: readonly Box[],
  contrast: number,
): BlockArrow[] {
  const candidates = shapes.flatMap((shape) => {
    const line = isBare(shape, letters, contrast) ? arrowFrom(shape) : undefined
    return line ? [{ shape, line }] : []
  })
  const arrows = new Set(candidates.map(({ shape }) => shape))
  const holders = shapes.flatMap((shape, index): Holder[] =>
    arrows.has(shape) ? [] : [{ id: String(index), shape }],
  )
  return candidates.filter(({ line }) => {
    const [tail, tip] = line.points
    if (!tail || !tip) return false
    const reach = Math.max(8, 1.5 * line.width)
    const to = aimedAt(tip, direction(tail, tip), reach, holders)
    const from = aimedAt(tail, direction(tip, tail), reach, holders)
    return to !== undefined && from !== undefined && to !== from
  })
}

function isBare(
  { box, fill, outside, stroke }: Shape,
  letters: readonly Box[],
  contrast: number,
): boolean {
  if (difference(fill, outside) <= contrast || stroke?.dash) return false
  if (stroke && difference(stroke.colour, fill) > contrast) return false
  return !letters.some((line) => {
    const [x, y] = [line.x + line.width / 2, line.y + line.height / 2]
    return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
  })
}

function arrowFrom({ outline, fill, outside }: Shape): Line | undefined {
  if (outline.form !== 'polygon' || outline.points.length < 7) return undefined
  const { points } = outline
  const shaft = shaftOf(points)
  if (!shaft) return undefined
  const { way, middle, width } = shaft
  const placed = points.map((point) => {
    const [x, y] = [point.x - middle.x, point.y - middle.y]
    return { t: x * way.x + y * way.y, off: y * way.x - x * way.y }
  })
  const half = Math.max(...placed.map(({ off }) => Math.abs(off)))
  if (2 * half < FLARE * width) return undefined
  const ends = [1, -1].map((sign) => {
    const far = Math.max(...placed.map(({ t }) => sign * t))
    const last = placed.filter(({ t }) => far - sign * t < 0.25 * half + 1.5)
    const pointed = last.every(({ off }) => Math.abs(off) < 0.3 * half + 1)
    const wings = placed.filter(({ t, off }) => sign * t > 0 && Math.abs(off) > 0.85 * half)
    const base = Math.min(...wings.map(({ t }) => sign * t))
    return { far, head: pointed && wings.length >= 2 ? far - base : 0 }
  })
  const [front, back] = ends
  if (!front || !back || (front.head <= 0 && back.head <= 0)) return undefined
  const wanted =
    (front.far + back.far - front.head - back.head) * width + half * (front.head + back.head)
  if (Math.abs(polygonArea(points) - wanted) > AREA * wanted) return undefined
  const at = (t: number): Point => ahead(middle, way, t)
  const tipOf = (head: number) =>
    head > 0 ? { head: { form: 'triangle' as const, length: head, width: 2 * half } } : {}
  const whole: Line = {
    points: [at(-back.far), at(front.far)],
    width,
    colour: fill,
    under: outside,
    start: tipOf(back.head),
    end: tipOf(front.head),
    closed: false,
    pieces: 1,
  }
  return front.head > 0
    ? whole
    : { ...whole, points: whole.points.toReversed(), start: whole.end, end: whole.start }
}

/** The two longest sides that face each other: their direction, the middle between them and how far they are apart. */
function shaftOf(points: readonly Point[]) {
  const sides = points.map((a, index) => {
    const b = points[(index + 1) % points.length] ?? a
    return { a, b, length: distance(a, b) || 1, way: direction(a, b) }
  })
  let best: { way: Point; middle: Point; width: number } | undefined
  let longest = 0
  for (const one of sides) {
    for (const other of sides) {
      const facing = one.way.x * other.way.x + one.way.y * other.way.y
      const short = Math.min(one.length, other.length)
      if (facing > -0.985 || short <= longest || short < 0.7 * Math.max(one.length, other.length))
        continue
      const [p, q] = [midpoint(one.a, one.b), midpoint(other.a, other.b)]
      const width = Math.abs((q.y - p.y) * one.way.x - (q.x - p.x) * one.way.y)
      const shift = Math.abs((q.x - p.x) * one.way.x + (q.y - p.y) * one.way.y)
      if (width < 4 || shift > 0.3 * short) continue
      longest = short
      best = { way: one.way, middle: midpoint(p, q), width }
    }
  }
  return best
}
