import SvgPath from 'svgpath'
import { rounded } from '../../forms/numbers'
import type { Box, Point } from '../../forms/scene'

/** The message says what no path data is; `read` is what stands before it, which is drawn. */
export class NoPath extends Error {
  override name = 'NoPath'

  constructor(readonly read: Segment[] = []) {
    super('a path cannot be read')
  }
}

/** A step of an outline, absolute: its points as x and y in turn. */
export interface Segment {
  letter: 'M' | 'L' | 'C' | 'Z'
  points: number[]
}

/** All of SVG's path data as absolute lines and cubic curves. Throws {@link NoPath} on what is no path data. */
export function pathSegments(d: string): Segment[] {
  const path = new SvgPath(d).abs().unshort().unarc()
  const segments: Segment[] = []
  path.iterate((segment, _, x, y) => {
    if (segment[0] === 'H') segments.push({ letter: 'L', points: [segment[1], y] })
    else if (segment[0] === 'V') segments.push({ letter: 'L', points: [x, segment[1]] })
    else if (segment[0] === 'Q') segments.push({ letter: 'C', points: cubic(x, y, segment) })
    else {
      const [letter, ...points] = segment
      segments.push({ letter: letter as Segment['letter'], points: points as number[] })
    }
  })
  if ((path as unknown as { err: string }).err) throw new NoPath(segments)
  return segments
}

/** A quadratic curve as a cubic one, which is the same. */
export function cubic(
  x: number,
  y: number,
  [, ...q]: readonly ['Q', number, number, number, number],
): number[] {
  const third = (from: number, control: number) => from + (2 / 3) * (control - from)
  return [third(x, q[0]), third(y, q[1]), third(q[2], q[0]), third(q[3], q[1]), q[2], q[3]]
}

/** The box of each line and curve. */
export function extentsOf(segments: readonly Segment[]): Box[] {
  let [x, y] = [0, 0]
  return segments.flatMap(({ letter, points }) => {
    const [toX = x, toY = y] = points.slice(-2)
    const [a = x, b = y, c = toX, d = toY] = letter === 'C' ? points : []
    const xs = letter === 'M' ? [toX] : curveRange(x, a, c, toX)
    const ys = letter === 'M' ? [toY] : curveRange(y, b, d, toY)
    ;[x, y] = [toX, toY]
    const [left, top] = [Math.min(...xs), Math.min(...ys)]
    return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
  })
}

/** On one axis, the ends of a cubic curve and where it turns. */
function curveRange(from: number, one: number, two: number, to: number): number[] {
  const [a, b, c] = [to - 3 * two + 3 * one - from, 2 * (two - 2 * one + from), one - from]
  const root = Math.sqrt(b * b - 4 * a * c)
  const turns = Math.abs(a) < 1e-9 ? [-c / b] : [(-b + root) / (2 * a), (-b - root) / (2 * a)]
  const at = (t: number) =>
    (1 - t) ** 3 * from + 3 * t * (1 - t) ** 2 * one + 3 * t * t * (1 - t) * two + t ** 3 * to
  return [from, to, ...turns.filter((t) => t > 0 && t < 1).map(at)]
}

/** Path data of segments, to a hundredth of a pixel. */
export function pathOf(segments: readonly Segment[]): string {
  return segments.map(({ letter, points }) => letter + points.map(rounded).join(' ')).join('')
}

/** Every point moved. */
export function mapPath(segments: readonly Segment[], map: (point: Point) => Point): Segment[] {
  return segments.map(({ letter, points }) => ({
    letter,
    points: points.flatMap((x, at) => {
      if (at % 2 === 1) return []
      const point = map({ x, y: points[at + 1] ?? 0 })
      return [point.x, point.y]
    }),
  }))
}

/** A subpath in straight steps. */
export interface Ring {
  points: Point[]
  closed: boolean
}

/** Straight steps of a curve are at most so long, in pixels, and at least and at most so many. */
const STEP = 6
const STEPS = { least: 4, most: 40 }

