import { boxAround, centreOf, direction, distance } from '../../figure/geometry'
import { mapPath, type Ring, ringsOf, type Segment } from '../../figure/geometry/path-data'
import { type Matrix, placed } from '../../figure/geometry/transform'
import type { Markup } from '../../figure/svg/clean'
import { headInset } from '../../figure/svg/heads'
import { rounded } from '../../forms/numbers'
import type { Head, Point } from '../../forms/scene'
import { lengthOf, viewOf } from './numbers'

/** The end of a line at which a marker stands. */
export interface LineEnd {
  at: Point
  /** From the line outwards, of length 1. */
  outwards: Point
  which: 'start' | 'end'
}

/** Where the first and last piece of an open line lead. */
export function endsOf(segments: readonly Segment[]): { start: LineEnd; end: LineEnd } | undefined {
  const points = ringsOf(segments).flatMap((ring) => ring.points)
  const [first, last] = [points[0], points.at(-1)]
  const apart = (from: Point, list: readonly Point[]) =>
    list.find((each) => distance(from, each) > 0.01)
  const after = first && apart(first, points)
  const before = last && apart(last, points.toReversed())
  if (!first || !last || !after || !before) return undefined
  return {
    start: { at: first, outwards: direction(after, first), which: 'start' },
    end: { at: last, outwards: direction(before, last), which: 'end' },
  }
}

/** Leads from a marker's own units to the canvas. */
export function markerMatrix(
  marker: Markup,
  { at, outwards, which }: LineEnd,
  units: { stroke: number; user: number },
): Matrix {
  const { attributes } = marker
  const number = (name: string, usual: number) => lengthOf(attributes[name], usual)
  const unit = attributes.markerUnits === 'userSpaceOnUse' ? units.user : units.stroke
  const view = viewOf(marker)
  const size = [number('markerWidth', 3), number('markerHeight', 3)] as const
  const scale = unit * (view ? Math.min(size[0] / view.width, size[1] / view.height) : 1)
  const orient = attributes.orient ?? '0'
  // A marker looks along the line; at its start that is into it.
  const along = which === 'end' || orient === 'auto-start-reverse' ? 1 : -1
  const turned = orient.startsWith('auto')
    ? { x: along * outwards.x, y: along * outwards.y }
    : unitAt(lengthOf(orient.replace(/deg$/, ''), 0))
  const [x, y] = [number('refX', 0), number('refY', 0)]
  const [cos, sin] = [scale * turned.x, scale * turned.y]
  return [cos, sin, -sin, cos, at.x - cos * x + sin * y, at.y - sin * x - cos * y]
}

const unitAt = (degrees: number): Point => ({
  x: Math.cos((degrees * Math.PI) / 180),
  y: Math.sin((degrees * Math.PI) / 180),
})

/** A part of a head as it lies on the canvas. */
export interface HeadPart {
  segments: Segment[]
  fill?: string
  stroke?: string
}

export interface FoundHead {
  /** Its sizes in widths of the line. */
  head: Head
  /** How far its tip stands beyond the end of the line, in pixels. */
  beyond: number
}

/** A head that the writer can draw, of a single part; undefined for any other drawing at a line's end. */
export function headOf(
  parts: readonly HeadPart[],
  end: LineEnd,
  strokeWidth: number,
): FoundHead | undefined {
  const [part] = parts
  if (!part || parts.length > 1 || strokeWidth <= 0) return undefined
  const { at, outwards } = end
  // Outwards is right, and the line's end is where both are 0.
  const frame: Matrix = [outwards.x, -outwards.y, outwards.y, outwards.x, 0, 0]
  const local = mapPath(part.segments, (point) => {
    const [x, y] = placed(frame, point.x - at.x, point.y - at.y)
    return { x, y }
  })
  const [ring, ...more] = ringsOf(local)
  if (!ring || more.length > 0) return undefined
  const form = formOf(ring, part)
  if (!form) return undefined
  const color = part.fill ?? part.stroke
  const { length, width, tip } = sizeOf(ring)
  const head = {
    form,
    length: rounded((form === 'bar' ? width : length) / strokeWidth),
    width: rounded(width / strokeWidth),
    ...(color && { color }),
  }
  // What the writer leaves between a line and its tip, where it is the writer's own: sizes are rounded.
  const own = headInset({ head, strokeWidth })
  return { head, beyond: Math.abs(own - tip) < SAME ? own : tip }
}

/** In pixels. */
const SAME = 0.08

function sizeOf({ points }: Ring) {
  const { x, width, height } = boxAround(points)
  return { tip: x + width, length: width, width: height }
}

/** Shares of a head's size within which its points count as where they should be. */
const NEAR = 0.12

function formOf(ring: Ring, { fill, stroke }: HeadPart): Head['form'] | undefined {
  const { points, closed } = ring
  const { tip, length, width } = sizeOf(ring)
  const middle = points.reduce((sum, { y }) => sum + y, 0) / points.length
  if (Math.abs(middle) > NEAR * width + 0.5) return undefined
  if (isRound(ring)) return stroke && !fill ? 'circle' : undefined
  if (length < NEAR * width) return fill ? undefined : 'bar'
  const apex = points.filter(({ x }) => x > tip - NEAR * length)
  const wide = points.filter(({ y }) => Math.abs(y) > 0.5 * width - NEAR * width)
  const isPointed =
    apex.every(({ y }) => Math.abs(y) < NEAR * width) &&
    wide.every(({ x }) => x < tip - (1 - 3 * NEAR) * length) &&
    wide.some(({ y }) => y > 0) &&
    wide.some(({ y }) => y < 0)
  if (!isPointed) return undefined
  if (!fill) return closed || !stroke ? undefined : 'open'
  const back = points.filter(({ y }) => Math.abs(y) < NEAR * width)
  const notch = Math.min(...back.map(({ x }) => x))
  return notch > tip - (1 - NEAR) * length && notch < tip - NEAR * length ? 'barbed' : 'triangle'
}

function isRound({ points, closed }: Ring): boolean {
  if (!closed || points.length < 8) return false
  const centre = centreOf(boxAround(points))
  const radii = points.map((point) => distance(point, centre))
  return Math.max(...radii) < 1.1 * Math.min(...radii)
}
