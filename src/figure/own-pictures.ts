import type { OwnPictures, Picture } from '../forms/picture'
import { readSketch } from './pictures/sketch'

/** The longest `help` of a glyph, in characters. */
const LONGEST_HELP = 120
/** Side of the square that icons are drawn in. */
const ICON = 24
/** Sketches have this box, whatever the view of their files. */
const GLYPH = 100

let own: OwnPictures = { glyphs: {}, icons: {} }

/** What figures of this process are drawn with besides what is built in, from now on. */
export function useOwnPictures(pictures: OwnPictures): void {
  own = pictures
}

/** The sketch of an operator's glyph. */
export function ownSketch(
  name: string,
  { glyphs }: OwnPictures = own,
): Extract<Picture, { svg: string }> | undefined {
  const glyph = Object.hasOwn(glyphs, name) ? glyphs[name] : undefined
  return glyph && { svg: glyph.svg, width: GLYPH, height: GLYPH, alt: name.replaceAll('-', ' ') }
}

/** The outline of an operator's icon in a square of 24. */
export function ownIcon(name: string): string | undefined {
  return Object.hasOwn(own.icons, name) ? own.icons[name] : undefined
}

/** A file as it is used, and what of it is left out; or why it is not used. */
export type ReadPicture<T> = { read: T; left: readonly string[] } | { refused: string }

/** An operator's glyph; its title says what it shows. */
export function readOwnGlyph(
  name: string,
  svg: string,
): ReadPicture<OwnPictures['glyphs'][string]> {
  const sketch = readSketch(svg, { width: GLYPH, height: GLYPH })
  if ('refused' in sketch) return sketch
  const title = /<title[^>]*>([^<]*)<\/title>/.exec(svg)?.[1] ?? ''
  const help = title.replace(/\s+/g, ' ').trim().slice(0, LONGEST_HELP) || name.replaceAll('-', ' ')
  return { read: { help, svg }, left: sketch.left }
}

/** An operator's icon: every outline of its file, once. */
export function readOwnIcon(_: string, svg: string): ReadPicture<string> {
  const sketch = readSketch(svg, { width: ICON, height: ICON })
  if ('refused' in sketch) return sketch
  return { read: [...new Set(sketch.strokes.map(({ d }) => d))].join(''), left: sketch.left }
}
