import type { Point, Scene, SceneElement } from '../forms/scene'
import { linesOf } from './check/lettering'
import {
  ahead,
  centreOf,
  common,
  direction,
  distance,
  gap,
  grown,
  hullOf,
  overlap,
} from './geometry'
import { alike, withText } from './label-check'
import { outlineOf } from './outlines'
import { pathOf, reversedPath, ringsOf, type Segment } from './path-data'

/** Intersection over union from which two forms are one. */
const SAME_FORM = 0.8
/** By how many pixels the ways of two curves may differ that are one, and the step by which they are followed. */
const SAME_WAY = 8
const STEP = 4
/** How alike a line must be to stand as another was read, from 0 to 1, and their boxes: letters may have been misread, none lost. */
const SAME_WORDS = { letters: 0.7, box: 0.7 } as const

/**
 * Sets words and forms of a drawing as they were read off the picture's pixels: who sees says what they are, who measures
 * where and how large. Every line of words is one element then.
 */
export function asRead(drawing: Scene, read: Scene): Scene {
  const single = drawing.elements.flatMap(lineByLine)
  const words = pairs(single.filter(isWords), read.elements.filter(isWords), likeWords)
  const forms = pairs(single.filter(isForm), read.elements.filter(isForm), likeForms)
  const lines = pairs(single.filter(isCurve), read.elements.filter(isLine), likeLines)
  const elements = single.map((each): SceneElement => {
    const line = lines.get(each)
    if (line) return ledAs(each, line)
    const own = words.get(each) ?? forms.get(each)
    if (!own) return each
    const { label = '' } = each
    const { geometry, box, style } =
      each.kind === 'text' && own.label !== label ? withText(own, label) : own
    return { ...each, ...(geometry && { geometry }), box, style }
  })
  return { ...drawing, elements }
}

type Like = (drawn: SceneElement, read: SceneElement) => number

/** The best pairs first, each of both once. */
function pairs(
  drawn: readonly SceneElement[],
  read: readonly SceneElement[],
  like: Like,
): Map<SceneElement, SceneElement> {
  const all = drawn.flatMap((one) =>
    read.flatMap((other) => {
      const likeness = like(one, other)
      return likeness > 0 ? [{ one, other, likeness }] : []
    }),
  )
  const found = new Map<SceneElement, SceneElement>()
  const taken = new Set<SceneElement>()
  for (const { one, other } of all.sort((a, b) => b.likeness - a.likeness)) {
    if (found.has(one) || taken.has(other)) continue
    found.set(one, other)
    taken.add(other)
  }
  return found
}

const isWords = ({ kind, geometry }: SceneElement) => kind === 'text' && geometry?.form === 'lines'

const likeWords: Like = (drawn, read) => {
  const [one, other] = [drawn.geometry, read.geometry]
  if (one?.form !== 'lines' || other?.form !== 'lines') return 0
  // A reader of pixels knows no letters that are set otherwise within a line.
  const isSetOtherwise = one.lines.some(({ runs, formulas }) => runs ?? formulas)
  if ((one.turn ?? 0) !== (other.turn ?? 0) || isSetOtherwise) return 0
  if (!overlap(drawn.box, grown(read.box, read.box.height / 2))) return 0
  const likeness = alike(drawn.label ?? '', read.label ?? '')
  const off = distance(centreOf(drawn.box), centreOf(read.box))
  const isRead =
    likeness === 1 ||
    (likeness >= SAME_WORDS.letters && common(drawn.box, read.box) >= SAME_WORDS.box)
  return isRead ? likeness + 0.1 / (1 + off) : 0
}

const isForm = ({ geometry, role }: SceneElement) =>
  geometry !== undefined &&
  role !== 'edge' &&
  ['rect', 'ellipse', 'polygon', 'cylinder'].includes(geometry.form)

const likeForms: Like = (drawn, read) => {
  const [one, other] = [drawn.geometry, read.geometry]
  const isOne =
    one?.form === other?.form &&
    !(
      one?.form === 'polygon' &&
      other?.form === 'polygon' &&
      one.points.length !== other.points.length
    )
  const likeness = isOne ? common(drawn.box, read.box) : 0
  return likeness < SAME_FORM ? 0 : likeness
}

const isCurve = ({ role, geometry }: SceneElement) => role === 'edge' && geometry?.form === 'path'
const isLine = ({ kind, geometry, style }: SceneElement) =>
  (kind === 'connector' || kind === 'shape') &&
  (geometry?.form === 'polyline' || geometry?.form === 'path') &&
  style.stroke !== undefined

/** Places along a line, some pixels apart. */
const placesOn = ({ geometry }: SceneElement): Point[] =>
  geometry
    ? ringsOf(outlineOf(geometry)).flatMap(({ points }) =>
        points.flatMap((to, at) => {
          const from = points[at - 1] ?? to
          const count = Math.ceil(distance(from, to) / STEP)
          return Array.from({ length: count }, (_, k) => ahead(from, direction(from, to), k * STEP))
        }),
      )
    : []

/** The same way, from end to end: the more, the nearer they lie. */
const likeLines: Like = (drawn, read) => {
  if (gap(drawn.box, read.box) > SAME_WAY) return 0
  const [one, other] = [placesOn(drawn), placesOn(read)]
  const far = (a: readonly Point[], b: readonly Point[]) =>
    Math.max(...a.map((place) => Math.min(...b.map((each) => distance(place, each)))))
  if (one.length === 0 || other.length === 0) return 0
  const off = Math.max(far(one, other), far(other, one))
  return off > SAME_WAY ? 0 : 1 / (1 + off)
}

/** A curve along the line that was read, in its own direction. */
function ledAs(edge: SceneElement, { geometry, box }: SceneElement): SceneElement {
  const segments = geometry ? outlineOf(geometry) : []
  const [one, other] = [edge.geometry ? outlineOf(edge.geometry) : [], segments].map(endsIn)
  if (!one || !other) return edge
  const isBack = distance(one.start, other.start) > distance(one.start, other.end)
  return {
    ...edge,
    box,
    geometry: { form: 'path', d: pathOf(isBack ? reversedPath(segments) : segments) },
  }
}

function endsIn(segments: readonly Segment[]): { start: Point; end: Point } | undefined {
  const [start, end] = [segments[0], segments.at(-1)].map((one) => one?.points.slice(-2))
  if (!start || !end) return undefined
  const [x = 0, y = 0] = start
  const [right = 0, bottom = 0] = end
  return { start: { x, y }, end: { x: right, y: bottom } }
}

/** A block of words as an element a line; what is turned goes round its first line. */
function lineByLine(each: SceneElement): SceneElement[] {
  const { geometry, style } = each
  if (geometry?.form !== 'lines' || geometry.lines.length < 2 || geometry.turn) return [each]
  return geometry.lines.map((line, at) => {
    const alone = { ...geometry, lines: [line] }
    const id = at === 0 ? each.id : `${each.id}-line-${at + 1}`
    const ink = linesOf(alone, style).map(({ box }) => box)
    const box = ink.length > 0 ? hullOf(ink) : each.box
    return { ...each, id, geometry: alone, label: line.text, box }
  })
}
