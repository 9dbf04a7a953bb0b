import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { readProse } from '../../src/engines/local/prose/read-prose'
import { readText as readAny } from '../../src/engines/local/read-text'
import { Diagram, type Span } from '../../src/forms/diagram'
import { HOSTILE, PARAGRAPHS } from './texts'

const MAX_STAGES = 9
/** The stage panels that a text falls back to when no graph is worth drawing. */
const readText = (text: string) => readProse(text, { without: ['graph'] })
const titles = async (text: string) => (await readText(text)).nodes.map((node) => node.label)

const IRREGULAR: Readonly<Record<string, string>> = { give: 'gave', grind: 'ground' }

/** Four letters are enough to know a verb again in its lemma: "quantify" in "quantified". */
const known = (word: string, source: string) => {
  const plain = word.toLowerCase()
  return (
    source.includes(IRREGULAR[plain] ?? plain) ||
    source.includes(plain.slice(0, Math.max(2, Math.min(4, plain.length - 1))))
  )
}
const wordsOf = (label: string) => label.match(/[\p{L}\p{N}]+/gu) ?? []
const sourceOf = (text: string, spans: readonly Span[]) =>
  spans
    .map((span) => text.slice(span.start, span.end))
    .join(' ')
    .toLowerCase()

function expectSound(diagram: Diagram, text: string) {
  expect(Value.Check(Diagram, diagram)).toBe(true)
  expect(diagram.nodes.length).toBeGreaterThan(0)
  const ids = new Set(diagram.nodes.map((node) => node.id))
  expect(ids.size).toBe(diagram.nodes.length)
  for (const edge of diagram.edges) expect(ids.has(edge.from) && ids.has(edge.to)).toBe(true)
  const groups = new Set(diagram.groups.map((group) => group.id))
  for (const node of diagram.nodes)
    if (node.group !== undefined) expect(groups).toContain(node.group)
  const items = diagram.nodes.flatMap((node) => node.items ?? [])
  for (const part of [...diagram.nodes, ...diagram.edges, ...diagram.groups, ...items]) {
    if (part.spans.length === 0) expect(part.confidence).toBe(0)
    for (const span of part.spans) {
      expect(span.start).toBeLessThan(span.end)
      expect(span.end).toBeLessThanOrEqual(text.length)
    }
  }
}

describe('a method paragraph', () => {
  for (const [name, text] of Object.entries(PARAGRAPHS)) {
    test(`${name}: numbered stages whose words come from the text`, async () => {
      const diagram = await readText(text)
      expectSound(diagram, text)
      expect(diagram.shape).toBe('stages')
      expect(diagram.nodes.length).toBeGreaterThanOrEqual(3)
      expect(diagram.nodes.length).toBeLessThanOrEqual(MAX_STAGES)
      expect(diagram.nodes.map((node) => node.step)).toEqual(
        diagram.nodes.map((_, index) => index + 1),
      )
      expect(diagram.edges.map((edge) => `${edge.from} ${edge.to} ${edge.kind}`)).toEqual(
        diagram.nodes.slice(1).map((node, index) => `${diagram.nodes[index]?.id} ${node.id} order`),
      )
      for (const node of diagram.nodes) {
        const source = sourceOf(text, node.spans)
        for (const word of wordsOf(`${node.label} ${node.detail ?? ''}`))
          expect(known(word, source) ? '' : `${word} in ${node.label}`).toBe('')
        for (const item of node.items ?? [])
          for (const word of wordsOf(item.label))
            expect(sourceOf(text, item.spans)).toContain(word.toLowerCase())
        expect(node.items?.length ?? 0).toBeLessThanOrEqual(4)
      }
      expect(await readText(text)).toEqual(diagram)
    })

    test(`${name}: titles read like titles`, async () => {
      for (const title of await titles(text)) {
        expect(title).toMatch(/^[^\p{Ll}]|^\p{Ll}+\p{Lu}/u)
        expect(title.split(' ').length).toBeLessThanOrEqual(6)
        expect(title).not.toMatch(/^(We|The|A|An|It|They)\b/)
        expect(title).not.toMatch(/\b(the|a|an|of|to|in|with|and|by|for|from|on|at|using|into)$/i)
      }
    })
  }
})

