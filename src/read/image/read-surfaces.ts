import { difference, medianColour } from '../../figure/color'
import { overlap } from '../../figure/geometry'
import { clamp, middleOf } from '../../forms/numbers'
import type { Lettering } from '../lettering'
import { readLettering } from '../lettering'
import { clearEdges, edgeMask, inkMask } from './binarisation/ink-mask'
import { lineMask } from './binarisation/line-mask'
import { withoutGroundBetween } from './contours/between-forms'
import { findShapes } from './contours/find-shapes'
import { groundsUnderWords, type Label, labelsOf } from './contours/label-grounds'
import { withoutPlotGrids } from './contours/plot-grids'
import { type Shape, shiftedOutline } from './contours/shape'
import { withTables } from './contours/tables'
import { pointsAlongOutline } from './dashes/outline-dashes'
import { renderElements } from './elements/render'
import { shapeElement } from './elements/shape-elements'
import { LEAST_CONFIDENCE } from './elements/text-elements'
import { flattenGradients, withGradients } from './gradients/gradients'
import { withShadows } from './gradients/shadows'
import { texturedBoxes } from './pictures/textured-boxes'
import { boxMask, clear } from './pixels/masks'
import { type Mask, type Pixels, rasterOf } from './pixels/pixels'
import { grainOf, isDrawn, removeGrain } from './preprocessing/grain'
import { redrawHandDrawn } from './preprocessing/hand-drawn'
import { evenIllumination } from './preprocessing/illumination'
import { quantise } from './preprocessing/quantisation'
import { emptyScene, type Reading, type Stage } from './reading'
import { type Region, type Regions, smoothRegions } from './regions/connected-components'

/** A shape whose longer side is larger, in pixels, is no part of a letter. */
const LARGE = 72

/** The outer part of a shape that its own edge takes, as a share of each side. */
const HOLDER_EDGE = 0.2
/** Pixels that a letter on it needs, two beside each other; and how much ink, in levels and as a share, is one. */
const LEAST_LABEL = 9
const HELD_CONTRAST = 48
const HELD = 0.03

/** Pixels by which a pen that no hand held does not stray, by the median of its forms. */
const UNSTEADY = 0.43

/** Without grain, under an even light and with even strokes: a drawing with grain was drawn by hand, or copied. */
export const evened: Stage = ({ original }) => {
  const grain = grainOf(original)
  if (grain === 0)
    return { source: redrawHandDrawn(original, borderColour(original), UNSTEADY), grain }
  const even = evenIllumination(removeGrain(original, grain))
  if (!isDrawn(even, grain)) return {}
  return { source: redrawHandDrawn(even, borderColour(even)), grain }
}

export const flatColours: Stage = ({ source, grain }) => {
  const { pixels, clean, noise } = quantise(source, grain)
  return {
    flat: pixels,
    clean,
    noise,
    tolerance: clean ? 1 : 2 + Math.ceil(noise / 2),
    contrast: clean ? 20 : 36,
  }
}

export const photographs: Stage = ({ flat, clean, noise, grain, source }) => ({
  pictures: texturedBoxes(flat, clean ? 2 : 3 + 2 * noise, grain > 0 ? flat : source),
})

export const ramps: Stage = ({ flat, noise, pictures, source }) => {
  const { pixels, gradients } = flattenGradients(flat, noise, boxMask(pictures, source))
  return { flat: pixels, gradients }
}

export const regions: Stage = ({ flat, clean, pictures, source }) => {
  const found = smoothRegions(flat, clean ? 1 : 2, boxMask(pictures, source))
  const page = pageOf(found)
  return {
    regions: found,
    page,
    background: page ? groundColour(flat, found, page) : borderColour(source),
  }
}

export const forms: Stage = ({ flat, regions, page, tolerance, clean }) =>
  findShapes(flat, regions, page, { tolerance, slack: clean ? 0.8 : 1.1 })

export const betweenForms: Stage = ({ shapes, background }) => ({
  shapes: withoutGroundBetween(shapes, background),
})

