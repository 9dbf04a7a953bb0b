import { rasterizePixels } from '../../../../wasm/resvg'
import { fontsFor } from '../../../figure/fonts'
import { hexOf } from '../../../figure/pixels/color'
import { toSvg } from '../../../figure/svg'
import type { Scene, SceneElement } from '../../../forms/scene'
import type { Shape } from '../outlines/shape'
import { drawnPixels, type Pixels } from '../pixels/pixels'
import type { Reading } from '../reading'
import { shapeElement } from './shape-elements'

/** Draws elements over the scene's background, one pixel for each of the scene's units. */
export async function renderElements(
  scene: Scene,
  elements: readonly SceneElement[] = scene.elements,
): Promise<Pixels> {
  const svg = toSvg({ ...scene, elements: [...elements] }, { version: '0' })
  const fonts = svg.includes('<text') ? fontsFor(svg) : []
  return drawnPixels(await rasterizePixels(svg, scene.width, fonts))
}

/** An empty scene of the picture's size. */
export function emptyScene({ source, background }: Pick<Reading, 'source' | 'background'>): Scene {
  return {
    width: source.width,
    height: source.height,
    background: hexOf(background),
    theme: 'read',
    title: '',
    description: '',
    elements: [] as SceneElement[],
  }
}

/** The page with these shapes on it. */
export function groundOf(
  page: Pick<Reading, 'source' | 'background'>,
  shapes: readonly Shape[],
): Promise<Pixels> {
  const elements = shapes.map((shape, index) => shapeElement(shape, `s${index}`, index))
  return renderElements(emptyScene(page), elements)
}
