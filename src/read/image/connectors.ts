import { headInset } from '../../figure/svg-heads'
import type { Anchor, Point, SceneElement, Style } from '../../forms/scene'
import { anchorAt, type Holder, holderOf, metOutline } from './anchors'
import type { Line } from './links'
import { hex, type Pixels } from './pixels'
import { distance, lengthOf } from './polyline'
import { refined } from './refine'
import { type Route, routeOf } from './route'
import { round } from './shape-elements'
import { directionOf } from './strokes'

export interface Connector {
  line: Line
  route: Route
  from?: Anchor
  to?: Anchor
  heads: 'end' | 'both' | 'none'
  /** A relation, or a mere line of the drawing. */
  relation: boolean
}

/** Lines as connectors: their form, what their ends hold on to, and which way they point. */
export function connectorsOf(
  lines: readonly Line[],
  holders: readonly Holder[],
  picture: { source: Pixels; ground: Pixels },
): Connector[] {
  return lines.map((line) => {
    const ends = [anchored(line, false, holders), anchored(line, true, holders)] as const
    const turned = Boolean(line.start.head) && !line.end.head
    const own = turned ? flipped(line) : line
    const [first, last] = turned ? [ends[1], ends[0]] : ends
    const straight = refined(routeOf(own.points, own.width), {
      ...picture,
      colour: own.colour,
      width: own.width,
      heads: [own.start.head?.length ?? 0, own.end.head?.length ?? 0],
    })
    const fitted = fit(straight, own, first, last)
    const heads = own.start.head && own.end.head ? 'both' : own.end.head ? 'end' : ('none' as const)
    const from = first && anchorAt(first, fitted.points[0] ?? { x: 0, y: 0 })
    const to = last && anchorAt(last, fitted.points.at(-1) ?? { x: 0, y: 0 })
    return {
      line: own,
      route: fitted,
      ...(from && { from }),
      ...(to && { to }),
      heads,
      relation: heads !== 'none' || (first !== undefined && last !== undefined && first !== last),
    }
  })
}

function flipped(line: Line): Line {
  return { ...line, points: line.points.toReversed(), start: line.end, end: line.start }
}

function anchored(line: Line, last: boolean, holders: readonly Holder[]): Holder | undefined {
  const points = last ? line.points.toReversed() : line.points
  const [end] = points
  if (!end || line.closed) return undefined
  const inwards = directionOf(points, 8)
  const way = { x: -inwards.x, y: -inwards.y }
  const head = (last ? line.end : line.start).head
  const reach = Math.max(5, 2.2 * line.width) + (head ? 2 : 0) + (line.dash ? line.dash[1] : 0)
  return holderOf(end, way, reach, holders)
}

/** Moves the ends of a route on to the outlines that hold them. */
function fit(route: Route, line: Line, first?: Holder, last?: Holder): Route {
  if (route.form === 'curve') {
    const points = [...route.points]
    if (last && points.length > 0) points.push(meeting(points, last))
    const back = points.toReversed()
    if (first && back.length > 0) back.push(meeting(back, first))
    const whole = back.toReversed()
    return routeOf(whole, line.width)
  }
  const points = [...route.points]
  if (last) points[points.length - 1] = meeting(points, last)
  points.reverse()
  if (first) points[points.length - 1] = meeting(points, first)
  return { ...route, points: points.reverse() }
}

/** Where the last piece of a line, going on, meets the form. */
function meeting(points: readonly Point[], { shape }: Holder): Point {
  const last = points.at(-1) ?? { x: 0, y: 0 }
  const inwards = directionOf(points.toReversed(), 12)
  return metOutline(last, { x: -inwards.x, y: -inwards.y }, shape)
}

/** A connector as an element of the scene. */
export function connectorElement(one: Connector, id: string, z: number): SceneElement {
  const { line, route, from, to, heads, relation } = one
  const xs = route.points.map(({ x }) => x)
  const ys = route.points.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const style = styleOf(one)
  return {
    id,
    kind: relation ? 'connector' : 'shape',
    role: relation ? 'edge' : 'mark',
    z,
    box: {
      x: round(left),
      y: round(top),
      width: round(Math.max(...xs) - left),
      height: round(Math.max(...ys) - top),
    },
    geometry: geometryOf(route, line, style, heads),
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
    stroke: hex(line.colour),
    strokeWidth: round(width),
    ...(line.dash && { dash: line.dash.map(round) }),
    ...(heads !== 'none' &&
      head && {
        head: {
          form: head.form,
          length: round(Math.max(2, head.length / width)),
          width: round(Math.max(2, head.width / width)),
        },
      }),
  }
}

function geometryOf(
  route: Route,
  line: Line,
  style: Style,
  heads: Connector['heads'],
): NonNullable<SceneElement['geometry']> {
  const points = route.points.map(({ x, y }) => ({ x: round(x), y: round(y) }))
  if (route.form === 'polyline') return { form: 'polyline', points, radius: round(route.radius) }
  if (heads === 'none') return { form: 'path', d: route.d }
  const by = headInset(style)
  const end = shortened(route.points, by)
  const both = heads === 'both' ? shortened(end.toReversed(), by).toReversed() : end
  const again = routeOf(both, line.width)
  return again.form === 'curve'
    ? { form: 'path', d: again.d }
    : { form: 'path', d: `M${again.points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}` }
}

/** Takes `by` pixels off the end of a line of many points. */
function shortened(points: readonly Point[], by: number): Point[] {
  if (lengthOf(points) < 3 * by) return [...points]
  const kept = [...points]
  for (let left = by; kept.length > 2; ) {
    const [a, b] = [kept.at(-2), kept.at(-1)]
    if (!a || !b) break
    const step = distance(a, b)
    if (step > left) {
      kept[kept.length - 1] = {
        x: b.x + ((a.x - b.x) * left) / step,
        y: b.y + ((a.y - b.y) * left) / step,
      }
      break
    }
    kept.pop()
    left -= step
  }
  return kept
}
