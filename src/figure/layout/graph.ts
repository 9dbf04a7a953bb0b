import type { Diagram } from '../../forms/diagram'
import type { Sketch } from '../../forms/sketch'
import { pixelsPerPoint } from '../canvas/paper'
import type { Theme } from '../themes/theme'
import {
  type Arranged,
  type Arrangement,
  arrange,
  arrangementsOf,
  bareCost,
  lastResorts,
  placedAs,
} from './arrangements'
import { edgeLabels } from './edge-labels'
import { type Fitted, fitted, laneOf, mostPoints, placedOn, stretched } from './fit'
import { drawGraph } from './graph-draw'
import { passedHeadings } from './headings-aside'
import { leastSize } from './least-size'
import type { Measures } from './measures'
import { neutral } from './neutral'
import { costOf, OBJECTIVE } from './objective'
import { type Block, onAll } from './place'
import type { Placement } from './placement'
import { routes } from './routes'
import { fitAll, isLarge, type Setting, settingsFor, sized, smallestOf } from './shapes'

/** Everything that tells one layout of a diagram from another. */
export interface Plan {
  arrangement: Arrangement
  setting: Setting
}

/** Label size in pixels at which arrangements are compared. */
const EM = 16
/** Settings of a graph that may be placed in vain in turn, the most promising first. */
const FRUITLESS = 6
/** Text in points that no denser setting is looked for. */
const AMPLE = 9
/** Text in points that can be read in print, and which the letters of every style leave readable. */
const READABLE = 6
const SURELY_READABLE = 6.6
/** Arrangements that a style may have where its letters leave no room in the best one. */
const TRIED_IN_THEME = 4
/** Arrangements that are routed and compared in full, and by how much more than the best those may cost that are looked at. */
const FINALISTS = 5
const NEAR = 1.5

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
  const own = setter(sound, theme, ratio)
  const { best, drawn, others } =
    plan && arranged
      ? { ...settledIn(sound, own, own.candidate(arranged, plan.setting)), others: [] }
      : chosen(sound, theme, ratio, own)
  const { em, placement, fits, labels } = drawn
  const dressed = sized(theme, best.setting)
  const drafts = drawGraph(sound, placement, fits, labels, dressed, em)
  const { width, height } = best.canvas
  return { sketch: { width, height, em, drafts }, plan: planOf(best), others: others.map(planOf) }
}

const planOf = ({ arranged, setting }: Candidate): Plan => ({
  arrangement: arranged.arrangement,
  setting,
})

/** Factors on gaps that are tried where words of links have no room. */
const ROOMIER = [1.35, 1.8] as const

/** A candidate drawn; with wider gaps, where in its own something stands on something else. */
function settledIn(diagram: Diagram, own: Setter, first: Candidate) {
  let found = { best: first, drawn: own.settled(first) }
  for (const more of isLarge(diagram) ? [] : ROOMIER) {
    const cost = found.best.cost + found.drawn.cost
    const { arranged, setting } = first
    if (found.drawn.hits === 0) break
    const { shape } = setting
    const best = own.candidate(arranged, {
      ...setting,
      shape: { ...shape, space: more * shape.space },
    })
    if (best.cost >= cost) continue
    const drawn = own.settled(best)
    if (best.cost + drawn.cost < cost) found = { best, drawn }
  }
  return found
}

/** The best of the natural arrangements, drawn; where its routes cost more than others do without them, these are drawn as well. */
function chosen(diagram: Diagram, theme: Theme, ratio: number | undefined, own: Setter) {
  const found = ranked(diagram, setter(diagram, neutral(theme), ratio), ratio)
  const routed: { each: Candidate; settled: ReturnType<typeof settledIn>; cost: number }[] = []
  for (const each of found.slice(0, isLarge(diagram) ? 1 : FINALISTS)) {
    if (routed.some(({ cost }) => cost <= each.cost)) break
    const others = found.filter((other) => other !== each)
    const settled = settledIn(diagram, own, inTheme(diagram, own, [each, ...others]))
    routed.push({ each, settled, cost: each.cost + settled.drawn.cost })
  }
  const [best, ...others] = routed.sort((a, b) => a.cost - b.cost)
  if (!best) throw new Error('the graph has no placement')
  const next = new Set([...others.map(({ each }) => each), ...found])
  next.delete(best.each)
  return { ...best.settled, others: [...next] }
}

/** The natural arrangements as their places tell, the best first. */
function ranked(diagram: Diagram, common: Setter, ratio: number | undefined): Candidate[] {
  const found: Candidate[] = []
  const look = (arranged: Arranged) => {
    const least = Math.min(...found.map(({ cost }) => cost))
    const each = common.best(arranged, least + NEAR)
    if (each) found.push(each)
  }
  const natural = arrangementsOf(diagram)
  for (const arranged of natural.sort(
    (a, b) => bareCost(diagram, a, ratio) - bareCost(diagram, b, ratio),
  ))
    look(arranged)
  if (found.every(({ text }) => text < SURELY_READABLE)) lastResorts(diagram).forEach(look)
  return found.sort((a, b) => a.cost - b.cost)
}

