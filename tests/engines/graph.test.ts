import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { RULES } from '../../src/engines/local/prose/graph/rules'
import { readProse } from '../../src/engines/local/prose/read-prose'
import { readText } from '../../src/engines/local/read-text'
import { Diagram } from '../../src/forms/diagram'
import { spanWords } from '../bench/text/span-words'
import { PARAGRAPHS } from './texts'

const MAX_NODES = 14

/** Edges as `From -> To` or `From -label-> To`. */
async function relations(text: string): Promise<string[]> {
  const diagram = await readProse(text)
  expect(diagram.shape).toBe('graph')
  const labels = new Map(diagram.nodes.map((node) => [node.id, node.label]))
  return diagram.edges.map(
    (edge) =>
      `${labels.get(edge.from)} ${edge.label ? `-${edge.label}->` : '->'} ${labels.get(edge.to)}`,
  )
}

describe('a method paragraph becomes a graph', () => {
  for (const [name, text] of Object.entries(PARAGRAPHS))
    test(`${name}: sound, small, said in its own words, the same again`, async () => {
      const diagram = await readText(text)
      expect(Value.Check(Diagram, diagram)).toBe(true)
      expect(diagram.nodes.length).toBeGreaterThanOrEqual(3)
      expect(diagram.nodes.length).toBeLessThanOrEqual(MAX_NODES)
      const ids = new Set(diagram.nodes.map((node) => node.id))
      expect(ids.size).toBe(diagram.nodes.length)
      for (const edge of diagram.edges) {
        expect(ids.has(edge.from) && ids.has(edge.to)).toBe(true)
        expect(edge.from).not.toBe(edge.to)
      }
      for (const part of [...diagram.nodes, ...diagram.edges, ...diagram.groups]) {
        expect(part.spans.length).toBeGreaterThan(0)
        expect(part.confidence).toBeGreaterThan(0)
        for (const span of part.spans) {
          expect(span.start).toBeLessThan(span.end)
          expect(span.end).toBeLessThanOrEqual(text.length)
        }
      }
      // "dry" in "dried" has too few letters to be known by them.
      const outside = spanWords(diagram, text).outside
      expect(outside.filter((word) => !word.startsWith('dry '))).toEqual([])
      for (const { label } of diagram.nodes) {
        expect(label).not.toMatch(/^(We|The|A|An|It|They)\b/)
        expect(label.split(' ').length).toBeLessThanOrEqual(7)
      }
      const groups = new Set(diagram.groups.map((group) => group.id))
      for (const node of diagram.nodes)
        if (node.group !== undefined) expect(groups).toContain(node.group)
      expect(await readText(text)).toEqual(diagram)
    })
})

test('nearly all paragraphs become graphs, whose relations are mostly right', async () => {
  const diagrams = await Promise.all(Object.values(PARAGRAPHS).map((text) => readProse(text)))
  const graphs = diagrams.filter(({ shape }) => shape === 'graph')
  expect(graphs.length).toBeGreaterThan(0.8 * diagrams.length)
  for (const { edges, warnings } of graphs) {
    const sure = edges.reduce((sum, { confidence }) => sum + confidence, 0) / edges.length
    expect(sure).toBeGreaterThanOrEqual(0.49)
    const inferred = edges.filter((edge) => edge.inferred)
    for (const edge of inferred) expect(edge.dashed).toBe(true)
    if (inferred.length > 0) expect(warnings.join()).toContain(`${inferred.length} of`)
  }
})

