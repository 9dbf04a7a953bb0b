import { remembered } from '../../forms/remembered'
import type { Point, SceneElement } from '../../forms/scene'
import { between, boxAround, convexHull, distance, gap, grown, onStep, within } from '../geometry'
import { isCovered, TOPMOST, unitScale } from './backdrop'
import { boxesMeet, contourOf, crossingAt, GridIndex, isInside, nearestTo } from './contours'
import { type Budget, type Finding, isNested, MOST_OF_A_KIND } from './findings'
import {
  type FlatEdge,
  type FlatNode,
  type FlatScene,
  type FlatShape,
  type FlatText,
  fills,
  isShown,
} from './flat-scene'

/** In pixels of the canvas. */
const LENIENT = {
  off: 3,
  inside: 12,
  words: 20,
  through: 4,
  own: 12,
  line: 20,
  apart: 2.6,
  wrong: 10,
  meets: 40,
} as const

type Nearest = ReturnType<typeof nearestTo>

/** How an end of a line stands to what it is to hold on to. */
export interface Attachment {
  /** 0: it meets a border, a drawn part or words of it. */
  off: number
  inside: boolean
  /** The nearest place of its outline. */
  at: Point
}

/** Where an end stands against a thing: how far outside of it, or inside where no drawn part is met. */
export function attachmentOf(
  flat: FlatScene,
  { part: line }: FlatEdge,
  end: Point,
  thing: FlatNode,
): Attachment {
  const solid = (thing.ground ? [thing.ground] : thing.parts).filter(isSolid)
  const [nearest] = solid
    .flatMap((part) => {
      const found = nearestShown(part, end)
      return found
        ? [{ ...found, off: Math.max(0, found.off - (part.stroke?.width ?? 0) / 2), part }]
        : []
    })
    .sort((a, b) => a.off - b.off)
  // Words in a shape are reached at its border.
  const isBare = ({ words }: FlatNode['words'][number]) =>
    !words.some(({ ink }) => solid.some((part) => fills(part, between(ink[0], ink[2], 0.5))))
  const beside = nearestWords(thing.words.filter(isBare), end)
  if (!nearest)
    return {
      off: Math.max(0, (beside?.off ?? 0) - LENIENT.words),
      inside: false,
      at: beside?.at ?? end,
    }
  const met = { off: 0, inside: false, at: nearest.at }
  const within = solid.some(
    (part) => fills(part, end) || (part.fill === undefined && isInside(part.contours, end)),
  )
  if (!within) {
    if (beside && beside.off <= LENIENT.words) return met
    const around = hullNear(solid, end)
    const named = beside && { at: beside.at, off: beside.off - LENIENT.words }
    const { off, at } = [around, named].reduce<NonNullable<Nearest>>(
      (best, one) => (one && one.off < best.off ? one : best),
      nearest,
    )
    return { off, inside: false, at }
  }
  // Lines begin and end anywhere in a region of a scheme.
  if (thing.ground) return met
  if (nearest.off <= LENIENT.off && isSeenAt(flat, nearest.part, nearest.at)) return met
  // What lies under the thing is seen to end at its border.
  const hides = solid.some((part) => part.order > line.order && fills(part, end))
  const outline = outlineNear(solid, end) ?? nearest
  return hides || outline.off <= LENIENT.inside
    ? met
    : { off: outline.off, inside: true, at: outline.at }
}

/** Not so faint that nobody sees it. */
const isSolid = ({ fill, stroke, contours }: FlatShape) =>
  contours.length > 0 && ((fill?.alpha ?? 0) > 0.2 || (stroke?.alpha ?? 0) > 0.2)

const isSeenAt = (flat: FlatScene, part: FlatShape, at: Point) =>
  isShown(part.clips, at) && isCovered(flat, at, part.order, TOPMOST) === undefined

/** The nearest place on the outside of a thing: on the outline of a part that no other part of it covers there. */
function outlineNear(solid: readonly FlatShape[], end: Point): Nearest {
  const closed = solid.filter(({ fill }) => fill)
  return solid
    .flatMap((part) => {
      const found = nearestShown(part, end)
      const isInner = found && closed.some((other) => other !== part && isDeepIn(other, found.at))
      return found && !isInner ? [found] : []
    })
    .sort((a, b) => a.off - b.off)[0]
}

