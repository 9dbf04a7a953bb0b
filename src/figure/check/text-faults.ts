import { remembered, rememberedOf } from '../../forms/remembered'
import type { Box, Point } from '../../forms/scene'
import { between, centreOf } from '../geometry'
import { contrast, hexOf, mixPacked } from '../pixels/color'
import { backdropAt, isCovered, MIN_FONT, TOPMOST, unitScale, WIDE_STROKE } from './backdrop'
import {
  boxesMeet,
  clipToQuad,
  GridIndex,
  isInside,
  nearestTo,
  overlapDepth,
  type Quad,
  segmentsNear,
} from './contours'
import { type Budget, type Finding, isHaloOf, MOST_OF_A_KIND } from './findings'
import { type FlatScene, type FlatShape, type FlatText, isShown } from './flat-scene'

/** In units for 1600 pixels on 178 mm. */
const LENIENT = { over: 0.5, struck: 3, leave: 0.75, near: 4, size: 0.06 } as const
/** A border or stroke that differs less from its ground is not seen as one; a ground by which words are held may be fainter. */
const SEEN = { stroke: 1.35, edge: 1.3, holder: 1.15 } as const

const isVisible = (line: FlatText) => line.alpha > 0.15

/** Words whose letters lie over those of others. */
export function textOverlaps({ words }: FlatScene, work: Budget): Finding[] {
  const grid = new GridIndex<[FlatText, Quad]>(40)
  const worst = new Map<string, Finding>()
  const ids = new Map(words.map((line, at) => [line, at]))
  for (const line of words.filter(isVisible))
    for (const { ink, box } of line.words) {
      const near = grid.near(box)
      for (const [other, quad] of near) {
        if (worst.size >= MOST_OF_A_KIND || !work.spend(10)) return [...worst.values()]
        if (other === line || !boxesMeet(other.box, box) || isHaloOf(line, other)) continue
        const depth = work.spend(60) ? overlapDepth(ink, quad) : 0
        const key = `${ids.get(other)} ${ids.get(line)}`
        if (depth <= LENIENT.over || (worst.get(key)?.by ?? 0) >= depth) continue
        worst.set(key, {
          kind: 'words_over',
          ...{ of: line.thing, other: other.thing, by: depth, box: line.box },
          ...{
            words: line.text,
            others: other.text,
            element: line.element,
            against: other.element,
          },
        })
      }
      grid.add([line, ink], box)
    }
  return [...worst.values()]
}

/** A stretch of a stroke or border through words, in pixels, where it is seen. */
interface Strike {
  part: FlatShape
  length: number
}

/** Words that a line or border runs through; a wire of another thing is told as `through`. */
export function textCrossed(flat: FlatScene, work: Budget): Finding[] {
  const found: Finding[] = []
  for (const line of flat.words.filter(isVisible)) {
    if (work.isDone) return found
    const struck = new Map<FlatShape, number>()
    for (const { body, box } of line.words)
      for (const { part, length } of strikes(flat, line, { quad: body, box }, work))
        struck.set(part, Math.max(length, struck.get(part) ?? 0))
    for (const [part, length] of struck) {
      if (length < LENIENT.struck || found.length >= MOST_OF_A_KIND) continue
      const isWire = part.element.role === 'edge'
      const isForeign = isWire && part.element !== line.thing
      found.push({
        kind: isForeign ? 'through' : 'words_struck',
        of: isForeign ? part.element : line.thing,
        other: isForeign ? line.thing : part.thing === line.thing ? undefined : part.thing,
        ...{ by: length, words: line.text, box: line.box },
        what: isWire ? (isForeign ? 'words' : 'its own line') : part.stroke ? 'a line' : 'a border',
        ...{
          element: isForeign ? part.element : line.element,
          against: isForeign ? line.element : part.element,
        },
      })
    }
  }
  return found
}

function strikes(
  flat: FlatScene,
  line: FlatText,
  { quad, box }: { quad: Quad; box: Box },
  work: Budget,
): Strike[] {
  const near = flat.near.near(box)
  if (!work.spend(20 * near.length)) return []
  return near.flatMap((part): Strike[] => {
    if (part.contours.length === 0 || !work.spend(30)) return []
    const over = part.order > line.order
    if (!over && line.halo && line.halo.width >= 1) return []
    const stroke = part.stroke && part.stroke.alpha > 0.15 ? part.stroke : undefined
    if (stroke && stroke.width >= Math.max(WIDE_STROKE, 0.5 * line.size)) return []
    const edge = !stroke && part.fill && part.fill.alpha > 0.15 ? part.fill : undefined
    if (!stroke && (!edge || over)) return []
    let length = 0
    for (const [a, b] of segmentsNear(part.contours, box)) {
      if (!work.spend(8)) break
      const inside = clipToQuad(a, b, quad)
      if (!inside) continue
      const middle = between(a, b, (inside[0] + inside[1]) / 2)
      if (!work.spend(60 * flat.near.at(middle).length)) break
      if (
        !isShown(part.clips, middle) ||
        isCovered(flat, middle, part.order, over ? TOPMOST : line.order)
      )
        continue
      const seen = stroke ? isSeenStroke(flat, part, middle) : isSeenEdge(flat, part, middle, line)
      if (!seen) continue
      const dot = part.element.style.round && stroke ? stroke.width : 0
      length += Math.max((inside[1] - inside[0]) * Math.hypot(b.x - a.x, b.y - a.y), dot)
    }
    return length > 0 ? [{ part, length }] : []
  })
}

