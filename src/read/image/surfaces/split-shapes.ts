import { direction, distance } from '../../../figure/geometry'
import { difference, luma, medianColour } from '../../../figure/pixels/color'
import type { Point } from '../../../forms/scene'
import { readEdgeProfile } from '../outlines/edge-profile'
import { fitOutline, type Outline, type OutlineFit } from '../outlines/fit-outline'
import { nearestOn } from '../outlines/nearest'
import type { Shape } from '../outlines/shape'
import type { Region, Regions } from '../pixels/connected-components'
import { sideOf } from '../pixels/connected-components'
import { colourAt, type Pixels } from '../pixels/pixels'
import { covers, type Silhouette, silhouetteOf } from '../pixels/silhouette'
import { CUT, type FillRegion } from './fill-regions'

/** Where two surfaces of one colour face each other over a pen's width. */
export interface Seam {
  surfaces: [FillRegion, FillRegion]
  /** Between the two, one for each row or column. */
  places: Point[]
}

/** Surfaces that are one, and the form of all of them. */
export interface Rejoined {
  pieces: readonly FillRegion[]
  shape: Shape
}

export interface Plane {
  pixels: Pixels
  regions: Regions
  page: Region | undefined
  tolerance: number
  slack: number
  shapeOf: (parts: readonly Region[], whole: Silhouette, fit: OutlineFit) => Shape | undefined
}

/** So many whole pieces side by side are a table: a line that crosses a panel cuts it in two or three. */
const LEAST_CELLS = 4
/** Of a surface, the least share that is no edge: a net of lines has hardly any other. */
const SOLID = 0.4
/** Pixels of the shorter side of a box on its own colour: the pieces of smaller ones are those of letters. */
const LEAST_BOX = 28
/** Of the shorter side of the smaller surface, the share along which it must face the other. */
const FACING = 0.5
const MOST_PIECES = 24

/** Finds surfaces that lines cut, and the forms that they were. */
export function rejoinedShapes(seams: readonly Seam[], plane: Plane): Rejoined[] {
  return grouped(seams).flatMap((group) => {
    const all = [...new Set(group.flatMap(({ surfaces }) => surfaces))]
    const whole = all.length <= MOST_PIECES ? joined(all, group, plane, LEAST_CELLS) : undefined
    return whole ? [{ pieces: all, shape: whole }] : []
  })
}

/** Finds surfaces of one colour that a pen's width parts. */
export function seamsOf(
  surfaces: readonly FillRegion[],
  { pixels, regions, tolerance }: Plane,
): Seam[] {
  const faceAt = new Int32Array(regions.list.length).fill(-1)
  surfaces.forEach(({ region: { label, core, area } }, index) => {
    if (core > SOLID * area) faceAt[label] = index
  })
  const found = new Map<number, Seam>()
  const most = Math.max(1, tolerance)
  const meet = (one: number, other: number, x: number, y: number) => {
    const [a, b] = [surfaces[Math.min(one, other)], surfaces[Math.max(one, other)]]
    if (!a || !b || difference(a.region.colour, b.region.colour) > most) return
    const key = Math.min(one, other) * surfaces.length + Math.max(one, other)
    const seam = found.get(key)
    if (seam) seam.places.push({ x, y })
    else found.set(key, { surfaces: [a, b], places: [{ x, y }] })
  }
  const { width, height } = pixels
  const { labels } = regions
  const scan = (start: number, step: number, count: number, at: (k: number) => Point) => {
    let last = -1
    let since = 0
    for (let k = 0; k < count; k++) {
      const label = labels[start + k * step] as number
      const own = label < 0 ? -1 : (faceAt[label] as number)
      if (own < 0) continue
      if (own !== last && last >= 0 && k - since - 1 <= CUT) {
        const { x, y } = at((since + k) / 2)
        meet(last, own, x, y)
      }
      last = own
      since = k
    }
  }
  for (let y = 0; y < height; y++) scan(y * width, 1, width, (k) => ({ x: k + 0.5, y: y + 0.5 }))
  for (let x = 0; x < width; x++) scan(x, width, height, (k) => ({ x: x + 0.5, y: k + 0.5 }))
  return [...found.values()].filter(isSeam)
}

function isSeam({ surfaces: [a, b], places }: Seam): boolean {
  if (places.length <= FACING * Math.min(sideOf(a.region), sideOf(b.region))) return false
  return !holds(a, b) && !holds(b, a)
}

/** One lies in a hole of the other: a box on a panel of its own colour. */
function holds({ shape }: FillRegion, { region, shape: inner }: FillRegion): boolean {
  const y = region.y0
  let x = region.x0
  while (x < region.x1 && !covers(inner, x - inner.x0, y - inner.y0)) x++
  return covers(shape, x - shape.x0, y - shape.y0)
}

/** Seams by the connected set of surfaces that they belong to. */
function grouped(seams: readonly Seam[]): Seam[][] {
  const groupOf = new Map<FillRegion, Seam[]>()
  for (const seam of seams) {
    const [a, b] = seam.surfaces
    const [one, other] = [groupOf.get(a) ?? [], groupOf.get(b) ?? []]
    const group = one === other ? one : [...one, ...other]
    group.push(seam)
    groupOf.set(a, group)
    groupOf.set(b, group)
    for (const { surfaces } of group) for (const surface of surfaces) groupOf.set(surface, group)
  }
  return [...new Set(groupOf.values())]
}

