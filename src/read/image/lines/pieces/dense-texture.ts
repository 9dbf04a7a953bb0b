import type { Box } from '../../../../forms/scene'
import type { Mask, Pixels } from '../../pixels/pixels'

const TILE = 32
/** Corners of ink that are read: a figure full of lines and icons has a quarter. */
const MOST_CORNERS = 12_000
/** Tiles with so much of what the emptiest texture has are texture too. */
const ALIKE = 0.6

/**
 * Where ink has more corners than lines and icons of any figure have, its densest parts are a texture (noise, dots,
 * hatching, unread small print): boxes of them, so that what is left has few corners.
 */
export function denseBoxes(ink: Mask, { width, height }: Pixels): Box[] {
  const columns = Math.ceil(width / TILE)
  const rows = Math.ceil(height / TILE)
  const corners = new Int32Array(columns * rows)
  let left = 0
  for (let y = 0; y + 1 < height; y++) {
    const row = Math.floor(y / TILE) * columns
    for (let x = 0, i = y * width; x + 1 < width; x++, i++) {
      const a = ink[i] as number
      const d = ink[i + width + 1] as number
      const sum = a + (ink[i + 1] as number) + (ink[i + width] as number) + d
      if (sum === 0 || sum === 4 || (sum === 2 && a !== d)) continue
      const tile = row + Math.floor(x / TILE)
      corners[tile] = (corners[tile] as number) + 1
      left++
    }
  }
  if (left <= MOST_CORNERS) return []
  // Tiles at the border may be narrower and lower.
  const share = Float64Array.from(corners, (count, tile) => {
    const wide = Math.min(TILE, width - TILE * (tile % columns))
    const high = Math.min(TILE, height - TILE * Math.floor(tile / columns))
    return count / (wide * high)
  })
  let least = 0
  for (const tile of [...corners.keys()].sort((a, b) => (share[b] ?? 0) - (share[a] ?? 0))) {
    if (left <= MOST_CORNERS) break
    least = share[tile] as number
    left -= corners[tile] as number
  }
  const dense = Int32Array.from(share, (one) => Number(one >= ALIKE * least))
  return rectangles(dense, columns, rows).map(({ x, y, width: wide, height: high }) => ({
    x: TILE * x,
    y: TILE * y,
    width: Math.min(width, TILE * (x + wide)) - TILE * x,
    height: Math.min(height, TILE * (y + high)) - TILE * y,
  }))
}

/** The marked cells as few rectangles: each as wide as its first row, then as high as it can be. */
function rectangles(marked: Int32Array, columns: number, rows: number): Box[] {
  const found: Box[] = []
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      if (!marked[y * columns + x]) continue
      let width = 1
      while (x + width < columns && marked[y * columns + x + width]) width++
      const whole = (row: number) =>
        marked.subarray(row * columns + x, row * columns + x + width).every(Boolean)
      let height = 1
      while (y + height < rows && whole(y + height)) height++
      for (let row = y; row < y + height; row++)
        marked.fill(0, row * columns + x, row * columns + x + width)
      found.push({ x, y, width, height })
    }
  }
  return found
}
