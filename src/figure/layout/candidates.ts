import type { Diagram } from '../../forms/diagram'
import { canvas } from '../canvas-size'
import { largestEmptyShare } from '../empty-space'
import { pixelsPerPoint } from '../paper'
import type { Theme } from '../themes/theme'
import { uprightHubs } from './bars'
import { edgeLabels } from './edge-labels'
import { evened } from './equal-sizes'
import { hasLoose, toMirror, wires } from './mirrors'
import { fitNode, type NodeFit, type Shape } from './node-fit'
import { type PlaceOptions, placeGraph } from './place'
import { refines } from './refinements'
import { EM, isLegible, isPrintable, legibility, scaleOf, strayed, unusual } from './score'
import { denserFor, lanes, MANY, shapesFor, type Trial, trials } from './trials'

/** Everything that tells one placement of a diagram from another. */
export interface Plan {
  shape: Shape
  options: PlaceOptions
  /** Details are as large as labels and margins narrow, so that neither is too small. */
  evenText: boolean
  /** Edges from one node leave it together, or each by a port of its own. */
  ports: 'trunk' | 'apart'
  /** Where edge labels stand when both sides are free. */
  labelSide: 'before' | 'after'
}

export interface Candidate extends Plan {
  placement: ReturnType<typeof placeGraph>
  score: number
  /** Its smallest text is large enough in print. */
  legible: boolean
  /** Its smallest text can be read in print at all. */
  printable: boolean
}

/** Arrangements that are tried with every shape of nodes. */
const PROMISING = 14
/** Chains up to this long may descend like stairs. */
const STAIRS = 4
/** Placements that are routed and compared in full: more for a handful of nodes, which leave much of a canvas to fill. */
const FINALISTS = 6

function finalistsOf({ nodes, edges }: Diagram): number {
  if (!refines('finalists')) return 1
  if (edges.length > 5 * MANY) return 1
  if (nodes.length > MANY || edges.length > 2 * MANY) return 2
  return nodes.length > 5 ? FINALISTS : 3 * FINALISTS
}

/** The most promising placements by size of text and fit to the canvas alone, best first. */
export function finalists(diagram: Diagram, theme: Theme, ratio: number | undefined): Candidate[] {
  const shapes = shapesFor(diagram, ratio)
  const [first, ...others] = shapes
  if (!first) return []
  const rated = rateAll(diagram, theme, ratio, first, trials(diagram, ratio))
  // What is arranged badly with one shape of nodes is not saved by another.
  const promising = rated.slice(0, PROMISING).map(({ options }) => options)
  for (const shape of others) rated.push(...rateAll(diagram, theme, ratio, shape, promising))
  const { length } = diagram.nodes
  const count = finalistsOf(diagram)
  let best = distinct(filled(rated), count)
  const denser = denserFor(diagram, ratio)
  for (const { shapes, until } of denser) {
    if (best[0]?.[until]) break
    const compact = compacted(rated, length > MANY ? COMPACTED_OF_MANY : COMPACTED)
    for (const shape of shapes) rated.push(...rateAll(diagram, theme, ratio, shape, compact, true))
    best = distinct(filled(rated), count)
  }
  for (const cut of diagram.direction ? lanes(diagram) : []) {
    if (best[0]?.printable) break
    for (const each of [shapes, ...denser.map((dense) => dense.shapes)]) {
      if (best[0]?.legible) break
      for (const shape of each) rated.push(...rateAll(diagram, theme, ratio, shape, cut, true))
      best = distinct(filled(rated), count)
    }
  }
  return best.map((each) => turnedWell(diagram, theme, ratio, each))
}

/** The candidate with loose nodes across and groups in a mirror where it is better so. */
function turnedWell(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  candidate: Candidate,
): Candidate {
  const { shape, evenText } = candidate
  const rated = (options: PlaceOptions) =>
    rateAll(diagram, theme, ratio, shape, [options], evenText)
  const across = hasLoose(diagram) ? rated({ ...candidate.options, loose: 'across' })[0] : undefined
  const best = across && across.score > candidate.score ? across : candidate
  const { options, placement } = best
  // In a mirror the second strip of a group would come before its first.
  if (options.innerStrips > 1) return best
  const mirrored = !refines('mirrors') ? [] : toMirror(diagram, placement, options.innerDirection)
  return (mirrored.length > 0 && rated({ ...options, mirrored })[0]) || best
}

