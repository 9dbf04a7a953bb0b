import type { Anchor, Box, Point } from '../../forms/scene'
import { grown } from '../geometry'
import { pathSegments } from '../path-data'
import { drawPicture } from '../pictures'
import { pictureBox, wordsAt } from './node-draw'
import type { NodeFit } from './node-fit'
import { ontoOutline, outlineOf } from './node-outline'

/** Lengths in em; `deep` is a share of a side: ink that lies deeper is not what a connector ends at. */
const INK = { band: 0.4, gap: 0.15, words: 0.3, deep: 0.4 } as const
/** Straight pieces of a curve. */
const PIECES = 6

type Line = readonly [Point, Point]

/** From the side of a node's box to what is seen of the node there: its outline, or the ink of one that has none. */
export function ontoNode(
  end: Point,
  { side, at }: Pick<Anchor, 'side' | 'at'>,
  fit: NodeFit,
  box: Box,
  em: number,
): Point {
  const upright = side === 'left' || side === 'right'
  const border = { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
  // It ends at words beside the node.
  if (Math.abs(end[upright ? 'x' : 'y'] - border[side]) > 1) return end
  const outline = outlineOf(fit.node)
  if (outline !== 'bare') return ontoOutline(end, outline, box, side, at, em)
  const inward = side === 'left' || side === 'top' ? 1 : -1
  const [across, along] = upright ? (['x', 'y'] as const) : (['y', 'x'] as const)
  const depths = inkOf(fit, box, em).flatMap((line) => {
    const piece = clipped(line, along, end[along] - INK.band * em, end[along] + INK.band * em)
    return piece.map((point) => inward * (point[across] - end[across]))
  })
  const depth = Math.min(...depths) - INK.gap * em
  const size = upright ? box.width : box.height
  return depth > 0 && depth < INK.deep * size
    ? { ...end, [across]: end[across] + inward * depth }
    : end
}

/** The lines of a node's picture, and the box of its words. */
function inkOf(fit: NodeFit, box: Box, em: number): Line[] {
  const { outside, node } = fit
  const place = pictureBox(fit, box, em)
  const drawn = place && node.picture ? drawPicture(node.picture, place, em) : undefined
  const words = wordsAt(fit, box).box
  return [
    ...(drawn?.strokes ?? []).flatMap(({ d }) => linesOf(d)),
    ...(outside || words.width === 0 ? [] : sidesOf(grown(words, INK.words * em))),
  ]
}

function sidesOf({ x, y, width, height }: Box): Line[] {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  return corners.map((corner, index) => [corner, corners[(index + 1) % 4] as Point])
}

/** Path data as straight lines. */
function linesOf(d: string): Line[] {
  const lines: Line[] = []
  let [at, start]: Point[] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ]
  const to = (next: Point) => {
    lines.push([at as Point, next])
    at = next
  }
  for (const { letter, points } of pathSegments(d)) {
    const [a = 0, b = 0, c = 0, e = 0, x = 0, y = 0] = points
    if (letter === 'M') at = start = { x: a, y: b }
    else if (letter === 'L') to({ x: a, y: b })
    else if (letter === 'Z') to(start as Point)
    else {
      const from = at as Point
      const on = (t: number, p: number, q: number, r: number, s: number) =>
        (1 - t) ** 3 * p + 3 * t * (1 - t) ** 2 * q + 3 * t * t * (1 - t) * r + t ** 3 * s
      for (let piece = 1; piece <= PIECES; piece++) {
        const t = piece / PIECES
        to({ x: on(t, from.x, a, c, x), y: on(t, from.y, b, e, y) })
      }
    }
  }
  return lines
}

/** The ends of the part of a line that lies between two values on an axis; none where no part does. */
function clipped([a, b]: Line, axis: 'x' | 'y', low: number, high: number): Point[] {
  const from = a[axis]
  const by = b[axis] - from
  if (by === 0) return from < low || from > high ? [] : [a, b]
  const [one, two] = [(low - from) / by, (high - from) / by]
  const [first, last] = [Math.max(0, Math.min(one, two)), Math.min(1, Math.max(one, two))]
  if (first > last) return []
  return [first, last].map((t) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }))
}
