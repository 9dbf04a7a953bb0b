import { ellipsePath, path } from '../themes/path'
import type { Drawers } from './glyph'
import { circle, FINE, flat, line, polygon, polyline, shape, upTo } from './stroke'

type Nature = 'brain' | 'cell' | 'tissue' | 'dna' | 'molecule' | 'plant' | 'earth' | 'cloud'

export const nature: Drawers<Nature> = {
  brain: {
    least: 1.8,
    usual: 3.8,
    draw: () => ({
      width: 120,
      strokes: [
        shape('M68.8 75.1L74.8 100H86.8L84.8 75.1Z', 'mid'),
        shape(ellipsePath(93, 75, 19, 13.5), 'mid'),
        shape(
          'M10.8 69.4A16 15.3 0 0 1 2.8 46.4A18 17.2 0 0 1 14.8 23.4A20 19.1 0 0 1 42.8 9.1A22 21.1 0 0 1 78.8 9.1A20 19.1 0 0 1 106.8 23.4A18 17.2 0 0 1 116.8 48.3A16 15.3 0 0 1 102.8 69.4A18 17.2 0 0 1 78.8 75.1A18 17.2 0 0 1 44.8 80.9A20 19.1 0 0 1 10.8 69.4Z',
        ),
        line(
          'M14.8 61.7C30.8 61.7 46.8 57.9 58.8 48.3C68.8 42.6 78.8 44.5 84.8 50.2M60.8 8.1C56.8 17.7 62.8 25.4 56.8 36.8M84.8 17.7C78.8 25.4 84.8 33 96.8 34.9M20.8 36.8C30.8 31.1 38.8 34.9 40.8 44.5M44.8 67.5C54.8 71.3 66.8 67.5 72.8 59.8',
        ),
      ],
    }),
  },
  cell: {
    least: 1.8,
    usual: 3.8,
    draw: () => ({
      width: 116,
      strokes: [
        shape('M56 0C84 -1 114 14 116 46C118 80 92 100 60 100C28 100 0 84 0 52C0 22 26 1 56 0Z'),
        shape(circle(48, 54, 24), 'mid'),
        flat(circle(53, 50, 8), 'line'),
        shape(
          'M80 22C90 22 100 30 102 38C96 42 84 38 79 32C76 28 76 23 80 22Z',
          'paper',
          'line',
          FINE,
        ),
        shape(
          'M82 72C92 64 102 64 104 70C104 78 92 86 84 84C78 82 78 76 82 72Z',
          'paper',
          'line',
          FINE,
        ),
        flat(
          `${circle(24, 26, 4)}${circle(38, 17, 4)}${circle(20, 80, 4)}${circle(62, 88, 4)}`,
          'line',
        ),
      ],
    }),
  },
  tissue: {
    least: 2,
    usual: 3.8,
    draw: () => {
      const cells = upTo(11).map((index) => {
        const row = index < 4 ? 0 : index < 7 ? 1 : 2
        const column = row === 0 ? index : row === 1 ? index - 4 + 0.5 : index - 7
        return [18.5 + 37 * column, 20.5 + 29.5 * row] as const
      })
      return {
        width: 148,
        strokes: [
          ...cells.map(([x, y], index) => shape(hexagon(x, y), index % 3 === 1 ? 'mid' : 'tint')),
          flat(cells.map(([x, y]) => circle(x, y, 5)).join(''), 'line'),
        ],
      }
    },
  },
  dna: {
    least: 2,
    usual: 4.5,
    draw: () => {
      const at = (y: number, side: number) =>
        22 + side * 21 * Math.cos((2 * Math.PI * y) / 66 + 0.5)
      const strand = (side: number) =>
        polyline(...upTo(41).flatMap((index) => [at(2.5 * index, side), 2.5 * index]))
      const rungs = upTo(10).map((index) => {
        const y = 5 + 10 * index
        return path`M${at(y, -1)} ${y}H${at(y, 1)}`
      })
      return {
        width: 44,
        strokes: [
          line(rungs.join(''), 'line', 0.9),
          line(strand(-1), 'accent', 1.9),
          line(strand(1), 'line', 1.9),
        ],
      }
    },
  },
  molecule: {
    least: 1.6,
    usual: 3.8,
    draw: () => {
      const ring = upTo(6).map((index) => corner(46, 58, 30, index))
      const inner = upTo(6).map((index) => corner(46, 58, 22, index))
      const double = [0, 2, 4].map((index) =>
        polyline(...(inner[index] ?? []), ...(inner[index + 1] ?? [])),
      )
      const bonds = 'M72 43L98 28M20 73L8 80M46 28V10'
      return {
        width: 110,
        strokes: [
          line(bonds + polygon(...ring.flat()) + double.join(''), 'line', 1.3),
          shape(circle(99, 27, 11), 'accent', 'line'),
          shape(circle(46, 10, 10), 'tint'),
          shape(circle(10, 79, 10), 'tint'),
          ...ring.map(([x = 0, y = 0]) => shape(circle(x, y, 6.5), 'mid')),
        ],
      }
    },
  },
  plant: {
    least: 1.6,
    usual: 3.6,
    draw: () => ({
      width: 96,
      strokes: [
        line('M48 90V34', 'line', 1.6),
        shape('M48 60C46 40 28 28 0 30C2 52 22 66 48 60Z', 'tint'),
        shape('M48 42C48 20 66 4 96 2C96 28 76 46 48 42Z', 'mid'),
        line('M48 60C38 48 28 42 16 38M48 42C58 28 68 20 80 14', 'line', FINE),
        shape('M18 100C20 84 34 80 48 84C62 80 76 84 78 100Z', 'deep', 'line'),
      ],
    }),
  },
  earth: {
    least: 1.6,
    usual: 3.6,
    draw: () => ({
      width: 100,
      strokes: [
        shape(circle(50, 50, 50)),
        flat(
          'M18 16C30 8 46 4 54 8C56 14 48 18 50 24C42 26 38 34 42 40C36 46 40 50 46 52C54 54 58 60 54 68C50 76 48 86 42 88C36 84 38 74 34 66C30 58 26 54 22 46C16 40 12 34 10 30C12 24 14 20 18 16Z',
          'line',
        ),
        flat(
          'M68 18C78 18 86 28 90 36C94 44 94 54 92 60C88 62 84 56 80 56C74 58 68 52 66 46C64 40 70 36 68 30C64 26 64 20 68 18Z',
          'line',
        ),
        line(circle(50, 50, 50)),
      ],
    }),
  },
  cloud: {
    least: 1.4,
    usual: 3.2,
    draw: () => ({
      width: 155,
      strokes: [
        shape(
          'M34 100A34 35.7 0 0 1 26 29.6A26 27.3 0 0 1 58 18.1A36 37.8 0 0 1 124 30.7A33 34.6 0 0 1 120 100Z',
        ),
      ],
    }),
  },
}

function hexagon(x: number, y: number): string {
  return polygon(...upTo(6).flatMap((index) => corner(x, y, 20, index)))
}

/** Of a hexagon that stands on a corner. */
function corner(x: number, y: number, far: number, index: number): number[] {
  const angle = (Math.PI / 3) * index
  return [x + far * Math.sin(angle), y - far * Math.cos(angle)]
}
