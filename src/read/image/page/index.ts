import { medianColour } from '../../../figure/pixels/color'
import type { Pixels } from '../pixels/pixels'
import type { Stage } from '../reading'
import { grainOf, isDrawn, removeGrain } from './grain'
import { evenIllumination } from './illumination'
import { quantise } from './quantisation'
import { texturedBoxes } from './textured-boxes'

/** Without grain and under an even light: a drawing with grain was copied. */
export const evened: Stage = ({ original }) => {
  const grain = grainOf(original)
  if (grain === 0) return {}
  const even = evenIllumination(removeGrain(original, grain))
  if (!isDrawn(even, grain)) return {}
  return { source: even, grain }
}

export const flatColours: Stage = ({ source, grain }) => {
  const { pixels, clean, noise } = quantise(source, grain)
  return {
    flat: pixels,
    clean,
    noise,
    tolerance: clean ? 1 : 2 + Math.ceil(noise / 2),
    contrast: clean ? 20 : 36,
  }
}

export const photographs: Stage = ({ flat, clean, noise, grain, source }) => ({
  pictures: texturedBoxes(flat, clean ? 2 : 3 + 2 * noise, grain > 0 ? flat : source),
})

/** The median of the colours along the picture's border. */
export function borderColour({ width, height, rgb }: Pixels): number {
  const colours: number[] = []
  const step = Math.max(1, Math.floor((width + height) / 400))
  for (let x = 0; x < width; x += step)
    colours.push(rgb[x] ?? 0, rgb[(height - 1) * width + x] ?? 0)
  for (let y = 0; y < height; y += step)
    colours.push(rgb[y * width] ?? 0, rgb[y * width + width - 1] ?? 0)
  return medianColour(colours)
}
