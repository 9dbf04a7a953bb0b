import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { readText } from '../../src/engines/local/text/read-text'
import { Diagram } from '../../src/forms/diagram'
import { listCases, listFaults } from '../bench/text/constructs'
import { spanWords } from '../bench/text/span-words'
import { HOSTILE, PARAGRAPHS } from './texts'

const read = (text: string) => readText(text)
const labels = async (text: string) => (await read(text)).nodes.map(({ label }) => label)

/** A stage as `label {detail} [item, item]`. */
async function stages(text: string): Promise<string[]> {
  return (await read(text)).nodes.map(({ label, detail, items = [] }) => {
    const below = items.map((item) => item.label)
    return `${label}${detail ? ` {${detail}}` : ''}${below.length > 0 ? ` [${below.join(' | ')}]` : ''}`
  })
}

function expectSound(diagram: Diagram, text: string) {
  expect(Value.Check(Diagram, diagram)).toBe(true)
  expect(diagram.nodes.length).toBeGreaterThan(0)
  const ids = new Set(diagram.nodes.map((node) => node.id))
  expect(ids.size).toBe(diagram.nodes.length)
  for (const edge of diagram.edges) expect(ids.has(edge.from) && ids.has(edge.to)).toBe(true)
  const groups = new Set(diagram.groups.map((group) => group.id))
  for (const { group } of diagram.nodes) if (group !== undefined) expect(groups).toContain(group)
  const items = diagram.nodes.flatMap((node) => node.items ?? [])
  for (const part of [...diagram.nodes, ...diagram.edges, ...diagram.groups, ...items]) {
    if (part.spans.length === 0) expect(part.confidence).toBe(0)
    for (const span of part.spans) {
      expect(span.start).toBeLessThan(span.end)
      expect(span.end).toBeLessThanOrEqual(text.length)
    }
  }
}

describe('a method paragraph becomes numbered stages in its own words', () => {
  for (const [name, text] of Object.entries(PARAGRAPHS))
    test(name, async () => {
      const diagram = await read(text)
      expectSound(diagram, text)
      expect(diagram.shape).toBe('stages')
      expect(diagram.nodes.map(({ step }) => step)).toEqual(diagram.nodes.map((_, at) => at + 1))
      expect(spanWords(diagram, text).outside).toEqual([])
      for (const { label } of diagram.nodes) {
        expect(label).not.toMatch(/^(?:We|The|A|An|It|They|And|Then|First|Finally)\b/)
        expect(label).not.toMatch(
          /\b(?:the|a|an|of|to|in|with|and|by|for|from|on|at|into|which|is|are)$/i,
        )
        expect(label.split(' ').length).toBeLessThanOrEqual(15)
      }
      expect(diagram.edges.every(({ kind }) => kind === 'order')).toBe(true)
      expect(await read(text)).toEqual(diagram)
    })
})

test('a sentence is cut where it pauses, and every part is kept', async () => {
  expect(
    await stages(
      'Raw reads were trimmed with Trimmomatic, aligned to the mouse genome (mm10) with STAR, and quantified using featureCounts.',
    ),
  ).toEqual([
    'Raw reads were trimmed with Trimmomatic [aligned to the mouse genome (mm10) with STAR | quantified using featureCounts]',
  ])
})

test.each([
  ['Finally, we then encode the passages.', 'Encode the passages'],
  ['They are then randomised by the server.', 'Randomised by the server'],
  ['It maps each image to a code.', 'Maps each image to a code'],
  [
    'After sequencing, reads were aligned with STAR.',
    'Reads were aligned with STAR {After sequencing}',
  ],
  [
    'If the image is blurred, the well is imaged again.',
    'Well is imaged again {If the image is blurred}',
  ],
  [
    'The graph, in which nodes carry the room type, is embedded by a transformer.',
    'Graph, in which nodes carry the room type [is embedded by a transformer]',
  ],
  [
    'Backup streams arriving from client agents are divided into variable-size chunks by content-defined chunking.',
    'Backup streams arriving from client agents are divided {into variable-size chunks by content-defined chunking}',
  ],
  [
    'From them a graph with device, merchant and account nodes is built.',
    'From them a graph with device, merchant and account nodes is built',
  ],
  ['mRNA was heated for 10 min. Cells were lysed.', 'mRNA was heated for 10 min'],
  ['Fig. 4 shows the calibration. δ13C was measured twice.', 'δ13C was measured twice'],
  ['They were split 1:1 into 5,000 parts.', 'Split 1:1 into 5,000 parts'],
])('%s', async (text, expected) => expect((await stages(text))[0]).toBe(expected))

