import { boxAround, distance } from '../../../../figure/geometry'
import { anchorOn } from '../../../../figure/geometry/anchors'
import { hexOf } from '../../../../figure/pixels/color'
import { rounded, roundedAll } from '../../../../forms/numbers'
import type { Anchor, Point, SceneElement, Style } from '../../../../forms/scene'
import { nearestOn } from '../../outlines/nearest'
import { pointsAlongLine } from '../../outlines/outline-dashes'
import { directionOf, lengthOf } from '../../outlines/polyline'
import type { Pixels } from '../../pixels/pixels'
import type { Stroke, Tip } from '../strokes/stroke'
import { aimedAt, type Holder, holderOf, metOutline } from './anchors'
import { refineRoute } from './refine-route'
import { fitRoute, type Route } from './route'

export interface Connector {
  line: Stroke
  route: Route
  from?: Anchor
  to?: Anchor
  heads: 'end' | 'both' | 'none'
  /** A relation, or a mere line of the drawing. */
  relation: boolean
}

/** Lines as connectors: their form, what their ends hold on to, and which way they point. */
export function connectorsOf(
  lines: readonly Stroke[],
  holders: readonly Holder[],
  picture: { source: Pixels; ground: Pixels; textHeight: number },
): Connector[] {
  return lines.map((line) => {
    const ends = [anchored(line, false, holders), anchored(line, true, holders)] as const
    const turned = Boolean(line.start.head) && !line.end.head
    const own = turned ? flipped(line) : line
    const [first, last] = turned ? [ends[1], ends[0]] : ends
    const straight = refineRoute(fitRoute(own.points, own.width), {
      ...picture,
      colour: own.colour,
      width: own.width,
      heads: [own.start.head?.length ?? 0, own.end.head?.length ?? 0],
    })
    const fitted = fit(straight, own, first, last)
    const heads = own.start.head && own.end.head ? 'both' : own.end.head ? 'end' : ('none' as const)
    const from = first && anchorAt(first, fitted.points[0])
    const to = last && anchorAt(last, fitted.points.at(-1))
    return {
      line: own,
      route: fitted,
      ...(from && { from }),
      ...(to && { to }),
      heads,
      relation:
        (heads !== 'none'
          ? first !== undefined || last !== undefined || isLong(own, picture.textHeight)
          : first !== undefined &&
            last !== undefined &&
            first !== last &&
            !(continues(fitted.points, first) && continues(fitted.points.toReversed(), last))) &&
        !isBorder(fitted.points, own.width, holders),
    }
  })
}

const anchorAt = ({ id, shape: { box } }: Holder, point: Point = { x: 0, y: 0 }) =>
  anchorOn({ id, box }, point)

/** A head with less than its own length of line behind it, or a line as short as a letter, is a crossing or a tick. */
function isLong({ points, start, end }: Stroke, text: number): boolean {
  const heads = (start.head?.length ?? 0) + (end.head?.length ?? 0)
  return lengthOf(points) > Math.max(text, SHAFT * heads)
}

const SHAFT = 1.5

/** A line that starts at a corner of a form and goes on where its side ends: an axis on which the form stands. */
function continues([start, next]: readonly Point[], { shape: { outline, stroke } }: Holder) {
  if (!start || !next || outline.form !== 'rect') return false
  const reach = 2 + (stroke?.width ?? 0) / 2
  const { x, y, width, height } = outline
  const near = (value: number, ...sides: number[]) =>
    sides.some((side) => Math.abs(value - side) <= reach)
  const [columns, rows] = [
    [x, x + width],
    [y, y + height],
  ]
  return Math.abs(start.x - next.x) < Math.abs(start.y - next.y)
    ? near(start.x, ...columns) && near(start.y, ...rows)
    : near(start.y, ...rows) && near(start.x, ...columns)
}

/** Most of a line that runs along the outlines of forms is a border of theirs. */
function isBorder(points: readonly Point[], width: number, holders: readonly Holder[]): boolean {
  const places = pointsAlongLine(points).filter((_, index) => index % 3 === 0)
  const along = places.filter((place) =>
    holders.some(({ shape: { box, outline, stroke } }) => {
      const reach = (width + (stroke?.width ?? 0)) / 2 + 1.5
      if (place.x < box.x - reach || place.x > box.x + box.width + reach) return false
      if (place.y < box.y - reach || place.y > box.y + box.height + reach) return false
      return distance(nearestOn(outline, place), place) <= reach
    }),
  ).length
  return along > BORDER * places.length
}

