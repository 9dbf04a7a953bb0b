import type { Diagram } from '../../forms/diagram'
import { tidy } from '../../forms/figure-limits'
import { readArrows } from './structured/arrows'

const ARROW = /\s*(?:-{1,3}>|={1,3}>|[→⇒➜➔⟶⟹])\s*/u
/** Two steps are no overview. */
const FEWEST_STEPS = 3
/** Characters of a step; more is running text. */
const LONGEST_STEP = 80

/**
 * The steps that a paper's own caption names in order ("Figure 1: Overview. Reads -> trimming -> alignment."), of the
 * first caption that does: what its authors drew themselves. No part of it has a place in the text.
 */
export function captionChain(captions: readonly string[]): Diagram | undefined {
  for (const caption of captions) {
    const steps = stepsOf(caption)
    const read = steps && readArrows(steps.join(' -> '))
    if (read) return tidy(placeless(read))
  }
  return undefined
}

function stepsOf(caption: string): string[] | undefined {
  const parts = caption.replace(/\s+/g, ' ').split(ARROW)
  if (parts.length < FEWEST_STEPS) return undefined
  const steps = parts.map((part, index) => {
    const begun = index === 0 ? (part.split(/[.:;]\s+/).at(-1) ?? '') : part
    const ended =
      index === parts.length - 1 ? (begun.split(/[.;:,(](?:\s|$)|\s\(/)[0] ?? '') : begun
    return ended.trim()
  })
  const isStep = (step: string) =>
    /\p{L}/u.test(step) && step.length <= LONGEST_STEP && !/[.;:]\s/.test(step)
  return steps.every(isStep) ? steps : undefined
}

function placeless(diagram: Diagram): Diagram {
  const { nodes, edges, groups } = diagram
  return {
    ...diagram,
    nodes: nodes.map((node) => ({ ...node, spans: [] })),
    edges: edges.map((edge) => ({ ...edge, spans: [] })),
    groups: groups.map((group) => ({ ...group, spans: [] })),
  }
}
