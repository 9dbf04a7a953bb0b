import type { Diagram } from '../forms/diagram'
import type { Call, PlanWish } from '../forms/engines'
import type { ComposedDiagram } from '../forms/figure-tools'
import type { Operation } from '../forms/operations'
import { OUTPUTS } from '../forms/outputs'
import { criticisedFigure } from './critic-rounds'
import { type Desk, write } from './desk'
import { groundingOf } from './grounding'

/** One of several figures to choose from. */
export interface Candidate {
  diagram: Diagram
  /** What a critic would change; absent where none was asked. */
  findings?: Operation[]
}

/** Time that the drawing of a figure and its exports may need, in milliseconds. */
const RESERVE_MS = 30_000

/**
 * The plan of a figure, or as many plans as the request prefers: those that a model makes differ, a grammar's and the
 * rules' do not. What fails after the first is told and left out.
 */
export async function planned(
  desk: Desk,
  text: string,
  wish: PlanWish,
  call: Call,
): Promise<[Diagram, ...Diagram[]]> {
  const plans: [Diagram, ...Diagram[]] = [await desk.engines.plan(text, wish, call)]
  let longest = 0
  for (let variant = 2; variant <= desk.candidates && plans[0].source === 'model'; variant++) {
    const began = Date.now()
    if (began + longest + RESERVE_MS > call.deadline) {
      desk.log(`no time is left for candidate ${variant}`, 'stderr')
      break
    }
    try {
      const plan = await desk.engines.plan(text, { ...wish, variant }, call)
      if (plan.source === 'model') plans.push(plan)
    } catch (error) {
      if (desk.signal.aborted || error instanceof TypeError) throw error
      desk.log(`candidate ${variant}: ${error instanceof Error ? error.message : error}`, 'stderr')
      break
    }
    longest = Math.max(longest, Date.now() - began)
  }
  return plans
}

/** What is drawn, by whom and how well. */
export interface Judged {
  text: string
  caption: string | null
  /** Asked for what it would change in each. */
  critic: Call | null
  draw(diagram: Diagram): Promise<ComposedDiagram>
}

/** A part that the text does not say is as bad as so many visible flaws. */
const UNSAID_COST = 1

/** The candidates, best first: by the flaws of their drawing, by what the text does not say, and by a critic's findings. */
export async function ranked(
  desk: Desk,
  plans: readonly [Diagram, ...Diagram[]],
  judged: Judged,
): Promise<[Candidate, ...Candidate[]]> {
  const [only, ...more] = plans
  if (more.length === 0) return [{ diagram: only }]
  const judgements: { candidate: Candidate; cost: number }[] = []
  for (const diagram of plans) {
    const composed = await judged.draw(diagram)
    const { nodes, edges, grounded_nodes, grounded_edges } = groundingOf(diagram)
    const unsaid = nodes + edges - grounded_nodes - grounded_edges
    const findings = judged.critic && (await findingsIn(desk, judged, diagram, composed))
    const cost = costOf(composed) + UNSAID_COST * unsaid + (findings?.length ?? 0)
    judgements.push({ candidate: { diagram, ...(findings && { findings }) }, cost })
  }
  judgements.sort((a, b) => a.cost - b.cost)
  for (const [index, { cost, candidate }] of judgements.entries()) {
    const { nodes, edges } = candidate.diagram
    desk.log(
      `candidate ${index + 1}: ${nodes.length} nodes, ${edges.length} edges, cost ${cost.toFixed(2)}`,
    )
  }
  const [best, ...others] = judgements.map(({ candidate }) => candidate)
  return [best ?? { diagram: only }, ...others]
}

async function findingsIn(
  desk: Desk,
  { text, caption, critic }: Judged,
  diagram: Diagram,
  composed: ComposedDiagram,
): Promise<Operation[] | undefined> {
  if (!critic || !desk.engines.critique) return undefined
  const figure = criticisedFigure(desk, { text, caption }, { diagram, composed }, [])
  const { operations, ended } = await desk.engines.critique(figure, critic)
  if (ended !== undefined) desk.log(ended, 'stderr')
  return ended === undefined ? operations : undefined
}

/** The sum of a drawing's visible flaws. */
function costOf({ report: { rounds } }: ComposedDiagram): number {
  const [first] = Array.isArray(rounds) ? rounds : []
  return Number(first?.cost ?? 0)
}

/** Writes every figure to choose from, the best first: it is the one that all other files are made of. */
export async function writeCandidates(
  desk: Desk,
  figures: readonly { diagram: Diagram; svg: string }[],
): Promise<void> {
  for (const [index, { diagram, svg }] of figures.entries())
    for (const [{ path }, content] of [
      [OUTPUTS.diagram, diagram],
      [OUTPUTS.svg, svg],
    ] as const)
      await write(desk, { path: `candidates/${index + 1}/${path}`, kind: 'artifact' }, content)
}
