import { type Diagram, isInferred } from '../forms/diagram'
import type { ComposedDiagram, ComposeOptions } from '../forms/figure-tools'
import { remarksOf } from '../forms/remarks'
import type { Scene } from '../forms/scene'
import { paperOf } from './canvas/paper'
import { measure, unreadable } from './check/measure'
import { drawPlanned, unmeasured } from './draw'
import { typeset } from './formula'
import { optimise, type Round } from './optimise'
import { toSvg } from './svg'

/** Places, dresses, measures and writes a diagram, in up to `iterations` rounds of improvement. */
export async function compose(
  diagram: Diagram,
  options: ComposeOptions,
  version: string,
): Promise<ComposedDiagram> {
  const { iterations = 1 } = options
  const set = await typeset(diagram)
  const { scene, first, rounds, cut } = await optimise(set, iterations, measure, (plan) =>
    drawPlanned(set, options, plan),
  )
  const figures = rounds.at(-1)?.figures ?? measure(scene)
  const told = [unreadable(scene)].filter((each) => each !== undefined)
  const { warnings, ...said } = evidence(set)
  return {
    scene,
    first,
    svg: toSvg(scene, { version }),
    remarks: [
      ...remarksOf('note', [...set.warnings.slice(diagram.warnings.length), ...unmeasured(set)]),
      ...remarksOf('doubt', told),
      ...remarksOf('note', [
        ...(iterations > 1 ? rounds.map(roundLine) : []),
        ...(rounds.length < iterations
          ? [
              cut
                ? `too large for more than ${rounds.length} rounds`
                : `no other arrangement after round ${rounds.length}`,
            ]
          : []),
        `placed on ${size(scene)}: ${list(figures)}`,
      ]),
    ],
    report: {
      ...{ figures, ...paperOf(scene), rounds, ...said },
      warnings: [...warnings, ...told],
    },
  }
}

function roundLine({ round, kept, cost, figures }: Round): string {
  const what = round === 1 ? 'quick search' : kept ? 'another arrangement, kept' : 'nothing better'
  return `round ${round}: ${what}; cost ${cost}; ${list(figures)}`
}

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
