import { direction, distance, gap } from '../../../../figure/geometry'
import type { Point } from '../../../../forms/scene'
import { nearestOn } from '../../outlines/nearest'
import { directionOf } from '../../outlines/polyline'
import type { Regions } from '../../pixels/connected-components'
import type { Label } from '../../surfaces/label-grounds'
import type { Component } from '../pieces/ink-components'
import { type Line, type LinkedLines, ON_EDGE } from '../strokes/line-linking'
import { headOf, pixelsOf } from './head-profile'

/** A line may bend by this much below a label, as a cosine. */
const BEND = 0.5
/**
 * Gives lines that a label's ground cuts short their ends on its other side, where too little of a line is left before
 * the head to be one by itself.
 */
export function withLabelStubs(
  lines: readonly Line[],
  pieces: readonly Component[],
  labels: readonly Label[],
  { regions, width }: { regions: Regions; width: number },
): LinkedLines & { left: Component[] } {
  const result = [...lines]
  const left: Component[] = []
  const interrupting: LinkedLines['interrupting'] = []
  for (const piece of pieces) {
    const label = labels.find(({ ground }) => ground && gap(ground.box, piece.box) <= ON_EDGE)
    const found = label && stubOf(piece, label, result, { regions, width })
    if (!found) {
      left.push(piece)
      continue
    }
    const { index, last, base, tip, head } = found
    const line = result[index]
    if (!line) continue
    const ending = head ? { head } : {}
    result[index] = last
      ? { ...line, points: [...line.points, base, tip], end: ending }
      : { ...line, points: [tip, base, ...line.points], start: ending }
    interrupting.push({ label, ends: [found.from, base] })
  }
  return { lines: result, left, interrupting }
}

function stubOf(
  piece: Component,
  { ground }: Label,
  lines: readonly Line[],
  picture: { regions: Regions; width: number },
) {
  if (!ground) return undefined
  const pixels = pixelsOf(piece.region, picture.regions, picture.width)
  const away = pixels.map((place) => distance(nearestOn(ground.outline, place), place))
  const least = Math.min(...away)
  const near = pixels.filter((_, k) => (away[k] ?? 0) <= least + 1)
  const base = meanOf(near)
  const length = Math.max(...pixels.map((place) => distance(place, base)))
  const tip = meanOf(pixels.filter((place) => distance(place, base) > length - 1))
  for (const [index, line] of lines.entries())
    for (const last of [true, false]) {
      const points = last ? line.points.toReversed() : line.points
      const [from] = points
      const end = last ? line.end : line.start
      if (!from || line.closed || end.head || end.branch) continue
      if (distance(nearestOn(ground.outline, from), from) > ON_EDGE + line.width / 2) continue
      if (length < 3 * line.width || near.length > 3 * line.width + 3) continue
      const inwards = directionOf(points, Math.max(8, 4 * line.width))
      const across = direction(from, base)
      const on = direction(base, tip)
      if (-(inwards.x * across.x + inwards.y * across.y) < BEND) continue
      if (on.x * across.x + on.y * across.y < BEND) continue
      return { index, last, from, base, tip, head: headOf(pixels, base, on, length, line.width) }
    }
  return undefined
}

function meanOf(places: readonly Point[]): Point {
  const sum = places.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 })
  return { x: sum.x / places.length, y: sum.y / places.length }
}
