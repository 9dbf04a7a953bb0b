import type { Diagram } from '../forms/diagram'
import { roundedTo } from '../forms/numbers'
import type { Scene } from '../forms/scene'
import type { LayoutPlan } from './layout'
import { KNOBS, type Knob, oddness, turned } from './layout/knobs'

/** A scene with the plan it was placed by. */
export interface Planned {
  scene: Scene
  plan: LayoutPlan
}

/** What one round did. */
export interface Round {
  /** From 1; the first is the quick search. */
  round: number
  /** The figure that this round was about. */
  figure?: string
  /** What was changed for it, and whether something better came out. */
  knobs?: Knob[]
  kept?: Knob
  /** Sum of all shortcomings: 0 is a figure without fault. */
  cost: number
  figures: Record<string, number>
}

export interface Optimised extends Planned {
  /** The scene of the quick search. */
  first: Scene
  rounds: Round[]
  /** The diagram is too large for more rounds. */
  cut: boolean
}

/** How far a figure is from what an author would want, in units of about one visible flaw. */
const COSTS: Readonly<Record<string, (value: number, graph: boolean) => number>> = {
  nodeOverlaps: (count) => 10 * count,
  edgesThroughNodes: (count) => 10 * count,
  textOverflow: (count) => 10 * count,
  labelHits: (count) => 3 * count,
  edgesOnGroupBorder: (count) => 3 * count,
  edgesOnOneLine: (count) => 3 * count,
  edgeCrossings: (count) => count,
  bendsPerEdge: (bends) => Math.max(0, bends - 0.5),
  smallestTextPt: (points) => 2 * Math.max(0, 7 - points) + 6 * Math.max(0, 6 - points),
  naturalRatioError: (error) => 6 * Math.max(0, error - 0.03),
  largestEmptyShare: (share) => 8 * Math.max(0, share - 0.13) + 20 * Math.max(0, share - 0.23),
  nodeInk: (share, graph) => (graph ? 6 * Math.max(0, 0.22 - share, share - 0.42) : 0),
}

/**
 * Rounds of improvement after the quick search, `rounds` in all: each measures the scene, turns a knob behind the
 * figure that costs most, and keeps the best scene seen. Ends early when no knob of any figure helps, or when the scenes
 * of a large diagram have taken their work. A round never makes a scene worse, and the same diagram takes the same rounds.
 */
export async function optimise(
  diagram: Diagram,
  rounds: number,
  measure: (scene: Scene) => Record<string, number>,
  place: (plan?: LayoutPlan) => Promise<Planned>,
): Promise<Optimised> {
  const graph = diagram.shape === 'graph'
  const judge = (planned: Planned) => {
    const figures = measure(planned.scene)
    const turns = 'graph' in planned.plan ? TURNED * oddness(planned.plan.graph) : 0
    return { ...planned, figures, cost: roundedTo(costOf(figures, graph) + turns, 3) }
  }
  const quick = await place()
  let best = judge(quick)
  const done: Round[] = [{ round: 1, cost: best.cost, figures: best.figures }]
  const seen = new Set([JSON.stringify(best.plan)])
  const hopeless = new Set<string>()
  let left = MOST_WORK
  while (done.length < rounds && left > 0) {
    const figure = worstOf(best.figures, graph, hopeless)
    if (figure === undefined) break
    const tried = trials(diagram, best.plan, figure).filter(
      ({ plan }) => !seen.has(JSON.stringify(plan)),
    )
    let kept: Knob | undefined
    for (const { knob, plan } of tried.slice(0, TRIALS)) {
      seen.add(JSON.stringify(plan))
      left -= workOf(diagram)
      const judged = judge(await place(plan))
      if (judged.cost > best.cost - LEAST_GAIN) continue
      best = judged
      kept = knob
    }
    if (kept) hopeless.clear()
    else if (tried.length <= TRIALS) hopeless.add(figure)
    if (tried.length === 0) continue
    done.push({
      round: done.length + 1,
      figure,
      knobs: [...new Set(tried.slice(0, TRIALS).map(({ knob }) => knob))],
      ...(kept ? { kept } : {}),
      cost: best.cost,
      figures: best.figures,
    })
  }
  return { scene: best.scene, plan: best.plan, first: quick.scene, rounds: done, cut: left <= 0 }
}

/** What all scenes of the rounds may take: four scenes of the largest diagram; one of 100 nodes is not held up. */
const MOST_WORK = 2_000_000

/** What a scene takes: edges are held against each other and against all nodes. */
const workOf = ({ nodes, edges }: Diagram) => edges.length * (nodes.length + edges.length)

/** What each unit of an arrangement's oddness costs: a better figure is not worth a reader's losing the way. */
const TURNED = 0.06
/** Scenes tried in a round. */
const TRIALS = 4
/** A scene must be better by this much to be another one. */
const LEAST_GAIN = 0.01

function trials(diagram: Diagram, plan: LayoutPlan, figure: string) {
  // Stages have one knob, whatever the figure.
  const knobs: readonly Knob[] = 'stages' in plan ? ['rows'] : (KNOBS[figure] ?? [])
  return knobs.flatMap((knob) => turned(diagram, plan, knob).map((next) => ({ knob, plan: next })))
}

function costOf(figures: Record<string, number>, graph: boolean): number {
  return Object.entries(COSTS).reduce(
    (total, [name, cost]) => total + cost(figures[name] ?? 0, graph),
    0,
  )
}

function worstOf(
  figures: Record<string, number>,
  graph: boolean,
  hopeless: ReadonlySet<string>,
): string | undefined {
  let worst: { name: string; cost: number } | undefined
  for (const [name, costing] of Object.entries(COSTS)) {
    const cost = costing(figures[name] ?? 0, graph)
    if (cost > 0 && !hopeless.has(name) && (!worst || cost > worst.cost)) worst = { name, cost }
  }
  return worst?.name
}
