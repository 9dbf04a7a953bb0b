import { luma } from '../../../figure/color'
import type { Pixels } from './pixels'

/** Of Wang et al. (2004), for levels 0 to 255. */
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2
/** Sums of a block: of both pictures' luma, of their squares, of their products. */
const SUMS = 5

/**
 * Structural similarity of two pictures of one size (Wang et al., 2004), in luma, over windows of 8 by 8 pixels, fewer in
 * smaller pictures, that overlap by half; 1 where nothing has room for one.
 */
export function ssim(a: Pixels, b: Pixels): number {
  // A window is two by two blocks: each block is summed once.
  const side = Math.max(1, Math.min(8, a.width, a.height) >> 1)
  const columns = Math.floor(a.width / side)
  let above = new Float64Array(SUMS * columns)
  let own = new Float64Array(SUMS * columns)
  let [sum, count] = [0, 0]
  for (let y = 0; y + side <= a.height; y += side) {
    own.fill(0)
    for (let row = y; row < y + side; row++) addRow(own, a, b, row * a.width, columns, side)
    for (let k = 0; y > 0 && k + 1 < columns; k++) {
      const of = (n: number) => {
        const [at, next] = [SUMS * k + n, SUMS * k + n + SUMS]
        return (
          ((above[at] as number) +
            (above[next] as number) +
            (own[at] as number) +
            (own[next] as number)) /
          (4 * side * side)
        )
      }
      const [ma, mb] = [of(0), of(1)]
      const [va, vb, both] = [of(2) - ma * ma, of(3) - mb * mb, of(4) - ma * mb]
      sum +=
        ((2 * ma * mb + C1) * (2 * both + C2)) /
        ((ma * ma + mb * mb + C1) * (Math.abs(va) + Math.abs(vb) + C2))
      count++
    }
    ;[above, own] = [own, above]
  }
  return count === 0 ? 1 : sum / count
}

function addRow(
  sums: Float64Array,
  { rgb: first }: Pixels,
  { rgb: second }: Pixels,
  start: number,
  columns: number,
  side: number,
): void {
  for (let k = 0, i = start; k < columns; k++) {
    let sa = 0
    let sb = 0
    let aa = 0
    let bb = 0
    let ab = 0
    for (const end = i + side; i < end; i++) {
      const p = luma(first[i] as number)
      const q = luma(second[i] as number)
      sa += p
      sb += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
    const at = SUMS * k
    sums[at] = (sums[at] as number) + sa
    sums[at + 1] = (sums[at + 1] as number) + sb
    sums[at + 2] = (sums[at + 2] as number) + aa
    sums[at + 3] = (sums[at + 3] as number) + bb
    sums[at + 4] = (sums[at + 4] as number) + ab
  }
}
