import { roundedTo } from '../../forms/numbers'
import type { Box, SceneElement } from '../../forms/scene'
import { contrast } from '../color'
import { overlap } from '../geometry'
import { pixelsPerPoint } from '../paper'
import { SIZE, UNIT } from './house'
import type { Walked } from './walked'

export interface Judgement {
  /** Smaller is better; 0 is a chart without a fault. */
  cost: number
  figures: Record<string, number>
  log: string[]
}

/** What each fault costs, in the currency of one pair of labels on top of each other. */
const PRICES = {
  labelOverlaps: 4,
  clippedTexts: 6,
  legendOverMarks: 2,
  labelsOverMarks: 0.6,
  turnedLabels: 1.5,
  tickCrowding: 1,
  emptyShare: 4,
  lowContrastTexts: 2,
} as const

/** Measures what an art editor looks at first. Shares are of the canvas; `ink` is what marks cover of their frame. */
export function judge(
  { elements, frames }: Pick<Walked, 'elements' | 'frames'>,
  canvas: { width: number; height: number },
): Judgement {
  const texts = elements.filter(({ geometry }) => geometry?.form === 'lines')
  const marks = marksOf(elements)
  const legend = elements.find(({ id }) => id === 'legend')
  const area = frames.reduce((all, { width, height }) => all + width * height, 0)
  const figures = {
    labelOverlaps: overlapsIn(texts),
    clippedTexts: texts.filter(({ box }) => outside(box, canvas)).length,
    legendOverMarks:
      legend && frames.some((frame) => overlap(frame, legend.box, -4))
        ? marks.filter(({ box }) => overlap(box, legend.box, 1)).length
        : 0,
    labelsOverMarks: labelsOverMarks(texts, marks),
    turnedLabels: texts.some(
      ({ id, geometry }) =>
        id.includes('axis-x') && geometry?.form === 'lines' && (geometry.turn ?? 0) !== 0,
    )
      ? 1
      : 0,
    tickCrowding: crowding(elements, frames[0]),
    emptyShare: frames.length === 0 ? 0 : Math.max(0, 0.5 - area / (canvas.width * canvas.height)),
    lowContrastTexts: texts.filter(({ style }) => lowContrast(style.fill)).length,
  }
  const cost = Object.entries(PRICES).reduce(
    (all, [name, price]) => all + price * figures[name as keyof typeof PRICES],
    0,
  )
  const smallest = Math.min(...texts.map(({ style }) => style.fontSize ?? SIZE.text * UNIT))
  const ink = area > 0 ? marks.reduce((all, { box }) => all + box.width * box.height, 0) / area : 0
  const share = (value: number) => roundedTo(value, 3)
  return {
    cost,
    figures: {
      ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, share(value)])),
      marks: marks.length,
      frameShare: share(area / (canvas.width * canvas.height)),
      ink: share(Math.min(1, ink)),
      smallestTextPt: share(smallest / pixelsPerPoint(canvas)),
      cost: share(cost),
    },
    log: [],
  }
}

const MARKED = new Set(['rect', 'ellipse', 'polygon', 'path'])

function marksOf(elements: readonly SceneElement[]): SceneElement[] {
  const groups = new Set(elements.filter(({ role }) => role === 'mark').map(({ id }) => id))
  return elements.filter(
    ({ parent, geometry, style }) =>
      parent !== undefined &&
      groups.has(parent) &&
      geometry !== undefined &&
      MARKED.has(geometry.form) &&
      // A curve is no area.
      (geometry.form !== 'path' || style.fill !== undefined),
  )
}

const outside = (box: Box, { width, height }: { width: number; height: number }) =>
  box.x < -1 || box.y < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1

/** Numbers in cells and bars stand on their marks on purpose and apart by construction. */
function overlapsIn(texts: readonly SceneElement[]): number {
  const list = texts
    .filter(({ geometry }) => geometry?.form === 'lines' && !isTurned(geometry.turn))
    .sort((a, b) => a.box.x - b.box.x)
  let count = 0
  for (let i = 0; i < list.length; i++) {
    const one = list[i]
    for (let k = i + 1; one && k < list.length; k++) {
      const other = list[k]
      if (!other || other.box.x > one.box.x + one.box.width) break
      if (overlap(one.box, other.box, 2)) count++
    }
  }
  return count
}

/** The boxes of slanted words overlap where the words do not. */
const isTurned = (turn = 0) => Math.abs(turn % 90) > 1

function labelsOverMarks(texts: readonly SceneElement[], marks: readonly SceneElement[]): number {
  const names = texts.filter(({ id }) => /^(name|annotation|guide)/.test(id))
  if (names.length === 0 || marks.length > 3000) return 0
  return names.filter(({ box }) => marks.some((mark) => overlap(box, mark.box, 3))).length
}

/** Ticks nearer to each other than two lines of text, or so few that values cannot be read off. */
function crowding(elements: readonly SceneElement[], frame: Box | undefined): number {
  if (!frame) return 0
  const labels = elements.filter(({ id }) => /^axis-y-1-label/.test(id))
  if (labels.length < 2) return 0
  return frame.height / labels.length < SIZE.text * UNIT * 1.15 ? 1 : 0
}

function lowContrast(fill: string | undefined): boolean {
  return fill !== undefined && fill !== '#ffffff' && contrast(fill, '#ffffff') < 3
}
