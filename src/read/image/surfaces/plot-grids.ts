import { gap, hullOf, within } from '../../../figure/geometry'
import { difference } from '../../../figure/pixels/color'
import type { Box } from '../../../forms/scene'
import { boxOf, type Shape } from '../outlines/shape'
import type { Region } from '../pixels/connected-components'
import { regionBox } from '../pixels/connected-components'

/** Fewer cells are a table, or boxes that stand close. */
const LEAST_CELLS = 6
/** Of the cells of a table, more than this share hold a line of text. */
const LABELLED = 0.3
/** Levels by which the cells of one ground may differ. */
const SAME = 3
/** Pixels between cells: the rule. */
const RULE = 4

/**
 * Takes the fields between the rules of a plot or of squared paper for what they are: one ground, where it differs from
 * the page, and rules on it, that are left to those who read lines. The cells of a table hold text, those of a heat map
 * have colours of their own.
 */
export function withoutPlotGrids(
  shapes: readonly Shape[],
  loose: readonly Region[],
  lines: readonly { box: Box }[],
  background: number,
): { shapes: Shape[]; loose: Region[] } {
  const gone = new Set<Shape>()
  const panels: Shape[] = []
  for (const cells of fields(shapes)) {
    const labelled = cells.filter(({ box }) =>
      lines.some((line) => within(line.box, box, 1)),
    ).length
    if (labelled > LABELLED * cells.length) continue
    for (const cell of cells) gone.add(cell)
    const panel = panelOf(cells, background)
    if (panel) panels.push(panel)
  }
  if (gone.size === 0) return { shapes: [...shapes], loose: [...loose] }
  const isField = (region: Region) =>
    panels.some(
      ({ box, fill }) =>
        difference(fill, region.colour) <= SAME && within(regionBox(region), box, 2),
    )
  const kept = shapes.filter((shape) => !gone.has(shape))
  return {
    shapes: [...panels, ...kept].sort((a, b) => b.area - a.area || a.box.y - b.box.y),
    loose: loose.filter((region) => !isField(region)),
  }
}

/** Groups of one fill that stand beside each other in rows and columns, bars and curves between them. */
function fields(shapes: readonly Shape[]): Shape[][] {
  const tried = new Set<Shape>()
  const groups: Shape[][] = []
  for (const first of shapes.filter(isCell)) {
    if (tried.has(first)) continue
    const group = fieldOf(first, shapes)
    for (const one of group) tried.add(one)
    const cells = group.filter(isCell)
    const rows = new Set(cells.map(({ box }) => Math.round(box.y / RULE)))
    const columns = new Set(cells.map(({ box }) => Math.round(box.x / RULE)))
    if (cells.length >= LEAST_CELLS && rows.size > 1 && columns.size > 1) groups.push(group)
  }
  return groups
}

/** What is reached from a cell over cells of its fill and over what hides others. */
function fieldOf(first: Shape, shapes: readonly Shape[]): Shape[] {
  const left = new Set(shapes)
  left.delete(first)
  const group: Shape[] = [first]
  const reached: Shape[] = [first]
  const bridges = new Set<Shape>()
  for (const one of reached) {
    for (const other of left) {
      if (nested(one.box, other.box)) continue
      const same = difference(first.fill, other.fill) <= SAME
      if (bridges.has(one) || !isCell(other) || !isCell(one)) {
        if (gap(one.box, other.box) > RULE || (bridges.has(one) && !same)) continue
      } else if (!beside(one, other)) continue
      left.delete(other)
      reached.push(other)
      if (same) group.push(other)
      else bridges.add(other)
    }
  }
  return group
}

function isCell(shape: Shape): boolean {
  return shape.outline.form === 'rect' && shape.outline.radius < 1
}

function nested(a: Box, b: Box): boolean {
  return within(a, b, RULE) || within(b, a, RULE)
}

/** With nothing but a rule between, along the whole of the shorter side. */
function beside(a: Shape, b: Shape): boolean {
  if (gap(a.box, b.box) > RULE) return false
  const across = shared(a.box.x, a.box.width, b.box.x, b.box.width)
  const down = shared(a.box.y, a.box.height, b.box.y, b.box.height)
  return (
    across > 0.8 * Math.min(a.box.width, b.box.width) ||
    down > 0.8 * Math.min(a.box.height, b.box.height)
  )
}

function shared(a: number, long: number, b: number, other: number): number {
  return Math.min(a + long, b + other) - Math.max(a, b)
}

/** The ground of all cells; none where it is the page's own. */
function panelOf(cells: readonly Shape[], background: number): Shape | undefined {
  const [first] = cells
  if (!first || difference(first.fill, background) <= SAME) return undefined
  const box = hullOf(cells.map(({ outline }) => boxOf(outline, 0)))
  const outline = { form: 'rect' as const, ...box, radius: 0 }
  return {
    outline,
    fill: first.fill,
    outside: background,
    box: boxOf(outline, 0),
    area: box.width * box.height,
    labels: cells.flatMap(({ labels }) => labels),
  }
}