describe('what the clauses of a text say', () => {
  test('steps without a doer follow each other, tools below them', async () => {
    const text =
      'Fastq files were downloaded from the archive. Raw reads were trimmed with Trimmomatic and aligned to the mouse genome with STAR. Duplicates were removed with Picard, and variants were called using GATK. The variants were annotated with VEP and filtered by allele frequency.'
    const { nodes } = await readProse(text)
    const steps = nodes.map((node) => [node.label, node.detail, node.kind])
    expect(steps).toContainEqual(['Remove duplicates', 'Picard', 'process'])
    expect(steps).toContainEqual(['Call variants', 'GATK', 'process'])
    const found = await relations(text)
    expect(found).toContain('Archive -> Fastq files')
    expect(found).toContain('Remove duplicates -> Call variants')
  })

  test('what one makes and the next takes leads from the first to the last', async () => {
    const { nodes, edges } = await readProse(
      'The encoder maps the image to a feature map. The feature map is read by the decoder, which outputs a mask. The mask is refined by a refinement network.',
    )
    const idOf = (label: string) => nodes.find((node) => node.label === label)?.id
    const reached = new Set([idOf('Encoder')])
    for (const _ of edges) for (const { from, to } of edges) if (reached.has(from)) reached.add(to)
    expect(idOf('Refinement network')).toBeDefined()
    expect(reached).toContain(idOf('Refinement network'))
  })

  test('a relative clause, a shared subject and a list', async () => {
    const found = await relations(
      'Sensors send readings to a broker, which forwards them to Kafka. A stream job reads the topic, validates the records, and writes them to a database. Dashboards, alerts and reports query the database.',
    )
    expect(found).toContain('Sensors -readings-> Broker')
    expect(found).toContain('Broker -readings-> Kafka')
    for (const reader of ['Dashboards', 'Alerts', 'Reports'])
      expect(found).toContain(`Database -> ${reader}`)
  })

  test('the agent behind "with", a pronoun, and a shorter name', async () => {
    expect(
      await relations(
        'We encode the passages with a dual encoder and store them in a vector index. The encoder also embeds the question. A cross-encoder re-ranker takes the question and reorders the passages from the index. The re-ranker passes the best ones to the generator.',
      ),
    ).toContain('Dual encoder -> Vector index')
  })

  test('members in brackets, and heads that a list shares', async () => {
    const found = await relations(
      'The corpus was divided into training and test sets. Three classifiers (logistic regression, random forest and XGBoost) were fitted to the training set. Their predictions were averaged by an ensemble. The ensemble was evaluated on the test set.',
    )
    for (const model of ['Logistic regression', 'Random forest', 'XGBoost']) {
      expect(found).toContain(`Training sets -> ${model}`)
      expect(found).toContain(`${model} -> Ensemble`)
    }
  })

  test('a loop comes back as feedback', async () => {
    const text =
      'The actor samples actions for the environment. The environment returns rewards to the replay buffer. The learner reads the replay buffer and updates the actor.'
    const diagram = await readProse(text)
    expect(diagram.edges.some((edge) => edge.kind === 'feedback')).toBe(true)
  })

  test('formulas stay in the names they belong to', async () => {
    const text =
      'The encoder maps the image $x_i$ to a latent code. The noisy latent \\(\\hat{x}_0\\) is denoised by the U-Net. The optimiser reads the loss and updates the encoder.'
    const { nodes } = await readProse(text)
    const labels = nodes.map(({ label }) => label)
    expect(labels).toContain('Image $x_i$')
    expect(labels).toContain('Noisy latent $\\hat{x}_0$')
  })

  test('phases become groups', async () => {
    const { groups } = await readProse(
      'During training, the images are augmented and fed to the student network. The student network is compared with the teacher network. At test time, the image is resized and passed to the teacher network. Its output is smoothed by a filter.',
    )
    expect(groups.map((group) => group.label)).toContain('Training')
  })

  test('motivation and results are not drawn', async () => {
    const found = await relations(
      'Previous work has used recurrent networks. A parser splits the corpus into sentences. A tagger labels the sentences. A linker connects the labels with a knowledge base. Our model outperforms the baseline by 12 points.',
    )
    expect(found.join()).not.toMatch(/recurrent|baseline|points/i)
  })
})

describe('where a graph would be poor, stages are drawn', () => {
  test('nothing is related to anything', async () => {
    expect((await readProse('Sunny afternoon. Blue sky; green field.')).shape).toBe('stages')
    expect((await readProse('The samples were washed.')).shape).toBe('stages')
  })

  test('another language', async () => {
    const text =
      'Zunächst werden die Daten mit einem Encoder kodiert. Danach wird der Index aufgebaut.'
    expect((await readProse(text)).shape).toBe('stages')
  })

  test('far more than a figure holds is read, not hung upon', async () => {
    const text = 'Reads were trimmed with Trimmomatic and aligned to the genome with STAR. '
      .repeat(3000)
      .slice(0, 200_000)
    expect((await readProse(text)).shape).toBe('stages')
  }, 10_000)
})

test('every rule can be left out, and one of them changes something', async () => {
  const texts = Object.values(PARAGRAPHS).slice(0, 2)
  const all = await Promise.all(texts.map((text) => readProse(text)))
  let changed = 0
  for (const [rule] of RULES) {
    const without = await Promise.all(texts.map((text) => readProse(text, { without: [rule] })))
    for (const diagram of without) expect(Value.Check(Diagram, diagram)).toBe(true)
    if (JSON.stringify(without) !== JSON.stringify(all)) changed++
  }
  expect(changed).toBeGreaterThan(RULES.length / 3)
})
