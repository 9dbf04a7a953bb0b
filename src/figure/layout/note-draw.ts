import type { Side } from '../../forms/composition'
import { rounded } from '../../forms/numbers'
import type { Box, Geometry, Point } from '../../forms/scene'
import { hullOf } from '../geometry'
import type { Theme } from '../themes/theme'
import { type ElementDraft, textDraft, Z } from './sketch'

const TURNED: Readonly<Record<Side, boolean>> = {
  top: false,
  bottom: false,
  left: true,
  right: true,
}

/** A bracket along a side of a box, outside of it: its ends point at the box. `depth` is how long they are, in pixels. */
export function bracketDraft(
  own: { id: string; parent?: string; hue: number },
  side: Side,
  { x, y, width, height }: Box,
  depth: number,
): ElementDraft {
  const before = side === 'top' || side === 'left'
  const [from, to] = TURNED[side] ? [y, y + height] : [x, x + width]
  const near = { top: y, bottom: y + height, left: x, right: x + width }[side]
  const far = before ? near - depth : near + depth
  const at = (along: number, across: number): Point =>
    TURNED[side] ? { x: across, y: along } : { x: along, y: across }
  const points = [at(from, near), at(from, far), at(to, far), at(to, near)]
  const d = points.map((point) => `${rounded(point.x)} ${rounded(point.y)}`).join('L')
  const { hue, ...named } = own
  return {
    part: 'bracket',
    hue,
    element: {
      ...named,
      kind: 'shape',
      z: Z.part,
      box: hullOf(points.map((point) => ({ ...point, width: 0, height: 0 }))),
      geometry: { form: 'path', d: `M${d}` },
      style: {},
    },
  }
}

/** A bubble on a side of what it speaks of, its tip towards it; `tip` and `corner` in pixels. */
export function bubble(box: Box, side: Side, tip: number): Geometry {
  const { x, y, width, height } = inner(box, side, tip)
  const [right, bottom] = [x + width, y + height]
  const half = 0.6 * tip
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  const corners: Record<Side, Point[]> = {
    bottom: [
      { x, y },
      { x: middleX - half, y },
      { x: middleX, y: y - tip },
      { x: middleX + half, y },
      { x: right, y },
      { x: right, y: bottom },
      { x, y: bottom },
    ],
    top: [
      { x, y },
      { x: right, y },
      { x: right, y: bottom },
      { x: middleX + half, y: bottom },
      { x: middleX, y: bottom + tip },
      { x: middleX - half, y: bottom },
      { x, y: bottom },
    ],
    right: [
      { x, y },
      { x: right, y },
      { x: right, y: bottom },
      { x, y: bottom },
      { x, y: middleY + half },
      { x: x - tip, y: middleY },
      { x, y: middleY - half },
    ],
    left: [
      { x, y },
      { x: right, y },
      { x: right, y: middleY - half },
      { x: right + tip, y: middleY },
      { x: right, y: middleY + half },
      { x: right, y: bottom },
      { x, y: bottom },
    ],
  }
  return { form: 'polygon', points: corners[side] }
}

/** A box without so much on the side that looks at what it stands at. */
export function inner({ x, y, width, height }: Box, side: Side, by: number): Box {
  if (side === 'bottom') return { x, y: y + by, width, height: height - by }
  if (side === 'top') return { x, y, width, height: height - by }
  if (side === 'right') return { x: x + by, y, width: width - by, height }
  return { x, y, width: width - by, height }
}

/** Small words in the middle of a box, or at its side that looks at what they stand at. */
export function noteWords(
  own: { id: string; parent: string },
  text: Parameters<typeof textDraft>[0]['lines'],
  side: Side,
  box: Box,
  height: number,
  em: number,
  theme: Theme,
): ElementDraft {
  const { measures } = theme
  const size = measures.detail * em
  const anchor = side === 'right' ? 'start' : side === 'left' ? 'end' : 'middle'
  const share = { start: 0, middle: 0.5, end: 1 }[anchor]
  return textDraft({
    ...{ ...own, part: 'note', hue: -1, lines: text, anchor, theme },
    x: box.x + share * box.width,
    top: box.y + (box.height - height) / 2,
    ...{ leading: measures.leading * size, size, weight: measures.detailWeight },
  })
}
