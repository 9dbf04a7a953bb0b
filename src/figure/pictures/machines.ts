import { ellipsePath } from '../themes/path'
import type { Drawers } from './glyph'
import { line, shape } from './stroke'

export const machines: Drawers<'database'> = {
  database: {
    least: 1.4,
    usual: 3.5,
    draw: () => ({
      width: 84,
      strokes: [
        shape('M0 15V85A42 15 0 0 0 84 85V15Z'),
        shape(ellipsePath(42, 15, 42, 15), 'mid'),
        line('M0 39A42 15 0 0 0 84 39M0 62A42 15 0 0 0 84 62'),
      ],
    }),
  },
}
