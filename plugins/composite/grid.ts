import type { Place } from '../../src/plugin'

/** A panel's picture, in pixels. */
export interface PanelSize {
  width: number
  height: number
}

export interface GridOptions {
  /** Pixels between panels and around the outer margin. */
  spacing: number
  labelPosition: 'top' | 'bottom'
  /** Pixels. */
  labelFontSize: number
}

export interface Grid {
  rows: number
  columns: number
  width: number
  height: number
  panels: Place[]
  /** The band of each panel's label: as wide as its column. */
  bands: Place[]
}

const TALLEST_PANEL = 1200
const BAND_MARGIN = 8
const LONGEST_SIDE = 16_384
const MOST_PIXELS = 100_000_000
const MOST_CELLS = 64

/** Rows and columns of `RxC`, none for what is no grid; for `auto` the usual ones, then those of fewer columns. */
export function gridsOf(layout: string, panels: number): { rows: number; columns: number }[] {
  const [rows, columns] = /^([1-9]\d?)x([1-9]\d?)$/.exec(layout)?.slice(1).map(Number) ?? []
  if (rows && columns) return rows <= MOST_CELLS && columns <= MOST_CELLS ? [{ rows, columns }] : []
  const most = panels === 4 ? 2 : Math.min(panels, panels <= 9 ? 3 : 4)
  return Array.from({ length: layout === 'auto' ? most : 0 }, (_, less) => ({
    rows: Math.ceil(panels / (most - less)),
    columns: most - less,
  }))
}

/**
 * Where every panel and label stands: panels share the smallest source height (at most 1200 pixels) and keep their
 * proportions; a column is as wide as its widest panel. Panels fill rows from the left.
 */
export function placePanels(
  sizes: readonly PanelSize[],
  { rows, columns }: { rows: number; columns: number },
  options: GridOptions,
): Grid {
  const { spacing, labelPosition, labelFontSize } = options
  const height = Math.min(TALLEST_PANEL, ...sizes.map((size) => size.height))
  const widths = sizes.map((size) => Math.max(1, Math.round((size.width * height) / size.height)))
  const columnWidths = Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...widths.filter((_, index) => index % columns === column)),
  )
  const lefts = columnWidths.map((_, column) =>
    columnWidths.slice(0, column).reduce((x, width) => x + width + spacing, spacing),
  )
  const band = labelFontSize + BAND_MARGIN
  const top = (index: number) => spacing + Math.floor(index / columns) * (height + band + spacing)
  return {
    rows,
    columns,
    width: columnWidths.reduce((sum, width) => sum + width, spacing * (columns + 1)),
    height: rows * (height + band) + spacing * (rows + 1),
    panels: widths.map((width, index) => {
      const column = index % columns
      const slack = (columnWidths[column] ?? width) - width
      return {
        x: (lefts[column] ?? 0) + Math.floor(slack / 2),
        y: top(index) + (labelPosition === 'top' ? band : 0),
        width,
        height,
      }
    }),
    bands: widths.map((width, index) => ({
      x: lefts[index % columns] ?? 0,
      y: top(index) + (labelPosition === 'top' ? 0 : height),
      width: columnWidths[index % columns] ?? width,
      height: band,
    })),
  }
}

/** Why a canvas cannot be drawn; undefined: it can. */
export function tooLarge({ width, height }: PanelSize): string | undefined {
  if (Math.max(width, height) <= LONGEST_SIDE && width * height <= MOST_PIXELS) return undefined
  return `the canvas would be ${width} x ${height} pixels; at most ${LONGEST_SIDE} a side and 100 megapixels`
}

/** (a), (b) ... (z), (aa), (ab) ... */
export function defaultLabel(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters
  return `(${letters})`
}
