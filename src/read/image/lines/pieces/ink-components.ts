import { clustered } from '../../../../figure/geometry/box-clusters'
import type { Box } from '../../../../forms/scene'
import type { Shape } from '../../outlines/shape'
import {
  type Component,
  maskRegions,
  type Regions,
  regionBox,
} from '../../pixels/connected-components'
import type { Mask, Pixels } from '../../pixels/pixels'
import { dashOf, isDash } from '../dashes/dash'
import { type DashRow, dashRows } from '../dashes/dash-rows'

export interface Parted {
  regions: Regions
  /** Dashes of lines, which are no pieces of `lines`. */
  rows: DashRow[]
  /** Ink that a pen drew: lines, dashes, arrows. */
  lines: Component[]
  /** Ink that may be a short line or an icon: its strokes decide. */
  doubtful: Component[]
  /** Ink and small shapes that belong together. */
  icons: { box: Box; pieces: Component[]; shapes: Shape[] }[]
}

/** A row of fewer dashes may be part of an icon. */
const LEAST_DASHES = 3
/** Of ink in pixels: less is a speck, if it is no dot of a dotted line. */
const LEAST_AREA = 3

/** Sorts ink into lines and icons by size and by what lies near; `text` is the height of a line of text. */
export function sortInk(mask: Mask, source: Pixels, small: readonly Shape[], text: number): Parted {
  const regions = maskRegions(mask, source)
  const most = 2.4 * text
  const all = regions.list.map((region) => ({ region, box: regionBox(region) }))
  const isSmall = ({ box }: Component) => Math.max(box.width, box.height) <= most
  const pieces = all.filter(({ region }) => region.area >= LEAST_AREA)
  const dashed = pieces.filter((piece) => isSmall(piece) && isDash(piece, regions, source.width))
  const rows = dashRows(
    all.flatMap((piece) => (isSmall(piece) ? (dashOf(piece, regions, source.width) ?? []) : [])),
    LEAST_DASHES,
  )
  const inRows = new Set(rows.flatMap(({ dashes }) => dashes.map(({ piece }) => piece)))
  const isLine = (piece: Component) => !isSmall(piece)
  const lines = pieces.filter(isLine)
  const doubtful: Component[] = []
  const icons: Parted['icons'] = []
  type Item = { box: Box; piece?: Component; shape?: Shape }
  const items: Item[] = [
    ...pieces
      .filter((piece) => !isLine(piece) && !inRows.has(piece))
      .map((piece): Item => ({ box: piece.box, piece })),
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
  return { regions, rows, lines, doubtful, icons }
}
