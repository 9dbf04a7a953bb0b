import { clamp, rounded } from '../../forms/numbers'
import type { Picture } from '../../forms/picture'
import type { Box } from '../../forms/scene'
import { movePath } from '../icons'
import { ownSketch } from '../own-pictures'
import { readSketch } from './sketch'
import type { Stroke } from './stroke'

export { readSketch } from './sketch'

/** A picture 100 units high, as wide as it wants to be, its outlines' middles within. */
interface Drawing {
  width: number
  strokes: Stroke[]
}

/** Width by height; undefined for an own picture that there is not, and for a sketch that {@link readSketch} refuses. */
export function pictureAspect(picture: Picture): number | undefined {
  const made = make(picture)
  return made && made.width / 100
}

/** Of a picture's box, in em: keeps outlines within it. */
const INSET = 0.08

/** Height in em from which lines are as heavy as the theme's; those of smaller pictures are finer. */
const FULL = 4

/**
 * Draws a picture as large as it fits into the middle of a box, in canvas pixels, `em` pixels being the label size.
 * Undefined where {@link pictureAspect} is.
 */
export function drawPicture(picture: Picture, box: Box, em: number): Stroke[] | undefined {
  const made = make(picture)
  if (!made) return undefined
  const inset = Math.min(INSET * em, box.width / 4, box.height / 4)
  const room = { width: box.width - 2 * inset, height: box.height - 2 * inset }
  const scale = Math.min(room.width / made.width, room.height / 100)
  const dx = box.x + (box.width - made.width * scale) / 2
  const dy = box.y + (box.height - 100 * scale) / 2
  const finer = clamp(Math.sqrt((100 * scale) / (FULL * em)), 0.75, 1)
  return made.strokes.map(({ d, weight, ...each }) => ({
    ...each,
    d: movePath(d, scale, dx, dy),
    weight: rounded(weight * finer),
  }))
}

/** Least side of what a sketch draws, by its larger one: a line is a picture, too. */
const LEAST_SIDE = 0.1

function make(picture: Picture): Drawing | undefined {
  const own = 'glyph' in picture ? ownSketch(picture.glyph) : picture
  const sketch = own && readSketch(own.svg, own)
  if (!sketch || 'refused' in sketch) return undefined
  // The room that is left around what is drawn is none of the picture.
  const { x, y, ...ink } = sketch.ink
  const least = LEAST_SIDE * Math.max(ink.width, ink.height)
  const scale = 100 / Math.max(ink.height, least)
  const width = scale * Math.max(ink.width, least)
  const [dx, dy] = [(width - scale * ink.width) / 2, (100 - scale * ink.height) / 2]
  const strokes = sketch.strokes.map((each) => ({
    ...each,
    d: movePath(each.d, scale, dx - scale * x, dy - scale * y),
  }))
  return { width, strokes }
}
