import { SaxesParser } from 'saxes'
import { clamp, middleOf, rounded } from '../../../forms/numbers'
import type { Box } from '../../../forms/scene'
import { hullOf } from '../../geometry'
import { extentsOf, NoPath, type Segment } from '../../path-data'
import { IDENTITY, type Matrix, placed, times, transformOf } from '../../transform'
import type { Stroke } from '../stroke'
import { isShape, lengthOf, outlineOf } from './outlines'
import { INITIAL, type Inherited, inherited, type Paint, paintFor } from './paint'
import { SketchRefused } from './refusal'

/** Bytes of UTF-8. */
const MOST_BYTES = 4096
const MOST_ELEMENTS = 400
/** Steps of all outlines together: a few flags can ask for many curves. */
const MOST_SEGMENTS = 1200
const DEEPEST = 16
/** Largest side of a sketch's box, in its own units. */
const LARGEST = 200
/** Coordinates beyond this are no drawing. */
const FARTHEST = 10_000
/** How much larger than its box what is drawn may be; then it is made smaller, so that it fits. */
const OVERSIZE = 1.5

/** Of a sketch's larger side, the width of line from which it is drawn bold. */
const USUAL_LINE = 0.03

/** A sketch as strokes within (0, 0) and (width, height). */
export interface Sketch {
  strokes: Stroke[]
  width: number
  height: number
  /** What of its box it draws on. */
  ink: Box
  /** Sentences: what was not taken over. */
  left: string[]
}

/**
 * Reads a small SVG, whole or without its root: shapes, groups and presentation attributes. Colours become the theme's
 * tones, the sketch's usual line becomes the theme's outline, text and whatever else is no shape is left out and named.
 * The box is the one that is given, else that of the root, else 100 x 100; it is the view where the root names none. Takes
 * milliseconds, whatever it is given.
 */
export function readSketch(
  svg: string,
  box: { width?: number; height?: number } = {},
): Sketch | { refused: string } {
  try {
    return read(svg, box)
  } catch (error) {
    if (error instanceof SketchRefused) return { refused: `${error.message}.` }
    if (error instanceof NoPath) return { refused: 'a path of the sketch cannot be read.' }
    throw error
  }
}

function read(svg: string, wanted: { width?: number; height?: number }): Sketch {
  if (Buffer.byteLength(svg) > MOST_BYTES) throw new SketchRefused('the sketch is larger than 4 kB')
  const reader = new Reader()
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes))
  parser.on('closetag', () => reader.close())
  parser.on('error', () => {
    throw new SketchRefused('the sketch is not well-formed XML')
  })
  // A DOCTYPE, and with it entities, is no root and stands inside one, where none may be.
  parser.write(WHOLE.test(svg) ? svg : `<svg>${svg}</svg>`).close()
  const { width: across = 100, height: down = 100 } = wanted
  const view = reader.view ?? { x: 0, y: 0, width: across, height: down }
  const size = { width: wanted.width ?? view.width, height: wanted.height ?? view.height }
  for (const side of [size.width, size.height, view.width, view.height])
    if (!(side > 0 && side <= FARTHEST)) throw new SketchRefused('the sketch has no size')
  if (Math.max(size.width, size.height) > LARGEST)
    throw new SketchRefused(`the sketch is larger than ${LARGEST} x ${LARGEST}`)
  if (reader.outlines.length === 0) throw new SketchRefused('the sketch draws nothing')
  const extents = hullOf(reader.outlines.flatMap(({ segments }) => extentsOf(segments)))
  const fit = fitting(extents, view, size)
  const [scale, , , , x, y] = fit
  return {
    ...size,
    strokes: strokesOf(reader.outlines, fit, size),
    ink: {
      ...{ x: scale * extents.x + x, y: scale * extents.y + y },
      ...{ width: scale * extents.width, height: scale * extents.height },
    },
    left: [...reader.left],
  }
}

const WHOLE = /^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/

interface Outline extends Paint {
  segments: Segment[]
}

/** From where a sketch draws into its box, in proportion. */
function fitting(
  extents: Box,
  view: Box,
  { width, height }: { width: number; height: number },
): Matrix {
  const whole = hullOf([extents, view])
  if (whole.width > OVERSIZE * view.width || whole.height > OVERSIZE * view.height)
    throw new SketchRefused('the sketch draws far outside its box')
  const scale = Math.min(width / whole.width, height / whole.height)
  const [x, y] = [(width - scale * whole.width) / 2, (height - scale * whole.height) / 2]
  return [scale, 0, 0, scale, x - scale * whole.x, y - scale * whole.y]
}

