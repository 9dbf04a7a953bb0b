import { createCanvas, loadImage } from '@napi-rs/canvas'
import { decodePicture, type Raster } from '../../../src/read/raster'

export const STATES = ['clean', 'jpeg', 'half', 'blurred'] as const
export type State = (typeof STATES)[number]

/** A picture as it reaches people: as drawn, as JPEG of quality 85, at half its size, or a little out of focus. */
export async function degraded(png: Uint8Array, state: State): Promise<Raster> {
  const limits = { maxPixels: 50_000_000 }
  if (state === 'clean') return decodePicture(png, limits)
  const image = await loadImage(Buffer.from(png))
  const share = state === 'half' ? 0.5 : 1
  const canvas = createCanvas(Math.round(image.width * share), Math.round(image.height * share))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  if (state === 'jpeg') return decodePicture(await canvas.encode('jpeg', 85), limits)
  const raster = await decodePicture(await canvas.encode('png'), limits)
  return state === 'blurred' ? blurred(raster, 0.8) : raster
}

/** A Gaussian over five pixels both ways. */
function blurred({ width, height, data }: Raster, sigma: number): Raster {
  const weights = [-2, -1, 0, 1, 2].map((k) => Math.exp((-k * k) / (2 * sigma * sigma)))
  const sum = weights.reduce((a, b) => a + b, 0)
  const pass = (source: Uint8ClampedArray, dx: number, dy: number) => {
    const result = new Uint8ClampedArray(source.length)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let c = 0; c < 4; c++) {
          let value = 0
          for (let k = -2; k <= 2; k++) {
            const column = Math.min(width - 1, Math.max(0, x + k * dx))
            const row = Math.min(height - 1, Math.max(0, y + k * dy))
            value += (weights[k + 2] ?? 0) * (source[(row * width + column) * 4 + c] ?? 0)
          }
          result[(y * width + x) * 4 + c] = value / sum
        }
      }
    }
    return result
  }
  return { width, height, data: pass(pass(data, 1, 0), 0, 1) }
}
