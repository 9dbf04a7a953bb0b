import type { DiagramEdge, NodeKind } from './diagram'
import type { SceneElement } from './scene'

/** What an element is to a theme, which gives every part its colours and lines. */
export type Part =
  | 'group'
  | 'group-label'
  | NodeKind
  | 'badge'
  | 'badge-label'
  | 'label'
  | 'detail'
  | 'chip'
  | 'chip-label'
  | 'connector'
  | 'connector-label'
  | 'title'
  | 'title-block'
  | 'key'
  | 'picture'

/** A placed element that has no colours yet. */
export interface ElementDraft {
  element: SceneElement
  part: Part
  /** Index into the theme's hues, modulo their number; -1 for the neutral one. */
  hue: number
  /** Of a node or connector: what its author asked for. */
  accent?: string
  emphasis?: 1 | 2
  /** Of a node: a heavier border alone. */
  heavy?: boolean
  /** Of a connector: what its heads are where they are no arrow-heads. */
  tip?: DiagramEdge['tip']
}

/** A placed figure before its theme dresses it. */
export interface Sketch {
  width: number
  height: number
  /** Label size in pixels: the unit of all measures. */
  em: number
  drafts: ElementDraft[]
}
