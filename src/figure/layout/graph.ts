import type { Diagram } from '../../forms/diagram'
import type { Theme } from '../themes/theme'
import { hubsOf } from './bars'
import { candidateOf, finalists, type Plan, sized } from './candidates'
import { drawGraph } from './graph-draw'
import { oddness } from './knobs'
import { refit } from './node-fit'
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
  const candidates = given ? [given] : finalists(sound, theme, ratio)
  const best = chosen(candidates.map((each) => settle(sound, each, theme, ratio)))
  if (!best) throw new Error('the graph has no placement')
  const { width, height, em, placement, labels } = best
  const own = sized(theme, best.plan)
  const hubs = hubsOf(sound)
  const fits = new Map(
    [...best.fits].map(([id, fit]) => {
      const box = placement.nodes.get(id)
      return [id, box && hubs.has(id) ? refit(fit, box, em, best.plan.shape, own) : fit]
    }),
  )
  const drafts = drawGraph(sound, placement, fits, labels, own, em)
  return { sketch: { width, height, em, drafts }, plan: best.plan }
}

/** Placements this near the best one's score are as good, unless they waste more of the canvas or have smaller text. */
const NEARLY = { score: 0.25, wasted: 0.15, text: 0.94 } as const

/** The plainest of the best, so that a small change of a text seldom turns the whole figure round. */
function chosen(settled: readonly Settled[]): Settled | undefined {
  const best = settled.reduce<Settled | undefined>(
    (most, each) => (!most || each.score > most.score ? each : most),
    undefined,
  )
  if (!best) return undefined
  return settled
    .filter(
      ({ score, wasted, em }) =>
        score >= best.score - NEARLY.score &&
        wasted <= best.wasted + NEARLY.wasted &&
        em >= NEARLY.text * best.em,
    )
    .sort((a, b) => oddness(a.plan) - oddness(b.plan) || b.score - a.score)[0]
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
