import { withKernels } from '../../../../wasm/kernels'
import { difference, luma } from '../../../figure/pixels/color'
import { leastOf } from '../../../forms/least'
import { remembered } from '../../../forms/remembered'
import type { Mask, Pixels } from '../pixels/pixels'

/** Differences of neighbours up to this are noise or a ramp, above an edge. */
const SMALL = 6
/** Differences above this are edges, around which compression rings. */
const STRONG = 40
/** So many ups and downs for each edge: a rendered figure has none, a blurred one a tenth. */
const WIGGLES = 0.25
/** Pixels: as far as the ringing of an edge reaches. */
const TILE = 16
/** Colours nearer than this are one flat colour: compression moves a fill by a level or two. */
const SAME = 4
/** Pixels by which a fill grows beyond its flat places: two blocks of a compressed picture. */
const GROWTH = 16
/** Levels by which its colour may be off there, as a multiple of those for brightness. */
const BLEED = 2
/** The share of grain that averaging leaves. */
const LEFT = 0.5
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
 * are the peaks of the histogram of places without edges, so that ramps, which have none, stay. `grain` is what the
 * picture had before it was averaged away, in levels.
 */
export function quantise(pixels: Pixels, grain = 0): FlatColours {
  const measured = grain > 0 ? LEFT * grain : noiseOf(pixels)
  if (measured === undefined) return { pixels, clean: true, noise: 0 }
  const noise = Math.min(6, Math.max(1, measured))
  const flat = flatMask(pixels, noise)
  const peaks = flatPeaks(pixels, flat)
  const covered = peaks.reduce((sum, { count }) => sum + count, 0) / pixels.rgb.length
  if (peaks.length === 0 || covered < 0.3) return { pixels, clean: false, noise }
  return { pixels: snapped(pixels, peaks, flat, 6 + 3 * noise), clean: false, noise }
}

/** The product of the two steps of a wiggle of one level: dithering's. */
const DITHER = -1
/** Of a tile's pixels, how many wiggle by one level where a ramp is dithered; of all tiles, how many then do. */
const DITHERED = 0.06
const LEAST_DITHERED = 0.05

/** The mean of the small differences of horizontal neighbours in levels; undefined where nothing was compressed. */
function noiseOf({ width, height, rgb }: Pixels): number | undefined {
  const columns = Math.ceil(width / TILE)
  const edges = new Int32Array(columns * Math.ceil(height / TILE))
  const wiggles = new Int32Array(edges.length)
  const fine = new Int32Array(edges.length)
  let count = 0
  let sum = 0
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / TILE) * columns
    let before = 0
    for (let x = 1, i = y * width + 1; x < width; x++, i++) {
      const a = rgb[i - 1] as number
      const b = rgb[i] as number
      const tile = row + Math.floor(x / TILE)
      const by = a === b ? 0 : difference(a, b)
      if (by > 0 && by <= SMALL) {
        count++
        sum += by
        const turn = before > 0 && before <= SMALL ? turnOf(rgb[i - 2] as number, a, b) : 0
        if (turn < 0) wiggles[tile] = (wiggles[tile] as number) + 1
        if (turn === DITHER) fine[tile] = (fine[tile] as number) + 1
      } else if (by > STRONG) edges[tile] = (edges[tile] as number) + 1
      before = by
    }
  }
  const soft = fine.filter((own, tile) => edges[tile] === 0 && own > DITHERED * TILE * TILE)
  const dithered = soft.length > LEAST_DITHERED * edges.length
  let [edged, noisy] = [0, 0]
  for (let tile = 0; tile < edges.length; tile++) {
    const strong = edges[tile] as number
    if (strong < 4) continue
    edged++
    const own = (wiggles[tile] as number) - (dithered ? (fine[tile] as number) : 0)
    if (own > WIGGLES * strong) noisy++
  }
  return noisy > 0.5 * edged || (edged === 0 && count > 0.06 * rgb.length)
    ? sum / Math.max(1, count)
    : undefined
}

/** The least product of the two steps of a channel: below 0 it goes up and down again, as ringing and noise do. */
function turnOf(a: number, b: number, c: number): number {
  let least = 0
  for (const shift of [16, 8, 0]) {
    const middle = (b >> shift) & 255
    least = Math.min(least, (middle - ((a >> shift) & 255)) * (((c >> shift) & 255) - middle))
  }
  return least
}

interface Peak {
  colour: number
  count: number
}

/** 1 where the neighbourhood has one colour, up to noise. */
function flatMask({ width, height, rgb }: Pixels, noise: number): Mask {
  return withKernels((kernels, { put, room, bytes }) => {
    const mask = room(rgb.length)
    kernels.still(put(rgb), width, height, Math.floor(1 + noise), mask)
    return bytes(mask, rgb.length)
  })
}

function flatPeaks({ rgb }: Pixels, flat: Mask): Peak[] {
  const counts = new Map<number, number>()
  for (let i = 0; i < rgb.length; i++) {
    if (!flat[i]) continue
    const own = rgb[i] as number
    counts.set(own, (counts.get(own) ?? 0) + 1)
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

/**
 * Pixels of flat places become their peak. From there the peaks grow to where their fills end: a fill keeps its
 * brightness up to its edge, while its colour, which is stored more coarsely, may bleed. What they do not reach takes
 * the nearest peak.
 */
function snapped(
  { width, height, rgb }: Pixels,
  peaks: readonly Peak[],
  flat: Mask,
  reach: number,
): Pixels {
  const nearest = nearestPeak(peaks, reach)
  const result = new Int32Array(rgb.length).fill(-1)
  let front: number[] = []
  for (let i = 0; i < rgb.length; i++) {
    if (!flat[i]) continue
    const to = nearest(rgb[i] as number)
    if (to === undefined) continue
    result[i] = to
    const inner = flat[i - 1] && flat[i + 1] && flat[i - width] && flat[i + width]
    if (!inner) front.push(i)
  }
  for (let step = 0; step < GROWTH && front.length > 0; step++)
    front = grownOnce(front, { width, height, rgb }, result, reach)
  for (let i = 0; i < rgb.length; i++)
    if (result[i] === -1) result[i] = nearest(rgb[i] as number) ?? (rgb[i] as number)
  return { width, height, rgb: result }
}

/** Gives the neighbours of a front to the peak beside them that they are nearest to; those taken are the next front. */
function grownOnce(
  front: readonly number[],
  { width, height, rgb }: Pixels,
  result: Int32Array,
  reach: number,
): number[] {
  const taken = new Map<number, number>()
  for (const from of front) {
    const x = from % width
    for (const i of [
      x > 0 ? from - 1 : -1,
      x < width - 1 ? from + 1 : -1,
      from - width,
      from + width < width * height ? from + width : -1,
    ]) {
      if (i < 0 || result[i] !== -1) continue
      const own = rgb[i] as number
      const peak = result[from] as number
      if (Math.abs(luma(own) - luma(peak)) > reach || difference(own, peak) > BLEED * reach)
        continue
      const known = taken.get(i)
      if (known === undefined || difference(own, peak) < difference(own, known)) taken.set(i, peak)
    }
  }
  for (const [i, peak] of taken) result[i] = peak
  return [...taken.keys()]
}

function nearestPeak(peaks: readonly Peak[], reach: number) {
  return remembered((own: number): number | undefined => {
    return leastOf(peaks, ({ colour }) => difference(colour, own), reach + 1)?.colour
  })
}