test.each([
  ['Cells (ATCC, cat. no. CRL-3216) were kept (approx. 3 ml; see Fig. 2a).', 1],
  ['The pellet was dissolved in sat. aq. NH4Cl. It was stored until Mar. 2021 (ref. 20/NW).', 2],
  ['Beetles were named by J. K. Novak in R v. 4.0.2. Traps were shared, e.g. by two sites.', 2],
  ['"How much do you trust us?" was asked. mRNA was read. See Sect. 4.2 and He et al. [12].', 3],
  ['Reads were trimmed with Trim Galore! (v. 0.6.6). Six were lost.', 2],
  ['Die Proben wurden z. B. bei 4 °C am 3. Mai gelagert (vgl. Abb. 3). Sie wurden gewogen.', 2],
])('%s has %d sentences', async (text, count) => expect(await labels(text)).toHaveLength(count))

test.each([
  [
    'Optimisation uses AdamW (β1 = 0.9, β2 = 0.95) with a base learning rate of 1.5e-4 and a batch size of 4,096.',
    'Optimisation uses AdamW (β1 = 0.9, β2 = 0.95) {with a base learning rate of 1.5e-4} [a batch size of 4,096]',
  ],
  [
    'Genes with a fold change above two and a rate below 0.05 were called significant.',
    'Genes with a fold change above two {and a rate below 0.05 were called significant}',
  ],
  [
    'Independent variables are: age, gender, education (ISCED 0–6) and income in deciles.',
    'Independent variables [age | gender | education (ISCED 0–6) | income in deciles]',
  ],
  ['Six hours later, the medium was replaced.', 'Medium was replaced {Six hours later}'],
  ['Two weeks later, mice were trained.', 'Mice were trained {Two weeks later}'],
  [
    'Two readers screened titles and abstracts independently; conflicts were resolved by a third reader.',
    'Two readers screened titles and abstracts independently [conflicts were resolved by a third reader]',
  ],
  ['A Ti:sapphire laser is used at p < .05 [3].', 'Ti:sapphire laser is used at p < .05'],
  ['模型性能以AUC、校准曲线和决策曲线评价。', '模型性能以AUC、校准曲线和决策曲线评价'],
])('%s is cut where it can be read', async (text, expected) =>
  expect(await stages(text)).toEqual([expected]),
)

