import { expect, test } from 'bun:test'
import { readStructured, readText } from '../../src/engines/local/text/read-text'
import { BROKEN } from './texts'

test.each([
  ['digraph G {\n a -> b\n b -> \n c -> d [label="x\n}', /line 4.*quotation mark/],
  ['digraph {}', /no nodes/],
  ['```dot\ndigraph { a -> ; }\n```', /line 2.*syntax error near ';'/],
  ['flowchart LR\n  A[Open', /flowchart/],
  [
    '```mermaid\nsequenceDiagram\n  A->>B: hi\n```',
    /line 2.*"sequenceDiagram" is not.*Alice -> Bob/,
  ],
  [`digraph {${'{'.repeat(200_000)}`, /deeper than 100|longer than/],
])('%j alone fails with the reason', async (text, reason) => {
  await expect(readText(text)).rejects.toThrow(reason)
})

test.each([
  'sequenceDiagram\n  A->>B: hi',
  '---\ntitle: T\n---\n%%{init: {}}%%\nclassDiagram\n  A <|-- B',
  'stateDiagram-v2\n  [*] --> Still\n  Still --> Moving: push',
  'erDiagram\n  A ||--o{ B : has',
  'gantt\n  title Plan\n  Task :a1, 2014-01-01, 30d',
  'mindmap\n  root((R))\n    A',
  'pie title Pets\n"Dogs" : 386',
  'journey\n  title Day\n  section Go\n    Tea: 5: Me',
  'gitGraph\n  commit',
  'xychart-beta\n  bar [1, 2]',
])('%j is no flowchart: refused by its name, with what to do', async (text) => {
  const name = /^(?:---[\s\S]*?---\n|%%[^\n]*\n)*([\w-]+)/.exec(text)?.[1]
  const instead = /^(?:pie|xy)/.test(text) ? '/api/plot' : '"Alice -> Bob: asks"'
  await expect(readText(text)).rejects.toThrow(`"${name}" is not: `)
  await expect(readText(text)).rejects.toThrow(instead)
  expect(await readStructured(text)).toBeUndefined()
})

test('a heading that is called as a mermaid diagram is one', async () => {
  const { nodes } = await readText('timeline\nSamples are taken.\n\njourney\nThey travel home.')
  expect(nodes).toHaveLength(2)
})

test('beside other text a broken block is left out with a warning', async () => {
  const diagram = await readText('```dot\ndigraph { a -> ; }\n```\nA -> B')
  expect(diagram.nodes.map(({ label }) => label)).toEqual(['A', 'B'])
  expect(diagram.warnings.join()).toContain("syntax error near ';'")
})

test.each(Object.entries(BROKEN))(
  '%s: the reason comes in time',
  async (_, text) => {
    await expect(readText(text)).rejects.toThrow(/mermaid block|not understood/)
  },
  120_000,
)
