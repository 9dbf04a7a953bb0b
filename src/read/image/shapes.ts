import type { Box, Gradient, Shadow } from '../../forms/scene'
import { dashAlong } from './dash-along'
import { isEnclosed } from './enclosed'
import { type Fit, fitShape, type Outline } from './fit-shape'
import { difference, gap, luma, type Pixels, within } from './pixels'
import type { Region, Regions } from './regions'
import { type Rim, readRim } from './rim'
import { withoutRings } from './rings'
import { type Silhouette, silhouetteOf } from './silhouette'

/** A closed form with one fill; its outline is the middle line of its stroke. */
export interface Shape {
  outline: Outline
  fill: number
  /** What is seen instead of `fill`, its mean. */
  gradient?: Gradient
  shadow?: Shadow
  stroke?: { colour: number; width: number; dash?: [on: number, off: number] }
  /** What lies around it. */
  outside: number
  /** With its stroke. */
  box: Box
  /** Pixels inside. */
  area: number
  /** The regions it was read from. */
  labels: number[]
}

export interface FoundShapes {
  shapes: Shape[]
  /** Regions with a surface of which no form was found. */
  loose: Region[]
}

/** Smaller surfaces are parts of letters and icons. */
const LEAST_SIDE = 6
const LEAST_CORE = 12
/** As wide as a line that cuts a surface may be, in pixels, and the smallest side of what may be cut. */
const CUT = 7
const LEAST_CUT = 40
const MOST_FACES = 1500
/** Pixels looked at, as a multiple of the picture's. */
const WORK = 16

interface Face {
  region: Region
  shape: Silhouette
  fit?: Fit
}

interface Terms {
  /** Levels by which one flat colour varies. */
  tolerance: number
  /** Mean pixels by which an outline may miss an edge. */
  slack: number
}

/** Reads the closed forms of a picture from its flat regions; `page` is the ground's region. */
export function findShapes(
  pixels: Pixels,
  regions: Regions,
  page: Region | undefined,
  terms: Terms,
): FoundShapes {
  const faces = facesOf(pixels, regions, page, terms)
  const shapes: Shape[] = []
  const loose: Region[] = []
  const taken = new Set<Face>()
  for (const [lid, body] of cylinders(faces)) {
    const shape = cylinderFrom(pixels, lid, body, terms)
    if (!shape) continue
    shapes.push(shape)
    taken.add(lid)
    taken.add(body)
  }
  const open = faces.filter((face) => !taken.has(face))
  for (const pieces of cutFaces(open, page, terms)) {
    const whole = joined(pixels, regions, pieces, terms)
    if (!whole) continue
    shapes.push(whole)
    for (const piece of pieces) taken.add(piece)
  }
  for (const face of faces) {
    if (taken.has(face)) continue
    const shape = face.fit && shapeFrom(pixels, [face.region], face.shape, face.fit, terms)
    if (shape) shapes.push(shape)
    else loose.push(face.region)
  }
  const sorted = shapes.sort((a, b) => b.area - a.area || a.box.y - b.box.y)
  return { shapes: withoutRings(sorted), loose }
}

function facesOf(
  { width, height }: Pixels,
  regions: Regions,
  page: Region | undefined,
  { slack }: Terms,
): Face[] {
  const faces: Face[] = []
  let work = WORK * width * height
  const candidates = regions.list
    .filter(
      (region) => region !== page && region.core >= LEAST_CORE && sideOf(region) >= LEAST_SIDE,
    )
    .sort((a, b) => boxArea(b) - boxArea(a) || a.label - b.label)
    .slice(0, MOST_FACES)
  for (const region of candidates) {
    if (boxArea(region) > work) continue
    work -= boxArea(region)
    const open = silhouetteOf(regions, [region], width)
    const first = fitShape(open, slack)
    // A line that comes in from outside lets the outside in to whatever it leads to.
    const cut = !first && sideOf(region) >= LEAST_CUT
    const shape = cut ? silhouetteOf(regions, [region], width, CUT) : open
    const fit = cut ? fitShape(shape, slack) : first
    faces.push({ region, shape, ...(fit && { fit }) })
  }
  return faces
}

function sideOf({ x0, y0, x1, y1 }: Region): number {
  return Math.min(x1 - x0, y1 - y0) + 1
}

function boxArea({ x0, y0, x1, y1 }: Region): number {
  return (x1 - x0 + 1) * (y1 - y0 + 1)
}

