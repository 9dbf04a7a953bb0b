import type { OwnGlyph, Picture } from '../../forms/picture'
import type { Box } from '../../forms/scene'
import { movePath } from '../icons'
import { ownGlyph, scaledStyle } from '../own-pictures'

/** Why a picture is not drawn: there is none of its name. Undefined: it is. */
export function refusalOf({ glyph }: Picture): string | undefined {
  return ownGlyph(glyph) ? undefined : `there is no glyph ${JSON.stringify(glyph)}.`
}

/** Width by height; undefined for a picture that there is not. */
export function pictureAspect({ glyph }: Picture): number | undefined {
  const own = ownGlyph(glyph)
  return own && own.width / 100
}

/** A picture as large as it fits into the middle of a box, in canvas pixels. Undefined where {@link pictureAspect} is. */
export function drawPicture({ glyph }: Picture, box: Box): OwnGlyph['paint'] | undefined {
  const own = ownGlyph(glyph)
  if (!own) return undefined
  const scale = Math.min(box.width / own.width, box.height / 100)
  const dx = box.x + (box.width - own.width * scale) / 2
  const dy = box.y + (box.height - 100 * scale) / 2
  return movedPaint(own.paint, scale, dx, dy)
}

/** Paint scaled about the origin, then moved. */
export function movedPaint(
  paint: OwnGlyph['paint'],
  scale: number,
  dx: number,
  dy: number,
): OwnGlyph['paint'] {
  return paint.map(({ d, style }) => ({
    d: movePath(d, scale, dx, dy),
    style: scaledStyle(style, scale),
  }))
}

/** What a picture is called for who cannot see it. */
export const altOf = ({ glyph }: Picture) => glyph.replaceAll('-', ' ')
