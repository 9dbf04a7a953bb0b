/** Where names of series stand: at the ends of lines, beside the frame or above it. */
import type { Point, SceneElement } from '../../forms/scene'
import { readable } from '../pixels/color'
import { grouped, textOf } from './items'
import { polyline } from './shapes'
import { SIZE, UNIT, widthOf } from './spec/house'
import { type Frame, type MarkGroup, type Walked, Z } from './walked'

export type LegendPlace = 'direct' | 'right' | 'top'

const TEXT = SIZE.text * UNIT
const LINE = TEXT * 1.18
const GAP = 16
/** More lines than this do not get a name at their end. */
const MOST_ENDS = 12
/** A legend wider than this share of the canvas stands above the frame. */
const WIDEST = 0.24

export interface EndLabel {
  text: string
  color: string
  at: Point
}

/** Where the legend of a chart reads best, found from a drawing that has it at the right. */
export function placeOf(
  walked: Walked,
  canvas: { width: number },
  /** Names may stand beside the frame: its form is not given. */
  free: boolean,
): LegendPlace {
  const [legend] = walked.legends
  const [frame] = walked.frames
  if (!legend || !frame) return 'right'
  const ends = free && walked.frames.length === 1 ? endsOf(walked) : undefined
  if (ends) {
    const heights = ends.map(({ at }) => at.y)
    const isNear = (y: number, i: number) => Math.abs(y - (heights[i] ?? 0)) <= LINE * 1.1
    if (dodged(heights, frame).every(isNear)) return 'direct'
  }
  return legend.box.width > canvas.width * WIDEST && walked.legends.length === 1 ? 'top' : 'right'
}

/** Names for the ends of lines; undefined where lines are not all that the legend names. */
export function endsOf({ groups, legends }: Walked): EndLabel[] | undefined {
  const [legend] = legends
  const joined = (kind: string) =>
    groups.filter((each) => each.kind === kind && each.places.length > 1)
  const lines = joined('line').length > 0 ? joined('line') : joined('area')
  const scale = lines[0]?.encode?.color?.scale
  if (!legend || scale === undefined || !legend.scales.includes(scale)) return undefined
  if (lines.length > MOST_ENDS) return undefined
  // Bands around lines and areas that do not stand on each other are named beside the frame.
  const isStack = lines[0]?.kind === 'area' && lines.some(({ stacked }) => stacked)
  const filled = isStack ? ['bar', 'cell'] : ['bar', 'cell', 'area']
  if (groups.some(({ kind }) => filled.includes(kind))) return undefined
  const last = Math.max(...lines.flatMap(({ places }) => places.map(({ x }) => x)))
  const ends = legend.entries.flatMap((text): EndLabel[] => {
    const own = lines.filter(({ series }) => series === text)
    const [at] = own.flatMap(({ places }) => places).toSorted((a, b) => b.x - a.x)
    // Of lines beside each other a name at one end would not say whose it is.
    if (!at || own.slice(1).some(({ places }, i) => isBeside(places, own[i]?.places))) return []
    return last - at.x < 0.2 * last ? [{ text, color: own[0]?.color ?? '#000000', at }] : []
  })
  return ends.length === legend.entries.length ? ends : undefined
}

/** Whether a line does not begin where another one ends. */
const isBeside = (places: readonly Point[], before: readonly Point[] = []): boolean =>
  Math.min(...places.map(({ x }) => x)) < Math.max(...before.map(({ x }) => x)) - 1

/** Room that names at the ends of lines take, in Vega's pixels. */
export const endRoom = (ends: readonly EndLabel[]): number =>
  Math.max(0, ...ends.map(({ text }) => widthOf(text, SIZE.text, 500))) + (2 * GAP) / UNIT

/** Names at the ends of lines, which are the legend. */
export function endElements(
  { frames: [frame] }: Walked,
  ends: readonly EndLabel[],
): SceneElement[] {
  if (!frame || ends.length === 0) return []
  const heights = ends.map(({ at }) => at.y)
  const ys = dodged(heights, frame)
  const isAway = ys.some((y, i) => Math.abs(y - (heights[i] ?? 0)) > LINE / 2)
  const x = Math.max(...ends.map(({ at }) => at.x)) + (isAway ? 2 * GAP : GAP)
  const parts = ends.flatMap(({ text, color, at }, i) => {
    const y = ys[i] ?? 0
    const part = { parent: 'ends', z: Z.text }
    const look = { baseline: 'middle', fontWeight: 500, fill: readable(color, '#ffffff') }
    const item = { text, x: x / UNIT, y: y / UNIT, ...look }
    const name = textOf(item, { x: 0, y: 0 }, { ...part, id: `end-${i + 1}` }) ?? []
    // A name that stands away from its line is led to it.
    const way = [
      { x: at.x + GAP / 2, y: at.y },
      { x: x - GAP / 4, y },
    ]
    const lead = { stroke: color, strokeWidth: UNIT / 2 }
    return [name, isAway ? polyline({ ...part, id: `lead-${i + 1}` }, way, lead) : []].flat()
  })
  return grouped('ends', 'legend', Z.text, parts)
}

/** Heights of labels moved apart as little as possible beside a frame, keeping their order. */
function dodged(heights: readonly number[], { y, height }: Frame): number[] {
  // Labels that touch form a block around their mean; blocks that touch join.
  const blocks: { members: number[]; centre: number }[] = []
  const half = ({ members }: { members: number[] }) => (members.length * LINE) / 2
  for (const index of [...heights.keys()].sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))) {
    let block = { members: [index], centre: heights[index] ?? 0 }
    for (;;) {
      const before = blocks.at(-1)
      if (!before || before.centre + half(before) <= block.centre - half(block)) break
      const [a, b] = [before.members.length, block.members.length]
      const centre = (before.centre * a + block.centre * b) / (a + b)
      block = { members: [...before.members, ...block.members], centre }
      blocks.pop()
    }
    blocks.push(block)
  }
  const found = [...heights]
  for (const block of blocks) {
    const reach = half(block) - LINE / 2
    const centre = Math.min(y + height - reach, Math.max(y + reach, block.centre))
    for (const [k, index] of block.members.entries()) found[index] = centre - reach + k * LINE
  }
  return found
}

/** The shapes and words of all marks. */
export function marksOf({ elements }: { elements: readonly SceneElement[] }): SceneElement[] {
  const groups = new Set(elements.filter(({ role }) => role === 'mark').map(({ id }) => id))
  return elements.filter(({ parent }) => parent !== undefined && groups.has(parent))
}

/** The series of a chart's marks, in the order of their drawing. */
export const seriesOf = (groups: readonly MarkGroup[]): string[] => [
  ...new Set(groups.map(({ series }) => series).filter((each) => each !== '')),
]
