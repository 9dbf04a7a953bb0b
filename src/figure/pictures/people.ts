import { path } from '../themes/path'
import type { Drawers } from './glyph'
import { circle, type Stroke, shape, upTo } from './stroke'

/** Width of a person of height 1. */
const WIDE = 0.8

export const people: Drawers<'person' | 'group-of-people'> = {
  person: {
    least: 1.4,
    usual: 3.2,
    draw: () => ({ width: 100 * WIDE, strokes: bust(50 * WIDE, 0, 100) }),
  },
  'group-of-people': {
    least: 1.6,
    usual: 3.2,
    draw: ({ count }) => {
      const [height, apart] = [84, 48]
      // The middle one stands in front, the others behind it to both sides.
      const middle = Math.floor(count / 2)
      const places = upTo(count)
        .map((index) => ({ index, far: Math.abs(index - middle) }))
        .sort((a, b) => b.far - a.far || a.index - b.index)
      const half = (WIDE * height) / 2
      const strokes = places.flatMap(({ index, far }) =>
        bust(half + apart * index, far === 0 ? 100 - height : 0, height),
      )
      return {
        width: apart * (count - 1) + 2 * half,
        strokes,
        parts: upTo(count).map((index) => ({
          x: apart * index,
          y: index === middle ? 100 - height : 0,
          width: 2 * half,
          height,
        })),
      }
    },
  },
}

/** Head and shoulders around a vertical axis. */
function bust(x: number, top: number, height: number): Stroke[] {
  const [radius, half, bottom] = [0.235 * height, (WIDE * height) / 2, top + height]
  const neck = top + 0.54 * height
  const arc = half * 0.92
  return [
    shape(
      path`M${x - half} ${bottom}V${neck + arc}A${half} ${arc} 0 0 1 ${x + half} ${neck + arc}V${bottom}Z`,
    ),
    shape(circle(x, top + radius, radius)),
  ]
}
