import { describe, expect, test } from 'bun:test'
import { local } from '../../src/engines/local'
import { FIGURE_LIMITS } from '../../src/forms/figure-limits'
import { useApps } from '../support/app'

const startApp = useApps()

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index))
const mermaid = (...lines: string[]) => ['flowchart LR', ...lines].join('\n')
const WORD = 'x'.repeat(3 * FIGURE_LIMITS.label)
const CUT = `Labels cut after ${FIGURE_LIMITS.label} characters: `

/** The diagram of a text, and its warnings as one text. */
async function planned(text: string) {
  const call = {
    signal: new AbortController().signal,
    deadline: Number.POSITIVE_INFINITY,
    log: () => {},
    beat: () => {},
  }
  const diagram = await local.plan(text, { caption: null }, call)
  return { ...diagram, said: diagram.warnings.join(' ') }
}

describe('what one figure cannot hold is cut, and said', () => {
  test.each([
    ['mermaid', mermaid(`a[${WORD}] --> b`)],
    ['DOT', `digraph { a [label="${WORD}"]; a -> b }`],
    ['arrows', `${WORD} -> b\nb -> c`],
    ['a list', `1. a\n2. b: ${WORD}\n3. c`],
    ['an edge', mermaid(`a -->|${WORD}| b`)],
    ['a group', mermaid(`subgraph g [${WORD}]`, 'a --> b', 'end')],
    ['prose', `The ${WORD} are sorted. Then they are counted.`],
  ])('a word that is too long, in %s', async (_, text) => {
    expect((await planned(text)).said).toContain(CUT)
  })

  test('nodes and edges, however they are multiplied', async () => {
    const side = (letter: string) => times(500, (index) => `${letter}${index}`)
    const lost = { nodes: 1000 - FIGURE_LIMITS.nodes, edges: 500 * 500 }
    const sets = [
      `digraph { {${side('a').join(' ')}} -> {${side('b').join(' ')}} }`,
      mermaid(`${side('a').join(' & ')} --> ${side('b').join(' & ')}`),
    ]
    for (const text of sets) {
      const { nodes, edges, said } = await planned(text)
      expect(nodes).toHaveLength(FIGURE_LIMITS.nodes)
      expect(edges).toHaveLength(0)
      expect(said).toContain(`${lost.nodes} nodes and ${lost.edges} edges were left out.`)
    }
  })

  test('groups within groups: what the inner ones hold stands in the innermost that is drawn', async () => {
    const { nodes, edges, groups, said } = await planned(
      mermaid(
        ...times(500, (index) => `subgraph g${index}`),
        'a --> b',
        ...times(500, () => 'end'),
        'c --> g400',
      ),
    )
    expect(groups).toHaveLength(FIGURE_LIMITS.depth)
    expect(nodes[0]?.group).toBe(groups.at(-1)?.id ?? '')
    expect(edges).toMatchObject([{}, { from: 'n-c', to: 'n-a' }])
    expect(said).toContain(`Groups left out: ${500 - FIGURE_LIMITS.depth}.`)
  })

  test('groups side by side, entries of a stage', async () => {
    const many = times(150, (index) => `subgraph cluster_${index} { n${index} }`)
    const { nodes, groups } = await planned(`digraph { ${many.join(' ')} }`)
    expect(groups).toHaveLength(FIGURE_LIMITS.groups)
    expect(nodes.filter(({ group }) => !group)).toHaveLength(50)
    const { said } = await planned(`1. One\n${times(80, (i) => `  - e${i}`).join('\n')}\n2. Two`)
    expect(said).toContain(`Entries left out: ${80 - FIGURE_LIMITS.items}.`)
  })

  test('the record says so, and what is left is all in the figure', async () => {
    const { ask, ended, submit } = await startApp()
    const nested = times(20, (index) => `subgraph g${index}`)
    const ends = times(20, () => 'end')
    const method_text = mermaid(...nested, `a[${WORD}] --> b`, ...ends, 'c --> g2')
    const record = await ended(await submit('/api/run', { method_text, image_size: '1K' }))
    expect(record).toMatchObject({ status: 'completed', error: null })
    expect(record.warnings.join(' ')).toContain(CUT)
    expect(record.warnings.join(' ')).toContain('Groups left out: ')
    const file = (name: string) => ask(`/api/artifacts/${record.job_id}/${name}`)
    const { nodes } = await (await file('diagram.json')).json()
    const svg = await (await file('final.svg')).text()
    expect(svg.split('class="node"').length - 1).toBe(nodes.length)
  })
})
