import { rounded } from '../forms/numbers'
import type { Box, Point } from '../forms/scene'

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

/** How many numbers each command takes. */
const TAKES: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  T: 2,
  A: 7,
  Z: 0,
}

const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
/** Flags of an arc may stand without a space between them. */
const FLAG = /[\s,]*([01])/y
const COMMAND = /[\s,]*([a-zA-Z])/y
const END = /[\s,]*$/y

/** All of SVG's path data as absolute lines and cubic curves. Throws {@link NoPath} on what is no path data. */
export function pathSegments(d: string): Segment[] {
  const pen = new Pen()
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(d)?.[1]
    if (found !== undefined) at = pattern.lastIndex
    return found
  }
  let command = ''
  for (;;) {
    END.lastIndex = at
    if (END.test(d)) return pen.segments
    const letter = take(COMMAND)
    // More numbers repeat the command; after a move they are lines.
    if (letter === undefined) command = command === 'M' ? 'L' : command === 'm' ? 'l' : command
    else command = letter
    const count = TAKES[command.toUpperCase()]
    if (count === undefined || (letter === undefined && count === 0)) throw new NoPath(pen.segments)
    const numbers: number[] = []
    for (let index = 0; index < count; index++) {
      const flag = count === 7 && (index === 3 || index === 4)
      const found = take(flag ? FLAG : NUMBER)
      if (found === undefined) throw new NoPath(pen.segments)
      numbers.push(Number(found))
    }
    if (pen.segments.length === 0 && command.toUpperCase() !== 'M') throw new NoPath(pen.segments)
    pen.draw(command, numbers)
  }
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

class Pen {
  readonly segments: Segment[] = []
  #x = 0
  #y = 0
  #startX = 0
  #startY = 0
  /** The last control point of a curve of the same kind, which a smooth curve mirrors. */
  #control: { letter: string; x: number; y: number } | undefined

  draw(command: string, numbers: readonly number[]): void {
    const letter = command.toUpperCase()
    const n = command === letter ? numbers : this.#absolute(letter, numbers)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = n
    const mirrored = this.#mirrored(letter === 'S' ? 'C' : 'Q')
    this.#control = undefined
    if (letter === 'M') [this.#startX, this.#startY] = [a, b]
    if (letter === 'M' || letter === 'L') this.#to(letter, a, b)
    else if (letter === 'H') this.#to('L', a, this.#y)
    else if (letter === 'V') this.#to('L', this.#x, a)
    else if (letter === 'C') this.#curve(a, b, c, d, e, f)
    else if (letter === 'S') this.#curve(...mirrored, a, b, c, d)
    else if (letter === 'Q') this.#quadratic(a, b, c, d)
    else if (letter === 'T') this.#quadratic(...mirrored, a, b)
    else if (letter === 'Z') this.#close()
    else if (a === 0 || b === 0) this.#to('L', f, g)
    else this.#arc(Math.abs(a), Math.abs(b), (c * Math.PI) / 180, d !== e, e === 1, f, g)
  }

  #close(): void {
    this.segments.push({ letter: 'Z', points: [] })
    ;[this.#x, this.#y] = [this.#startX, this.#startY]
  }

  #absolute(letter: string, numbers: readonly number[]): number[] {
    if (letter === 'A')
      return numbers.map((each, i) => each + (i === 5 ? this.#x : i === 6 ? this.#y : 0))
    const down = (index: number) => letter === 'V' || (letter !== 'H' && index % 2 === 1)
    return numbers.map((each, index) => each + (down(index) ? this.#y : this.#x))
  }

  #mirrored(letter: string): [number, number] {
    if (this.#control?.letter !== letter) return [this.#x, this.#y]
    return [2 * this.#x - this.#control.x, 2 * this.#y - this.#control.y]
  }

  #to(letter: 'M' | 'L' | 'C', ...points: number[]): void {
    this.segments.push({ letter, points })
    const [x = 0, y = 0] = points.slice(-2)
    ;[this.#x, this.#y] = [x, y]
  }

  #curve(a: number, b: number, x: number, y: number, toX: number, toY: number): void {
    this.#to('C', a, b, x, y, toX, toY)
    this.#control = { letter: 'C', x, y }
  }

  #quadratic(x: number, y: number, toX: number, toY: number): void {
    const third = (from: number, control: number) => from + (2 / 3) * (control - from)
    const start = [third(this.#x, x), third(this.#y, y)]
    this.#to('C', ...start, third(toX, x), third(toY, y), toX, toY)
    this.#control = { letter: 'Q', x, y }
  }

  /** By SVG 1.1, appendix F.6.5 and F.6.6; `right` tells the side on which the centre lies. */
  #arc(
    wide: number,
    high: number,
    turn: number,
    right: boolean,
    sweep: boolean,
    toX: number,
    toY: number,
  ): void {
    const [fromX, fromY] = [this.#x, this.#y]
    if (fromX === toX && fromY === toY) return
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const [dx, dy] = [(fromX - toX) / 2, (fromY - toY) / 2]
    const [px, py] = [cos * dx + sin * dy, -sin * dx + cos * dy]
    const grow = Math.max(1, Math.hypot(px / wide, py / high))
    const [rx, ry] = [wide * grow, high * grow]
    const away = (px / rx) ** 2 + (py / ry) ** 2
    const root = Math.sqrt(Math.max(0, 1 / away - 1)) * (right ? 1 : -1)
    const [ux, uy] = [(root * rx * py) / ry, (-root * ry * px) / rx]
    const from = Math.atan2((py - uy) / ry, (px - ux) / rx)
    const whole = Math.atan2((-py - uy) / ry, (-px - ux) / rx) - from
    const full = 2 * Math.PI
    const by = sweep ? (whole + full) % full : ((whole + full) % full) - full
    const [cx, cy] = [(fromX + toX) / 2, (fromY + toY) / 2]
    const point = (x: number, y: number) => [
      cos * (x * rx + ux) - sin * (y * ry + uy) + cx,
      sin * (x * rx + ux) + cos * (y * ry + uy) + cy,
    ]
    const pieces = Math.max(1, Math.ceil(Math.abs(by) / (Math.PI / 2) - 1e-9))
    const step = by / pieces
    const reach = (4 / 3) * Math.tan(step / 4)
    for (let piece = 0; piece < pieces; piece++) {
      const [t, u] = [from + step * piece, from + step * (piece + 1)]
      const [ct, st, cu, su] = [Math.cos(t), Math.sin(t), Math.cos(u), Math.sin(u)]
      const end = piece === pieces - 1 ? [toX, toY] : point(cu, su)
      const middle = point(cu + reach * su, su - reach * cu)
      this.#to('C', ...point(ct - reach * st, st + reach * ct), ...middle, ...end)
    }
  }
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
export function ringsOf(segments: readonly Segment[]): Ring[] {
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
      const steps = Math.min(STEPS.most, Math.max(STEPS.least, Math.ceil(long / STEP)))
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
  const [dx, dy] = [share * (x - fromX), share * (y - fromY)]
  const points = [...last.points]
  for (let at = Math.max(0, points.length - 4); at < points.length; at += 2) {
    points[at] = (points[at] ?? 0) + dx
    points[at + 1] = (points[at + 1] ?? 0) + dy
  }
  return [...segments.slice(0, -1), { letter: last.letter, points }]
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
