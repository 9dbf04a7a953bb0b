import type { Grounded } from './ground'

/** A connected piece of ink: a letter, part of one, or several that touch. Pixels; `right`, `bottom` lie behind it. */
export interface Piece {
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
  pieces: Piece[]
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

/** Connected pieces (eight neighbours) of what stands out from the ground. */
export function findInk(grounded: Grounded): Ink {
  const { width, height, contrast } = grounded
  const peaks = maximum(contrast, width, height, REACH)
  const inked = new Uint8Array(contrast.length)
  for (let i = 0; i < inked.length; i++) {
    const value = contrast[i] ?? 0
    if (value >= FAINTEST && value >= OF_PEAK * (peaks[i] ?? 0)) inked[i] = 1
  }
  const of = new Int32Array(contrast.length)
  const pieces: Piece[] = []
  const stack = new Int32Array(contrast.length)
  for (let start = 0; start < inked.length; start++) {
    if (!inked[start] || of[start]) continue
    const id = pieces.length + 1
    const members = flood(start, id, inked, of, stack, width, height)
    pieces.push(describe(id, members, grounded))
  }
  return { pieces, of, width }
}

function flood(
  start: number,
  id: number,
  inked: Uint8Array,
  of: Int32Array,
  stack: Int32Array,
  width: number,
  height: number,
): Int32Array {
  let filled = 1
  stack[0] = start
  of[start] = id
  for (let taken = 0; taken < filled; taken++) {
    const i = stack[taken] ?? 0
    const x = i % width
    const y = (i - x) / width
    for (let down = y > 0 ? -1 : 0; down <= (y + 1 < height ? 1 : 0); down++) {
      for (let across = x > 0 ? -1 : 0; across <= (x + 1 < width ? 1 : 0); across++) {
        const next = i + down * width + across
        if (!inked[next] || of[next]) continue
        of[next] = id
        stack[filled++] = next
      }
    }
  }
  return stack.subarray(0, filled)
}

function describe(id: number, members: Int32Array, grounded: Grounded): Piece {
  const { width, contrast, picture, ground } = grounded
  const box = { left: width, top: grounded.height, right: 0, bottom: 0 }
  let peak = 0
  for (const i of members) {
    const x = i % width
    const y = (i - x) / width
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x + 1)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y + 1)
    peak = Math.max(peak, contrast[i] ?? 0)
  }
  const strong = members.filter((i) => (contrast[i] ?? 0) >= 0.85 * peak)
  return {
    id,
    ...box,
    area: members.length,
    colour: meanColour(picture, strong),
    ground: meanColour(ground, strong),
    peak,
  }
}

function meanColour(pixels: Uint8Array, members: Int32Array): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0]
  for (const i of members) {
    sum[0] += pixels[3 * i] ?? 0
    sum[1] += pixels[3 * i + 1] ?? 0
    sum[2] += pixels[3 * i + 2] ?? 0
  }
  const count = Math.max(1, members.length)
  return [sum[0] / count, sum[1] / count, sum[2] / count]
}

/** Greatest value within `radius` pixels across and down. */
function maximum(values: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const rows = new Uint8Array(values.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let most = 0
      const last = Math.min(width - 1, x + radius)
      for (let k = Math.max(0, x - radius); k <= last; k++) {
        const value = values[y * width + k] ?? 0
        if (value > most) most = value
      }
      rows[y * width + x] = most
    }
  }
  const result = new Uint8Array(values.length)
  for (let y = 0; y < height; y++) {
    const last = Math.min(height - 1, y + radius)
    for (let k = Math.max(0, y - radius); k <= last; k++) {
      for (let x = 0; x < width; x++) {
        const value = rows[k * width + x] ?? 0
        if (value > (result[y * width + x] ?? 0)) result[y * width + x] = value
      }
    }
  }
  return result
}

/** Same colour as far as thin, half-covered strokes can tell: the same way off the same ground. */
export function sameInk(a: Piece, b: Piece): boolean {
  const away = (piece: Piece) => piece.colour.map((value, k) => value - (piece.ground[k] ?? 0))
  const [one, other] = [away(a), away(b)]
  const long = Math.hypot(...one) * Math.hypot(...other)
  if (long === 0) return false
  const dot = one.reduce((sum, value, k) => sum + value * (other[k] ?? 0), 0)
  const apart = Math.max(...a.ground.map((value, k) => Math.abs(value - (b.ground[k] ?? 0))))
  const ratio = Math.max(a.peak, b.peak) / Math.max(1, Math.min(a.peak, b.peak))
  return dot / long > 0.96 && apart < 40 && ratio < 2.6
}

export function readable(piece: Piece): boolean {
  return piece.peak >= FAINTEST_PEAK
}
