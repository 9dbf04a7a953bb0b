import { ellipsePath, path, roundedRect } from '../themes/path'
import type { Drawers } from './glyph'
import {
  circle,
  flat,
  line,
  polyline,
  rect,
  SHADES,
  type Stroke,
  scattered,
  shape,
  type Tone,
  tile,
  upTo,
} from './stroke'

const WIDTH = 124

/** Two axes without a scale: what is drawn over them is a shape, no value. */
const axes = line(path`M0 0V100H${WIDTH}`, 'muted')

/** Smooth lines between the axes. */
const CURVES = {
  rise: 'M4 92C24 30 52 16 118 12',
  decay: 'M4 10C22 70 54 84 118 88',
  s: 'M4 90C60 90 58 12 118 12',
  peak: 'M4 92C42 92 44 10 62 10C80 10 82 92 118 92',
  wave: 'M4 52C14 6 28 6 38 52C48 98 62 98 72 52C82 6 96 6 106 52C110 70 114 80 118 84',
}

export const charts: Drawers<
  'waveform' | 'spectrogram' | 'curve' | 'distribution' | 'points' | 'heat' | 'flow-field' | 'bars'
> = {
  waveform: {
    least: 1.4,
    usual: 3,
    draw: ({ of }) => ({ width: 160, strokes: WAVES[of] }),
  },
  spectrogram: {
    least: 2,
    usual: 3.6,
    draw: () => {
      const [columns, rows, side] = [12, 8, 12.5]
      const cells = upTo(rows * columns).map((index) => {
        const [column, row] = [index % columns, Math.floor(index / columns)]
        return flat(tile(column, row, side, side * columns), formant(column, row))
      })
      const frame = { x: 0, y: 0, width: side * columns, height: 100 }
      return { width: frame.width, strokes: [...cells, line(roundedRect(frame, 0))] }
    },
  },
  curve: {
    least: 1.8,
    usual: 3.6,
    draw: ({ shape: name }) => ({
      width: WIDTH,
      strokes: [axes, line(CURVES[name], 'line', 1.6)],
    }),
  },
  distribution: {
    least: 1.6,
    usual: 3.2,
    draw: ({ count }) => {
      const tones: Tone[] = ['line', 'accent', 'muted']
      const apart = 34
      const width = 120 + apart * (count - 1)
      const bells = upTo(count).flatMap((index): Stroke[] => {
        const x = apart * index
        const bell = path`M${x} 100C${x + 42} 100 ${x + 40} 6 ${x + 60} 6C${x + 80} 6 ${x + 78} 100 ${x + 120} 100`
        const tone = tones[index] ?? 'line'
        return [{ ...flat(`${bell}Z`, tone), opacity: 0.24 }, line(bell, tone, 1.3)]
      })
      return { width, strokes: [...bells, line(path`M0 100H${width}`, 'muted')] }
    },
  },
  points: {
    least: 2,
    usual: 3.8,
    draw: ({ groups }) => {
      const dots = CLUSTERS.slice(0, groups).map(([x, y], index) =>
        flat(
          AROUND.map(([dx, dy]) => circle(x + dx, y + dy, 4.6)).join(''),
          (['c1', 'c2', 'c3', 'c4'] as const)[index] ?? 'line',
        ),
      )
      return { width: WIDTH, strokes: [axes, ...dots] }
    },
  },
  heat: {
    least: 2,
    usual: 3.8,
    draw: () => {
      const rings = SHADES.slice(1).map((tone, index) => {
        const size = 1 - index / 4.6
        return flat(ellipsePath(64 - 2 * index, 48 + index, 55 * size, 43 * size), tone)
      })
      const frame = rect(0, 0, WIDTH, 100)
      return { width: WIDTH, strokes: [flat(frame, 'wash'), ...rings, line(frame)] }
    },
  },
  'flow-field': {
    least: 2,
    usual: 3.8,
    draw: () => {
      const arrows = upTo(12).map((index) => {
        const [column, row] = [index % 4, Math.floor(index / 4)]
        return arrow(20 + 28 * column, 20 + 30 * row, 0.5 - 0.24 * column - 0.22 * row, 22)
      })
      const frame = rect(0, 0, WIDTH, 100)
      return { width: WIDTH, strokes: [shape(frame, 'wash'), line(arrows.join(''), 'line')] }
    },
  },
  bars: {
    least: 1.6,
    usual: 3.5,
    draw: ({ count, upright }) => {
      const [width, step] = [110, (upright ? 110 : 100) / count]
      const thick = 0.64 * step
      // Even steps: a bar says that there are several, not how much.
      const parts = upTo(count).map((index) => {
        const long = 0.38 + (0.62 * (upright ? index : count - 1 - index)) / (count - 1)
        const at = step * index + (step - thick) / 2
        return upright
          ? { x: at, y: 100 - 94 * long, width: thick, height: 94 * long }
          : { x: 0, y: at, width: width * long, height: thick }
      })
      const axis = upright ? path`M0 100H${width}` : 'M0 0V100'
      return {
        width,
        strokes: [...parts.map((box) => shape(roundedRect(box, 0), 'mid')), line(axis, 'muted')],
        parts,
      }
    },
  },
}