/** Arrangements that are tried for figures whose text would be too small. */
const COMPACTED = 24
const COMPACTED_OF_MANY = 8

/** The best arrangements, straight ones also within the width of their widest layer. */
function compacted(rated: readonly Candidate[], most: number): PlaceOptions[] {
  const found = new Map<string, PlaceOptions>()
  for (const { options } of rated.toSorted(byScore)) {
    if (found.size >= most) break
    const aligns =
      options.align === 'straight' ? (['straight', 'compact'] as const) : [options.align]
    for (const align of aligns) {
      const arranged = { ...options, align, space: 1 }
      found.set(JSON.stringify(arranged), arranged)
    }
  }
  return [...found.values()]
}

/** Placements whose holes are looked at before the finalists are chosen. */
const LOOKED_AT = 28
/** Largest empty share of a placement that is no flaw, and what each share above it costs. */
const HOLE = { free: 0.16, cost: 3 } as const

/** The best by score, best first, less what their largest holes cost. */
function filled(rated: Candidate[]): Candidate[] {
  return rated
    .sort(byScore)
    .slice(0, LOOKED_AT)
    .map((each) => {
      const empty = largestEmptyShare([...each.placement.nodes.values()], [], each.placement)
      return { ...each, score: each.score - HOLE.cost * Math.max(0, empty - HOLE.free) }
    })
    .sort(byScore)
}

const byScore = (a: Candidate, b: Candidate) => b.score - a.score

/** The first `count`, of which few share their arrangement and none is placed as an earlier one is. */
function distinct(sorted: readonly Candidate[], count: number): Candidate[] {
  const kept: Candidate[] = []
  const kinds = new Map<string, number>()
  const ofAKind = count > FINALISTS ? 4 : 2
  for (const each of sorted) {
    const { space: _, ...arrangement } = each.options
    const kind = JSON.stringify(arrangement)
    const known = kinds.get(kind) ?? 0
    if (known === ofAKind || kept.some((other) => alike(other, each))) continue
    kinds.set(kind, known + 1)
    kept.push(each)
    if (kept.length === count) break
  }
  return kept
}

function alike(a: Candidate, b: Candidate): boolean {
  return (
    Math.abs(a.score - b.score) < 1e-6 &&
    Math.abs(a.placement.width - b.placement.width) < 0.01 &&
    Math.abs(a.placement.height - b.placement.height) < 0.01
  )
}

/** The theme with the text sizes of a plan. */
export function sized(theme: Theme, { evenText, shape }: Pick<Plan, 'evenText' | 'shape'>): Theme {
  if (!evenText) return theme
  const { icon, ...bare } = theme
  return {
    ...bare,
    // Words come before pictures.
    ...(icon && shape.roomy > NO_ICONS ? { icon } : {}),
    measures: { ...theme.measures, detail: EVEN_DETAIL },
  }
}

/** In em of labels. */
const EVEN_DETAIL = 1
/** Boxes of so little padding have no room for icons. */
const NO_ICONS = 0.5

function rateAll(
  diagram: Diagram,
  named: Theme,
  ratio: number | undefined,
  shape: Shape,
  tried: readonly Trial[],
  evenText = false,
): Candidate[] {
  const theme = sized(named, { evenText, shape })
  const labels = edgeLabels(diagram, EM, theme, shape.wrap)
  const fits = fitAll(diagram, EM, shape, theme)
  const found: Candidate[] = []
  const loose = hasLoose(diagram)
  // The same whatever the options; known once one placement is made.
  let layers = diagram.nodes.length
  let left: number = MOST_WORK
  for (let at = 0; at < tried.length && (left > 0 || found.length === 0); ) {
    const trial = tried[at] as PlaceOptions
    at++
    if (trial.strips > layers) continue
    const options = { ...trial, space: shape.space }
    const placement = placeGraph(diagram, fits, labels, EM, theme, options)
    layers = placement.layers
    const work = placement.work + wireWork(diagram)
    left -= work
    // What is not affordable is left out evenly, so that every kind of arrangement is tried.
    at += Math.max(0, Math.ceil(((tried.length - at) * work) / Math.max(left, work)) - 1)
    if (trial.strips > layers || (trial.align === 'stairs' && layers > STAIRS)) continue
    found.push({
      shape,
      options,
      evenText,
      ports: 'trunk',
      labelSide: 'before',
      placement,
      ...rate(diagram, placement, options, fits, theme, ratio, evenText, loose),
    })
  }
  return found.sort(byScore)
}

