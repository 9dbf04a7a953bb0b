import { withKernels } from '../../../../wasm/kernels'
import type { Pixels } from './pixels'

/**
 * Structural similarity of two pictures of one size (Wang et al., 2004), in luma, over windows of 8 by 8 pixels that
 * overlap by half.
 */
export function ssim(a: Pixels, b: Pixels): number {
  const { width, height } = a
  return withKernels((kernels, { put, room }) =>
    kernels.ssim(put(a.rgb), put(b.rgb), width, height, room(20 * width + 80)),
  )
}
