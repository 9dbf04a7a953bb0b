import { luma, type Pixels } from './pixels'

/** Structural similarity of two pictures of one size, in luma, over windows of 8 by 8 pixels that overlap by half. */
export function ssim(a: Pixels, b: Pixels): number {
  const { width, height } = a
  const [first, second] = [lumas(a), lumas(b)]
  const size = Math.min(8, width, height)
  const step = Math.max(1, size >> 1)
  let sum = 0
  let count = 0
  for (let y = 0; y + size <= height; y += step) {
    for (let x = 0; x + size <= width; x += step) {
      sum += windowSsim(first, second, y * width + x, width, size)
      count++
    }
  }
  return count === 0 ? 1 : sum / count
}

/** Of Wang et al. (2004), for levels 0 to 255. */
const C1 = (0.01 * 255) ** 2
const C2 = (0.03 * 255) ** 2

function windowSsim(a: Float32Array, b: Float32Array, start: number, width: number, size: number) {
  let [sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let y = 0, row = start; y < size; y++, row += width) {
    for (let i = row; i < row + size; i++) {
      const p = a[i] as number
      const q = b[i] as number
      sa += p
      sb += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  }
  const n = size * size
  const [ma, mb] = [sa / n, sb / n]
  const [va, vb, vab] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb]
  return (
    ((2 * ma * mb + C1) * (2 * vab + C2)) /
    ((ma * ma + mb * mb + C1) * (Math.abs(va) + Math.abs(vb) + C2))
  )
}

function lumas({ rgb }: Pixels): Float32Array {
  const values = new Float32Array(rgb.length)
  for (let i = 0; i < rgb.length; i++) values[i] = luma(rgb[i] as number)
  return values
}