/**
 * The pieces as one form. Where each is whole, a line between them must go on beyond it, or they must be less than
 * `cells` and their line no border of theirs.
 */
function joined(
  pieces: readonly FillRegion[],
  seams: readonly Seam[],
  plane: Plane,
  cells: number,
): Shape | undefined {
  const { pixels, regions, page, slack, tolerance, shapeOf } = plane
  const parts = pieces.map(({ region }) => region)
  const whole = silhouetteOf(regions, parts, pixels.width, CUT)
  const fit = fitOutline(whole, slack)
  const shape = fit && shapeOf(parts, whole, fit)
  if (!shape) return undefined
  const [first] = parts
  const isGround = first && page && difference(first.colour, page.colour) <= Math.max(2, tolerance)
  const wholes = pieces.filter(({ fit: own }) => own && isConvex(own.outline))
  if (!isGround && wholes.length < pieces.length) return shape
  if (isGround && (!isConvex(shape.outline) || Math.min(whole.width, whole.height) < LEAST_BOX))
    return undefined
  if (isCrossed(shape, seams, plane)) return shape
  if (isGround || wholes.length >= cells) return undefined
  if (seams.every((seam) => difference(inkOf(seam, pixels), shape.outside) <= SAME_INK))
    return undefined
  return shape.stroke && isRuled(wholes, shape.stroke.colour, pixels) ? undefined : shape
}

/** The lines between cells are those around them. */
function isRuled(cells: readonly FillRegion[], own: number, pixels: Pixels): boolean {
  const ruled = cells.filter(({ fit }) => {
    const colour =
      fit && readEdgeProfile(pixels, fit.outline, { tolerance: 6, reach: CUT }).stroke?.colour
    return colour !== undefined && sameInk(colour, own)
  })
  return ruled.length * 2 > cells.length
}

const SAME_INK = 32

function sameInk(a: number, b: number): boolean {
  return difference(a, b) <= SAME_INK && Math.abs(luma(a) - luma(b)) <= SAME_INK
}

function inkOf({ places }: Seam, pixels: Pixels): number {
  return medianColour(places.map(({ x, y }) => colourAt(pixels, Math.floor(x), Math.floor(y))))
}

function isConvex(outline: Outline): boolean {
  if (outline.form !== 'polygon') return true
  const { points } = outline
  return points.every((b, index) => {
    const [a, c] = [points.at(index - 1) ?? b, points[(index + 1) % points.length] ?? b]
    const bend = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
    return bend >= -0.1 * distance(a, b) * distance(b, c)
  })
}

/** Most of the lines between the pieces that reach the form's edge go on beyond it. */
function isCrossed(shape: Shape, seams: readonly Seam[], plane: Plane): boolean {
  let [touching, going] = [0, 0]
  for (const { places } of seams) {
    const reach = (shape.stroke?.width ?? 0) / 2 + CUT
    const ends = places.filter((place) => distance(nearestOn(shape.outline, place), place) <= reach)
    if (ends.length === 0) continue
    touching++
    if (ends.some((place) => goesOn(place, shape, plane))) going++
  }
  return going > 0 && 2 * going >= touching
}

/** Pixels to either side of where a line leaves a form in which it is looked for, and how far beyond the edge. */
const ASIDE = 14
const BEYOND = 4

/** A line leaves a form at a place near its edge, over a ground that is no cell's of the same width. */
function goesOn(place: Point, { outline, stroke, box }: Shape, plane: Plane): boolean {
  const { pixels, regions, page, tolerance } = plane
  const edge = nearestOn(outline, place)
  if (distance(edge, place) < 0.5) return false
  const way = direction(place, edge)
  const by = (stroke?.width ?? 0) / 2 + BEYOND
  const at = (k: number) => ({
    x: Math.floor(edge.x + by * way.x - k * way.y),
    y: Math.floor(edge.y + by * way.y + k * way.x),
  })
  const places = Array.from({ length: 2 * ASIDE + 1 }, (_, k) => at(k - ASIDE))
  const colours = places.map(({ x, y }) => colourAt(pixels, x, y))
  const ground = medianColour(colours)
  const inked = colours.map((colour) => difference(colour, ground) > Math.max(8, 3 * tolerance))
  const first = inked.indexOf(true)
  const last = inked.lastIndexOf(true)
  if (first < 1 || last >= 2 * ASIDE || last - first > CUT + 2) return false
  const level = Math.abs(way.y) > Math.abs(way.x)
  return [places[0], places.at(-1)].some((flank) => {
    if (!flank || flank.x < 0 || flank.y < 0 || flank.x >= pixels.width) return false
    const region = regions.list[regions.labels[flank.y * pixels.width + flank.x] ?? -1]
    if (!region || region === page) return region !== undefined
    const before = level ? flank.x < edge.x : flank.y < edge.y
    if (level) return before ? region.x0 < box.x - CUT : region.x1 > box.x + box.width + CUT
    return before ? region.y0 < box.y - CUT : region.y1 > box.y + box.height + CUT
  })
}
