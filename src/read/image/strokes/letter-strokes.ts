import type { LetterLine } from '../../lettering'
import { lengthOf } from './polyline'
import type { Stroke } from './stroke'

/** Letters that a line crosses are not all read: so many sizes beyond a line of text its others may stand. */
const BEYOND = 3
/** By which share of its size letters reach over and under a line of text. */
const OVER = 0.4
/** No stroke of a letter is longer, in its size. */
const LONGEST = 2.5

/** Without the strokes of letters that a line crosses: short ones that branch off it beside what was read there. */
export function withoutLetterStrokes(
  strokes: readonly Stroke[],
  lines: readonly LetterLine[],
): Stroke[] {
  return strokes.filter(({ points, start, end }) => {
    if (start.head || end.head || !(start.branch || end.branch)) return true
    const length = lengthOf(points)
    return !lines.some(({ box, angle, fontSize }) => {
      if (length > LONGEST * fontSize) return false
      const [along, across] = [BEYOND * fontSize, OVER * fontSize]
      const [dx, dy] = angle === 0 ? [along, across] : [across, along]
      return points.every(
        ({ x, y }) =>
          x > box.x - dx &&
          x < box.x + box.width + dx &&
          y > box.y - dy &&
          y < box.y + box.height + dy,
      )
    })
  })
}
