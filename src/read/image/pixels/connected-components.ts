import { type Kernels, type Scratch, withKernels } from '../../../../wasm/kernels'
import type { Box } from '../../../forms/scene'
import type { Mask, Pixels } from './pixels'

/** A connected set of pixels; `x1` and `y1` are the last column and row. */
export interface Region {
  label: number
  area: number
  x0: number
  y0: number
  x1: number
  y1: number
  /** Pixels whose eight neighbours belong to it too: 0 for what a thin pen draws. */
  core: number
  /** Of the core, or of all where there is none. */
  colour: number
  /** Touches the picture's border. */
  border: boolean
}

/** A connected piece of ink. */
export interface Component {
  region: Region
  box: Box
}

export interface Regions {
  /** Index into `list` of every pixel; -1: none. */
  labels: Int32Array
  list: Region[]
}

/** Connected pixels whose neighbours differ by at most `tolerance` levels: flat fills and ramps. */
export function smoothRegions(pixels: Pixels, tolerance: number, except?: Mask): Regions {
  const { width, height, rgb } = pixels
  return withKernels((kernels, scratch) => {
    const picture = scratch.put(rgb)
    const labels = scratch.room(4 * rgb.length)
    const outside = except ? scratch.put(except) : 0
    const row = scratch.room(width)
    const count = kernels.smooth(picture, outside, width, height, tolerance, labels, row)
    return described(kernels, scratch, pixels, { picture, labels, count })
  })
}

/** Connected pixels of a mask, diagonal neighbours too. */
export function maskRegions(mask: Mask, pixels: Pixels): Regions {
  const { width, height, rgb } = pixels
  return withKernels((kernels, scratch) => {
    const picture = scratch.put(rgb)
    const labels = scratch.room(4 * rgb.length)
    const count = kernels.connected8(scratch.put(mask), width, height, labels)
    return described(kernels, scratch, pixels, { picture, labels, count })
  })
}

/** Visits every pixel of a region by its index, column and row, rows from the top. */
export function eachPixel(
  { label, x0, y0, x1, y1 }: Region,
  labels: Int32Array,
  width: number,
  visit: (i: number, x: number, y: number) => void,
): void {
  for (let y = y0; y <= y1; y++)
    for (let x = x0, i = y * width + x0; x <= x1; x++, i++) if (labels[i] === label) visit(i, x, y)
}

export function regionBox({ x0, y0, x1, y1 }: Region): Box {
  return { x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 }
}

/** The shorter side of a region's box. */
export function sideOf({ x0, y0, x1, y1 }: Region): number {
  return Math.min(x1 - x0, y1 - y0) + 1
}

/** The side of the largest square that fits into each region, in pixels. */
export function largestSquares({ labels, list }: Regions, width: number): Int32Array {
  const largest = new Int32Array(list.length)
  /** Of those that end at a column, one further on. */
  const sides = new Int32Array(width + 1)
  for (let start = 0; start < labels.length; start += width) {
    let aslant = 0
    for (let x = 0, i = start; x < width; x++, i++) {
      const label = labels[i] as number
      const above = sides[x + 1] as number
      let side = 0
      if (label >= 0) {
        const corner = x > 0 && labels[i - 1] === label && labels[i - width - 1] === label
        side = 1
        if (corner && labels[i - width] === label)
          side += Math.min(above, aslant, sides[x] as number)
        if (side > (largest[label] as number)) largest[label] = side
      }
      sides[x + 1] = side
      aslant = above
    }
  }
  return largest
}

/** Numbers of a region in the kernel's table. */
const COLUMNS = 8

function described(
  kernels: Kernels,
  { room, ints }: Scratch,
  { width, height, rgb }: Pixels,
  { picture, labels, count }: { picture: number; labels: number; count: number },
): Regions {
  const table = room(4 * COLUMNS * count)
  kernels.describe(labels, picture, width, height, count, table, room(48 * count))
  const numbers = ints(table, COLUMNS * count)
  const list = Array.from({ length: count }, (_, label): Region => {
    const at = COLUMNS * label
    const number = (column: number) => numbers[at + column] as number
    return {
      label,
      area: number(0),
      x0: number(1),
      y0: number(2),
      x1: number(3),
      y1: number(4),
      core: number(5),
      colour: number(7),
      border: number(6) === 1,
    }
  })
  return { labels: ints(labels, rgb.length), list }
}
