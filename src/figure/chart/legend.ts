import type { Box, SceneElement } from '../../forms/scene'
import { boxAround, groupPart, shapePart, strokePart, textPart } from './draw'
import { COLOR, SIZE, widthOf } from './house'
import { rampColor } from './palette'
import type { Key, RampKey } from './plot'
import { symbolGeometry } from './symbols'
import { cut, ticksUpwards } from './ticks'
import { Z } from './walk'

const SWATCH = 30
const GAP = 9
const BETWEEN = 30
const LINE = SIZE.text * 1.45

export interface Block {
  width: number
  height: number
  draw: (x: number, y: number) => SceneElement[]
}

/** Entries in rows from left to right, at most `width` pixels wide. */
export function legendRow(keys: readonly Key[], title: string | undefined, width: number): Block {
  const heading = title ? widthOf(title, SIZE.text, 600) + BETWEEN * 0.8 : 0
  let [x, y] = [heading, 0]
  let widest = heading
  const placed = keys.map((key) => {
    const label = cut(key.label, width * 0.6)
    const wide = SWATCH + GAP + widthOf(label)
    if (x > heading && x + wide > width) {
      x = 0
      y += LINE
    }
    const at = { key, label, x, y }
    x += wide + BETWEEN
    widest = Math.max(widest, x - BETWEEN)
    return at
  })
  return {
    width: widest,
    height: y + LINE,
    draw: (left, top) => group(left, top, title, placed, 0),
  }
}

/** Entries below each other. */
export function legendColumn(keys: readonly Key[], title: string | undefined, widest = 320): Block {
  const head = title ? LINE : 0
  let y = head
  const placed = keys.map((key) => {
    const tall = Math.max(LINE, (key.size ?? 0) + 6)
    const at = { key, label: cut(key.label, widest), x: 0, y: y + (tall - LINE) / 2 }
    y += tall
    return at
  })
  const swatch = Math.max(SWATCH, ...keys.map(({ size = 0 }) => size))
  return {
    width: Math.max(
      title ? widthOf(title, SIZE.text, 600) : 0,
      ...placed.map(({ label }) => swatch + GAP + widthOf(label)),
    ),
    height: y,
    draw: (left, top) => group(left, top, title, placed, swatch),
  }
}

function group(
  left: number,
  top: number,
  title: string | undefined,
  placed: readonly { key: Key; label: string; x: number; y: number }[],
  column: number,
): SceneElement[] {
  const parts: SceneElement[] = []
  if (title) {
    parts.push(
      textPart('legend-title', 'legend', Z.legend, {
        text: title,
        x: left,
        y: top + LINE / 2,
        baseline: 'middle',
        weight: 600,
        color: COLOR.ink,
      }),
    )
  }
  placed.forEach(({ key, label, x, y }, i) => {
    const middle = top + y + LINE / 2
    const wide = column || SWATCH
    parts.push(...swatch(key, left + x, middle, wide, i + 1))
    parts.push(
      textPart(`legend-${i + 1}-label`, 'legend', Z.legend, {
        text: label,
        x: left + x + wide + GAP,
        y: middle,
        baseline: 'middle',
      }),
    )
  })
  return [
    groupPart(
      'legend',
      'legend',
      Z.legend,
      boxAround(
        parts.flatMap(({ box }) => [
          { x: box.x, y: box.y },
          { x: box.x + box.width, y: box.y + box.height },
        ]),
      ),
    ),
    ...parts,
  ]
}

