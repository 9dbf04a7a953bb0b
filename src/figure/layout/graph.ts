import type { Diagram } from '../../forms/diagram'
import { pixelsPerPoint } from '../paper'
import type { Theme } from '../themes/theme'
import { type Arranged, type Arrangement, arrange, arrangementsOf, placedAs } from './arrangements'
import { edgeLabels } from './edge-labels'
import { type Fitted, fitted, laneOf, placedOn, stretched } from './fit'
import { drawGraph } from './graph-draw'
import { neutral } from './neutral'
import { type NodeFit, refit } from './node-fit'
import { costOf } from './objective'
import type { Block, Measures } from './place'
import type { Placement } from './placement'
import { routes } from './routes'
import { fitAll, type Setting, settingsFor, sized, smallestOf } from './shapes'
import type { Sketch } from './sketch'

/** Everything that tells one layout of a diagram from another. */
export interface Plan {
  arrangement: Arrangement
  setting: Setting
}

/** Label size in pixels at which arrangements are compared. */
const EM = 16
/** Text in points that no denser setting is looked for. */
const AMPLE = 9
/** Text in points that can be read in print. */
const READABLE = 6
/** Arrangements that a style may have where its letters leave no room in the best one. */
const TRIED_IN_THEME = 4
/** Arrangements that are routed and compared in full. */
const FINALISTS = 2

/** A plan carried out, up to its routes. */
interface Candidate {
  arranged: Arranged
  setting: Setting
  block: Block
  canvas: Fitted
  cost: number
  /** The smallest text in points. */
  text: number
}

/**
 * Places nodes, groups and relations on a canvas of `ratio` (undefined: the natural one): by `plan`, else as the best of
 * the natural arrangements. The same arrangement in every style: it is chosen with measures that all share.
 */
export function layoutGraph(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  plan?: Plan,
): { sketch: Sketch; plan: Plan; others: Plan[] } {
  const sound = soundOf(diagram)
  if (sound.nodes.length === 0) throw new Error('a graph needs at least one node')
  const arranged = plan && arrange(sound, plan.arrangement)
  const [best, ...others] =
    plan && arranged
      ? [candidate(sound, theme, ratio, arranged, plan.setting)]
      : ranked(sound, theme, ratio)
  if (!best) throw new Error('the graph has no placement')
  const { em, placement, fits, labels } = settled(sound, theme, best)
  const own = sized(theme, best.setting)
  const refitted = new Map(
    [...fits].map(([id, fit]) => {
      const box = placement.nodes.get(id)
      return [id, box ? refit(fit, box, em, best.setting.shape, own) : fit]
    }),
  )
  const drafts = drawGraph(sound, placement, refitted, labels, own, em)
  const { width, height } = best.canvas
  return { sketch: { width, height, em, drafts }, plan: planOf(best), others: others.map(planOf) }
}

const planOf = ({ arranged, setting }: Candidate): Plan => ({
  arrangement: arranged.arrangement,
  setting,
})

/** The natural arrangements, the best first: those that look best are routed and compared in full. */
export function ranked(diagram: Diagram, theme: Theme, ratio: number | undefined): Candidate[] {
  const common = neutral(theme)
  const found = arrangementsOf(diagram)
    .flatMap((arranged) => bestSetting(diagram, common, ratio, arranged) ?? [])
    .sort((a, b) => a.cost - b.cost)
  const finalists = found
    .slice(0, FINALISTS)
    .map((each) => ({ each, cost: each.cost + settled(diagram, common, each).cost }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ each }) => each)
  const [best, ...others] = [...finalists, ...found.slice(FINALISTS)]
  if (!best || common === theme) return best ? [best, ...others] : []
  return [inTheme(diagram, theme, ratio, [best, ...others]), ...others]
}

