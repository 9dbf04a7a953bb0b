import type { PanelMetrics, Place } from '../../src/plugin'
import { type Grid, type GridOptions, largest } from './grid'

export interface Journal extends Grid {
  /** Of the letters, in pixels of the canvas. */
  labelFontSize: number
  /** Of most words in every panel, in pixels of the canvas. */
  type: number
}

/** Letters are at least so much larger than the type of the panels. */
const LETTER = 1.25
/** A band is so much higher than its letter. */
const BAND = 1.25

/**
 * Panels as journals set them: scaled to one type size, from the left of their columns, each under its letter. Charts in
 * one row stand on one line, charts in one column begin at one line. Made smaller where the canvas would be too large.
 */
export function placeJournal(
  sources: readonly PanelMetrics[],
  { rows, columns }: { rows: number; columns: number },
  options: Pick<GridOptions, 'spacing' | 'labelFontSize'>,
): Journal {
  const type = Math.max(...sources.map((one) => one.type))
  const full = placed(sources, { rows, columns }, options, type || 1, 1)
  const by = largest(full)
  return by === 1 ? full : placed(sources, { rows, columns }, options, type || 1, by)
}

function placed(
  sources: readonly PanelMetrics[],
  { rows, columns }: { rows: number; columns: number },
  options: Pick<GridOptions, 'spacing' | 'labelFontSize'>,
  type: number,
  by: number,
): Journal {
  const spacing = by * options.spacing
  const letter = by * Math.max(options.labelFontSize, LETTER * type)
  const band = BAND * letter
  const panels = sources.map((source, index) => {
    const scale = by * (source.type > 0 ? type / source.type : 1)
    return {
      row: Math.floor(index / columns),
      column: index % columns,
      width: scale * source.width,
      height: scale * source.height,
      frame: source.frame && {
        left: scale * source.frame.left,
        bottom: scale * source.frame.bottom,
      },
    }
  })
  type Panel = (typeof panels)[number]
  const most = (of: readonly Panel[], what: (one: Panel) => number | undefined) =>
    Math.max(0, ...of.map((one) => what(one) ?? 0))
  const inRow = (row: number) => panels.filter((one) => one.row === row)
  const inColumn = (column: number) => panels.filter((one) => one.column === column)
  /** How far a panel stands from the corner of its cell, so that frames share their lines. */
  const shift = ({ frame, row, column }: Panel) => ({
    x: frame ? most(inColumn(column), (one) => one.frame?.left) - frame.left : 0,
    y: frame ? most(inRow(row), (one) => one.frame?.bottom) - frame.bottom : 0,
  })
  const widths = Array.from({ length: columns }, (_, column) =>
    most(inColumn(column), (one) => shift(one).x + one.width),
  )
  const heights = Array.from({ length: rows }, (_, row) =>
    most(inRow(row), (one) => shift(one).y + one.height),
  )
  const lefts = starts(widths, spacing)
  const tops = starts(
    heights.map((height) => band + height),
    spacing,
  )
  const corner = ({ row, column }: Panel) => ({ x: lefts[column] ?? 0, y: tops[row] ?? 0 })
  return {
    ...{ rows, columns, labelFontSize: letter, type: by * type },
    width: Math.ceil(lefts.at(-1) ?? 0),
    height: Math.ceil(tops.at(-1) ?? 0),
    panels: panels.map((panel) => {
      const [{ x, y }, by] = [corner(panel), shift(panel)]
      const { width, height } = panel
      return rounded({ x: x + by.x, y: y + band + by.y, width, height })
    }),
    bands: panels.map((panel) =>
      rounded({ ...corner(panel), width: widths[panel.column] ?? 0, height: band }),
    ),
  }
}

/** Where each of some lengths begins with so much between them and around all, and where one more would. */
function starts(lengths: readonly number[], spacing: number): number[] {
  const found = [spacing]
  for (const length of lengths)
    found.push((found.at(-1) ?? 0) + length + (length > 0 ? spacing : 0))
  return found
}

const hundredth = (value: number) => Math.round(100 * value) / 100

const rounded = ({ x, y, width, height }: Place): Place => ({
  x: hundredth(x),
  y: hundredth(y),
  width: hundredth(width),
  height: hundredth(height),
})
