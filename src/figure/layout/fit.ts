import type { Diagram } from '../../forms/diagram'
import { PAPER, pixelsPerPoint, pointsOf } from '../canvas/paper'
import { canvas } from '../canvas/size'
import { type Block, onAll } from './place'
import type { Placement } from './placement'
import { waysBack } from './ways-back'

/** A figure's canvas in pixels, and how a block stands on it. */
export interface Fitted {
  width: number
  height: number
  /** Factor on lengths. */
  scale: number
  /** Between the canvas's edge and the figure at the least. */
  margin: number
}

/** Label size in pixels on a canvas of 1024 squared above which a figure looks shouted: of many nodes, and more for each that fewer have. */
const LARGEST = { em: 30, more: 1.2, many: 9, few: 3 } as const
/** Share of the shorter side of the canvas. */
const MARGIN = { usual: 0.045, narrow: 0.028 } as const
/** Ratios of figures that may choose; one of nearly 4:5 takes it, which is printed on wider paper. */
const RATIO = { least: 9 / 16, nearly: 0.7, paper: 4 / 5, most: 3.2 } as const
/** Gaps may grow by this factor, where a canvas is longer than the figure by more than that. */
const STRETCH = 1.6
const WORTH = 1.02

/** How large a block of label size `em` is drawn on a canvas of `ratio`, or on that which suits it, with `lane` em beside it for what runs back. */
export function fitted(
  { nodes, groups }: Pick<Diagram, 'nodes' | 'groups'>,
  block: Pick<Block, 'width' | 'height'>,
  ratio: number | undefined,
  em: number,
  lane: number,
  narrow: boolean,
): Fitted {
  const own = withMargin(block, lane * em, narrow)
  const free = own > RATIO.nearly && own < RATIO.paper ? RATIO.paper : own
  const size = canvas(ratio ?? Math.min(RATIO.most, Math.max(RATIO.least, free)))
  const margin = marginOf(size, narrow)
  const missing = LARGEST.many - Math.max(LARGEST.few, nodes.length + groups.length)
  const largest = LARGEST.em + LARGEST.more * Math.max(0, missing)
  const scale = Math.min(
    (size.width - 2 * margin) / block.width,
    (size.height - 2 * margin) / block.height,
    size.width / (block.width + 2 * lane * em),
    size.height / (block.height + 2 * lane * em),
    largest / em,
  )
  return { ...size, scale, margin: Math.max(margin, lane * em * scale) }
}

/** Width by height of a block with a margin all around, or with `lane` where that is more. */
function withMargin(
  { width, height }: Pick<Block, 'width' | 'height'>,
  lane: number,
  narrow: boolean,
) {
  const share = narrow ? MARGIN.narrow : MARGIN.usual
  const margin = Math.max(lane, (share * Math.min(width, height)) / (1 - 2 * share))
  return (width + 2 * margin) / (height + 2 * margin)
}

/** Points of a pixel of a block at the most, where it is at least as large as `size`, on the canvas that {@link fitted} takes. */
export function mostPoints(
  diagram: Diagram,
  size: Pick<Block, 'width' | 'height'>,
  ratio: number | undefined,
  em: number,
  narrow: boolean,
  paper?: number,
): number {
  if (ratio === undefined) return pointsOf(paper ?? PAPER.wide) / Math.max(size.width, size.height)
  const on = fitted(diagram, size, ratio, em, laneOf(diagram), narrow)
  return on.scale / pixelsPerPoint(on, paper)
}

/** A block on its canvas, the white evenly around it. */
export function placedOn(block: Block, { width, height, scale }: Fitted): Placement {
  const [left, top] = [(width - scale * block.width) / 2, (height - scale * block.height) / 2]
  const on = onAll(block, (box) => ({
    ...{ x: left + scale * box.x, y: top + scale * box.y },
    ...{ width: scale * box.width, height: scale * box.height },
  }))
  const size = { width: scale * block.width, height: scale * block.height }
  return { ...on, ...size, routes: new Map(), labels: new Map() }
}

/** The block with gaps as much wider as the canvas has room for, up to {@link STRETCH}; `place` makes it with factors on gaps. */
export function stretched(
  { width, height, scale, margin }: Fitted,
  tight: Block,
  place: (stretch: { x: number; y: number }) => Block,
): Block {
  const room = { x: (width - 2 * margin) / scale, y: (height - 2 * margin) / scale }
  const sides = { x: 'width', y: 'height' } as const
  const axes = ['x', 'y'] as const
  if (axes.every((axis) => room[axis] < WORTH * tight[sides[axis]])) return tight
  const wide = place({ x: STRETCH, y: STRETCH })
  const share = (axis: 'x' | 'y') => {
    const [least, most] = [tight[sides[axis]], wide[sides[axis]]]
    const spare = Math.min(1, (room[axis] - least) / Math.max(1, most - least))
    return 1 + (STRETCH - 1) * Math.max(0, spare)
  }
  const fits = (block: Block) => axes.every((axis) => block[sides[axis]] <= room[axis] + 1)
  if (fits(wide)) return wide
  const [x, y] = [share('x'), share('y')]
  for (const less of [0, 0.1, 0.3]) {
    const block = place({ x: x - less * (x - 1), y: y - less * (y - 1) })
    if (fits(block)) return block
  }
  return tight
}

/** Kept free around a figure, in pixels; less where text would be too small. */
const marginOf = ({ width, height }: { width: number; height: number }, narrow = false): number =>
  (narrow ? MARGIN.narrow : MARGIN.usual) * Math.min(width, height)

/** Room in em beside everything for a connector that runs back. */
const OUTER_LANE = 1.7

/** Room in em that a diagram needs outside its nodes, where something runs back round the rest. */
export const laneOf = (diagram: Pick<Diagram, 'nodes' | 'edges'>): number =>
  waysBack(diagram).size > 0 ? OUTER_LANE : 0
