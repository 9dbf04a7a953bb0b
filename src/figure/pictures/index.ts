import type { TSchema } from '@sinclair/typebox'
import { clamp, rounded } from '../../forms/numbers'
import { GLYPHS, type GlyphName, type Picture } from '../../forms/picture'
import type { Box } from '../../forms/scene'
import { movePath } from '../icons'
import { ownGlyphs, ownSketch } from '../own-pictures'
import { arrays } from './arrays'
import { charts } from './charts'
import type { Drawers } from './glyph'
import { links } from './links'
import { machines } from './machines'
import { nature } from './nature'
import { papers } from './papers'
import { people } from './people'
import { scenes } from './scenes'
import { signs } from './signs'
import { readSketch, type Word } from './sketch'
import type { Drawing, Stroke } from './stroke'

export { readSketch } from './sketch'
export type { Stroke } from './stroke'

const DRAWERS: Drawers<GlyphName> = {
  ...arrays,
  ...scenes,
  ...papers,
  ...people,
  ...charts,
  ...links,
  ...machines,
  ...nature,
  ...signs,
}

/** How large a picture wants to be: width by height, and heights in em of the label size. */
export interface PictureSize {
  aspect: number
  least: number
  usual: number
}

export interface PictureDrawn {
  strokes: Stroke[]
  /** Of a sketch, in canvas pixels. */
  words: Word[]
  /** Boxes of what can be counted in the picture, in order. */
  parts: Box[]
}

/** Undefined for a glyph that there is not, and for a sketch that {@link readSketch} refuses. */
export function pictureSize(picture: Picture): PictureSize | undefined {
  const made = make(picture)
  return made && { aspect: made.width / 100, least: made.least, usual: made.usual }
}

/** Of a picture's box, in em: keeps outlines within it. */
const INSET = 0.08

/** Height in em from which lines are as heavy as the theme's; those of smaller pictures are finer. */
const FULL = 4

/**
 * Draws a picture as large as it fits into the middle of a box, in canvas pixels, `em` pixels being the label size.
 * Undefined where {@link pictureSize} is.
 */
export function drawPicture(picture: Picture, box: Box, em: number): PictureDrawn | undefined {
  const made = make(picture)
  if (!made) return undefined
  const inset = Math.min(INSET * em, box.width / 4, box.height / 4)
  const room = { width: box.width - 2 * inset, height: box.height - 2 * inset }
  const scale = Math.min(room.width / made.width, room.height / 100)
  const dx = box.x + (box.width - made.width * scale) / 2
  const dy = box.y + (box.height - 100 * scale) / 2
  const finer = clamp(Math.sqrt((100 * scale) / (FULL * em)), 0.75, 1)
  return {
    strokes: made.strokes.map(({ d, weight, ...each }) => ({
      ...each,
      d: movePath(d, scale, dx, dy),
      weight: rounded(weight * finer),
    })),
    words: (made.words ?? []).map((word) => ({
      ...word,
      ...{ x: word.x * scale + dx, y: word.y * scale + dy, size: word.size * scale },
    })),
    parts: (made.parts ?? []).map(({ x, y, width, height }) => ({
      x: x * scale + dx,
      y: y * scale + dy,
      width: width * scale,
      height: height * scale,
    })),
  }
}

interface Made extends Drawing {
  words?: Word[]
  least: number
  usual: number
}

function make(picture: Picture): Made | undefined {
  if (!('glyph' in picture)) return sketched(picture)
  if (isGlyph(picture.glyph)) return made(picture.glyph, picture.with ?? {})
  const own = ownSketch(picture.glyph)
  return own && sketched(own)
}

/** Heights in em of a sketch, whatever it shows. */
const SKETCH = { least: 2, usual: 4 }
/** Least side of what a sketch draws, by its larger one: a line is a picture, too. */
const LEAST_SIDE = 0.1

function sketched({ svg, ...box }: Extract<Picture, { svg: string }>): Made | undefined {
  const sketch = readSketch(svg, box)
  if ('refused' in sketch) return undefined
  // The room that is left around what is drawn is none of the picture.
  const { x, y, ...ink } = sketch.ink
  const least = LEAST_SIDE * Math.max(ink.width, ink.height)
  const scale = 100 / Math.max(ink.height, least)
  const across = scale * Math.max(ink.width, least)
  const [dx, dy] = [(across - scale * ink.width) / 2, (100 - scale * ink.height) / 2]
  const strokes = sketch.strokes.map((each) => ({
    ...each,
    d: movePath(each.d, scale, dx - scale * x, dy - scale * y),
  }))
  const words = sketch.words.map((word) => ({
    ...word,
    ...{ x: scale * (word.x - x) + dx, y: scale * (word.y - y) + dy, size: scale * word.size },
  }))
  return { ...SKETCH, width: across, strokes, words }
}

function isGlyph(name: string): name is GlyphName {
  return Object.hasOwn(GLYPHS, name)
}

/** The names of all glyphs, the operator's last. */
export const glyphNames = (): string[] => [...Object.keys(GLYPHS), ...Object.keys(ownGlyphs())]

/** Whether there is a glyph of that name. */
export const hasGlyph = (name: string): boolean => isGlyph(name) || ownSketch(name) !== undefined

/** What can be set of a glyph; nothing of an operator's. */
export const glyphParameters = (name: string): Readonly<Record<string, TSchema>> =>
  isGlyph(name) ? GLYPHS[name].with : {}

function made<N extends GlyphName>(name: N, given: Readonly<Record<string, unknown>>): Made {
  const { least, usual, draw } = (DRAWERS as Drawers<GlyphName>)[name]
  const values = Object.entries(glyphParameters(name)).map(([key, schema]) => [
    key,
    within(schema, given[key]),
  ])
  // Each value fits the schema that its type is made of.
  return { least, usual, ...(draw as (values: unknown) => Drawing)(Object.fromEntries(values)) }
}

/** A value as the schema wants it: clamped to its limits, and the default for what is of another type. */
function within(
  { type, minimum, maximum, enum: values, default: standard }: TSchema,
  value: unknown,
) {
  if (Array.isArray(values)) return values.includes(value) ? value : standard
  if (type === 'boolean') return typeof value === 'boolean' ? value : standard
  if (typeof value !== 'number' || !Number.isFinite(value)) return standard
  return clamp(type === 'integer' ? Math.round(value) : value, minimum, maximum)
}