function shapeFrom(
  pixels: Pixels,
  parts: readonly Region[],
  shape: Silhouette,
  fit: Fit,
  { tolerance }: Terms,
): Shape | undefined {
  const [first] = parts
  if (!first) return undefined
  const small = Math.min(shape.width, shape.height)
  const corners = fit.outline.form === 'polygon' ? fit.outline.points.length : 4
  // Small triangles and odd polygons are arrow-heads and letters.
  if (fit.outline.form === 'polygon' && small < (corners > 4 ? 24 : 14)) return undefined
  const reach = Math.min(14, Math.max(7, 0.25 * small))
  const rim = readRim(pixels, fit.outline, { tolerance: Math.max(4, 2 * tolerance), reach })
  const outline = moved(fit.outline, rim)
  const dashes = dashAlong(pixels, outline, first.colour, rim, tolerance)
  if (dashes === 'broken') return undefined
  const stroke = dashes === 'none' ? undefined : dashes
  const same = difference(first.colour, rim.outside) <= Math.max(2, tolerance)
  if (same && (!stroke || isEnclosed(pixels, outline, first.colour, stroke))) return undefined
  return {
    outline,
    fill: first.colour,
    ...(stroke && { stroke }),
    outside: rim.outside,
    box: boxOf(outline, stroke?.width ?? 0),
    area: shape.area,
    labels: parts.map(({ label }) => label),
  }
}

/** An outline whose edges are moved outwards to where its rim says. */
export function moved(outline: Outline, { shift }: Pick<Rim, 'shift'>): Outline {
  const [a = 0, b = a, c = a, d = a] = shift
  switch (outline.form) {
    case 'rect': {
      const { x, y, width, height, radius } = outline
      const mean = (a + b + c + d) / 4
      const grown = radius > 1 ? radius + Math.max(0, mean) : 0
      const box = { x: x - a, y: y - b, width: width + a + c, height: height + b + d }
      const most = Math.min(box.width, box.height) / 2
      // A nearly whole half circle is one.
      return { form: 'rect', ...box, radius: grown > 0.93 * most ? most : grown }
    }
    case 'ellipse': {
      const { cx, cy, rx, ry } = outline
      return { form: 'ellipse', cx, cy, rx: rx + a, ry: ry + a }
    }
    case 'polygon':
      return { form: 'polygon', points: grownPolygon(outline.points, a) }
    case 'cylinder': {
      const { x, y, width, height, cap } = outline
      const rise = (a + b) / 2
      return {
        form: 'cylinder',
        x: x - a,
        y: y - rise,
        width: width + a + b,
        height: height + 2 * rise,
        cap,
      }
    }
  }
}

/** Moves every edge outwards by `by` pixels; corners are clockwise. */
function grownPolygon(points: readonly { x: number; y: number }[], by: number) {
  return points.map((corner, index) => {
    const before = points[(index + points.length - 1) % points.length] ?? corner
    const after = points[(index + 1) % points.length] ?? corner
    const normal = (from: typeof corner, to: typeof corner) => {
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
      return { x: (to.y - from.y) / length, y: (from.x - to.x) / length }
    }
    const [n, m] = [normal(before, corner), normal(corner, after)]
    const scale = by / Math.max(0.3, 1 + n.x * m.x + n.y * m.y)
    return { x: corner.x + (n.x + m.x) * scale, y: corner.y + (n.y + m.y) * scale }
  })
}

