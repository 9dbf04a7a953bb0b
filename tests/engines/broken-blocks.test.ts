import { expect, test } from 'bun:test'
import { readText } from '../../src/engines/local/text/read-text'
import { BROKEN } from './texts'

test.each([
  ['digraph G {\n a -> b\n b -> \n c -> d [label="x\n}', /line 4.*quotation mark/],
  ['digraph {}', /no nodes/],
  ['```dot\ndigraph { a -> ; }\n```', /line 2.*syntax error near ';'/],
  ['flowchart LR\n  A[Open', /flowchart/],
  ['```mermaid\nsequenceDiagram\n  A->>B: hi\n```', /no flowchart/],
  [`digraph {${'{'.repeat(200_000)}`, /deeper than 100|longer than/],
])('%j alone fails with the reason', async (text, reason) => {
  await expect(readText(text)).rejects.toThrow(reason)
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
  10_000,
)
