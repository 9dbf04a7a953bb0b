import { clustered } from '../../../../figure/geometry/box-clusters'
import type { Box } from '../../../../forms/scene'
import { rowRuns } from '../../page/textured-boxes'
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
  const dense = [...corners.keys()].filter((tile) => (share[tile] ?? 0) >= ALIKE * least)
  const boxes = dense.map((tile) => {
    const [x, y] = [TILE * (tile % columns), TILE * Math.floor(tile / columns)]
    return { box: { x, y, width: Math.min(TILE, width - x), height: Math.min(TILE, height - y) } }
  })
  return clustered(rowRuns(boxes), 0).map(({ box }) => box)
}
