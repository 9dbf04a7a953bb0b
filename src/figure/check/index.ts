import type { Fault, FaultCounts } from '../../forms/fault'
import type { Scene } from '../../forms/scene'

export interface CheckOptions {
  /** All that the figure may say: method text, caption, context. Absent: grounding is not looked at. */
  text?: string
  /** Things and relations that must be drawn, by their ids in the drawing. */
  plan?: {
    nodes: readonly { id: string; label: string }[]
    edges: readonly { from: string; to: string }[]
  }
  /** Width on paper in mm; default the scene's own, else 178. */
  paper?: number
}

export interface Checked {
  faults: Fault[]
  counts: FaultCounts
}

/** Measures the faults of a figure on its real geometry. The same scene gives the same faults in the same order. */
export function check(_scene: Scene, _options: CheckOptions = {}): Checked {
  throw new Error('not yet')
}
