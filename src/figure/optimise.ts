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
}

/** A scene must be better by this much to be another one. */
const LEAST_GAIN = 0.01

/**
 * Rounds of improvement after the quick search, `rounds` in all: each draws the next of the other plans in full and
 * keeps it where its scene is better. The same diagram takes the same rounds.
 */
export async function optimise(
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
  for (const [index, plan] of quick.others.slice(0, rounds - 1).entries()) {
    // What the quick search likes less must be better by more.
    const next = judged(await place(plan), LEAST_GAIN * (index + 1))
    const kept = next.cost < best.cost
    if (kept) best = next
    done.push({ round: index + 2, kept, cost: best.cost, figures: best.figures })
  }
  return { scene: best.scene, plan: best.plan, first: quick.scene, rounds: done }
}
