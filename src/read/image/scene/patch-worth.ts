import type { Box } from '../../../forms/scene'
import type { Mask, Pixels } from '../pixels/pixels'
import { ssim } from '../pixels/ssim'

/** What a patch must add to the likeness of the whole picture. */
const LEAST_GAIN = 2e-4
/** Pixels around a patch that its likeness is measured over. */
const MARGIN = 6

/**
 * True where pixels for what no element explains are worth an element: it makes the whole picture likelier, or shows
 * something and not just the edge of what is drawn, a block `side` pixels wide and high.
 */
export function isWorthPatching(
  { x, y, width, height }: Box,
  mask: Mask,
  { source, drawn, side }: { source: Pixels; drawn: Pixels; side: number },
): boolean {
  const left = Math.max(0, x - MARGIN)
  const top = Math.max(0, y - MARGIN)
  const box = {
    x: left,
    y: top,
    width: Math.min(source.width, x + width + MARGIN) - left,
    height: Math.min(source.height, y + height + MARGIN) - top,
  }
  const loss = 1 - ssim(cropOf(source, box), cropOf(drawn, box))
  const gain = (loss * box.width * box.height) / source.rgb.length
  return gain >= LEAST_GAIN || hasBlock({ x, y, width, height }, mask, source.width, side)
}

function hasBlock({ x, y, width, height }: Box, mask: Mask, columns: number, side: number) {
  let above = new Int32Array(width + 1)
  for (let row = y; row < y + height; row++) {
    // The side of the largest block that ends at each column.
    const own = new Int32Array(width + 1)
    for (let k = 1; k <= width; k++) {
      if (!mask[row * columns + x + k - 1]) continue
      const least = Math.min(own[k - 1] ?? 0, above[k] ?? 0, above[k - 1] ?? 0)
      own[k] = least + 1
      if (least + 1 >= side) return true
    }
    above = own
  }
  return false
}

function cropOf({ width, rgb }: Pixels, box: Box): Pixels {
  const part = new Int32Array(box.width * box.height)
  for (let row = 0; row < box.height; row++) {
    const from = (box.y + row) * width + box.x
    part.set(rgb.subarray(from, from + box.width), row * box.width)
  }
  return { width: box.width, height: box.height, rgb: part }
}
