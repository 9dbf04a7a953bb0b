import type { Box, SceneElement } from '../../forms/scene'
import { overlap, within } from '../geometry'
import type { Sketch } from '../layout/sketch'
import { measure } from '../measure'
import { dress } from '../themes/dress'
import type { Theme } from '../themes/theme'

/** What must be nought in a figure that is drawn as it was composed. */
const FAULTS = [
  'nodeOverlaps',
  'edgesThroughNodes',
  'labelHits',
  'edgesOnGroupBorder',
  'edgesOnOneLine',
  'textOverflow',
] as const

/** What is wrong with a sketch as its theme draws it: some move the ends of connectors. */
export function faultsOf(sketch: Sketch, theme: Theme) {
  const figures = measure(dress(sketch, theme, { title: '', description: '' }))
  return FAULTS.filter((name) => figures[name] !== 0)
}

/** The connectors whose words stand on a node, on other words, on a connector, or on the border of a frame. */
export function crowdedWords({ drafts }: Sketch): string[] {
  const elements = drafts.map(({ element }) => element)
  const of = (role: string) => elements.filter((each) => each.role === role)
  const [nodes, frames, edges] = [of('node'), of('group'), of('edge')]
  const owners = new Set(edges.map(({ id }) => id))
  const texts = elements.filter(({ kind }) => kind === 'text')
  const words = texts.filter(({ parent }) => owners.has(parent ?? ''))
  const stretches = edges.flatMap(stretchesOf)
  return words.flatMap(({ box, parent }) => {
    const meets = (other: { box: Box }) => overlap(box, other.box)
    const isCrowded =
      nodes.some(meets) ||
      texts.some((other) => other.parent !== parent && meets(other)) ||
      stretches.some(meets) ||
      frames.some((frame) => meets(frame) && !within(box, frame.box))
    return isCrowded && parent !== undefined ? [parent] : []
  })
}

/** The straight parts of a connector. */
export function stretchesOf({ geometry }: SceneElement): { box: Box }[] {
  if (geometry?.form !== 'polyline') return []
  const { points } = geometry
  return points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
    return { box: { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) } }
  })
}
