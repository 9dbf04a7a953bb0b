import { type Diagram, isInferred } from '../forms/diagram'
import type { ComposedDiagram, ComposeOptions } from '../forms/figure-tools'
import type { Scene } from '../forms/scene'
import { drawPlanned, unmeasured } from './draw'
import { typeset } from './formula'
import { isComposed, type LayoutPlan } from './layout'
import { measure, unreadable } from './measure'
import { optimise, type Round } from './optimise'
import { paperOf } from './paper'
import { toSvg } from './svg'

/** Places, dresses, measures and writes a diagram, in up to `iterations` rounds of improvement. */
export async function compose(
  diagram: Diagram,
  options: ComposeOptions,
  version: string,
): Promise<ComposedDiagram> {
  const { iterations = 1 } = options
  const set = await typeset(diagram)
  const { scene, first, rounds, plan, cut } = await optimise(set, iterations, measure, (plan) =>
    drawPlanned(set, options, plan),
  )
  const figures = rounds.at(-1)?.figures ?? measure(scene)
  const tooSmall = [unreadable(scene)].filter((each) => each !== undefined)
  const { warnings, ...said } = evidence(set)
  return {
    scene,
    first,
    warnings: tooSmall,
    svg: toSvg(scene, { version }),
    log: [
      ...set.warnings.slice(diagram.warnings.length),
      ...[unmeasured(set), ...tooSmall].filter((each) => each !== undefined),
      ...(iterations > 1 ? rounds.map(roundLine) : []),
      ...(rounds.length < iterations
        ? [
            cut
              ? `too large for more than ${rounds.length} rounds`
              : `no other arrangement after round ${rounds.length}`,
          ]
        : []),
      `placed on ${size(scene)}: ${list(figures)}`,
    ],
    report: {
      ...{ figures, ...paperOf(scene), rounds, ...compositionOf(diagram, plan), ...said },
      warnings: [...warnings, ...tooSmall],
    },
  }
}

function roundLine({ round, kept, cost, figures }: Round): string {
  const what = round === 1 ? 'quick search' : kept ? 'another arrangement, kept' : 'nothing better'
  return `round ${round}: ${what}; cost ${cost}; ${list(figures)}`
}

/** How a composition was followed: `given_up` are sentences. One that could not be followed is a round that was refused. */
function compositionOf(diagram: Diagram, plan: LayoutPlan) {
  if (!isComposed(diagram)) return {}
  if (!('composed' in plan)) {
    const sentence = diagram.composition ? NOT_FOLLOWED : DRAWN_PLAINLY
    return { composition: { asked: 0, kept: 0, given_up: [sentence] } }
  }
  const { asked, kept, givenUp } = plan.composed
  return { composition: { asked, kept, given_up: givenUp } }
}

const NOT_FOLLOWED = 'The composition could not be drawn without fault; it was laid out by rules.'
const DRAWN_PLAINLY =
  'Circles, signs, lanes, notes or words beside their shapes could not be drawn without fault; the nodes are plain.'

function size({ width, height }: Scene): string {
  return `${width} x ${height}`
}

/** What of the figure the text says, and what was inferred. */
function evidence({ source, shape, edges, warnings }: Diagram) {
  const inferred = edges.filter(isInferred).length
  return { source, shape, inferred_edges: inferred, warnings }
}

function list(figures: Record<string, number>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number(value.toFixed(2))}`)
    .join(', ')
}
