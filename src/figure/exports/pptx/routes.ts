import {
  type Box,
  type Geometry,
  type Point,
  type SceneElement,
  type Style,
  TIPS,
} from '../../../forms/scene'
import { ahead, boxAround, direction, distance } from '../../geometry'
import { boxOf } from '../../geometry/moved'
import { outlineOf } from '../../geometry/outlines'
import { ringsOf, type Segment } from '../../geometry/path-data'
import { ellipsePath, path } from '../../geometry/shape-paths'
import { headInset, headOf } from '../../svg/heads'
import { freeForm, presetMarkup } from './forms'
import type { Measure, Turn } from './units'

/** A connector's line as PowerPoint has it. */
interface Route {
  box: Box
  turn: Turn
  markup: string
}

/** Where a connector begins and ends; nothing of one without a line. */
export function endsOf(geometry: Geometry): Point[] {
  const [first, ...further] = outlineOf(geometry)
  const last = further.at(-1)
  if (!first || !last) return []
  return [first, last].map(({ points }) => ({ x: points.at(-2) ?? 0, y: points.at(-1) ?? 0 }))
}

/**
 * A straight or bent connector where one shows the line, up to five level and upright pieces; else the line itself as a
 * free form.
 */
export function routeOf(geometry: Geometry, measure: Measure): Route {
  const segments = outlineOf(geometry)
  const bent = bentRoute(cornersOf(geometry, segments), measure)
  if (bent) return bent
  const box = boxOf(geometry, {})
  return { box, turn: {}, markup: freeForm(segments, box, measure, { open: true }).markup }
}

/** Corners that a line passes within so many pixels of straight, and pieces that are level or upright within them. */
const STRAIGHT = 0.25

/** Of a line without curves; rounded bends count as corners. */
function cornersOf(geometry: Geometry, segments: readonly Segment[]): Point[] {
  const straight = segments.every(({ letter }, at) => letter === (at === 0 ? 'M' : 'L'))
  if (geometry.form !== 'polyline' && !straight) return []
  const all =
    geometry.form === 'polyline'
      ? geometry.points
      : segments.map(({ points: [x = 0, y = 0] }) => ({ x, y }))
  return all.reduce<Point[]>((corners, point, at) => {
    const [before, after] = [corners.at(-1), all[at + 1]]
    const bends =
      !before ||
      !after ||
      distance(before, point) + distance(point, after) - distance(before, after) > STRAIGHT / 10
    if (bends) corners.push(point)
    return corners
  }, [])
}

/** A side of no length would make shares of it endless: in EMU. */
const LEAST_SIDE = 3000

/**
 * A bent connector goes level first, from the upper left to the lower right; it is mirrored where ours does not, and laid on
 * its side where ours goes upright first. Its bends are shares of its width and height in turn.
 */
function bentRoute(points: readonly Point[], { scale }: Measure): Route | undefined {
  const pieces = points.length - 1
  const [from, next, to] = [points[0], points[1], points.at(-1)]
  if (pieces > 5 || !from || !next || !to) return undefined
  if (pieces === 1) {
    const turn = { flipH: to.x < from.x, flipV: to.y < from.y }
    return { box: boxAround([from, to]), turn, markup: presetMarkup('straightConnector1') }
  }
  const upright = Math.abs(next.x - from.x) <= STRAIGHT
  const square = points.slice(1).every((point, at) => {
    const before = points[at] ?? point
    const off = (at % 2 === 0) === upright ? point.x - before.x : point.y - before.y
    return Math.abs(off) <= STRAIGHT
  })
  if (!square) return undefined
  const along = ({ x, y }: Point) => (upright ? y - from.y : x - from.x)
  const across = ({ x, y }: Point) => (upright ? x - from.x : y - from.y)
  const [back, up] = [along(to) < 0, across(to) < 0]
  const width = Math.max(LEAST_SIDE / scale, Math.abs(along(to)))
  const height = Math.max(LEAST_SIDE / scale, Math.abs(across(to)))
  const bends = points.slice(1, -2).map((point, at) => {
    const share = at % 2 === 0 ? along(point) / width : across(point) / height
    return [`adj${at + 1}`, 1e5 * share * ((at % 2 === 0 ? back : up) ? -1 : 1)]
  })
  const [x, y] = [(from.x + to.x - width) / 2, (from.y + to.y - height) / 2]
  return {
    box: { x, y, width, height },
    turn: upright ? { degrees: 90, flipH: back, flipV: !up } : { flipH: back, flipV: up },
    markup: presetMarkup(`bentConnector${pieces}`, Object.fromEntries(bends)),
  }
}

/** The ends of a connector that PowerPoint has no heads for, as outlines: bars, crosses and rings. */
export function tipsOf(each: SceneElement, background: string): { d: string; style: Style }[] {
  const { stroke = '#000000', strokeWidth = 1 } = each.style
  const { heads = 'end', geometry } = each
  const head = headOf(each.style)
  const { form } = head
  if (!geometry || heads === 'none' || !TIPS.some((tip) => tip === form)) return []
  const [ring] = ringsOf(outlineOf(geometry))
  const points = ring?.points ?? []
  const style = { stroke: head.color ?? stroke, strokeWidth, round: true }
  const half = (head.width * strokeWidth) / 2
  return (heads === 'both' ? [points, points.toReversed()] : [points]).flatMap((line) => {
    const [end, before] = [line.at(-1), line.at(-2)]
    if (!end || !before) return []
    const way = direction(end, before)
    /** So far back from the end, and so far aside. */
    const at = (back: number, by: number) =>
      ahead(ahead(end, way, back), { x: -way.y, y: way.x }, by)
    const stroked = (one: Point, two: Point) => path`M${one.x} ${one.y}L${two.x} ${two.y}`
    if (form === 'circle') {
      const { x, y } = at(half, 0)
      return [{ d: ellipsePath(x, y, half, half), style: { ...style, fill: background } }]
    }
    const inset = headInset(each.style)
    const d =
      form === 'bar'
        ? stroked(at(inset, -half), at(inset, half))
        : stroked(at(2 * half, -half), at(0, half)) + stroked(at(2 * half, half), at(0, -half))
    return [{ d, style }]
  })
}
