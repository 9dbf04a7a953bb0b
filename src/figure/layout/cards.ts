import type { Diagram, DiagramGroup } from '../../forms/diagram'
import type { Measures } from './measures'
import { OBJECTIVE } from './objective'
import { type Block, framed, gapsOf, stacked } from './place'
import { inParts } from './rows'

/** Numbered stages as a text has them: sections on lines, each in so many rows, those of a group in a frame. */
export interface Cards {
  lines: Section[][]
  rows: number
}

interface Section {
  group?: DiagramGroup
  nodes: string[]
}

/** Stages in every number of lines and rows; where an author asks for a direction, in one line or one column. */
export function cardsOf(diagram: Diagram): Cards[] {
  const sections = sectionsOf(diagram)
  const most = Math.max(...sections.map(({ nodes }) => nodes.length))
  const { direction } = diagram
  const isDown = direction === 'down' || direction === 'up'
  return sections.flatMap((_, at) => {
    const lines = inParts(sections, ({ nodes }) => nodes.length, at + 1)
    return Array.from({ length: most }, (__, row) => row + 1)
      .filter((rows) => rows === 1 || columnsOf(sections, rows) < columnsOf(sections, rows - 1))
      .filter((rows) => !direction || (isDown ? rows === most : rows === 1))
      .filter(() => !direction || lines.length === (isDown ? sections.length : 1))
      .map((rows) => ({ lines, rows }))
  })
}

const columnsOf = (sections: readonly Section[], rows: number) =>
  sections.reduce((sum, { nodes }) => sum + Math.ceil(nodes.length / rows), 0)

/** Stages in their order, cut where the group changes. */
function sectionsOf({ nodes, groups }: Diagram): Section[] {
  const known = new Map(groups.map((group) => [group.id, group]))
  const inOrder = nodes
    .map((node, index) => ({ node, step: node.step ?? index + 1, index }))
    .sort((a, b) => a.step - b.step || a.index - b.index)
  const sections: Section[] = []
  for (const { node } of inOrder) {
    const group = known.get(node.group ?? '')
    const last = sections.at(-1)
    if (last && last.group?.id === group?.id) last.nodes.push(node.id)
    else sections.push({ ...(group && { group }), nodes: [node.id] })
  }
  return sections
}

/** Cards row by row, all of a row equally high, sections beside each other on a line, lines one below the other. */
export function placedCards({ lines, rows }: Cards, measures: Measures): Block {
  const { fits, labels, diagram } = measures
  const gaps = gapsOf(measures, 'right')
  // Words of relations stand between cards, and lines that lead elsewhere than to the next one pass there.
  const words = Math.max(0, ...[...labels.values()].map(({ width }) => width))
  const passing = Math.min(6, beyondOrder(diagram)) * 0.12 * gaps.layer
  const between = Math.max(gaps.layer + passing, words > 0 ? words + gaps.layer : 0)
  const below = (diagram.edges.length > 0 ? gaps.layer : gaps.unit) + passing
  const sizeOf = (id: string) => fits.get(id) ?? { width: 0, height: 0 }
  const placed = lines.map((line) => {
    const grids = line.map(({ nodes }) => inRows(nodes, rows))
    const heights = Array.from(
      { length: Math.max(...grids.map((grid) => grid.length)) },
      (_, row) =>
        Math.max(...grids.flatMap((grid) => (grid[row] ?? []).map((id) => sizeOf(id).height))),
    )
    const blocks = line.map(({ group }, at) => {
      const grid = (grids[at] ?? []).map((row, index) =>
        stacked(
          row.map((id) => cardOf(id, sizeOf(id).width, heights[index] ?? 0)),
          'down',
          between,
        ),
      )
      const block = stacked(grid, 'right', below)
      return group ? framed(block, group, measures, 'right') : block
    })
    return stacked(blocks, 'down', between)
  })
  const whole = stacked(placed, 'right', below)
  return { ...whole, misshapen: misshapen(whole, lines, rows) }
}

/** As even as can be, longer rows first: 5 in 2 rows are 3 and 2. */
function inRows(nodes: readonly string[], rows: number): string[][] {
  const columns = Math.ceil(nodes.length / rows)
  return Array.from({ length: Math.ceil(nodes.length / columns) }, (_, row) =>
    nodes.slice(row * columns, (row + 1) * columns),
  )
}

/** Relations other than from each stage to the next. */
function beyondOrder({ nodes, edges }: Diagram): number {
  const place = new Map(nodes.map(({ id }, at) => [id, at]))
  return edges.filter(
    ({ from, to, label }) => label || place.get(to) !== (place.get(from) ?? -1) + 1,
  ).length
}

function cardOf(id: string, width: number, height: number): Block {
  const nodes = new Map([[id, { x: 0, y: 0, width, height }]])
  const bare = { frames: new Map(), bent: { main: 0, other: 0 }, misshapen: 0 }
  return { ...bare, nodes, width, height }
}

function misshapen({ nodes }: Block, lines: Cards['lines'], rows: number): number {
  const { best, free, cost, empty } = OBJECTIVE.card
  const off = [...nodes.values()].map(({ width, height }) =>
    Math.max(0, Math.abs(Math.log(width / height / best)) - free),
  )
  const places = lines.flat().reduce((sum, section) => {
    const grid = inRows(section.nodes, rows)
    return sum + grid.length * (grid[0]?.length ?? 0)
  }, 0)
  const mean = off.reduce((sum, each) => sum + each, 0) / Math.max(1, off.length)
  return cost * mean + empty * (1 - nodes.size / places)
}
