import { withKernels } from '../../../../../wasm/kernels'
import type { Mask } from '../../pixels/pixels'

/** The eight neighbours clockwise from above, as steps of x and y. */
export const AROUND = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
] as const

/** Reduces what a pen drew to lines one pixel wide (Zhang and Suen, 1984). The border stays empty. */
export function thinMask(mask: Mask, width: number, height: number): Mask {
  return withKernels((kernels, { put, room, bytes }) => {
    const at = put(mask)
    const list = 4 * mask.length
    kernels.thin(at, width, height, room(256), room(list), room(list))
    return bytes(at, mask.length)
  })
}

/** How often the neighbours change from empty to inked: 1 at an end, 2 along a line, more at a junction (Rutovitz, 1966). */
export function crossingNumber(mask: Mask, i: number, width: number): number {
  let count = 0
  let before = mask[i - width - 1] as number
  for (const [dx, dy] of AROUND) {
    const now = mask[i + dy * width + dx] as number
    if (!before && now) count++
    before = now
  }
  return count
}

/** The distance of every inked pixel's centre from the edge of the ink, in pixels, to a third (chamfer 3-4; Borgefors, 1986). */
export function distanceTransform(mask: Mask, width: number, height: number): Float32Array {
  return withKernels((kernels, { put, room, floats }) => {
    const depth = room(4 * mask.length)
    kernels.chamfer(put(mask), width, height, room(2 * mask.length), depth)
    return floats(depth, mask.length)
  })
}
