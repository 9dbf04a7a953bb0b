import { createCanvas, GlobalFonts, loadImage, type SKRSContext2D } from '@napi-rs/canvas'
import { draw as drawDiagram } from '../../../src/figure/draw'
import { toPng } from '../../../src/figure/render/raster'
import { toSvg } from '../../../src/figure/svg'
import { themes } from '../../../src/figure/themes'
import type { Raster } from '../../../src/read/raster'
import { FAMILIES, randomDiagram } from '../layout/random'
import { foreignFigure } from './foreign'
import { Draw } from './words'

/** A line of text that a figure is known to hold. Pixels. */
export interface TruthLine {
  text: string
  box: { x: number; y: number; width: number; height: number }
  angle: 0 | 90 | 270
  size: number
  bold: boolean
  italic: boolean
  family: 'sans' | 'serif' | 'mono'
  colour: string
}

export interface Figure {
  name: string
  own: boolean
  raster: Raster
  lines: TruthLine[]
}

export type Half = 'open' | 'sealed'

/** Faces for figures of other programs; the last ones are kept for the sealed half, so that nobody tunes to them. */
const OPEN_FACES: readonly Face[] = [
  ['Liberation Sans', 'sans'],
  ['Liberation Serif', 'serif'],
  ['Liberation Mono', 'mono'],
  ['DejaVu Sans', 'sans'],
  ['DejaVu Serif', 'serif'],
  ['DejaVu Sans Mono', 'mono'],
  ['Liberation Sans Narrow', 'sans'],
  ['P052', 'serif'],
]
const SEALED_FACES: readonly Face[] = [
  ['Liberation Sans', 'sans'],
  ['DejaVu Sans', 'sans'],
  ['Liberation Serif', 'serif'],
  ['Nimbus Sans', 'sans'],
  ['C059', 'serif'],
  ['URW Bookman', 'serif'],
  ['URW Gothic', 'sans'],
  ['Latin Modern Sans', 'sans'],
  ['Latin Modern Roman', 'serif'],
  ['Noto Sans Mono', 'mono'],
]

export type Face = readonly [name: string, family: 'sans' | 'serif' | 'mono']

/** The faces of a half that this machine has. */
export function faces(half: Half): readonly Face[] {
  const known = new Set(GlobalFonts.families.map(({ family }) => family))
  return (half === 'open' ? OPEN_FACES : SEALED_FACES).filter(([name]) => known.has(name))
}

/** `own` figures of our themes and `foreign` ones in other looks. The seeds come from a hash: nobody chose them. */
export async function* corpus(
  half: Half,
  counts: { own: number; foreign: number },
): AsyncGenerator<Figure> {
  for (let k = 0; k < counts.own; k++)
    yield ownFigure(new Draw(`burin lettering ${half} own ${k}`), k)
  const list = faces(half)
  if (list.length === 0) return
  for (let k = 0; k < counts.foreign; k++) {
    const face = list[k % list.length]
    if (face) yield foreignFigure(new Draw(`burin lettering ${half} foreign ${k}`), k, face)
  }
}

async function ownFigure(draw: Draw, k: number): Promise<Figure> {
  const diagram = randomDiagram(draw.pick(FAMILIES), draw.between(1, 1e9))
  const names = Object.keys(themes)
  const style = names[k % names.length] ?? 'academic'
  const scene = await drawDiagram(diagram, { style, ratio: '16:9', title: 'Figure' })
  const png = await toPng(toSvg(scene, { version: '0' }))
  const image = await loadImage(Buffer.from(png))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const lines = scene.elements.flatMap((element) => {
    if (element.geometry?.form !== 'lines') return []
    const { geometry, style: dress } = element
    return geometry.lines
      .filter(({ text }) => text.trim() !== '')
      .map((line): TruthLine => {
        const size = dress?.fontSize ?? 12
        const from = { start: 0, middle: 0.5, end: 1 }[geometry.anchor] * line.width
        return {
          text: line.text,
          box: { x: line.x - from, y: line.y - 0.75 * size, width: line.width, height: 0.9 * size },
          angle: 0,
          size,
          bold: (dress?.fontWeight ?? 400) >= 600,
          italic: dress?.italic ?? false,
          family: /mono/i.test(dress?.fonts?.[0] ?? '') ? 'mono' : 'sans',
          colour: dress?.fill ?? '#000000',
        }
      })
  })
  return { name: `own ${style} ${k}`, own: true, raster: rasterOf(context), lines }
}

export function rasterOf(context: SKRSContext2D): Raster {
  const { width, height } = context.canvas
  return { width, height, data: context.getImageData(0, 0, width, height).data }
}

export type Damage = 'clean' | 'jpeg' | 'half' | 'blur'

/** The figure as others send it: JPEG 85, at half size, slightly out of focus. */
export async function damaged(figure: Figure, damage: Damage): Promise<Figure> {
  if (damage === 'clean') return figure
  const { width, height, data } = figure.raster
  const whole = createCanvas(width, height)
  const pixels = whole.getContext('2d').createImageData(width, height)
  pixels.data.set(data)
  whole.getContext('2d').putImageData(pixels, 0, 0)
  if (damage === 'jpeg') {
    const image = await loadImage(await whole.encode('jpeg', 85))
    const context = createCanvas(width, height).getContext('2d')
    context.drawImage(image, 0, 0)
    return { ...figure, raster: rasterOf(context) }
  }
  if (damage === 'blur') {
    const context = createCanvas(width, height).getContext('2d')
    context.filter = 'blur(0.8px)'
    context.drawImage(whole, 0, 0)
    return { ...figure, raster: rasterOf(context) }
  }
  const context = createCanvas(Math.round(width / 2), Math.round(height / 2)).getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(whole, 0, 0, Math.round(width / 2), Math.round(height / 2))
  const lines = figure.lines.map((line) => ({
    ...line,
    size: line.size / 2,
    box: {
      x: line.box.x / 2,
      y: line.box.y / 2,
      width: line.box.width / 2,
      height: line.box.height / 2,
    },
  }))
  return { ...figure, raster: rasterOf(context), lines }
}
