/** An edit of a drawn figure: exactly one of operations, diagram, scene, svg and instruction. */
import type { Diagram } from './diagram'
import type { Operation } from './operations'
import type { Scene } from './scene'

export interface Edit {
  operations?: readonly Operation[]
  diagram?: Diagram
  scene?: Scene
  /** Drawn on in another editor: the figure is what it shows. */
  svg?: string
  /** In words, for a model. */
  instruction?: string
  /** False: a laid out figure is laid out anew. */
  keep_places: boolean
}

/** What a figure's files say of it. */
export interface EditedFigure {
  scene: Scene
  /** Absent: it was read from a picture. */
  diagram?: Diagram
}
