import { difference, hexOf, medianColour } from '../../figure/color'
import { roundedTo } from '../../forms/numbers'
import type { Likeness, PictureColours } from '../../forms/reading'
import type { Box, Scene, SceneElement } from '../../forms/scene'
import type { Raster } from '../raster'
import { renderElements } from './painting/render'
import { opaque, type Pixels } from './pixels/pixels'
import { ssim } from './pixels/ssim'
import { rescaleScene } from './scene/rescale'

/** Pixels around a place that its change may touch. */
const MARGIN = 3

const isImage = ({ geometry }: SceneElement) => geometry?.form === 'image'

/**
 * How near a scene comes to the picture that it was read from: all of it, what of it is drawn rather than pasted, and the
 * latter at single places.
 */
export async function compared(
  raster: Raster,
  scene: Scene,
  places: readonly Box[],
): Promise<Likeness> {
  const source = opaque(raster)
  const small = rescaleScene(scene, raster)
  const scale = raster.width / scene.width
  const drawn = await renderElements(
    small,
    small.elements.filter((each) => !isImage(each)),
  )
  const whole = small.elements.some(isImage) ? await renderElements(small) : drawn
  return {
    drawn: roundedTo(ssim(source, drawn), 5),
    whole: roundedTo(ssim(source, whole), 5),
    off: places.map((place) => errorAt(source, drawn, scaled(place, scale))),
  }
}

/** The colours of the picture at a place: what most of it has, what its border has, what stands out. */
export function coloursAt(raster: Raster, width: number, place: Box): PictureColours {
  const source = opaque(raster)
  const { x, y, width: across, height } = scaled(place, raster.width / width)
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  const right = Math.min(source.width - 1, Math.max(left, Math.ceil(x + across) - 1))
  const bottom = Math.min(source.height - 1, Math.max(top, Math.ceil(y + height) - 1))
  const all: number[] = []
  const edge: number[] = []
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++) {
      const colour = source.rgb[row * source.width + column] ?? 0
      all.push(colour)
      if (row === top || row === bottom || column === left || column === right) edge.push(colour)
    }
  const inside = medianColour(all)
  const ink = all.reduce((far, one) =>
    difference(one, inside) > difference(far, inside) ? one : far,
  )
  return { inside: hexOf(inside), border: hexOf(medianColour(edge)), ink: hexOf(ink) }
}

const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
})

/** The root of the mean square of differences, 0 to 255. */
function errorAt(source: Pixels, drawn: Pixels, { x, y, width, height }: Box): number {
  const [left, top] = [Math.max(0, Math.floor(x) - MARGIN), Math.max(0, Math.floor(y) - MARGIN)]
  const right = Math.min(source.width, x + width + MARGIN)
  const bottom = Math.min(source.height, y + height + MARGIN)
  let sum = 0
  let count = 0
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      const i = row * source.width + column
      sum += difference(source.rgb[i] ?? 0, drawn.rgb[i] ?? 0) ** 2
      count++
    }
  return count === 0 ? 0 : Math.sqrt(sum / count)
}
