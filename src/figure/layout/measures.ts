import type { Diagram } from '../../forms/diagram'
import type { Theme } from '../themes/theme'
import type { EdgeLabel } from './edge-labels'
import type { Columns } from './layered-graph'
import type { NodeFit } from './node-fit'

/** What everything is measured with; `em` in pixels. */
export interface Measures {
  diagram: Diagram
  em: number
  theme: Theme
  fits: ReadonlyMap<string, NodeFit>
  labels: ReadonlyMap<string, EdgeLabel>
  /** See {@link passedHeadings}. */
  passed: ReadonlyMap<string, readonly string[]>
  /** Factor on gaps, and further ones on those along each axis. */
  space: number
  stretch: { x: number; y: number }
  /** See {@link Sizes}. */
  columns?: Columns | undefined
}
