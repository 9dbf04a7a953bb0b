import { boxAround, distance } from '../../figure/geometry'
import {
  mapPath,
  NoPath,
  pathOf,
  pathSegments,
  ringsOf,
  type Segment,
} from '../../figure/geometry/path-data'
import { roundedPath } from '../../figure/geometry/shape-paths'
import type { Matrix } from '../../figure/geometry/transform'
import type { Markup } from '../../figure/svg/clean'
import { roundedAll } from '../../forms/numbers'
import type { Box, Geometry, Point } from '../../forms/scene'
import { at, held, isUpright, lengthOf, pairsOf, scaleOf } from './numbers'
import { DrawingRefused } from './refused'

/** A shape before it is placed: what it is by its element, and its outline. */
export interface Shape {
  segments: Segment[]
  /** The box of the outline, in the shape's own units. */
  box: Box
  /** Its form where that survives being moved and drawn out. */
  plain?: Extract<Geometry, { form: 'rect' | 'ellipse' | 'polygon' }>
}

interface Size {
  width: number
  height: number
}

/** The shape of an element; undefined where it draws nothing. @throws DrawingRefused */
export function shapeOf(one: Markup, canvas: Size): Shape | undefined {
  const { name, attributes } = one
  const length = (key: string, usual = 0) =>
    lengthOf(attributes[key], usual, { whole: /x|width/.test(key) ? canvas.width : canvas.height })
  switch (name) {
    case 'rect': {
      const box = {
        x: length('x'),
        y: length('y'),
        width: length('width'),
        height: length('height'),
      }
      if (!(box.width > 0 && box.height > 0)) return undefined
      const rx = Math.min(length('rx', length('ry')), box.width / 2)
      const ry = Math.min(length('ry', length('rx')), box.height / 2)
      const plain = Math.abs(rx - ry) < 0.01 && {
        plain: { form: 'rect' as const, ...box, radius: rx },
      }
      return { segments: roundRect(box, rx, ry), box, ...plain }
    }
    case 'circle':
    case 'ellipse': {
      const [cx, cy] = [length('cx'), length('cy')]
      const rx = length(name === 'circle' ? 'r' : 'rx', length('ry'))
      const ry = length(name === 'circle' ? 'r' : 'ry', rx)
      if (!(rx > 0 && ry > 0)) return undefined
      const d = `M${cx - rx} ${cy}A${rx} ${ry} 0 1 1 ${cx + rx} ${cy}A${rx} ${ry} 0 1 1 ${cx - rx} ${cy}Z`
      const box = { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry }
      return { segments: read(d), box, plain: { form: 'ellipse', cx, cy, rx, ry } }
    }
    case 'line':
      return through([
        { x: length('x1'), y: length('y1') },
        { x: length('x2'), y: length('y2') },
      ])
    case 'polyline':
      return through(pairsOf(attributes.points ?? ''))
    case 'polygon': {
      const points = pairsOf(attributes.points ?? '')
      const shape = through(points)
      if (!shape) return undefined
      shape.segments.push({ letter: 'Z', points: [] })
      return { ...shape, plain: { form: 'polygon', points } }
    }
    default: {
      const segments = read(attributes.d ?? '')
      const points = ringsOf(segments).flatMap((ring) => ring.points)
      return points.length > 0 ? { segments, box: boxAround(points) } : undefined
    }
  }
}

function read(d: string): Segment[] {
  try {
    return pathSegments(d)
  } catch (error) {
    if (!(error instanceof NoPath)) throw error
    throw new DrawingRefused(`The path ${JSON.stringify(d.trim().slice(0, 60))} cannot be read.`)
  }
}

function roundRect({ x, y, width, height }: Box, rx: number, ry: number): Segment[] {
  const [right, bottom] = [x + width, y + height]
  if (rx <= 0 || ry <= 0) return read(`M${x} ${y}H${right}V${bottom}H${x}Z`)
  const turn = `A${rx} ${ry} 0 0 1`
  return read(
    `M${x + rx} ${y}H${right - rx}${turn} ${right} ${y + ry}V${bottom - ry}${turn} ${right - rx} ${bottom}H${x + rx}${turn} ${x} ${bottom - ry}V${y + ry}${turn} ${x + rx} ${y}Z`,
  )
}

function through(points: readonly Point[]): Shape | undefined {
  if (points.length < 2) return undefined
  const segments = points.map(
    ({ x, y }, index): Segment => ({ letter: index === 0 ? 'M' : 'L', points: [x, y] }),
  )
  return { segments, box: boxAround(points) }
}

/** A shape on the canvas; `isLine`: it is not filled. */
export function geometryOf({ plain, segments }: Shape, matrix: Matrix, isLine: boolean): Geometry {
  const moved = plain && movedForm(plain, matrix)
  if (moved) return moved
  const path = mapPath(segments, (point) => at(matrix, point))
  const points = isLine ? polylineOf(path) : undefined
  return points ?? { form: 'path', d: pathOf(path) }
}

