import { within } from '../../../figure/geometry'
import { clearEdges, inkMask, markShape } from '../outlines/ink-mask'
import { lengthOf } from '../outlines/polyline'
import type { Shape } from '../outlines/shape'
import type { Component } from '../pixels/connected-components'
import { boxMask, clear } from '../pixels/masks'
import type { Mask } from '../pixels/pixels'
import type { Reading, Stage } from '../reading'
import { minorShapes, withoutMinor } from '../surfaces'
import { traceFreeform } from '../surfaces/freeform'
import { coverOf } from '../surfaces/label-grounds'
import { connectorsOf } from './connectors/connectors'
import { withoutGridRules } from './connectors/grid-rules'
import { lineOfRow } from './dashes/dash-rows'
import { withDetachedArrowheads } from './heads/detached-arrowheads'
import { withEndMarks } from './heads/end-marks'
import { solidMarks } from './heads/solid-marks'
import { denseBoxes } from './pieces/dense-texture'
import { type Parted, sortInk } from './pieces/ink-components'
import { linkLines } from './strokes/line-linking'
import { withSharedRoutes } from './strokes/shared-routes'
import type { Stroke } from './strokes/stroke'
import { traceStrokes } from './strokes/trace-strokes'

/** Heights of a line of text that a mark at the end of a line is large, at most. */
const MOST_MARK = 2.4
/** Pixels by which scraps of its border reach beyond a form. */
const SCRAP = 4

/** What neither surfaces nor letters draw. */
export const inkLeft: Stage = ({
  source,
  ground,
  shapes,
  textHeight,
  labels,
  contrast,
  clean,
  lettering,
  pictures,
}) => {
  const ink = inkMask(source, ground, contrast)
  clearEdges(ink, source, withoutMinor(shapes, textHeight, labels), clean ? 1.2 : 2)
  clearLetters(ink, lettering.mask, source.width)
  clear(ink, boxMask(pictures, source))
  return { ink }
}

export const denseTextures: Stage = ({ ink, source, pictures }) => {
  const dense = denseBoxes(ink, source)
  clear(ink, boxMask(dense, source))
  return { pictures: [...pictures, ...dense] }
}

export const freeforms: Stage = (reading) => {
  const ink = reading.ink.slice()
  return { traced: traceFreeform(reading, ink), ink }
}

/** Parts the ink from the small shapes, of which some are dashes and heads of lines. */
export const pieces: Stage = (reading) => {
  const { parted, marks } = partedInk(reading)
  const lost = new Set(parted.icons.flatMap((icon) => icon.shapes))
  return {
    parted,
    marks,
    shapes: reading.shapes.filter((shape) => !lost.has(shape) && !marks.has(shape)),
  }
}

export const strokes: Stage = (reading) => {
  const { parted, source, ground, textHeight } = reading
  const rows = parted.rows.map((row) => lineOfRow(row, source, ground))
  const small = [...parted.doubtful, ...parted.lines.filter(({ box }) => isShort(box, textHeight))]
  const headed = withDetachedArrowheads(rows, small, parted.regions, source.width)
  const { strokes, odd } = strokesOf(reading, without(parted, small, headed.left))
  const { lines, interrupting } = linkLines(
    [...headed.lines, ...strokes],
    reading.labels,
    firmShapes(reading),
  )
  return { lines, interrupting, left: odd }
}

/** What hides a line below its label is drawn above it. */
export const covers: Stage = ({ shapes, interrupting, ground }) => {
  const covering = new Set(interrupting.map(({ label }) => label.ground))
  return {
    shapes: [
      ...shapes.filter((shape) => !covering.has(shape)),
      ...interrupting.map((one) => coverOf(one, ground)),
    ],
  }
}

export const endMarks: Stage = (reading) => {
  const { lines, shapes, parted, lettering, textHeight, labels } = reading
  const firm = firmShapes(reading)
  const large = withoutMinor(firm, textHeight, labels)
  // Beside a scrap of its own border a small form is an icon.
  const lone = parted.icons.flatMap(({ box, shapes }) => {
    const [one] = shapes
    return one && shapes.length === 1 && within(box, one.box, SCRAP) ? [one] : []
  })
  const found = withEndMarks(lines, [...firm.filter((shape) => !large.includes(shape)), ...lone], {
    large,
    letters: lettering.lines.map(({ box }) => box),
    most: MOST_MARK * textHeight,
  })
  const tips = new Set(found.marks)
  return {
    lines: found.lines,
    shapes: [
      ...shapes.filter((shape) => !tips.has(shape)),
      ...found.marks.map((shape) => ({ ...shape, overLine: true })),
    ],
    parted: {
      ...parted,
      icons: parted.icons.filter((icon) => !icon.shapes.some((shape) => tips.has(shape))),
    },
  }
}

export const sharedRoutes: Stage = ({ lines }) => ({
  lines: withSharedRoutes(lines.filter(isSeen)),
})

export const connectors: Stage = ({ lines, shapes, source, ground, textHeight }) => {
  const holders = shapes
    .filter(({ overLine }) => !overLine)
    .map((shape, index) => ({ id: String(index), shape }))
  return { connectors: connectorsOf(lines.filter(isSeen), holders, { source, ground, textHeight }) }
}

export const gridRules: Stage = ({ connectors }) => ({ connectors: withoutGridRules(connectors) })

export const icons: Stage = ({ parted, left }) => ({
  icons: [...parted.icons, ...left].map(({ box }) => ({ box })),
})

/** The shapes that hold lines: grounds of words do not. */
function firmShapes({ shapes, labels }: Reading): Shape[] {
  const grounds = new Set(labels.map((label) => label.ground))
  return shapes.filter((shape) => !grounds.has(shape) && !shape.overLine)
}

