import type { Box } from '../../forms/scene'
import { path, roundedRect } from '../themes/path'
import type { Drawers } from './glyph'
import { FINE, flat, line, polygon, type Stroke, shape, type Tone, upTo } from './stroke'

/** Plates of feature maps: of their height, how wide and how slanted they are; in units, how far they stand apart. */
const PLATE = { wide: 0.4, slant: 0.17, apart: 7, between: 12 }

/** From the palest to the strongest. */
const SHADES: readonly Tone[] = ['wash', 'tint', 'mid', 'line', 'deep']

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
        const maps = 2 + (to <= from ? stage : stages - 1 - stage)
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
      // A lying one is as high as one of its cells.
      const side = upright ? 100 / cells : 100
      const parts = upTo(cells).map((index) =>
        upright
          ? { x: 0, y: side * index, width: side, height: side }
          : { x: side * index, y: 0, width: side, height: side },
      )
      const fills = parts.map((box, index) => shape(roundedRect(box, 0), scattered(index), 'line'))
      const sizes = upright ? {} : { least: 0.7, usual: 1 }
      return { width: upright ? side : side * cells, strokes: fills, parts, ...sizes }
    },
  },
  matrix: {
    least: 2,
    usual: 4.5,
    draw: ({ rows, columns, pattern }) => {
      const side = 100 / rows
      const width = side * columns
      const cells = upTo(rows).flatMap((row) =>
        upTo(columns).map((column) => {
          const box = { x: side * column, y: side * row, width: side, height: side }
          return flat(
            roundedRect(box, 0),
            cellTone(pattern, row, column * (rows / columns), row * columns + column),
          )
        }),
      )
      const down = upTo(columns - 1).map((index) => path`M${side * (index + 1)} 0V100`)
      const across = upTo(rows - 1).map((index) => path`M0 ${side * (index + 1)}H${width}`)
      const frame = roundedRect({ x: 0, y: 0, width, height: 100 }, 0)
      return {
        width,
        strokes: [...cells, line([...down, ...across].join(''), 'line', 0.5), line(frame)],
        parts: upTo(rows).map((row) => ({ x: 0, y: side * row, width, height: side })),
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
          flat(roundedRect({ x: 0, y: 0, width, height: 100 }, 0), 'paper'),
          shape(roundedRect({ x: 0, y: 0, width, height: row }, 0), 'mid'),
          line(lines.join(''), 'line', FINE),
          line(roundedRect({ x: 0, y: 0, width, height: 100 }, 0)),
        ],
        parts: upTo(rows).map((index) => ({ x: 0, y: row * (index + 1), width, height: row })),
      }
    },
  },
}

/** Shades that tell cells apart and follow no order: they stand for values without giving any. */
function scattered(index: number): Tone {
  return SHADES[[2, 0, 3, 1, 2, 4, 1, 3, 0][index % 9] ?? 0] ?? 'tint'
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
      return off < 0.5 ? 'deep' : scattered(index + Math.floor(index / 9))
  }
}
