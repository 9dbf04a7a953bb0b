import type { Point } from '../../forms/scene'
import { isInside, nearestOn } from './anchors'
import { type BlockArrow, blockArrows } from './block-arrows'
import { markShape } from './ink'
import { difference, type Mask, type Pixels, sampled } from './pixels'
import { distance, polygonArea } from './polyline'
import type { Shape } from './shapes'
import type { readSurfaces } from './surfaces'

type Surfaces = Awaited<ReturnType<typeof readSurfaces>>

/** Of the height of a line of text: a ribbon that is wider is a surface. */
const PEN = 0.5
/** Perimeter squared by area, of a bar seven times as long as wide. */
const LONG = 36
/** The share of its corners over which the sides of an enclosed piece of ground go on. */
const OPEN_CORNERS = 0.6
const CORNER = 0.35

/** Takes from the shapes what is none: ground that lines enclose and wide lines, which become ink, and wide arrows. */
export function withoutLineShapes(surfaces: Surfaces): {
  surfaces: Surfaces
  arrows: BlockArrow[]
} {
  const { shapes, source, ground, textHeight, contrast, lettering } = surfaces
  const letters = lettering.lines.map(({ box }) => box)
  const arrows = blockArrows(shapes, letters, contrast)
  const isArrow = new Set(arrows.map(({ shape }) => shape))
  const stray = shapes.filter(
    (shape) =>
      isArrow.has(shape) ||
      isRibbon(shape, textHeight, contrast) ||
      isEnclosed(shape, source, contrast),
  )
  if (stray.length === 0) return { surfaces, arrows }
  const kept = shapes.filter((shape) => !stray.includes(shape))
  const rgb = ground.rgb.slice()
  for (const shape of stray) bare(rgb, shape, kept, source)
  return { surfaces: { ...surfaces, shapes: kept, ground: { ...ground, rgb } }, arrows }
}

/** Long and as narrow as a pen, turning on its way or widening to a head. */
function isRibbon(
  { outline, fill, stroke, outside }: Shape,
  text: number,
  contrast: number,
): boolean {
  if (outline.form !== 'polygon' || outline.points.length < 5) return false
  if (difference(fill, outside) <= contrast) return false
  if (stroke && difference(stroke.colour, fill) > contrast) return false
  const area = polygonArea(outline.points)
  const around = outline.points.reduce(
    (sum, a, index) => sum + distance(a, outline.points[(index + 1) % outline.points.length] ?? a),
    0,
  )
  return (2 * area) / around < PEN * text && around ** 2 > LONG * area
}

/** A piece of ground, the sides of which are lines that go on beyond its corners. */
function isEnclosed({ outline, fill, stroke, outside }: Shape, source: Pixels, contrast: number) {
  if (outline.form !== 'polygon' || !stroke || difference(fill, outside) > contrast) return false
  const { points } = outline
  const inked = ({ x, y }: Point) =>
    difference(sampled(source, x, y), stroke.colour) < 0.5 * difference(stroke.colour, fill)
  const on = (from: Point, to: Point) => {
    const length = distance(from, to) || 1
    const way = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
    return [4, 6, 8].every((step) => {
      const by = step + stroke.width
      const place = { x: to.x + way.x * by, y: to.y + way.y * by }
      const side = Math.max(1.5, 0.25 * by)
      return [0, -1, 1, -2, 2].some((k) =>
        inked({ x: place.x - (way.y * side * k) / 2, y: place.y + (way.x * side * k) / 2 }),
      )
    })
  }
  const corners = points.filter((b, index) => {
    const [a, c] = [points.at(index - 1), points[(index + 1) % points.length]]
    return a && c && turn(a, b, c) > CORNER
  })
  const open = corners.filter((b) => {
    const index = points.indexOf(b)
    const [a, c] = [points.at(index - 1), points[(index + 1) % points.length]]
    return a && c && (on(a, b) || on(c, b))
  })
  return corners.length >= 2 && open.length >= OPEN_CORNERS * corners.length
}

function turn(a: Point, b: Point, c: Point): number {
  const [p, q] = [Math.atan2(b.y - a.y, b.x - a.x), Math.atan2(c.y - b.y, c.x - b.x)]
  return Math.abs(Math.atan2(Math.sin(q - p), Math.cos(q - p)))
}

/** Paints what a shape hid: its surroundings. */
function bare(rgb: Pixels['rgb'], shape: Shape, kept: readonly Shape[], source: Pixels): void {
  const reach = (shape.stroke?.width ?? 0) / 2 + 1.5
  const { x: left, y: top, width, height } = shape.box
  const near = kept.filter(
    ({ box, area }) =>
      area < 4 * shape.area + 4 * width * height &&
      box.x < left + width + 2 &&
      box.x + box.width > left - 2 &&
      box.y < top + height + 2 &&
      box.y + box.height > top - 2 &&
      !(
        box.x <= left &&
        box.y <= top &&
        box.x + box.width >= left + width &&
        box.y + box.height >= top + height
      ),
  )
  const covered = coveredBy(near, source)
  const paint = (x: number, y: number) => {
    const i = y * source.width + x
    if (covered[i]) return
    const place = { x: x + 0.5, y: y + 0.5 }
    if (isInside(shape.outline, place) || distance(nearestOn(shape.outline, place), place) <= reach)
      rgb[i] = shape.outside
  }
  for (let y = Math.max(0, Math.floor(top) - 2); y < Math.min(source.height, top + height + 2); y++)
    for (
      let x = Math.max(0, Math.floor(left) - 2);
      x < Math.min(source.width, left + width + 2);
      x++
    )
      paint(x, y)
}

function coveredBy(shapes: readonly Shape[], source: Pixels): Mask {
  const mask = new Uint8Array(source.rgb.length)
  for (const shape of shapes) markShape(mask, shape, source, 0.5)
  return mask
}
