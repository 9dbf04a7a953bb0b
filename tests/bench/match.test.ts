import { describe, expect, test } from 'bun:test'
import type { Diagram } from '../../src/forms/diagram'
import { withArrowWords } from './text/arrow-words'
import { interval } from './text/bootstrap'
import { assign } from './text/hungarian'
import {
  compare,
  f1,
  type GoldGraph,
  matchNodes,
  precision,
  type ReadGraph,
  readGraph,
} from './text/match'
import { likeness } from './text/names'
import { spanWords } from './text/span-words'
import { stem } from './text/stem'
import { differences, type StructuredCase } from './text/structured'

describe('stems', () => {
  test.each([
    ['alignment', 'align'],
    ['trimming', 'trim'],
    ['normalised', 'normalization'],
    ['denoise', 'denoising'],
    ['encoder', 'encoding'],
    ['predictions', 'predicted'],
    ['libraries', 'library'],
    ['added', 'add'],
  ])('%s is a form of %s', (a, b) => expect(stem(a)).toBe(stem(b)))

  test.each([
    // From the paper that describes the algorithm.
    ['caresses', 'caress'],
    ['ponies', 'poni'],
    ['agreed', 'agre'],
    ['plastered', 'plaster'],
    ['hopping', 'hop'],
    ['filing', 'file'],
    ['relational', 'relat'],
    ['electriciti', 'electr'],
    ['adoption', 'adopt'],
    ['controlling', 'control'],
    ['generalizations', 'gener'],
  ])('%s has the stem %s', (word, expected) => expect(stem(word)).toBe(expected))
})

describe('names', () => {
  test('half of the stems are enough', () => {
    expect(likeness('Align reads', 'Read alignment')).toBe(1)
    expect(likeness('Raw reads', 'Trim raw reads')).toBeCloseTo(2 / 3)
    expect(likeness('the Index of vectors', 'Vector index')).toBe(1)
  })

  test('an equal head matches, a shared modifier does not', () => {
    expect(likeness('Frozen multilingual text encoder', 'Encoder')).toBe(0.25)
    expect(likeness('Encoder of chest radiographs', 'Shared text encoder')).toBe(0.25)
    expect(likeness('Text encoder', 'Text from three large archives')).toBe(0)
  })

  test('names without a content word match nothing', () => {
    expect(likeness('', '')).toBe(0)
    expect(likeness('of the', '...')).toBe(0)
  })
})

describe('assignment', () => {
  test('takes the highest sum, not the best pair first', () => {
    expect(
      assign([
        [0.9, 0.8],
        [0.85, 0],
      ]),
    ).toEqual([1, 0])
  })

  test('leaves out pairs without gain, in any shape', () => {
    expect(assign([[0, 0, 0.5]])).toEqual([2])
    expect(assign([[0.5], [0.6], [0]])).toEqual([-1, 0, -1])
    expect(assign([])).toEqual([])
    expect(assign([[], []])).toEqual([-1, -1])
  })

  test('agrees with trying all permutations', () => {
    let state = 7
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return Math.round((state / 2_147_483_647) * 10) / 10
    }
    for (let round = 0; round < 50; round++) {
      const gains = Array.from({ length: 4 }, () => Array.from({ length: 5 }, random))
      const total = assign(gains).reduce((sum, column, row) => sum + (gains[row]?.[column] ?? 0), 0)
      expect(total).toBeCloseTo(best(gains))
    }
  })
})

function best([row, ...rest]: number[][], taken: number[] = []): number {
  if (!row) return 0
  const options = row.map((gain, column) =>
    taken.includes(column) ? 0 : gain + best(rest, [...taken, column]),
  )
  return Math.max(...options)
}

const GOLD: GoldGraph = {
  nodes: [
    { id: 'reads', label: 'Raw reads' },
    { id: 'align', label: 'Alignment', aliases: ['align reads', 'STAR'] },
    { id: 'genome', label: 'Genome' },
    { id: 'counts', label: 'Count matrix' },
  ],
  edges: [
    { from: 'reads', to: 'align' },
    { from: 'genome', to: 'align' },
    { from: 'align', to: 'counts' },
    { from: 'reads', to: 'counts', optional: true },
  ],
}

