import { clamp } from '../../forms/numbers'
import type { Box } from '../../forms/scene'
import { grown, union } from '../geometry'
import { IDENTITY, type Matrix, placed, times, transformOf } from '../transform'
import { numbersOf, type Outline, pathOutline, pointsOutline } from './outline'
import { embeddedSize } from './picture-size'

/** An element, with the attributes that it is painted by; its texts are written as XML. */
export interface Markup {
  name: string
  attributes: Record<string, string>
  content: (Markup | string)[]
}

/** The SVG cannot be made safe; the message is a sentence for the client. */
export class SvgRefused extends Error {
  override name = 'SvgRefused'
}

/**
 * Milliseconds of a core for one of each, as PNG of 4K and as PDF page: measured with drawings of one kind each, on two
 * busy cores. An area of 1 is the whole canvas, a length of 1 one side of it.
 */
const PRICES = {
  elements: 0.02,
  points: 0.02,
  outlines: 0.4,
  letters: 0.08,
  /** For each letter of its line: all of them are shaped anew for every part. */
  'parts of lines of text': 0.004,
  dashes: 0.02,
  'filled areas': 100,
  'masks, clips and opacities': 1000,
  /** For each square point of the page: the PDF holds them as pixels. */
  filters: 0.005,
  /** A megapixel. */
  pictures: 40,
} as const

type Kind = keyof typeof PRICES

/** In milliseconds: a tenth of it is more than a figure of ours has come to. */
const MOST = 15_000
/** What is referred to may refer to others, so deep. */
const MOST_NESTED = 8
/** In user units of the root. */
const FARTHEST = 1e9
/** As large as the figure itself may be drawn. */
const MOST_PICTURE_PIXELS = 100_000_000

/**
 * Counts what drawing an SVG will take, before it is drawn: what is used many times counts as often, areas by where they
 * lie on the canvas. Counting ends where it is too much.
 *
 * @param page width and height of the canvas, in points
 * @throws SvgRefused naming what takes most of it
 */
export function boundWork(root: Markup, page: { width: number; height: number }): void {
  new Count(root, page).draw(root)
}

/** Of a page that declares no size on paper, for each pixel. */
const POINTS = 0.75

/** What an element inherits. */
interface Around {
  matrix: Matrix
  /** It is not known where things lie, but how large they are. */
  anywhere: boolean
  fill: string
  stroke: string
  strokeWidth: number
  dash: string
  markers: Readonly<Record<string, string>>
  fontSize: number
  /** References from the root to here. */
  nested: number
}

const NOTHING: Box = { x: 0, y: 0, width: 0, height: 0 }

/** What markers are drawn on. */
const MARKED = new Set(['path', 'line', 'polyline', 'polygon'])

const DRAWN_BY_REFERENCE = new Set([
  'defs',
  'clipPath',
  'mask',
  'marker',
  'pattern',
  'symbol',
  'filter',
  'linearGradient',
  'radialGradient',
  'title',
  'desc',
])

class Count {
  readonly #byId = new Map<string, Markup>()
  readonly #canvas: Box
  readonly #pointsPerUnit: number
  readonly #side: number
  #spent = 0
  #by = new Map<Kind, number>()
  /** How often what is being drawn is drawn. */
  #often = 1

  constructor(root: Markup, page: { width: number; height: number }) {
    const [x = 0, y = 0, ...size] = numbersOf(root.attributes.viewBox ?? '')
    const [width = 0, height = 0] = size.every((side) => side > 0) ? size : []
    const whole = { x: 0, y: 0, width: page.width / POINTS, height: page.height / POINTS }
    this.#canvas = width * height > 0 ? { x, y, width, height } : whole
    this.#side = Math.sqrt(this.#canvas.width * this.#canvas.height)
    this.#pointsPerUnit = Math.sqrt(page.width * page.height) / this.#side
    const index = (each: Markup) => {
      if (each.attributes.id !== undefined) this.#byId.set(each.attributes.id, each)
      for (const part of partsOf(each)) index(part)
    }
    index(root)
  }

  draw(root: Markup): void {
    const around = {
      matrix: IDENTITY,
      anywhere: false,
      fill: 'black',
      stroke: 'none',
      strokeWidth: 1,
      dash: 'none',
      markers: {},
      fontSize: 16,
      nested: 0,
    }
    this.#children(root, inherited(root, around))
  }

