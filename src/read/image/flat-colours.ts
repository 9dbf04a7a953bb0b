import { difference, type Pixels } from './pixels'

/** Differences of neighbours up to this are noise or a ramp, above an edge. */
const SMALL = 6
/** A rendered figure has fewer small differences than this share of its neighbours; a lossy one more. */
const CLEAN_SHARE = 0.06
/** Colours nearer than this are one flat colour: compression moves a fill by a level or two. */
const SAME = 4
/** A flat colour fills at least this share of the picture. */
const LEAST_SHARE = 0.00015

export interface FlatColours {
  pixels: Pixels
  /** Nothing but flat fills and anti-aliased edges, or ramps: differences are exact. */
  clean: boolean
  /** By how much noise moves a channel, in levels. */
  noise: number
}

/**
 * Finds whether compression blurred the flat fills, and if so takes pixels near a flat colour to it. The flat colours
 * are the peaks of the histogram of places without edges, so that ramps, which have none, stay.
 */
export function flatColours(pixels: Pixels): FlatColours {
  const { small, mean } = smallDifferences(pixels)
  if (small < CLEAN_SHARE) return { pixels, clean: true, noise: 0 }
  const noise = Math.min(6, Math.max(1, mean))
  const peaks = flatPeaks(pixels, noise)
  const covered = peaks.reduce((sum, { count }) => sum + count, 0) / pixels.rgb.length
  if (peaks.length === 0 || covered < 0.3) return { pixels, clean: false, noise }
  return { pixels: snapped(pixels, peaks, 6 + 3 * noise), clean: false, noise }
}

/** The share of horizontal neighbours that differ a little, and by how much in the mean. */
function smallDifferences({ width, height, rgb }: Pixels): { small: number; mean: number } {
  let count = 0
  let sum = 0
  for (let y = 0; y < height; y++) {
    for (let x = 1, i = y * width + 1; x < width; x++, i++) {
      const a = rgb[i] as number
      const b = rgb[i - 1] as number
      if (a === b) continue
      const by = difference(a, b)
      if (by > SMALL) continue
      count++
      sum += by
    }
  }
  return { small: count / Math.max(1, rgb.length), mean: count > 0 ? sum / count : 0 }
}

interface Peak {
  colour: number
  count: number
}

function flatPeaks(pixels: Pixels, noise: number): Peak[] {
  const { width, height, rgb } = pixels
  const counts = new Map<number, number>()
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x
      const own = rgb[i] as number
      if (!isFlat(rgb, i, own, width, noise)) continue
      counts.set(own, (counts.get(own) ?? 0) + 1)
    }
  }
  const least = Math.max(24, rgb.length * LEAST_SHARE)
  const peaks: Peak[] = []
  for (const [colour, count] of [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
    const near = peaks.find((peak) => difference(peak.colour, colour) <= SAME)
    if (near) near.count += count
    else if (count * 8 >= least && peaks.length < 64) peaks.push({ colour, count })
  }
  return peaks.filter(({ count }) => count >= least)
}

function isFlat(rgb: Int32Array, i: number, own: number, width: number, noise: number): boolean {
  const most = 1 + noise
  for (const step of [-2, 2, -2 * width, 2 * width, -width - 1, width + 1, width - 1, 1 - width])
    if (difference(rgb[i + step] as number, own) > most) return false
  return true
}

function snapped({ width, height, rgb }: Pixels, peaks: readonly Peak[], reach: number): Pixels {
  const nearest = new Map<number, number>()
  const result = new Int32Array(rgb.length)
  for (let i = 0; i < rgb.length; i++) {
    const own = rgb[i] as number
    let to = nearest.get(own)
    if (to === undefined) {
      let best = reach + 1
      to = own
      for (const { colour } of peaks) {
        const by = difference(colour, own)
        if (by < best) {
          best = by
          to = colour
        }
      }
      nearest.set(own, to)
    }
    result[i] = to
  }
  return { width, height, rgb: withoutSpecks(result, width, height) }
}

/** A pixel whose four neighbours agree on a near colour takes it: noise at an edge between two near fills. */
function withoutSpecks(rgb: Int32Array, width: number, height: number): Int32Array {
  const result = rgb.slice()
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const up = rgb[i - width] as number
      const own = rgb[i] as number
      if (own === up || difference(own, up) > 24) continue
      const agreeing =
        Number(rgb[i + width] === up) + Number(rgb[i - 1] === up) + Number(rgb[i + 1] === up)
      if (agreeing >= 2) result[i] = up
    }
  }
  return result
}
