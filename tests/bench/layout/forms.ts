import { readText } from '../../../src/engines/local/text/read-text'
import { STYLES } from '../../../src/forms/look'
import type { SceneElement } from '../../../src/forms/scene'
import { tools } from './figures'

/** Every bracket of mermaid's flowcharts, an edge of each weight, a colour of each kind. */
const FORMS = `flowchart LR
  plain[Plain box] --> sub[[Subroutine]] --> hex{{Preparation}} --> round((Circle))
  round --> lean[/Input/] --> flag>Flag] --> pill([Stadium]) --> store[(Store)] --> choice{Choice}
  plain ==> choice
  sub -.-> pill
  tinted[Tinted] --> plain
  style tinted fill:#ffd180,stroke:#e65100
  linkStyle 0 stroke:#b71c1c`

const OWN = ['sub', 'hex', 'round', 'lean', 'flag', 'pill', 'store', 'choice']

/** Share in percent of forms, weights and colours that differ from the plain box and line beside them, over all styles. */
export async function formsDrawn(): Promise<number> {
  const diagram = await readText(FORMS)
  const kept: boolean[] = []
  for (const style of STYLES) {
    const { elements } = await tools.draw(diagram, { style, ratio: '16:9', title: '' })
    const node = (id: string) =>
      elements.find((each) => each.role === 'node' && each.id === `n-${id}`)
    const plain = node('plain')
    kept.push(...OWN.map((id) => formOf(node(id), elements) !== formOf(plain, elements)))
    const line = (from: string, to: string) =>
      elements.find((each) => each.from?.element === `n-${from}` && each.to?.element === `n-${to}`)
    const usual = line('hex', 'round')?.style
    kept.push((line('plain', 'choice')?.style.strokeWidth ?? 0) > (usual?.strokeWidth ?? 0))
    kept.push(line('sub', 'pill')?.style.dash !== undefined && usual?.dash === undefined)
    kept.push(line('plain', 'sub')?.style.stroke !== usual?.stroke)
    kept.push(node('tinted')?.style.stroke !== plain?.style.stroke)
  }
  return (100 * kept.filter(Boolean).length) / kept.length
}

/** The outline without its place and size, and what is drawn on it. */
function formOf(node: SceneElement | undefined, elements: readonly SceneElement[]): string {
  const parts = elements.filter(({ parent, kind }) => parent === node?.id && kind === 'shape')
  const geometry = node?.geometry
  const inner = geometry?.form === 'polygon' ? geometry.points.length : ''
  const round = geometry?.form === 'rect' ? Math.round(geometry.radius) : ''
  const slanted =
    geometry?.form === 'polygon' && geometry.points.some((p) => p.y !== geometry.points[0]?.y)
  return [geometry?.form, inner, round, slanted, parts.length].join(' ')
}