function isSeenStroke(flat: FlatScene, { order, stroke }: FlatShape, at: Point): boolean {
  const ground = backdropAt(flat, at, order)
  if (ground === undefined || !stroke) return true
  return (
    contrast(hexOf(mixPacked(ground, stroke.color, stroke.alpha)), hexOf(ground)) >= SEEN.stroke
  )
}

/** Whether a fill's edge is seen: both sides of it differ where words cross it. */
function isSeenEdge(flat: FlatScene, part: FlatShape, at: Point, line: FlatText): boolean {
  const [before, after] = [backdropAt(flat, at, part.order), part.fill]
  if (before === undefined || !after || Number.isNaN(after.color)) return false
  // A shape that holds the words is looked at by what of them leaves it.
  if (isInside(part.contours, centreOf(line.box), part.element.style.evenOdd)) return false
  const color = mixPacked(before, after.color, after.alpha)
  return contrast(hexOf(color), hexOf(before)) >= SEEN.edge
}

/** Words that leave the shape that holds them, their clip or the canvas, or come near its border. */
export function textOverflows(flat: FlatScene, work: Budget): Finding[] {
  return flat.words.filter(isVisible).flatMap((line): Finding[] => {
    const corners = line.words.flatMap(({ ink }) => ink)
    const told = { of: line.thing, words: line.text, box: line.box, element: line.element }
    const out = Math.max(...corners.map((point) => beyond(flat.canvas, point)))
    if (out > LENIENT.leave) return [{ kind: 'words_leave', ...told, by: out, what: 'the canvas' }]
    const cut = corners.filter((point) => !isShown(line.clips, point))
    if (line.clips.length > 0 && cut.length > 0) {
      const by = Math.max(...cut.map((point) => offFrom(line.clips[0]?.contours ?? [], point)))
      if (by > LENIENT.leave) return [{ kind: 'words_leave', ...told, by, what: 'its clip' }]
    }
    const holder = holderOf(flat, line, work)
    // Where words cross the border of another's shape, it strikes them.
    if (!holder || holder.thing !== line.thing) return []
    const { evenOdd } = holder.element.style
    const leaving = corners.filter((point) => !isInside(holder.contours, point, evenOdd))
    const by = Math.max(0, ...leaving.map((point) => offFrom(holder.contours, point)))
    const at = { ...told, against: holder.element }
    if (by > LENIENT.leave) return [{ kind: 'words_leave', ...at, by, what: 'its shape' }]
    const isOwn = holder.stroke !== undefined || holder.element.role !== undefined
    const near = isOwn
      ? Math.min(...corners.map((point) => offFrom(holder.contours, point)))
      : Infinity
    const inner = near - (holder.stroke?.width ?? 0) / 2
    return inner < LENIENT.near ? [{ kind: 'near_border', ...at, by: LENIENT.near - inner }] : []
  })
}

const beyond = ({ x, y, width, height }: Box, point: Point) =>
  Math.max(x - point.x, y - point.y, point.x - x - width, point.y - y - height)

const offFrom = (contours: FlatShape['contours'], point: Point): number =>
  nearestTo(contours, point, 1e7)?.off ?? 0

/** The smallest closed shape under the middle of a line that holds at least half of it. */
function holderOf(flat: FlatScene, line: FlatText, work: Budget): FlatShape | undefined {
  const centre = centreOf(line.box)
  const points = line.words.flatMap(({ letters }) => letters.map(([a, , c]) => between(a, c, 0.5)))
  const holds = (part: FlatShape) => {
    const { contours, element } = part
    if (!work.spend(20 * points.length) || !isInside(contours, centre, element.style.evenOdd))
      return false
    const held = points.filter((point) => isInside(contours, point, element.style.evenOdd)).length
    return 2 * held >= points.length && isSeenHolder(flat, part, line)
  }
  const area = ({ box }: FlatShape) => box.width * box.height
  return flat.near
    .at(centre)
    .filter(
      (part) =>
        part.order < line.order &&
        isClosed(part) &&
        area(part) > 0.5 * area({ box: line.box } as FlatShape),
    )
    .toSorted((a, b) => area(a) - area(b))
    .find((part) => holds(part) && !isCovered(flat, centre, part.order, line.order))
}

const isClosed = ({ contours, fill, stroke }: FlatShape) =>
  fill !== undefined || (stroke !== undefined && contours.some(({ closed }) => closed))

