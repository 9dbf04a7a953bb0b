import type { Box } from '../../forms/scene'
import { path, roundedRect } from '../themes/path'
import type { Drawers } from './glyph'
import {
  FINE,
  flat,
  line,
  polygon,
  rect,
  type Stroke,
  scattered,
  shape,
  type Tone,
  tile,
  upTo,
} from './stroke'

/** Plates of feature maps: of their height, how wide and how slanted they are; in units, how far they stand apart. */
const PLATE = { wide: 0.4, slant: 0.17, apart: 7, between: 12 }

export const arrays: Drawers<'feature-maps' | 'vector' | 'matrix' | 'tokens' | 'table'> = {
  'feature-maps': {
    least: 2.4,
    usual: 5.5,
    draw: ({ stages, from, to }) => {
      const strokes: Stroke[] = []
      const parts: Box[] = []
      let x = 0
      for (const stage of upTo(stages)) {
        const along = stages === 1 ? 0 : stage / (stages - 1)
        const height = (100 * from * (to / from) ** along) / Math.max(from, to)
        // Where the picture becomes smaller, more maps hold it.
        const maps = stages === 1 ? 4 : 2 + (to <= from ? stage : stages - 1 - stage)
        const y = 50 - height / 2
        const [wide, slant] = [PLATE.wide * height, PLATE.slant * height]
        for (const map of upTo(maps)) {
          const at = x + PLATE.apart * map
          const plate = polygon(
            ...[at, y + slant, at + wide, y],
            ...[at + wide, y + height - slant, at, y + height],
          )
          strokes.push(shape(plate, map === maps - 1 ? 'tint' : 'mid'))
        }
        const width = wide + PLATE.apart * (maps - 1)
        parts.push({ x, y, width, height })
        x += width + PLATE.between
      }
      return { width: x - PLATE.between, strokes, parts }
    },
  },
  vector: {
    least: 1.6,
    usual: 5,
    draw: ({ cells, upright }) => {
      // Many cells are broader than long.
      const [along, across] = [100 / cells, Math.max(100 / cells, 18)]
      const scale = upright ? 1 : 100 / across
      const parts = upTo(cells).map((index) =>
        upright
          ? { x: 0, y: along * index, width: across, height: along }
          : { x: along * scale * index, y: 0, width: along * scale, height: 100 },
      )
      const strokes = parts.map((box, index) => shape(roundedRect(box, 0), scattered(index)))
      const sizes = upright ? {} : { least: 0.7, usual: 1 }
      return { width: upright ? across : 100 * scale, strokes, parts, ...sizes }
    },
  },
  matrix: {
    least: 2,
    usual: 4.5,
    draw: ({ rows, columns, pattern }) => {
      const side = 100 / rows
      const width = side * columns
      const cells = upTo(rows).flatMap((row) =>
        upTo(columns).map((column) =>
          flat(
            tile(column, row, side, width),
            cellTone(pattern, row, column * (rows / columns), row * columns + column),
          ),
        ),
      )
      const down = upTo(columns - 1).map((index) => path`M${side * (index + 1)} 0V100`)
      const across = upTo(rows - 1).map((index) => path`M0 ${side * (index + 1)}H${width}`)
      const frame = rect(0, 0, width, 100)
      return {
        width,
        strokes: [...cells, line([...down, ...across].join(''), 'line', 0.5), line(frame)],
        parts: upTo(rows).map((row) => ({ x: 0, y: side * row, width, height: side })),
        least: Math.max(1.6, 0.3 * rows),
        usual: Math.max(3.6, 0.6 * rows),
      }
    },
  },
  tokens: {
    least: 1,
    usual: 1.7,
    draw: ({ count }) => {
      const parts = upTo(count).map((index) => ({ x: 118 * index, y: 0, width: 96, height: 100 }))
      return {
        width: 118 * count - 22,
        strokes: parts.map((box, index) => shape(roundedRect(box, 20), scattered(index))),
        parts,
      }
    },
  },
  table: {
    least: 2,
    usual: 4,
    draw: ({ rows, columns }) => {
      const [width, row] = [Math.max(100, 36 * columns), 100 / (rows + 1)]
      const column = width / columns
      const lines = [
        ...upTo(rows - 1).map((index) => path`M0 ${row * (index + 2)}H${width}`),
        ...upTo(columns - 1).map((index) => path`M${column * (index + 1)} 0V100`),
      ]
      return {
        width,
        strokes: [
          flat(rect(0, 0, width, 100), 'paper'),
          shape(rect(0, 0, width, row), 'mid'),
          line(lines.join(''), 'line', FINE),
          line(rect(0, 0, width, 100)),
        ],
        parts: upTo(rows).map((index) => ({ x: 0, y: row * (index + 1), width, height: row })),
        least: 0.4 * (rows + 1),
        usual: Math.max(3.2, 0.75 * (rows + 1)),
      }
    },
  },
}

/** Off the diagonal one shade is rare. */
function quiet(tone: Tone): Tone {
  return tone === 'line' ? 'tint' : tone === 'deep' ? 'line' : tone
}

function cellTone(pattern: string, row: number, column: number, index: number): Tone {
  const off = Math.abs(row - column)
  switch (pattern) {
    case 'plain':
      return 'tint'
    case 'diagonal':
      return off < 0.5 ? 'line' : 'wash'
    case 'triangle':
      return column < row + 0.5 ? 'mid' : 'wash'
    case 'band':
      return off < 0.5 ? 'line' : off < 1.5 ? 'mid' : 'wash'
    case 'blocks':
      return Math.floor(row / 2) === Math.floor(column / 2) ? 'mid' : 'wash'
    default:
      return off < 0.5 ? 'line' : quiet(scattered(index + Math.floor(index / 9)))
  }
}
