import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point, Scene, SceneElement } from '../../forms/scene'
import { anchorOn, placeOf } from '../anchors'
import { between, crossingAt, onStep } from '../check/plane'
import {
  boxAround,
  centreOf,
  crossings,
  direction,
  distance,
  grown,
  hullOf,
  meets,
  overlap,
  within,
} from '../geometry'
import { placeLabels } from '../layout/edge-labels'
import { type RouteRequest, routeEdges } from '../layout/router'
import { towards } from '../layout/routes'
import { simplify } from '../layout/simplify'
import { boxOf, movedElement } from '../moved-geometry'
import { outlineOf } from '../outlines'
import { NoPath, pathOf, ringsOf } from '../path-data'
import { rerouted } from '../rerouted'
import { isOrthogonal, labelSize, type Manner, mannerOf, STRAIGHT, usualManner } from './manner'
import { isAttached, type Sheet } from './sheet'

type End = 'from' | 'to'
const ENDS = ['from', 'to'] as const

/** What one way is worse than another by, in pixels of its length. */
const COST = { through: 4000, together: 800, crossing: 120, corner: 40 } as const
/** Lines nearer than so many pixels are one. */
const TOGETHER = 4

/** Connectors, and how what they join stood when they were led. */
export class Leads {
  readonly #led = new Map<
    string,
    { from: SceneElement | undefined; to: SceneElement | undefined }
  >()
  readonly #start: ReadonlyMap<string, SceneElement>

  constructor(
    readonly sheet: Sheet,
    scene: Scene,
  ) {
    this.#start = new Map(scene.elements.map((each) => [each.id, each]))
  }

  #ends({ from, to }: SceneElement) {
    return { from: this.sheet.get(from?.element), to: this.sheet.get(to?.element) }
  }

  #endsBefore(edge: SceneElement) {
    const { from, to } = edge
    return (
      this.#led.get(edge.id) ?? {
        from: this.#start.get(from?.element ?? ''),
        to: this.#start.get(to?.element ?? ''),
      }
    )
  }

  /** A connector as it is now is led as it should be. */
  hold(edge: SceneElement): void {
    this.#led.set(edge.id, this.#ends(edge))
  }

  /** Connectors of what was moved or has another form since they were led are led anew, or go along where both ends did the same. */
  follow(): void {
    const { sheet } = this
    const again: {
      edge: SceneElement
      before: { from?: SceneElement | undefined; to?: SceneElement | undefined }
    }[] = []
    for (const edge of sheet.elements) {
      if (!isAttached(edge) || !edge.geometry) continue
      const [was, is] = [this.#endsBefore(edge), this.#ends(edge)]
      if (ENDS.every((end) => isSame(was[end], is[end]))) continue
      this.hold(edge)
      const [a, b] = ENDS.map((end) => (edge[end] ? shiftOf(was[end], is[end]) : undefined))
      const by = edge.from && edge.to ? a && b && distance(a, b) < 0.02 && a : undefined
      if (by) for (const part of sheet.partsOf(edge.id)) sheet.put(movedElement(part, by.x, by.y))
      else again.push({ edge, before: was })
    }
    leadAnew(sheet, again)
  }
}

const isSame = (was: SceneElement | undefined, is: SceneElement | undefined) =>
  was === is || (was?.box === is?.box && was?.geometry === is?.geometry)

/** By how much a thing was moved; undefined where it is larger or smaller. */
function shiftOf(was: SceneElement | undefined, is: SceneElement | undefined): Point | undefined {
  if (!was || !is) return undefined
  const [a, b] = [was.box, is.box]
  const isLarger = Math.abs(a.width - b.width) > 0.02 || Math.abs(a.height - b.height) > 0.02
  return isLarger ? undefined : { x: b.x - a.x, y: b.y - a.y }
}

interface Again {
  edge: SceneElement
  /** What it joined when it was led last; absent for one without a way. */
  before?: { from?: SceneElement | undefined; to?: SceneElement | undefined }
}

