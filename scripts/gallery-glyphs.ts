/** All pictures of nodes, their kinds among them, in all themes. */
import pkg from '../package.json' with { type: 'json' }
import { drawPicture, pictureSize } from '../src/figure/pictures'
import { toPng } from '../src/figure/raster'
import { toSvg } from '../src/figure/svg'
import { paintOf, type Theme, themes } from '../src/figure/themes'
import { STANDARD_STYLE, STYLES, type Style } from '../src/forms/look'
import { GLYPHS } from '../src/forms/picture'
import type { Box, Scene, SceneElement } from '../src/forms/scene'
import type { Picture } from './contact-sheet'

/** Heights at which each is shown, to judge it by. */
const HEIGHTS = [100, 40]
/** On the one sheet of docs/figures.md. */
const DOCS_HEIGHTS = [64]
/** Pixels. */
const SHEET_WIDTH = 1400
const GAP = 20
const CAPTION = 20
/** Width of a caption, and of a picture as shares of its height: broader ones are shown smaller. */
const NARROWEST = 84
const BROADEST = 2.2
const EM = 15

/** One sheet a theme. */
export async function drawGlyphs(styles: readonly Style[] = STYLES): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const style of styles) pictures.push(await sheet(style, HEIGHTS))
  return pictures
}

/** The sheet of docs/figures.md. */
export async function drawDocsSheet(): Promise<Uint8Array> {
  return (await sheet(STANDARD_STYLE, DOCS_HEIGHTS)).png
}

async function sheet(style: Style, heights: readonly number[]): Promise<Picture> {
  const scene = sheetScene(themes[style], heights)
  const png = await toPng(toSvg(scene, { version: pkg.version }))
  return { png, width: scene.width, height: scene.height, caption: style }
}

interface Shown {
  name: string
  picture: { glyph: string; with: Record<string, string> }
}

/** Every glyph, and each of its kinds. */
function everyKind(): Shown[] {
  return Object.entries(GLYPHS).flatMap(([glyph, { with: parameters }]) => {
    const kinds = Object.entries(parameters).flatMap(([key, schema]) =>
      'enum' in schema ? (schema.enum as string[]).map((kind) => [key, kind] as const) : [],
    )
    if (kinds.length === 0) return [{ name: glyph, picture: { glyph, with: {} } }]
    return kinds.map(([key, kind], index) => ({
      name: index === 0 ? `${glyph} ${kind}` : kind,
      picture: { glyph, with: { [key]: kind } },
    }))
  })
}

/** From left to right in rows, hue by hue. */
function sheetScene(theme: Theme, heights: readonly number[]): Scene {
  const elements: SceneElement[] = []
  const tallest = Math.max(...heights)
  const row = tallest + CAPTION + GAP
  let [x, y] = [GAP, GAP]
  for (const [index, shown] of everyKind().entries()) {
    const aspect = pictureSize(shown.picture)?.aspect ?? 1
    const widths = heights.map((height) => Math.min(aspect, BROADEST) * height)
    const whole = widths.reduce((sum, width) => sum + width, (GAP / 2) * (widths.length - 1))
    if (x + Math.max(NARROWEST, whole) > SHEET_WIDTH - GAP) [x, y] = [GAP, y + row]
    let left = x
    for (const width of widths) {
      const height = width / aspect
      const box = { x: left, y: y + (tallest - height) / 2, width, height }
      elements.push(pictureElement(`${index}-${left}`, shown, box, index, theme))
      left += width + GAP / 2
    }
    elements.push(caption(`${index}-name`, shown.name, x, y + tallest + CAPTION - 5, theme))
    x += Math.max(NARROWEST, whole) + GAP
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

function pictureElement(
  id: string,
  { picture }: Shown,
  box: Box,
  hueAt: number,
  theme: Theme,
): SceneElement {
  const { hues, neutral } = theme.palette
  const strokes = drawPicture(picture, box, EM)?.strokes ?? []
  const paint = paintOf(strokes, hues[hueAt % hues.length] ?? neutral, theme, EM)
  return { id, kind: 'picture', role: 'picture', z: 0, box, paint, style: {} }
}

function caption(id: string, text: string, x: number, y: number, theme: Theme): SceneElement {
  const width = NARROWEST
  return {
    id,
    kind: 'text',
    z: 1,
    box: { x, y: y - 12, width, height: 14 },
    geometry: { form: 'lines', lines: [{ text, x, y, width }], anchor: 'start' },
    style: { fill: theme.palette.ink, fonts: [...theme.fonts], fontSize: 12 },
  }
}
