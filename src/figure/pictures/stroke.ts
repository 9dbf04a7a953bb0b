import type { Box } from '../../forms/scene'
import { path } from '../themes/path'

/** The theme's hues as a picture may name them: of lines, and of fills. */
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8] as const
type HueNumber = (typeof NUMBERS)[number]

/**
 * What a stroke is painted in: neutrals; tones of the node's own hue, from `wash` (nearest to the ground) over `tint` and
 * `mid` to `line` and `deep`; one colour that stands out from them; the theme's hues.
 */
export type Tone =
  | 'ink'
  | 'muted'
  | 'paper'
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
