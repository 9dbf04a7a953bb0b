import type { Box } from '../../forms/scene'
import { ellipsePath, path, roundedRect } from '../themes/path'

/** The theme's hues as a picture may name them: of lines, and of fills. */
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8] as const
type HueNumber = (typeof NUMBERS)[number]

/**
 * What a stroke is painted in: neutrals; tones of the node's own hue, from `wash` (nearest to the ground) over `tint` and
 * `mid` to `line` and `deep`; one colour that stands out from them; the theme's hues. `dark` and `light` are those of ink
 * and paper that are, in a theme of white ink as well.
 */
export type Tone =
  | 'ink'
  | 'muted'
  | 'paper'
  | 'dark'
  | 'light'
  | 'wash'
  | 'tint'
  | 'mid'
  | 'line'
  | 'deep'
  | 'accent'
  | `c${HueNumber}`
  | `c${HueNumber}-light`

export const TONES: readonly Tone[] = [
  'ink',
  'muted',
  'paper',
  'dark',
  'light',
  'wash',
  'tint',
  'mid',
  'line',
  'deep',
  'accent',
  ...NUMBERS.flatMap((n): Tone[] => [`c${n}`, `c${n}-light`]),
]

/** One path of a picture. */
export interface Stroke {
  /** Path data of absolute M, L, H, V, C, A and Z. */
  d: string
  fill: Tone | null
  stroke: Tone | null
  /** In widths of the theme's outlines. */
  weight: number
  opacity?: number
}

/** A picture 100 units high, as wide as it wants to be, its outlines' middles within. */
export interface Drawing {
  width: number
  strokes: Stroke[]
  /** Boxes of what can be counted, in order: connectors end at them. */
  parts?: Box[]
  /** Heights in em, where they are not those of the glyph. */
  least?: number
  usual?: number
}

/** Finer lines inside a form. */
export const FINE = 0.75

export function shape(
  d: string,
  fill: Tone = 'tint',
  stroke: Tone | null = 'line',
  weight = 1,
): Stroke {
  return { d, fill, stroke, weight }
}

/** A form without an outline. */
export function flat(d: string, fill: Tone): Stroke {
  return { d, fill, stroke: null, weight: 0 }
}

export function line(d: string, stroke: Tone = 'line', weight = 1): Stroke {
  return { d, fill: null, stroke, weight }
}

export function rect(x: number, y: number, width: number, height: number, radius = 0): string {
  return roundedRect({ x, y, width, height }, radius)
}

export function circle(x: number, y: number, radius: number): string {
  return ellipsePath(x, y, radius, radius)
}

/** `n` numbers from 0 up. */
export function upTo(n: number): number[] {
  return Array.from({ length: n }, (_, index) => index)
}

/** A closed polygon of x and y in turn. */
export function polygon(...numbers: number[]): string {
  return `${polyline(...numbers)}Z`
}

export function polyline(...numbers: number[]): string {
  const pairs = upTo(numbers.length / 2).map(
    (index) => path`${numbers[2 * index] ?? 0} ${numbers[2 * index + 1] ?? 0}`,
  )
  return `M${pairs.join('L')}`
}

/** From the palest to the strongest. */
export const SHADES: readonly Tone[] = ['wash', 'tint', 'mid', 'line', 'deep']

/** Shades that tell cells apart and follow no order: they stand for values without giving any. */
export function scattered(index: number): Tone {
  return SHADES[[2, 0, 3, 1, 2, 4, 1, 3, 0][index % 9] ?? 0] ?? 'tint'
}

/** A square of a grid `width` wide and 100 high; it reaches under its neighbours, lest the ground shine through. */
export function tile(column: number, row: number, side: number, width: number): string {
  const [x, y, under] = [side * column, side * row, 0.6]
  return rect(x, y, Math.min(side + under, width - x), Math.min(side + under, 100 - y))
}
