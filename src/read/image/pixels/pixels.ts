import { difference, mixPacked } from '../../../figure/color'

/** An opaque picture: `0xrrggbb` a pixel, rows from the top. */
export interface Pixels {
  width: number
  height: number
  rgb: Int32Array
}

/** One byte a pixel: 1 where something is. */
export type Mask = Uint8Array

/** Of RGBA on white: a transparent ground shows the page. */
export function opaque({
  width,
  height,
  data,
}: {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}): Pixels {
  const rgb = new Int32Array(width * height)
  for (let i = 0, at = 0; i < rgb.length; i++, at += 4) {
    const own =
      ((data[at] as number) << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number)
    const alpha = data[at + 3] as number
    rgb[i] = alpha === 255 ? own : mixPacked(0xffffff, own, alpha / 255)
  }
  return { width, height, rgb }
}

export function colourAt({ width, height, rgb }: Pixels, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, x))
  const row = Math.min(height - 1, Math.max(0, y))
  return rgb[row * width + column] as number
}

/** Of the place between pixel centres, by linear interpolation; a pixel's centre is at .5. */
export function sampled(pixels: Pixels, x: number, y: number): number {
  const left = Math.floor(x - 0.5)
  const top = Math.floor(y - 0.5)
  const right = x - 0.5 - left
  const down = y - 0.5 - top
  return mixPacked(
    mixPacked(colourAt(pixels, left, top), colourAt(pixels, left + 1, top), right),
    mixPacked(colourAt(pixels, left, top + 1), colourAt(pixels, left + 1, top + 1), right),
    down,
  )
}

/** How far a colour lies from all mixtures of two others, in levels. */
export function offMixture(colour: number, a: number, b: number): number {
  const share = shareOf(colour, a, b)
  return difference(colour, mixPacked(a, b, Math.min(1, Math.max(0, share))))
}

/** How far from `a` towards `b` a colour lies; outside 0 to 1 it is beyond them. */
export function shareOf(colour: number, a: number, b: number): number {
  let dot = 0
  let length = 0
  for (let shift = 16; shift >= 0; shift -= 8) {
    const way = ((b >> shift) & 255) - ((a >> shift) & 255)
    dot += (((colour >> shift) & 255) - ((a >> shift) & 255)) * way
    length += way * way
  }
  return length === 0 ? 0 : dot / length
}