function isShort({ width, height }: Component['box'], text: number): boolean {
  return Math.max(width, height) <= 2.4 * text
}

/** Leaves out what of the small pieces is not left. */
function without(parted: Parted, small: readonly Component[], left: readonly Component[]): Parted {
  const free = new Set(left)
  const gone = new Set(small.filter((piece) => !free.has(piece)))
  const keep = (piece: Component) => !gone.has(piece)
  return { ...parted, lines: parted.lines.filter(keep), doubtful: parted.doubtful.filter(keep) }
}

/** Parts the ink from the small shapes, of which `marks` are dashes and heads of lines. */
function partedInk(reading: Reading): { parted: Parted; marks: Set<Shape> } {
  const { ink, source, shapes, textHeight, lettering, labels, contrast } = reading
  const minor = minorShapes(shapes, textHeight, labels)
  const apart = (others: readonly Shape[]) => {
    const bare = ink.slice()
    clearShapes(bare, others, source)
    return bare
  }
  const solid = solidMarks(minor, apart(minor), source, {
    contrast,
    letters: lettering.lines.map(({ box }) => box),
    large: withoutMinor(shapes, textHeight, labels),
  })
  const certain = minor.filter((shape) => !solid.heads.includes(shape))
  const part = (others: readonly Shape[]) => sortInk(apart(others), source, others, textHeight)
  if (solid.loose.length === 0) return { parted: part(certain), marks: new Set(solid.heads) }
  const first = part(certain.filter((shape) => !solid.loose.includes(shape)))
  const taken = claimed(first, reading)
  const labelOf = ({ box }: Shape) =>
    first.regions.labels[
      Math.floor(box.y + box.height / 2) * source.width + Math.floor(box.x + box.width / 2)
    ] ?? -1
  const marks = solid.loose.filter((shape) => taken.has(labelOf(shape)))
  const others = certain.filter((shape) => !marks.includes(shape))
  return { parted: part(others), marks: new Set([...solid.heads, ...marks]) }
}

/** Labels of what stands in rows of dashes, or is a head that they point at. */
function claimed(
  { rows, doubtful, lines: pieces, regions }: Parted,
  { source, ground, textHeight }: Reading,
): Set<number> {
  const small = [...doubtful, ...pieces.filter(({ box }) => isShort(box, textHeight))]
  const lines = rows.map((row) => lineOfRow(row, source, ground))
  const left = new Set(withDetachedArrowheads(lines, small, regions, source.width).left)
  const heads = small.filter((piece) => !left.has(piece))
  const dashes = rows.flatMap((row) => row.dashes.map(({ piece }) => piece))
  return new Set([...heads, ...dashes].map(({ region }) => region.label))
}

/** With a pixel around them. */
function clearShapes(ink: Mask, shapes: readonly Shape[], source: Reading['source']): void {
  if (shapes.length === 0) return
  const own = new Uint8Array(ink.length)
  for (const shape of shapes) markShape(own, shape, source, 1)
  clear(ink, own)
}

/** Shorter than its pen is wide, a line is a speck. */
function isSeen({ points, width }: Stroke): boolean {
  return lengthOf(points) >= Math.max(4, 2 * width)
}

/** Letters with a pixel around them. */
function clearLetters(ink: Mask, letters: Mask, width: number): void {
  for (let i = 0; i < ink.length; i++) {
    if (!ink[i]) continue
    if (letters[i] || letters[i - 1] || letters[i + 1] || letters[i - width] || letters[i + width])
      ink[i] = 0
  }
}

/** Strokes of the lines, and of doubtful pieces that turn out to be one line; the rest of those are odd. */
function strokesOf(
  { source, ground }: Reading,
  { regions, lines, doubtful }: Omit<Parted, 'rows'>,
) {
  const mask = new Uint8Array(source.rgb.length)
  const wanted = new Set([...lines, ...doubtful].map(({ region }) => region.label))
  for (let i = 0; i < mask.length; i++) if (wanted.has(regions.labels[i] as number)) mask[i] = 1
  const all = traceStrokes(mask, source, ground)
  const ofPiece = Map.groupBy(all, ({ points }) => {
    const { x, y } = points[points.length >> 1] ?? { x: -1, y: -1 }
    return regions.labels[Math.floor(y) * source.width + Math.floor(x)] ?? -1
  })
  const odd: Component[] = []
  const gone = new Set<number>()
  for (const piece of doubtful) {
    const own = ofPiece.get(piece.region.label) ?? []
    const [one] = own
    if (own.length === 1 && one && isLine(one, piece)) continue
    gone.add(piece.region.label)
    odd.push(piece)
  }
  const strokes = [...ofPiece].flatMap(([label, list]) => (gone.has(label) ? [] : list))
  return { strokes, odd }
}

/** One open line that accounts for its ink, a head included. */
function isLine(
  { points, width, start, end, closed }: Stroke,
  { region, box }: Component,
): boolean {
  const [first, last] = [points[0], points.at(-1)]
  if (closed || !first || !last) return false
  const length = lengthOf(points)
  const heads = [start.head, end.head].reduce(
    (sum, head) => sum + (head ? (head.length * head.width) / 2 : 0),
    0,
  )
  const straight = Math.hypot(first.x - last.x, first.y - last.y) > 0.8 * length
  const whole = region.area <= 1.6 * (length * (width + 1) + heads) + 6
  const round = Math.max(box.width, box.height) < 2.2 * width
  return straight && whole && !round && length >= 2 * width
}
