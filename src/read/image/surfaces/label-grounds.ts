import { hullOf, midpoint } from '../../../figure/geometry'
import type { Box, Point } from '../../../forms/scene'
import type { Shape } from '../outlines/shape'
import { colourAt, type Pixels } from '../pixels/pixels'

/** What may interrupt a line: words, on a ground of their own or on none. */
export interface Label {
  box: Box
  ground?: Shape
}

/** Heights of the lines of text on it that a label's ground is high, and that it is wider than they are, at most. */
const MOST_HIGH = 2
const MOST_WIDER = 2
const MOST_LINES = 3

/** What keeps the line from the words that interrupt it: their own ground, or a piece of the ground between its ends. */
export function coverOf(
  { label, ends: [a, b] }: { label: Label; ends: [Point, Point] },
  ground: Pixels,
): Shape {
  if (label.ground) return { ...label.ground, overLine: true }
  const level = Math.abs(a.x - b.x) > Math.abs(a.y - b.y)
  const { x, y, width, height } = label.box
  const box = level
    ? { x: Math.min(a.x, b.x), y, width: Math.abs(a.x - b.x), height }
    : { x, y: Math.min(a.y, b.y), width, height: Math.abs(a.y - b.y) }
  const middle = midpoint(a, b)
  const fill = colourAt(ground, Math.floor(middle.x), Math.floor(middle.y))
  const outline = { form: 'rect' as const, ...box, radius: 0 }
  const area = box.width * box.height
  return { outline, fill, outside: fill, box, area, labels: [], overLine: true }
}

interface TextLine {
  box: Box
  fontSize: number
}

/** The lines of text as labels, those that stand on a form just large enough for them with it. */
export function labelsOf(lines: readonly TextLine[], shapes: readonly Shape[]): Label[] {
  const grounds = shapes.filter((shape) => isLabelGround(shape, lines))
  const others = lines.filter(({ box }) => !grounds.some((ground) => stands(box, ground.box)))
  return [
    ...grounds.map((ground): Label => ({ box: ground.box, ground })),
    ...others.map(({ box }): Label => ({ box })),
  ]
}

/** The middle of a line of text lies on it: its ends may reach over a tight ground's. */
export function stands({ x, y, width, height }: Box, on: Box): boolean {
  const [cx, cy] = [x + width / 2, y + height / 2]
  return cx > on.x && cx < on.x + on.width && cy > on.y && cy < on.y + on.height
}

/** A box without a border that little but words fills may be there to keep a line from running through them. */
function isLabelGround({ outline, stroke, box }: Shape, lines: readonly TextLine[]): boolean {
  return outline.form === 'rect' && !stroke && isTight(box, lines)
}

function isTight(box: Box, lines: readonly TextLine[]): boolean {
  const own = lines.filter((line) => stands(line.box, box))
  const [first] = own
  if (!first || own.length > MOST_LINES) return false
  const words = hullOf(own.map((line) => line.box))
  const size = Math.max(...own.map(({ fontSize }) => fontSize))
  return (
    box.height <= MOST_HIGH * size * own.length &&
    box.width <= words.width + MOST_WIDER * size &&
    words.width <= box.width + size
  )
}
