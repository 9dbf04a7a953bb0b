import { rasterizePixels } from '../../../wasm/resvg'
import { fontsFor } from '../../figure/fonts'
import { toSvg } from '../../figure/svg'
import type { Scene, SceneElement } from '../../forms/scene'
import type { Pixels } from './pixels'

/** Draws elements over the scene's background, one pixel for each of the scene's units. */
export async function rendered(
  scene: Scene,
  elements: readonly SceneElement[] = scene.elements,
): Promise<Pixels> {
  const svg = toSvg({ ...scene, elements: [...elements] }, { version: '0' })
  const fonts = svg.includes('<text') ? fontsFor(svg) : []
  const { width, height, data } = await rasterizePixels(svg, scene.width, fonts)
  const rgb = new Int32Array(width * height)
  for (let i = 0, at = 0; i < rgb.length; i++, at += 4)
    rgb[i] =
      ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number)
  return { width, height, rgb }
}
