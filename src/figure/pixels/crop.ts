import { createCanvas, loadImage } from '../../../wasm/skia'
import type { Place } from '../../forms/figure-tools'

/** Cuts places (in pixels, each at least one pixel wide and high) out of one PNG, decoded once. */
export async function cropPng(png: Uint8Array, places: readonly Place[]): Promise<Uint8Array[]> {
  if (places.length === 0) return []
  const image = await loadImage(Buffer.from(png))
  return Promise.all(
    places.map(({ x, y, width, height }) => {
      const canvas = createCanvas(width, height)
      canvas.getContext('2d').drawImage(image, x, y, width, height, 0, 0, width, height)
      return canvas.encode('png')
    }),
  )
}