/** Whether the outline of a shape can be seen; that of words' own ground always is. */
function isSeenHolder(flat: FlatScene, part: FlatShape, line: FlatText): boolean {
  if (part.thing === line.thing && (part.element.role !== undefined || part.stroke)) return true
  if (part.stroke && part.stroke.alpha > 0.15) return true
  if (!part.fill || Number.isNaN(part.fill.color)) return part.fill !== undefined
  const under = backdropAt(flat, centreOf(line.box), part.order)
  if (under === undefined) return true
  return (
    contrast(hexOf(mixPacked(under, part.fill.color, part.fill.alpha)), hexOf(under)) >= SEEN.holder
  )
}

/** Letters below the smallest size on the figure's paper. */
export function smallText({ scene, words }: FlatScene): Finding[] {
  const unit = unitScale(scene)
  const visible = words.filter(isVisible)
  return visible.flatMap((line): Finding[] => {
    const script = line.script ?? (isBesideItsWords(line, visible) ? line.size : undefined)
    const isScript = script !== undefined && script < (MIN_FONT.script - LENIENT.size) * unit
    const isPlain = line.script !== undefined || script === undefined
    const least = (isScript || !isPlain ? MIN_FONT.script : MIN_FONT.plain) * unit
    const size = isScript ? script : line.size
    if (!isScript && size >= least - LENIENT.size * unit) return []
    const told = { words: line.text, box: line.box, element: line.element }
    return [
      {
        kind: 'words_small',
        of: line.thing,
        by: least - size,
        what: `${one(size)} of ${one(least)}`,
        ...told,
      },
    ]
  })
}

/** A sign or number of two letters at most at the side of larger words of its group: raised or lowered by hand. */
function isBesideItsWords(
  { text, size, box, element }: FlatText,
  all: readonly FlatText[],
): boolean {
  if (text.trim().length > 2) return false
  return all.some(
    (other) =>
      other.element.parent === element.parent &&
      other.size > 1.15 * size &&
      boxesMeet(other.box, box, 0.4 * other.size) &&
      other.element !== element,
  )
}

const one = (value: number) => String(Math.round(value * 10) / 10)

/** The share of letters that may lie under something. */
const HIDDEN = 0.2
/** The share of places of a text whose ground decides: the worst of them. */
const WORST = 0.12
const READ = { hard: 3, soft: 4.5 } as const

/** Words under something, or hard to tell from their ground. */
export function lowContrast(flat: FlatScene, work: Budget): Finding[] {
  return flat.words.flatMap((line): Finding[] => {
    const told = { of: line.thing, words: line.text, box: line.box, element: line.element }
    if (!isVisible(line))
      return [
        { kind: 'words_hidden', ...told, by: 1, what: 'nothing, they are all but transparent' },
      ]
    const places = placesOf(line)
    const [first] = places
    const near = first ? flat.near.at(first).length : 0
    if (!work.spend((100 + 60 * near) * places.length)) return []
    const over = places.map((point) => isCovered(flat, point, line.order, TOPMOST))
    const hidden = over.filter((part) => part !== undefined)
    const share = hidden.length / places.length
    if (share > HIDDEN) {
      const part = hidden[0]
      return [
        {
          kind: 'words_hidden',
          ...told,
          by: share,
          other: part?.thing === line.thing ? undefined : part?.thing,
          against: part?.element,
        },
      ]
    }
    const worst = ratiosOf(flat)(line)
    if (worst === undefined || worst >= READ.soft) return []
    const isSoft = worst >= READ.hard
    return [
      {
        kind: 'contrast',
        ...told,
        by: READ.soft - worst,
        what: worst.toFixed(1),
        ...(isSoft && { soft: true }),
      },
    ]
  })
}

/** How a visible line of words stands out from its ground where it does so least. */
export function contrastOf(flat: FlatScene, line: FlatText, work: Budget): number | undefined {
  const places = isVisible(line) ? placesOf(line) : []
  const [first] = places
  const near = first ? flat.near.at(first).length : 0
  return work.spend((100 + 60 * near) * places.length) ? ratiosOf(flat)(line) : undefined
}

/** The contrast of each line: it is asked for as a fault and as a figure. */
const ratiosOf = rememberedOf((flat: FlatScene) =>
  rememberedOf((line: FlatText) => worstRatio(flat, line)),
)

function worstRatio(flat: FlatScene, line: FlatText): number | undefined {
  const ratioOn = remembered((ground: number) =>
    contrast(hexOf(mixPacked(ground, line.color, Math.min(1, line.alpha))), hexOf(ground)),
  )
  const ratios = placesOf(line).flatMap((point) => {
    const ground =
      line.halo && line.halo.width >= 1 ? line.halo.color : backdropAt(flat, point, line.order)
    return ground === undefined ? [] : [ratioOn(ground)]
  })
  return ratios.sort((a, b) => a - b)[Math.floor(WORST * ratios.length)]
}

const placesOf = ({ words }: FlatText) => words.flatMap(({ letters }) => letters.flatMap(placesIn))

/** Five places of a letter. */
const placesIn = ([a, b, c, d]: Quad): Point[] => [
  between(a, c, 0.5),
  between(a, c, 0.2),
  between(b, d, 0.2),
  between(a, c, 0.8),
  between(b, d, 0.8),
]
