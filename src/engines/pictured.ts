import { hasGlyph, readSketch } from '../figure/pictures'
import type { Source } from '../figure/quotes/source'
import type { Picture } from '../forms/picture'

/**
 * Why a picture is not drawn: there is none of its name, its sketch cannot be read or shows what the source does not
 * speak of. Undefined: it is.
 */
export function refusalOf(picture: Picture, source: Source): string | undefined {
  if ('glyph' in picture)
    return hasGlyph(picture.glyph)
      ? undefined
      : `there is no glyph ${JSON.stringify(picture.glyph)}.`
  const read = readSketch(picture.svg, picture)
  if ('refused' in read) return read.refused
  return source.says(picture.alt) ? undefined : `the text does not speak of "${picture.alt}".`
}

/** Of its words a sketch shows what the source says; the others are named. */
export function worded(picture: Picture, source: Source): { picture: Picture; unsaid: string[] } {
  if (!('svg' in picture)) return { picture, unsaid: [] }
  const read = readSketch(picture.svg, picture)
  const texts = 'refused' in read ? [] : read.texts
  const words = texts.filter((text) => text.length <= LONGEST_WORDS && source.says(text, 1))
  const unsaid = texts.filter((text) => !words.includes(text))
  const { words: _, ...plain } = picture
  return { picture: words.length > 0 ? { ...plain, words } : plain, unsaid }
}

/** UTF-16 units of a text in a sketch. */
const LONGEST_WORDS = 40
