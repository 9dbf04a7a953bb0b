import { describe, expect, test } from 'bun:test'
import { compose } from '../../../src/figure/compose'
import type { Composition } from '../../../src/forms/composition'
import type { Diagram } from '../../../src/forms/diagram'
import { STYLES } from '../../../src/forms/look'

const sure = { spans: [], confidence: 1 }
const box = (id: string, x: number, y: number, width = 160, height = 110) => ({
  ...{ id, x, y, width, height },
})

/** A query and documents that meet in a retriever; a writer, and what sends its answer back. */
const DIAGRAM: Diagram = {
  shape: 'graph',
  nodes: [
    { id: 'query', label: 'User query', kind: 'data', form: 'bare', picture: { glyph: 'speech' } },
    { id: 'docs', label: 'Documents', kind: 'store', form: 'cylinder', labelAt: 'below' as const },
    { id: 'retriever', label: 'Retriever', kind: 'model', form: 'trapezoid', group: 'search' },
    { id: 'join', label: 'Concatenate', kind: 'process', form: 'operator', sign: '+' },
    { id: 'writer', label: 'Writer', kind: 'model' },
    { id: 'check', label: 'Check each sentence', kind: 'process' },
  ].map((node) => ({ ...node, ...sure })) as Diagram['nodes'],
  edges: [
    { from: 'query', to: 'retriever' },
    { from: 'docs', to: 'retriever', role: 'offline' },
    { from: 'retriever', to: 'join', label: 'passages' },
    { from: 'query', to: 'join', role: 'skip' },
    { from: 'join', to: 'writer' },
    { from: 'writer', to: 'check' },
    { from: 'check', to: 'writer', kind: 'feedback', role: 'feedback', label: 'unsupported' },
  ].map((edge, index) => ({
    ...{ id: `e${index + 1}`, kind: 'flow', heads: 'end', ...sure },
    ...edge,
  })) as Diagram['edges'],
  groups: [{ id: 'search', label: 'Search', ...sure }],
  source: 'model',
  language: 'en',
  warnings: [],
}

const WISH: Composition = {
  height: 900,
  nodes: [
    box('query', 60, 180),
    box('docs', 60, 600),
    box('retriever', 420, 380),
    box('join', 780, 190, 60, 60),
    box('writer', 1050, 180),
    box('check', 1050, 600),
  ],
  groups: [box('search', 380, 300, 240, 260)],
  edges: [],
}

const draw = (composition: Composition | undefined, options: object = {}, diagram = DIAGRAM) =>
  compose(
    { ...diagram, ...(composition && { composition }) },
    { style: 'academic', ratio: '16:9', title: 'T', iterations: 1, ...options },
    'test',
  )

const FAULTS = ['nodeOverlaps', 'edgesThroughNodes', 'labelHits', 'textOverflow', 'edgesOnOneLine']

function expectFaultless({ report }: Awaited<ReturnType<typeof draw>>): void {
  const figures = report.figures as Record<string, number>
  expect(Object.fromEntries(FAULTS.map((name) => [name, figures[name]]))).toEqual(
    Object.fromEntries(FAULTS.map((name) => [name, 0])),
  )
  expect(figures.smallestTextPt).toBeGreaterThanOrEqual(5.99)
}