/** Leads connectors from what they name, in the manner that each has, round what is in the way. */
export function leadAnew(sheet: Sheet, again: readonly Again[]): void {
  if (again.length === 0) return
  const ids = new Set(again.map(({ edge }) => edge.id))
  sheet.remove(sheet.crumbsOf(ids))
  const field = fieldOf(sheet, ids)
  const usual = usualManner(sheet)
  const lead = (edge: SceneElement, geometry: Geometry) => {
    put(sheet, edge, geometry)
    field.lines.set(edge.id, pointsOf(geometry))
  }
  const hard: SceneElement[] = []
  for (const { edge, before } of again) {
    const manner = mannerOf(edge, usual)
    const ways = waysOf(sheet, edge, before, manner)
    const old = edge.geometry ? pointsOf(edge.geometry) : []
    const [best] = ways
      .map((geometry) => ({ geometry, cost: costOf(field, edge, pointsOf(geometry)) }))
      .sort((a, b) => a.cost.whole - b.cost.whole)
    const most = old.length > 0 ? costOf(field, edge, old) : { faults: 0, crossings: 0 }
    if (!best) continue
    lead(edge, best.geometry)
    if (
      manner !== 'curve' &&
      (best.cost.faults > most.faults ||
        best.cost.crossings > most.crossings ||
        (manner === 'orthogonal' && !isOrthogonal(pointsOf(best.geometry))))
    )
      hard.push(sheet.get(edge.id) as SceneElement)
  }
  const routes = hard.length > 0 ? routed(sheet, hard, field) : new Map<string, Point[]>()
  for (const edge of hard) {
    const points = routes.get(edge.id)
    if (!points || !edge.geometry) continue
    const own = pointsOf(edge.geometry)
    const isAskew = mannerOf(edge, usual) === 'straight' && usual !== 'straight'
    if (!isAskew && costOf(field, edge, points).whole >= costOf(field, edge, own).whole) continue
    lead(edge, { form: 'polyline', points, radius: radiusOf(sheet, edge) })
  }
  labelled(
    sheet,
    again.map(({ edge }) => ({ edge, old: edge.geometry ? pointsOf(edge.geometry) : [] })),
  )
}

/** A connector with another line, which holds on to what it joins where that comes to it. */
export function put(sheet: Sheet, edge: SceneElement, geometry: Geometry): void {
  const points = pointsOf(geometry)
  const ends = ENDS.flatMap((end) => {
    const thing = sheet.get(edge[end]?.element)
    const at = end === 'from' ? points[0] : points.at(-1)
    return thing && at ? [[end, anchorOn(thing, at)] as const] : []
  })
  const { paint: _, ...bare } = sheet.get(edge.id) ?? edge
  sheet.put({ ...bare, ...Object.fromEntries(ends), geometry, box: boxOf(geometry, edge.style) })
}

/** Corners of a line, curves in steps. */
export const pointsOf = (geometry: Geometry): Point[] =>
  geometry.form === 'polyline'
    ? geometry.points
    : ringsOf(outlineOf(geometry)).flatMap(({ points }) => points)

/** Corners of most connectors. */
function radiusOf(sheet: Sheet, { geometry }: SceneElement): number {
  if (geometry?.form === 'polyline' && geometry.points.length > 2) return geometry.radius
  const radii = sheet.elements.flatMap(({ role, geometry: one }) =>
    role === 'edge' && one?.form === 'polyline' && one.points.length > 2 ? [one.radius] : [],
  )
  return (
    radii.sort((a, b) => a - b)[radii.length >> 1] ??
    (geometry?.form === 'polyline' ? geometry.radius : 0)
  )
}

/** What connectors have to go round. */
interface Field {
  nodes: Map<string, Box>
  frames: Map<string, Box>
  texts: { id: string; box: Box }[]
  lines: Map<string, Point[]>
  /** Ids of all that a thing stands in, or that stands in it. */
  kin: (id: string) => ReadonlySet<string>
  /** Connectors with an end in common may run on one line. */
  isSister: (id: string, other: string) => boolean
}

