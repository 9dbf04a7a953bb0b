import {
  type Component,
  largestSquares,
  maskRegions,
  type Regions,
  regionBox,
} from '../../pixels/connected-components'
import type { Mask, Pixels } from '../../pixels/pixels'
import { type Dash, dashOf } from '../dashes/dash'
import { type DashRow, dashRows, lineOfRow } from '../dashes/dash-rows'
import { withDetachedArrowheads } from '../heads/detached-arrowheads'

/** Pixels within which no letter of a line of text is larger. */
const LARGE = 72
/** A thin upright piece of ink that is longer, in pixels, is no letter. */
const LETTER = 40
/** A pen's width that no letter's bowl has. */
const THIN = 5
/** Pixels: no line is as wide; the ground of a label, that its line runs into, is. */
const THICK = 12
const LEAST_DASHES = 5

/** Marks lines, arrows and rows of dashes: what a reader of letters must leave alone. */
export function lineMask(ink: Mask, source: Pixels, ground: Pixels): Mask {
  const regions = maskRegions(ink, source)
  const pieces = regions.list
    .filter(({ area }) => area >= 2)
    .map((region) => ({ region, box: regionBox(region) }))
  const wanted = new Set<number>()
  const dashes: Dash[] = []
  const thick = largestSquares(regions, source.width)
  for (const piece of pieces) {
    if ((thick[piece.region.label] as number) >= THICK) continue
    if (isLine(piece, regions, source.width)) wanted.add(piece.region.label)
    else {
      const dash = dashOf(piece, regions, source.width)
      if (dash) dashes.push(dash)
    }
  }
  const rows = dashRows(dashes, LEAST_DASHES)
  for (const row of rows) for (const { piece } of row.dashes) wanted.add(piece.region.label)
  for (const label of headsOf(rows, pieces, wanted, regions, { source, ground })) wanted.add(label)
  const mask = new Uint8Array(ink.length)
  for (let i = 0; i < mask.length; i++) if (wanted.has(regions.labels[i] as number)) mask[i] = 1
  return mask
}

function isLine({ region, box }: Component, { labels }: Regions, width: number): boolean {
  const [small, large] = [Math.min(box.width, box.height), Math.max(box.width, box.height)]
  if (small > LARGE) return true
  if (large < LETTER || large < 1.6 * small) return false
  const upright = box.height > box.width
  const [step, across] = upright ? [width, 1] : [1, width]
  let thin = 0
  for (let k = 0; k < large; k++) {
    let runs = 0
    let count = 0
    let before = false
    for (let j = 0; j < small; j++) {
      const own = labels[box.y * width + box.x + k * step + j * across] === region.label
      if (own) count++
      if (own && !before) runs++
      before = own
    }
    if (runs === 1 && count <= THIN) thin++
  }
  return thin >= 0.55 * large
}

/** Labels of the arrow-heads that rows of dashes point at. */
function headsOf(
  rows: readonly DashRow[],
  pieces: readonly Component[],
  known: ReadonlySet<number>,
  regions: Regions,
  { source, ground }: { source: Pixels; ground: Pixels },
): number[] {
  if (rows.length === 0) return []
  const others = pieces.filter(
    ({ region, box }) => !known.has(region.label) && Math.max(box.width, box.height) <= LETTER,
  )
  const lines = rows.map((row) => lineOfRow(row, source, ground))
  const { left } = withDetachedArrowheads(lines, others, regions, source.width)
  const free = new Set(left)
  return others.filter((piece) => !free.has(piece)).map(({ region }) => region.label)
}
