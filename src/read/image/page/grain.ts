import { withKernels } from '../../../../wasm/kernels'
import { difference, luma } from '../../../figure/pixels/color'
import { medianHigh } from '../../../forms/numbers'
import type { Pixels } from '../pixels/pixels'

/** Side of a tile in pixels. */
const TILE = 16
/** Pixels between those compared: grain of paper and of sensors is some pixels wide once a picture was resized. */
const LAG = 4
/** One row of so many is looked at. */
const ROWS = 4
/** Standard deviations in levels: less is compression, more is no drawing. */
const LEAST_GRAIN = 1.5
const MOST_GRAIN = 14
/** Grain is the same all over: this share of the tiles has it within these multiples of the median. */
const SAME_SHARE = 0.55
const SAME_FROM = 0.6
const SAME_TO = 1.6
/** The share of a drawing that is flat, and of what is nearly flat. */
const LEAST_FLAT = 0.4
const STILL_SHARE = 0.9
/** A median of absolute second differences as a standard deviation. */
const OF_MEDIAN = 1.4826 / Math.sqrt(6)
/** Pixels to either side that a pixel is averaged with, and by how many deviations they may differ, pass by pass. */
const PASSES = [
  { reach: 4, within: 4 },
  { reach: 6, within: 2.5 },
] as const

/** By how much grain moves the pixels of flat grounds, as a standard deviation in levels; 0 where there is none. */
export function grainOf(pixels: Pixels): number {
  const { width, height } = pixels
  const tiles: number[] = []
  for (let y = 0; y + TILE <= height; y += TILE)
    for (let x = LAG; x + TILE + LAG <= width; x += TILE) tiles.push(grainAt(pixels, x, y))
  const median = medianHigh(tiles)
  if (median < LEAST_GRAIN || median > MOST_GRAIN) return 0
  const same = tiles.filter((one) => one > SAME_FROM * median && one < SAME_TO * median)
  return same.length > SAME_SHARE * tiles.length ? median : 0
}

/** Of every fourth row of a tile: second differences, in which slow changes of light do not show. */
function grainAt({ width, rgb }: Pixels, x: number, y: number): number {
  const found = new Float32Array((TILE * TILE) / ROWS)
  let count = 0
  for (let row = y; row < y + TILE; row += ROWS) {
    for (let i = row * width + x; i < row * width + x + TILE; i++) {
      const [before, own, after] = [rgb[i - LAG] ?? 0, rgb[i] ?? 0, rgb[i + LAG] ?? 0]
      found[count++] =
        before === own && own === after ? 0 : Math.abs(luma(before) - 2 * luma(own) + luma(after))
    }
  }
  return OF_MEDIAN * (found.sort()[count >> 1] ?? 0)
}

/**
 * Whether a picture without its grain is a drawing: its grounds are as flat as grain lets them be, and what is not flat
 * is an edge. In a photograph there is all between.
 */
export function isDrawn({ width, height, rgb }: Pixels, grain: number): boolean {
  const [still, nearly] = [Math.round(0.5 * grain + 1), Math.round(1.5 * grain + 1)]
  let [all, flat, near] = [0, 0, 0]
  for (let y = 0; y < height - TILE; y += 2) {
    for (let x = 0; x < width - TILE; x += 2) {
      const i = y * width + x
      const own = rgb[i] as number
      const by = Math.max(
        difference(own, rgb[i + TILE] as number),
        difference(own, rgb[i + TILE * width] as number),
      )
      all++
      if (by <= still) flat++
      if (by <= nearly) near++
    }
  }
  return flat > LEAST_FLAT * all && flat > STILL_SHARE * near
}

/**
 * Averages every pixel with those near it that differ by no more than grain does, along rows, then columns: edges stay
 * where they are (sigma filter; Lee, 1983).
 */
export function removeGrain({ width, height, rgb }: Pixels, grain: number): Pixels {
  return withKernels((kernels, { put, room, ints }) => {
    let [from, to] = [put(rgb), room(4 * rgb.length + 16)]
    for (const { reach, within } of PASSES) {
      const line = room(4 * (width + 2 * reach + 4))
      for (const down of [0, 1]) {
        kernels.averaged(from, width, height, reach, Math.ceil(within * grain), down, line, to)
        ;[from, to] = [to, from]
      }
    }
    return { width, height, rgb: ints(from, rgb.length) }
  })
}
