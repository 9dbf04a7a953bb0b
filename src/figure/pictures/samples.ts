import type { OwnGlyph, OwnPictures } from '../../forms/picture'
import { ICONS } from '../icons'
import { ICON_ROWS } from '../icons/keywords'
import { shapeStyle } from '../svg'
import { element } from '../svg/xml'

/**
 * All that a node may bear, to choose from: the operator's own pictures, each with a small SVG, and each icon as path data
 * in a square of 24, stroke width 2.
 */
export function pictureSamples(own: OwnPictures) {
  const shown = new Map(ICON_ROWS.map(({ icon, shows }) => [icon, shows]))
  return {
    glyphs: Object.entries(own.glyphs).map(([name, glyph]) => ({
      ...{ name, help: glyph.help },
      svg: sample(glyph),
    })),
    icons: Object.entries({ ...ICONS, ...own.icons }).map(([name, path]) => ({
      name,
      shows: shown.get(name) ?? name.replaceAll('-', ' '),
      path,
    })),
  }
}

function sample({ width, paint }: OwnGlyph): string {
  const paths = paint.map(({ d, style }) => element('path', { d, ...shapeStyle(style) }))
  const viewBox = `0 0 ${Math.ceil(width)} 100`
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox }, paths.join(''))
}
