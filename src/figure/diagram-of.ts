import type { Diagram } from '../forms/diagram'
import type { Scene } from '../forms/scene'

/** What a drawing says, without geometry: its nodes, edges and panels, each with where the text says it. */
export function diagramOf(_scene: Scene, _text: string): Diagram {
  throw new Error('not yet')
}
