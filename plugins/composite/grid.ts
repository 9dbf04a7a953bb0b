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

/** Rows and columns of `RxC`, or of `auto` for so many panels; undefined for anything else. */
export function gridOf(
  layout: string,
  panels: number,
): { rows: number; columns: number } | undefined {
  if (layout === 'auto') return autoGrid(panels)
  const found = /^([1-9]\d?)x([1-9]\d?)$/.exec(layout)
  const [rows, columns] = [Number(found?.[1]), Number(found?.[2])]
  return rows <= MOST_CELLS && columns <= MOST_CELLS ? { rows, columns } : undefined
}

/** The grids to choose from: the named one; for `auto` the usual one, then those of fewer columns. */
export function gridsOf(layout: string, panels: number): { rows: number; columns: number }[] {
  const first = gridOf(layout, panels)
  if (!first || layout !== 'auto') return first ? [first] : []
  const fewer = Array.from({ length: first.columns - 1 }, (_, less) => first.columns - 1 - less)
  return [first, ...fewer.map((columns) => ({ rows: Math.ceil(panels / columns), columns }))]
}

function autoGrid(panels: number): { rows: number; columns: number } {
  if (panels <= 3) return { rows: 1, columns: panels }
  if (panels === 4) return { rows: 2, columns: 2 }
  if (panels <= 6) return { rows: 2, columns: 3 }
  if (panels <= 9) return { rows: 3, columns: 3 }
  return { rows: Math.ceil(panels / 4), columns: 4 }
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

/** The share of its size at which a canvas can be drawn. */
export function largest({ width, height }: { width: number; height: number }): number {
  return Math.min(
    1,
    LONGEST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_PIXELS / (width * height)),
  )
}

/** Why a canvas cannot be drawn; undefined: it can. */
export function tooLarge({ width, height }: { width: number; height: number }): string | undefined {
  if (width <= LONGEST_SIDE && height <= LONGEST_SIDE && width * height <= MOST_PIXELS)
    return undefined
  return `the canvas would be ${width} x ${height} pixels; at most ${LONGEST_SIDE} a side and 100 megapixels`
}

/** (a), (b) ... (z), (aa), (ab) ... */
export const defaultLabel = (index: number): string => `(${letterOf(index)})`

/** a, b ... z, aa, ab ... */
export function letterOf(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters
  return letters
}
