import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point, SceneElement } from '../../forms/scene'
import { crossingAt } from '../check/contours'
import { ahead, between, centreOf, cornersOf, direction, distance, grown } from '../geometry'
import { placeOf } from '../geometry/anchors'
import { outlineOf } from '../geometry/outlines'
import { NoPath, pathOf, ringsOf } from '../geometry/path-data'
import { type RouteRequest, routeEdges } from '../layout/router'
import { towards } from '../layout/routes'
import { simplify } from '../layout/simplify'
import { stretched } from './moved-ends'
import { ENDS, type End, type Obstacles, pointsIn } from './obstacles'
import { isOrthogonal, labelSize, type Routing } from './prevailing-style'
import type { Doc } from './scene-document'

/** What a connector joined when it was led last. */
export interface OldEnds {
  from?: SceneElement | undefined
  to?: SceneElement | undefined
}

/** The place where an end that holds on to nothing stays. */
export function endBoxes(doc: Doc, edge: SceneElement): Record<End, Box> {
  const points = edge.geometry ? pointsIn(edge.geometry) : []
  const of = (end: End): Box => {
    const thing = doc.get(edge[end]?.element)
    if (thing) return doc.bodyOf(thing)
    const at = (end === 'from' ? points[0] : points.at(-1)) ?? centreOf(edge.box)
    return { ...at, width: 0, height: 0 }
  }
  return { from: of('from'), to: of('to') }
}

/** Ways that keep what a connector was like, the best first: straight along an axis, as it was with its ends moved, straight. */
export function candidatesOf(
  doc: Doc,
  edge: SceneElement,
  before: OldEnds | undefined,
  manner: Routing,
): Geometry[] {
  const { from: a, to: b } = endBoxes(doc, edge)
  const { geometry } = edge
  const [start, end] = ENDS.map((one) => before && endShift(doc, edge, before, one))
  const kept = geometry && start && end ? stretched(geometry, { start, end }) : undefined
  if (manner === 'curve') {
    const isAlike = towards(a, b) === towards(before?.from?.box ?? a, before?.to?.box ?? b)
    if (kept?.form === 'path' && isAlike) return [kept]
    const isFlat = towards(a, b) === 'left' || towards(a, b) === 'right'
    const across = isFlat ? (b.y > a.y ? 'down' : 'up') : b.x > a.x ? 'right' : 'left'
    return [curve(doc, edge, a, b, towards(a, b)), curve(doc, edge, a, b, across)]
  }
  const { points: own, radius } =
    geometry?.form === 'polyline' ? geometry : { points: [], radius: 0 }
  const line = (points: readonly Point[]): Geometry[] => [
    { form: 'polyline', points: trimmed(doc, edge, points), radius },
  ]
  const isPlain = own.length <= 2
  const axis =
    manner === 'orthogonal' || isPlain
      ? alongAxis(a, b, before ? [own[0], own.at(-1)] : [])
      : undefined
  const isKept = kept?.form === 'polyline' && (manner === 'orthogonal' || !isPlain)
  const ways = [
    ...(axis ? line(axis) : []),
    ...(isKept ? [{ ...kept, points: simplify(kept.points) }] : []),
  ]
  const isDirect = ways.length === 0 || (manner === 'straight' && isPlain)
  return isDirect ? [...ways, ...line([centreOf(a), centreOf(b)])] : ways
}

function endShift(doc: Doc, edge: SceneElement, before: OldEnds, end: End): Point | undefined {
  const anchor = edge[end]
  if (!anchor) return { x: 0, y: 0 }
  const [was, is] = [before[end], doc.get(anchor.element)]
  if (!was || !is || was.id !== is.id) return undefined
  const [from, to] = [placeOf(was.box, anchor), placeOf(is.box, anchor)]
  return { x: to.x - from.x, y: to.y - from.y }
}

/** Ends keep off corners by this share of a side. */
const CORNER = 0.12

/** A straight line along an axis, where two boxes face each other: where an end was if that can be, else from the middle, of the smaller one first. */
function alongAxis(a: Box, b: Box, was: readonly (Point | undefined)[]): Point[] | undefined {
  for (const [along, across, long, wide] of [
    ['x', 'y', 'width', 'height'],
    ['y', 'x', 'height', 'width'],
  ] as const) {
    const isAhead = a[along] + a[long] < b[along]
    if (!isAhead && b[along] + b[long] >= a[along]) continue
    const low = Math.max(...[a, b].map((box) => box[across] + CORNER * box[wide]))
    const high = Math.min(...[a, b].map((box) => box[across] + (1 - CORNER) * box[wide]))
    if (low > high) continue
    const middles = [a, b].toSorted((one, other) => one[wide] - other[wide]).map(centreOf)
    const wishes = [...was, ...middles].flatMap((point) => point?.[across] ?? [])
    const at = wishes.find((wish) => wish >= low && wish <= high) ?? (low + high) / 2
    const point = (value: number) => ({ [along]: value, [across]: at }) as unknown as Point
    const start = isAhead ? a[along] + a[long] : a[along]
    return [point(start), point(isAhead ? b[along] : b[along] + b[long])]
  }
  return undefined
}

