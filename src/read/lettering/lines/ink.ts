import { withKernels } from '../../../../wasm/kernels'
import type { Grounded } from './ground'

/** A connected piece of ink: a letter, part of one, or several that touch. Pixels; `right`, `bottom` lie behind it. */
export interface InkPiece {
  /** Its number in {@link Ink.of}, from 1. */
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
  /** A piece's number for each pixel, 0 for none. */
  of: Int32Array
  width: number
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
export function findInk(grounded: Grounded): Ink {
  const { width, height, contrast, picture, ground } = grounded
  return withKernels((kernels, { put, room, ints, doubles }) => {
    const count = contrast.length
    const [values, peaks, of] = [put(contrast), room(count), room(4 * count)]
    kernels.maximum(values, width, height, REACH, room(width + 2 * REACH + 16), room(count), peaks)
    kernels.outstanding(values, peaks, count, FAINTEST, OF_PEAK)
    const found = kernels.connected8(peaks, width, height, of)
    const at = room(8 * COLUMNS * found)
    const colours = [put(picture), put(ground)] as const
    kernels.pieces(of, values, ...colours, width, height, found, FULL, at)
    const table = doubles(at, COLUMNS * found)
    const pieces = Array.from({ length: found }, (_, k) =>
      pieceOf(k + 1, table.subarray(COLUMNS * k, COLUMNS * (k + 1))),
    )
    return { pieces, of: ints(of, count), width }
  })
}

/** Numbers of a piece in the kernel's table. */
const COLUMNS = 13

function pieceOf(id: number, row: Float64Array): InkPiece {
  const number = (column: number) => row[column] ?? 0
  const strong = Math.max(1, number(6))
  const colour = (column: number) =>
    [number(column) / strong, number(column + 1) / strong, number(column + 2) / strong] as const
  return {
    id,
    left: number(0),
    top: number(1),
    right: number(2) + 1,
    bottom: number(3) + 1,
    area: number(4),
    colour: colour(7),
    ground: colour(10),
    peak: number(5),
  }
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
