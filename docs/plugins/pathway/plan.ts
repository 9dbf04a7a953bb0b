import type { Diagram, Engines } from '../../../src/plugin'

/** Each substance is a node, each reaction an arrow from every substrate to every product. */
export const engines: Partial<Engines> = {
  async plan(text, _wish, call): Promise<Diagram> {
    const reactions = text.split('\n').flatMap(readReaction)
    if (reactions.length === 0)
      throw new Error('No reaction was found: write one a line, "glucose, ATP => G6P, ADP".')
    call.log(`${reactions.length} reactions`)
    const names = [...new Set(reactions.flatMap(({ from, to }) => [...from, ...to]))]
    const id = (name: string) => `s${names.indexOf(name) + 1}`
    const certain = { spans: [], confidence: 1 }
    const pairs = reactions.flatMap(({ from, to }) => from.flatMap((a) => to.map((b) => [a, b])))
    return {
      shape: 'graph',
      direction: 'right',
      nodes: names.map((label) => ({ id: id(label), label, kind: 'data' as const, ...certain })),
      edges: pairs.map(([from = '', to = ''], index) => ({
        id: `r${index + 1}`,
        from: id(from),
        to: id(to),
        kind: 'flow' as const,
        heads: 'end' as const,
        ...certain,
      })),
      groups: [],
      source: 'arrows',
      language: 'en',
      warnings: [],
    }
  },
}

function readReaction(line: string): { from: string[]; to: string[] }[] {
  const [left, right] = line.split('=>').map((side) =>
    side
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  return left && right && left.length > 0 && right.length > 0 ? [{ from: left, to: right }] : []
}
