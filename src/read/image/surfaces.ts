import type { Lettering } from '../lettering'
import { readLettering } from '../lettering'
import type { Raster } from '../raster'
import { walked } from './dash-along'
import { flatColours } from './flat-colours'
import { clearEdges, edgeMask, inkMask } from './ink'
import { lineMask } from './line-like'
import { texturedBoxes } from './pictures'
import { type Mask, medianColour, opaque, type Pixels } from './pixels'
import { emptyScene, type Reading } from './reading'
import { type Region, type Regions, smoothRegions } from './regions'
import { rendered } from './render'
import { shapeElement } from './shape-elements'
import { findShapes, type Shape } from './shapes'
import { LEAST_CONFIDENCE } from './text-elements'

/** A shape whose longer side is larger, in pixels, is no part of a letter. */
const LARGE = 72

type Surfaces = Omit<Reading, 'ink' | 'connectors' | 'icons' | 'traced'>

/** Finds the ground, the pictures, the closed shapes and the lines of text. */
export async function readSurfaces(raster: Raster): Promise<Surfaces> {
  const source = opaque(raster)
  const flat = flatColours(source)
  const tolerance = flat.clean ? 1 : 2 + Math.ceil(flat.noise / 2)
  const pictures = texturedBoxes(flat.pixels, flat.clean ? 2 : 3 + 2 * flat.noise, source)
  const regions = smoothRegions(flat.pixels, flat.clean ? 1 : 2, maskOf(source, pictures))
  const page = pageOf(regions)
  const background = page?.colour ?? borderColour(source)
  const found = findShapes(flat.pixels, regions, page, { tolerance, slack: flat.clean ? 0.8 : 1.1 })
  const scene = emptyScene({ source, background })
  const draw = (shapes: readonly Shape[]) =>
    rendered(
      scene,
      shapes.map((shape, index) => shapeElement(shape, `s${index}`, index)),
    )
  const large = found.shapes.filter(({ box }) => Math.max(box.width, box.height) > LARGE)
  const first = await draw(large)
  const contrast = flat.clean ? 20 : 36
  const ink = inkMask(source, first, contrast)
  clearEdges(ink, source, large, flat.clean ? 1.2 : 2)
  const lettering = await letters(raster, source, large, lineMask(ink, source, first))
  const textHeight = heightOf(lettering, source)
  const shapes = found.shapes.filter((shape) => !isLetter(shape, lettering.mask, source))
  const major = withoutMinor(shapes, textHeight)
  const same = major.length === large.length && major.every((shape, k) => shape === large[k])
  return {
    source,
    flat,
    tolerance,
    contrast,
    background,
    pictures,
    regions,
    shapes,
    loose: found.loose,
    lettering,
    textHeight,
    ground: same ? first : await draw(major),
  }
}

function maskOf({ width, rgb }: Pixels, boxes: Reading['pictures']): Mask | undefined {
  if (boxes.length === 0) return undefined
  const mask = new Uint8Array(rgb.length)
  for (const box of boxes)
    for (let y = box.y; y < box.y + box.height; y++)
      mask.fill(1, y * width + box.x, y * width + box.x + box.width)
  return mask
}

/** The largest region at the border. */
function pageOf({ list }: Regions): Region | undefined {
  return list
    .filter(({ border, core }) => border && core > 0)
    .reduce<Region | undefined>((a, b) => (!a || b.area > a.area ? b : a), undefined)
}

function borderColour({ width, height, rgb }: Pixels): number {
  const colours: number[] = []
  const step = Math.max(1, Math.floor((width + height) / 400))
  for (let x = 0; x < width; x += step)
    colours.push(rgb[x] ?? 0, rgb[(height - 1) * width + x] ?? 0)
  for (let y = 0; y < height; y += step)
    colours.push(rgb[y * width] ?? 0, rgb[y * width + width - 1] ?? 0)
  return medianColour(colours)
}

async function letters(
  raster: Raster,
  source: Pixels,
  shapes: readonly Shape[],
  lines: Mask,
): Promise<Lettering> {
  // Smaller than this holds no line of text.
  if (Math.min(raster.width, raster.height) < 8)
    return { lines: [], mask: new Uint8Array(source.rgb.length) }
  const exclude = edgeMask(shapes, source)
  for (let i = 0; i < exclude.length; i++) if (lines[i]) exclude[i] = 1
  const read = await readLettering(raster, { exclude })
  return {
    mask: read.mask,
    lines: read.lines.filter(({ text, box }) => text.trim() !== '' && box.width > 0),
  }
}

/** The median height of what was read, by the letters' size; else a guess from the picture's. */
function heightOf({ lines }: Lettering, { width, height }: Pixels): number {
  const sizes = lines
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .map(({ fontSize }) => fontSize)
    .sort((a, b) => a - b)
  const median = sizes[sizes.length >> 1]
  const guess = Math.min(28, Math.max(9, Math.sqrt(width * height) / 60))
  return Math.min(64, Math.max(7, median ?? guess))
}

/** The bowl of a letter, whose stroke is the letter's, or a letter that is a shape. */
function isLetter(shape: Shape, mask: Mask, { width, height }: Pixels): boolean {
  const { box } = shape
  if (Math.min(box.width, box.height) > 60) return false
  const inMask = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1
  const places = shape.stroke ? walked(shape.outline) : inner(box)
  const inked = places.filter(({ x, y }) => inMask(Math.floor(x), Math.floor(y))).length
  return inked > 0.5 * places.length
}

function inner({ x, y, width, height }: Shape['box']): { x: number; y: number }[] {
  const count = Math.max(1, Math.round(width)) * Math.max(1, Math.round(height))
  const columns = Math.max(1, Math.round(width))
  return Array.from({ length: count }, (_, index) => ({
    x: x + (index % columns) + 0.5,
    y: y + Math.floor(index / columns) + 0.5,
  }))
}

/** Small shapes may be parts of icons: what stands beside them decides. */
export function isMinor({ box }: Shape, textHeight: number): boolean {
  return Math.max(box.width, box.height) <= 2.4 * textHeight
}

export function withoutMinor(shapes: readonly Shape[], textHeight: number): Shape[] {
  return shapes.filter((shape) => !isMinor(shape, textHeight))
}