/** The nearest place where a part is seen to end: on its outline, or where its clip cuts it. */
function nearestShown({ contours, clips }: FlatShape, end: Point): Nearest {
  const own = nearestTo(contours, end, 1e7)
  const cuts = clips.flatMap((clip) => nearestTo(clip.contours, end, 1e7) ?? [])
  return [
    ...(own && isShown(clips, own.at) ? [own] : []),
    ...cuts.filter(({ at }) => isInside(contours, at)),
  ].sort((a, b) => a.off - b.off)[0]
}

/** The share of its hull from which on a part is the form of a thing. */
const FORM = 0.5

/** The nearest place around a thing of parts that stand apart: dots, bars, people. Their gaps are no outside. */
function hullNear(solid: readonly FlatShape[], end: Point): Nearest {
  if (solid.length < 2 || solid.some(({ clips }) => clips.length > 0)) return undefined
  const hull = convexHull(solid.flatMap(({ contours }) => contours.flatMap(({ points }) => points)))
  const outline = contourOf({ points: hull, closed: true })
  const whole = outline.box.width * outline.box.height
  if (solid.some(({ fill, box }) => fill && box.width * box.height > FORM * whole)) return undefined
  const found = nearestTo([outline], end, 1e7)
  if (!found || !isInside([outline], end)) return found
  return found.off <= LENIENT.inside ? { ...found, off: 0 } : undefined
}

const isDeepIn = (part: FlatShape, at: Point) =>
  fills(part, at) && nearestTo(part.contours, at, 1.5) === undefined

function nearestWords(lines: readonly FlatText[], end: Point): Nearest {
  return lines
    .flatMap(({ words }) =>
      words.map(({ ink }) => {
        const steps = ink.map((corner, k) => onStep(corner, ink[(k + 1) % 4] as Point, end))
        const at = steps.reduce((best, each) =>
          distance(each, end) < distance(best, end) ? each : best,
        )
        return { at, off: distance(at, end) }
      }),
    )
    .sort((a, b) => a.off - b.off)[0]
}

export const startOf = ({ points }: FlatEdge): Point => points[0] as Point
export const endOf = ({ points }: FlatEdge): Point => points.at(-1) as Point

/** Ends off their things, heads that are not there, lines drawn the wrong way, edges without a line. */
export function looseEnds(flat: FlatScene, work: Budget): Finding[] {
  const wires = new Map(flat.wires.map((wire) => [wire.element, wire]))
  return flat.scene.elements.flatMap((element): Finding[] => {
    if (element.role !== 'edge') return []
    const wire = wires.get(element)
    if (!wire) return [{ kind: 'end_off', of: element, by: 1000, what: 'no line' }]
    const steps = (wire.from?.steps ?? 0) + (wire.to?.steps ?? 0)
    if (!work.spend(40 * wire.points.length + 60 * steps)) return []
    const found = headsOf(flat, wire)
    const landed = landings(flat, wire)
    if (isWrongWay(wire, landed))
      return [...found, { kind: 'wrong_way', of: element, other: wire.to?.element, by: 1, element }]
    return [
      ...found,
      ...(['from', 'to'] as const).flatMap((end): Finding[] => {
        const thing = wire[end]
        if (!thing || thing.parts.length + thing.words.length === 0) return []
        const place = end === 'from' ? startOf(wire) : endOf(wire)
        const { off, inside, at } = landed(place, thing)
        if (off <= LENIENT.off) return []
        const what = `${end === 'from' ? 'start' : 'end'} ${inside ? 'inside' : 'off'}`
        const repair = `(${Math.round(at.x)}, ${Math.round(at.y)})`
        return [
          { kind: 'end_off', of: element, other: thing.element, by: off, what, repair, element },
        ]
      }),
    ]
  })
}

/** Promised heads that are neither a marker nor a small filled part at the line's end. */
function headsOf({ parts }: FlatScene, wire: FlatEdge): Finding[] {
  const { element } = wire
  const drawn = element.heads ?? 'end'
  const promised = element.data?.heads ?? drawn
  const lacks = (end: Point, has: boolean) =>
    !has &&
    !parts.some(
      (part) =>
        part.thing === element &&
        part.element !== element &&
        part.fill !== undefined &&
        Math.max(part.box.width, part.box.height) < 40 &&
        nearestTo(part.contours, end, 6) !== undefined,
    )
  const missing = [
    promised !== 'none' && lacks(endOf(wire), drawn === 'end' || drawn === 'both') && 'end',
    promised === 'both' && lacks(startOf(wire), drawn === 'both') && 'start',
  ].filter((each) => each !== false)
  return missing.map((what) => ({ kind: 'head_missing', of: element, by: 1, what, element }))
}