/** Each subpath in straight steps: curves are off by some hundredths of a pixel. */
export function ringsOf(segments: readonly Segment[], longest = STEP): Ring[] {
  const rings: Ring[] = []
  let ring: Ring | undefined
  const begin = (at: Point) => {
    ring = { points: [at], closed: false }
    rings.push(ring)
    return ring
  }
  for (const { letter, points } of segments) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = points
    if (letter === 'M') {
      begin({ x: a, y: b })
      continue
    }
    const open: Ring = ring?.closed === false ? ring : begin(ring?.points[0] ?? { x: 0, y: 0 })
    const from = open.points.at(-1) ?? { x: 0, y: 0 }
    if (letter === 'Z') open.closed = true
    else if (letter === 'L') open.points.push({ x: a, y: b })
    else {
      const long =
        Math.hypot(a - from.x, b - from.y) + Math.hypot(c - a, d - b) + Math.hypot(e - c, f - d)
      const steps = Math.min(STEPS.most, Math.max(STEPS.least, Math.ceil(long / longest)))
      for (let step = 1; step <= steps; step++) {
        const t = step / steps
        const [u, v, w, z] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
        open.points.push({
          x: u * from.x + v * a + w * c + z * e,
          y: u * from.y + v * b + w * d + z * f,
        })
      }
    }
  }
  return rings.filter(({ points }) => points.length > 1)
}

/** An open path whose end stands `by` farther along its own direction, or nearer; at most most of its last piece is taken. */
export function withEnd(segments: readonly Segment[], by: number): Segment[] {
  const last = segments.at(-1)
  const before = segments.at(-2)?.points.slice(-2)
  if (!last || !before || (last.letter !== 'L' && last.letter !== 'C')) return [...segments]
  const control = [last.points.slice(-4, -2), last.points.slice(0, 2), before].find(
    ([x = Number.NaN, y = 0]) =>
      Math.hypot(x - (last.points.at(-2) ?? 0), y - (last.points.at(-1) ?? 0)) > 0.01,
  )
  if (!control) return [...segments]
  const [x = 0, y = 0] = last.points.slice(-2)
  const [fromX = 0, fromY = 0] = last.letter === 'L' ? before : control
  const long = Math.hypot(x - fromX, y - fromY) || 1
  const share = Math.max(-MOST_TAKEN, by / long)
  return endMoved(segments, share * (x - fromX), share * (y - fromY))
}

/** The end of a path elsewhere; of a curve what leads its end goes along. */
export function endMoved(segments: readonly Segment[], dx: number, dy: number): Segment[] {
  const last = segments.at(-1)
  if (!last) return []
  const from = last.points.length - 4
  const points = last.points.map((value, at) => (at < from ? value : value + (at % 2 ? dy : dx)))
  return [...segments.slice(0, -1), { ...last, points }]
}

/** As a share of a path's last straight piece, or of what leads its last curve. */
const MOST_TAKEN = 0.8

/** An open path of one part from its end to its start. */
export function reversedPath(segments: readonly Segment[]): Segment[] {
  const places = segments.map(({ points }) => points.slice(-2))
  const back = segments.slice(1).map(({ letter, points }, at) => {
    const inner = points.slice(0, -2)
    const turned = [...inner.slice(2), ...inner.slice(0, 2)]
    return { letter, points: [...turned, ...(places[at] ?? [])] }
  })
  return [{ letter: 'M', points: places.at(-1) ?? [] }, ...back.reverse()]
}

/** Path data of absolute M, L, H, V, C, A and Z, scaled about the origin, then moved by `dx` and `dy`. */
export function movePath(d: string, scale: number, dx: number, dy: number): string {
  return d.replace(/([MLHVCA])([^MLHVCAZ]*)/g, (_, letter: string, values: string) => {
    const numbers = values.trim().split(' ').map(Number)
    const placed = numbers.map((value, index) => {
      if (letter === 'A' && index < 5) return index < 2 ? rounded(value * scale) : value
      const across =
        letter === 'H' || (letter === 'A' ? index === 5 : letter !== 'V' && index % 2 === 0)
      return rounded(value * scale + (across ? dx : dy))
    })
    return `${letter}${placed.join(' ')}`
  })
}
