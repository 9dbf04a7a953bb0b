import { ellipsePath, path } from '../themes/path'
import type { Drawers } from './glyph'
import { circle, FINE, flat, line, polygon, rect, type Stroke, shape, upTo } from './stroke'

type Machines = 'database' | 'tank' | 'device' | 'sensor' | 'scanner' | 'microscope' | 'flask'

export const machines: Drawers<Machines> = {
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
  tank: {
    least: 1.6,
    usual: 4,
    draw: ({ levels }) => {
      const [width, high] = [84, 100 / levels]
      const parts = upTo(levels).map((index) => ({ x: 0, y: high * index, width, height: high }))
      const liquids = parts.map(({ y }) => {
        const top = y + 0.42 * high
        const swell = Math.min(6, 0.2 * high)
        const wave = path`M0 ${top}C14 ${top - swell} 28 ${top - swell} 42 ${top}C56 ${top + swell} 70 ${top + swell} 84 ${top}`
        return [flat(wave + path`V${y + high}H0Z`, 'mid'), line(wave)]
      })
      const floors = upTo(levels).map((index) => path`M0 ${high * (index + 1)}H84`)
      return {
        width,
        strokes: [
          flat(rect(0, 0, 84, 100), 'paper'),
          ...liquids.flat(),
          line(`M0 0V100M84 0V100${floors.join('')}`, 'line', 1.3),
        ],
        parts,
      }
    },
  },
  device: { least: 1.6, usual: 3.6, draw: ({ of }) => DEVICES[of] },
  sensor: {
    least: 1.6,
    usual: 3.4,
    draw: () => ({
      width: 111,
      strokes: [
        line('M32.5 56A26 26 0 0 1 32.5 14M78.5 56A26 26 0 0 0 78.5 14', 'accent', 1.3),
        line('M16.5 70A46 46 0 0 1 16.5 0M94.5 70A46 46 0 0 0 94.5 0', 'accent', 1.3),
        shape(polygon(55.5, 40, 80, 100, 31, 100), 'tint'),
        line('M41.5 76H69.5', 'line'),
        shape(circle(55.5, 35, 10), 'mid'),
      ],
    }),
  },
  scanner: {
    least: 2,
    usual: 4.2,
    draw: () => ({
      width: 124,
      strokes: [
        shape(rect(8, 0, 108, 88, 18), 'tint'),
        shape(circle(62, 42, 34), 'paper'),
        shape(circle(62, 42, 25), 'mid'),
        shape(rect(0, 56, 124, 10, 5), 'paper'),
        shape(polygon(48, 66, 76, 66, 84, 100, 40, 100), 'paper'),
        shape(
          'M30 56A8 8 0 0 1 46 56ZM48 56V52A5 5 0 0 1 53 47H86A9 9 0 0 1 95 56Z',
          'deep',
          'deep',
          FINE,
        ),
      ],
    }),
  },
  microscope: {
    least: 2,
    usual: 4,
    draw: () => ({
      width: 72,
      strokes: [
        line('M40 22C72 30 74 74 46 92', 'line', 2),
        shape(polygon(16, 10, 34, 2, 54, 48, 36, 56), 'tint'),
        shape(polygon(39, 57, 53, 51, 57, 61, 44, 67), 'mid'),
        shape(polygon(12, 4, 30, 0, 34, 8, 16, 16), 'mid'),
        line('M20 76H58', 'line', 1.6),
        shape(rect(0, 90, 72, 10, 5), 'mid'),
      ],
    }),
  },
  flask: {
    least: 1.6,
    usual: 3.4,
    draw: () => ({
      width: 84,
      strokes: [
        shape('M31 4V36L4 86A9 9 0 0 0 12 100H72A9 9 0 0 0 80 86L53 36V4Z', 'paper'),
        flat('M19 60H65L79 86A9 9 0 0 1 72 99H12A9 9 0 0 1 5 86Z', 'mid'),
        line('M31 4V36L4 86A9 9 0 0 0 12 100H72A9 9 0 0 0 80 86L53 36V4M19 60H65'),
        line('M24 2H60', 'line', 1.6),
        shape(`${circle(36, 76, 5)}${circle(52, 86, 4)}`, 'paper'),
      ],
    }),
  },
}

const DEVICES: Record<
  'laptop' | 'phone' | 'server' | 'camera' | 'robot' | 'arm' | 'chip',
  { width: number; strokes: Stroke[] }
> = {
  laptop: {
    width: 140,
    strokes: [
      shape(rect(18, 0, 104, 76, 7), 'tint'),
      shape(rect(27, 9, 86, 58), 'paper'),
      shape('M0 84H140L134 95A8 8 0 0 1 127 100H13A8 8 0 0 1 6 95Z', 'mid'),
      line('M40 30H84M40 44H100', 'line'),
    ],
  },
  phone: {
    width: 54,
    strokes: [
      shape(rect(0, 0, 54, 100, 10), 'tint'),
      shape(rect(6, 13, 42, 70), 'paper'),
      shape(circle(27, 91.5, 3), 'mid'),
      line('M14 32H40M14 46H34', 'line'),
    ],
  },
  server: {
    width: 96,
    strokes: upTo(3).flatMap((index) => [
      shape(rect(0, 35 * index, 96, 30, 5), 'tint'),
      line(path`M14 ${35 * index + 15}H50`, 'line'),
      flat(circle(68, 35 * index + 15, 4.5), 'line'),
      flat(circle(82, 35 * index + 15, 4.5), 'accent'),
    ]),
  },
  camera: {
    width: 130,
    strokes: [
      shape('M38 20L46 2H84L92 20Z', 'mid'),
      shape(rect(0, 18, 130, 82, 12), 'tint'),
      shape(circle(65, 59, 29), 'paper'),
      shape(circle(65, 59, 17), 'mid'),
      flat(circle(112, 34, 5), 'line'),
    ],
  },
  robot: {
    width: 104,
    strokes: [
      line('M52 22V10', 'line'),
      shape(circle(52, 7, 7), 'accent', 'line'),
      shape(rect(0, 50, 14, 28, 4), 'mid'),
      shape(rect(90, 50, 14, 28, 4), 'mid'),
      shape(rect(10, 22, 84, 78, 16), 'tint'),
      shape(`${circle(35, 52, 9)}${circle(69, 52, 9)}`, 'paper'),
      flat(`${circle(35, 52, 4)}${circle(69, 52, 4)}`, 'line'),
      line('M36 80H68', 'line', 1.4),
    ],
  },
  arm: {
    width: 112,
    strokes: [
      shape(rect(0, 86, 56, 14, 4), 'mid'),
      shape(polygon(18, 86, 38, 86, 34, 66, 22, 66), 'tint'),
      shape(polygon(21, 62, 43, 16, 55, 24, 36, 68), 'tint'),
      shape(polygon(52, 12, 92, 36, 87, 45, 46, 25), 'tint'),
      shape(circle(28, 66, 12), 'mid'),
      shape(circle(50, 17, 12), 'mid'),
      line('M92 44V56M80 74V62A12 9 0 0 1 104 62V74', 'line', 1.6),
      shape(circle(91, 40, 8), 'mid'),
    ],
  },
  chip: {
    width: 100,
    strokes: [
      line([26, 50, 74].map((at) => path`M${at} 0V100M0 ${at}H100`).join(''), 'line', 1.3),
      shape(rect(14, 14, 72, 72, 6), 'tint'),
      shape(rect(33, 33, 34, 34, 3), 'mid'),
    ],
  },
}
