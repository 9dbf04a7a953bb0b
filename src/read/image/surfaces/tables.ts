import { difference } from '../../../figure/color'
import { gap, union, within } from '../../../figure/geometry'
import type { Box } from '../../../forms/scene'
import { boxOf, type Shape } from '../outlines/shape'

/** Pixels between cells, and by which the sides of a column may be off: the rule. */
const RULE = 4
/** Levels by which the fills of cells, and their borders, may differ. */
const SAME_FILL = 3
const SAME_INK = 32
/** The share of its box that a table's cells cover. */
const FULL = 0.9
/** More equal boxes on each other are cells of their own; by which share the heights of compartments differ. */
const MOST_EQUAL = 3
const UNEQUAL = 1.25

/**
 * Takes cells for what they are part of: the compartments of a record, the uppermost of
 * which names it, and the cells of a table on the page's own ground,
 * are one box; the rules in it are left to those who read lines.
 */
export function withTables(
  shapes: readonly Shape[],
  words: readonly { box: Box }[],
  background: number,
): Shape[] {
  const plain = shapes.filter((shape) => isCell(shape) && !holdsOther(shape, shapes))
  const gone = new Set<Shape>()
  const tables: Shape[] = []
  for (const cells of neighbours(plain)) {
    const table = tableOf(cells, words, background)
    if (!table || shapes.some((other) => !cells.includes(other) && adjoins(other, table))) continue
    tables.push(table)
    for (const cell of cells) gone.add(cell)
  }
  if (tables.length === 0) return [...shapes]
  const kept = shapes.filter((shape) => !gone.has(shape))
  return [...kept, ...tables].sort((a, b) => b.area - a.area || a.box.y - b.box.y)
}

function isCell({ outline, stroke }: Shape): boolean {
  return outline.form === 'rect' && outline.radius < 1 && stroke !== undefined && !stroke.dash
}

/** A field of cells of several fills, or lanes with their names, are no table of one. */
function adjoins(other: Shape, table: Shape): boolean {
  if (!isCell(other) || within(other.box, table.box, RULE) || within(table.box, other.box, RULE))
    return false
  return gap(other.box, table.box) <= RULE
}

function holdsOther(shape: Shape, shapes: readonly Shape[]): boolean {
  return shapes.some((other) => other !== shape && within(other.box, shape.box))
}

/** Groups of two and more of one fill and border, with nothing but a rule between them. */
function neighbours(cells: readonly Shape[]): Shape[][] {
  const left = new Set(cells)
  const groups: Shape[][] = []
  for (const first of cells) {
    if (!left.delete(first)) continue
    const group = [first]
    for (const one of group)
      for (const other of left) {
        if (gap(one.box, other.box) > RULE || !isAlike(one, other)) continue
        left.delete(other)
        group.push(other)
      }
    if (group.length > 1) groups.push(group)
  }
  return groups
}

function isAlike(a: Shape, b: Shape): boolean {
  const ink = difference(a.stroke?.colour ?? 0, b.stroke?.colour ?? 0)
  return difference(a.fill, b.fill) <= SAME_FILL && ink <= SAME_INK
}

function tableOf(
  cells: readonly Shape[],
  words: readonly { box: Box }[],
  background: number,
): Shape | undefined {
  const [first] = cells
  if (!first) return undefined
  const boxes = cells.map(({ outline }) => boxOf(outline, 0))
  const whole = boxes.reduce((a, b) => union(a, b))
  const area = whole.width * whole.height
  if (boxes.reduce((sum, { width, height }) => sum + width * height, 0) < FULL * area)
    return undefined
  const isColumn = boxes.every(({ width }) => whole.width - width <= RULE)
  const isRow = boxes.every(({ height }) => whole.height - height <= RULE)
  const heights = boxes.map(({ height }) => height)
  const unequal = Math.max(...heights) > UNEQUAL * Math.min(...heights)
  const top = boxes.reduce((a, b) => (b.y < a.y ? b : a))
  const isNamed = words.some(({ box }) => within(box, top))
  const isRecord = isColumn && isNamed && (unequal || cells.length <= MOST_EQUAL)
  const isRuled = !isColumn && !isRow && difference(first.fill, background) <= SAME_FILL
  if (!isRecord && !isRuled) return undefined
  const outline = { form: 'rect' as const, ...whole, radius: 0 }
  return {
    ...first,
    outline,
    box: boxOf(outline, first.stroke?.width ?? 0),
    area,
    labels: cells.flatMap(({ labels }) => labels),
  }
}
