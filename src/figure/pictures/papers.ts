import type { Box } from '../../forms/scene'
import { path, roundedRect } from '../themes/path'
import type { Drawers } from './glyph'
import { flat, line, polygon, type Stroke, shape, upTo } from './stroke'

/** Of lines of text, in shares of the width that they may fill. */
const LENGTHS = [1, 0.88, 1, 0.72, 0.94, 0.84, 1, 0.6]

export const papers: Drawers<'document' | 'text-lines' | 'speech' | 'stack'> = {
  document: {
    least: 1.8,
    usual: 4,
    draw: () => ({ width: 78, strokes: page({ x: 0, y: 0, width: 78, height: 100 }) }),
  },
  'text-lines': {
    least: 1.2,
    usual: 3,
    draw: ({ lines }) => {
      const step = 100 / Math.max(3, lines)
      const box = { x: 0, y: step / 2, width: 120, height: 100 - step }
      return {
        width: 120,
        strokes: [text(box, lines)],
        least: 0.4 * lines,
        usual: 0.7 * lines,
      }
    },
  },
  speech: {
    least: 1.8,
    usual: 3.2,
    draw: () => ({
      width: 124,
      strokes: [
        shape(
          'M14 0H110A14 14 0 0 1 124 14V62A14 14 0 0 1 110 76H52L28 100V76H14A14 14 0 0 1 0 62V14A14 14 0 0 1 14 0Z',
          'paper',
        ),
        text({ x: 22, y: 24, width: 80, height: 30 }, 3),
      ],
    }),
  },
  stack: {
    least: 2,
    usual: 4.5,
    draw: ({ of, count }) => {
      const by = 10
      const [wide, high] = [SHEETS[of] * (100 - by * (count - 1)), 100 - by * (count - 1)]
      const parts = upTo(count).map((index) => {
        const behind = by * (count - 1 - index)
        return { x: behind, y: by * (count - 1) - behind, width: wide, height: high }
      })
      const strokes = parts.flatMap((box, index) => sheet(of, box, index === count - 1))
      return { width: wide + by * (count - 1), strokes, parts }
    },
  },
}

/** Width of one sheet of a stack in shares of its height. */
const SHEETS = { maps: 1, documents: 0.78, images: 1.2, cards: 1.5 }

function sheet(of: keyof typeof SHEETS, box: Box, front: boolean): Stroke[] {
  switch (of) {
    case 'documents':
      return front ? page(box) : [shape(pageOutline(box), 'paper')]
    case 'images':
      return front
        ? [shape(roundedRect(box, 0), 'paper'), ...view(box)]
        : [shape(roundedRect(box, 0))]
    case 'cards':
      return [shape(roundedRect(box, 6), front ? 'paper' : 'tint')]
    default:
      return [shape(roundedRect(box, 0), front ? 'tint' : 'mid')]
  }
}

/** Hills and a sun in the tones of the node. */
function view({ x, y, width, height }: Box): Stroke[] {
  const [right, bottom] = [x + width, y + height]
  const hills = [
    ...[x, bottom - 0.3 * height, x + 0.3 * width, bottom - 0.58 * height],
    ...[x + 0.56 * width, bottom - 0.26 * height, x + 0.72 * width, bottom - 0.42 * height],
    ...[right, bottom - 0.18 * height, right, bottom, x, bottom],
  ]
  const radius = 0.1 * height
  const sun = { x: x + 0.7 * width, y: y + 0.16 * height, width: 2 * radius, height: 2 * radius }
  return [
    flat(polygon(...hills), 'mid'),
    flat(roundedRect(sun, radius), 'line'),
    line(roundedRect({ x, y, width, height }, 0)),
  ]
}

/** A page with a folded corner and lines of text. */
function page(box: Box): Stroke[] {
  const { x, y, width, height } = box
  const fold = 0.22 * height
  const corner = [x + width - fold, y, x + width - fold, y + fold, x + width, y + fold]
  const inner = {
    x: x + 0.2 * width,
    y: y + 0.42 * height,
    width: 0.6 * width,
    height: 0.4 * height,
  }
  return [shape(pageOutline(box), 'paper'), shape(polygon(...corner), 'mid'), text(inner, 4)]
}

function pageOutline({ x, y, width, height }: Box): string {
  const fold = 0.22 * height
  const [right, bottom] = [x + width, y + height]
  return polygon(x, y, right - fold, y, right, y + fold, right, bottom, x, bottom)
}

/** Lines as long as lines of text are, from the top of a box to its bottom. */
function text({ x, y, width, height }: Box, lines: number): Stroke {
  const step = lines > 1 ? height / (lines - 1) : 0
  const rows = upTo(lines).map((row) => {
    const length = row === lines - 1 && lines > 2 ? 0.6 : (LENGTHS[row % LENGTHS.length] ?? 1)
    return path`M${x} ${y + step * row}H${x + width * length}`
  })
  return line(rows.join(''), 'line')
}
