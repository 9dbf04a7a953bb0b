/**
 * What each rule of prose reading is worth on the open half of the corpus: node F1 and edge F1 without it, beside those
 * with all rules. A rule whose absence costs nothing has no reason to stay.
 */
import { RULES } from '../../src/engines/local/prose/graph/rules'
import { readProse } from '../../src/engines/local/prose/read-prose'
import type { Bench, Row } from './harness/rows'
import { cases, type ProseCase } from './text/halves'
import { compare, f1, readGraph } from './text/match'

export default {
  name: 'text-ablation',
  summary: 'what each rule of prose reading buys, open half',
  async run({ only }) {
    const texts = await cases('open')
    const all = await score(texts, [])
    const rows: Row[] = [
      { figure: 'all rules: node F1', value: all.nodes, unit: '' },
      { figure: 'all rules: edge F1', value: all.edges, unit: '' },
    ]
    for (const [name, what] of RULES) {
      if (only.length > 0 && !only.includes(name)) continue
      const without = await score(texts, [name])
      rows.push({
        figure: `${name} (${what})`,
        value: round(all.edges - without.edges),
        unit: `edge F1, ${round(all.nodes - without.nodes)} node F1, ${without.changed} texts changed`,
      })
    }
    return rows
  },
} satisfies Bench

const round = (value: number) => Math.round(value * 1000) / 1000

interface Score {
  nodes: number
  edges: number
  /** In how many texts the diagram differs from that with all rules. */
  changed: number
}

async function score(texts: readonly ProseCase[], without: readonly string[]): Promise<Score> {
  let nodes = 0
  let edges = 0
  let changed = 0
  for (const one of texts) {
    const diagram = await readProse(one.text, { without })
    const found = compare(one, readGraph(diagram))
    nodes += f1(found.nodes)
    edges += f1(found.edges)
    if (without.length > 0 && JSON.stringify(diagram) !== JSON.stringify(await readProse(one.text)))
      changed++
  }
  return { nodes: nodes / texts.length, edges: edges / texts.length, changed }
}
