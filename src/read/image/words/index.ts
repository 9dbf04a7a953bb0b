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

/** Reads the letters on what is certainly drawn: large shapes. */
export const letters: Stage = async (reading) => {
  const { shapes, source, grain, original, contrast, clean, pictures } = reading
  const large = shapes.filter(({ box }) => Math.max(box.width, box.height) > LARGE)
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
  const read = readLettering(rasterOf(grain > 0 ? source : original), { exclude })
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