type Landed = (end: Point, thing: FlatNode) => Attachment

/** Where the ends of a line land, each looked for once. */
function landings(flat: FlatScene, wire: FlatEdge): Landed {
  const of = remembered((end: Point) =>
    remembered((thing: FlatNode) => attachmentOf(flat, wire, end, thing)),
  )
  return (end, thing) => of(end)(thing)
}

/** Both ends are nearer to the thing at the other one. */
function isWrongWay(wire: FlatEdge, landed: Landed): boolean {
  const { from, to, element } = wire
  if (!from || !to || from === to || (element.heads ?? 'end') !== 'end') return false
  const off = (end: Point, thing: FlatNode) => distanceTo(landed, end, thing)
  const right = off(startOf(wire), from) + off(endOf(wire), to)
  const turned = off(startOf(wire), to) + off(endOf(wire), from)
  return turned + LENIENT.wrong < right && turned < 2 * LENIENT.words
}

function distanceTo(landed: Landed, end: Point, thing: FlatNode): number {
  const far = gap(thing.box, end)
  if (far > 60) return far
  const { off, inside } = landed(end, thing)
  return inside ? 0 : off
}

/** Lines through things that they do not join. Through words they are found by the words. */
export function edgesThrough(flat: FlatScene, work: Budget): Finding[] {
  const nodes = [...flat.things.values()].filter(
    ({ element, parts }) => element.role === 'node' && parts.length > 0,
  )
  return flat.wires.flatMap((wire): Finding[] => {
    const box = boxAround(wire.points)
    return nodes.flatMap((thing): Finding[] => {
      if (!work.spend(10) || !boxesMeet(thing.box, box)) return []
      const isOwn = thing === wire.from || thing === wire.to
      if (
        !isOwn &&
        [wire.from, wire.to].some(
          (end) => end && (isNested(end, thing) || within(end.box, thing.box, 2)),
        )
      )
        return []
      const inside = lengthInside(wire, thing, isOwn, work)
      if (inside <= (isOwn ? LENIENT.own : LENIENT.through)) return []
      return [
        {
          kind: 'through',
          of: wire.element,
          other: thing.element,
          by: inside,
          what: isOwn ? 'its own thing' : 'a thing',
          element: wire.element,
        },
      ]
    })
  })
}

/** Pixels of a line. */
const STEP = 2

/** How far a line runs in a thing's closed shapes; of its own things what leads up to an end does not count. */
function lengthInside(wire: FlatEdge, thing: FlatNode, isOwn: boolean, work: Budget): number {
  const solid = thing.parts.filter(
    (part) => isSolid(part) && (part.fill || part.contours.some(({ closed }) => closed)),
  )
  const runs: { length: number; first: boolean; last: boolean }[] = []
  let run: { length: number; first: boolean; last: boolean } | undefined
  const places = stepsAlong(wire.points)
  for (const [index, at] of places.entries()) {
    if (!work.spend(20 * solid.length + 2 * thing.steps)) break
    const inside =
      within(at, thing.box) &&
      solid.some(
        (part) =>
          isInside(part.contours, at, part.element.style.evenOdd) && isShown(part.clips, at),
      )
    if (inside) {
      if (!run) {
        run = { length: 0, first: index === 0, last: false }
        runs.push(run)
      }
      run.length += STEP
      run.last = index === places.length - 1
    } else run = undefined
  }
  const counted = runs.filter(({ first, last }) => !isOwn || !(first || last))
  return counted.reduce((sum, { length }) => sum + length, 0)
}

function stepsAlong(points: readonly Point[]): Point[] {
  const places: Point[] = []
  let left = 0
  for (let k = 1; k < points.length; k++) {
    const [a, b] = [points[k - 1] as Point, points[k] as Point]
    const long = distance(a, b)
    for (; left < long; left += STEP) places.push(between(a, b, left / long))
    left -= long
  }
  return places.length < MOST_STEPS ? places : places.slice(0, MOST_STEPS)
}

const MOST_STEPS = 5000

