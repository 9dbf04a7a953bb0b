/** What the pixel kernels compute, said as plainly as possible. */

import { difference, luma } from '../../src/figure/pixels/color'
import type { Region, Regions } from '../../src/read/image/pixels/connected-components'
import type { Pixels } from '../../src/read/image/pixels/pixels'

type Mask = Uint8Array

const NEIGHBOURS = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
] as const
const STRAIGHT = NEIGHBOURS.filter(([dx, dy]) => dx === 0 || dy === 0)

/** Zhang and Suen (1984): every pixel is looked at in each pass until nothing changes. */
export function thinned(source: Mask, width: number): Mask {
  const mask = source.slice()
  for (let i = 0; i < mask.length; i++)
    if (i < width || i >= mask.length - width || i % width === 0 || i % width === width - 1)
      mask[i] = 0
  for (let changed = true; changed; ) {
    changed = false
    for (const first of [true, false]) {
      const gone: number[] = []
      for (let i = 0; i < mask.length; i++)
        if (mask[i] && spare(mask, i, width, first)) gone.push(i)
      for (const i of gone) mask[i] = 0
      if (gone.length > 0) changed = true
    }
  }
  return mask
}

function spare(mask: Mask, i: number, width: number, first: boolean): boolean {
  const around = NEIGHBOURS.map(([dx, dy]) => mask[i + dy * width + dx] ?? 0)
  const count = around.reduce((sum, value) => sum + value, 0)
  const turns = around.filter((value, k) => value === 0 && around[(k + 1) % 8] === 1).length
  const [north, , east, , south, , west] = around
  return (
    count >= 2 &&
    count <= 6 &&
    turns === 1 &&
    (first
      ? !(north && east && south) && !(east && south && west)
      : !(north && east && west) && !(north && south && west))
  )
}

/** Relaxed until nothing changes: 3 to a neighbour in a row or column, 4 to a slanted one. */
export function chamfer(mask: Mask, width: number, height: number): Float32Array {
  const depth = Array.from(mask, (inside) => (inside ? Number.POSITIVE_INFINITY : 0))
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (depth[y * width + x] as number)
  const relax = (i: number) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    let least = depth[i] as number
    if (least === 0) return false
    // Beyond the border all is outside, and as near as if it lay straight ahead.
    const rim = x === 0 || y === 0 || x === width - 1 || y === height - 1
    if (rim) least = Math.min(least, 3)
    for (const [dx, dy] of NEIGHBOURS)
      if (!rim) least = Math.min(least, at(x + dx, y + dy) + (dx !== 0 && dy !== 0 ? 4 : 3))
    if (least === depth[i]) return false
    depth[i] = least
    return true
  }
  settle(depth.length, relax)
  return Float32Array.from(depth, (value) => value / 3)
}

/** The chessboard distance to the nearest pixel outside, of which there are none beyond the border. */
export function chessboard(mask: Mask, width: number, height: number): Uint16Array<ArrayBuffer> {
  const far: number = 65_000
  const depth = Array.from(mask, (inside) => (inside ? far : 0))
  const relax = (i: number) => {
    if (depth[i] === 0) return false
    const [x, y] = [i % width, Math.floor(i / width)]
    let least = depth[i] as number
    for (const [dx, dy] of NEIGHBOURS) {
      const [u, v] = [x + dx, y + dy]
      if (u >= 0 && v >= 0 && u < width && v < height)
        least = Math.min(least, 1 + (depth[v * width + u] as number))
    }
    if (least === depth[i]) return false
    depth[i] = least
    return true
  }
  settle(depth.length, relax)
  return Uint16Array.from(depth)
}

/** Applies a rule to all places, there and back, until it changes none. */
function settle(count: number, rule: (i: number) => boolean): void {
  for (let changed = true; changed; ) {
    changed = false
    for (let i = 0; i < count; i++) if (rule(i)) changed = true
    for (let i = count - 1; i >= 0; i--) if (rule(i)) changed = true
  }
}

