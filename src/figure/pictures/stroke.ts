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