export const gradients: Stage = ({ shapes, gradients, regions }) => ({
  shapes: withGradients(shapes, gradients, regions),
})

export const shadows: Stage = ({ shapes, source }) => ({ shapes: withShadows(shapes, source) })

/** Reads the letters on what is certainly drawn: large shapes, and smaller ones that hold something. */
export const letters: Stage = async (reading) => {
  const { shapes, source, grain, original, contrast, clean, pictures } = reading
  const large = shapes.filter(
    (shape) => Math.max(shape.box.width, shape.box.height) > LARGE || isHolder(shape, source),
  )
  const ground = await groundOf(reading, large)
  const ink = inkMask(source, ground, contrast)
  clearEdges(ink, source, large, clean ? 1.2 : 2)
  // Against the page all of a photograph is ink, and what stands out from it is not a line.
  clear(ink, boxMask(pictures, source))
  // Smaller than this holds no line of text.
  if (Math.min(source.width, source.height) < 8) return {}
  const exclude = edgeMask(large, source)
  const lines = lineMask(ink, source, ground)
  for (let i = 0; i < exclude.length; i++) if (lines[i]) exclude[i] = 1
  const read = await readLettering(rasterOf(grain > 0 ? source : original), { exclude })
  const lettering = {
    mask: read.mask,
    lines: read.lines.filter(({ text, box }) => text.trim() !== '' && box.width > 0),
  }
  return {
    lettering,
    textHeight: heightOf(lettering, source),
    shapes: shapes.filter((shape) => !isLetter(shape, lettering.mask, source)),
  }
}

export const plotGrids: Stage = ({ shapes, loose, lettering, background }) =>
  withoutPlotGrids(shapes, loose, lettering.lines, background)

export const tables: Stage = ({ shapes, lettering, background }) => ({
  shapes: withTables(shapes, lettering.lines, background),
})

/** Grounds of words, and what may hide a line; then the ground of all ink. */
export const labels: Stage = async (reading) => {
  const { loose, lettering, flat, textHeight, source } = reading
  const under = groundsUnderWords(loose, lettering.lines, lettering.mask, flat)
  const shapes = [...reading.shapes, ...under]
  const isUnread = (shape: Shape) => isUnreadLabel(shape, { lettering, textHeight, source })
  const labels = labelsOf(lettering.lines, shapes, isUnread)
  const ground = await groundOf(reading, withoutMinor(shapes, textHeight, labels))
  return { shapes, labels, ground }
}

/** The page with these shapes on it. */
export function groundOf(
  page: Pick<Reading, 'source' | 'background'>,
  shapes: readonly Shape[],
): Promise<Pixels> {
  const elements = shapes.map((shape, index) => shapeElement(shape, `s${index}`, index))
  return renderElements(emptyScene(page), elements)
}

/** Something is drawn on it: the bowl of a letter is empty. */
function isHolder({ box, fill, stroke }: Shape, { width, rgb }: Pixels): boolean {
  const edge = (stroke?.width ?? 0) + 3
  const [dx, dy] = [
    Math.max(edge, HOLDER_EDGE * box.width),
    Math.max(edge, HOLDER_EDGE * box.height),
  ]
  const [left, right] = [Math.ceil(box.x + dx), Math.floor(box.x + box.width - dx)]
  const [top, bottom] = [Math.ceil(box.y + dy), Math.floor(box.y + box.height - dy)]
  if (right - left < 2 * LEAST_LABEL || bottom - top < LEAST_LABEL) return false
  let count = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      if (difference(rgb[y * width + x] as number, fill) > HELD_CONTRAST) count++
  return count > HELD * (right - left) * (bottom - top)
}

/** Text heights of the ground of one line of words. */
const ONE_LINE = 2

