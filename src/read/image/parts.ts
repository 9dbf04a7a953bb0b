import type { Box } from '../../forms/scene'
import { clustered } from './clusters'
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

/** Sorts ink into lines and icons by size and by what lies near; `text` is the height of a line of text. */
export function partInk(mask: Mask, source: Pixels, small: readonly Shape[], text: number): Parted {
  const regions = maskRegions(mask, source)
  const most = 2.4 * text
  const pieces = regions.list
    .filter(({ area }) => area >= 3)
    .map((region) => ({ region, box: regionBox(region) }))
  const isSmall = ({ box }: Piece) => Math.max(box.width, box.height) <= most
  const lines = pieces.filter((piece) => !isSmall(piece))
  const doubtful: Piece[] = []
  const icons: Parted['icons'] = []
  type Item = { box: Box; piece?: Piece; shape?: Shape }
  const items: Item[] = [
    ...pieces.filter(isSmall).map((piece): Item => ({ box: piece.box, piece })),
    ...small.map((shape): Item => ({ box: shape.box, shape })),
  ]
  const dashes = new Set(items.filter(({ piece }) => piece && isDash(piece, regions, source.width)))
  for (const { box, members } of clustered(items, 0.36 * text, 1.3 * most)) {
    const own = members.flatMap(({ piece }) => (piece ? [piece] : []))
    const shapes = members.flatMap(({ shape }) => (shape ? [shape] : []))
    if (shapes.length === 0 && members.every((one) => dashes.has(one))) lines.push(...own)
    else if (shapes.length === 0 && own.length === 1) doubtful.push(...own)
    else if (own.length > 0 || shapes.length > 1) icons.push({ box, pieces: own, shapes })
  }
  return { regions, lines, doubtful, icons }
}

/** Long and thin, or a dot: by its second moments. */
export function isDash({ region, box }: Piece, { labels }: Regions, width: number): boolean {
  let [sx, sy, xx, xy, yy] = [0, 0, 0, 0, 0]
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      if (labels[y * width + x] !== region.label) continue
      sx += x
      sy += y
      xx += x * x
      xy += x * y
      yy += y * y
    }
  }
  const n = region.area
  const a = xx / n - (sx / n) ** 2 + 1 / 12
  const b = xy / n - (sx / n) * (sy / n)
  const c = yy / n - (sy / n) ** 2 + 1 / 12
  const root = Math.sqrt(Math.max(0, ((a - c) / 2) ** 2 + b * b))
  const long = Math.sqrt(12 * ((a + c) / 2 + root))
  const wide = Math.sqrt(12 * Math.max(1 / 12, (a + c) / 2 - root))
  return wide <= 7 && (long >= 1.8 * wide || long <= 7) && n > 0.6 * long * wide
}