const BORDER = 0.6

function flipped(line: Stroke): Stroke {
  return { ...line, points: line.points.toReversed(), start: line.end, end: line.start }
}

function anchored(line: Stroke, last: boolean, holders: readonly Holder[]): Holder | undefined {
  const points = last ? line.points.toReversed() : line.points
  const [end] = points
  if (!end || line.closed) return undefined
  const inwards = directionOf(points, 8)
  const way = { x: -inwards.x, y: -inwards.y }
  const head = (last ? line.end : line.start).head
  const reach = Math.max(5, 2.2 * line.width) + (head ? 2 : 0) + (line.dash ? line.dash[1] : 0)
  const held = holderOf(end, way, reach, holders)
  if (held) return held
  // Many drawings leave a margin between a line and what it points at.
  const long = directionOf(points, Math.max(14, 8 * line.width))
  const ahead = Math.min(MARGIN, 0.3 * lengthOf(points)) + (line.dash ? line.dash[1] : 0)
  return aimedAt(end, { x: -long.x, y: -long.y }, ahead, holders)
}

/** Pixels between a line's end and the form that it points at. */
const MARGIN = 18

/** Moves the ends of a route on to the outlines that hold them. */
function fit(route: Route, line: Stroke, first?: Holder, last?: Holder): Route {
  if (route.form === 'curve') {
    const points = [...route.points]
    if (last && points.length > 0) points.push(meeting(points, last, line.end.head))
    const back = points.toReversed()
    if (first && back.length > 0) back.push(meeting(back, first, line.start.head))
    const whole = back.toReversed()
    return fitRoute(whole, line.width)
  }
  const points = [...route.points]
  if (last) points[points.length - 1] = meeting(points, last, line.end.head)
  points.reverse()
  if (first) points[points.length - 1] = meeting(points, first, line.start.head)
  return { ...route, points: points.reverse() }
}

/** Where the last piece of a line, going on, meets the form; where it stops short of it, its end. */
function meeting(points: readonly Point[], { shape }: Holder, head: Tip['head']): Point {
  const last = points.at(-1) ?? { x: 0, y: 0 }
  const inwards = directionOf(points.toReversed(), 12)
  const met = metOutline(last, { x: -inwards.x, y: -inwards.y }, shape)
  const forward = (last.x - met.x) * inwards.x + (last.y - met.y) * inwards.y
  // The tip of a head was measured below a pixel.
  return forward > TOUCH || (head && Math.abs(forward) <= 2) ? last : met
}

/** An outline's own width and blur hide as many pixels of a line that touches it. */
const TOUCH = 4

/** A connector as an element of the scene. */
export function connectorElement(one: Connector, id: string, z: number): SceneElement {
  const { route, from, to, heads, relation } = one
  const style = styleOf(one)
  return {
    id,
    kind: relation ? 'connector' : 'shape',
    role: relation ? 'edge' : 'mark',
    z,
    box: roundedAll(boxAround(route.points)),
    geometry: geometryOf(route),
    style,
    ...(relation && { heads }),
    ...(relation && from && { from }),
    ...(relation && to && { to }),
  }
}

function styleOf({ line, heads }: Connector): Style {
  const head = line.end.head ?? line.start.head
  const width = Math.max(0.6, line.width)
  return {
    stroke: hexOf(line.colour),
    strokeWidth: rounded(width),
    ...(line.dash && { dash: line.dash.map(rounded) }),
    ...(heads !== 'none' &&
      head && {
        head: {
          form: head.form,
          length: rounded(Math.max(1, head.length / width)),
          width: rounded(Math.max(1, head.width / width)),
        },
      }),
  }
}

/** From tip to tip: the writer leaves room for heads. */
function geometryOf(route: Route): NonNullable<SceneElement['geometry']> {
  if (route.form !== 'polyline') return { form: 'path', d: route.d }
  return roundedAll({ form: 'polyline', points: route.points, radius: route.radius })
}
