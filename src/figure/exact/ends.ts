import { roundedTo } from '../../forms/numbers'
import type { Geometry, Point, SceneElement } from '../../forms/scene'
import { crossingAt, segmentsNear } from '../check/contours'
import { attachmentOf, endOf, startOf } from '../check/edge-faults'
import type { FlatEdge, FlatNode } from '../check/flat-scene'
import { ahead, between, boxAround, direction, distance } from '../geometry'
import { withData } from '../geometry/anchors'
import { endMoved, pathOf, pathSegments, reversedPath } from '../geometry/path-data'
import { type Figure, type Mend, MOST, mended } from './mend'

/** An end nearer than this to its border stands on it. */
const ON = 1
/** How much farther a border may lie along a line than beside its end: some 15 degrees. */
const SLANTED = 4

/** Ends are led on, or back, along their own line to the outline of what they join; else to its nearest place. */
export function endsOnOutlines(figure: Figure, isHeld: (one: SceneElement) => boolean): Figure {
  const mends = figure.flat.wires.flatMap((wire): Mend[] => {
    if (isHeld(wire.element)) return []
    let { geometry } = wire.element
    for (const end of ['from', 'to'] as const) {
      const thing = wire[end]
      if (geometry && thing) geometry = snapped(figure, wire, end, thing, geometry)
    }
    return geometry && geometry !== wire.element.geometry ? [[{ ...wire.element, geometry }]] : []
  })
  return mended(figure, mends)
}

function snapped(
  { flat }: Figure,
  wire: FlatEdge,
  end: 'from' | 'to',
  thing: FlatNode,
  geometry: Geometry,
): Geometry {
  const place = end === 'from' ? startOf(wire) : endOf(wire)
  const { off, at } = attachmentOf(flat, wire, place, thing)
  if (off <= ON || partsMet(thing).length === 0) return geometry
  const points = end === 'from' ? wire.points.toReversed() : wire.points
  const along = alongLine(points, thing)
  // A line that comes to a corner passes between its two borders: what it meets behind them is no outside.
  const meets = along && distance(along, place) <= SLANTED * off + ON ? along : undefined
  const met = meets ?? (off <= MOST.move || isAhead(points, at) ? at : undefined)
  if (!met || distance(met, place) > MOST.end) return geometry
  return withEndAt(geometry, end, met) ?? geometry
}

const partsMet = ({ ground, parts }: FlatNode) => (ground ? [ground] : parts)

/** The last place of a line that is not its end, by which it is told where it leads. */
const beforeEnd = (points: readonly Point[]): Point | undefined => {
  const last = points.at(-1) as Point
  return points.findLast((point) => distance(point, last) > 2) ?? points[0]
}

/** Within some 20 degrees of where a line leads. */
function isAhead(points: readonly Point[], at: Point): boolean {
  const [before, last] = [beforeEnd(points), points.at(-1) as Point]
  if (!before) return false
  const [way, on] = [direction(before, last), direction(last, at)]
  return way.x * on.x + way.y * on.y > 0.94
}

/** Where a line meets a thing's outside: on its last stretch, or where it would come if it went on. */
function alongLine(points: readonly Point[], thing: FlatNode): Point | undefined {
  const last = points.at(-1) as Point
  const before = beforeEnd(points)
  if (!before || distance(before, last) < 0.01) return undefined
  const way = direction(before, last)
  const reach = Math.min(MOST.end, distance(before, last) - 0.5)
  const [from, to] = [ahead(last, way, -reach), ahead(last, way, MOST.end)]
  const box = boxAround([from, to])
  const shares = partsMet(thing)
    .filter(({ fill, stroke }) => fill || stroke)
    .flatMap((part) => {
      const half = (part.stroke?.width ?? 0) / 2 / distance(from, to)
      return [...segmentsNear(part.contours, box)].flatMap(([a, b]) => {
        const share = crossingAt(from, to, a, b)
        return share === undefined ? [] : [Math.max(0, share - half)]
      })
    })
  // The first border that the line comes to is the outside.
  const first = shares.sort((a, b) => a - b)[0]
  return first === undefined ? undefined : between(from, to, first)
}

