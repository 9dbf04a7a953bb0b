import type { Box } from '../../forms/scene'
import { clustered } from './clusters'
import { isDash } from './dash-piece'
import { chainedDashes } from './line-like'
import type { Mask, Pixels } from './pixels'
import { maskRegions, type Region, type Regions } from './regions'
import { regionBox, type Shape } from './shapes'

/** A connected piece of ink. */
export interface Piece {
  region: Region
  box: Box
}

export interface Parted {
  regions: Regions
  /** Ink that a pen drew: lines, dashes, arrows. */
  lines: Piece[]
  /** Ink that may be a short line or an icon: its strokes decide. */
  doubtful: Piece[]
  /** Ink and small shapes that belong together. */
  icons: { box: Box; pieces: Piece[]; shapes: Shape[] }[]
}

/** A row of fewer dashes may be part of an icon. */
const LEAST_DASHES = 3

/** Sorts ink into lines and icons by size and by what lies near; `text` is the height of a line of text. */
export function partInk(
  mask: Mask,
  { source, ground }: { source: Pixels; ground: Pixels },
  small: readonly Shape[],
  text: number,
): Parted {
  const regions = maskRegions(mask, source)
  const most = 2.4 * text
  const pieces = regions.list
    .filter(({ area }) => area >= 3)
    .map((region) => ({ region, box: regionBox(region) }))
  const isSmall = ({ box }: Piece) => Math.max(box.width, box.height) <= most
  const dashed = pieces.filter((piece) => isSmall(piece) && isDash(piece, regions, source.width))
  const rows = new Set(chainedDashes(dashed, regions, source, ground, LEAST_DASHES))
  const isLine = (piece: Piece) => !isSmall(piece) || rows.has(piece.region.label)
  const lines = pieces.filter(isLine)
  const doubtful: Piece[] = []
  const icons: Parted['icons'] = []
  type Item = { box: Box; piece?: Piece; shape?: Shape }
  const items: Item[] = [
    ...pieces.filter((piece) => !isLine(piece)).map((piece): Item => ({ box: piece.box, piece })),
    ...small.map((shape): Item => ({ box: shape.box, shape })),
  ]
  const dashes = new Set(items.filter(({ piece }) => piece && dashed.includes(piece)))
  for (const { box, members } of clustered(items, 0.36 * text, 1.3 * most)) {
    const own = members.flatMap(({ piece }) => (piece ? [piece] : []))
    const shapes = members.flatMap(({ shape }) => (shape ? [shape] : []))
    if (shapes.length === 0 && members.every((one) => dashes.has(one))) lines.push(...own)
    else if (shapes.length === 0 && own.length === 1) doubtful.push(...own)
    else if (own.length > 0 || shapes.length > 1) icons.push({ box, pieces: own, shapes })
  }
  return { regions, lines, doubtful, icons }
}
