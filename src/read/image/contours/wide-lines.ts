import { difference } from '../../../figure/color'
import { distance } from '../../../figure/geometry'
import { type BlockArrow, blockArrows } from '../arrowheads/block-arrows'
import { isInside } from '../connectors/anchors'
import { groundOf, type readSurfaces, withoutMinor } from '../read-surfaces'
import { polygonArea } from '../strokes/polyline'
import type { Shape } from './shape'

type Surfaces = Awaited<ReturnType<typeof readSurfaces>>

/** Of the height of a line of text: a ribbon that is wider is a surface. */
const PEN = 0.5
/** Perimeter squared by area, of a bar seven times as long as wide. */
const LONG = 36
/** So many times as long as thick is a bar. */
const BAR = 7
/** Takes from the shapes what is none: wide lines, which become ink, and wide arrows. */
export async function withoutWideLines(surfaces: Surfaces): Promise<{
  surfaces: Surfaces
  arrows: BlockArrow[]
}> {
  const { shapes, textHeight, contrast, lettering } = surfaces
  const letters = lettering.lines.map(({ box }) => box)
  const arrows = blockArrows(shapes, letters, contrast)
  const isArrow = new Set(arrows.map(({ shape }) => shape))
  const stray = shapes.filter(
    (shape) =>
      isArrow.has(shape) ||
      isRibbon(shape, textHeight, contrast) ||
      isBridge(shape, shapes, textHeight, contrast),
  )
  if (stray.length === 0) return { surfaces, arrows }
  const kept = shapes.filter((shape) => !stray.includes(shape))
  const ground = await groundOf(surfaces, withoutMinor(kept, textHeight, surfaces.labels))
  return { surfaces: { ...surfaces, shapes: kept, ground }, arrows }
}

/** Pixels from a bridge's end to the form that it leads to. */
const REACH = 3

/** A bar as narrow as a pen that leads from one form to another. */
function isBridge(
  { outline, fill, outside }: Shape,
  shapes: readonly Shape[],
  text: number,
  contrast: number,
): boolean {
  if (outline.form !== 'rect' || difference(fill, outside) <= contrast) return false
  const { x, y, width, height } = outline
  const [thick, long] = [Math.min(width, height), Math.max(width, height)]
  if (thick > PEN * text || long < BAR * thick) return false
  const level = width > height
  const ends = level
    ? [
        { x: x - REACH, y: y + height / 2 },
        { x: x + width + REACH, y: y + height / 2 },
      ]
    : [
        { x: x + width / 2, y: y - REACH },
        { x: x + width / 2, y: y + height + REACH },
      ]
  const middle = { x: x + width / 2, y: y + height / 2 }
  return ends.every((end) =>
    shapes.some((other) => isInside(other.outline, end) && !isInside(other.outline, middle)),
  )
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
