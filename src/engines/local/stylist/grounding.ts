import type { Diagram, DiagramNode } from '../../../forms/diagram'
import { readText } from '../read-text'

/** What a context names, each an entry of a list. */
export interface Grounding {
  components: string[]
  relations: string[]
}

const MOST_COMPONENTS = 16
const MOST_RELATIONS = 20
const LONGEST_ENTRY = 160
/** Below it a relation was inferred: the context does not say so. */
const STATED = 0.5

/**
 * Components and relations that the context itself names; those that the prompt speaks of come first. A broken mermaid
 * or DOT block names none.
 */
export async function groundIn(context: string, prompt: string): Promise<Grounding> {
  const diagram = await readText(context).catch(() => undefined)
  if (!diagram) return { components: [], relations: [] }
  const nodes = diagram.nodes.filter(({ confidence }) => confidence >= STATED)
  const spoken = new Set(wordsOf(prompt))
  const mentioned = (node: DiagramNode) => wordsOf(node.label).some((word) => spoken.has(word))
  const shown =
    nodes.length <= MOST_COMPONENTS
      ? nodes
      : nodes
          .toSorted((a, b) => Number(mentioned(b)) - Number(mentioned(a)))
          .slice(0, MOST_COMPONENTS)
  const kept = new Set(shown.map(({ id }) => id))
  return {
    components: nodes.filter(({ id }) => kept.has(id)).map(describe),
    relations: relationsOf(diagram, kept),
  }
}

function describe({ label, detail, items = [] }: DiagramNode): string {
  const inside = items.map((item) => item.label).filter((one) => one !== label)
  const more = [...(detail ? [detail] : []), ...inside].join(', ')
  return cut(more === '' ? label : `${label} (${more})`)
}

function relationsOf({ edges, nodes, shape }: Diagram, kept: ReadonlySet<string>): string[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]))
  const stated = edges.filter(
    ({ from, to, confidence }) => confidence >= STATED && kept.has(from) && kept.has(to),
  )
  if (shape === 'stages' && stated.every(({ kind }) => kind === 'order')) {
    const steps = nodes.filter(({ id }) => kept.has(id)).map(({ label }) => label)
    return steps.length > 1 ? [`in this order: ${steps.join(', then ')}`] : []
  }
  return stated.slice(0, MOST_RELATIONS).map(({ from, to, label, heads }) => {
    const arrow = heads === 'both' ? '<->' : heads === 'none' ? '--' : '->'
    return cut(`${labels.get(from)} ${arrow} ${labels.get(to)}${label ? ` (${label})` : ''}`)
  })
}

/** Sentences of a context that name numbers or quantities, as they stand: what a plot may show. */
export function factsOf(context: string): string[] {
  return [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(context)]
    .map(({ segment }) => segment.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /\d|\bper\b|\baxis\b/u.test(sentence) && sentence.length <= 400)
    .slice(0, 8)
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
}

function cut(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= LONGEST_ENTRY ? flat : `${flat.slice(0, LONGEST_ENTRY - 1).trimEnd()}…`
}