  #children(parent: Markup, around: Around): Box | undefined {
    let hull: Box | undefined
    for (const each of partsOf(parent)) {
      if (DRAWN_BY_REFERENCE.has(each.name)) continue
      const box = this.#element(each, around)
      hull = box && hull ? union(box, hull) : (box ?? hull)
    }
    return hull
  }

  /** Gives the part of the canvas that an element covers. */
  #element(each: Markup, outer: Around): Box | undefined {
    this.#add('elements', 1)
    const around = inherited(each, outer)
    const own = this.#shape(each, around)
    const parts = each.name === 'use' ? this.#used(each, around) : this.#children(each, around)
    const box = own && parts ? union(own, parts) : (own ?? parts)
    // What draws nothing may still refer to itself.
    this.#group(each, around, box ?? NOTHING)
    return box
  }

  #shape(each: Markup, around: Around): Box | undefined {
    const outline = this.#outline(each, around)
    if (!outline) return undefined
    const { points } = outline
    const scale = Math.max(
      Math.hypot(around.matrix[0], around.matrix[1]),
      Math.hypot(around.matrix[2], around.matrix[3]),
    )
    const width = around.stroke === 'none' ? 0 : around.strokeWidth
    const box = this.#covered(grown(outline.box, width / 2), around)
    const area = this.#share(box)
    // No part of an outline is longer on the canvas than its diagonal.
    const length = Math.min((outline.length * scale) / this.#side, 2 * points)
    this.#add('points', points)
    this.#add('outlines', length)
    if (each.name === 'text' || each.name === 'tspan' || each.name === 'textPath')
      this.#add('letters', lettersOf(each))
    if (each.name === 'text') this.#parts(each)
    if (each.name === 'image') this.#picture(each)
    // A single straight line encloses nothing.
    if (around.fill !== 'none' && points > 2) this.#paint(around.fill, area, around)
    if (width > 0) {
      this.#add('outlines', length)
      this.#paint(around.stroke, Math.min(area, (length * width * scale) / this.#side), around)
      this.#dashes(outline.length, around.dash)
    }
    if (MARKED.has(each.name)) this.#markers(around, outline)
    return box
  }

  /** Paint is a colour, a gradient or a pattern, whose tile is drawn for each shape. */
  #paint(paint: string, area: number, around: Around): void {
    this.#add('filled areas', area)
    const tile = this.#referred(paint)
    if (tile?.name !== 'pattern') return
    this.#add('filled areas', area)
    this.#content(tile, { ...around, markers: {}, anywhere: true })
  }

  #dashes(length: number, dash: string): void {
    const lengths = numbersOf(dash)
    const period = lengths.reduce((sum, one) => sum + Math.abs(one), 0)
    if (period > 0) this.#add('dashes', (length * lengths.length) / period)
  }

  #markers(around: Around, { box, points }: Outline): void {
    const counts = { 'marker-start': 1, 'marker-mid': points, 'marker-end': 1 }
    for (const [name, count] of Object.entries(counts)) {
      const marker = this.#referred(around.markers[name])
      if (!marker) continue
      const unit = marker.attributes.markerUnits === 'userSpaceOnUse' ? 1 : around.strokeWidth
      const { markerWidth = '3', markerHeight = '3' } = marker.attributes
      const size = {
        width: unit * Number.parseFloat(markerWidth),
        height: unit * Number.parseFloat(markerHeight),
      }
      const place: Matrix = [1, 0, 0, 1, box.x + box.width / 2, box.y + box.height / 2]
      const view = times(place, viewMatrix(marker, size, unit))
      this.#repeated(count, () =>
        this.#content(marker, { ...around, markers: {}, matrix: times(around.matrix, view) }),
      )
    }
  }

  #used(each: Markup, around: Around): Box | undefined {
    const target = this.#referred(each.attributes.href ?? each.attributes['xlink:href'])
    if (!target) return undefined
    const { x, y, width, height } = this.#lengths(each)
    let matrix = times(around.matrix, [1, 0, 0, 1, x, y])
    if (target.name !== 'symbol' && target.name !== 'svg')
      return this.#nested(around, (deeper) => this.#element(target, { ...deeper, matrix }))
    const size = { width: width || this.#canvas.width, height: height || this.#canvas.height }
    matrix = times(matrix, viewMatrix(target, size))
    return this.#content(target, { ...around, matrix })
  }

  #outline(each: Markup, { fontSize }: Around): Outline | undefined {
    const { d = '', points = '' } = each.attributes
    const { x, y, width, height, cx, cy, r, rx, ry, x1, y1, x2, y2 } = this.#lengths(each)
    switch (each.name) {
      case 'path':
        return pathOutline(d)
      case 'polyline':
      case 'polygon':
        return pointsOutline(points)
      case 'line':
        return pointsOutline(`${x1} ${y1} ${x2} ${y2}`)
      case 'circle':
      case 'ellipse': {
        const [wide, high] = [r || rx, r || ry]
        return around({ x: cx - wide, y: cy - high, width: 2 * wide, height: 2 * high })
      }
      case 'rect':
      case 'image':
        return around({ x, y, width, height })
      case 'text':
      case 'tspan':
      case 'textPath': {
        // Its anchor and what stands before it are not looked at: letters are as wide as high, to both sides.
        const wide = lettersOf(each) * fontSize
        return around({ x: x - wide, y: y - fontSize, width: 2 * wide, height: 2 * fontSize })
      }
    }
    return undefined
  }

  #lengths({ attributes }: Markup) {
    const read = (name: string, whole: number) => {
      const length = attributes[name] ?? '0'
      return (shareOf(length) || 0) * (length.endsWith('%') ? whole : 1)
    }
    const { width, height } = this.#canvas
    const [across, down] = [
      (name: string) => read(name, width),
      (name: string) => read(name, height),
    ]
    return {
      ...{ x: across('x'), y: down('y'), width: across('width'), height: down('height') },
      ...{ cx: across('cx'), cy: down('cy'), r: read('r', this.#side), rx: across('rx') },
      ...{ ry: down('ry'), x1: across('x1'), y1: down('y1'), x2: across('x2'), y2: down('y2') },
    }
  }

  /** What makes a picture of its own of an element first. */
  #group(each: Markup, around: Around, box: Box): void {
    const { attributes } = each
    const { opacity, isolation } = attributes
    const area = this.#share(box)
    const own = [
      opacity !== undefined && Number.parseFloat(opacity) < 1,
      isolation === 'isolate',
      attributes['mix-blend-mode'] !== undefined,
    ]
    if (own.includes(true)) this.#add('masks, clips and opacities', area)
    for (const name of ['clip-path', 'mask']) {
      const target = this.#referred(attributes[name])
      if (!target) continue
      this.#add('masks, clips and opacities', 2 * area)
      this.#content(target, { ...around, markers: {} })
    }
    const filter = this.#referred(attributes.filter)
    if (filter) this.#filtered(filter, box)
  }

  #filtered(filter: Markup, box: Box): void {
    const { width = '120%', height = '120%' } = filter.attributes
    const [wide, high] = [width, height].map(shareOf) as [number, number]
    const area =
      Math.min(box.width * wide, this.#canvas.width) *
      Math.min(box.height * high, this.#canvas.height)
    this.#add('filters', area * this.#pointsPerUnit ** 2)
    this.#add('masks, clips and opacities', area / this.#side ** 2)
  }

  /** A place of its own begins another line. */
  #parts(text: Markup): void {
    let [parts, letters] = [0, 0]
    const end = () => {
      this.#add('parts of lines of text', parts * letters)
      parts = letters = 0
    }
    const visit = (each: Markup) => {
      if (each.attributes.x !== undefined || each.attributes.y !== undefined) end()
      parts++
      letters += lettersOf(each)
      for (const part of partsOf(each)) visit(part)
    }
    visit(text)
    end()
  }

  #picture({ attributes }: Markup): void {
    const size = embeddedSize(attributes.href ?? attributes['xlink:href'] ?? '')
    if (!size) return
    const pixels = size.width * size.height
    if (pixels > MOST_PICTURE_PIXELS)
      throw new SvgRefused(
        `a picture in the SVG has ${size.width} x ${size.height} pixels; ${MOST_PICTURE_PIXELS / 1e6} megapixels are the most`,
      )
    this.#add('pictures', pixels / 1e6)
  }

  #content(target: Markup, around: Around): Box | undefined {
    const { clipPathUnits, maskContentUnits, patternContentUnits } = target.attributes
    const units = [clipPathUnits, maskContentUnits, patternContentUnits]
    const own = inherited(target, units.includes('objectBoundingBox') ? ofAnySize(around) : around)
    return this.#nested(own, (deeper) => this.#children(target, deeper))
  }

  #nested<T>(around: Around, draw: (deeper: Around) => T): T {
    if (around.nested >= MOST_NESTED)
      throw new SvgRefused(
        `the SVG's masks, patterns, clips, markers and uses refer to each other more than ${MOST_NESTED} deep, or in a circle`,
      )
    return draw({ ...around, nested: around.nested + 1 })
  }

  #repeated(count: number, draw: () => void): void {
    const before = this.#often
    this.#often *= count
    draw()
    this.#often = before
  }

  /** The part of the canvas that a box covers; all of it where that is not known. */
  #covered(box: Box, { matrix, anywhere }: Around): Box {
    const corners = [
      placed(matrix, box.x, box.y),
      placed(matrix, box.x + box.width, box.y),
      placed(matrix, box.x, box.y + box.height),
      placed(matrix, box.x + box.width, box.y + box.height),
    ]
    const canvas = this.#canvas
    if (!corners.flat().every((place) => Math.abs(place) <= FARTHEST))
      throw new SvgRefused(`the SVG has coordinates beyond ${FARTHEST}`)
    const within = (axis: 0 | 1, low: number, most: number) => {
      const places = corners.map((corner) => corner[axis])
      const [from, to] = [Math.min(...places), Math.max(...places)]
      if (anywhere) return [low, Math.min(most, to - from)] as const
      const start = clamp(from, low, low + most)
      return [start, clamp(to, low, low + most) - start] as const
    }
    const [x, width] = within(0, canvas.x, canvas.width)
    const [y, height] = within(1, canvas.y, canvas.height)
    return { x, y, width, height }
  }

  #share = ({ width, height }: Box) => (width * height) / this.#side ** 2

  #referred(reference: string | undefined): Markup | undefined {
    const id = /^\s*(?:url\(\s*["']?)?#([^"')\s]+)/.exec(reference ?? '')?.[1]
    return id === undefined ? undefined : this.#byId.get(id)
  }

  #add(kind: Kind, amount: number): void {
    const cost = PRICES[kind] * amount * this.#often
    this.#by.set(kind, (this.#by.get(kind) ?? 0) + cost)
    this.#spent += cost
    if (this.#spent <= MOST) return
    const [most] = [...this.#by].sort(([, a], [, b]) => b - a)
    throw new SvgRefused(`the SVG takes too much work to draw, most of it for its ${most?.[0]}`)
  }
}

const partsOf = ({ content }: Markup) => content.filter((one) => typeof one !== 'string')

const lettersOf = ({ content }: Markup) =>
  content.reduce((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0)

function inherited({ attributes }: Markup, around: Around): Around {
  const { fill, stroke, transform } = attributes
  const size = Number.parseFloat(attributes['font-size'] ?? '')
  const width = Number.parseFloat(attributes['stroke-width'] ?? '')
  return {
    ...around,
    ...placedBy(transform ?? attributes.patternTransform, around),
    fill: fill ?? around.fill,
    stroke: stroke ?? around.stroke,
    strokeWidth: Number.isFinite(width) ? width : around.strokeWidth,
    dash: attributes['stroke-dasharray'] ?? around.dash,
    markers: markersOf(attributes, around.markers),
    fontSize: Number.isFinite(size) ? size : around.fontSize,
  }
}

function markersOf(attributes: Markup['attributes'], outer: Around['markers']): Around['markers'] {
  const own = Object.entries(attributes).filter(([name]) => name.startsWith('marker-'))
  return own.length > 0 ? { ...outer, ...Object.fromEntries(own) } : outer
}

function placedBy(transform: string | undefined, { matrix, anywhere }: Around) {
  if (transform === undefined) return { matrix, anywhere }
  try {
    return { matrix: times(matrix, transformOf(transform)), anywhere }
  } catch {
    return ofAnySize({ matrix })
  }
}

/** Large enough to fill any canvas. */
const HUGE: Matrix = [1e4, 0, 0, 1e4, 0, 0]

const ofAnySize = <T extends Pick<Around, 'matrix'>>(around: T) => ({
  ...around,
  matrix: times(around.matrix, HUGE),
  anywhere: true,
})

/** How what has a view of its own is fitted into a size. */
function viewMatrix(
  { attributes }: Markup,
  size: { width: number; height: number },
  otherwise = 1,
): Matrix {
  const [x = 0, y = 0, width, height] = numbersOf(attributes.viewBox ?? '')
  const scale = width && height ? Math.max(size.width / width, size.height / height) : otherwise
  return [scale, 0, 0, scale, -x * scale, -y * scale]
}

const shareOf = (length: string) => Number.parseFloat(length) / (length.endsWith('%') ? 100 : 1)

/** A form around its box: of a rectangle never less than it has. */
function around(box: Box): Outline {
  return { box, points: 4, length: 2 * (Math.abs(box.width) + Math.abs(box.height)) }
}
