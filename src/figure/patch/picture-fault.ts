import type { Picture } from '../../forms/picture'
import { ownSketch } from '../own-pictures'
import { readSketch } from '../pictures'

/** Why a picture is not drawn: there is none of its name, or its sketch cannot be read. Undefined: it is. */
export function refusalOf(picture: Picture): string | undefined {
  if ('glyph' in picture)
    return ownSketch(picture.glyph)
      ? undefined
      : `there is no glyph ${JSON.stringify(picture.glyph)}.`
  const read = readSketch(picture.svg, picture)
  return 'refused' in read ? read.refused : undefined
}
