import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point, SceneElement } from '../../forms/scene'
import { placeOf } from '../anchors'
import { between, cornersOf, crossingAt } from '../check/plane'
import { centreOf, direction, distance, grown } from '../geometry'
import { type RouteRequest, routeEdges } from '../layout/router'
import { towards } from '../layout/routes'
import { simplify } from '../layout/simplify'
import { outlineOf } from '../outlines'
import { NoPath, pathOf, ringsOf } from '../path-data'
import { rerouted } from '../rerouted'
import { ENDS, type End, type Field, pointsOf } from './field'
import { isOrthogonal, labelSize, type Manner } from './manner'
import type { Sheet } from './sheet'

/** What a connector joined when it was led last. */
export interface Before {
  from?: SceneElement | undefined
  to?: SceneElement | undefined
}

/** The place where an end that holds on to nothing stays. */
export function boxesOf(sheet: Sheet, edge: SceneElement): Record<End, Box> {
  const points = edge.geometry ? pointsOf(edge.geometry) : []
  const of = (end: End): Box => {
    const thing = sheet.get(edge[end]?.element)
    if (thing) return sheet.bodyOf(thing)
    const at = (end === 'from' ? points[0] : points.at(-1)) ?? centreOf(edge.box)
    return { ...at, width: 0, height: 0 }
  }
  return { from: of('from'), to: of('to') }
}

/** Ways that keep what a connector was like: straight along an axis, as it was with its ends moved, straight from thing to thing. */
export function waysOf(
  sheet: Sheet,
  edge: SceneElement,
  before: Before | undefined,
  manner: Manner,
): Geometry[] {
  const { from: a, to: b } = boxesOf(sheet, edge)
  const { geometry } = edge
  const own =
    geometry?.form === 'polyline' ? geometry : { form: 'polyline' as const, points: [], radius: 0 }
  const shifts =
    before && Object.fromEntries(ENDS.map((end) => [end, endShift(sheet, edge, before, end)]))
  const kept =
    geometry && shifts?.from && shifts.to
      ? rerouted(geometry, { start: shifts.from, end: shifts.to })
      : undefined
  const landed = (points: readonly Point[]) => onOutlines(sheet, edge, points)
  const line = (points: readonly Point[]): Geometry => ({ ...own, points: landed(points) })
  if (manner === 'curve') {
    if (
      kept?.form === 'path' &&
      before &&
      towards(a, b) === towards(before.from?.box ?? a, before.to?.box ?? b)
    )
      return [kept]
    const way = towards(a, b)
    const across =
      way === 'left' || way === 'right' ? (b.y > a.y ? 'down' : 'up') : b.x > a.x ? 'right' : 'left'
    return [curve(sheet, edge, a, b, way), curve(sheet, edge, a, b, across)]
  }
  const wished = [geometry && pointsOf(geometry)[0], geometry && pointsOf(geometry).at(-1)]
  const axis = alongAxis(a, b, before ? wished : [])
  const direct = [centreOf(a), centreOf(b)]
  const isPlain = own.points.length <= 2
  return [
    ...(axis && (manner === 'orthogonal' || isPlain) ? [line(axis)] : []),
    ...(kept?.form === 'polyline' && (manner === 'orthogonal' || !isPlain)
      ? [{ ...kept, points: simplify(kept.points) }]
      : []),
    ...(manner === 'straight' && isPlain ? [line(direct)] : []),
  ].concat(!axis && !kept ? [line(direct)] : [])
}

function endShift(sheet: Sheet, edge: SceneElement, before: Before, end: End): Point | undefined {
  const anchor = edge[end]
  if (!anchor) return { x: 0, y: 0 }
  const [was, is] = [before[end], sheet.get(anchor.element)]
  if (!was || !is || was.id !== is.id) return undefined
  const [from, to] = [placeOf(was.box, anchor), placeOf(is.box, anchor)]
  return { x: to.x - from.x, y: to.y - from.y }
}

/** Ends keep off corners by this share of a side. */
const CORNER = 0.12

/** A straight line along an axis, where two boxes face each other: where an end was if that can be, else in their middle. */
function alongAxis(a: Box, b: Box, wished: readonly (Point | undefined)[]): Point[] | undefined {
  for (const [along, across, long, wide] of [
    ['x', 'y', 'width', 'height'],
    ['y', 'x', 'height', 'width'],
  ] as const) {
    const apart = a[along] + a[long] < b[along] || b[along] + b[long] < a[along]
    if (!apart) continue
    const span = (box: Box) =>
      [box[across] + CORNER * box[wide], box[across] + (1 - CORNER) * box[wide]] as const
    const [one, two] = [span(a), span(b)]
    const [low, high] = [Math.max(one[0], two[0]), Math.min(one[1], two[1])]
    if (low > high) continue
    const middles = [a, b].map((box) => box[across] + box[wide] / 2)
    const at =
      [...wished.map((point) => point?.[across]), ...middles].find(
        (value) => value !== undefined && value >= low && value <= high,
      ) ?? (low + high) / 2
    const isAhead = a[along] < b[along]
    const start = isAhead ? a[along] + a[long] : a[along]
    const end = isAhead ? b[along] : b[along] + b[long]
    const point = (value: number) =>
      ({ [along]: rounded(value), [across]: rounded(at) }) as unknown as Point
    return [point(start), point(end)]
  }
  return undefined
}

