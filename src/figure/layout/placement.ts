import type { Box, Point } from '../../forms/scene'
import type { HeadingPlace } from './heading'

/** Where everything of a graph stands, in pixels from the top left of the content. */
export interface Placement {
  /** By node id. */
  nodes: Map<string, Box>
  /** By group id. */
  frames: Map<string, Box>
  /** Of headings that do not stand at the left on as few lines as can be, by group id. */
  headings?: ReadonlyMap<string, HeadingPlace>
  /** By edge id: orthogonal, from border to border. */
  routes: Map<string, Point[]>
  /** By edge id. */
  labels: Map<string, Box>
  width: number
  height: number
}
