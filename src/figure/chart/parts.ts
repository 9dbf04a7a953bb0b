import type { Box, SceneElement } from '../../forms/scene'
import { boxAround, hullOf } from '../geometry'
import { COLOR, FONTS, SIZE, UNIT, widthOf } from './house'

/** What an element has of its own before it is drawn. */
export interface Part {
  id: string
  parent?: string
  z: number
  data?: Record<string, string>
}

export interface Words {
  text: string | readonly string[]
  x: number
  y: number
  size?: number
  weight?: number
  color?: string
  italic?: boolean
  anchor?: 'start' | 'middle' | 'end'
  /** What of the text stands at `y`. */
  baseline?: 'top' | 'middle' | 'bottom' | 'alphabetic'
  /** Degrees clockwise around (x, y). */
  turn?: number
  /** Pixels from (x, y) before the turn. */
  dx?: number
  dy?: number
  lineHeight?: number
}

const CAP = 0.727

/** A part of a chart that is text, its box turned with it. */
export function textPart(part: Part, words: Words): SceneElement {
  const {
    size = SIZE.text * UNIT,
    weight = 400,
    anchor = 'start',
    turn = 0,
    dx = 0,
    dy = 0,
  } = words
  const texts = typeof words.text === 'string' ? [words.text] : words.text
  const step = words.lineHeight ?? size * 1.2
  const rest = (texts.length - 1) * step
  const drop = {
    top: CAP * size,
    middle: (CAP * size - rest) / 2,
    bottom: -rest - 0.05 * size,
    alphabetic: 0,
  }[words.baseline ?? 'alphabetic']
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const at = (right: number, down: number) => ({
    x: words.x + right * cos - down * sin,
    y: words.y + right * sin + down * cos,
  })
  const start = at(dx, dy + drop)
  const lines = texts.map((text, i) => ({
    text,
    // Further lines stand below the first before the turn, which goes around the first one's place.
    x: start.x,
    y: start.y + i * step,
    width: widthOf(text, size, weight),
  }))
  const wide = Math.max(...lines.map(({ width }) => width))
  const left = dx - (anchor === 'middle' ? wide / 2 : anchor === 'end' ? wide : 0)
  const corners = [
    at(left, dy + drop - 0.76 * size),
    at(left + wide, dy + drop - 0.76 * size),
    at(left, dy + drop + rest + 0.22 * size),
    at(left + wide, dy + drop + rest + 0.22 * size),
  ]
  return {
    ...part,
    kind: 'text',
    ...(part.parent === undefined ? { role: 'text' as const } : {}),
    box: boxAround(corners),
    geometry: { form: 'lines', lines, anchor, ...(turn === 0 ? {} : { turn }) },
    style: {
      fill: words.color ?? COLOR.label,
      fonts: [...FONTS],
      fontSize: size,
      fontWeight: weight,
      ...(words.italic ? { italic: true } : {}),
    },
    label: texts.join(' '),
  }
}

/** Parts with the group that stands for them in the SVG; nothing without parts. */
export function grouped(
  id: string,
  role: 'axis' | 'mark' | 'legend' | 'group',
  z: number,
  parts: readonly SceneElement[],
  data?: Record<string, string>,
): SceneElement[] {
  if (parts.length === 0) return []
  const box = hullOf(parts.map((part) => part.box))
  return [groupPart(id, role, z, box, data ? { data } : {}), ...parts]
}

/** A group that stands for a part of the chart in the SVG. */
export function groupPart(
  id: string,
  role: 'axis' | 'mark' | 'legend' | 'group',
  z: number,
  box: Box,
  further: { label?: string; data?: Record<string, string> } = {},
): SceneElement {
  return { id, kind: 'group', role, z, box, style: {}, ...further }
}
