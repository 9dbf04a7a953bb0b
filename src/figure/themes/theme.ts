import type { DiagramNode } from '../../forms/diagram'
import type { Ground, Head, Scene, SceneElement, Style } from '../../forms/scene'
import type { ElementDraft } from '../../forms/sketch'
import type { NodeIcon } from '../icons'

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
interface Measures {
  /** Size of details, items and edge labels. */
  detail: number
  /** Faces as `face()` makes them. */
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
  /** What a node's box holds beside its face, upwards and to one side. */
  depth?: number
  /** The border of a drawing sheet, which everything keeps off, and the frame in it: shares of the canvas's width. */
  sheet?: { border: number; frame: number }
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

/** An element to be dressed, with what a theme may want to know of it. */
export interface DressedPiece {
  draft: ElementDraft
  hue: Hue
  /** The node, group or connector that the element belongs to, or is. */
  owner: ElementDraft
  /** Whether most nodes of the figure are of the owner's kind: what tells nothing apart is drawn quietly. */
  common: boolean
  /** Whether the owner stands in a group, or is a group within another. */
  nested: boolean
  /** Hue of the node where a connector begins. */
  source: Hue
  /** All parts of the owner. */
  siblings: readonly ElementDraft[]
  theme: Theme
  /** Label size in pixels. */
  em: number
  /** The same, or more where text is small: the unit of line widths. */
  line: number
  /** Height in pixels of the flattest node. */
  flattest: number
}

/** Numbers, colours and a few functions; each theme is a file of its own. */
export interface Theme {
  name: string
  /** The theme's family, one of common metrics, a generic. */
  fonts: readonly string[]
  /** Height of a capital in em of the theme's family. */
  capHeight: number
  measures: Measures
  /** Width in mm on paper of what is laid out; absent: by its canvas alone. */
  paper?: number
  palette: Palette
  /** For print, where the palette's ground is dark. */
  light?: Palette
  /** Stages outside any group: each its own hue, or one for all. */
  stageHues: 'cycle' | 'one'
  head: Head
  /** The icon beside a node's text, for which layout reserves room; a theme without this has none. */
  icon?: (node: DiagramNode) => NodeIcon | undefined
  ground?: (size: { width: number; height: number; em: number }, palette: Palette) => Ground
  /** Changes what {@link dress} gave by the part alone. */
  restyle?: (style: Style, piece: DressedPiece) => Style
  /** Paints an element otherwise than by its geometry, which stays. */
  paint?: (element: SceneElement, piece: DressedPiece) => SceneElement
  /** Elements of the theme's own, written after the one they belong to. */
  add?: (element: SceneElement, piece: DressedPiece) => SceneElement[]
  /** What only all dressed elements together can tell; where they overlap, the later ones lie in front. */
  arrange?: (elements: SceneElement[], em: number) => Scene['elements']
}

export function hue(
  line: string,
  tint: string,
  wash: string,
  deep: string,
  onDeep = '#ffffff',
): Hue {
  return { line, tint, wash, deep, onDeep }
}
