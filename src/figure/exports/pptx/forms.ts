import type { Box, Geometry, Point } from '../../../forms/scene'
import { distance } from '../../geometry'
import { boxOf } from '../../geometry/moved'
import { outlineOf } from '../../geometry/outlines'
import type { Segment } from '../../geometry/path-data'
import { element } from '../../svg/xml'
import type { Measure } from './units'

/** A form as PowerPoint has it. */
export interface Form {
  box: Box
  /** DrawingML of the geometry. */
  markup: string
  /** Where connectors can be glued. */
  sites: { at: Point; index: number }[]
  /** What words stand in. */
  frame: Box
}

/** A form that PowerPoint has by name, in a box whose upper left corner is 0, 0. */
interface Preset {
  name: string
  /** Its guides' values. */
  adjusts?: Readonly<Record<string, number>>
  /** The numbers of the sites at its top, left, bottom and right. */
  sites?: readonly (number | undefined)[]
  /** How far the left and the right one stand inside of the box. */
  lean?: number
  /** From each side to the words: left, top, right, bottom. */
  insets?: readonly number[]
}

/** A glued end may stand so far from its site, in pixels. */
const SITE_SLACK = 0.75

/**
 * A geometry as a preset form where one has its outline, and a site wherever one of `ends` stands; else as a free form
 * with sites at the middles of its sides and at the ends themselves: look and glue are exact either way.
 */
export function formOf(
  geometry: Geometry,
  ends: readonly Point[],
  measure: Measure,
  evenOdd = false,
): Form {
  const box = boxOf(geometry, {})
  const preset = presetOf(geometry, box)
  const { x, y, width, height } = box
  const { name = '', adjusts = {}, sites = [0, 1, 2, 3], lean = 0, insets = [] } = preset ?? {}
  const glue = sidesOf(box, lean).flatMap((at, side) => {
    const index = sites[side]
    return index === undefined ? [] : [{ at, index }]
  })
  const held = (end: Point) => glue.some(({ at }) => distance(at, end) <= SITE_SLACK)
  if (!preset || !ends.every(held))
    return freeForm(outlineOf(geometry), box, measure, { evenOdd, ends })
  const [left = 0, top = 0, right = 0, bottom = 0] = insets
  const room = { width: width - left - right, height: height - top - bottom }
  return {
    box,
    markup: presetMarkup(name, adjusts),
    sites: glue,
    frame: { x: x + left, y: y + top, ...room },
  }
}

/** The middles of a box's sides in the order in which PowerPoint numbers them: top, left, bottom, right. */
const sidesOf = ({ x, y, width, height }: Box, lean = 0): Point[] => [
  { x: x + width / 2, y },
  { x: x + lean, y: y + height / 2 },
  { x: x + width / 2, y: y + height },
  { x: x + width - lean, y: y + height / 2 },
]

export function presetMarkup(name: string, adjusts: Readonly<Record<string, number>> = {}): string {
  const guides = Object.entries(adjusts).map(([guide, value]) =>
    element('a:gd', { name: guide, fmla: `val ${Math.round(value)}` }),
  )
  return element('a:prstGeom', { prst: name }, element('a:avLst', {}, guides.join('')))
}

/** What words keep from a quarter of a circle, as a share of its radius. */
const CORNER = 1 - Math.SQRT1_2

function presetOf(geometry: Geometry, { x, y, width, height }: Box): Preset | undefined {
  const small = Math.min(width, height)
  const part = (pixels: number) => (1e5 * pixels) / small
  if (!(small > 0)) return undefined
  if (geometry.form === 'image') return { name: 'rect' }
  if (geometry.form === 'rect') {
    const radius = Math.min(geometry.radius, small / 2)
    if (!(radius > 0)) return { name: 'rect' }
    const insets = new Array(4).fill(CORNER * radius)
    return { name: 'roundRect', adjusts: { adj: part(radius) }, insets }
  }
  if (geometry.form === 'ellipse')
    return { name: 'ellipse', sites: [0, 2, 4, 6], insets: around(CORNER / 2, width, height) }
  if (geometry.form === 'cylinder') {
    const { cap } = geometry
    const insets = [0, 2 * cap, 0, cap]
    // LibreOffice numbers the sites of a can otherwise: one that connectors hold on to is a free form.
    return cap > height / 4
      ? undefined
      : { name: 'can', adjusts: { adj: part(2 * cap) }, sites: [], insets }
  }
  if (geometry.form !== 'polygon') return undefined
  const corners = geometry.points.map((point) => ({ x: point.x - x, y: point.y - y }))
  const first = Math.min(...corners.map((corner) => corner.x).filter((at) => at > CORNER_SLACK))
  return POLYGONS.map((one) => one(width, height, first, part(first))).find(
    (one) =>
      one.corners.length === 2 * corners.length &&
      corners.every((corner) =>
        one.corners.some(
          (left, at) =>
            at % 2 === 0 &&
            distance(corner, { x: left, y: one.corners[at + 1] ?? 0 }) <= CORNER_SLACK,
        ),
      ),
  )
}

const around = (part: number, w: number, h: number) => [part * w, part * h, part * w, part * h]

