import type { Diagram } from '../forms/diagram'
import type { Call, PlanWish } from '../forms/engines'
import type { ComposedDiagram } from '../forms/figure-tools'
import { OUTPUTS } from '../forms/outputs'
import { type Desk, write } from './desk'
import { unsaidIn } from './grounding'
import { orReason, variants } from './rounds'

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
  const first = await desk.engines.plan(text, wish, call)
  if (first.source !== 'model') return [first]
  const more = await variants(desk, call, async (variant) => {
    const plan = await orReason(call, desk.engines.plan(text, { ...wish, variant }, call))
    return typeof plan === 'string' || plan.source === 'model' ? plan : 'no model planned it'
  })
  return [first, ...more]
}

/** The plans, best first: by the flaws of their drawing, and by what the text does not say. */
export async function rankedPlans(
  desk: Desk,
  plans: readonly [Diagram, ...Diagram[]],
  draw: (diagram: Diagram) => Promise<ComposedDiagram>,
): Promise<[Diagram, ...Diagram[]]> {
  const [only, ...more] = plans
  if (more.length === 0) return [only]
  const costs = new Map<Diagram, number>()
  // A part that the text does not say is as bad as a visible flaw.
  for (const one of plans) costs.set(one, flawsOf(await draw(one)) + unsaidIn(one))
  const [best = only, ...others] = ranked(
    desk,
    plans,
    (one) => costs.get(one) ?? 0,
    (one) => one,
  )
  return [best, ...others]
}

/** Candidates, the cheapest first. */
export function ranked<One>(
  desk: Desk,
  all: readonly One[],
  costOf: (one: One) => number,
  diagramOf: (one: One) => Diagram,
): One[] {
  const sorted = all.toSorted((a, b) => costOf(a) - costOf(b))
  if (sorted.length > 1)
    for (const [index, one] of sorted.entries()) {
      const { nodes, edges } = diagramOf(one)
      const held = `${nodes.length} nodes, ${edges.length} edges`
      desk.log(`candidate ${index + 1}: ${held}, cost ${costOf(one).toFixed(2)}`)
    }
  return sorted
}

/** The sum of a drawing's visible flaws. */
function flawsOf({ report: { rounds } }: ComposedDiagram): number {
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
