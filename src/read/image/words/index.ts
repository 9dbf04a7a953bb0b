import { difference } from '../../../figure/color'
import { clamp, middleOf } from '../../../forms/numbers'
import { LEAST_CONFIDENCE, type Lettering, readLettering } from '../../lettering'
import { lineMask } from '../lines/pieces/line-mask'
import { clearEdges, edgeMask, inkMask } from '../outlines/ink-mask'
import { pointsAlongOutline } from '../outlines/outline-dashes'
import { type Shape, shiftedOutline } from '../outlines/shape'
import { groundOf } from '../painting/render'
import { boxMask, clear } from '../pixels/masks'
import { type Mask, type Pixels, rasterOf } from '../pixels/pixels'
import type { Stage } from '../reading'

/** A shape whose longer side is larger, in pixels, is no part of a letter. */
const LARGE = 72

/** The outer part of a shape that its own edge takes, as a share of each side. */
const HOLDER_EDGE = 0.2
/** Pixels that a letter on it needs, two beside each other; and how much ink, in levels and as a share, is one. */
const LEAST_LABEL = 9
const HELD_CONTRAST = 48
const HELD = 0.03

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
  const lines = lineMask(ink, source)
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
