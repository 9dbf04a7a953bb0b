import type { Box, Point } from '../../forms/scene'
import { overlap } from '../geometry'
import { placeOn } from './axes'
import { clipSegment } from './clip'
import type { Layer, MarkRow, Plot } from './plot'

const AIR = 10

/** Where data become pixels in a frame. */
export function placer(plot: Plot, frame: Box): (row: { a: number; v: number }) => Point {
  return ({ a, v }) => {
    const [alongA, alongV] = [placeOn(plot.a, a), placeOn(plot.v, v)]
    const [right, up] = plot.flipped ? [alongV, alongA] : [alongA, alongV]
    return { x: frame.x + right * frame.width, y: frame.y + (1 - up) * frame.height }
  }
}

/** A corner of the frame where a block covers no mark, best first; undefined where each corner is taken. */
export function freeCorner(
  plot: Plot,
  frame: Box,
  block: { width: number; height: number },
  taken?: Box,
): Box | undefined {
  const size = { width: block.width + 2 * AIR, height: block.height + 2 * AIR }
  if (size.width > frame.width * 0.6 || size.height > frame.height * 0.6) return undefined
  const [left, right] = [frame.x + 6, frame.x + frame.width - size.width]
  const [top, bottom] = [frame.y, frame.y + frame.height - size.height - 6]
  const corners = [
    { x: right, y: top },
    { x: left, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ].map((corner) => ({ ...corner, ...size }))
  const place = placer(plot, frame)
  const found = corners.find(
    (corner) =>
      !(taken && overlap(taken, corner)) &&
      plot.layers.every((layer) => misses(layer, corner, place)),
  )
  return found && { x: found.x + AIR, y: found.y + AIR, width: block.width, height: block.height }
}

function misses(layer: Layer, box: Box, place: (row: { a: number; v: number }) => Point): boolean {
  if (layer.mark === 'line') {
    return layer.rows.every((row, i) => {
      const next = layer.rows[i + 1]
      if (!next || next.s !== row.s || next.f !== row.f) return true
      return clipSegment(place(row), place(next), box) === undefined
    })
  }
  return layer.rows.every((row) => !touches(row, layer, box, place))
}

function touches(
  row: MarkRow,
  layer: Layer,
  box: Box,
  place: (row: { a: number; v: number }) => Point,
): boolean {
  const from = place(row)
  const to = place({ a: row.a2 ?? row.a, v: row.v2 ?? row.v })
  if (layer.mark === 'rect') {
    return (
      Math.min(from.x, to.x) < box.x + box.width &&
      Math.max(from.x, to.x) > box.x &&
      Math.min(from.y, to.y) < box.y + box.height &&
      Math.max(from.y, to.y) > box.y
    )
  }
  if (layer.mark === 'symbol' || layer.mark === 'text') {
    const reach = layer.mark === 'text' ? 20 : Math.sqrt((row.k ?? 60) / Math.PI)
    return (
      from.x > box.x - reach &&
      from.x < box.x + box.width + reach &&
      from.y > box.y - reach &&
      from.y < box.y + box.height + reach
    )
  }
  return clipSegment(from, to, box) !== undefined
}
