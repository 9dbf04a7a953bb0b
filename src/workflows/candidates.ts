import type { Diagram } from '../forms/diagram'
import type { Call, PlanWish } from '../forms/engines'
import type { ComposedDiagram } from '../forms/figure-tools'
import { OUTPUTS } from '../forms/outputs'
import { type Desk, write } from './desk'
import { groundingOf } from './grounding'

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

/** A part that the text does not say is as bad as so many visible flaws. */
const UNSAID_COST = 1

/** The plans, best first: by the flaws of their drawing, and by what the text does not say. */
export async function ranked(
  desk: Desk,
  plans: readonly [Diagram, ...Diagram[]],
  draw: (diagram: Diagram) => Promise<ComposedDiagram>,
): Promise<[Diagram, ...Diagram[]]> {
  const [only, ...more] = plans
  if (more.length === 0) return [only]
  const judged: { diagram: Diagram; cost: number }[] = []
  for (const diagram of plans) {
    const { nodes, edges, grounded_nodes, grounded_edges } = groundingOf(diagram)
    const unsaid = nodes + edges - grounded_nodes - grounded_edges
    judged.push({ diagram, cost: costOf(await draw(diagram)) + UNSAID_COST * unsaid })
  }
  judged.sort((a, b) => a.cost - b.cost)
  for (const [index, { cost, diagram }] of judged.entries())
    desk.log(
      `candidate ${index + 1}: ${diagram.nodes.length} nodes, ${diagram.edges.length} edges, cost ${cost.toFixed(2)}`,
    )
  const [best = only, ...others] = judged.map(({ diagram }) => diagram)
  return [best, ...others]
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
