import type { Diagram } from '../forms/diagram'
import type { Scene } from '../forms/scene'
import type { Composed, ComposeOptions } from '../plugin'
import { draw } from './draw'
import { measure } from './measure'
import { toSvg } from './svg'

/** Places, dresses, measures and writes a diagram. */
export async function compose(
  diagram: Diagram,
  options: ComposeOptions,
  version: string,
): Promise<Composed> {
  const scene = await draw(diagram, options)
  const figures = measure(scene)
  return {
    scene,
    svg: toSvg(scene, { version }),
    log: [`placed on ${size(scene)}: ${list(figures)}`],
    report: { figures, ...evidence(diagram) },
  }
}

function size({ width, height }: Scene): string {
  return `${width} x ${height}`
}

/** What of the figure the text says, and what was inferred. */
function evidence({ source, shape, edges, warnings }: Diagram) {
  const inferred = edges.filter(({ confidence }) => confidence < 0.5).length
  return { source, shape, inferred_edges: inferred, warnings }
}

function list(figures: Record<string, number>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number(value.toFixed(2))}`)
    .join(', ')
}
