/** Where names of series stand: at the ends of lines, in a free corner of the frame, beside it or above it. */
import type { Box, Point, SceneElement } from '../../forms/scene'
import { readable } from '../color'
import { overlap } from '../geometry'
import { clipSegment } from './clip'
import { SIZE, UNIT, widthOf } from './house'
import { groupPart, moved, textPart } from './parts'
import { pointsOf } from './paths'
import { around, lineShape } from './shapes'
import { type Frame, type MarkGroup, type Walked, Z } from './walked'

export type LegendPlace =
  | 'direct'
  | 'top-right'
  | 'top-left'
  | 'bottom-right'
  | 'bottom-left'
  | 'right'
  | 'top'

const TEXT = SIZE.text * UNIT
const LINE = TEXT * 1.18
const GAP = 16
/** More lines than this do not get a name at their end. */
const MOST_ENDS = 12
/** Air around a legend inside the frame, in canvas pixels. */
const AIR = 12
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
  const wide = legend.box.width > canvas.width * WIDEST
  if (walked.legends.length > 1 || walked.frames.length > 1)
    return wide && walked.legends.length === 1 ? 'top' : 'right'
  const ends = free ? endsOf(walked) : undefined
  if (ends && endsFit(ends, frame)) return 'direct'
  const stacked = walked.groups.some(
    ({ encode }) => encode?.x?.field?.endsWith('_end') && encode.x2,
  )
  if (stacked) return 'top'
  return cornerOf(walked, frame, legend.box) ?? (wide ? 'top' : 'right')
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
    const name = textPart(`end-${i + 1}`, 'ends', Z.text, {
      ...{ text, x, y, baseline: 'middle', weight: 500 },
      color: readable(color, '#ffffff'),
    })
    // A name that stands away from its line is led to it.
    const way = [
      { x: at.x + GAP / 2, y: at.y },
      { x: x - GAP / 4, y },
    ]
    const lead = { stroke: color, strokeWidth: UNIT / 2 }
    return away ? [name, lineShape(`lead-${i + 1}`, 'ends', Z.text, way, lead)] : [name]
  })
  return parts.length === 0
    ? []
    : [groupPart('ends', asked ? 'group' : 'legend', Z.text, around(parts)), ...parts]
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

/** A corner of the frame where a block of this size covers no mark, best first. */
function cornerOf(walked: Walked, frame: Frame, size: Box): LegendPlace | undefined {
  const [width, height] = [size.width + 2 * AIR, size.height + 2 * AIR]
  // The frame is wider once the legend has left its side.
  const grown = size.x + size.width - frame.x
  const stretch = (x: number) => frame.x + ((x - frame.x) * grown) / frame.width
  if (width > grown * 0.6 || height > frame.height * 0.6) return undefined
  const [left, right] = [frame.x, frame.x + grown - width]
  const [top, bottom] = [frame.y, frame.y + frame.height - height]
  const corners: [LegendPlace, Point][] = [
    ['top-right', { x: right, y: top }],
    ['top-left', { x: left, y: top }],
    ['bottom-right', { x: right, y: bottom }],
    ['bottom-left', { x: left, y: bottom }],
  ]
  const marks = marksOf(walked)
  return corners.find(([, at]) => {
    const box = { ...at, width, height }
    return marks.every((mark) => !touches(mark, box, stretch))
  })?.[0]
}

/** The shapes and words of all marks. */
export function marksOf({ elements }: Pick<Walked, 'elements'>): SceneElement[] {
  const groups = new Set(elements.filter(({ role }) => role === 'mark').map(({ id }) => id))
  return elements.filter(({ parent }) => parent !== undefined && groups.has(parent))
}

/** The points of a line, straight or in steps and curves; undefined for what is no line. */
function lineOf({ geometry, style }: SceneElement): readonly Point[] | undefined {
  if (geometry?.form === 'polyline') return geometry.points
  return geometry?.form === 'path' && !style.fill ? pointsOf(geometry.d) : undefined
}

function touches(mark: SceneElement, place: Box, stretch: (x: number) => number): boolean {
  const move = ({ x, y }: Point) => ({ x: stretch(x), y })
  const points = lineOf(mark)
  if (points)
    return points.some((to, i) => {
      const from = points[i - 1]
      return from !== undefined && clipSegment(move(from), move(to), place) !== undefined
    })
  const { box } = mark
  const [x, right] = [stretch(box.x), stretch(box.x + box.width)]
  return overlap({ x, y: box.y, width: right - x, height: box.height }, place, 2)
}

/** The series of a chart's marks, in the order of their legend or of their drawing. */
export function seriesOf(groups: readonly MarkGroup[]): string[] {
  return [...new Set(groups.map(({ series }) => series).filter((each) => each !== ''))]
}

/** Where the panel that the last row of small charts lacks would stand: there is room for a legend. */
export function missingCell({ frames, legends }: Walked): Point | undefined {
  const last = frames.at(-1)
  const [legend] = legends
  if (!last || !legend || legends.length > 1 || frames.length < 3) return undefined
  const columns = [...new Set(frames.map(({ x }) => Math.round(x)))].sort((a, b) => a - b)
  const next = columns[columns.indexOf(Math.round(last.x)) + 1]
  const fits = legend.box.width < last.width && legend.box.height < last.height
  const rows = new Set(frames.map(({ y }) => Math.round(y))).size
  return next === undefined || !fits || rows < 2 ? undefined : { x: next, y: last.y }
}

/** The elements of a legend at another place. */
export function legendAt({ elements, legends }: Walked, { x, y }: Point): SceneElement[] {
  const [legend] = legends
  if (!legend) return []
  return elements
    .filter(({ id, parent }) => id === 'legend' || parent === 'legend')
    .map((each) => moved(each, x - legend.box.x, y - legend.box.y))
}