const AXES = { right: [1, 0], left: [-1, 0], down: [0, 1], up: [0, -1] } as const

/** A curve from side to side, as far out as it is long. */
function curve(doc: Doc, edge: SceneElement, a: Box, b: Box, way: keyof typeof AXES): Geometry {
  const [x, y] = AXES[way]
  const side = (box: Box, by: number) => ({
    x: box.x + (box.width * (1 + by * x)) / 2,
    y: box.y + (box.height * (1 + by * y)) / 2,
  })
  const out = distance(side(a, 1), side(b, -1)) / 2.4
  const from = landing(doc, edge.from?.element, ahead(side(a, 1), { x, y }, 1), centreOf(a))
  const to = landing(doc, edge.to?.element, ahead(side(b, -1), { x, y }, -1), centreOf(b))
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
export function trimmed(doc: Doc, edge: SceneElement, points: readonly Point[]): Point[] {
  const [first, second] = points
  const [last, before] = [points.at(-1), points.at(-2)]
  if (!first || !second || !last || !before) return [...points]
  const ends = [
    landing(doc, edge.from?.element, second, first),
    landing(doc, edge.to?.element, before, last),
  ] as const
  return [ends[0], ...points.slice(1, -1), ends[1]].map(({ x, y }) => ({
    x: rounded(x),
    y: rounded(y),
  }))
}

/** Where a line that comes from a place meets a thing, a little beyond its end too; its end where it does not. */
function landing(doc: Doc, id: string | undefined, from: Point, end: Point): Point {
  const thing = doc.get(id)
  if (!thing) return end
  const { width, height } = thing.box
  const to = ahead(end, direction(from, end), Math.max(width, height) / 2)
  const forms = thing.geometry && thing.geometry.form !== 'lines' ? [thing] : doc.partsOf(thing.id)
  const shares = forms.flatMap(({ geometry, box, kind }) =>
    ringsIn(geometry, kind === 'text' ? grown(box, 3) : box).flatMap((points) =>
      points.flatMap((b, at) => crossingAt(from, to, points.at(at - 1) as Point, b) ?? []),
    ),
  )
  return shares.length > 0 ? between(from, to, Math.min(...shares)) : end
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
export function routesAround(
  doc: Doc,
  edges: readonly SceneElement[],
  { nodes: known, frames, texts, lines }: Obstacles,
): Map<string, Point[]> {
  const nodes = new Map(known)
  const requests = edges.map((edge): RouteRequest => {
    const boxes = endBoxes(doc, edge)
    const [from = '', to = ''] = ENDS.map((end) => {
      const id = edge[end]?.element
      if (id !== undefined && (nodes.has(id) || frames.has(id))) return id
      const own = `${edge.id} ${end}`
      nodes.set(own, boxes[end])
      return own
    })
    const feedback = edge.data?.role === 'feedback'
    const flow = towards(boxes.from, boxes.to)
    return { id: edge.id, from, to, feedback, trunks: [], flow }
  })
  const around = (id: string) => new Set([...frames.keys()].filter((one) => doc.isIn(id, one)))
  const ids = new Set(edges.map(({ id }) => id))
  const fixed = [...lines].flatMap(([id, points]) => {
    const edge = doc.get(id)
    return ids.has(id) || !isOrthogonal(points)
      ? []
      : [{ from: edge?.from?.element, to: edge?.to?.element, points }]
  })
  const { width, height } = doc
  const routes = routeEdges(
    requests,
    {
      ...{ nodes, frames, width, height, em: labelSize(doc), most: MOST_VERTICES },
      texts: texts.map(({ box }) => box),
      pointed: new Set(),
      framesOf: new Map([...nodes.keys(), ...frames.keys()].map((id) => [id, around(id)])),
    },
    fixed,
  )
  return new Map(
    edges.map((edge) => [edge.id, trimmed(doc, edge, routes.get(edge.id) ?? [])] as const),
  )
}
