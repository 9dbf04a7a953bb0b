import { type Kernels, type Scratch, withKernels } from '../../../../wasm/kernels'
import type { Raster } from '../../raster'

/** A picture without alpha, and the colour that each of its pixels would have without what is drawn on it. */
export interface Grounded {
  width: number
  height: number
  /** Three bytes a pixel. */
  picture: Uint8Array
  /** Three bytes a pixel. */
  ground: Uint8Array
  /** Greatest difference of a channel between the two, a byte a pixel. */
  contrast: Uint8Array
}

/** Neighbours that differ by no more are one surface: above JPEG's noise on flat ground, below the rim of any letter. */
const SAME_SURFACE = 6
/** Square pixels; a dot of 100 px letters is smaller. */
const SMALLEST_SURFACE = 150
/** Half the stroke of 110 px bold letters, in pixels. */
const THICKER_THAN_STROKES = 8
/** Half the stroke of a letter over its longer side is at most 0.11, less what the rim takes. */
const COMPACT = 0.125

/** Colours this near to a mixture of two surfaces are one: the half-covered pixels along an edge are no ink. */
const MIXED = 14

/**
 * Finds the surfaces (flat, or gradients) that things are drawn on and carries their colours under these things: text,
 * lines and small signs, but not under letters' own inner pixels, which are as flat as a surface in large type.
 * Pixels of `exclude` count as ground.
 */
export function findGround(raster: Raster, exclude?: Uint8Array): Grounded {
  const { width, height, data } = raster
  const count = width * height
  return withKernels((kernels, scratch) => {
    const { put, room, bytes } = scratch
    const rgb = put(data)
    kernels.pack(rgb, count)
    const except = exclude ? put(exclude) : 0
    const { owner, means } = surfacesOf(kernels, scratch, { rgb, except, width, height })
    const source = room(4 * count)
    kernels.nearest(owner, width, height, source, room(4 * count))
    const [picture, ground, contrast] = [room(3 * count), room(3 * count), room(count)]
    const size = [width, height] as const
    kernels.grounded(rgb, except, owner, source, means, ...size, MIXED, picture, ground, contrast)
    return {
      width,
      height,
      picture: bytes(picture, 3 * count),
      ground: bytes(ground, 3 * count),
      contrast: bytes(contrast, count),
    }
  })
}

/** Numbers of a connected flat area in the kernel's table. */
const COLUMNS = 12

/**
 * Numbers the surfaces from 1, 0 for what belongs to none; `means` has their colours as the kernel wants them. Both are
 * addresses.
 */
function surfacesOf(
  kernels: Kernels,
  { put, room, doubles }: Scratch,
  { rgb, except, width, height }: { rgb: number; except: number; width: number; height: number },
): { owner: number; means: number } {
  const count = width * height
  const [mask, owner, depth] = [room(count), room(4 * count), room(2 * count)]
  kernels.flat(rgb, except, width, height, SAME_SURFACE, mask)
  kernels.chessboard(mask, width, height, depth)
  const areas = kernels.connected4(mask, width, height, owner)
  const at = room(8 * COLUMNS * areas)
  kernels.surfaces(owner, rgb, depth, width, height, areas, at)
  const table = doubles(at, COLUMNS * areas)
  const numbers = new Int32Array(areas)
  const means = [0]
  for (let k = 0; k < areas; k++) {
    const row = table.subarray(COLUMNS * k, COLUMNS * (k + 1))
    const [area = 0, left = 0, right = 0, top = 0, bottom = 0, radius = 0] = row
    if (!isSurface(area, radius, { left, right, top, bottom })) continue
    numbers[k] = means.length
    means.push(meanOf(row, area))
  }
  kernels.renumber(owner, count, put(numbers))
  return { owner, means: put(Int32Array.from(means)) }
}

function isSurface(
  area: number,
  radius: number,
  box: { left: number; right: number; top: number; bottom: number },
): boolean {
  if (area < SMALLEST_SURFACE) return false
  const wide = box.right - box.left + 1
  const high = box.bottom - box.top + 1
  if (radius >= THICKER_THAN_STROKES || radius >= COMPACT * Math.max(wide, high)) return true
  // The ground of a narrow label: a strip wider than any letter that fills most of its box.
  return wide > 1.6 * high && high >= 10 && area > 0.3 * wide * high && radius >= 2
}

/** The mean colour `0xrrggbb`; -1 minus it where the colour varies too much for its mean to stand for it. */
function meanOf(row: Float64Array, area: number): number {
  let mean = 0
  let spread = 0
  for (let channel = 0; channel < 3; channel++) {
    const own = (row[6 + channel] ?? 0) / area
    mean = (mean << 8) | Math.round(own)
    spread = Math.max(spread, (row[9 + channel] ?? 0) / area - own ** 2)
  }
  return spread < 9 ? mean : -1 - mean
}
