import type { OwnPictures, Picture } from '../../forms/picture'
import { ICONS } from '../icons'
import { ICON_ROWS } from '../icons/keywords'
import { ownSketch } from '../own-pictures'
import { paintOf, themes } from '../themes'
import { element } from '../xml'
import { drawPicture, pictureAspect } from '.'

/** Pixels high, drawn with labels of this size. */
const SAMPLE = { height: 60, em: 15 }

/**
 * All that a node may bear, to choose from: the operator's own pictures, each with a small SVG in the colours of the
 * standard theme, and each icon as path data in a square of 24, stroke width 2.
 */
export function pictureSamples(own: OwnPictures) {
  const shown = new Map(ICON_ROWS.map(({ icon, shows }) => [icon, shows]))
  return {
    glyphs: Object.entries(own.glyphs).map(([name, { help }]) => ({
      ...{ name, help },
      svg: sample(ownSketch(name, own) ?? { glyph: name }),
    })),
    icons: Object.entries({ ...ICONS, ...own.icons }).map(([name, path]) => ({
      name,
      shows: shown.get(name) ?? name.replaceAll('-', ' '),
      path,
    })),
  }
}

function sample(picture: Picture): string {
  const theme = themes.academic
  const { height, em } = SAMPLE
  const width = height * (pictureAspect(picture) ?? 1)
  const [hue = theme.palette.neutral] = theme.palette.hues
  const strokes = drawPicture(picture, { x: 0, y: 0, width, height }, em) ?? []
  const paths = paintOf(strokes, hue, theme, em).map(({ d, style }) =>
    element('path', {
      d,
      fill: style.fill,
      stroke: style.stroke,
      'stroke-width': style.strokeWidth,
      'stroke-linecap': style.round ? 'round' : undefined,
      'stroke-linejoin': style.round ? 'round' : undefined,
      opacity: style.opacity,
    }),
  )
  const viewBox = `0 0 ${Math.ceil(width)} ${height}`
  return element('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox }, paths.join(''))
}