/** A curve from side to side, as far out as it is long. */
function curve(
  sheet: Sheet,
  edge: SceneElement,
  a: Box,
  b: Box,
  way: RouteRequest['flow'],
): Geometry {
  const [x, y] = { right: [1, 0], left: [-1, 0], down: [0, 1], up: [0, -1] }[way] as [
    number,
    number,
  ]
  const at = (box: Box, by: number) => ({
    x: box.x + (box.width * (1 + by * x)) / 2,
    y: box.y + (box.height * (1 + by * y)) / 2,
  })
  const out = distance(at(a, 1), at(b, -1)) / 2.4
  const from = landing(sheet, edge.from?.element, at(a, 1), { x: -x, y: -y })
  const to = landing(sheet, edge.to?.element, at(b, -1), { x, y })
  const points = [from.x + x * out, from.y + y * out, to.x - x * out, to.y - y * out, to.x, to.y]
  return {
    form: 'path',
    d: pathOf([
      { letter: 'M', points: [from.x, from.y] },
      { letter: 'C', points },
    ]),
  }
}

/** A line with both ends on the outlines of what they hold on to. */
export function onOutlines(sheet: Sheet, edge: SceneElement, points: readonly Point[]): Point[] {
  const [first, second] = points
  const [last, before] = [points.at(-1), points.at(-2)]
  if (!first || !second || !last || !before) return [...points]
  const start = landing(
    sheet,
    edge.from?.element,
    second,
    direction(second, first),
    distance(first, second),
  )
  const end = landing(
    sheet,
    edge.to?.element,
    before,
    direction(before, last),
    distance(before, last),
  )
  return [start, ...points.slice(1, -1), end]
}

/** Where a line that comes from a place meets a thing; the end of its way where it does not. */
function landing(sheet: Sheet, id: string | undefined, from: Point, way: Point, long = 0): Point {
  const thing = sheet.get(id)
  const reach = long + (thing ? Math.max(thing.box.width, thing.box.height) / 2 : 0)
  const end = { x: from.x + way.x * long, y: from.y + way.y * long }
  if (!thing) return end
  const to = { x: from.x + way.x * reach, y: from.y + way.y * reach }
  const forms =
    thing.geometry && thing.geometry.form !== 'lines' ? [thing] : sheet.partsOf(thing.id)
  const shares = forms.flatMap(({ geometry, box, kind }) =>
    ringsIn(geometry, kind === 'text' ? grown(box, 3) : box).flatMap((points) =>
      points.flatMap((b, at) => {
        const share = crossingAt(from, to, points.at(at - 1) as Point, b)
        return share === undefined ? [] : [share]
      }),
    ),
  )
  const at = shares.length > 0 ? between(from, to, Math.min(...shares)) : end
  return { x: rounded(at.x), y: rounded(at.y) }
}

function ringsIn(geometry: Geometry | undefined, box: Box): Point[][] {
  if (!geometry) return []
  try {
    if (geometry.form !== 'lines') return ringsOf(outlineOf(geometry)).map(({ points }) => points)
  } catch (error) {
    if (!(error instanceof NoPath)) throw error
  }
  return [cornersOf(box)]
}

/** Of the router's grid: a hand that drags waits for it at every step. */
const MOST_VERTICES = 2500

/** Ways of layout's router among everything that stays. */
export function routed(
  sheet: Sheet,
  edges: readonly SceneElement[],
  field: Field,
): Map<string, Point[]> {
  const { nodes, frames, texts, lines } = field
  const places = new Map(nodes)
  const named = (edge: SceneElement, end: End) => {
    const id = edge[end]?.element
    if (id !== undefined && (places.has(id) || frames.has(id))) return id
    const own = `${edge.id} ${end}`
    places.set(own, boxesOf(sheet, edge)[end])
    return own
  }
  const requests = edges.map((edge): RouteRequest => {
    const { from, to } = boxesOf(sheet, edge)
    const ends = { from: named(edge, 'from'), to: named(edge, 'to') }
    return {
      id: edge.id,
      ...ends,
      feedback: edge.data?.role === 'feedback',
      trunks: [],
      flow: towards(from, to),
    }
  })
  const framesOf = new Map(
    [...places.keys(), ...frames.keys()].map((id) => [
      id,
      new Set([...frames.keys()].filter((frame) => sheet.isIn(id, frame))),
    ]),
  )
  const ids = new Set(edges.map(({ id }) => id))
  const fixed = [...lines].flatMap(([id, points]) => {
    const edge = sheet.get(id)
    return ids.has(id) || !isOrthogonal(points)
      ? []
      : [{ from: edge?.from?.element, to: edge?.to?.element, points }]
  })
  const { width, height } = sheet
  const routes = routeEdges(
    requests,
    {
      nodes: places,
      frames,
      texts: texts.map(({ box }) => box),
      em: labelSize(sheet),
      most: MOST_VERTICES,
      width,
      height,
      pointed: new Set(),
      framesOf,
    },
    fixed,
  )
  return new Map(
    edges.flatMap((edge) => {
      const points = routes.get(edge.id)
      return points && points.length > 1
        ? [
            [
              edge.id,
              onOutlines(sheet, edge, points).map(({ x, y }) => ({ x: rounded(x), y: rounded(y) })),
            ],
          ]
        : []
    }),
  )
}
