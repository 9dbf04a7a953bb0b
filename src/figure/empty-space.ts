import type { Box, Point } from '../forms/scene'

/** Columns of the raster on which empty rectangles are sought: 1 % of the width each. */
const CELLS = 100

/** Share of a canvas (0 to 1) of the largest rectangle that neither a box nor a polyline touches. */
export function largestEmptyShare(
  boxes: readonly Box[],
  routes: readonly (readonly Point[])[],
  { width, height }: { width: number; height: number },
): number {
  const cell = width / CELLS
  const rows = Math.max(1, Math.round(height / cell))
  const taken = new Uint8Array(CELLS * rows)
  const mark = (left: number, top: number, right: number, bottom: number) => {
    const [x0, y0] = [Math.max(0, Math.floor(left / cell)), Math.max(0, Math.floor(top / cell))]
    const [x1, y1] = [
      Math.min(CELLS, Math.ceil(right / cell)),
      Math.min(rows, Math.ceil(bottom / cell)),
    ]
    for (let y = y0; y < y1; y++) taken.fill(1, y * CELLS + x0, y * CELLS + Math.max(x0, x1))
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
  return largestRectangle(taken, rows) / (CELLS * rows)
}

/** Area of the largest rectangle of zeros, by histograms of run heights and a stack. */
function largestRectangle(taken: Uint8Array, rows: number): number {
  const heights = new Array<number>(CELLS + 1).fill(0)
  let best = 0
  for (let y = 0; y < rows; y++) {
    const stack: number[] = []
    for (let x = 0; x <= CELLS; x++) {
      if (x < CELLS) heights[x] = taken[y * CELLS + x] ? 0 : (heights[x] ?? 0) + 1
      const here = x < CELLS ? (heights[x] ?? 0) : 0
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
