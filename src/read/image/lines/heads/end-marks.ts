import { distance } from '../../../../figure/geometry'
import type { Box, Point } from '../../../../forms/scene'
import { nearestOn } from '../../outlines/nearest'
import { pointsAlongOutline } from '../../outlines/outline-dashes'
import { directionOf } from '../../outlines/polyline'
import { boxOf, type Shape } from '../../outlines/shape'
import { stands } from '../../surfaces/label-grounds'
import type { Stroke } from '../strokes/stroke'

/** Pixels, over half a pen, between a mark and the line that it ends, and between it and the form that the line leads to. */
const TOUCHES = 4
/** Of a line's direction and that of the mark ahead, as a cosine. */
const AHEAD = 0.85

/**
 * Small forms between the end of one line and a larger form are its head, a hollow one for instance: the line goes on
 * to the larger form below them. Small rings that a pen drew end it too. Gives the lines, and those forms.
 */
export function withEndMarks(
  lines: readonly Stroke[],
  small: readonly Shape[],
  terms: { large: readonly Shape[]; letters: readonly Box[]; most: number },
): { lines: Stroke[]; marks: Shape[] } {
  const result = [...lines]
  const marks: Shape[] = []
  const forms = [...small, ...lines.flatMap((line) => ringOf(line, terms.most))]
  for (const shape of forms) {
    if (terms.letters.some((line) => stands(line, shape.box))) continue
    const pen = shape.stroke?.width ?? 0
    const places = pointsAlongOutline(shape.outline)
    const reach = TOUCHES + pen / 2
    const touch = { reach, isRing: !small.includes(shape) }
    const ends = result.flatMap((line, index) => [
      ...endAt(line, index, false, shape, touch),
      ...endAt(line, index, true, shape, touch),
    ])
    const [end] = ends
    if (!end || ends.length > 1) continue
    const tip = places.reduce(
      (a, b) => (along(b, end.point, end.way) > along(a, end.point, end.way) ? b : a),
      end.point,
    )
    const aims = terms.large.some(
      ({ outline, stroke }) =>
        distance(nearestOn(outline, tip), tip) <= reach + (stroke?.width ?? 0) / 2,
    )
    if (!aims) continue
    const across = places.map(({ x, y }) => (y - tip.y) * end.way.x - (x - tip.x) * end.way.y)
    const head = {
      form: 'triangle' as const,
      length: Math.max(2, along(tip, end.point, end.way)),
      width: Math.max(...across) - Math.min(...across),
    }
    const line = result[end.index]
    if (!line) continue
    result[end.index] = end.last
      ? { ...line, points: [...line.points, tip], end: { head } }
      : { ...line, points: [tip, ...line.points], start: { head } }
    if (small.includes(shape)) marks.push(shape)
  }
  return { lines: result, marks }
}

/** A closed line no longer than `most` on either side, as the form that it draws. */
function ringOf({ points, closed, width, colour, under }: Stroke, most: number): Shape[] {
  const box = boxOf({ form: 'polygon', points }, width)
  if (!closed || points.length < 3 || Math.max(box.width, box.height) > most) return []
  const own = { fill: under, outside: under, stroke: { colour, width } }
  return [{ ...own, outline: { form: 'polygon', points }, box, area: 0, labels: [] }]
}

function endAt(
  line: Stroke,
  index: number,
  last: boolean,
  { outline }: Shape,
  { reach, isRing }: { reach: number; isRing: boolean },
) {
  const points = last ? line.points.toReversed() : line.points
  const [point] = points
  const tip = last ? line.end : line.start
  if (!point || line.closed || tip.head || (tip.branch && !isRing)) return []
  const near = nearestOn(outline, point)
  if (distance(near, point) > reach + line.width / 2 + (line.dash?.[1] ?? 0)) return []
  const inwards = directionOf(points, Math.max(8, 4 * line.width))
  const way = { x: -inwards.x, y: -inwards.y }
  const middle = middleOf(pointsAlongOutline(outline))
  const away = distance(point, middle) || 1
  return along(middle, point, way) / away >= AHEAD ? [{ index, last, point, way }] : []
}

const along = (place: Point, from: Point, way: Point) =>
  (place.x - from.x) * way.x + (place.y - from.y) * way.y

function middleOf(places: readonly Point[]): Point {
  const sum = places.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
  const count = Math.max(1, places.length)
  return { x: sum.x / count, y: sum.y / count }
}
