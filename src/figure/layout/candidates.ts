import type { Diagram } from '../../forms/diagram'
import type { Box, Point } from '../../forms/scene'
import { canvas } from '../canvas-size'
import { crossings } from '../measure'
import type { Theme } from '../themes/theme'
import { edgeLabels } from './edge-labels'
import { fitNode, type NodeFit, type Shape } from './node-form'
import { type PlaceOptions, placeGraph } from './place'
import { EM, isLegible, legibility, STRIP, scaleOf, strayed } from './score'

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
}

/** Ways to compose node labels. */
const SHAPES: readonly Shape[] = [
  { wrap: 8.5, roomy: 1, space: 1 },
  { wrap: 12, roomy: 1, space: 1 },
  { wrap: 6.8, roomy: 0.85, space: 0.72 },
]
/** For figures of few nodes, which would look lost with tight boxes. */
const ROOMY: readonly Shape[] = [
  { wrap: 7.5, roomy: 1.9, space: 1 },
  { wrap: 11, roomy: 1.9, space: 1 },
]
/** For figures whose text would be too small. */
const DENSE: readonly Shape[] = [
  { wrap: 6.2, roomy: 0.7, space: 0.56 },
  { wrap: 9, roomy: 0.7, space: 0.56 },
  { wrap: 14, roomy: 0.6, space: 0.5 },
  { wrap: 5, roomy: 0.6, space: 0.5 },
]
const FEW = 8
/** Arrangements that are tried with every shape of nodes. */
const PROMISING = 14
/** Chains up to this long may descend like stairs. */
const STAIRS = 4
/** Diagrams of more nodes than this are tried in fewer ways, so that they stay quick. */
const MANY = 24
/** Placements that are routed and compared in full. */
const FINALISTS = 6

/** The most promising placements by size of text and fit to the canvas alone, best first. */
export function finalists(diagram: Diagram, theme: Theme, ratio: number | undefined): Candidate[] {
  const [first, ...others] = shapesFor(diagram)
  if (!first) return []
  const rated = rateAll(diagram, theme, ratio, first, trials(diagram))
  // What is arranged badly with one shape of nodes is not saved by another.
  const promising = rated.slice(0, PROMISING).map(({ options }) => options)
  for (const shape of others) rated.push(...rateAll(diagram, theme, ratio, shape, promising))
  const count = diagram.nodes.length > MANY ? 2 : FINALISTS
  const best = distinct(rated.sort(byScore), count)
  if (best.every(({ legible }) => !legible)) {
    const all = trials(diagram)
    for (const shape of DENSE) rated.push(...rateAll(diagram, theme, ratio, shape, all, true))
    return distinct(rated.sort(byScore), count)
  }
  return best
}

const byScore = (a: Candidate, b: Candidate) => b.score - a.score

/** Of one arrangement, so many shapes of nodes are compared in full. */
const OF_A_KIND = 2

