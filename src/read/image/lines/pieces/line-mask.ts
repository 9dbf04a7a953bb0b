import { direction } from '../../../../figure/geometry'
import { maskRegions, type Regions, regionBox } from '../../pixels/connected-components'
import type { Mask, Pixels } from '../../pixels/pixels'
import { type Dash, dashOf } from '../dashes/dash'
import { type DashRow, dashRows, lineOfRow } from '../dashes/dash-rows'
import { withDetachedArrowheads } from '../heads/detached-arrowheads'
import type { Component } from './ink-components'

/** Pixels within which no letter of a line of text is larger. */
const LARGE = 72
/** A thin upright piece of ink that is longer, in pixels, is no letter. */
const LETTER = 40
/** A pen's width that no letter's bowl has. */
const THIN = 5
/** Pixels: no line is as wide, and few arrow-heads; the ground of a label is higher. */
const THICK = 12
const LEAST_DASHES = 5
/** Pixels: the pen of a row of dashes is thinner, or even; and by which share letters' heights are uneven. */
const LOWEST = 3
const UNEVEN = 0.2

/** Marks lines, arrows and rows of dashes: what a reader of letters must leave alone. */
export function lineMask(ink: Mask, source: Pixels, ground: Pixels): Mask {
  const regions = maskRegions(ink, source)
  const pieces = regions.list
    .filter(({ area }) => area >= 2)
    .map((region) => ({ region, box: regionBox(region) }))
  const wanted = new Set<number>()
  const dashes: Dash[] = []
  for (const piece of pieces) {
    if (isLine(piece, regions, source.width)) wanted.add(piece.region.label)
    else {
      const dash = dashOf(piece, regions, source.width)
      if (dash) dashes.push(dash)
    }
  }
  const rows = dashRows(dashes, LEAST_DASHES).filter((row) => !isLettered(row))
  for (const row of rows) for (const { piece } of row.dashes) wanted.add(piece.region.label)
  for (const label of headsOf(rows, pieces, wanted, regions, { source, ground })) wanted.add(label)
  const mask = new Uint8Array(ink.length)
  for (let i = 0; i < mask.length; i++) if (wanted.has(regions.labels[i] as number)) mask[i] = 1
  return withoutThick(mask, regions, source)
}

/**
 * Without the places where a square of {@link THICK} fits, a label's own ground that its line runs into; without all of
 * a region that is mostly such, a ramp of the page.
 */
function withoutThick(mask: Mask, { labels, list }: Regions, { width, height }: Pixels): Mask {
  const covered = thickPlaces(mask, width, height)
  const thick = new Map<number, number>()
  for (let i = 0; i < mask.length; i++) {
    const label = labels[i] as number
    if (covered[i]) thick.set(label, (thick.get(label) ?? 0) + 1)
  }
  const filled = new Set(
    list.flatMap(({ label, area }) => (2 * (thick.get(label) ?? 0) > area ? [label] : [])),
  )
  return mask.map((value, i) => (covered[i] || filled.has(labels[i] as number) ? 0 : value))
}

/** Marks all squares of {@link THICK} that lie within the mask. */
function thickPlaces(mask: Mask, width: number, height: number): Mask {
  const thick = new Uint8Array(mask.length)
  /** How many rows up to this one have so many pixels from here on. */
  const rows = new Int32Array(width)
  for (let y = 0; y < height; y++) {
    let run = 0
    for (let x = width - 1; x >= 0; x--) {
      run = mask[y * width + x] ? run + 1 : 0
      const high = run < THICK ? 0 : (rows[x] as number) + 1
      rows[x] = high
      if (high < THICK) continue
      for (let row = high === THICK ? y - THICK + 1 : y; row <= y; row++)
        thick.fill(1, row * width + x, row * width + x + THICK)
    }
  }
  return thick
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

/** Letters stand in rows too, but some are higher than others; dashes and dots are as wide as one pen. */
function isLettered({ dashes, points }: DashRow): boolean {
  const high = dashes.map((dash, index) => {
    const [a, b] = [points[2 * index], points[2 * index + 1]]
    if (!a || !b) return dash.wide
    const way = direction(a, b)
    return dash.along({ x: way.y, y: -way.x })
  })
  const sorted = high.sort((a, b) => a - b)
  const middle = sorted[sorted.length >> 1] ?? 0
  const tallest = sorted[Math.round(0.95 * (sorted.length - 1))] ?? 0
  const lowest = sorted[Math.round(0.05 * (sorted.length - 1))] ?? 0
  return middle >= LOWEST && tallest - lowest > Math.max(0.8, UNEVEN * middle)
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