/** Corners may stand so far from those of a preset, in pixels. */
const CORNER_SLACK = 0.3

type Polygon = (w: number, h: number, s: number, adj: number) => Preset & { corners: number[] }

/** Of width, height and how far the first corner stands from the left; corners as x and y in turn. */
const POLYGONS: readonly Polygon[] = [
  (w, h) => ({
    name: 'diamond',
    corners: [w / 2, 0, 0, h / 2, w / 2, h, w, h / 2],
    insets: around(1 / 4, w, h),
  }),
  (w, h, s, adj) => ({
    name: 'parallelogram',
    adjusts: { adj },
    corners: [s, 0, w, 0, w - s, h, 0, h],
    sites: [0, 5, 4, 2],
    lean: s / 2,
    insets: around((1 + (5 * s) / w) / 12, w, h),
  }),
  (w, h, s, adj) => ({
    name: 'hexagon',
    adjusts: { adj, vf: 115_470 },
    corners: [0, h / 2, s, 0, w - s, 0, w, h / 2, w - s, h, s, h],
    sites: [undefined, 3, undefined, 0],
    insets: around(4 * s > w ? (1 + (12 * s) / w) / 24 : (2 + (8 * s) / w) / 24, w, h),
  }),
]

interface FreeOptions {
  evenOdd?: boolean
  ends?: readonly Point[]
  /** A line, not a form. */
  open?: boolean
}

/** Outlines as `a:custGeom`, with sites at the middles of the box's sides and at ends of connectors. */
export function freeForm(
  segments: readonly Segment[],
  box: Box,
  { emu }: Measure,
  { evenOdd = false, ends = [], open = false }: FreeOptions,
): Form {
  const { x, y } = box
  const [w, h] = [Math.max(1, emu(box.width)), Math.max(1, emu(box.height))]
  const sites = open ? [] : [...sidesOf(box), ...ends].map((at, index) => ({ at, index }))
  const guide = (name: string, side: string, by: number, of: number) =>
    element('a:gd', { name, fmla: `*/ ${side} ${emu(by)} ${of}` })
  const guides = sites.map(
    ({ at, index }) => guide(`x${index}`, 'w', at.x - x, w) + guide(`y${index}`, 'h', at.y - y, h),
  )
  const glue = sites.map(({ at, index }) => {
    const place = element('a:pos', { x: `x${index}`, y: `y${index}` })
    return element('a:cxn', { ang: angleAt(at, box) }, place)
  })
  const place = (px: number, py: number) => element('a:pt', { x: emu(px - x), y: emu(py - y) })
  const paths = (evenOdd ? [segments] : bodiesOf(segments)).map((body) =>
    element('a:path', { w, h, fill: open ? 'none' : undefined }, steps(body, place)),
  )
  const lists = `<a:avLst/>${element('a:gdLst', {}, guides.join(''))}<a:ahLst/>`
  const held = element('a:cxnLst', {}, glue.join(''))
  const drawn = element('a:pathLst', {}, paths.join(''))
  const markup = `${lists}${held}<a:rect l="l" t="t" r="r" b="b"/>${drawn}`
  return { box, markup: element('a:custGeom', {}, markup), sites, frame: box }
}

/** Which way a connector leaves a box there: away from the side that is nearest. */
function angleAt({ x, y }: Point, box: Box): string {
  const far = [y - box.y, x - box.x, box.y + box.height - y, box.x + box.width - x].map(Math.abs)
  return ['3cd4', 'cd2', 'cd4', '0'][far.indexOf(Math.min(...far))] ?? '0'
}

const STEPS = { M: 'a:moveTo', L: 'a:lnTo', C: 'a:cubicBezTo', Z: 'a:close' } as const

function steps(segments: readonly Segment[], place: (x: number, y: number) => string): string {
  let start: number[] = []
  let closed = true
  return segments
    .map(({ letter, points }) => {
      const all = points.map((px, at) => (at % 2 === 0 ? place(px, points[at + 1] ?? 0) : ''))
      if (letter === 'M') start = points
      const again = element('a:moveTo', {}, place(start[0] ?? 0, start[1] ?? 0))
      const before = closed && letter !== 'M' ? again : ''
      closed = letter === 'Z'
      return before + element(STEPS[letter], {}, all.join(''))
    })
    .join('')
}

/** PowerPoint makes a hole of what one path goes round twice: parts that all turn one way are paths of their own. */
function bodiesOf(segments: readonly Segment[]): Segment[][] {
  const parts: Segment[][] = []
  for (const segment of segments) {
    if (segment.letter === 'M' || parts.length === 0) parts.push([])
    parts.at(-1)?.push(segment)
  }
  const turns = new Set(parts.map(turnOf).filter((turn) => turn !== 0))
  return turns.size > 1 ? [[...segments]] : parts
}

/** 1 clockwise, -1 the other way; curves count as their ends. */
function turnOf(part: readonly Segment[]): number {
  const corners = part.flatMap(({ points }) => (points.length > 0 ? [points.slice(-2)] : []))
  const area = corners.reduce((sum, [x = 0, y = 0], at) => {
    const [nextX = 0, nextY = 0] = corners[(at + 1) % corners.length] ?? []
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.sign(area)
}
