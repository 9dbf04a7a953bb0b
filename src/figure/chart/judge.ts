import { roundedTo } from '../../forms/numbers'
import type { Box, SceneElement } from '../../forms/scene'
import { pixelsPerPoint } from '../canvas/paper'
import { overlap } from '../geometry'
import { marksOf } from './legend'
import { SIZE, UNIT } from './spec/house'
import type { Walked } from './walked'

/** Measures what an art editor looks at first. Shares are of the canvas; `ink` is what marks cover of their frame. */
export function judge(
  { elements, frames }: Pick<Walked, 'elements' | 'frames'>,
  canvas: { width: number; height: number },
): Record<string, number> {
  const texts = elements.filter(({ geometry }) => geometry?.form === 'lines')
  const marks = marksOf({ elements }).filter(isForm)
  const legend = elements.find(({ id }) => id === 'legend')
  const area = frames.reduce((all, { width, height }) => all + width * height, 0)
  const smallest = Math.min(...texts.map(({ style }) => style.fontSize ?? SIZE.text * UNIT))
  const ink = area > 0 ? marks.reduce((all, { box }) => all + box.width * box.height, 0) / area : 0
  const isInside = legend && frames.some((frame) => overlap(frame, legend.box, -4))
  return {
    labelOverlaps: overlapsIn(texts),
    clippedTexts: texts.filter(({ box }) => outside(box, canvas)).length,
    legendOverMarks: isInside ? marks.filter(({ box }) => overlap(box, legend.box, 1)).length : 0,
    marks: marks.length,
    frameShare: roundedTo(area / (canvas.width * canvas.height), 3),
    ink: roundedTo(Math.min(1, ink), 3),
    smallestTextPt: roundedTo(smallest / pixelsPerPoint(canvas), 3),
  }
}

const MARKED = new Set(['rect', 'ellipse', 'polygon', 'path'])

const isForm = ({ geometry, style }: SceneElement): boolean =>
  geometry !== undefined &&
  MARKED.has(geometry.form) &&
  // A curve is no area.
  (geometry.form !== 'path' || style.fill !== undefined)

const outside = (box: Box, { width, height }: { width: number; height: number }) =>
  box.x < -1 || box.y < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1

/** Pairs of upright words one over the other; the boxes of slanted ones overlap where the words do not. */
function overlapsIn(texts: readonly SceneElement[]): number {
  const list = texts
    .filter(
      ({ geometry }) => geometry?.form === 'lines' && Math.abs((geometry.turn ?? 0) % 90) <= 1,
    )
    .sort((a, b) => a.box.x - b.box.x)
  return list.reduce((count, one, i) => {
    const end = one.box.x + one.box.width
    let k = i + 1
    for (let other = list[k]; other && other.box.x <= end; other = list[++k])
      if (overlap(one.box, other.box, 2)) count++
    return count
  }, 0)
}