function fieldOf(sheet: Sheet, ids: ReadonlySet<string>): Field {
  const nodes = new Map(sheet.withRole('node').map(({ id, box }) => [id, box]))
  const frames = new Map(sheet.withRole('group').map(({ id, box }) => [id, box]))
  const texts = sheet.elements
    .filter(({ id, kind, parent }) => {
      if (kind !== 'text' || ids.has(parent ?? '') || ids.has(id)) return false
      return sheet.get(parent)?.role !== 'node'
    })
    .map(({ id, box }) => ({ id, box }))
  const lines = new Map(
    sheet.elements.flatMap(({ id, kind, geometry }) =>
      kind === 'connector' && geometry && !ids.has(id) ? [[id, pointsOf(geometry)] as const] : [],
    ),
  )
  const known = new Map<string, Set<string>>()
  const kin = (id: string) => {
    const own =
      known.get(id) ??
      new Set(
        [...nodes.keys()].filter(
          (other) => other === id || sheet.isIn(id, other) || sheet.isIn(other, id),
        ),
      )
    known.set(id, own)
    return own
  }
  const isSister = (id: string, other: string) => {
    const [one, two] = [sheet.get(id), sheet.get(other)]
    return ENDS.some((end) => one?.[end] && one[end].element === two?.[end]?.element)
  }
  return { nodes, frames, texts, lines, kin, isSister }
}

function costOf(field: Field, { id, from, to }: SceneElement, points: readonly Point[]) {
  const own = [from, to].flatMap((end) => (end ? [...field.kin(end.element)] : []))
  const around = grown(boxAround(points), 0.01)
  const isMet = (box: Box) =>
    overlap(around, box) && points.some((b, at) => at > 0 && meets(points[at - 1] as Point, b, box))
  let through = 0
  for (const [node, box] of field.nodes) if (!own.includes(node) && isMet(box)) through++
  for (const { box } of field.texts) if (isMet(box)) through++
  // A line that runs back through what it joins: its ends may stand well in a drawn one.
  for (const [end, inner] of [
    [from, points.slice(1)],
    [to, points.slice(0, -1)],
  ] as const) {
    const box = end && field.nodes.get(end.element)
    if (box && inner.some((b, at) => at > 0 && meets(inner[at - 1] as Point, b, grown(box, -3))))
      through++
  }
  let [crossed, together] = [0, 0]
  for (const [other, line] of field.lines) {
    if (other === id || !overlap(grown(around, TOGETHER), grown(boxAround(line), TOGETHER)))
      continue
    crossed += crossings(points, line)
    if (isTogether(points, line) && !field.isSister(id, other)) together++
  }
  const length = points.reduce((sum, b, at) => sum + distance(points[at - 1] ?? b, b), 0)
  const corners = Math.max(0, points.length - 2)
  const short = points.some(
    (b, at) => at > 0 && points.length > 2 && distance(points[at - 1] as Point, b) < TOGETHER,
  )
  return {
    faults: through + together + (short ? 1 : 0),
    crossings: crossed,
    whole:
      length +
      COST.corner * (corners + (short ? 3 : 0)) +
      COST.through * through +
      COST.together * together +
      COST.crossing * crossed,
  }
}

/** Whether two lines run on one for more than a corner. */
function isTogether(one: readonly Point[], two: readonly Point[]): boolean {
  for (let i = 1; i < one.length; i++) {
    const [a, b] = [one[i - 1] as Point, one[i] as Point]
    const isLevel = Math.abs(a.y - b.y) < STRAIGHT
    if (!isLevel && Math.abs(a.x - b.x) >= STRAIGHT) continue
    const [along, across] = isLevel ? (['x', 'y'] as const) : (['y', 'x'] as const)
    const [low, high] = [Math.min(a[along], b[along]), Math.max(a[along], b[along])]
    for (let k = 1; k < two.length; k++) {
      const [c, d] = [two[k - 1] as Point, two[k] as Point]
      if (
        Math.abs(a[across] - c[across]) >= TOGETHER ||
        Math.abs(c[across] - d[across]) >= STRAIGHT
      )
        continue
      const shared =
        Math.min(high, Math.max(c[along], d[along])) - Math.max(low, Math.min(c[along], d[along]))
      if (shared > 4 * TOGETHER) return true
    }
  }
  return false
}

