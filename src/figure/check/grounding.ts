import { saysOf } from '../quotes/said'
import { type Finding, MOST_OF_A_KIND } from './findings'
import type { FlatScene } from './flat-scene'

export interface CheckOptions {
  /** All that the figure may say: method text, caption, context. Absent: grounding is not looked at. */
  text?: string
  /** Things and relations that must be drawn, by their ids in the drawing. */
  plan?: {
    nodes: readonly { id: string; label: string }[]
    edges: readonly { from: string; to: string }[]
  }
  /** Width on paper in mm; default the scene's own, else 178. */
  paper?: number
}

/** Words, numbers and quotes that the text does not have; nothing where there is no text. */
export function unsupportedText({ words, scene }: FlatScene, { text }: CheckOptions): Finding[] {
  if (text === undefined || text.trim() === '') return []
  const says = saysOf(text)
  const foreign = words.flatMap((line): Finding[] => {
    const tokens = says.foreign(line.text)
    if (tokens.length === 0) return []
    const what = tokens.map((token) => `"${token}"`).join(', ')
    return [
      {
        kind: 'words_foreign',
        of: line.thing,
        by: tokens.length,
        words: line.text,
        what,
        element: line.element,
      },
    ]
  })
  const quotes = scene.elements.flatMap((element): Finding[] =>
    element.quote === undefined || says.quotes(element.quote)
      ? []
      : [{ kind: 'quote_foreign', of: element, by: 1, what: element.quote, element }],
  )
  return [...foreign.slice(0, MOST_OF_A_KIND), ...quotes.slice(0, MOST_OF_A_KIND)]
}

/** Things and relations of the plan that are not drawn, by their ids, things also by their names. */
export function missingParts({ scene }: FlatScene, { plan }: CheckOptions): Finding[] {
  if (!plan) return []
  const things = scene.elements.filter(({ role }) => role === 'node' || role === 'group')
  const drawn = new Map(things.map(({ id }) => [id, id]))
  const plainly = (label: string | undefined) =>
    label
      ?.toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const called = new Map(things.map(({ id, label }) => [plainly(label), id]))
  for (const { id, label } of plan.nodes) {
    const found = drawn.get(id) ?? called.get(plainly(label))
    if (found !== undefined) drawn.set(id, found)
  }
  const nodes = plan.nodes.filter(({ id }) => !drawn.has(id))
  const relations = new Set(
    scene.elements
      .filter(({ role }) => role === 'edge')
      .map(({ from, to }) => `${from?.element} ${to?.element}`),
  )
  const edges = plan.edges.filter(
    ({ from, to }) =>
      drawn.has(from) && drawn.has(to) && !relations.has(`${drawn.get(from)} ${drawn.get(to)}`),
  )
  return [
    ...nodes.map(
      ({ id, label }): Finding => ({
        kind: 'missing',
        of: undefined,
        by: 1,
        what: `the thing "${label}" (${id})`,
      }),
    ),
    ...edges.map(
      ({ from, to }): Finding => ({
        kind: 'missing',
        ...{ of: undefined, by: 1 },
        what: `the relation from ${drawn.get(from)} to ${drawn.get(to)}`,
      }),
    ),
  ]
}