/** The first arrangement of which a style's letters leave words that can be read; where none is left, the best of all that may be. */
function inTheme(
  diagram: Diagram,
  own: Setter,
  candidates: readonly [Candidate, ...Candidate[]],
): Candidate {
  const tried: Candidate[] = []
  for (const { arranged, setting, text } of candidates.slice(0, TRIED_IN_THEME)) {
    const same = own.candidate(arranged, setting)
    const each = same.text >= Math.min(text, READABLE) ? same : (own.best(arranged) ?? same)
    if (each.text >= READABLE) return each
    tried.push(each)
  }
  for (const arranged of isLarge(diagram) ? [] : lastResorts(diagram)) {
    const each = own.best(arranged, Math.min(...tried.map(({ cost }) => cost)))
    if (each) tried.push(each)
  }
  return tried.reduce((best, each) => (each.cost < best.cost ? each : best))
}

/** Words that had to be cut. */
const cutIn = ({ fits }: Measures) =>
  [...fits.values()].reduce((sum, { broken }) => sum + broken, 0)

type Setter = ReturnType<typeof setter>

/** Sets the words of a diagram and places what an arrangement says, in a theme on a canvas. */
function setter(diagram: Diagram, named: Theme, ratio: number | undefined) {
  const known = new Map<Setting, Measures>()
  const passed = passedHeadings(diagram)
  const measures = (setting: Setting): Measures => {
    const theme = sized(named, setting)
    const found = known.get(setting) ?? {
      ...{ diagram, theme, passed, em: EM, space: setting.shape.space, stretch: { x: 1, y: 1 } },
      fits: fitAll(diagram, EM, setting.shape, theme),
      labels: edgeLabels(diagram, EM, theme, setting.shape.wrap),
    }
    known.set(setting, found)
    return found
  }
  const candidate = (arranged: Arranged, setting: Setting): Candidate => {
    const own = measures(setting)
    const block = placedAs(arranged, own)
    const canvas = fitted(diagram, block, ratio, EM, laneOf(diagram), setting.evenText)
    const pixels = canvas.scale * EM * smallestOf(diagram, own.fits, own.theme)
    const text = pixels / pixelsPerPoint(canvas, named.paper)
    const facts = {
      bent: block.bent,
      cut: cutIn(own),
      text,
      own: block.width / block.height,
      asked: ratio,
    }
    const cost = setting.cost + block.misshapen + bareCost(diagram, arranged, ratio) + costOf(facts)
    return { arranged, setting, block, canvas, text, cost }
  }
  /** What a setting costs at the least, known before anything is placed. */
  const leastCost = (arranged: Arranged, setting: Setting): number => {
    const { placed } = arranged
    if ('lines' in placed) return setting.cost
    const own = measures(setting)
    const size = leastSize(placed, own)
    const pixels = EM * smallestOf(diagram, own.fits, own.theme)
    const text = pixels * mostPoints(diagram, size, ratio, EM, setting.evenText, named.paper)
    const facts = { bent: { main: 0, other: 0 }, cut: cutIn(own), text, own: 1, asked: ratio ?? 1 }
    return setting.cost + bareCost(diagram, arranged, ratio) + costOf(facts)
  }
  /**
   * An arrangement with its words set as suits it best, the most promising setting first; undefined where none can cost
   * less than `enough`.
   */
  const best = (arranged: Arranged, enough = Number.POSITIVE_INFINITY): Candidate | undefined => {
    const bare = bareCost(diagram, arranged, ratio)
    const isGraph = diagram.shape === 'graph'
    let least: Candidate | undefined
    const most = () => Math.min(least?.cost ?? Number.POSITIVE_INFINITY, enough)
    const [first, ...others] = settingsFor(diagram)
    if (leastCost(arranged, first) < most()) least = candidate(arranged, first)
    if (least && least.text >= AMPLE && isGraph) return least
    const open = others
      .filter(({ cost }) => bare + cost < most())
      .map((setting) => ({ setting, cost: leastCost(arranged, setting) }))
    let idle = 0
    for (const { setting, cost } of open.sort((a, b) => a.cost - b.cost)) {
      if (cost >= most() || (isGraph && idle === FRUITLESS)) break
      const found = candidate(arranged, setting)
      idle = found.cost < most() ? 0 : idle + 1
      if (idle === 0) least = found
    }
    return least
  }
  /** A candidate on its canvas, routed and labelled; its cost is that of what only routes show. */
  const settled = ({ arranged, setting, block, canvas }: Candidate) => {
    const own = measures(setting)
    const { theme } = own
    const whole = stretched(canvas, block, (stretch) => placedAs(arranged, { ...own, stretch }))
    const em = EM * canvas.scale
    const fits = fitAll(diagram, em, setting.shape, theme)
    const labels = edgeLabels(diagram, em, theme, setting.shape.wrap)
    const placement = mirrored(placedOn(whole, canvas), diagram, canvas)
    const { hits, crossed } = routes(
      diagram,
      arranged.arrangement,
      placement,
      labels,
      em,
      theme,
      canvas,
    )
    const cost = OBJECTIVE.hit * hits + OBJECTIVE.crossing * (crossed - arranged.crossings)
    return { em, placement, fits, labels, hits, cost }
  }
  return { candidate, best, settled }
}

/** Reading directions `left` and `up` are `right` and `down` seen in a mirror. */
function mirrored(
  placement: Placement,
  { direction }: Diagram,
  size: { width: number; height: number },
): Placement {
  if (direction !== 'left' && direction !== 'up') return placement
  return onAll(placement, (box) => ({
    ...box,
    x: direction === 'left' ? size.width - box.x - box.width : box.x,
    y: direction === 'up' ? size.height - box.y - box.height : box.y,
  }))
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