/** The same line with its start or end elsewhere; of a curve what leads its end goes along. */
function withEndAt(geometry: Geometry, end: 'from' | 'to', { x, y }: Point): Geometry | undefined {
  const at = { x: roundedTo(x, 2), y: roundedTo(y, 2) }
  if (geometry.form === 'polyline') {
    const last = geometry.points.length - 1
    const points = geometry.points.map((point, index) =>
      index === (end === 'from' ? 0 : last) ? at : point,
    )
    return { ...geometry, points }
  }
  if (geometry.form !== 'path') return undefined
  const segments = pathSegments(geometry.d)
  const turned = end === 'from' ? reversedPath(segments) : segments
  const [toX = 0, toY = 0] = turned.at(-1)?.points.slice(-2) ?? []
  const led = endMoved(turned, at.x - toX, at.y - toY)
  return { ...geometry, d: pathOf(end === 'from' ? reversedPath(led) : led) }
}

/** Lines that are all but upright or level, in units off. */
const NEARLY = { most: 6, share: 0.12 } as const

/** Straight pieces that are nearly upright or level become so; ends go along their border. */
export function nearlyStraight(figure: Figure, isHeld: (one: SceneElement) => boolean): Figure {
  const mends = figure.flat.wires.flatMap(({ element }): Mend[] => {
    const { geometry } = element
    if (isHeld(element) || geometry?.form !== 'polyline') return []
    const points = straightened(geometry.points)
    return points ? [[{ ...element, geometry: { ...geometry, points } }]] : []
  })
  return mended(figure, mends)
}

function straightened(points: readonly Point[]): Point[] | undefined {
  const next = points.map((point) => ({ ...point }))
  let changed = false
  for (let k = 1; k < next.length; k++) {
    const [a, b] = [next[k - 1] as Point, next[k] as Point]
    const [dx, dy] = [Math.abs(b.x - a.x), Math.abs(b.y - a.y)]
    const axis =
      dy > 0 && dy <= NEARLY.most && dy < NEARLY.share * dx
        ? 'y'
        : dx > 0 && dx <= NEARLY.most && dx < NEARLY.share * dy
          ? 'x'
          : undefined
    if (axis === undefined) continue
    changed = true
    // An inner corner gives way before an end does; of two ends the target's.
    const isLast = k === next.length - 1
    if (isLast && k > 1) a[axis] = b[axis]
    else b[axis] = a[axis]
  }
  return changed ? next : undefined
}

/** One kind of head for each kind of stroke, in the stroke's colour; those that are promised and not there are added. */
export function oneHeadAStroke(figure: Figure, isHeld: (one: SceneElement) => boolean): Figure {
  const { elements } = figure.scene
  const edges = elements.filter(({ role, geometry }) => role === 'edge' && geometry)
  const heads = Map.groupBy(
    edges.filter(({ style, heads: drawn }) => style.head && drawn !== 'none'),
    ({ style }) => style.strokeWidth,
  )
  const usual = edges.find(({ style }) => style.head)?.style.head
  const lacking = new Set(
    figure.found.flatMap(({ kind, element }) =>
      kind === 'head_missing' && element ? [element] : [],
    ),
  )
  const mends = edges.flatMap((edge): Mend[] => {
    const { style, data = {} } = edge
    if (isHeld(edge)) return []
    if (lacking.has(edge)) {
      const head = heads.get(style.strokeWidth)?.[0]?.style.head ?? usual
      const { color: _, ...plain } = head ?? { form: 'triangle' as const, length: 4, width: 4 }
      const promised = (data.heads ?? 'end') as 'end' | 'both'
      const whole = withData(edge, { heads: undefined })
      return [[{ ...whole, heads: promised, style: { ...style, head: plain } }]]
    }
    if (style.head?.color === undefined) return []
    const { color: _, ...head } = style.head
    return [[{ ...edge, style: { ...style, head } }]]
  })
  return mended(figure, mends)
}
