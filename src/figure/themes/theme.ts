import type { SceneElement, Style } from '../../forms/scene'
import type { Draft } from '../layout/sketch'

/** One hue of a theme; a hue stands for a stage or a group. */
export interface Hue {
  /** Borders. */
  line: string
  /** Fill of a shape. */
  tint: string
  /** Fill of an enclosing panel: paler than `tint`. */
  wash: string
  /** Headings, badges: dark enough for text on `wash`. */
  deep: string
  /** Text on `deep`. */
  onDeep: string
}

/** Lengths in em of the label size. */
export interface Measures {
  /** Size of details, items and edge labels. */
  detail: number
  labelWeight: number
  detailWeight: number
  /** Baseline to baseline, in em of the text's own size. */
  leading: number
  /** Between a shape's border and its text. */
  padding: number
  radius: number
  /** Border and connector widths. */
  stroke: number
  connector: number
  /** Length of an arrow-head. */
  head: number
}

export interface Palette {
  background: string
  ink: string
  muted: string
  connector: string
  /** Fill of items and of what is data. */
  paper: string
  neutral: Hue
  hues: readonly Hue[]
}

export interface Theme {
  name: string
  /** The theme's family, one of common metrics, a generic. */
  fonts: readonly string[]
  /** Height of a capital in em of the theme's family. */
  capHeight: number
  measures: Measures
  palette: Palette
  /** Stages outside any group: each its own hue, or one for all. */
  stageHues: 'cycle' | 'one'
  groupDash?: readonly number[]
  /** Adds to or replaces what {@link dress} gave an element. */
  paint?: (element: SceneElement, draft: Draft, theme: Theme, em: number) => SceneElement
}

export type Dressing = (draft: Draft, theme: Theme, em: number) => Style
