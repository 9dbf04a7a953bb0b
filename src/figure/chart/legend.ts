/** Where names of series stand: at the ends of lines, beside the frame or above it. */
import type { Point, SceneElement } from '../../forms/scene'
import { readable } from '../color'
import { hullOf } from '../geometry'
import { SIZE, UNIT, widthOf } from './house'
import { groupPart, textPart } from './parts'
import { lineShape } from './shapes'
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
  canvas: { width: number; height: number },
  /** Names may stand beside the frame: its form is not given. */
  free: boolean,
): LegendPlace {
  const [legend] = walked.legends
  const [frame] = walked.frames
  if (!legend || !frame) return 'right'
  const ends = free && walked.frames.length === 1 ? endsOf(walked) : undefined
  if (ends && endsFit(ends, frame)) return 'direct'
  return legend.box.width > canvas.width * WIDEST && walked.legends.length === 1 ? 'top' : 'right'
}

/** Names for the ends of lines; undefined where lines are not all that the legend names. */
export function endsOf({ groups, legends }: Walked): EndLabel[] | undefined {
  const [legend] = legends
  const joined = (kind: string) =>
    groups.filter((each) => each.kind === kind && each.places.length > 1)
  const stacked = joined('area').filter((each) => each.stacked)
  const lines = joined('line').length > 0 ? joined('line') : joined('area')
  if (!legend || lines.length === 0 || lines.length > MOST_ENDS) return undefined
  const scale = lines[0]?.encode?.color?.scale
  if (scale === undefined || !legend.scales.includes(scale)) return undefined
  const filled = [
    'bar',
    'cell',
    ...(stacked.length > 0 && lines[0]?.kind === 'area' ? [] : ['area']),
  ]
  if (groups.some(({ kind }) => filled.includes(kind))) return undefined
  const several = legend.entries.some((text) =>
    overlapping(lines.filter(({ series }) => series === text).map(({ places }) => places)),
  )
  if (several) return undefined
  const last = Math.max(...lines.flatMap(({ places }) => places.map(({ x }) => x)))
  const ends = legend.entries.flatMap((text): EndLabel[] => {
    const own = lines.filter(({ series }) => series === text)
    const at = own
      .flatMap(({ places }) => places)
      .reduce<Point | undefined>(
        (best, each) => (!best || each.x >= best.x ? each : best),
        undefined,
      )
    return at && own[0] ? [{ text, color: own[0].color ?? '#000000', at }] : []
  })
  const near = ends.every(({ at }) => last - at.x < 0.2 * last)
  return ends.length === legend.entries.length && near ? ends : undefined
}

/** Whether lines run beside each other, not one behind the other as parts of one: a name at one end would not say whose. */
function overlapping(lines: readonly (readonly Point[])[]): boolean {
  const spans = lines
    .map((places) => places.map(({ x }) => x))
    .map((xs) => [Math.min(...xs), Math.max(...xs)] as const)
    .sort(([a], [b]) => a - b)
  return spans.some(([from], i) => from < (spans[i - 1]?.[1] ?? from) - 1)
}

/** Whether the ends of lines leave each label near its own line. */
function endsFit(ends: readonly EndLabel[], frame: Frame): boolean {
  const heights = ends.map(({ at }) => at.y)
  return dodged(heights, frame.y - LINE / 2, frame.y + frame.height + LINE / 2).every(
    (y, i) => Math.abs(y - (heights[i] ?? 0)) <= LINE * 1.1,
  )
}

/** Room that names at the ends of lines take, in Vega's pixels. */
export const endRoom = (ends: readonly EndLabel[]): number =>
  Math.max(0, ...ends.map(({ text }) => widthOf(text, SIZE.text, 500))) + (2 * GAP) / UNIT

/** Names at the ends of lines; they are the legend, unless they were asked for in its stead. */
export function endElements(
  walked: Walked,
  ends: readonly EndLabel[],
  asked: boolean,
): SceneElement[] {
  const [frame] = walked.frames
  if (!frame) return []
  const ys = dodged(
    ends.map(({ at }) => at.y),
    frame.y - LINE / 2,
    frame.y + frame.height + LINE / 2,
  )
  const right = Math.max(...ends.map(({ at }) => at.x))
  const away = ends.some(({ at }, i) => Math.abs((ys[i] ?? 0) - at.y) > LINE / 2)
  const x = right + (away ? 2 * GAP : GAP)
  const parts = ends.flatMap(({ text, color, at }, i) => {
    const y = ys[i] ?? 0
    const part = { parent: 'ends', z: Z.text }
    const name = textPart(
      { ...part, id: `end-${i + 1}` },
      { text, x, y, baseline: 'middle', weight: 500, color: readable(color, '#ffffff') },
    )
    // A name that stands away from its line is led to it.
    const way = [
      { x: at.x + GAP / 2, y: at.y },
      { x: x - GAP / 4, y },
    ]
    const lead = { stroke: color, strokeWidth: UNIT / 2 }
    return away ? [name, lineShape({ ...part, id: `lead-${i + 1}` }, way, lead)] : [name]
  })
  return parts.length === 0
    ? []
    : [
        groupPart('ends', asked ? 'group' : 'legend', Z.text, hullOf(parts.map(({ box }) => box))),
        ...parts,
      ]
}

/** Heights of labels moved apart as little as possible, keeping their order. */
function dodged(heights: readonly number[], low: number, high: number): number[] {
  const order = heights.map((_, i) => i).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0))
  // Labels that touch form a block around their mean; blocks that touch join.
  const blocks: { members: number[]; centre: number }[] = []
  const size = (block: { members: number[] }) => block.members.length * LINE
  for (const index of order) {
    blocks.push({ members: [index], centre: heights[index] ?? 0 })
    for (;;) {
      const last = blocks.at(-1)
      const before = blocks.at(-2)
      if (!last || !before || before.centre + size(before) / 2 <= last.centre - size(last) / 2)
        break
      const members = [...before.members, ...last.members]
      const centre =
        (before.centre * before.members.length + last.centre * last.members.length) / members.length
      blocks.splice(-2, 2, { members, centre })
    }
  }
  const found = [...heights]
  for (const block of blocks) {
    const half = size(block) / 2
    const centre = Math.min(high - half, Math.max(low + half, block.centre))
    block.members.forEach((index, k) => {
      found[index] = centre - half + (k + 0.5) * LINE
    })
  }
  return found
}

/** The shapes and words of all marks. */
export function marksOf({ elements }: Pick<Walked, 'elements'>): SceneElement[] {
  const groups = new Set(elements.filter(({ role }) => role === 'mark').map(({ id }) => id))
  return elements.filter(({ parent }) => parent !== undefined && groups.has(parent))
}

/** The series of a chart's marks, in the order of their legend or of their drawing. */
export function seriesOf(groups: readonly MarkGroup[]): string[] {
  return [...new Set(groups.map(({ series }) => series).filter((each) => each !== ''))]
}