/** Floods from each pixel that has no label yet, in reading order. */
function flooded(
  { width, height }: { width: number; height: number },
  steps: readonly (readonly [number, number])[],
  counts: (i: number) => boolean,
  same: (i: number, j: number) => boolean,
): { labels: Int32Array<ArrayBuffer>; count: number } {
  const labels = new Int32Array(width * height).fill(-1)
  let count = 0
  for (let start = 0; start < labels.length; start++) {
    if (labels[start] !== -1 || !counts(start)) continue
    labels[start] = count
    const queue = [start]
    for (const i of queue) {
      for (const [dx, dy] of steps) {
        const [x, y] = [(i % width) + dx, Math.floor(i / width) + dy]
        if (x < 0 || y < 0 || x >= width || y >= height) continue
        const next = y * width + x
        if (labels[next] !== -1 || !counts(next) || !same(i, next)) continue
        labels[next] = count
        queue.push(next)
      }
    }
    count++
  }
  return { labels, count }
}

export function smoothRegions(pixels: Pixels, tolerance: number, except?: Mask): Regions {
  const { rgb } = pixels
  const { labels, count } = flooded(
    pixels,
    STRAIGHT,
    (i) => !except?.[i],
    (i, j) => difference(rgb[i] as number, rgb[j] as number) <= tolerance,
  )
  return { labels, list: described(labels, count, pixels) }
}

export function maskRegions(mask: Mask, pixels: Pixels): Regions {
  const { labels, count } = connected(mask, pixels, true)
  return { labels, list: described(labels, count, pixels) }
}

export function connected(
  mask: Mask,
  size: { width: number; height: number },
  slanted: boolean,
): { labels: Int32Array<ArrayBuffer>; count: number } {
  return flooded(
    size,
    slanted ? NEIGHBOURS : STRAIGHT,
    (i) => mask[i] === 1,
    () => true,
  )
}

function described(labels: Int32Array, count: number, { width, height, rgb }: Pixels): Region[] {
  const members: number[][] = Array.from({ length: count }, () => [])
  labels.forEach((label, i) => label >= 0 && members[label]?.push(i))
  return members.map((own, label) => {
    const xs = own.map((i) => i % width)
    const ys = own.map((i) => Math.floor(i / width))
    const [x0, x1] = extent(xs)
    const [y0, y1] = extent(ys)
    const core = own.filter((i) => {
      const x = i % width
      const inside = x > 0 && x < width - 1 && i >= width && i < labels.length - width
      const near = [-1, 1, -width, width, -width - 1, width + 1]
      return inside && near.every((step) => labels[i + step] === label)
    })
    const shown = core.length > 0 ? core : own
    const channel = (shift: number) =>
      Math.round(
        shown.reduce((sum, i) => sum + (((rgb[i] as number) >> shift) & 255), 0) / shown.length,
      ) << shift
    return {
      label,
      area: own.length,
      x0,
      y0,
      x1,
      y1,
      core: core.length,
      colour: channel(16) | channel(8) | channel(0),
      border: x0 === 0 || y0 === 0 || x1 === width - 1 || y1 === height - 1,
    }
  })
}

export function extent(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

/** Of Wang et al. (2004), window by window. */
export function ssim(a: Pixels, b: Pixels): number {
  const { width, height } = a
  const size = Math.min(8, width, height)
  const step = Math.max(1, size >> 1)
  let sum = 0
  let count = 0
  for (let y = 0; y + size <= height; y += step) {
    for (let x = 0; x + size <= width; x += step) {
      sum += windowSsim(a, b, x, y, size)
      count++
    }
  }
  return sum / count
}

function windowSsim(a: Pixels, b: Pixels, x: number, y: number, size: number): number {
  let [sa, sb, aa, bb, ab] = [0, 0, 0, 0, 0]
  for (let v = y; v < y + size; v++) {
    for (let u = x; u < x + size; u++) {
      const p = luma(a.rgb[v * a.width + u] as number)
      const q = luma(b.rgb[v * a.width + u] as number)
      sa += p
      sb += q
      aa += p * p
      bb += q * q
      ab += p * q
    }
  }
  const n = size * size
  const [ma, mb] = [sa / n, sb / n]
  const [va, vb, covariance] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb]
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  return (
    ((2 * ma * mb + c1) * (2 * covariance + c2)) /
    ((ma * ma + mb * mb + c1) * (Math.abs(va) + Math.abs(vb) + c2))
  )
}