/** Two lines that run on each other, and lines that cross. */
export function edgesOverlap({ wires, scene }: FlatScene, work: Budget): Finding[] {
  const unit = Math.max(0.5, unitScale(scene))
  const grid = new GridIndex<[FlatEdge, Point, Point]>(48)
  type Pair = { one: FlatEdge; two: FlatEdge; length: number; crossings: number }
  const shared = new Map<string, Pair>()
  const index = new Map(wires.map((wire, at) => [wire, at]))
  for (const wire of wires)
    for (let k = 1; k < wire.points.length; k++) {
      const [a, b] = [wire.points[k - 1] as Point, wire.points[k] as Point]
      const box = boxAround([a, b])
      const near = grid.near(box)
      if (!work.spend(30 * near.length)) break
      for (const [other, c, d] of near) {
        if (other === wire) continue
        const length = onOne(a, b, c, d)
        const crosses = crossingAt(a, b, c, d) !== undefined
        if (length === 0 && !crosses) continue
        const key = `${index.get(other)} ${index.get(wire)}`
        const both = shared.get(key) ?? { one: other, two: wire, length: 0, crossings: 0 }
        both.length += length
        both.crossings += crosses ? 1 : 0
        if (shared.size < MOST_OF_A_KIND * 4) shared.set(key, both)
      }
      grid.add([wire, a, b], grown(box, 4))
    }
  return [...shared.values()].flatMap(({ one, two, length, crossings }): Finding[] => {
    const told = { of: one.element, other: two.element, element: one.element, against: two.element }
    if (length > LENIENT.line * unit && !isFork(one, two))
      return [{ kind: 'on_one_line', ...told, by: length }]
    return crossings > 0 && length <= LENIENT.line * unit
      ? [{ kind: 'crossing', ...told, by: crossings }]
      : []
  })
}

const named = (element: SceneElement, end: 'from' | 'to') =>
  element[end]?.element ?? element.data?.[end]

/** Edges of one source may begin as one line, those of one target end as one. */
function isFork(one: FlatEdge, two: FlatEdge): boolean {
  return (['from', 'to'] as const).some((end) => {
    const name = named(one.element, end)
    return name !== undefined && name === named(two.element, end)
  })
}

/** How long two straight steps run on each other. */
export function onOne(a: Point, b: Point, c: Point, d: Point): number {
  const long = distance(a, b)
  const other = distance(c, d)
  if (long < 0.5 || other < 0.5) return 0
  const [ux, uy] = [(b.x - a.x) / long, (b.y - a.y) / long]
  if (Math.abs(ux * (d.y - c.y) - uy * (d.x - c.x)) / other > 0.06) return 0
  const along = (p: Point) => (p.x - a.x) * ux + (p.y - a.y) * uy
  const aside = (p: Point) => Math.abs((p.x - a.x) * uy - (p.y - a.y) * ux)
  if (
    Math.max(aside(c), aside(d)) > 2 * LENIENT.apart ||
    Math.min(aside(c), aside(d)) > LENIENT.apart
  )
    return 0
  const [from, to] = [
    Math.max(0, Math.min(along(c), along(d))),
    Math.min(long, Math.max(along(c), along(d))),
  ]
  return Math.max(0, to - from)
}

/** Edges whose ends name nothing. */
export function edgesUnjoined({ scene, wires, things }: FlatScene): Finding[] {
  const lines = new Map(wires.map((wire) => [wire.element, wire]))
  return scene.elements.flatMap((element): Finding[] => {
    if (element.role !== 'edge' || !scene.drawn) return []
    const ends = (['from', 'to'] as const).filter(
      (end) => element[end] === undefined && element.data?.[end] !== undefined,
    )
    if (ends.length === 0) return []
    const wire = lines.get(element)
    const met = wire && thingAt(things, ends[0] === 'from' ? startOf(wire) : endOf(wire))
    const repair = met
      ? `its ${ends[0] === 'from' ? 'start' : 'end'} stands at ${met.element.id}`
      : ''
    return [
      {
        kind: 'edge_unnamed',
        of: element,
        other: undefined,
        by: ends.length,
        what: ends.map((end) => `data-${end}`).join(' and '),
        repair,
        element,
      },
    ]
  })
}

/** The node or panel at which a place lies, nodes first; within 40 pixels. */
function thingAt(things: FlatScene['things'], point: Point): FlatNode | undefined {
  const off = ({ box }: FlatNode) => gap(box, point)
  return [...things.values()]
    .filter((thing) => off(thing) <= LENIENT.meets && thing.parts.length > 0)
    .sort(
      (a, b) =>
        Number(b.element.role === 'node') - Number(a.element.role === 'node') || off(a) - off(b),
    )[0]
}
