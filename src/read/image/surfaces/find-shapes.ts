import { within } from '../../../figure/geometry'
import { difference } from '../../../figure/pixels/color'
import type { Box } from '../../../forms/scene'
import { readEdgeProfile } from '../outlines/edge-profile'
import type { Outline, OutlineFit } from '../outlines/fit-outline'
import { outlineDashes } from '../outlines/outline-dashes'
import { boxOf, type Shape, shiftedOutline } from '../outlines/shape'
import type { Region, Regions } from '../pixels/connected-components'
import { regionBox } from '../pixels/connected-components'
import type { Pixels } from '../pixels/pixels'
import type { Silhouette } from '../pixels/silhouette'
import { outerBorder } from './double-border'
import { isEnclosed } from './enclosed-ground'
import { type FillRegion, fillRegionsOf } from './fill-regions'
import { type Plane, rejoinedShapes, seamsOf } from './split-shapes'
import { withoutStrokeRings } from './stroke-rings'

export interface FoundShapes {
  shapes: Shape[]
  /** Regions with a surface of which no form was found. */
  loose: Region[]
}

/** Levels by which the ground on both sides of a line may differ: other lines and edges lie in the mean. */
const GROUND = 20

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
  const surfaces = fillRegionsOf(pixels, regions, page, terms.slack)
  const plane: Plane = {
    ...{ pixels, regions, page, ...terms },
    shapeOf: (parts, whole, fit) => shapeFrom(pixels, parts, whole, fit, terms),
  }
  const seams = seamsOf(surfaces, plane)
  const shapes: Shape[] = []
  const loose: Region[] = []
  const taken = new Set<FillRegion>()
  for (const [lid, body] of cylinders(surfaces)) {
    const shape = cylinderFrom(pixels, lid, body, terms)
    if (!shape) continue
    shapes.push(shape)
    // Of a body that a line cuts, the other pieces.
    const parts = seams.flatMap((seam) => (seam.surfaces.includes(body) ? seam.surfaces : []))
    const own = parts.filter(({ region }) => within(regionBox(region), shape.box))
    for (const surface of [lid, body, ...own]) taken.add(surface)
  }
  const open = seams.filter((seam) => seam.surfaces.every((surface) => !taken.has(surface)))
  for (const { pieces, shape } of rejoinedShapes(open, plane)) {
    shapes.push(shape)
    for (const piece of pieces) taken.add(piece)
  }
  for (const surface of surfaces) {
    if (taken.has(surface)) continue
    const shape =
      surface.fit && shapeFrom(pixels, [surface.region], surface.shape, surface.fit, terms)
    const outer = shape && outerBorder(pixels, shape)
    if (outer && !shapes.some((other) => isSamePlace(other.box, outer.box))) shapes.push(outer)
    if (shape) shapes.push(shape)
    else loose.push(surface.region)
  }
  const sorted = shapes.sort((a, b) => b.area - a.area || a.box.y - b.box.y)
  return { shapes: withoutStrokeRings(sorted), loose }
}

/** Pixels by which two readings of one border may differ on each side. */
const SAME_BORDER = 2.5

function isSamePlace(a: Box, b: Box): boolean {
  return within(a, b, SAME_BORDER) && within(b, a, SAME_BORDER)
}

function shapeFrom(
  pixels: Pixels,
  parts: readonly Region[],
  shape: Silhouette,
  fit: OutlineFit,
  { tolerance }: Terms,
): Shape | undefined {
  const [first] = parts
  if (!first) return undefined
  const small = Math.min(shape.width, shape.height)
  const corners = fit.outline.form === 'polygon' ? fit.outline.points.length : 4
  // Small triangles and odd polygons are arrow-heads and letters.
  if (fit.outline.form === 'polygon' && small < (corners > 4 ? 24 : 14)) return undefined
  const reach = Math.min(14, Math.max(7, 0.25 * small))
  const edge = readEdgeProfile(pixels, fit.outline, {
    tolerance: Math.max(4, 2 * tolerance),
    reach,
  })
  const outline = shiftedOutline(fit.outline, edge)
  const dashes = outlineDashes(pixels, outline, first.colour, edge, tolerance)
  if (dashes === 'broken') return undefined
  const stroke = dashes === 'none' ? undefined : dashes
  const alike = edge.sides.filter(
    (side) => difference(first.colour, side) <= Math.max(2, tolerance),
  )
  const same = 2 * alike.length > edge.sides.length
  if (same && !stroke) return undefined
  const isGround = difference(first.colour, edge.outside) <= GROUND
  if (isGround && stroke && isEnclosed(pixels, outline, first.colour, stroke)) return undefined
  return {
    outline,
    fill: first.colour,
    ...(stroke && { stroke }),
    outside: edge.outside,
    box: boxOf(outline, stroke?.width ?? 0),
    area: shape.area,
    labels: parts.map(({ label }) => label),
  }
}

/** An ellipse above a surface of its width and colour is the lid of a cylinder. */
function cylinders(surfaces: readonly FillRegion[]): [FillRegion, FillRegion][] {
  return surfaces.flatMap((lid) => {
    if (lid.fit?.outline.form !== 'ellipse' || lid.shape.width < 2 * lid.shape.height) return []
    const bottom = lid.region.y1
    const body = surfaces.find(
      ({ region }) =>
        region !== lid.region &&
        Math.abs(region.x0 - lid.region.x0) <= 2 &&
        Math.abs(region.x1 - lid.region.x1) <= 2 &&
        region.y0 > lid.region.y0 &&
        region.y0 <= bottom + 4 &&
        region.y1 > bottom + lid.shape.height / 2 &&
        difference(region.colour, lid.region.colour) <= 40,
    )
    return body ? [[lid, body] as [FillRegion, FillRegion]] : []
  })
}

function cylinderFrom(
  pixels: Pixels,
  lid: FillRegion,
  body: FillRegion,
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
  const edge = readEdgeProfile(pixels, sides, terms)
  const [out = 0] = readEdgeProfile(pixels, lidOutline, terms).shift
  const [left = 0, , right = 0] = edge.shift
  const pen = edge.stroke?.width ?? 0
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
    ...(edge.stroke && { stroke: edge.stroke }),
    outside: edge.outside,
    box: boxOf(outline, pen),
    area: (x1 - x0 + 1) * height,
    labels: [lid.region.label, body.region.label],
  }
}