function graph(labels: string[], edges: string[]): ReadGraph {
  return {
    nodes: labels.map((label) => ({ id: label, label })),
    edges: edges.map((edge) => {
      const [from = '', to = ''] = edge.replace('?', '').split(' > ')
      return { from, to, directed: true, solid: !edge.endsWith('?') }
    }),
  }
}

describe('graphs', () => {
  test('an alias is a name', () => {
    expect(matchNodes(GOLD, graph(['STAR'], [])).get('STAR')).toBe('align')
  })

  test('one to one: a second node of the same name is extra', () => {
    const read = graph(['Genome', 'Reference genome'], [])
    expect(compare(GOLD, read).nodes).toEqual({ hits: 1, gold: 4, read: 2 })
  })

  test('direction matters, and both ends must be matched', () => {
    const labels = ['Raw reads', 'STAR', 'Count matrix', 'Paper']
    const { edges } = compare(
      GOLD,
      graph(labels, ['Raw reads > STAR', 'Count matrix > STAR', 'STAR > Paper']),
    )
    expect(edges).toEqual({ hits: 1, gold: 3, read: 3 })
    expect(precision(edges)).toBeCloseTo(1 / 3)
    expect(f1(edges)).toBeCloseTo(1 / 3)
  })

  test('an optional edge counts neither for nor against', () => {
    const { edges } = compare(
      GOLD,
      graph(['Raw reads', 'Count matrix'], ['Raw reads > Count matrix']),
    )
    expect(edges).toEqual({ hits: 0, gold: 3, read: 0 })
  })

  test('a dashed edge counts in F1, not in the precision of solid ones', () => {
    const labels = ['Raw reads', 'STAR', 'Genome', 'Count matrix']
    const read = graph(labels, ['Raw reads > STAR', 'Genome > STAR?', 'Genome > Count matrix?'])
    const { edges, solid } = compare(GOLD, read)
    expect(edges).toEqual({ hits: 2, gold: 3, read: 3 })
    expect(precision(solid)).toBe(1)
  })

  test('a gold edge through one extra node is a soft hit, through a gold node it is none', () => {
    const through = graph(
      ['STAR', 'BAM files', 'Count matrix'],
      ['STAR > BAM files', 'BAM files > Count matrix'],
    )
    expect(compare(GOLD, through)).toMatchObject({ softHits: 1, edges: { hits: 0 } })
    const around = graph(['Raw reads', 'Genome', 'STAR'], ['Raw reads > Genome', 'Genome > STAR'])
    expect(compare(GOLD, around)).toMatchObject({ softHits: 1, edges: { hits: 1 } })
  })

  test('nothing read is zero, not an error', () => {
    const { nodes, edges } = compare(GOLD, graph([], []))
    expect([f1(nodes), f1(edges), precision(edges)]).toEqual([0, 0, 0])
  })
})

const SURE = { spans: [], confidence: 1 }

function diagram(parts: Partial<Diagram>): Diagram {
  return {
    shape: 'graph',
    nodes: [],
    edges: [],
    groups: [],
    source: 'prose',
    language: 'en',
    warnings: [],
    ...parts,
  }
}

describe('reading of a diagram', () => {
  const edge = { id: 'e', from: 'a', to: 'b', kind: 'flow', heads: 'end', ...SURE } as const

  test('stages and their items are nodes; an item named before is not a new one', () => {
    const { nodes } = readGraph(
      diagram({
        shape: 'stages',
        nodes: [
          {
            id: 'a',
            label: 'Trim',
            kind: 'stage',
            items: [{ label: 'Raw reads', ...SURE }],
            ...SURE,
          },
          {
            id: 'b',
            label: 'Align',
            kind: 'stage',
            items: [{ label: 'raw read', ...SURE }],
            ...SURE,
          },
        ],
      }),
    )
    expect(nodes.map(({ label }) => label)).toEqual(['Trim', 'Align', 'Raw reads'])
  })

  test('order edges of stages are never solid', () => {
    const order = diagram({ shape: 'stages', edges: [{ ...edge, kind: 'order' }] })
    expect(readGraph(order).edges[0]?.solid).toBe(false)
    expect(readGraph({ ...order, shape: 'graph' }).edges[0]?.solid).toBe(true)
  })

  test('below 0.5 an edge is not solid', () => {
    expect(readGraph(diagram({ edges: [{ ...edge, confidence: 0.4 }] })).edges[0]?.solid).toBe(
      false,
    )
  })

  test('two heads are two edges, none is no direction, the same edge twice is one', () => {
    expect(readGraph(diagram({ edges: [{ ...edge, heads: 'both' }] })).edges).toHaveLength(2)
    expect(readGraph(diagram({ edges: [{ ...edge, heads: 'none' }] })).edges[0]?.directed).toBe(
      false,
    )
    expect(readGraph(diagram({ edges: [edge, { ...edge, confidence: 0 }] })).edges).toMatchObject([
      { solid: true },
    ])
  })
})

