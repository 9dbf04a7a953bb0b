import type { Grounded } from './ground'
import type { Ink, InkPiece } from './ink'
import { sidesAround } from './rows'

/** The ink of one line, upright, in source pixels: 0 to 255 of the line's colour. */
export interface Strip {
  width: number
  height: number
  /** Coverage of each pixel. */
  data: Uint8Array
  /** Where the strip's top left corner lies in the picture before it was turned. */
  left: number
  top: number
  angle: 0 | 90 | 270
}

/** How far from its pieces a line's faint rim counts, in pixels. */
const RIM = 1

/**
 * Cuts a line out of its picture: how far each pixel is from the ground on the way to the line's colour, only near its
 * own pieces, turned upright. `angle` as SVG turns: 270 reads upwards.
 */
export function cutStrip(
  grounded: Grounded,
  ink: Ink,
  pieces: readonly InkPiece[],
  angle: 0 | 90 | 270,
): Strip {
  const box = sidesAround(pieces)
  const margin = 2
  const left = Math.max(0, box.left - margin)
  const top = Math.max(0, box.top - margin)
  const right = Math.min(grounded.width, box.right + margin)
  const bottom = Math.min(grounded.height, box.bottom + margin)
  const [wide, high] = [right - left, bottom - top]
  const ids = new Set(pieces.map((piece) => piece.id))
  const near = (x: number, y: number) => {
    for (let dy = -RIM; dy <= RIM; dy++) {
      for (let dx = -RIM; dx <= RIM; dx++) {
        const [u, v] = [x + dx, y + dy]
        if (u < 0 || v < 0 || u >= grounded.width || v >= grounded.height) continue
        if (ids.has(ink.of[v * grounded.width + u] ?? 0)) return true
      }
    }
    return false
  }
  const away = directionOf(pieces)
  const data = new Uint8Array(wide * high)
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const at = (top + y) * grounded.width + left + x
      if (!near(left + x, top + y)) continue
      let cover = 0
      for (let channel = 0; channel < 3; channel++) {
        cover +=
          (away[channel] ?? 0) *
          ((grounded.picture[3 * at + channel] ?? 0) - (grounded.ground[3 * at + channel] ?? 0))
      }
      data[y * wide + x] = Math.max(0, Math.min(255, Math.round(255 * cover)))
    }
  }
  const strip = { width: wide, height: high, data, left, top, angle }
  return angle === 0 ? strip : turned(strip)
}

/** The vector that maps the difference from the ground to coverage, 1 at the line's full colour. */
function directionOf(pieces: readonly InkPiece[]): number[] {
  const strongest = pieces.reduce<InkPiece | undefined>(
    (best, piece) => (best && best.peak >= piece.peak ? best : piece),
    undefined,
  )
  if (!strongest) return [0, 0, 0]
  const away = strongest.colour.map((value, k) => value - (strongest.ground[k] ?? 0))
  const square = away.reduce((sum, value) => sum + value * value, 0) || 1
  return away.map((value) => value / square)
}

/** Upright: a line that reads upwards is turned clockwise, one that reads downwards the other way. */
function turned(strip: Strip): Strip {
  const [width, height] = [strip.height, strip.width]
  const data = new Uint8Array(strip.data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from =
        strip.angle === 270
          ? (strip.height - 1 - x) * strip.width + y
          : x * strip.width + (strip.width - 1 - y)
      data[y * width + x] = strip.data[from] ?? 0
    }
  }
  return { ...strip, width, height, data }
}

/** A line of grey, a byte a pixel, dark letters on white, with what leads back from its pixels to the strip's. */
export interface Fitted {
  line: Plane
  scale: number
  /** White before the strip, in pixels of `line`. */
  margin: number
}

/** White on both sides of a line that is fitted to rows of a given number, in pixels. */
const SIDE = 4

/**
 * In the middle of `height` rows, as wide as a multiple of `step`, its tall letters `tall` px high, lower where they would
 * not fit; smooth without ringing.
 */
export function fitted(
  strip: Strip,
  tallInStrip: number,
  { tall, height, step }: { tall: number; height: number; step: number },
): Fitted {
  const scale = Math.min(tall / Math.max(1, tallInStrip), (height - 2) / strip.height)
  const inner = resample(strip, scale)
  const width = step * Math.max(2, Math.ceil((inner.width + 2 * SIDE) / step))
  const top = Math.round((height - inner.height) / 2)
  return { line: onWhite(inner, { width, height }, SIDE, top), scale, margin: SIDE }
}

function onWhite(
  { width, height, data }: Plane,
  size: { width: number; height: number },
  left: number,
  top: number,
): Plane {
  const grey = new Uint8Array(size.width * size.height).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      grey[(y + top) * size.width + x + left] = 255 - (data[y * width + x] ?? 0)
  return { ...size, data: grey }
}

interface Plane {
  width: number
  height: number
  data: Uint8Array
}

/** Separable, by the cubic of Mitchell and Netravali (B = C = 1/3), widened where it shrinks. */
function resample(source: Plane, scale: number): Plane {
  const width = Math.max(1, Math.round(source.width * scale))
  const height = Math.max(1, Math.round(source.height * scale))
  const across = weights(source.width, width, scale)
  const down = weights(source.height, height, scale)
  const rows = new Float32Array(width * source.height)
  for (let y = 0; y < source.height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (const [from, weight] of across[x] ?? []) {
        sum += weight * (source.data[y * source.width + from] ?? 0)
      }
      rows[y * width + x] = sum
    }
  }
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (const [from, weight] of down[y] ?? []) sum += weight * (rows[from * width + x] ?? 0)
      data[y * width + x] = Math.max(0, Math.min(255, Math.round(sum)))
    }
  }
  return { width, height, data }
}

function weights(from: number, to: number, scale: number): [number, number][][] {
  const stretch = Math.max(1, 1 / scale)
  return Array.from({ length: to }, (_, index) => {
    const centre = (index + 0.5) / scale - 0.5
    const found: [number, number][] = []
    let sum = 0
    for (let k = Math.ceil(centre - 2 * stretch); k <= Math.floor(centre + 2 * stretch); k++) {
      const weight = mitchell((k - centre) / stretch)
      if (weight === 0) continue
      sum += weight
      // Beyond the strip there is no ink.
      if (k >= 0 && k < from) found.push([k, weight])
    }
    return found.map(([k, weight]) => [k, weight / sum])
  })
}

function mitchell(x: number): number {
  const t = Math.abs(x)
  if (t < 1) return (7 * t ** 3 - 12 * t ** 2 + 16 / 3) / 6
  if (t < 2) return ((-7 / 3) * t ** 3 + 12 * t ** 2 - 20 * t + 32 / 3) / 6
  return 0
}
