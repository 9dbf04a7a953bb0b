import { maskRegions } from '../../image/pixels/connected-components'
import type { Grounded } from './ground'

/** A connected piece of ink: a letter, part of one, or several that touch. Pixels; `right`, `bottom` lie behind it. */
export interface InkPiece {
  /** Its number in {@link Ink.of}. */
  id: number
  left: number
  top: number
  right: number
  bottom: number
  area: number
  /** Colour where it differs most from its ground. */
  colour: readonly [number, number, number]
  ground: readonly [number, number, number]
  /** Greatest contrast within it, 0 to 255. */
  peak: number
}

export interface Ink {
  pieces: InkPiece[]
  /** A piece's number for each pixel, -1 for none. */
  of: Int32Array
}

/** Less contrast than this is noise or the rim of JPEG blocks. */
const FAINTEST = 18
/** What never gets beyond this is no text that anybody could read. */
const FAINTEST_PEAK = 40
/** Share of the greatest contrast near by that a pixel of a letter has: keeps letters apart, grid lines out. */
const OF_PEAK = 0.3
/** Pixels; the stroke of any letter lies within this distance of its rim. */
const REACH = 5

/** Share of a piece's greatest contrast from which a pixel shows its colour. */
const FULL = 0.85

/** Connected pieces (eight neighbours) of what stands out from the ground. */
export function findInk({ picture, ground, contrast }: Grounded): Ink {
  const near = greatestNear(contrast, picture.width)
  const mask = new Uint8Array(contrast.length)
  for (let i = 0; i < mask.length; i++) {
    const value = contrast[i] as number
    if (value >= FAINTEST && value >= OF_PEAK * (near[i] as number)) mask[i] = 1
  }
  const { labels, list } = maskRegions(mask, picture)
  const peaks = new Uint8Array(list.length)
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] as number
    if (label >= 0) peaks[label] = Math.max(peaks[label] as number, contrast[i] as number)
  }
  const sums = list.map(() => ({ count: 0, colour: [0, 0, 0], ground: [0, 0, 0] }))
  const add = (to: number[], packed: number) => {
    for (let k = 0; k < 3; k++) to[k] = (to[k] as number) + ((packed >> (16 - 8 * k)) & 255)
  }
  for (let i = 0; i < labels.length; i++) {
    const sum = sums[labels[i] as number]
    if (!sum || (contrast[i] as number) < FULL * (peaks[labels[i] as number] as number)) continue
    sum.count++
    add(sum.colour, picture.rgb[i] as number)
    add(sum.ground, ground[i] as number)
  }
  const pieces = list.map(({ label, area, x0, y0, x1, y1 }): InkPiece => {
    const { count, colour, ground } = sums[label] ?? { count: 1, colour: [], ground: [] }
    const mean = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
      [red / count, green / count, blue / count] as const
    return {
      ...{ id: label, left: x0, top: y0, right: x1 + 1, bottom: y1 + 1, area },
      colour: mean(colour),
      ground: mean(ground),
      peak: peaks[label] as number,
    }
  })
  return { pieces, of: labels }
}

/** The greatest value within {@link REACH} pixels across and down, of those that are not too faint. */
function greatestNear(values: Uint8Array, width: number): Uint8Array {
  const across = new Uint8Array(values.length)
  const all = new Uint8Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    if (value < FAINTEST) continue
    const start = i - (i % width)
    const end = Math.min(start + width - 1, i + REACH)
    for (let k = Math.max(start, i - REACH); k <= end; k++)
      if ((across[k] as number) < value) across[k] = value
  }
  for (let i = 0; i < values.length; i++) {
    const value = across[i] as number
    if (value === 0) continue
    for (let k = i - REACH * width; k <= i + REACH * width; k += width)
      if ((all[k] as number) < value) all[k] = value
  }
  return all
}

/** Same colour as far as thin, half-covered strokes can tell: the same way off the same ground. */
export function sameInk(a: InkPiece, b: InkPiece): boolean {
  const away = (piece: InkPiece) => piece.colour.map((value, k) => value - (piece.ground[k] ?? 0))
  const [one, other] = [away(a), away(b)]
  const long = Math.hypot(...one) * Math.hypot(...other)
  if (long === 0) return false
  const dot = one.reduce((sum, value, k) => sum + value * (other[k] ?? 0), 0)
  const apart = Math.max(...a.ground.map((value, k) => Math.abs(value - (b.ground[k] ?? 0))))
  const ratio = Math.max(a.peak, b.peak) / Math.max(1, Math.min(a.peak, b.peak))
  return dot / long > 0.96 && apart < 40 && ratio < 2.6
}

export function readable(piece: InkPiece): boolean {
  return piece.peak >= FAINTEST_PEAK
}
