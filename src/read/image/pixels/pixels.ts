import { withKernels } from '../../../../wasm/kernels'
import { mixPacked } from '../../../figure/pixels/color'
import type { Raster } from '../../raster'

/** An opaque picture: `0xrrggbb` a pixel, rows from the top. */
export interface Pixels {
  width: number
  height: number
  rgb: Int32Array
}

/** One byte a pixel: 1 where something is. */
export type Mask = Uint8Array

/** On white: a transparent ground shows the page. */
export function opaque({ width, height, data }: Raster): Pixels {
  return packed({ width, height, data }, 'pack')
}

/** The other way round. */
export function rasterOf({ width, height, rgb }: Pixels): Raster {
  const data = new Uint8ClampedArray(4 * rgb.length)
  const view = new DataView(data.buffer)
  for (let i = 0; i < rgb.length; i++) view.setUint32(4 * i, ((rgb[i] as number) << 8) | 255)
  return { width, height, data }
}

/** What was drawn on an opaque ground: its alpha says nothing. */
export function drawnPixels(raster: { width: number; height: number; data: Uint8Array }): Pixels {
  return packed(raster, 'packOpaque')
}

function packed(
  {
    width,
    height,
    data,
  }: Pick<Raster, 'width' | 'height'> & { data: Uint8Array | Uint8ClampedArray },
  how: 'pack' | 'packOpaque',
): Pixels {
  const rgb = withKernels((kernels, { put, ints }) => {
    const at = put(data)
    kernels[how](at, width * height)
    return ints(at, width * height)
  })
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
