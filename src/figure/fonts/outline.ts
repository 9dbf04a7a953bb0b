import { tableDirectory } from './table'

/** What a glyph's outline encloses, in font units, y upwards. */
export interface Outline {
  left: number
  right: number
  top: number
  bottom: number
  /** Square units. */
  area: number
  /** The centre of mass. */
  middle: number
  level: number
}

/** On the contour, or a control point of quadratic curves. */
interface Place {
  x: number
  y: number
  on: boolean
}

/** What the contours of {@link readContours} enclose; undefined for a glyph without ink. Parts that overlap count twice. */
export function readOutlines(bytes: Uint8Array): (glyph: number) => Outline | undefined {
  const contours = readContours(bytes)
  return (glyph) => outlineOf(contours(glyph))
}

/**
 * Reads contours by glyph number from `glyf` and `loca` as the OpenType specification 1.9 lays them out. Throws where the
 * file has no such tables.
 */
export function readContours(bytes: Uint8Array): (glyph: number) => Place[][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = tableDirectory(view)
  const [glyf, loca, head] = ['glyf', 'loca', 'head'].map((tag) => tables.get(tag))
  if (glyf === undefined || loca === undefined || head === undefined)
    throw new Error('font has no outlines')
  const long = view.getInt16(head + 50) === 1
  const offset = (glyph: number) =>
    long ? view.getUint32(loca + 4 * glyph) : 2 * view.getUint16(loca + 2 * glyph)
  const contoursOf = (glyph: number, depth = 0): Place[][] => {
    const at = offset(glyph)
    if (offset(glyph + 1) <= at || depth > 5) return []
    const count = view.getInt16(glyf + at)
    return count >= 0
      ? simpleContours(view, glyf + at, count)
      : parts(view, glyf + at + 10).flatMap(({ part, dx, dy, scale }) =>
          contoursOf(part, depth + 1).map((contour) =>
            contour.map(({ x, y, on }) => ({ x: scale * x + dx, y: scale * y + dy, on })),
          ),
        )
  }
  return (glyph) => contoursOf(glyph)
}

function simpleContours(view: DataView, glyph: number, count: number): Place[][] {
  const ends = Array.from({ length: count }, (_, k) => view.getUint16(glyph + 10 + 2 * k))
  const total = (ends.at(-1) ?? -1) + 1
  let at = glyph + 10 + 2 * count
  at += 2 + view.getUint16(at)
  const flags: number[] = []
  while (flags.length < total) {
    const flag = view.getUint8(at++)
    flags.push(flag)
    if (flag & 8) for (let times = view.getUint8(at++); times > 0; times--) flags.push(flag)
  }
  const axis = (short: number, same: number) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & short) value += (flag & same ? 1 : -1) * view.getUint8(at++)
      else if (!(flag & same)) {
        value += view.getInt16(at)
        at += 2
      }
      return value
    })
  }
  const xs = axis(2, 16)
  const ys = axis(4, 32)
  return ends.map((end, k) => {
    const places: Place[] = []
    for (let i = k === 0 ? 0 : (ends[k - 1] ?? -1) + 1; i <= end; i++)
      places.push({ x: xs[i] ?? 0, y: ys[i] ?? 0, on: ((flags[i] ?? 0) & 1) === 1 })
    return places
  })
}

/** Parts of a composite glyph: turned or mirrored ones are taken as they are. */
function parts(view: DataView, from: number) {
  const found: { part: number; dx: number; dy: number; scale: number }[] = []
  let at = from
  for (let more = true; more; ) {
    const flags = view.getUint16(at)
    const part = view.getUint16(at + 2)
    const words = (flags & 1) !== 0
    const placed = (flags & 2) !== 0
    const shift = (k: number) =>
      placed ? (words ? view.getInt16(at + 4 + 2 * k) : view.getInt8(at + 4 + k)) : 0
    const [dx, dy] = [shift(0), shift(1)]
    at += words ? 8 : 6
    const scale = flags & 0xc8 ? Math.abs(view.getInt16(at)) / 16384 : 1
    at += flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0
    found.push({ part, dx, dy, scale })
    more = (flags & 32) !== 0
  }
  return found
}

/** Steps that a curve is taken in: its area is then less than 1 % off. */
const STEPS = 6

function outlineOf(contours: readonly Place[][]): Outline | undefined {
  const box = { left: Infinity, right: -Infinity, top: -Infinity, bottom: Infinity }
  let area = 0
  let across = 0
  let upwards = 0
  for (const contour of contours) {
    const points = flattened(contour)
    points.forEach(({ x, y }, k) => {
      box.left = Math.min(box.left, x)
      box.right = Math.max(box.right, x)
      box.top = Math.max(box.top, y)
      box.bottom = Math.min(box.bottom, y)
      const next = points[(k + 1) % points.length] ?? { x, y }
      const cross = x * next.y - next.x * y
      area += cross / 2
      across += ((x + next.x) * cross) / 6
      upwards += ((y + next.y) * cross) / 6
    })
  }
  if (area === 0) return undefined
  return { ...box, area: Math.abs(area), middle: across / area, level: upwards / area }
}

/** Quadratic curves as straight steps. */
function flattened(contour: readonly Place[]): { x: number; y: number }[] {
  const turned = fromCurve(contour)
  return turned.flatMap((place, k) => {
    if (place.on) return [place]
    const from = turned[k - 1] ?? place
    const to = turned[(k + 1) % turned.length] ?? place
    return Array.from({ length: STEPS - 1 }, (_, step) => {
      const t = (step + 1) / STEPS
      const mix = (a: number, b: number, c: number) =>
        (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c
      return { x: mix(from.x, place.x, to.x), y: mix(from.y, place.y, to.y) }
    })
  })
}

/** A contour from a place of the curve on, with the places of the curve between two control points. */
export function fromCurve(contour: readonly Place[]): Place[] {
  const n = contour.length
  const whole: Place[] = []
  contour.forEach((place, k) => {
    const before = contour[(k + n - 1) % n]
    if (before && !before.on && !place.on)
      whole.push({ x: (before.x + place.x) / 2, y: (before.y + place.y) / 2, on: true })
    whole.push(place)
  })
  const first = whole.findIndex(({ on }) => on)
  if (first < 0) return []
  return [...whole.slice(first), ...whole.slice(0, first)]
}
