import { createFigureTools } from '../../../src/figure/tools'
import type { Diagram } from '../../../src/forms/diagram'
import { RATIOS, STYLES } from '../../../src/forms/look'

export const tools = createFigureTools('0.0.0')

/** One drawn figure, measured. */
export interface Drawn {
  diagram: string
  ratio: string
  style: string
  figures: Record<string, number>
  milliseconds: number
}

/** Shapes of canvas that every diagram is drawn at, even in the short form. */
const SAMPLED = ['16:9', '4:3', '1:1', '9:16', '21:9']

/** Every diagram on its canvases; the short form draws six ratios in two styles each, which rotate over the corpus. */
export async function drawAll(
  diagrams: Readonly<Record<string, Diagram>>,
  full: boolean,
): Promise<Drawn[]> {
  const drawn: Drawn[] = []
  for (const [index, [name, diagram]] of Object.entries(diagrams).entries()) {
    for (const { ratio, style } of full ? everyWay() : sampledWays(index)) {
      const started = performance.now()
      const scene = await tools.draw(diagram, { style, ratio, title: name })
      const milliseconds = performance.now() - started
      const figures = tools.measure(scene)
      figures.edgesMissing = diagram.edges.length - (figures.edges ?? 0)
      drawn.push({ diagram: name, ratio, style, figures, milliseconds })
    }
  }
  return drawn
}

function everyWay() {
  return STYLES.flatMap((style) => RATIOS.map((ratio) => ({ ratio: ratio as string, style })))
}

function sampledWays(index: number) {
  const others = RATIOS.filter((ratio) => !SAMPLED.includes(ratio))
  const extra = others[index % others.length] ?? 'auto'
  return [...SAMPLED, extra].map((ratio, turn) => {
    const style = turn % 2 === 0 ? STYLES[0] : STYLES[(index + turn) % STYLES.length]
    return { ratio, style: style ?? 'academic' }
  })
}