describe('a composed figure', () => {
  test('stands as it is wished, in line, without a fault', async () => {
    const drawn = await draw(WISH)
    expectFaultless(drawn)
    const report = drawn.report.composition as { asked: number; kept: number; given_up: string[] }
    expect([report.kept, report.given_up]).toEqual([report.asked, []])
    expect(report.asked).toBeGreaterThan(10)
    const middle = (id: string) => {
      const found = drawn.scene.elements.find((each) => each.id === id)
      return { x: 0, y: 0, ...found?.box, ...(found && centre(found.box)) }
    }
    // Wished 10 of 1600 apart.
    expect(middle('query').y).toBeCloseTo(middle('writer').y, 3)
    expect(middle('writer').x).toBeCloseTo(middle('check').x, 3)
  })

  test.each([...STYLES])('%s draws it', async (style) =>
    expectFaultless(await draw(WISH, { style })),
  )

  test.each(['1:1', '9:16', '21:9', 'auto'])('%s keeps it without a fault', async (ratio) =>
    expectFaultless(await draw(WISH, { ratio })),
  )

  test('explains no strand that its words name', async () => {
    const edges = DIAGRAM.edges.map((edge) =>
      edge.role === 'offline' ? { ...edge, label: 'an offline index' } : edge,
    )
    const { scene } = await draw(WISH, {}, { ...DIAGRAM, edges })
    const ids = scene.elements.map(({ id }) => id)
    expect(ids).toContain('key-skip-sample')
    expect(ids).not.toContain('key-offline-sample')
  })

  test('shows what its connectors are for, and explains it', async () => {
    const { svg, scene } = await draw(WISH)
    for (const role of ['offline', 'skip', 'feedback']) {
      expect(svg).toContain(`data-role="${role}"`)
      expect(scene.elements.map(({ id }) => id)).toContain(`key-${role}-sample`)
    }
    // The picture stands in its node.
    expect(svg).toMatch(/<g class="node" id="query"[^>]*><g class="picture"[^>]* data-alt="speech"/)
  })

  test.each([...STYLES])('%s draws its groups as lanes, their headings on bands', async (style) => {
    const groups = [{ id: 'search', label: 'Search', style: 'lane' as const, ...sure }]
    const drawn = await draw(WISH, { style }, { ...DIAGRAM, groups })
    expectFaultless(drawn)
    const [band, heading, frame] = ['search-band', 'search-label', 'search'].map(
      (id) => drawn.scene.elements.find((each) => each.id === id)?.box ?? box('', 0, 0, 0, 0),
    )
    expect(heading?.height).toBeGreaterThan(heading?.width ?? 0)
    expect(heading?.height).toBeLessThan(band?.height ?? 0)
    expect(band?.x).toBeCloseTo(frame?.x ?? -1, 0)
  })

  test('moves a heading out of the way of a straight line', async () => {
    const nodes = ['above', 'below', 'beside'].map((id) => ({
      ...{ id, label: id, kind: 'process' as const, ...sure },
      ...(id !== 'above' && { group: 'search' }),
    }))
    const edges = DIAGRAM.edges.slice(0, 1).map((edge) => ({ ...edge, from: 'above', to: 'below' }))
    const groups = [{ id: 'search', label: 'A search in documents', ...sure }]
    const wish = {
      ...WISH,
      nodes: [box('above', 200, 100), box('below', 200, 600), box('beside', 1200, 600)],
      groups: [box('search', 150, 500, 1260, 300)],
    }
    const drawn = await draw(wish, {}, { ...DIAGRAM, nodes, edges, groups })
    expectFaultless(drawn)
    const of = (id: string) => drawn.scene.elements.find((each) => each.id === id)
    const line = of('e1')?.geometry
    expect(line?.form === 'polyline' ? line.points.length : 0).toBe(2)
    expect(of('search-label')?.box.x).toBeGreaterThan(of('e1')?.box.x ?? Number.POSITIVE_INFINITY)
  })

  test('has words above and below the picture of a card', async () => {
    const nodes = DIAGRAM.nodes.map((node) =>
      node.id === 'check' ? { ...node, detail: 'by a reader', picture: { glyph: 'check' } } : node,
    )
    const drawn = await draw(WISH, {}, { ...DIAGRAM, nodes })
    expectFaultless(drawn)
    const [label, picture, detail] = ['label', 'picture', 'detail'].map(
      (part) => drawn.scene.elements.find(({ id }) => id === `check-${part}`)?.box.y ?? 0,
    )
    expect([label, picture, detail]).toEqual([label, picture, detail].sort((a = 0, b = 0) => a - b))
    expect(label).toBeGreaterThan(0)
  })

  test('is the same bytes again', async () => {
    expect((await draw(WISH)).svg).toBe((await draw(WISH)).svg)
  })
})

const centre = ({
  x,
  y,
  width,
  height,
}: {
  x: number
  y: number
  width: number
  height: number
}) => ({
  x: x + width / 2,
  y: y + height / 2,
})

describe('a composition that says nothing', () => {
  const spoilt = (change: (box: Composition['nodes'][number], index: number) => object) => ({
    ...WISH,
    nodes: WISH.nodes.map((each, index) => ({ ...each, ...change(each, index) })),
    groups: [],
  })

  test.each([
    ['everything on one spot', spoilt(() => ({ x: 100, y: 100 }))],
    ['not a number', spoilt(() => ({ x: Number.NaN }))],
    ['places for half the nodes', { ...WISH, nodes: WISH.nodes.slice(0, 3) }],
    ['places for nodes that are not there', { ...WISH, nodes: [box('nobody', 1, 1)] }],
  ])('%s: rules lay it out, and that is said', async (_, wish) => {
    const drawn = await draw(wish)
    expectFaultless(drawn)
    expect(drawn.report.composition).toMatchObject({ asked: 0, given_up: [expect.any(String)] })
    expect(drawn.svg).toBe((await draw(wish)).svg)
  })

  test.each([
    ['far outside', spoilt(({ x, y }) => ({ x: 1e9 * x, y: -1e9 * y }))],
    ['boxes of no size', spoilt(() => ({ width: 0, height: 0 }))],
    ['boxes larger than the page', spoilt(() => ({ width: 1e7, height: 1e7 }))],
    ['boxes that overlap', spoilt((_, index) => ({ x: 100 + 70 * index, y: 300 + 20 * index }))],
  ])('%s: a figure without a fault', async (_, wish) => expectFaultless(await draw(wish)))
})
