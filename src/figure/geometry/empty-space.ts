import type { Box, Point } from '../../forms/scene'

/** Cells of the raster on which empty rectangles are sought along the width, or along a quarter of a height above four widths. */
const CELLS = 100
const TALL = 4

/** Share of a canvas (0 to 1) of the largest rectangle that neither a box nor a polyline touches. */
export function largestEmptyShare(
  boxes: readonly Box[],
  routes: readonly (readonly Point[])[],
  { width, height }: { width: number; height: number },
): number {
  const cell = Math.max(width, height / TALL) / CELLS
  const columns = Math.max(1, Math.round(width / cell))
  const rows = Math.max(1, Math.round(height / cell))
  const taken = new Uint8Array(columns * rows)
  const mark = (left: number, top: number, right: number, bottom: number) => {
    const [x0, y0] = [Math.max(0, Math.floor(left / cell)), Math.max(0, Math.floor(top / cell))]
    const [x1, y1] = [
      Math.min(columns, Math.ceil(right / cell)),
      Math.min(rows, Math.ceil(bottom / cell)),
    ]
    for (let y = y0; y < y1; y++) taken.fill(1, y * columns + x0, y * columns + Math.max(x0, x1))
  }
  for (const box of boxes) mark(box.x, box.y, box.x + box.width, box.y + box.height)
  for (const points of routes) {
    for (const [index, b] of points.entries()) {
      const a = points[index - 1]
      if (!a) continue
      const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
      mark(x, y, Math.max(a.x, b.x, x + 1), Math.max(a.y, b.y, y + 1))
    }
  }
  return largestRectangle(taken, columns) / taken.length
}

/** Area of the largest rectangle of zeros, by histograms of run heights and a stack. */
function largestRectangle(taken: Uint8Array, columns: number): number {
  const heights = new Array<number>(columns + 1).fill(0)
  let best = 0
  for (let y = 0; y < taken.length; y += columns) {
    const stack: number[] = []
    for (let x = 0; x <= columns; x++) {
      if (x < columns) heights[x] = taken[y + x] ? 0 : (heights[x] ?? 0) + 1
      const here = x < columns ? (heights[x] ?? 0) : 0
      while (stack.length > 0 && (heights[stack.at(-1) ?? 0] ?? 0) >= here) {
        const height = heights[stack.pop() ?? 0] ?? 0
        const from = stack.length > 0 ? (stack.at(-1) ?? 0) + 1 : 0
        best = Math.max(best, height * (x - from))
      }
      stack.push(x)
    }
  }
  return best
}
