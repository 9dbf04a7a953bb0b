import type { Diagram } from '../../forms/diagram'
import { tidy } from '../../forms/figure-limits'
import { readArrows } from './structured/arrows'

/** Two steps are no overview. */
const FEWEST_STEPS = 3
/** Characters of a step; more is running text. */
const LONGEST_STEP = 80

/**
 * The steps that a paper's own caption names in order ("Figure 1: Overview. Reads -> trimming -> alignment."), of the
 * first caption that does: what its authors drew themselves. No part of it has a place in the text.
 */
export function captionChain(captions: readonly string[]): Diagram | undefined {
  const placeless = <Part>(parts: readonly Part[]) => parts.map((part) => ({ ...part, spans: [] }))
  for (const sentence of captions.flatMap((caption) => caption.split(/(?<=[.:;])\s+/))) {
    // What goes on behind the last step is told of it.
    const read = readArrows(sentence.replace(/\s+/g, ' ').replace(/\s*[,(][^>→⇒➜➔⟶⟹]*$/u, ''))
    const { nodes = [], edges = [] } = read ?? {}
    if (!read || nodes.length < FEWEST_STEPS) continue
    if (nodes.some(({ label }) => label.length > LONGEST_STEP)) continue
    return tidy({ ...read, nodes: placeless(nodes), edges: placeless(edges) })
  }
  return undefined
}
