import type { Diagram } from '../forms/diagram'
import { roundedTo } from '../forms/numbers'
import type { Scene } from '../forms/scene'
import type { LayoutPlan } from './layout'
import { measuredCost } from './layout/objective'

/** A scene with the plan it was placed by, and others that are worth a look. */
export interface Planned {
  scene: Scene
  plan: LayoutPlan
  others: LayoutPlan[]
}

/** What one round did. */
export interface Round {
  /** From 1; the first is the quick search. */
  round: number
  /** Whether what it drew is better than all before. */
  kept: boolean
  /** Of the best so far, by the objective of layout. */
  cost: number
  figures: Record<string, number>
}

export interface Optimised extends Pick<Planned, 'scene' | 'plan'> {
  /** The scene of the quick search. */
  first: Scene
  rounds: Round[]
  /** The diagram is too large for more rounds. */
  cut: boolean
}

/** What all scenes of the rounds may take, and what one does: edges are held against each other and against all nodes. */
const MOST_WORK = 500_000
const workOf = ({ nodes, edges }: Pick<Diagram, 'nodes' | 'edges'>) =>
  edges.length * (nodes.length + edges.length)

/** A scene must be better by this much to be another one. */
const LEAST_GAIN = 0.01

/**
 * Rounds of improvement after the quick search, `rounds` in all: each draws the next of the other plans in full and
 * keeps it where its scene is better. The same diagram takes the same rounds.
 */
export async function optimise(
  diagram: Pick<Diagram, 'nodes' | 'edges'>,
  rounds: number,
  measure: (scene: Scene) => Record<string, number>,
  place: (plan?: LayoutPlan) => Promise<Planned>,
): Promise<Optimised> {
  const judged = (planned: Planned, extra: number) => {
    const figures = measure(planned.scene)
    return { ...planned, figures, cost: roundedTo(measuredCost(figures) + extra, 3) }
  }
  const quick = await place()
  let best = judged(quick, 0)
  const done: Round[] = [{ round: 1, kept: true, cost: best.cost, figures: best.figures }]
  const affordable = Math.max(1, Math.floor(MOST_WORK / Math.max(1, workOf(diagram))))
  const plans = quick.others.slice(0, rounds - 1)
  for (const [index, plan] of plans.slice(0, affordable - 1).entries()) {
    // What the quick search likes less must be better by more.
    const next = judged(await place(plan), LEAST_GAIN * (index + 1))
    const kept = next.cost < best.cost
    if (kept) best = next
    done.push({ round: index + 2, kept, cost: best.cost, figures: best.figures })
  }
  const cut = plans.length > affordable - 1
  return { scene: best.scene, plan: best.plan, first: quick.scene, rounds: done, cut }
}