describe('a list is a row of stages, one for each entry, in order, none lost', async () => {
  for (const { one } of await listCases())
    test(one.id, async () => expect(listFaults(one, await read(one.text))).toEqual([]))

  test('its order is drawn, that of other sentences is not', async () => {
    const order = async (text: string) =>
      (await read(text)).edges.map(({ from, to }) => `${from} ${to}`)
    const pair = 'A parser splits the corpus. A tagger labels the sentences.'
    expect(await order('Two steps: (1) split the corpus; (2) label the parts.')).toEqual(['s1 s2'])
    expect(await order(pair)).toEqual([])
    expect(await order('(a) split the corpus, (b) label the parts.')).toEqual([])
  })

  test('a sentence is joined to the one before it where it says so itself, and it is told by which words', async () => {
    const { edges, warnings } = await read(
      'Samples are taken. Second cores are stored. The samples are then frozen. Each is sampled and the rest is then sent. Finally, variants are called. Next generation sequencing was used.\n\n## Model\nThe encoder embeds the image. The decoder writes the report.',
    )
    expect(edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`)).toEqual([
      's2 order s3',
      's4 order s5',
    ])
    expect(warnings).toEqual([
      'Read as numbered steps in the order of the text; how they depend on each other is not shown. Arrows lead only to the sentences that say "then", "finally".',
    ])
  })

  test.each([
    ['Die Proben wurden gelagert. Sie wurden anschließend gewogen. Der Extrakt war klar.', 's2'],
    ['Les cellules sont lavées puis séchées. Elles ont été observées. Enfin, on les compte.', 's3'],
    ['Se recogieron las muestras de agua. Luego se filtraron. Son de los ríos del norte.', 's2'],
    ['As amostras foram lavadas. Elas foram depois secas ao sol. Os dados são públicos.', 's2'],
    ['I campioni sono stati raccolti. Sono poi lavati con acqua. I dati sono pubblici.', 's2'],
    ['提取人口学资料。随后，将患者随机分组。最后一组为对照。', 's2'],
    ['試料を採取した。次に、水で洗浄した。データは公開されている。', 's2'],
  ])('%s', async (text, to) =>
    expect((await read(text)).edges.map((edge) => edge.to)).toEqual([to]),
  )

  test('steps that are numbered in their headings follow each other, frame to frame', async () => {
    const { edges } = await read(
      '## Step 1: Collection\nSamples are taken. They are cooled.\n\n## Step 2: Sequencing\nReads are produced.\n\n## Quality\nReads are counted.',
    )
    expect(edges).toMatchObject([{ from: 's2', to: 's3', fromGroup: 'g1', toGroup: 'g2' }])
    expect(edges).toHaveLength(1)
  })

  test('or where its author says so', async () => {
    const pair = 'The encoder embeds the image. The decoder writes the report.'
    const joined = await read(`${pair} Connect the steps in order.`)
    expect(joined.edges).toMatchObject([{ from: 's1', to: 's2', kind: 'order' }])
    const apart = await read(`${pair} Finally, it is sent. Do not connect the steps.`)
    expect([apart.edges, apart.nodes.length, apart.ignored]).toEqual([[], 3, undefined])
  })

  test.each([
    'Clients are first sampled and the global model was then broadcast to the sites.',
    'Scans were registered first to each other, then to the site grid.',
    'The model generates the next batch and then the next one.',
  ])('%s is one sentence', async (text) => expect(await labels(text)).toHaveLength(1))

  test('arrows inside a sentence are a list', async () => {
    expect(
      await labels('Our pipeline: text → phonemes → waveform. A Conformer encodes the phonemes.'),
    ).toEqual(['Text', 'Phonemes', 'Waveform', 'Conformer encodes the phonemes'])
  })

  test('"consists of" and "two models:" put the parts below their whole', async () => {
    expect(
      await stages('The output goes to two models: a logistic regression and a temporal network.'),
    ).toEqual(['Output goes to two models [a logistic regression | a temporal network]'])
  })

  test('a numbered entry of several sentences is one stage', async () => {
    const { nodes } = await read(
      '1. The lungs are segmented by a pretrained network. Volumes without lungs are dropped.\n2. The volumes are resampled to one millimetre and cropped to the lungs.',
    )
    expect(nodes).toHaveLength(2)
    expect(nodes[0]?.items?.map(({ label }) => label)).toEqual([
      'Volumes without lungs are dropped',
    ])
  })
})

describe('headings', () => {
  test('bold titles that run in, also within a paragraph, and steps above their text', async () => {
    const runIn = await read(
      '**Participants.** 64 students took part. **Procedure.** Each trial began with a **fixation** cross.\nThen a face was shown.',
    )
    expect(runIn.groups.map(({ label }) => label)).toEqual(['Participants', 'Procedure'])
    expect(runIn.nodes.map(({ label }) => label)).toEqual([
      '64 students took part',
      'Each trial began with a fixation cross',
      'Face was shown',
    ])
    const steps = await read(
      'Step 1: Collection\nTweets were collected through the academic interface.\n\nStep 2: Cleaning\nBots were removed with a classifier from the literature.',
    )
    expect(steps.groups.map(({ label }) => label)).toEqual(['Collection', 'Cleaning'])
    expect(steps.edges).toMatchObject([{ fromGroup: 'g1', toGroup: 'g2' }])
  })

  test('are groups; one over everything is the title', async () => {
    const two = await read(
      '## Retrieval\nThe encoder embeds the query.\n\n## Generation\nThe decoder writes the answer.',
    )
    expect(two.groups.map((group) => group.label)).toEqual(['Retrieval', 'Generation'])
    expect(two.nodes.map(({ group }) => group)).toEqual(two.groups.map(({ id }) => id))
    const one = await read('# Method\nThe encoder embeds the query. The decoder writes the answer.')
    expect(one).toMatchObject({ title: 'Method', groups: [] })
  })
})

test('what a paper says of its own figures and tables is no step, and is counted', async () => {
  const { nodes, warnings } = await read(
    'Reads are trimmed. Fig. 2 shows the workflow. As shown in Figure 1, they are aligned. Results are given in Table 3. Abb. 3 zeigt den Ablauf.',
  )
  expect(nodes).toHaveLength(2)
  expect(warnings.join(' ')).toContain('table or section of the paper are no steps: 3 left out.')
  expect(await labels('Fig. 2 shows the workflow.')).toEqual(['Fig. 2 shows the workflow'])
})

describe('warnings are few and true', () => {
  test('stages say that they claim no relation', async () => {
    const { warnings } = await read('A parser splits the corpus. A tagger labels the sentences.')
    expect(warnings).toEqual([
      'Read as numbered steps in the order of the text; how they depend on each other is not shown.',
    ])
    expect((await read('Two steps: (1) split the corpus; (2) label the parts.')).warnings).toEqual(
      [],
    )
  })

  test('what a sentence is about is not judged: motivation and results stay', async () => {
    expect(
      await labels('Previous work has used networks. Our model outperforms BM25 by 12 points [3].'),
    ).toEqual(['Previous work has used networks', 'Our model outperforms BM25 by 12 points'])
  })

  test('sentences beyond what a figure holds share panels or are left out, and that is said', async () => {
    const sentence = (at: number) => `Samples of batch ${at} were weighed on a balance.`
    const text = (count: number) => Array.from({ length: count }, (_, at) => sentence(at)).join(' ')
    const some = await read(text(30))
    expect(some.nodes).toHaveLength(15)
    expect(some.nodes[0]?.items?.map(({ label }) => label)).toEqual([
      'Samples of batch 1 were weighed on a balance',
    ])
    expect(some.warnings.join()).toContain('sentences share panels')
    const many = await read(text(200))
    expect(many.nodes).toHaveLength(24)
    expect(many.warnings.join()).toContain('104 further sentences were left out')
  })
})

describe('other languages: each sentence a stage, all of it kept', () => {
  test('Chinese', async () => {
    expect(
      await stages(
        '首先，我们将文档切分为段落，并使用BERT编码。然后，将向量存入FAISS索引。最后，生成模型写出答案。',
      ),
    ).toEqual([
      '首先，我们将文档切分为段落 [并使用BERT编码]',
      '然后，将向量存入FAISS索引',
      '最后，生成模型写出答案',
    ])
  })

  test('German, a long clause cut between words', async () => {
    const text =
      'Zunächst werden die Daten mit einem Encoder kodiert. Danach wird der in mehreren langen Nächten neu berechnete Index auf allen Rechnern des Instituts aufgebaut.'
    const { language, nodes } = await read(text)
    expect(language).toBe('de')
    expect(nodes.map(({ label, detail }) => [label, detail])).toEqual([
      ['Zunächst werden die Daten mit einem Encoder kodiert', undefined],
      [
        'Danach wird der in mehreren langen Nächten neu berechnete',
        'Index auf allen Rechnern des Instituts aufgebaut',
      ],
    ])
  })
})

test('HTML, citations and emoji are read over, offsets stay those of the source', async () => {
  const text =
    '<p>We <b>train</b> the retriever [12, 13] (Smith et al., 2020).</p> 🚀 Then evaluate it.'
  const { nodes } = await read(text)
  expect(nodes.map((node) => node.label)).toEqual(['Train the retriever', 'Evaluate it'])
  expect(text.slice(nodes[1]?.spans[0]?.start, nodes[1]?.spans[0]?.end)).toBe('evaluate it')
})

test('formulas stay in the names they belong to', async () => {
  const text =
    'The encoder maps the image $x_i$ to a code. The latent \\(\\hat{x}_0\\) is denoised.'
  expect(await labels(text)).toEqual([
    'Encoder maps the image $x_i$ to a code',
    'Latent $\\hat{x}_0$ is denoised',
  ])
})

test('formulas of one length keep their places', async () => {
  const text = 'The encoder maps $x$ to $y$, and $z$ is sorted. Then $a$ is mapped onto $b$.'
  expect(await stages(text)).toEqual([
    'Encoder maps $x$ to $y$ [$z$ is sorted]',
    '$a$ is mapped onto $b$',
  ])
})

describe('odd texts give a sound figure', () => {
  for (const [name, text] of Object.entries(HOSTILE)) {
    test(name, async () => {
      expectSound(await read(text), text)
    }, 120_000)
  }
})
