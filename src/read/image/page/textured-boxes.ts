import { clustered } from '../../../figure/geometry/box-clusters'
import { difference } from '../../../figure/pixels/color'
import type { Box } from '../../../forms/scene'
import type { Pixels } from '../pixels/pixels'

/** Side of a tile in pixels: wide enough to hold ground beside letters. */
const TILE = 16
/** A tile of which less is flat is textured: between the smallest letters a third is ground. */
const FLAT_SHARE = 0.22
const LEAST_COLOURS = 20
/** Of a drawing, with the smallest text and all, more than this is flat; of a photograph or a ramp, less. */
const FLAT_OF_FIGURE = 0.35
/** Pixels within which a ramp that fills a picture changes by a level. */
const RAMP = 8
const LEAST_TILES = 9

/** Boxes of photographs and other textures, in which next to nothing is flat; `source` is the picture before its colours were cleaned. */
export function texturedBoxes(pixels: Pixels, tolerance: number, source: Pixels): Box[] {
  const whole = { x: 0, y: 0, width: pixels.width, height: pixels.height }
  if (flatShare(source) < FLAT_OF_FIGURE) return [whole]
  const columns = Math.ceil(pixels.width / TILE)
  const rows = Math.ceil(pixels.height / TILE)
  const tiles: { box: Box }[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const box = { x: column * TILE, y: row * TILE, width: TILE, height: TILE }
      if (isTextured(pixels, box, tolerance)) tiles.push({ box })
    }
  }
  if (tiles.length > 0.7 * columns * rows) return [whole]
  return clustered(rowRuns(tiles), 0)
    .filter(({ box }) => Math.min(box.width, box.height) >= 3 * TILE)
    .filter(({ members, box }) => {
      const covered = members.reduce((sum, one) => sum + one.box.width * one.box.height, 0)
      return covered >= LEAST_TILES * TILE * TILE && covered > 0.55 * box.width * box.height
    })
    .map(({ box }) => trimmed(pixels, box, tolerance))
}

/** The share of pixels that equal those a few columns to the left: on a ramp they are a step away. */
function flatShare({ width, height, rgb }: Pixels): number {
  const step = Math.min(RAMP, width - 1)
  if (step < 1) return 1
  let equal = 0
  for (let y = 0; y < height; y++)
    for (let x = step, i = y * width + step; x < width; x++, i++)
      if (rgb[i] === rgb[i - step]) equal++
  return equal / ((width - step) * height)
}

/** Neighbouring tiles of a row as one box: there may be tens of thousands. */
export function rowRuns(tiles: readonly { box: Box }[]): { box: Box }[] {
  const runs: { box: Box }[] = []
  for (const { box } of tiles) {
    const last = runs.at(-1)?.box
    if (last && last.y === box.y && last.x + last.width === box.x) last.width += box.width
    else runs.push({ box: { ...box } })
  }
  return runs
}

function isTextured({ width, height, rgb }: Pixels, box: Box, tolerance: number): boolean {
  const right = Math.min(width - 1, box.x + box.width)
  const bottom = Math.min(height - 1, box.y + box.height)
  const count = Math.max(0, right - box.x) * Math.max(0, bottom - box.y)
  let flat = 0
  for (let y = box.y; y < bottom; y++) {
    for (let x = box.x, i = y * width + x; x < right; x++, i++) {
      const own = rgb[i] as number
      if (
        difference(own, rgb[i + 1] as number) <= tolerance &&
        difference(own, rgb[i + width] as number) <= tolerance
      )
        flat++
    }
  }
  if (count === 0 || flat >= FLAT_SHARE * count) return false
  const colours = new Set<number>()
  for (let y = box.y; y < bottom; y++)
    for (let x = box.x; x < right; x++) colours.add((rgb[y * width + x] as number) & 0xf8f8f8)
  return colours.size >= Math.min(LEAST_COLOURS, count / 4)
}

/** A box of tiles, moved to where the texture ends. */
function trimmed(pixels: Pixels, box: Box, tolerance: number): Box {
  const busy = (x0: number, y0: number, x1: number, y1: number) => {
    let count = 0
    let all = 0
    for (let y = Math.max(0, y0); y < Math.min(pixels.height - 1, y1); y++) {
      for (let x = Math.max(0, x0); x < Math.min(pixels.width - 1, x1); x++) {
        const i = y * pixels.width + x
        all++
        const step = y1 - y0 === 1 ? 1 : pixels.width
        if (difference(pixels.rgb[i] ?? 0, pixels.rgb[i + step] ?? 0) > tolerance) count++
      }
    }
    return all > 0 && count > 0.4 * all
  }
  let { x: left, y: top } = box
  let right = Math.min(pixels.width, box.x + box.width)
  let bottom = Math.min(pixels.height, box.y + box.height)
  const most = TILE
  for (let k = 0; k < most && !busy(left, top, left + 1, bottom); k++) left++
  for (let k = 0; k < most && left > 0 && busy(left - 1, top, left, bottom); k++) left--
  for (let k = 0; k < most && !busy(right - 1, top, right, bottom); k++) right--
  for (let k = 0; k < most && right < pixels.width && busy(right, top, right + 1, bottom); k++)
    right++
  for (let k = 0; k < most && !busy(left, top, right, top + 1); k++) top++
  for (let k = 0; k < most && top > 0 && busy(left, top - 1, right, top); k++) top--
  for (let k = 0; k < most && !busy(left, bottom - 1, right, bottom); k++) bottom--
  for (let k = 0; k < most && bottom < pixels.height && busy(left, bottom, right, bottom + 1); k++)
    bottom++
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}
