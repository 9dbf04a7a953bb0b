/** An edit of a drawn figure: exactly one of operations, diagram, scene and svg. */
import type { Diagram } from './diagram'
import type { Operation } from './operations'
import type { Scene } from './scene'

export interface Edit {
  operations?: readonly Operation[]
  diagram?: Diagram
  scene?: Scene
  /** Drawn freely: the figure is what it shows, without diagram and scene. */
  svg?: string
  /** What no edit touches stays where it was drawn. */
  keep_places: boolean
  /** Another style or ratio is asked for: even what is not edited is drawn anew then. */
  new_look?: boolean
}
