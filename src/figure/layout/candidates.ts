import type { Diagram } from '../../forms/diagram'
import { canvas } from '../canvas-size'
import type { Theme } from '../themes/theme'
import { edgeLabels } from './edge-labels'
import { fitNode, type NodeFit, type Shape } from './node-form'
import { type PlaceOptions, placeGraph } from './place'
import type { Placement } from './placement'
import { EM, legibility, scaleOf, STRIP, strayed } from './score'

/** Everything that tells one placement of a diagram from another. */
export interface Plan {
  shape: Shape
  options: PlaceOptions
}

export interface Candidate extends Plan {
  placement: Placement & { layers: number; cuts: number }
  score: number
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
const FEW = 8
/** Chains up to this long may descend like stairs. */
const STAIRS = 4
/** Diagrams of more nodes than this are tried in fewer ways, so that they stay quick. */
const MANY = 24
/** Placements that are routed and compared in full. */
const FINALISTS = 6

/** The most promising placements by size of text and fit to the canvas alone, best first. */
export function finalists(diagram: Diagram, theme: Theme, ratio: number | undefined): Candidate[] {
  const candidates: Candidate[] = []
  // The same whatever the shapes; known once one placement is made.
  let layers = diagram.nodes.length
  const labels = edgeLabels(diagram, EM, theme)
  for (const shape of shapesFor(diagram)) {
    const fits = fitAll(diagram, EM, shape, theme)
    for (const trial of trials(diagram)) {
      if (trial.strips > layers) continue
      const options = { ...trial, space: shape.space }
      const placement = placeGraph(diagram, fits, labels, EM, theme, options)
      layers = placement.layers
      if (trial.strips > layers || (trial.align === 'stairs' && layers > STAIRS)) continue
      const candidate = { shape, options, placement, score: 0 }
      candidate.score = rate(diagram, candidate, fits, ratio)
      candidates.push(candidate)
    }
  }
  const count = diagram.nodes.length > MANY ? 2 : FINALISTS
  return candidates.sort((a, b) => b.score - a.score).slice(0, count)
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
  const turns = strips === 1 || diagram.direction ? (['back'] as const) : (['back', 'snake'] as const)
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
  { placement, options }: Candidate,
  fits: Map<string, NodeFit>,
  ratio: number | undefined,
): number {
  const { width, height } = placement
  const own = width / height
  const size = canvas(ratio ?? Math.min(21 / 9, Math.max(9 / 16, own)))
  const scale = scaleOf(diagram, width, height, size)
  const off = Math.max(
    Math.log(size.width / (width * scale)),
    Math.log(size.height / (height * scale)),
  )
  const broken = [...fits.values()].reduce((sum, fit) => sum + fit.broken, 0)
  let wire = 0
  for (const edge of diagram.edges) {
    const [a, b] = [placement.nodes.get(edge.from), placement.nodes.get(edge.to)]
    if (!a || !b) continue
    wire +=
      Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width) +
      Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
  }
  const mean = diagram.edges.length > 0 ? wire / EM / diagram.edges.length : 0
  const wide = ratio === undefined ? 0.25 * Math.abs(Math.log(own / 1.6)) : 0
  return (
    legibility(scale * EM, size.width, theme(fits)) -
    0.3 * off -
    0.6 * Math.max(0, off - 1) -
    0.045 * mean -
    0.5 * broken -
    wide -
    STRIP[options.turn] * (options.strips - 1) -
    strayed(diagram, options, placement.cuts, ratio)
  )
}

/** Size of details in em where there are any, else that of labels. */
function theme(fits: Map<string, NodeFit>): number {
  return [...fits.values()].some((fit) => fit.detail.lines.length > 0) ? 0.87 : 1
}
