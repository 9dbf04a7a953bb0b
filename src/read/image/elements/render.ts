import { rasterizePixels } from '../../../../wasm/resvg'
import { fontsFor } from '../../../figure/fonts'
import { toSvg } from '../../../figure/svg'
import type { Scene, SceneElement } from '../../../forms/scene'
import { drawnPixels, type Pixels } from '../pixels/pixels'

/** Draws elements over the scene's background, one pixel for each of the scene's units. */
export async function renderElements(
  scene: Scene,
  elements: readonly SceneElement[] = scene.elements,
): Promise<Pixels> {
  const svg = toSvg({ ...scene, elements: [...elements] }, { version: '0' })
  const fonts = svg.includes('<text') ? fontsFor(svg) : []
  return drawnPixels(await rasterizePixels(svg, scene.width, fonts))
}
