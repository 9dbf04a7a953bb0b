import { createCanvas } from '../../../../wasm/skia'
import { difference } from '../../../figure/pixels/color'
import type { Box } from '../../../forms/scene'
import type { Mask, Pixels } from './pixels'

/** Whole pixels that hold a box, within the picture. */
export function wholePixels({ x, y, width, height }: Box, picture: Pixels): Box {
  const left = Math.max(0, Math.floor(x))
  const top = Math.max(0, Math.floor(y))
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(picture.width, Math.ceil(x + width)) - left),
    height: Math.max(1, Math.min(picture.height, Math.ceil(y + height)) - top),
  }
}

/** A part of the picture as it is, as a PNG data URL. */
export function cropPng(source: Pixels, box: Box): string {
  return png(box, (i) => [source.rgb[i] ?? 0, 255], source)
}

/**
 * A part of the picture without its ground, as a PNG data URL: each pixel's share of ink is taken from the strongest
 * ink near it, so that no halo of the old ground stays.
 */
export function cropWithoutGround(source: Pixels, ground: Pixels, box: Box, keep?: Mask): string {
  const strongest = (at: number): number => {
    let best = at
    let most = 0
    const x = at % source.width
    const y = Math.floor(at / source.width)
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        const [column, row] = [x + dx, y + dy]
        if (column < 0 || row < 0 || column >= source.width || row >= source.height) continue
        const i = row * source.width + column
        const by = difference(source.rgb[i] ?? 0, ground.rgb[i] ?? 0)
        if (by <= most) continue
        most = by
        best = i
      }
    }
    return best
  }
  return png(
    box,
    (i) => {
      if (keep && !keep[i]) return [0, 0]
      const own = source.rgb[i] ?? 0
      const below = ground.rgb[i] ?? 0
      const by = difference(own, below)
      if (by === 0) return [own, 0]
      const peak = strongest(i)
      const most = difference(source.rgb[peak] ?? 0, below)
      const share = Math.min(1, by / Math.max(1, most))
      if (share > 0.9) return [own, 255]
      return [without(own, below, share), Math.round(share * 255)]
    },
    source,
  )
}

/** The ink's own colour where it covers `share` of what lies below. */
function without(colour: number, below: number, share: number): number {
  const channel = (shift: number) => {
    const a = (colour >> shift) & 255
    const b = (below >> shift) & 255
    const value = Math.round((a - (1 - share) * b) / share)
    return Math.min(255, Math.max(0, value)) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

function png(
  { x, y, width, height }: Box,
  pixel: (index: number) => readonly [colour: number, alpha: number],
  source: Pixels,
): string {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [colour, alpha] = pixel((y + row) * source.width + x + column)
      const at = (row * width + column) * 4
      image.data[at] = (colour >> 16) & 255
      image.data[at + 1] = (colour >> 8) & 255
      image.data[at + 2] = colour & 255
      image.data[at + 3] = alpha
    }
  }
  context.putImageData(image, 0, 0)
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
}
