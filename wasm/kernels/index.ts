/** Where memory is free: callers lay out pictures and room to work from here on. */
export function base(): usize {
  return (__heap_base + 15) & ~15
}

export { pack, packOpaque } from './colour'
export { chamfer, chessboard } from './depth'
export { averaged } from './grain'
export { flat, grounded, nearest, renumber, surfaces } from './ground'
export { depthwise, hardSwish, most, multiply, pairs } from './network'
export { maximum, outstanding, pieces } from './pieces'
export { connected4, connected8, describe, smooth } from './regions'
export { ssim } from './ssim'
export { still } from './still'
export { thin } from './thin'