test('passives are titled by what is acted on, with the tool as detail', async () => {
  const text = 'Raw reads were trimmed with Trimmomatic and aligned to the human genome with STAR.'
  const { nodes } = await readText(text)
  expect(nodes.map((node) => [node.label, node.detail])).toEqual([
    ['Trim raw reads', 'Trimmomatic'],
    ['Align raw reads', 'STAR'],
  ])
  expect(nodes[1]?.items?.map((item) => item.label)).toEqual(['human genome'])
})

test('"X is used to do Y" is the step Y with the tool X', async () => {
  const { nodes } = await readText(
    'Cell Ranger was used to align reads. Then we use BERT to encode the passages.',
  )
  expect(nodes.map((node) => [node.label, node.detail])).toEqual([
    ['Align reads', 'Cell Ranger'],
    ['Encode passages', 'BERT'],
  ])
})

test('pronouns stand for what was spoken of', async () => {
  expect(
    await titles(
      'Load the images and resize them. When the memtable is full, it is flushed to disk.',
    ),
  ).toEqual(['Load images', 'Resize images', 'Flush memtable'])
})

test('background and results are no steps', async () => {
  const labels = await titles(
    'Previous work has used recurrent networks. We split the corpus into passages. A re-ranker scores the passages. Our model outperforms BM25 by 12 points [3].',
  )
  expect(labels).toEqual(['Split corpus', 'Score passages'])
})

test('a loop is named by its end', async () => {
  const labels = await titles(
    'The server aggregates the updates. This process is repeated until convergence.',
  )
  expect(labels).toEqual(['Aggregate updates', 'Repeat until convergence'])
})

test('headings become groups, one heading over everything does not', async () => {
  const two = await readText(
    '## Retrieval\nThe encoder embeds the query.\n\n## Generation\nThe decoder writes the answer.',
  )
  expect(two.groups.map((group) => group.label)).toEqual(['Retrieval', 'Generation'])
  expect(two.source).toBe('headings')
  const one = await readText(
    '# Method\nThe encoder embeds the query. The decoder writes the answer.',
  )
  expect(one.groups).toEqual([])
})

test('more steps than a figure holds are merged or left out, and that is said', async () => {
  const verbs = [
    'trimmed',
    'sorted',
    'washed',
    'fixed',
    'stained',
    'frozen',
    'thawed',
    'cut',
    'scanned',
    'counted',
    'weighed',
    'pooled',
  ]
  const text = verbs
    .map((verb, index) => `Samples of batch ${String.fromCharCode(65 + index)} were ${verb}.`)
    .join(' ')
  const diagram = await readText(text)
  expect(diagram.nodes).toHaveLength(MAX_STAGES)
  expect(diagram.warnings.join()).toContain('3 further steps')
})

test('HTML, citations and emoji are read over, offsets stay those of the source', async () => {
  const text =
    '<p>We <b>train</b> the retriever [12, 13] (Smith et al., 2020).</p> 🚀 Then evaluate it.'
  const { nodes } = await readText(text)
  expect(nodes.map((node) => node.label)).toEqual(['Train retriever', 'Evaluate retriever'])
  expect(text.slice(nodes[0]?.spans[0]?.start, nodes[0]?.spans[0]?.end)).toBe('train')
})

test('other languages: one stage a sentence, cut between words, and said so', async () => {
  const zh =
    '首先，我们将文档切分为段落，并使用BERT编码。然后，将向量存入FAISS索引。最后，生成模型写出答案。'
  const diagram = await readText(zh)
  expectSound(diagram, zh)
  expect(diagram.language).toBe('zh')
  expect(diagram.nodes.map((node) => node.label)).toEqual([
    '将文档切分为段落',
    '将向量存入FAISS索引',
    '生成模型写出答案',
  ])
  expect(diagram.warnings.join()).toContain('not English')
  const de = await readText(
    'Zunächst werden die Daten mit einem Encoder kodiert. Danach wird der Index aufgebaut.',
  )
  expect(de.language).toBe('de')
  expect(de.nodes.map((node) => node.label)).toEqual([
    'Die Daten mit einem Encoder kodiert',
    'Der Index aufgebaut',
  ])
})

describe('odd texts give a sound figure in time', () => {
  for (const [name, text] of Object.entries(HOSTILE)) {
    test(name, async () => {
      expectSound(await readAny(text), text)
    }, 10_000)
  }
})
