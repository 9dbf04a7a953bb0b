import { path, roundedRect } from '../themes/path'
import type { Drawers } from './glyph'
import { line, shape, upTo } from './stroke'

export const charts: Drawers<'bars'> = {
  bars: {
    least: 1.6,
    usual: 3.5,
    draw: ({ count, upright }) => {
      const [width, step] = [110, (upright ? 110 : 100) / count]
      const thick = 0.64 * step
      // Even steps: a bar says that there are several, not how much.
      const parts = upTo(count).map((index) => {
        const long = 1 - (0.62 * index) / Math.max(1, count - 1)
        const at = step * index + (step - thick) / 2
        return upright
          ? { x: at, y: 100 - 94 * (1.38 - long), width: thick, height: 94 * (1.38 - long) }
          : { x: 0, y: at, width: width * long, height: thick }
      })
      const axis = upright ? path`M0 100H${width}` : path`M0 0V100`
      return {
        width,
        strokes: [...parts.map((box) => shape(roundedRect(box, 0), 'mid')), line(axis)],
        parts,
      }
    },
  },
}