/** RGBA on a white page. */
export function packed(data: Uint8ClampedArray): Int32Array {
  return Int32Array.from({ length: data.length / 4 }, (_, i) => {
    const alpha = (data[4 * i + 3] as number) / 255
    const channel = (at: number) =>
      Math.round((data[4 * i + at] as number) * alpha + 255 * (1 - alpha))
    return (channel(0) << 16) | (channel(1) << 8) | channel(2)
  })
}

/** Where all four neighbours differ by at most `most` levels. */
export function flat(
  { width, height, rgb }: Pixels,
  most: number,
  except?: Mask,
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(rgb, (own, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const even = STRAIGHT.every(([dx, dy]) => {
      const [u, v] = [x + dx, y + dy]
      if (u < 0 || v < 0 || u >= width || v >= height) return true
      return difference(own, rgb[v * width + u] as number) <= most
    })
    return even && !except?.[i] ? 1 : 0
  })
}

/** Where no pixel a little away differs by more than `most` levels. */
export function still({ width, height, rgb }: Pixels, most: number): Uint8Array<ArrayBuffer> {
  const around = [-2, 2, -2 * width, 2 * width, -width - 1, width + 1, width - 1, 1 - width]
  return Uint8Array.from(rgb, (own, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) return 0
    return around.every((step) => difference(own, rgb[i + step] as number) <= most) ? 1 : 0
  })
}

/** From all pixels with a number at once, a step at a time, in reading order; left, right, up, down. */
export function nearest(owner: Int32Array<ArrayBuffer>, width: number): Int32Array<ArrayBuffer> {
  const source = owner.map((number, i) => (number === 0 ? -1 : i))
  const queue = [...source.filter((i) => i >= 0)]
  for (const i of queue) {
    const steps = [i % width > 0 ? -1 : 0, i % width < width - 1 ? 1 : 0, -width, width]
    for (const step of steps) {
      if (source[i + step] !== -1) continue
      source[i + step] = source[i] as number
      queue.push(i + step)
    }
  }
  return source.map((from, i) => (from === -1 ? i : from))
}

/** The greatest value in the square around each pixel. */
export function maximum(
  values: Uint8Array<ArrayBuffer>,
  width: number,
  height: number,
  radius: number,
): Uint8Array<ArrayBuffer> {
  return values.map((_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    let most = 0
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++)
        most = Math.max(most, values[v * width + u] as number)
    return most
  })
}

/** Each pixel as the mean of those of its row, or its column, up to `reach` from it that are as near in colour. */
export function averaged(
  { rgb, width, height }: Pixels,
  reach: number,
  most: number,
  down: boolean,
) {
  return Int32Array.from(rgb, (own, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    const near: number[] = []
    for (let k = -reach; k <= reach; k++) {
      const [u, v] = down ? [x, y + k] : [x + k, y]
      if (u < 0 || v < 0 || u >= width || v >= height) continue
      const other = rgb[v * width + u] as number
      if (difference(own, other) <= most) near.push(other)
    }
    const mean = (shift: number) => {
      const sum = near.reduce((all, other) => all + ((other >> shift) & 255), 0)
      return Math.floor(sum / near.length + 0.5) << shift
    }
    return mean(16) | mean(8) | mean(0)
  })
}
