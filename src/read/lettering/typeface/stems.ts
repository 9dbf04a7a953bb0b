import type { Strip } from '../lines/strip'
import type { Cell } from '../recognition/cells'

/** Widths of the strokes that a row of a cell cuts, in pixels of full ink. */
export function strokes(strip: Strip, cell: Cell, y: number): number[] {
  const found: number[] = []
  let width = 0
  for (let x = cell.left - 1; x <= cell.right; x++) {
    const value = strip.data[y * strip.width + x] ?? 0
    if (x < cell.right && value > 40) width += value / 255
    else {
      if (width > 0.3) found.push(width)
      width = 0
    }
  }
  return found
}
