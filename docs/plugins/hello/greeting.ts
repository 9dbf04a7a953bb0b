import type { Diagram } from '../../../src/plugin'

export interface HelloInput {
  from: string
  to: string
}

/** Two people and one arrow; certain, and read from no text. */
export function greeting({ from, to }: HelloInput): Diagram {
  const certain = { spans: [], confidence: 1 }
  const person = (id: string, label: string) => ({ id, label, kind: 'human' as const, ...certain })
  const arrow = { label: 'Hello', kind: 'flow', heads: 'end', ...certain } as const
  return {
    shape: 'graph',
    direction: 'right',
    nodes: [person('from', from), person('to', to)],
    edges: [{ id: 'hello', from: 'from', to: 'to', ...arrow }],
    groups: [],
    source: 'list',
    language: 'en',
    warnings: [],
  }
}
