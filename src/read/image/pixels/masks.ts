import type { Box } from '../../../forms/scene'
import type { Mask, Pixels } from './pixels'

/** What lies in boxes of whole pixels within a picture. */
export function boxMask(
  boxes: readonly Box[],
  { width, rgb }: Pick<Pixels, 'width' | 'rgb'>,
): Mask {
  const mask = new Uint8Array(rgb.length)
  for (const { x, y, width: wide, height } of boxes)
    for (let row = y; row < y + height; row++) mask.fill(1, row * width + x, row * width + x + wide)
  return mask
}

/** With the eight neighbours of every pixel. */
export function dilated(mask: Mask, width: number): Mask {
  const result = mask.slice()
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue
    for (const step of [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1])
      if (i + step >= 0 && i + step < mask.length) result[i + step] = 1
  }
  return result
}

/** Takes out of a mask what another marks. */
export function clear(mask: Mask, other: Mask): void {
  for (let i = 0; i < mask.length; i++) if (other[i]) mask[i] = 0
}