function swatch(key: Key, x: number, middle: number, wide: number, index: number): SceneElement[] {
  const id = `legend-${index}`
  const parts: SceneElement[] = []
  const centre = { x: x + wide / 2, y: middle }
  if (key.form === 'box' || key.form === 'band') {
    const box = { x: x + (wide - 24) / 2, y: middle - 9, width: 24, height: 18 }
    parts.push(
      shapePart(
        `${id}-box`,
        'legend',
        Z.legend,
        { form: 'rect', ...box, radius: 0 },
        { fill: key.color, ...(key.form === 'band' ? { opacity: 0.3 } : {}) },
        box,
      ),
    )
  }
  if (key.form === 'line' || key.form === 'dash' || key.form === 'marked-line') {
    const dash = key.dash ?? (key.form === 'dash' ? [8, 6] : undefined)
    parts.push(
      strokePart(
        `${id}-line`,
        'legend',
        Z.legend,
        [
          { x, y: middle },
          { x: x + wide, y: middle },
        ],
        { stroke: key.color, strokeWidth: 3, ...(dash ? { dash } : {}) },
      ),
    )
  }
  if (key.form === 'point' || key.form === 'marked-line') {
    const area = key.size ? Math.PI * (key.size / 2) ** 2 : 130
    const { geometry, box } = symbolGeometry(key.shape ?? 'circle', centre, area)
    parts.push(
      shapePart(
        `${id}-point`,
        'legend',
        Z.legend,
        geometry,
        { fill: key.color, ...(key.size ? { opacity: 0.65 } : {}) },
        box,
      ),
    )
  }
  return parts
}

const RAMP_WIDTH = 24
const STRIPS = 64

/** A bar of a ramp's colours with its scale, `height` pixels tall. */
export function rampBlock(ramp: RampKey, height: number): Block {
  const [low, high] = ramp.domain
  const { ticks } = ticksUpwards(
    {
      kind: 'linear',
      domain: ramp.domain,
      title: '',
      unit: ramp.unit,
      whole: ramp.whole,
      grid: false,
    },
    height,
    200,
    0.9,
  )
  const labels = Math.max(...ticks.map(({ lines }) => widthOf(lines[0] ?? '')), 0)
  const title = ramp.title === '' ? 0 : SIZE.title * 1.3 + 8
  return {
    width: RAMP_WIDTH + 14 + labels + title,
    height,
    draw: (x, y) => {
      const parts: SceneElement[] = []
      const box: Box = { x, y, width: RAMP_WIDTH, height }
      for (let i = 0; i < STRIPS; i++) {
        // Each reaches under the next: edges that only meet show as streaks once they are blended.
        const edge = (index: number) => y + (height * Math.min(index, STRIPS)) / STRIPS
        const strip = { x, y: edge(i), width: RAMP_WIDTH, height: edge(i + 2) - edge(i) }
        parts.push(
          shapePart(
            `legend-strip-${i + 1}`,
            'legend',
            Z.legend,
            { form: 'rect', ...strip, radius: 0 },
            { fill: rampColor(ramp.stops, 1 - (i + 0.5) / STRIPS) },
            strip,
          ),
        )
      }
      ticks.forEach(({ value, lines }, i) => {
        const at = y + height - (high > low ? (value - low) / (high - low) : 0.5) * height
        parts.push(
          strokePart(
            `legend-tick-${i + 1}`,
            'legend',
            Z.legend,
            [
              { x: x + RAMP_WIDTH, y: at },
              { x: x + RAMP_WIDTH + 6, y: at },
            ],
            { stroke: COLOR.axis, strokeWidth: SIZE.axis },
          ),
        )
        parts.push(
          textPart(`legend-label-${i + 1}`, 'legend', Z.legend, {
            text: lines,
            x: x + RAMP_WIDTH + 12,
            y: at,
            baseline: 'middle',
          }),
        )
      })
      if (ramp.title !== '') {
        parts.push(
          textPart('legend-title', 'legend', Z.legend, {
            text: ramp.title,
            x: x + RAMP_WIDTH + 14 + labels + 14 + SIZE.title * 0.7,
            y: y + height / 2,
            turn: -90,
            anchor: 'middle',
            size: SIZE.title,
            weight: 500,
            color: COLOR.ink,
          }),
        )
      }
      return [groupPart('legend', 'legend', Z.legend, box), ...parts]
    },
  }
}
