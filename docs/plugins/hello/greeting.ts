import type { Engines } from '../../../src/plugin'
import type { HelloInput } from './index'

type Diagram = Awaited<ReturnType<Engines['diagram']>>

/** Two people and one arrow; certain, and read from no text. */
export function greeting({ from, to }: HelloInput): Diagram {
  const certain = { spans: [], confidence: 1 }
  return {
    shape: 'graph',
    direction: 'right',
    nodes: [
      { id: 'from', label: from, kind: 'human', ...certain },
      { id: 'to', label: to, kind: 'human', ...certain },
    ],
    edges: [
      {
        id: 'hello',
        from: 'from',
        to: 'to',
        label: 'Hello',
        kind: 'flow',
        heads: 'end',
        ...certain,
      },
    ],
    groups: [],
    source: 'list',
    language: 'en',
    warnings: [],
  }
}