/** The first `count`, of which few share their arrangement and none is placed as an earlier one is. */
function distinct(sorted: readonly Candidate[], count: number): Candidate[] {
  const kept: Candidate[] = []
  const kinds = new Map<string, number>()
  for (const each of sorted) {
    const { space: _, ...arrangement } = each.options
    const kind = JSON.stringify(arrangement)
    const known = kinds.get(kind) ?? 0
    if (known === OF_A_KIND || kept.some((other) => alike(other, each))) continue
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
export function sized(theme: Theme, { evenText }: Pick<Plan, 'evenText'>): Theme {
  if (!evenText) return theme
  return { ...theme, measures: { ...theme.measures, detail: EVEN_DETAIL } }
}

/** In em of labels. */
const EVEN_DETAIL = 1

function rateAll(
  diagram: Diagram,
  named: Theme,
  ratio: number | undefined,
  shape: Shape,
  tried: readonly Omit<PlaceOptions, 'space'>[],
  evenText = false,
): Candidate[] {
  const theme = sized(named, { evenText })
  const labels = edgeLabels(diagram, EM, theme, shape.wrap)
  const fits = fitAll(diagram, EM, shape, theme)
  const found: Candidate[] = []
  // The same whatever the options; known once one placement is made.
  let layers = diagram.nodes.length
  for (const trial of tried) {
    if (trial.strips > layers) continue
    const options = { ...trial, space: shape.space }
    const placement = placeGraph(diagram, fits, labels, EM, theme, options)
    layers = placement.layers
    if (trial.strips > layers || (trial.align === 'stairs' && layers > STAIRS)) continue
    found.push({
      shape,
      options,
      evenText,
      ports: 'trunk',
      labelSide: 'before',
      placement,
      ...rate(diagram, placement, options, fits, theme, ratio, evenText),
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

export function fitAll(
  diagram: Diagram,
  em: number,
  shape: Shape,
  theme: Theme,
): Map<string, NodeFit> {
  return new Map(diagram.nodes.map((node) => [node.id, fitNode(node, em, shape, theme)]))
}

function shapesFor({ nodes }: Diagram): readonly Shape[] {
  if (nodes.length > MANY) return SHAPES.slice(1)
  return nodes.length <= FEW ? [...SHAPES, ...ROOMY] : SHAPES
}

/** Every way of reading, cutting and aligning worth a try. */
function trials(diagram: Diagram): Omit<PlaceOptions, 'space'>[] {
  const asked = diagram.direction
  const upright = asked === 'down' || asked === 'up'
  const directions = asked ? ([upright ? 'down' : 'right'] as const) : (['right', 'down'] as const)
  const grouped = diagram.groups.length > 0
  // A direction that was asked for is kept; only long chains turn back to a new line.
  const most = asked ? Math.ceil(diagram.nodes.length / 6) : Math.min(6, diagram.nodes.length)
  const several = diagram.groups.filter((group) => group.parent === undefined).length > 1
  const inner = grouped ? INNER.filter((each) => several || !each.alternate) : INNER.slice(0, 1)
  const aligns = grouped ? (['straight', 'centre'] as const) : (['straight'] as const)
  return directions.flatMap((direction) =>
    Array.from({ length: most }, (_, index) => index + 1).flatMap((strips) =>
      inner.flatMap((each) =>
        ways(strips, aligns, diagram).map((way) => ({ direction, strips, ...way, ...each })),
      ),
    ),
  )
}

function ways(
  strips: number,
  aligns: readonly ('straight' | 'centre')[],
  diagram: Diagram,
): Pick<PlaceOptions, 'turn' | 'align'>[] {
  const turns =
    strips === 1 || diagram.direction ? (['back'] as const) : (['back', 'snake'] as const)
  const found: Pick<PlaceOptions, 'turn' | 'align'>[] = turns.flatMap((turn) =>
    aligns.map((align) => ({ turn, align })),
  )
  const short = diagram.nodes.length <= FEW && diagram.groups.length === 0 && strips === 1
  if (short && !diagram.direction) found.push({ turn: 'back', align: 'stairs' })
  return found
}

const INNER = [
  { innerDirection: 'right', innerStrips: 1, alternate: false },
  { innerDirection: 'right', innerStrips: 2, alternate: false },
  { innerDirection: 'down', innerStrips: 1, alternate: false },
  { innerDirection: 'down', innerStrips: 2, alternate: false },
  { innerDirection: 'right', innerStrips: 1, alternate: true },
  { innerDirection: 'down', innerStrips: 1, alternate: true },
] as const

function rate(
  diagram: Diagram,
  placement: Candidate['placement'],
  options: PlaceOptions,
  fits: Map<string, NodeFit>,
  theme: Theme,
  ratio: number | undefined,
  evenText: boolean,
): { score: number; legible: boolean } {
  const { width, height } = placement
  const own = width / height
  const size = canvas(ratio ?? Math.min(21 / 9, Math.max(9 / 16, own)))
  const scale = scaleOf(diagram, width, height, size, evenText)
  const off = Math.max(
    Math.log(size.width / (width * scale)),
    Math.log(size.height / (height * scale)),
  )
  const broken = [...fits.values()].reduce((sum, fit) => sum + fit.broken, 0)
  const { mean, crossed } = wires(diagram, placement)
  const wide = ratio === undefined ? 0.25 * Math.abs(Math.log(own / 1.6)) : 0
  const smallest = smallestOf(diagram, fits, theme)
  const score =
    legibility(scale * EM, size.width, smallest) -
    0.3 * off -
    0.6 * Math.max(0, off - 1) -
    0.045 * mean -
    CROSSED * Math.min(MOST_CROSSED, crossed) -
    0.5 * broken -
    wide -
    STRIP[options.turn] * (options.strips - 1) -
    strayed(diagram, options, placement.cuts, ratio)
  return { score, legible: isLegible(scale * EM, size.width, smallest) }
}

/** What each crossing of straight lines between nodes costs; routes may yet go round. */
const CROSSED = 0.07
const MOST_CROSSED = 20

/** Mean gap between linked nodes in em, and how often straight lines between their centres cross. */
function wires(
  { edges }: Diagram,
  { nodes }: Candidate['placement'],
): { mean: number; crossed: number } {
  let length = 0
  const lines: [Point, Point][] = []
  for (const edge of edges) {
    const [a, b] = [nodes.get(edge.from), nodes.get(edge.to)]
    if (!a || !b || a === b) continue
    length +=
      Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width) +
      Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
    lines.push([middle(a), middle(b)])
  }
  let crossed = 0
  for (const [index, one] of lines.entries()) {
    for (let k = 0; k < index; k++) crossed += crossings(one, lines[k] ?? one)
  }
  return { mean: lines.length > 0 ? length / EM / lines.length : 0, crossed }
}

function middle({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 }
}

/** Size in em of the smallest text of a figure. */
export function smallestOf(
  { edges }: Diagram,
  fits: ReadonlyMap<string, NodeFit>,
  theme: Theme,
): number {
  const detailed = [...fits.values()].some((fit) => fit.detail.lines.length > 0)
  return detailed || edges.some(({ label }) => label) ? theme.measures.detail : 1
}
