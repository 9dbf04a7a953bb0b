import { distance, gap, within } from '../../../../figure/geometry'
import { difference } from '../../../../figure/pixels/color'
import type { Box } from '../../../../forms/scene'
import { isInside, nearestOn } from '../../outlines/nearest'
import type { Shape } from '../../outlines/shape'
import type { Mask, Pixels } from '../../pixels/pixels'
import { stands } from '../../surfaces/label-grounds'

export interface SolidMarks {
  /** Small filled forms that end a line. */
  heads: Shape[]
  /** Small filled forms that nothing touches: dashes, dots and heads that a gap parts from their line, or shapes. */
  loose: Shape[]
}

/** Finds among small shapes those that a pen or an arrow may have left; `ink` is without these shapes. */
export function solidMarks(
  small: readonly Shape[],
  ink: Mask,
  source: Pixels,
  terms: { contrast: number; letters: readonly Box[]; large: readonly Shape[] },
): SolidMarks {
  const marks: SolidMarks = { heads: [], loose: [] }
  for (const shape of small) {
    if (!isSolid(shape, terms)) continue
    const lines = linesInto(shape, ink, source)
    const pointed = shape.outline.form === 'polygon' && shape.outline.points.length === 3
    const reach = 0.8 * Math.max(shape.box.width, shape.box.height) + 4
    const aims = terms.large.some(
      ({ box }) => !within(shape.box, box) && gap(box, shape.box) <= reach,
    )
    if (lines === 0) marks.loose.push(shape)
    else if (lines === 1 && (pointed || aims)) marks.heads.push(shape)
  }
  return marks
}

function isSolid(
  { fill, outside, stroke, box }: Shape,
  { contrast, letters }: { contrast: number; letters: readonly Box[] },
): boolean {
  if (difference(fill, outside) <= 1.5 * contrast) return false
  // A thinner border is the blur of the form's own edge.
  if (stroke && stroke.width >= 1 && difference(stroke.colour, fill) > contrast) return false
  return !letters.some((line) => stands(line, box))
}

/** How many strokes of a shape's colour reach it: runs of ink on a ring around it. */
function linesInto({ outline, box, fill, stroke }: Shape, ink: Mask, source: Pixels): number {
  const { width, height, rgb } = source
  const pen = (stroke?.width ?? 0) / 2
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
  const angles: number[] = []
  for (
    let y = Math.max(0, Math.floor(box.y - 4));
    y < Math.min(height, box.y + box.height + 4);
    y++
  )
    for (
      let x = Math.max(0, Math.floor(box.x - 4));
      x < Math.min(width, box.x + box.width + 4);
      x++
    ) {
      const i = y * width + x
      if (!ink[i] || difference(rgb[i] as number, fill) > 90) continue
      const place = { x: x + 0.5, y: y + 0.5 }
      const away = distance(nearestOn(outline, place), place) - pen
      if (away < 1.2 || away > 3 || isInside(outline, place)) continue
      angles.push(Math.atan2(place.y - cy, place.x - cx))
    }
  angles.sort((a, b) => a - b)
  const apart = 3 / Math.max(3, Math.min(box.width, box.height) / 2)
  return angles.filter((angle, index) => {
    const before = angles[index - 1] ?? (angles.at(-1) ?? 0) - 2 * Math.PI
    return angle - before > apart
  }).length
}
