import { edited, isPlacing } from '../engines/edit'
import { sourceOf } from '../engines/quotes/source'
import { withDrawnPlaces } from '../figure/drawn-places'
import type { Diagram } from '../forms/diagram'
import type { Call, CriticisedFigure, Critique } from '../forms/engines'
import { FIGURE_LIMITS } from '../forms/figure-limits'
import type { ComposedDiagram } from '../forms/figure-tools'
import type { Operation } from '../forms/operations'
import type { Scene } from '../forms/scene'
import type { Desk } from './desk'
import { groundingOf } from './grounding'

/** What is criticised, and how it is drawn. */
export interface Criticised {
  text: string
  caption: string | null
  diagram: Diagram
  /** What the critic has said of it already. */
  findings?: Operation[]
  /** Draws a diagram quickly. */
  draw(diagram: Diagram): Promise<ComposedDiagram>
}

/** One round, as report.json tells it. */
export interface CriticRound {
  by: 'critic'
  accepted: boolean
  /** What was kept; of a round that was not, what was asked. */
  operations: Operation[]
  reason: string
}

export interface CriticRounds {
  diagram: Diagram
  rounds: CriticRound[]
  /** Why they ended before their time, where a provider failed. */
  ended?: string
}

/** Rounds that may be refused before the critic is no longer asked. */
export const MOST_REFUSED = 2
/** Longest side of the picture that a critic sees, in pixels: larger ones are scaled down by those who take them. */
const PICTURE_SIDE = 1568
/** Time that is left for drawing and exports, in milliseconds. */
const RESERVE_MS = 15_000

/**
 * Lets a critic mend a figure in up to `most` rounds. A batch is kept only where it makes nothing worse; of one that
 * does, what can be kept one by one.
 */
export async function criticise(
  desk: Desk,
  criticised: Criticised,
  most: number,
  call: Call,
): Promise<CriticRounds> {
  const { critique } = desk.engines
  const rounds: CriticRound[] = []
  let best = await drawn(criticised, criticised.diagram)
  let refused = 0
  let longest = 0
  while (critique && rounds.length < most && refused < MOST_REFUSED) {
    if (!hasTime(desk, call, longest)) break
    const began = Date.now()
    const earlier = rounds.map(
      ({ accepted, reason }) => `${accepted ? 'kept' : 'refused'}: ${reason}`,
    )
    const known = rounds.length === 0 ? criticised.findings : undefined
    const { operations, ended }: Critique = known
      ? { operations: known }
      : await critique(criticisedFigure(desk, criticised, best, earlier), call)
    if (ended !== undefined) return { diagram: best.diagram, rounds, ended }
    if (operations.length === 0) {
      desk.log(`critic: nothing to change after ${rounds.length} rounds`)
      break
    }
    const judged = await judge(desk, criticised, best, operations)
    best = judged.best
    rounds.push(judged.round)
    if (!judged.round.accepted) refused += 1
    desk.log(`critic round ${rounds.length}: ${judged.round.reason}`)
    longest = Math.max(longest, Date.now() - began)
  }
  return { diagram: best.diagram, rounds }
}

/** Whether a round that takes as long as the longest one can still end; says so where it cannot. */
export function hasTime(desk: Desk, { deadline }: Call, longestMs: number): boolean {
  const has = Date.now() + longestMs + RESERVE_MS <= deadline
  if (!has) desk.log('critic: no time is left for another round', 'stderr')
  return has
}

/** A drawn figure as a critic sees it. */
export function criticisedFigure(
  desk: Desk,
  { text, caption }: Pick<Criticised, 'text' | 'caption'>,
  { diagram, composed }: Pick<Drawn, 'diagram' | 'composed'>,
  earlier: readonly string[],
): CriticisedFigure {
  return {
    ...{ text, caption, earlier },
    diagram: withDrawnPlaces(diagram, composed.scene),
    figures: figuresOf(composed),
    picture: () => pictureOf(desk, composed),
  }
}

const figuresOf = ({ report }: ComposedDiagram) => report.figures as Record<string, number>

/** A diagram as it is drawn and measured. */
interface Drawn {
  diagram: Diagram
  composed: ComposedDiagram
  figures: Record<string, number>
}

async function drawn({ draw }: Criticised, diagram: Diagram): Promise<Drawn> {
  const composed = await draw(diagram)
  return { diagram, composed, figures: figuresOf(composed) }
}