describe('words in spans', () => {
  const text = 'Raw reads were fed to STAR for alignment.'
  const node = { id: 'a', kind: 'process', confidence: 1 } as const
  const count = (label: string, spans: { start: number; end: number }[], confidence = 1) => {
    const { inside, all } = spanWords(
      diagram({ nodes: [{ ...node, label, spans, confidence }] }),
      text,
    )
    return [inside, all]
  }

  test('other forms of a word will do', () => {
    expect(count('Feed the reads; aligning', [{ start: 0, end: text.length }])).toEqual([3, 3])
  })

  test('short verbs in their regular forms too', () => {
    const short = 'Slices were dyed and dried.'
    const spans = [{ start: 0, end: short.length }]
    const dye = diagram({ nodes: [{ ...node, label: 'Dye slices', spans }] })
    expect(spanWords(dye, short)).toEqual({ inside: 2, all: 2, outside: [] })
  })

  test('words from elsewhere will not', () => {
    expect(count('Raw reads', [{ start: 22, end: 26 }])).toEqual([0, 2])
    expect(count('Raw reads', [])).toEqual([0, 2])
    expect(count('Raw reads', [], 0.3)).toEqual([0, 0])
  })
})

describe('structured input', () => {
  const expected: StructuredCase = {
    id: 'x',
    grammar: 'arrows',
    text: '',
    nodes: [{ label: 'A', group: 'G' }, { label: 'B' }],
    edges: [{ from: 'A', to: 'B' }],
  }
  const right = diagram({
    nodes: [
      { id: '1', label: 'A', kind: 'process', group: 'g', ...SURE },
      { id: '2', label: 'B ', kind: 'model', ...SURE },
    ],
    edges: [{ id: 'e', from: '1', to: '2', kind: 'flow', heads: 'end', ...SURE }],
    groups: [{ id: 'g', label: 'G', ...SURE }],
  })

  test('equal', () => expect(differences(expected, right)).toEqual([]))

  test('a wrong group, a lost edge', () => {
    expect(differences(expected, { ...right, groups: [], edges: [] })).toHaveLength(3)
  })
})

test('the interval is the same at every run and holds the mean', () => {
  const values = [0.2, 0.4, 0.6, 0.8, 1]
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
  const [low, high] = interval(values, mean)
  expect(interval(values, mean)).toEqual([low, high])
  expect(low).toBeLessThan(mean(values))
  expect(high).toBeGreaterThan(mean(values))
  expect(low).toBeGreaterThan(0.2)
})

describe('words on an arrow', () => {
  const gold: GoldGraph = {
    nodes: ['encoder', 'feature map', 'decoder'].map((label) => ({ id: label, label })),
    edges: [
      { from: 'encoder', to: 'feature map' },
      { from: 'feature map', to: 'decoder' },
    ],
  }
  const sure = { spans: [], confidence: 1 }
  const drawn = (from: string, to: string): Diagram => ({
    shape: 'graph',
    nodes: ['encoder', 'decoder'].map((id) => ({ id, label: id, kind: 'process', ...sure })),
    edges: [{ id: 'e', from, to, label: 'feature maps', kind: 'flow', heads: 'end', ...sure }],
    groups: [],
    source: 'model',
    language: 'en',
    warnings: [],
  })

  test('count as the node between the two that it joins', () => {
    const { nodes, edges } = compare(gold, withArrowWords(gold, drawn('encoder', 'decoder')))
    expect([f1(nodes), f1(edges)]).toEqual([1, 1])
  })

  test('count for nothing the other way round', () => {
    const { nodes, edges } = compare(gold, withArrowWords(gold, drawn('decoder', 'encoder')))
    expect([nodes.hits, edges.hits]).toEqual([2, 0])
  })
})