/** The candidate of a plan that came from elsewhere. */
export function candidateOf(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  plan: Plan,
): Candidate | undefined {
  const { shape, options, evenText } = plan
  const [rated] = rateAll(diagram, theme, ratio, shape, [options], evenText)
  return rated && { ...rated, ...plan }
}

/** The arrangement of a plan with boxes of other shapes, best first. */
export function reshaped(
  diagram: Diagram,
  theme: Theme,
  ratio: number | undefined,
  { options }: Plan,
): Candidate[] {
  const rated = (even: boolean) => (shape: Shape) =>
    rateAll(diagram, theme, ratio, shape, [options], even)
  return [
    ...shapesFor(diagram, ratio).flatMap(rated(false)),
    ...denserFor(diagram, ratio).flatMap((dense) => dense.shapes.flatMap(rated(true))),
  ].sort(byScore)
}

/**
 * What may be done to rate the arrangements of one shape of nodes, in links and nodes held against each other; a figure
 * of 40 nodes and 60 edges takes a hundredth of it.
 */
const MOST_WORK = 40_000_000

/** What it takes to rate one placement, in the same unit. */
const wireWork = ({ nodes, edges }: Diagram) => edges.length * (nodes.length + edges.length / 2)

/** Words of a node that may be drawn as a tall bar stand one below the other, in em. */
const HUB_WRAP = 4.5

export function fitAll(
  diagram: Diagram,
  em: number,
  shape: Shape,
  theme: Theme,
): Map<string, NodeFit> {
  const hubs = uprightHubs(diagram)
  const narrow = { ...shape, wrap: Math.min(shape.wrap, HUB_WRAP) }
  const fits = diagram.nodes.map(
    (node) => [node.id, fitNode(node, em, hubs.has(node.id) ? narrow : shape, theme)] as const,
  )
  return refines('equal-sizes') ? evened(diagram, new Map(fits)) : new Map(fits)
}

function rate(
  diagram: Diagram,
  placement: Candidate['placement'],
  options: PlaceOptions,
  fits: Map<string, NodeFit>,
  theme: Theme,
  ratio: number | undefined,
  evenText: boolean,
  loose: boolean,
): Pick<Candidate, 'score' | 'legible' | 'printable'> {
  const { width, height } = placement
  const own = width / height
  const size = canvas(ratio ?? Math.min(21 / 9, Math.max(9 / 16, own)))
  const scale = scaleOf(diagram, width, height, size, evenText)
  const off = Math.max(
    Math.log(size.width / (width * scale)),
    Math.log(size.height / (height * scale)),
  )
  const broken = [...fits.values()].reduce((sum, fit) => sum + fit.broken, 0)
  const { mean, crossed, blocked } = wires(diagram, placement.nodes, placement.frames)
  const smallest = smallestOf(diagram, fits, theme)
  const point = pixelsPerPoint(size, theme.paper)
  const score =
    legibility(scale * EM, point, smallest) -
    0.3 * off -
    0.6 * Math.max(0, off - 1) -
    0.045 * mean -
    CROSSED * Math.min(MOST_CROSSED, crossed) -
    BLOCKED * blocked -
    0.5 * broken -
    unusual(own, ratio) -
    strayed(diagram, options, placement.cuts, ratio, loose)
  const printed = [scale * EM, point, smallest] as const
  return { score, legible: isLegible(...printed), printable: isPrintable(...printed) }
}

/** What each crossing of straight lines between nodes costs; routes may yet go round. */
const CROSSED = 0.2
const MOST_CROSSED = 20
/** What a node costs that stands between two linked ones. */
const BLOCKED = 0.12

/** Size in em of the smallest text of a figure. */
export function smallestOf(
  { edges }: Diagram,
  fits: ReadonlyMap<string, NodeFit>,
  theme: Theme,
): number {
  const detailed = [...fits.values()].some((fit) => fit.detail.lines.length > 0)
  return detailed || edges.some(({ label }) => label) ? theme.measures.detail : 1
}