function movedForm(plain: NonNullable<Shape['plain']>, matrix: Matrix): Geometry | undefined {
  if (plain.form === 'polygon')
    return roundedAll({ form: 'polygon', points: plain.points.map((point) => at(matrix, point)) })
  const [a, , , d] = matrix
  const even = Math.abs(a - d) < 1e-6 * Math.max(1, Math.abs(a))
  if (plain.form === 'rect') {
    if (!isUpright(matrix) || (plain.radius > 0 && !even)) return undefined
    const [width, height] = [held(a * plain.width), held(d * plain.height)]
    return roundedAll({
      form: 'rect',
      ...at(matrix, plain),
      width,
      height,
      radius: a * plain.radius,
    })
  }
  const isCircle = Math.abs(plain.rx - plain.ry) < 1e-9
  const turned = isCircle && isSimilar(matrix)
  if (!isUpright(matrix) && !turned) return undefined
  const { x: cx, y: cy } = at(matrix, { x: plain.cx, y: plain.cy })
  const [across, down] = turned ? [scaleOf(matrix), scaleOf(matrix)] : [a, d]
  return roundedAll({
    form: 'ellipse',
    cx,
    cy,
    rx: held(across * plain.rx),
    ry: held(down * plain.ry),
  })
}

/** Turned, moved, mirrored and scaled alone. */
const isSimilar = ([a, b, c, d]: Matrix) =>
  Math.abs(Math.hypot(a, b) - Math.hypot(c, d)) < 1e-6 && Math.abs(a * c + b * d) < 1e-6

/** By how much a corner's curve may differ from the writer's own, in pixels. */
const ROUND_CORNER = 1.2

/** An open line of straight pieces, its corners round or not; undefined for any other. */
function polylineOf(segments: readonly Segment[]): Geometry | undefined {
  const points: Point[] = []
  let radius = 0
  const ends = segments.map(({ points: p }) => ({ x: p.at(-2) ?? 0, y: p.at(-1) ?? 0 }))
  for (const [index, { letter, points: p }] of segments.entries()) {
    const [here, before, next] = [ends[index], ends[index - 1], segments[index + 1]]
    if (!here || letter === 'Z' || (letter === 'M') !== (index === 0)) return undefined
    if (letter !== 'C') points.push(here)
    else {
      const [a = 0, b = 0, c = 0, d = 0] = p
      const corner = before && crossing(before, { x: a, y: b }, { x: c, y: d }, here)
      // Between two straight pieces, or it is a curve in its own right.
      if (!corner || segments[index - 1]?.letter !== 'L' || next?.letter !== 'L') return undefined
      const last = points.at(-2)
      const after = ends[index + 1]
      if (!last || !after || !onLine(last, before, corner) || !onLine(corner, here, after))
        return undefined
      points[points.length - 1] = corner
      radius = Math.max(radius, distance(before, corner), distance(corner, here))
    }
  }
  if (points.length < 2) return undefined
  const line = roundedAll({ form: 'polyline' as const, points, radius })
  return radius === 0 || isLike(segments, line) ? line : undefined
}

/** Whether the writer would draw nearly the same. */
function isLike(segments: readonly Segment[], line: { points: Point[]; radius: number }): boolean {
  const again = pathSegments(roundedPath(line.points, line.radius)).filter(
    ({ letter }) => letter === 'C',
  )
  const curves = segments.filter(({ letter }) => letter === 'C')
  return (
    again.length === curves.length &&
    curves.every(({ points }, index) => {
      const other = again[index]?.points ?? []
      // The middles of the two curves: ends are those of the corner itself.
      const middle = (p: readonly number[], k: number) => ((p[k] ?? 0) + (p[k + 2] ?? 0)) / 2
      return (
        [0, 1].every((k) => 0.75 * Math.abs(middle(points, k) - middle(other, k)) < ROUND_CORNER) &&
        Math.hypot((points[4] ?? 0) - (other[4] ?? 0), (points[5] ?? 0) - (other[5] ?? 0)) <
          ROUND_CORNER
      )
    })
  )
}

/** Where the lines from `a` through `b` and from `d` through `c` meet. */
function crossing(a: Point, b: Point, c: Point, d: Point): Point | undefined {
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - d.x, c.y - d.y]
  const cross = ux * vy - uy * vx
  if (Math.abs(cross) < 1e-6) return undefined
  const t = ((d.x - a.x) * vy - (d.y - a.y) * vx) / cross
  return t < 0 ? undefined : { x: a.x + t * ux, y: a.y + t * uy }
}

/** Whether `b` stands between two points, or nearly. */
function onLine(a: Point, b: Point, c: Point): boolean {
  const long = distance(a, c) || 1
  const off = Math.abs((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / long
  return off < 0.6 && distance(a, b) <= long + 0.6 && distance(b, c) <= long + 0.6
}
