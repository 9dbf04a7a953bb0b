import { readSketch } from '../figure/pictures'
import { GLYPHS, type Picture } from '../forms/picture'
import type { Source } from './quotes/source'

/**
 * Why a picture is not drawn: there is none of its name, its sketch cannot be read or shows what the source does not
 * speak of. Undefined: it is.
 */
export function refusalOf(picture: Picture, source: Source): string | undefined {
  if ('glyph' in picture)
    return Object.hasOwn(GLYPHS, picture.glyph)
      ? undefined
      : `there is no glyph ${JSON.stringify(picture.glyph)}.`
  const read = readSketch(picture.svg, picture)
  if ('refused' in read) return read.refused
  return source.says(picture.alt) ? undefined : `the text does not speak of "${picture.alt}".`
}
