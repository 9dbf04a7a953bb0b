import { isDash } from './dash-piece'
import { type Line, linked } from './links'
import { withLooseHeads } from './loose-heads'
import type { Piece } from './parts'
import type { Mask, Pixels } from './pixels'
import { maskRegions, type Regions } from './regions'
import { regionBox } from './shapes'
import { traceStrokes } from './strokes'

/** Pixels within which no letter of a line of text is larger. */
const LARGE = 72
/** A thin upright piece of ink that is longer, in pixels, is no letter. */
const LETTER = 40
/** A pen's width that no letter's bowl has. */
const THIN = 5
const LEAST_DASHES = 5

/** Marks lines, arrows and rows of dashes: what a reader of letters must leave alone. */
export function lineMask(ink: Mask, source: Pixels, ground: Pixels): Mask {
  const regions = maskRegions(ink, source)
  const pieces = regions.list
    .filter(({ area }) => area >= 3)
    .map((region) => ({ region, box: regionBox(region) }))
  const wanted = new Set<number>()
  const dashes: Piece[] = []
  for (const piece of pieces) {
    if (isLine(piece, regions, source.width)) wanted.add(piece.region.label)
    else if (isDash(piece, regions, source.width)) dashes.push(piece)
  }
  for (const label of chainedDashes(dashes, regions, source, ground)) wanted.add(label)
  for (const label of headsOf(dashes, pieces, wanted, regions, { source, ground }))
    wanted.add(label)
  const mask = new Uint8Array(ink.length)
  for (let i = 0; i < mask.length; i++) if (wanted.has(regions.labels[i] as number)) mask[i] = 1
  return mask
}

function isLine({ region, box }: Piece, { labels }: Regions, width: number): boolean {
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
  dashes: readonly Piece[],
  pieces: readonly Piece[],
  known: ReadonlySet<number>,
  regions: Regions,
  { source, ground }: { source: Pixels; ground: Pixels },
): number[] {
  const rows = dashedLines(
    dashes.filter(({ region }) => known.has(region.label)),
    regions,
    source,
    ground,
    LEAST_DASHES,
  )
  if (rows.length === 0) return []
  const others = pieces.filter(
    ({ region, box }) => !known.has(region.label) && Math.max(box.width, box.height) <= LETTER,
  )
  const { left } = withLooseHeads(rows, others, regions, source.width)
  const free = new Set(left)
  return others.filter((piece) => !free.has(piece)).map(({ region }) => region.label)
}

/** Labels of dashes that stand in rows of a rhythm, at least so many in a row. */
export function chainedDashes(
  dashes: readonly Piece[],
  regions: Regions,
  source: Pixels,
  ground: Pixels,
  least = LEAST_DASHES,
): number[] {
  return dashedLines(dashes, regions, source, ground, least)
    .flatMap(({ points }) =>
      points.map(({ x, y }) => regions.labels[Math.floor(y) * source.width + Math.floor(x)] ?? -1),
    )
    .filter((label) => label >= 0)
}

function dashedLines(
  dashes: readonly Piece[],
  { labels }: Regions,
  source: Pixels,
  ground: Pixels,
  least: number,
): Line[] {
  if (dashes.length < least) return []
  const wanted = new Set(dashes.map(({ region }) => region.label))
  const mask = new Uint8Array(labels.length)
  for (let i = 0; i < mask.length; i++) if (wanted.has(labels[i] as number)) mask[i] = 1
  return linked(traceStrokes(mask, source, ground), []).filter(
    ({ dash, pieces }) => dash && pieces >= least,
  )
}