/** The first arrangement of which a style's letters leave words that can be read; where none is left, that of the largest. */
function inTheme(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  candidates: readonly [Candidate, ...Candidate[]],
): Candidate {
  let largest: Candidate | undefined
  for (const { arranged, setting, text } of candidates.slice(0, TRIED_IN_THEME)) {
    const same = candidate(diagram, theme, ratio, arranged, setting)
    const wanted = Math.min(text, READABLE)
    const own = same.text >= wanted ? same : bestSetting(diagram, theme, ratio, arranged)
    if (own.text >= READABLE) return own
    if (!largest || own.text > largest.text) largest = own
  }
  return largest ?? candidates[0]
}

/** An arrangement with the words set as suits it best. */
function bestSetting(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  arranged: Arranged,
): Candidate {
  const [first, ...others] = settingsFor(diagram)
  let best = candidate(diagram, theme, ratio, arranged, first)
  for (const setting of others) {
    if (best.text >= AMPLE && diagram.shape === 'graph') break
    const found = candidate(diagram, theme, ratio, arranged, setting)
    if (found.cost < best.cost) best = found
  }
  return best
}

function candidate(
  diagram: Diagram,
  named: Theme,
  ratio: number | undefined,
  arranged: Arranged,
  setting: Setting,
): Candidate {
  const theme = sized(named, setting)
  const { shape } = setting
  const fits = fitAll(diagram, EM, shape, theme)
  const block = placedAs(arranged, measuresOf(diagram, theme, setting, fits))
  const canvas = fitted(diagram, block, ratio, EM, laneOf(diagram), setting.evenText)
  const pixels = canvas.scale * EM * smallestOf(diagram, fits, theme)
  const text = pixels / pixelsPerPoint(canvas, theme.paper)
  const { arrangement, crossings, against } = arranged
  const { bent, width, height } = block
  const cut = [...fits.values()].reduce((sum, { broken }) => sum + broken, 0)
  const ratios = { own: width / height, asked: ratio }
  const facts = { arrangement, crossings, bent, cut, against, text, ...ratios }
  return { arranged, setting, block, canvas, text, cost: setting.cost + block.misshapen + costOf(diagram, facts) }
}

function measuresOf(diagram: Diagram, theme: Theme, { shape }: Setting, fits: Map<string, NodeFit>): Measures {
  const labels = edgeLabels(diagram, EM, theme, shape.wrap)
  return { diagram, theme, fits, labels, em: EM, space: shape.space, stretch: { x: 1, y: 1 } }
}

/** A candidate on its canvas, routed and labelled; its cost is that of what only routes show. */
function settled(diagram: Diagram, named: Theme, { arranged, setting, block, canvas }: Candidate) {
  const theme = sized(named, setting)
  const measures = measuresOf(diagram, theme, setting, fitAll(diagram, EM, setting.shape, theme))
  const whole = stretched(canvas, block, (stretch) => placedAs(arranged, { ...measures, stretch }))
  const em = EM * canvas.scale
  const fits = fitAll(diagram, em, setting.shape, theme)
  const labels = edgeLabels(diagram, em, theme, setting.shape.wrap)
  const placement = mirrored(placedOn(whole, canvas), diagram, canvas)
  const routed = routes(diagram, arranged.arrangement, placement, labels, em, theme, canvas)
  return { em, placement, fits, labels, cost: routed - arranged.crossings }
}

/** Reading directions `left` and `up` are `right` and `down` seen in a mirror. */
function mirrored(placement: Placement, { direction }: Diagram, size: { width: number; height: number }): Placement {
  if (direction !== 'left' && direction !== 'up') return placement
  const over = (boxes: Placement['nodes']) =>
    new Map(
      [...boxes].map(([id, box]) => [
        id,
        {
          ...box,
          x: direction === 'left' ? size.width - box.x - box.width : box.x,
          y: direction === 'up' ? size.height - box.y - box.height : box.y,
        },
      ]),
    )
  return { ...placement, nodes: over(placement.nodes), frames: over(placement.frames) }
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