export function boxOf(outline: Outline, strokeWidth: number): Box {
  const pen = strokeWidth / 2
  const grow = (x: number, y: number, width: number, height: number) => ({
    x: x - pen,
    y: y - pen,
    width: width + strokeWidth,
    height: height + strokeWidth,
  })
  if (outline.form === 'ellipse') {
    const { cx, cy, rx, ry } = outline
    return grow(cx - rx, cy - ry, 2 * rx, 2 * ry)
  }
  if (outline.form !== 'polygon') return grow(outline.x, outline.y, outline.width, outline.height)
  const xs = outline.points.map(({ x }) => x)
  const ys = outline.points.map(({ y }) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return grow(left, top, Math.max(...xs) - left, Math.max(...ys) - top)
}

/** An ellipse above a surface of its width and colour is the lid of a cylinder. */
function cylinders(faces: readonly Face[]): [Face, Face][] {
  return faces.flatMap((lid) => {
    if (lid.fit?.outline.form !== 'ellipse' || lid.shape.width < 2 * lid.shape.height) return []
    const bottom = lid.region.y1
    const body = faces.find(
      ({ region }) =>
        region !== lid.region &&
        Math.abs(region.x0 - lid.region.x0) <= 2 &&
        Math.abs(region.x1 - lid.region.x1) <= 2 &&
        region.y0 > lid.region.y0 &&
        region.y0 <= bottom + 4 &&
        region.y1 > bottom + lid.shape.height / 2 &&
        difference(region.colour, lid.region.colour) <= 40,
    )
    return body ? [[lid, body] as [Face, Face]] : []
  })
}

function cylinderFrom(
  pixels: Pixels,
  lid: Face,
  body: Face,
  { tolerance }: Terms,
): Shape | undefined {
  const { x0, y0, x1 } = lid.region
  const lidOutline = lid.fit?.outline
  if (lidOutline?.form !== 'ellipse') return undefined
  const height = body.region.y1 - y0 + 1
  const sides: Outline = {
    form: 'rect',
    x: x0,
    y: y0 + lid.shape.height / 2,
    width: x1 - x0 + 1,
    height: height - lid.shape.height,
    radius: 0,
  }
  const terms = { tolerance: Math.max(4, 2 * tolerance), reach: 7 }
  const rim = readRim(pixels, sides, terms)
  const [out = 0] = readRim(pixels, lidOutline, terms).shift
  const [left = 0, , right = 0] = rim.shift
  const pen = rim.stroke?.width ?? 0
  const cap = lidOutline.ry + out
  const top = lidOutline.cy - cap
  const outline: Outline = {
    form: 'cylinder',
    x: x0 - left,
    y: top,
    width: x1 - x0 + 1 + left + right,
    height: body.region.y1 + 1 + out - top,
    cap,
  }
  return {
    outline,
    fill: body.region.colour,
    ...(rim.stroke && { stroke: rim.stroke }),
    outside: rim.outside,
    box: boxOf(outline, pen),
    area: (x1 - x0 + 1) * height,
    labels: [lid.region.label, body.region.label],
  }
}

/** Groups of surfaces of one colour, side by side, that a line across a panel may have cut. */
function cutFaces(faces: readonly Face[], page: Region | undefined, terms: Terms): Face[][] {
  const groups: Face[][] = []
  const used = new Set<Face>()
  for (const face of faces) {
    if (used.has(face)) continue
    const { colour } = face.region
    if (page && difference(colour, page.colour) <= Math.max(2, terms.tolerance)) continue
    const group = [face]
    for (let grown = true; grown; ) {
      const next = faces.find(
        (other) =>
          !used.has(other) &&
          !group.includes(other) &&
          difference(other.region.colour, colour) <= Math.max(1, terms.tolerance) &&
          group.some((one) => alongside(one.region, other.region)),
      )
      grown = next !== undefined && group.length < 24
      if (next && grown) group.push(next)
    }
    if (group.length < 2) continue
    for (const one of group) used.add(one)
    groups.push(group)
  }
  return groups
}

/** Beside each other with a pen's width between them, along most of the smaller one's side. */
function alongside(a: Region, b: Region): boolean {
  const [one, other] = [regionBox(a), regionBox(b)]
  if (within(one, other) || within(other, one) || gap(one, other) > CUT) return false
  const across = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
  const down = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0)
  return (
    across > 0.5 * Math.min(one.width, other.width) ||
    down > 0.5 * Math.min(one.height, other.height)
  )
}

export function regionBox({ x0, y0, x1, y1 }: Region): Box {
  return { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 }
}

/** So many whole pieces side by side are a table: a line that crosses a panel cuts it in two or three. */
const LEAST_CELLS = 4

/** The pieces as one form, unless they are cells: each whole, and the line between them the one around them. */
function joined(
  pixels: Pixels,
  regions: Regions,
  pieces: readonly Face[],
  terms: Terms,
): Shape | undefined {
  const parts = pieces.map(({ region }) => region)
  const whole = silhouetteOf(regions, parts, pixels.width, CUT)
  const fit = fitShape(whole, terms.slack)
  if (!fit) return undefined
  const shape = shapeFrom(pixels, parts, whole, fit, terms)
  const cells = pieces.filter((piece) => piece.fit)
  if (!shape || cells.length < pieces.length) return shape
  if (cells.length >= LEAST_CELLS) return undefined
  if (!shape.stroke) return shape
  const between = cells.map((cell) => {
    const outline = cell.fit?.outline
    return outline && readRim(pixels, outline, { tolerance: 6, reach: CUT }).stroke?.colour
  })
  const own = shape.stroke.colour
  const ruled = between.filter((colour) => colour !== undefined && sameInk(colour, own)).length
  return ruled * 2 > cells.length ? undefined : shape
}

function sameInk(a: number, b: number): boolean {
  return difference(a, b) <= 32 && Math.abs(luma(a) - luma(b)) <= 32
}