function strokesOf(
  outlines: readonly Outline[],
  fit: Matrix,
  size: { width: number; height: number },
): Stroke[] {
  const widths = outlines.flatMap(({ stroke, width }) => (stroke ? [width] : []))
  const usual = middleOf(widths) ?? 1
  const bold = clamp((fit[0] * usual) / (USUAL_LINE * Math.max(size.width, size.height)), 1, 1.6)
  return outlines.flatMap(({ segments, fill, stroke, width }): Stroke[] => {
    const d = segments
      .map(({ letter, points }) => letter + pairs(points, fit).map(rounded).join(' '))
      .join('')
    const weight = rounded(clamp((bold * width) / usual, 0.6, 2))
    const shared = (alpha: number) => (alpha < 1 ? { opacity: rounded(alpha) } : {})
    if (fill && stroke && fill.alpha === stroke.alpha)
      return [{ d, fill: fill.tone, stroke: stroke.tone, weight, ...shared(fill.alpha) }]
    return [
      ...(fill ? [{ d, fill: fill.tone, stroke: null, weight: 0, ...shared(fill.alpha) }] : []),
      ...(stroke ? [{ d, fill: null, stroke: stroke.tone, weight, ...shared(stroke.alpha) }] : []),
    ]
  })
}

function pairs(points: readonly number[], matrix: Matrix): number[] {
  return points.flatMap((x, index) =>
    index % 2 === 0 ? placed(matrix, x, points[index + 1] ?? 0) : [],
  )
}

interface Level {
  matrix: Matrix
  inherited: Inherited
}

/** Collects what is drawn, in the coordinates of the root. */
class Reader {
  readonly outlines: Outline[] = []
  readonly left = new Set<string>()
  view: Box | undefined
  #levels: Level[] = [{ matrix: IDENTITY, inherited: INITIAL }]
  #depth = 0
  /** Depth below an element that is left out. */
  #skipped = 0
  #segments = 0

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (++this.#depth > DEEPEST)
      throw new SketchRefused(`the sketch is nested deeper than ${DEEPEST} levels`)
    const root = this.#depth === 1
    if (this.#skipped > 0 || !(root || name === 'g' || isShape(name))) {
      if (this.#skipped++ > 0) return
      if (!SILENT.has(name)) this.left.add(`the sketch's ${name} is left out`)
      return
    }
    if (attributes.style !== undefined)
      throw new SketchRefused('the sketch uses style instead of presentation attributes')
    if (/[1-9]/.test(attributes['stroke-dasharray'] ?? ''))
      this.left.add("the sketch's dashes are full lines, because dashes say what is inferred")
    const level = this.#within(attributes)
    this.#levels.push(level)
    if (root) this.view = viewOf(attributes)
    else if (isShape(name)) this.#add(name, attributes, level)
  }

  close(): void {
    this.#depth--
    if (this.#skipped === 0) this.#levels.pop()
    else this.#skipped--
  }

  #within(attributes: Readonly<Record<string, string>>): Level {
    const { matrix, inherited: around } = this.#levels.at(-1) ?? {
      matrix: IDENTITY,
      inherited: INITIAL,
    }
    return {
      matrix: times(matrix, matrixOf(attributes.transform)),
      inherited: inherited(around, attributes),
    }
  }

  #add(name: string, attributes: Readonly<Record<string, string>>, level: Level): void {
    if (this.outlines.length >= MOST_ELEMENTS)
      throw new SketchRefused(`the sketch has more than ${MOST_ELEMENTS} elements`)
    const paint = paintFor(level.inherited, this.left)
    if (!paint.fill && !paint.stroke) return
    const segments = outlineOf(name, attributes).map(({ letter, points }) => ({
      letter,
      points: pairs(points, level.matrix),
    }))
    this.#segments += segments.length
    if (this.#segments > MOST_SEGMENTS)
      throw new SketchRefused(`the sketch has more than ${MOST_SEGMENTS} lines and curves`)
    if (segments.some(({ points }) => points.some((each) => !(Math.abs(each) <= FARTHEST))))
      throw new SketchRefused('the sketch has coordinates beyond all measure')
    if (segments.length < 2) return
    const [a, b, c, d] = level.matrix
    const width = paint.width * Math.sqrt(Math.abs(a * d - b * c))
    this.outlines.push({ ...paint, width, segments })
  }
}

/** What nothing is lost with. */
const SILENT = new Set(['title', 'desc', 'metadata', 'defs'])

function matrixOf(list: string | undefined): Matrix {
  if (list === undefined) return IDENTITY
  try {
    return transformOf(list)
  } catch {
    throw new SketchRefused('a transform of the sketch cannot be read')
  }
}

function viewOf(attributes: Readonly<Record<string, string>>): Box | undefined {
  const { viewBox, width, height } = attributes
  if (viewBox !== undefined) {
    const [x = 0, y = 0, across = 0, down = 0] = viewBox
      .trim()
      .split(/[\s,]+/)
      .map(lengthOf)
    return { x, y, width: across, height: down }
  }
  if (width === undefined || height === undefined) return undefined
  return { x: 0, y: 0, width: lengthOf(width), height: lengthOf(height) }
}