/** As high as a line of words, without a border, with something on it that no one could read. */
function isUnreadLabel(
  shape: Shape,
  terms: { lettering: Lettering; textHeight: number; source: Pixels },
): boolean {
  const { lettering, textHeight, source } = terms
  const { outline, stroke, box } = shape
  return (
    outline.form === 'rect' &&
    !stroke &&
    box.height <= ONE_LINE * textHeight &&
    isInked(shape, source) &&
    !lettering.lines.some((line) => overlap(line.box, box))
  )
}

/** The share of a ground that its words cover. */
const [LEAST_INK, MOST_INK] = [0.05, 0.5]

function isInked({ box, fill }: Shape, { width, rgb }: Pixels): boolean {
  const [left, right] = [Math.ceil(box.x + 1), Math.floor(box.x + box.width - 1)]
  const [top, bottom] = [Math.ceil(box.y + 1), Math.floor(box.y + box.height - 1)]
  let count = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      if (difference(rgb[y * width + x] as number, fill) > HELD_CONTRAST) count++
  const share = count / Math.max(1, (right - left) * (bottom - top))
  return share > LEAST_INK && share < MOST_INK
}

/** The largest region at the border. */
function pageOf({ list }: Regions): Region | undefined {
  return list
    .filter(({ border, core }) => border && core > 0)
    .reduce<Region | undefined>((a, b) => (!a || b.area > a.area ? b : a), undefined)
}

/** Every so many pixels one is looked at. */
const SAMPLE = 7

/** The colour of most of the page, where there is one: the gradients of slanted lines may have joined it. */
function groundColour({ rgb }: Pixels, { labels }: Regions, page: Region): number {
  const counts = new Map<number, number>()
  let all = 0
  for (let i = 0; i < rgb.length; i += SAMPLE) {
    if (labels[i] !== page.label) continue
    all++
    const colour = rgb[i] as number
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [page.colour, 0])
  return 2 * count > all ? most : page.colour
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

/** The median height of what was read, by the letters' size; else a guess from the picture's. */
function heightOf({ lines }: Lettering, { width, height }: Pixels): number {
  const sizes = lines
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .map(({ fontSize }) => fontSize)
  const guess = clamp(Math.sqrt(width * height) / 60, 9, 28)
  return clamp(middleOf(sizes) ?? guess, 7, 64)
}

/** Pixels beyond a bowl's edge at which a letter's ink is no mixture. */
const EDGE = 1.5

/** The bowl of a letter, in its stroke or its ink, or a letter that is a shape. */
function isLetter(shape: Shape, mask: Mask, { width, height }: Pixels): boolean {
  const { box } = shape
  if (Math.min(box.width, box.height) > 60) return false
  const inMask = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1
  const places = shape.stroke
    ? [pointsAlongOutline(shape.outline)]
    : [inner(box), pointsAlongOutline(shiftedOutline(shape.outline, { shift: [EDGE] }))]
  return places.some((list) => {
    const inked = list.filter(({ x, y }) => inMask(Math.floor(x), Math.floor(y))).length
    return inked > 0.5 * list.length
  })
}

function inner({ x, y, width, height }: Shape['box']): { x: number; y: number }[] {
  const count = Math.max(1, Math.round(width)) * Math.max(1, Math.round(height))
  const columns = Math.max(1, Math.round(width))
  return Array.from({ length: count }, (_, index) => ({
    x: x + (index % columns) + 0.5,
    y: y + Math.floor(index / columns) + 0.5,
  }))
}

/** Small shapes may be parts of icons: what stands beside them decides. Grounds of words are none. */
export function minorShapes(
  shapes: readonly Shape[],
  textHeight: number,
  labels: readonly Label[],
): Shape[] {
  const grounds = new Set(labels.map(({ ground }) => ground))
  return shapes.filter(
    (shape) =>
      !grounds.has(shape) && Math.max(shape.box.width, shape.box.height) <= 2.4 * textHeight,
  )
}

export function withoutMinor(...terms: Parameters<typeof minorShapes>): Shape[] {
  const minor = new Set(minorShapes(...terms))
  return terms[0].filter((shape) => !minor.has(shape))
}
