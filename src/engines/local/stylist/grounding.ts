import { isInferred } from '../../../forms/diagram'
import { readText } from '../text/read-text'

const MOST_LINES = 24

/**
 * What a context says, in a form that is read back as it is: relations as lines of arrows, steps as a numbered list. A
 * context that cannot be read, such as a broken DOT block, gives nothing.
 */
export async function sourceContent(context: string): Promise<string> {
  const diagram = await readText(context).catch(() => undefined)
  if (!diagram) return ''
  const { nodes, edges, shape } = diagram
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const stated = edges.filter((edge) => !isInferred(edge))
  if (shape === 'graph' && stated.length > 0)
    return stated
      .slice(0, MOST_LINES)
      .map(({ from, to, label, heads }) => {
        const arrow = heads === 'both' ? '<->' : heads === 'none' ? '--' : '->'
        return `${labels.get(from)} ${arrow} ${labels.get(to)}${label ? `: ${label}` : ''}`
      })
      .join('\n')
  const marks = shape === 'stages' ? (index: number) => `${index + 1}.` : () => '-'
  return nodes
    .slice(0, MOST_LINES)
    .map(({ label, detail, items = [] }, index) => {
      const more = [...(detail ? [detail] : []), ...items.map((item) => item.label)]
      return `${marks(index)} ${[label, ...more].join(', ')}`
    })
    .join('\n')
}

/** Sentences of a context that name numbers or quantities, as they stand: what a plot may show. */
export function factsOf(context: string): string[] {
  return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(context)]
    .map(({ segment }) => segment.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /\d|\bper\b|\baxis\b/u.test(sentence) && sentence.length <= 400)
    .slice(0, 8)
}
