import { ahead, centreOf } from '../../../../figure/geometry'
import type { Point } from '../../../../forms/scene'
import { directionOf } from '../../outlines/polyline'
import {
  type Component,
  eachPixel,
  type Region,
  type Regions,
} from '../../pixels/connected-components'
import type { Stroke } from '../strokes/stroke'

/** Gives lines the heads that a gap of their dashes parts from them; what no line points at is left over. */
export function withDetachedArrowheads(
  lines: readonly Stroke[],
  pieces: readonly Component[],
  regions: Regions,
  width: number,
): { lines: Stroke[]; left: Component[] } {
  const result = [...lines]
  const left: Component[] = []
  for (const piece of pieces) {
    const found = pointedAt(piece, result, { regions, width })
    if (!found) {
      left.push(piece)
      continue
    }
    const { index, last, head, tip } = found
    const line = result[index]
    if (!line) continue
    result[index] = last
      ? { ...line, points: [...line.points, tip], end: { head } }
      : { ...line, points: [tip, ...line.points], start: { head } }
  }
  return { lines: result, left }
}

function pointedAt(
  piece: Component,
  lines: readonly Stroke[],
  terms: { regions: Regions; width: number },
) {
  const { region, box } = piece
  const { regions, width } = terms
  const centre = centreOf(box)
  for (const [index, line] of lines.entries()) {
    if (line.closed) continue
    for (const last of [true, false]) {
      const tail = last ? line.end : line.start
      if (tail.head || tail.branch) continue
      const points = last ? line.points.toReversed() : line.points
      const [end] = points
      if (!end) continue
      const inwards = directionOf(points, Math.max(8, 4 * line.width))
      const way = { x: -inwards.x, y: -inwards.y }
      const reach = (line.dash ? 1.8 * line.dash[1] : 2) + 3 + Math.max(box.width, box.height) / 2
      const away = { x: centre.x - end.x, y: centre.y - end.y }
      const length = Math.hypot(away.x, away.y)
      if (length > reach || length < 1) continue
      if ((away.x * way.x + away.y * way.y) / length < 0.93) continue
      const size = extent(region, regions.labels, width, end, way)
      const wide = size.right - size.left
      const long = size.far - size.near
      // A solid triangle fills half of its box, and is wider than the line.
      if (wide < 1.8 * line.width || wide > 12 * line.width || long > 18 * line.width) continue
      const tip: Point = ahead(end, way, size.far)
      // What is not filled is no triangle.
      if (region.area < 0.35 * wide * long) continue
      return { index, last, tip, head: { form: 'triangle' as const, length: long, width: wide } }
    }
  }
  return undefined
}

/** How far a piece reaches along and across a direction from a point. */
function extent(region: Region, labels: Int32Array, width: number, from: Point, way: Point) {
  let [near, far, left, right] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  eachPixel(region, labels, width, (_, x, y) => {
    const [dx, dy] = [x + 0.5 - from.x, y + 0.5 - from.y]
    const along = dx * way.x + dy * way.y
    const across = dy * way.x - dx * way.y
    near = Math.min(near, along - 0.5)
    far = Math.max(far, along + 0.5)
    left = Math.min(left, across - 0.5)
    right = Math.max(right, across + 0.5)
  })
  return { near, far, left, right }
}
