import type { Diagram } from '../../forms/diagram'
import type { Theme } from '../themes/theme'
import { type Candidate, candidateOf, finalists, type Plan, reshaped, sized } from './candidates'
import { drawGraph } from './graph-draw'
import { oddness } from './knobs'
import { neutral } from './neutral'
import { refit } from './node-fit'
import { refines } from './refinements'
import { type Settled, settle } from './settle'
import type { Sketch } from './sketch'
import { MANY } from './trials'

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
  const best = given ? settle(sound, given, theme, ratio) : bestOf(sound, theme, ratio)
  if (!best) throw new Error('the graph has no placement')
  const { width, height, em, placement, labels } = best
  const own = sized(theme, best.plan)
  const fits = new Map(
    [...best.fits].map(([id, fit]) => {
      const box = placement.nodes.get(id)
      return [id, box && refines('refit') ? refit(fit, box, em, best.plan.shape, own) : fit]
    }),
  )
  const drafts = drawGraph(sound, placement, fits, labels, own, em)
  return { sketch: { width, height, em, drafts }, plan: best.plan }
}

/** Placements this near the best one's score are as good, unless they waste more of the canvas or have smaller text. */
const NEARLY = { score: 0.25, wasted: 0.15, text: 0.94 } as const

/**
 * The same arrangement in every style: chosen with measures that all share, then settled with the theme's own. Only where
 * a style's letters or boxes leave no room for readable words and labels does it get the next one, or one of its own.
 */
function bestOf(diagram: Diagram, theme: Theme, ratio: number | undefined): Settled | undefined {
  const common = neutral(theme)
  const candidates = finalists(diagram, common, ratio)
  const ranked = ranking(candidates.map((each) => settle(diagram, each, common, ratio)))
  if (common === theme) return ranked[0]
  let kept: Settled | undefined
  for (const each of ranked) {
    const own = inTheme(diagram, theme, ratio, each)
    if (own && isSound(own, each) && (own.printable || diagram.nodes.length > MANY)) return own
    if (own && (!kept || own.score > kept.score)) kept = own
  }
  if (kept?.printable) return kept
  const free = finalists(diagram, theme, ratio).map((each) => settle(diagram, each, theme, ratio))
  const [own] = ranking(free)
  return own && own.em > WORTH_MOVING * (kept?.em ?? 0) ? own : kept
}

/** What text must gain for an arrangement of a style's own. */
const WORTH_MOVING = 1.05

const isSound = (own: Settled, common: Settled) =>
  own.faults <= common.faults && (own.printable || !common.printable)

/** An arrangement with a theme's own measures: with boxes of another shape where these suit it better. */
function inTheme(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  common: Settled,
): Settled | undefined {
  const settled = (candidate: Candidate) => settle(diagram, candidate, theme, ratio)
  const same = candidateOf(diagram, theme, ratio, common.plan)
  const own = same && settled(same)
  const isAsGood =
    own &&
    isSound(own, common) &&
    own.score >= common.score - NEARLY.score &&
    own.wasted <= common.wasted + NEARLY.wasted
  if (!own || isAsGood) return own
  const others = reshaped(diagram, theme, ratio, common.plan).slice(0, RESHAPED).map(settled)
  return [own, ...others].reduce((most, each) => (each.score > most.score ? each : most))
}

const RESHAPED = 3

/** Best first; of those that are nearly as good the plainest, so that a small change of a text seldom turns a figure round. */
function ranking(settled: readonly Settled[]): Settled[] {
  const best = settled.reduce<Settled | undefined>(
    (most, each) => (!most || each.score > most.score ? each : most),
    undefined,
  )
  if (!best) return []
  const isNear = ({ score, wasted, em, printable }: Settled) =>
    (printable || !best.printable) &&
    score >= best.score - NEARLY.score &&
    wasted <= best.wasted + NEARLY.wasted &&
    em >= NEARLY.text * best.em
  return [
    ...settled
      .filter(isNear)
      .sort((a, b) => oddness(a.plan) - oddness(b.plan) || b.score - a.score),
    ...settled.filter((each) => !isNear(each)).sort((a, b) => b.score - a.score),
  ]
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
