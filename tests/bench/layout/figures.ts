import { createFigureTools } from '../../../src/figure/tools'
import type { Diagram } from '../../../src/forms/diagram'
import { RATIOS, STYLES } from '../../../src/forms/look'
import type { Scene } from '../../../src/forms/scene'

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
      const figures = {
        ...tools.measure(scene),
        nodeInk: nodeInk(scene),
        naturalRatioError: ratioError(scene),
      } as Drawn['figures']
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

/** Share of the canvas that nodes take. */
function nodeInk({ elements, width, height }: Scene): number {
  const nodes = elements.filter(({ role }) => role === 'node')
  return nodes.reduce((sum, { box }) => sum + box.width * box.height, 0) / (width * height)
}

/** How far the content with an even margin is from the canvas's ratio: 0 is exact, 0.1 is 10 % off. */
export function ratioError(scene: Scene): number {
  const boxes = scene.elements.map((each) => each.box)
  if (boxes.length === 0) return 0
  const left = Math.min(...boxes.map((box) => box.x))
  const top = Math.min(...boxes.map((box) => box.y))
  const right = scene.width - Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = scene.height - Math.max(...boxes.map((box) => box.y + box.height))
  const margin = Math.max(0, Math.min(left, top, right, bottom))
  const width = scene.width - left - right + 2 * margin
  const height = scene.height - top - bottom + 2 * margin
  return Math.abs(Math.log(width / height / (scene.width / scene.height)))
}