const WAVES: Record<'sound' | 'series' | 'heartbeat', Stroke[]> = {
  sound: [
    line(
      upTo(15)
        .map((index) => {
          const half =
            6 + 43 * Math.abs(Math.sin(0.72 * index + 0.3) * Math.sin(0.21 * index + 0.1))
          return path`M${3 + 11 * index} ${50 - half}V${50 + half}`
        })
        .join(''),
      'line',
      1.6,
    ),
  ],
  series: [16, 50, 84].map((middle, row) =>
    line(
      polyline(
        ...upTo(21).flatMap((index) => [
          8 * index,
          middle +
            14 * Math.sin(1.7 * index + 2 * row) * Math.cos(0.9 * index + 1.3 * row + index * row),
        ]),
      ),
      row === 1 ? 'accent' : 'line',
      1.2,
    ),
  ),
  heartbeat: [
    line(
      [0, 80]
        .map((x) =>
          polyline(
            ...[x, 64, x + 12, 64, x + 18, 54, x + 24, 64, x + 30, 64, x + 34, 72],
            ...[x + 40, 4, x + 46, 96, x + 50, 64, x + 58, 64, x + 65, 48, x + 72, 64, x + 80, 64],
          ),
        )
        .join(''),
      'line',
      1.3,
    ),
  ],
}

/** Bands that rise and fall, stronger at low frequencies. */
function formant(column: number, row: number): Tone {
  const height = 7 - row
  const bands = [1.2 + 0.6 * Math.sin(0.6 * column), 4.2 + 1.3 * Math.sin(0.6 * column + 0.9)]
  const near = Math.min(...bands.map((band, index) => Math.abs(height - band) + 0.8 * index))
  const level = Math.round(4 - 1.5 * near - (scattered(column + 5 * row) === 'wash' ? 0.5 : 0))
  return SHADES[Math.max(0, level)] ?? 'wash'
}

/** Middles of groups of points, and their points around them. */
const CLUSTERS = [
  [34, 28],
  [92, 34],
  [58, 72],
  [102, 78],
] as const
const AROUND = [
  [0, 0],
  [12, -9],
  [-12, -6],
  [8, 11],
  [-8, 13],
] as const

/** A small arrow around a place; `turn` in radians. */
function arrow(x: number, y: number, turn: number, length: number): string {
  const [dx, dy] = [(Math.cos(turn) * length) / 2, (Math.sin(turn) * length) / 2]
  const [tipX, tipY] = [x + dx, y + dy]
  const barb = (by: number) => [tipX - 8 * Math.cos(turn + by), tipY - 8 * Math.sin(turn + by)]
  return polyline(x - dx, y - dy, tipX, tipY) + polyline(...barb(0.5), tipX, tipY, ...barb(-0.5))
}
