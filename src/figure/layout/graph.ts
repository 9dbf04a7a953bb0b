import type { Diagram } from '../../forms/diagram'
import type { Theme } from '../themes/theme'
import { candidateOf, finalists, type Plan } from './candidates'
import { drawGraph } from './graph-draw'
import { type Settled, settle } from './settle'
import type { Sketch } from './sketch'

/**
 * Places nodes, groups and relations on a canvas of `ratio` (undefined: the natural one of the best placement): by
 * `plan`, else in the best way found.
 */
export function layoutGraph(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  plan?: Plan,
): { sketch: Sketch; plan: Plan } {
  const sound = soundOf(diagram)
  if (sound.nodes.length === 0) throw new Error('a graph needs at least one node')
  const given = plan && candidateOf(sound, theme, ratio, plan)
  let best: Settled | undefined
  for (const candidate of given ? [given] : finalists(sound, theme, ratio)) {
    const settled = settle(sound, candidate, theme, ratio)
    if (!best || settled.score > best.score) best = settled
  }
  if (!best) throw new Error('the graph has no placement')
  const { width, height, em, placement, fits, labels } = best
  const drafts = drawGraph(sound, placement, fits, labels, theme, em)
  return { sketch: { width, height, em, drafts }, plan: best.plan }
}

/** Drops edges whose ends do not exist and memberships of groups that do not. */
function soundOf(diagram: Diagram): Diagram {
  const ids = new Set(diagram.nodes.map((node) => node.id))
  const groups = new Set(diagram.groups.map((group) => group.id))
  return {
    ...diagram,
    nodes: diagram.nodes.map((node) => {
      const { group, ...rest } = node
      return group !== undefined && groups.has(group) ? node : rest
    }),
    groups: diagram.groups.map((group) => {
      const { parent, ...rest } = group
      return parent !== undefined && groups.has(parent) && parent !== group.id ? group : rest
    }),
    edges: diagram.edges.filter((edge) => ids.has(edge.from) && ids.has(edge.to)),
  }
}
