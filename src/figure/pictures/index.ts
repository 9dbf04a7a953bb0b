import type { OwnGlyph, Picture } from '../../forms/picture'
import type { Box } from '../../forms/scene'
import { movePath } from '../geometry/path-data'
import { ownGlyph, scaledStyle } from '../icons/own-pictures'
import { luma, packed, readable } from '../pixels/color'
import { VISIBLE } from '../themes/referenced'

/** Why a picture is not drawn: there is none of its name. Undefined: it is. */
export function refusalOf({ glyph }: Picture): string | undefined {
  return ownGlyph(glyph) ? undefined : `there is no glyph ${JSON.stringify(glyph)}.`
}

/** Width by height; undefined for a picture that there is not. */
export function pictureAspect({ glyph }: Picture): number | undefined {
  const own = ownGlyph(glyph)
  return own && own.width / 100
}

/**
 * A picture as large as it fits into the middle of a box, in canvas pixels, in its own colours; on a dark ground dark ones are
 * lighter, so that they can be seen. Undefined where {@link pictureAspect} is.
 */
export function drawPicture(
  { glyph }: Picture,
  box: Box,
  ground: string,
): OwnGlyph['paint'] | undefined {
  const own = ownGlyph(glyph)
  if (!own) return undefined
  const scale = Math.min(box.width / own.width, box.height / 100)
  const dx = box.x + (box.width - own.width * scale) / 2
  const dy = box.y + (box.height - 100 * scale) / 2
  const paint = movedPaint(own.paint, scale, dx, dy)
  if (luma(packed(ground)) >= DARK) return paint
  const seen = (colour: string) => readable(colour, ground, VISIBLE)
  return paint.map(({ d, style: { fill, stroke, ...style } }) => ({
    d,
    style: { ...style, ...(fill && { fill: seen(fill) }), ...(stroke && { stroke: seen(stroke) }) },
  }))
}

/** Of 255. */
const DARK = 128

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
