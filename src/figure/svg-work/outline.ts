import type { Box } from '../../forms/scene'

/** What of an outline costs time to draw, in its own units. */
export interface Outline {
  box: Box
  points: number
  /** Never less than the true one. */
  length: number
}

/** Numbers that each command of path data takes, of which the last two are where it ends. */
const TAKES: Readonly<Record<string, number>> = {
  M: 2,
  L: 2,
  T: 2,
  H: 1,
  V: 1,
  C: 6,
  S: 4,
  Q: 4,
  A: 7,
  Z: 0,
}

/** Path data, by its end and control points; arcs by their radii. */
export function pathOutline(d: string): Outline | undefined {
  const pen = new Pen()
  for (const [, letter = '', rest = ''] of d.matchAll(/([MLHVCSQTAZ])([^MLHVCSQTAZ]*)/gi)) {
    const command = letter.toUpperCase()
    const from = letter === command ? undefined : pen
    const takes = TAKES[command] ?? 0
    const numbers = numbersOf(rest, command === 'A')
    if (takes === 0) pen.close()
    for (let at = 0; takes > 0 && at + takes <= numbers.length; at += takes)
      pen.draw(command, numbers.slice(at, at + takes), from && { x: from.x, y: from.y })
  }
  return pen.outline()
}

/** The points of a polygon or polyline. */
export function pointsOutline(points: string): Outline | undefined {
  const pen = new Pen()
  const numbers = numbersOf(points)
  for (let at = 0; at + 2 <= numbers.length; at += 2)
    pen.draw(at ? 'L' : 'M', numbers.slice(at, at + 2))
  pen.close()
  return pen.outline()
}

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
/** Flags of arcs may stand without anything between them. */
const ARC = /([-+\d.e]+[\s,]+[-+\d.e]+[\s,]+[-+\d.e]+[\s,]+)([01])[\s,]*([01])/gi

export function numbersOf(text: string, arcs = false): number[] {
  const plain = arcs ? text.replace(ARC, '$1 $2 $3 ') : text
  return (plain.match(NUMBER) ?? []).map(Number)
}

class Pen {
  x = 0
  y = 0
  #start = { x: 0, y: 0 }
  #points = 0
  #length = 0
  #left = Number.POSITIVE_INFINITY
  #top = Number.POSITIVE_INFINITY
  #right = Number.NEGATIVE_INFINITY
  #bottom = Number.NEGATIVE_INFINITY

  draw(command: string, numbers: readonly number[], from = { x: 0, y: 0 }): void {
    const [first = 0, second = 0] = numbers
    if (command === 'M') this.#begin(from.x + first, from.y + second)
    else if (command === 'H') this.#to(from.x + first, this.y)
    else if (command === 'V') this.#to(this.x, from.y + first)
    else if (command === 'A') this.#arc(numbers, from)
    else
      for (let at = 0; at < numbers.length; at += 2)
        this.#to(from.x + (numbers[at] ?? 0), from.y + (numbers[at + 1] ?? 0))
  }

  close(): void {
    this.#to(this.#start.x, this.#start.y)
  }

  outline(): Outline | undefined {
    if (this.#points === 0) return undefined
    const [x, y] = [this.#left, this.#top]
    const box = { x, y, width: this.#right - x, height: this.#bottom - y }
    return { box, points: this.#points, length: this.#length }
  }

  #begin(x: number, y: number): void {
    this.#start = { x, y }
    ;[this.x, this.y] = [x, y]
    this.#reach(x, y, 0)
  }

  #to(x: number, y: number): void {
    this.#length += Math.hypot(x - this.x, y - this.y)
    ;[this.x, this.y] = [x, y]
    this.#reach(x, y, 0)
  }

  #arc(
    [rx = 0, ry = 0, , , , x = 0, y = 0]: readonly number[],
    from: { x: number; y: number },
  ): void {
    const radius = Math.max(Math.abs(rx), Math.abs(ry))
    this.#reach(this.x, this.y, 2 * radius)
    this.#length += 2 * Math.PI * radius
    this.#to(from.x + x, from.y + y)
  }

  #reach(x: number, y: number, by: number): void {
    this.#points++
    this.#left = Math.min(this.#left, x - by)
    this.#top = Math.min(this.#top, y - by)
    this.#right = Math.max(this.#right, x + by)
    this.#bottom = Math.max(this.#bottom, y + by)
  }
}
