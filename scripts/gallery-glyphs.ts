/** All pictures of nodes in all themes, each at 100 and at 40 pixels of height. */
import pkg from '../package.json' with { type: 'json' }
import { drawPicture, pictureSize } from '../src/figure/pictures'
import { toPng } from '../src/figure/raster'
import { toSvg } from '../src/figure/svg'
import { paintOf, type Theme, themes } from '../src/figure/themes'
import { STYLES, type Style } from '../src/forms/look'
import { GLYPHS } from '../src/forms/picture'
import type { Scene, SceneElement } from '../src/forms/scene'
import type { Picture } from './contact-sheet'

/** Heights at which each is shown, and the width of a sheet, in pixels. */
const HEIGHTS = [100, 40] as const
const SHEET_WIDTH = 1500
const GAP = 24
const CAPTION = 22
const EM = 15

/** One sheet a theme. */
export async function drawGlyphs(styles: readonly Style[] = STYLES): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const style of styles) {
    const scene = glyphSheet(themes[style])
    const png = await toPng(toSvg(scene, { version: pkg.version }))
    pictures.push({ png, width: scene.width, height: scene.height, caption: style })
  }
  return pictures
}

/** From left to right in rows, hue by hue. */
function glyphSheet(theme: Theme): Scene {
  const elements: SceneElement[] = []
  const row = Math.max(...HEIGHTS) + CAPTION + GAP
  let [x, y] = [GAP, GAP]
  for (const [index, name] of Object.keys(GLYPHS).entries()) {
    const { aspect = 1 } = pictureSize({ glyph: name }) ?? {}
    const width = Math.max(
      90,
      HEIGHTS.reduce((sum, height) => sum + aspect * height + GAP / 2, 0),
    )
    if (x + width > SHEET_WIDTH) [x, y] = [GAP, y + row]
    elements.push(...shown(name, x, y, index, theme))
    x += width + GAP
  }
  return {
    width: SHEET_WIDTH,
    height: y + row,
    background: theme.palette.background,
    theme: theme.name,
    title: theme.name,
    description: 'All pictures of nodes.',
    elements,
  }
}

function shown(glyph: string, left: number, top: number, hueAt: number, theme: Theme) {
  const { palette, fonts } = theme
  const { aspect = 1 } = pictureSize({ glyph }) ?? {}
  const tallest = Math.max(...HEIGHTS)
  let x = left
  const elements = HEIGHTS.map((height): SceneElement => {
    const box = { x, y: top + (tallest - height) / 2, width: aspect * height, height }
    x += box.width + GAP / 2
    const strokes = drawPicture({ glyph }, box, EM)?.strokes ?? []
    const hue = palette.hues[hueAt % palette.hues.length] ?? palette.neutral
    const paint = paintOf(strokes, hue, theme, EM)
    return {
      id: `${glyph}-${height}`,
      kind: 'picture',
      role: 'picture',
      z: 0,
      box,
      paint,
      style: {},
    }
  })
  const name = { text: glyph, x: left, y: top + tallest + CAPTION - 4, width: 100 }
  const label: SceneElement = {
    id: `${glyph}-name`,
    kind: 'text',
    z: 1,
    box: { x: left, y: name.y - 12, width: 100, height: 14 },
    geometry: { form: 'lines', lines: [name], anchor: 'start' },
    style: { fill: palette.ink, fonts: [...fonts], fontSize: 12 },
  }
  return [...elements, label]
}