/** The batch as a whole; where that is refused, its operations one by one. */
async function judge(
  desk: Desk,
  criticised: Criticised,
  before: Drawn,
  operations: Operation[],
): Promise<{ best: Drawn; round: CriticRound }> {
  const whole = await tried(criticised, before, operations)
  if (typeof whole !== 'string') {
    const reason = `${counted(operations.length)} kept`
    return { best: whole, round: { by: 'critic', accepted: true, operations, reason } }
  }
  let best = before
  const kept: Operation[] = []
  for (const operation of operations.length > 1 ? operations : []) {
    desk.signal.throwIfAborted()
    const next = await tried(criticised, best, [operation])
    if (typeof next === 'string') continue
    best = next
    kept.push(operation)
  }
  const accepted = kept.length > 0
  const reason = accepted ? `${kept.length} of ${counted(operations.length)} kept: ${whole}` : whole
  return {
    best,
    round: { by: 'critic', accepted, operations: accepted ? kept : operations, reason },
  }
}

/** The figure after operations, or why it is not to be kept. */
async function tried(
  criticised: Criticised,
  before: Drawn,
  operations: readonly Operation[],
): Promise<Drawn | string> {
  const base = operations.some(isPlacing)
    ? withDrawnPlaces(before.diagram, before.composed.scene)
    : before.diagram
  const { diagram, faults } = edited(base, operations, sourceOf(criticised.text))
  const [fault] = faults
  if (fault !== undefined) return fault
  const { nodes, edges } = diagram
  if (nodes.length > FIGURE_LIMITS.nodes || edges.length > FIGURE_LIMITS.edges)
    return 'it would be more than one figure can hold'
  const lost = lostShare(criticised.diagram, diagram)
  if (lost > MOST_LOST) return `${Math.round(100 * lost)} % of the labels would go`
  const [share, was] = [shareOf(diagram), shareOf(before.diagram)]
  if (share < was) return `the share that the text says would fall from ${was} to ${share}`
  const after = await drawn(criticised, diagram)
  return worse(before.figures, after.figures) ?? after
}

/** Of the labels that were planned. */
const MOST_LOST = 0.3

function lostShare(planned: Diagram, after: Diagram): number {
  const left = labelsOf(after)
  const labels = labelsOf(planned)
  const lost = labels.filter((label) => {
    const at = left.indexOf(label)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return labels.length === 0 ? 0 : lost.length / labels.length
}

const labelsOf = ({ nodes, edges, groups }: Diagram) =>
  [...nodes, ...edges, ...groups].flatMap(({ label }) => (label ? [label] : []))

function shareOf(diagram: Diagram): number {
  const { nodes, edges, grounded_nodes, grounded_edges } = groundingOf(diagram)
  return Number(((grounded_nodes + grounded_edges) / Math.max(1, nodes + edges)).toFixed(3))
}

/** Faults of a drawing, which must not become more. */
const COUNTS = [
  'nodeOverlaps',
  'edgesThroughNodes',
  'edgeCrossings',
  'edgesOnOneLine',
  'edgesOnGroupBorder',
  'labelHits',
  'textOverflow',
  'missingGlyphs',
] as const
/** Measures that must not fall below what reads well, where they were above: points in print, and WCAG 2.2's ratio. */
const LEAST = { smallestTextPt: 6, worstContrast: 4.5 } as const

/** What is worse in one drawing than in another, in words; undefined: nothing. */
function worse(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): string | undefined {
  for (const name of COUNTS) {
    const [was, is] = [before[name] ?? 0, after[name] ?? 0]
    if (is > was) return `${name} would rise from ${was} to ${is}`
  }
  for (const [name, least] of Object.entries(LEAST)) {
    const [was, is] = [before[name] ?? 0, after[name] ?? 0]
    if (is < Math.min(was, least)) return `${name} would fall from ${was} to ${is}`
  }
  return undefined
}

/** A drawing as PNG, as large as a critic sees it. */
export function pictureOf({ figure }: Desk, { scene, svg }: { scene: Scene; svg: string }) {
  const scale = Math.min(1, PICTURE_SIDE / Math.max(scene.width, scene.height))
  const size = {
    width: Math.max(1, Math.floor(scale * scene.width)),
    height: Math.max(1, Math.floor(scale * scene.height)),
  }
  return figure.png(svg, size)
}

const counted = (count: number) => `${count} operation${count === 1 ? '' : 's'}`