/** The place where an end that holds on to nothing stays. */
export function boxesOf(sheet: Sheet, edge: SceneElement): Record<End, Box> {
  const points = edge.geometry ? pointsOf(edge.geometry) : []
  const of = (end: End): Box => {
    const thing = sheet.get(edge[end]?.element)
    if (thing) return thing.box
    const at = (end === 'from' ? points[0] : points.at(-1)) ?? centreOf(edge.box)
    return { ...at, width: 0, height: 0 }
  }
  return { from: of('from'), to: of('to') }
}

/** Ways that keep what a connector was like: straight along an axis, as it was with its ends moved, straight from thing to thing. */
function waysOf(
  sheet: Sheet,
  edge: SceneElement,
  before: Again['before'],
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
      sidesOf(a, b) === sidesOf(before.from?.box ?? a, before.to?.box ?? b)
    )
      return [kept]
    return [curve(sheet, edge, a, b)]
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

function endShift(
  sheet: Sheet,
  edge: SceneElement,
  before: NonNullable<Again['before']>,
  end: End,
): Point | undefined {
  const anchor = edge[end]
  if (!anchor) return { x: 0, y: 0 }
  const [was, is] = [before[end], sheet.get(anchor.element)]
  if (!was || !is || was.id !== is.id) return undefined
  const [from, to] = [placeOf(was.box, anchor), placeOf(is.box, anchor)]
  return { x: to.x - from.x, y: to.y - from.y }
}

