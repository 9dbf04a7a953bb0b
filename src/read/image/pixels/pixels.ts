import { withKernels } from '../../../../wasm/kernels'
import type { Box } from '../../../forms/scene'
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

/** The largest difference of a channel, 0 to 255. */
export function difference(a: number, b: number): number {
  const r = Math.abs(((a >> 16) & 255) - ((b >> 16) & 255))
  const g = Math.abs(((a >> 8) & 255) - ((b >> 8) & 255))
  const blue = Math.abs((a & 255) - (b & 255))
  return Math.max(r, g, blue)
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
  return mix(
    mix(colourAt(pixels, left, top), colourAt(pixels, left + 1, top), right),
    mix(colourAt(pixels, left, top + 1), colourAt(pixels, left + 1, top + 1), right),
    down,
  )
}

export function mix(a: number, b: number, share: number): number {
  const channel = (shift: number) => {
    const from = (a >> shift) & 255
    return Math.round(from + (((b >> shift) & 255) - from) * share) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

/** Channel by channel. */
export function medianColour(colours: readonly number[]): number {
  const channel = (shift: number) => {
    const values = colours.map((colour) => (colour >> shift) & 255).sort((a, b) => a - b)
    return (values[values.length >> 1] ?? 0) << shift
  }
  return channel(16) | channel(8) | channel(0)
}

export function hex(colour: number): string {
  return `#${colour.toString(16).padStart(6, '0')}`
}

/** 0 to 255, Rec. 601. */
export function luma(colour: number): number {
  return 0.299 * ((colour >> 16) & 255) + 0.587 * ((colour >> 8) & 255) + 0.114 * (colour & 255)
}

export function union(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/** True where `inner` lies within `outer`, give or take `slack` pixels. */
export function within(inner: Box, outer: Box, slack = 0): boolean {
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  )
}

/** Of two boxes that overlap, 0; else the pixels between them. */
export function gap(a: Box, b: Box): number {
  const x = Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width)
  const y = Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
  return Math.hypot(x, y)
}