const sidesOf = (a: Box, b: Box) => towards(a, b)

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
function curve(sheet: Sheet, edge: SceneElement, a: Box, b: Box): Geometry {
  const way = towards(a, b)
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
  const { x, y, width, height } = box
  return [
    [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
  ]
}

/** Of the router's grid: a hand that drags waits for it at every step. */
const MOST_VERTICES = 2500

/** Ways of layout's router among everything that stays. */
function routed(sheet: Sheet, edges: readonly SceneElement[], field: Field): Map<string, Point[]> {
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

/**
 * Words of connectors that were led anew keep their place beside the line where that is free, else another one is found.
 * `old`: the line that they stood at.
 */
export function labelled(
  sheet: Sheet,
  led: readonly { edge: SceneElement; old: readonly Point[] }[],
): void {
  const texts = led.flatMap(({ edge, old }) => {
    const own = sheet.children(edge.id).filter(({ kind }) => kind === 'text')
    if (own.length === 0) own.push(...beside(sheet, edge, old))
    return own.length > 0 ? [{ id: edge.id, own, old }] : []
  })
  if (texts.length === 0) return
  const field = fieldOf(
    sheet,
    new Set(texts.flatMap(({ id, own }) => [id, ...own.map((text) => text.id)])),
  )
  for (const { id } of texts) {
    const { geometry } = sheet.get(id) ?? {}
    if (geometry) field.lines.set(id, pointsOf(geometry))
  }
  const em = labelSize(sheet)
  const solid = [...field.nodes.values(), ...field.texts.map(({ box }) => box)]
  const isFree = (box: Box) =>
    within(box, { x: 0, y: 0, width: sheet.width, height: sheet.height }) &&
    !solid.some((other) => overlap(box, other)) &&
    ![...field.lines.values()].some((line) =>
      line.some((b, at) => at > 0 && meets(line[at - 1] as Point, b, box)),
    )
  const astray = texts.filter(({ id, own, old }) => {
    const line = field.lines.get(id)
    const box = hullOf(own.map((text) => text.box))
    const by = line && carried(box, old, line)
    if (!by || !isFree({ ...box, x: box.x + by.x, y: box.y + by.y })) return true
    sheet.shift(new Set(own.map((text) => text.id)), by.x, by.y)
    return false
  })
  for (const { id, own } of astray) {
    const line = field.lines.get(id)
    if (!line) continue
    const box = hullOf(own.map((text) => text.box))
    const { width, height } = box
    const reach = grown(boxAround(line), Math.max(width, height) + em)
    const isNear = (other: Box) => overlap(other, reach)
    const near = [...field.lines].filter(([, points]) => isNear(grown(boxAround(points), 1)))
    const place = placeLabels({
      labels: new Map([[id, { text: { lines: [], width, broken: 0 }, width, height }]]),
      routes: new Map(near),
      nodes: [...field.nodes.values()].filter(isNear),
      texts: field.texts.map((text) => text.box).filter(isNear),
      frames: [...field.frames.values()].filter(isNear),
      ...{ em, width: sheet.width, height: sheet.height, side: 'before', early: new Set() },
    }).boxes.get(id)
    if (!place) continue
    sheet.shift(
      new Set(own.map((text) => text.id)),
      rounded(place.x - box.x),
      rounded(place.y - box.y),
    )
    field.texts.push({ id, box: place })
  }
}

/** In em: free words nearer to a line of no words of its own, and to no other, are its label. */
const BESIDE = 0.8

function beside(sheet: Sheet, edge: SceneElement, old: readonly Point[]): SceneElement[] {
  const em = labelSize(sheet)
  const off = (line: readonly Point[], { box }: SceneElement) => {
    const { x, y } = centreOf(box)
    return Math.min(
      ...line.slice(1).map((b, at) => {
        const on = onStep(line[at] as Point, b, { x, y })
        return Math.hypot(
          Math.max(0, Math.abs(on.x - x) - box.width / 2),
          Math.max(0, Math.abs(on.y - y) - box.height / 2),
        )
      }),
    )
  }
  const isNear = (text: SceneElement) =>
    off(old, text) < BESIDE * em &&
    !sheet.elements.some(
      ({ id, role, geometry }) =>
        role === 'edge' &&
        id !== edge.id &&
        geometry &&
        off(pointsOf(geometry), text) < off(old, text),
    )
  const titles = sheet
    .withRole('group')
    .flatMap((panel) => sheet.children(panel.id).find(({ kind }) => kind === 'text') ?? [])
  return sheet
    .withRole('text')
    .filter(
      (text) => sheet.get(text.parent)?.role !== 'node' && !titles.includes(text) && isNear(text),
    )
    .slice(0, 1)
}

/** By how much words are moved that keep their place beside a step of their line; undefined where it goes another way. */
function carried(box: Box, old: readonly Point[], line: readonly Point[]): Point | undefined {
  const middle = centreOf(box)
  const steps = old.slice(1).map((b, at) => ({ a: old[at] as Point, b, at }))
  const off = ({ a, b }: { a: Point; b: Point }) => {
    const on = onStep(a, b, middle)
    return distance(on, middle)
  }
  const nearest = steps.reduce<(typeof steps)[number] | undefined>(
    (best, each) => (best && off(best) <= off(each) ? best : each),
    undefined,
  )
  if (!nearest) return undefined
  const share =
    distance(nearest.a, onStep(nearest.a, nearest.b, middle)) /
    (distance(nearest.a, nearest.b) || 1)
  const at = old.length === line.length ? nearest.at : -1
  const [c, d] = [line[at], line[at + 1]]
  if (!c || !d) return undefined
  const [was, is] = [direction(nearest.a, nearest.b), direction(c, d)]
  if (was.x * is.x + was.y * is.y < 0.9) return undefined
  const from = onStep(nearest.a, nearest.b, middle)
  return {
    x: rounded(c.x + share * (d.x - c.x) - from.x),
    y: rounded(c.y + share * (d.y - c.y) - from.y),
  }
}
