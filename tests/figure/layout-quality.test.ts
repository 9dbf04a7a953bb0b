import { expect, test } from 'bun:test'
import { createFigureTools } from '../../src/figure/tools'
import type { Diagram } from '../../src/forms/diagram'
import type { Box, Scene } from '../../src/forms/scene'
import { fusion, graph, nested, retrieval, stages, training } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const draw = (diagram: Diagram, ratio: string) =>
  tools.draw(diagram, { style: 'academic', ratio, title: 'A figure' })

const chain = (count: number): Diagram =>
  graph(
    Array.from({ length: count }, (_, i) => [`n${i}`, `Processing step ${i + 1}`]),
    Array.from({ length: count - 1 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}` })),
  )

function boxOf(scene: Scene, id: string): Box {
  const found = scene.elements.find((each) => each.id === id)?.box
  if (!found) throw new Error(`${id} is not drawn`)
  return found
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

test('the canvas is filled by composition: no wide margins and no large hole', async () => {
  for (const diagram of [retrieval, training, fusion, nested, chain(9)]) {
    for (const ratio of ['16:9', '4:3', '1:1', '9:16']) {
      const { naturalRatioError = 1, largestEmptyShare = 1 } = tools.measure(
        await draw(diagram, ratio),
      )
      expect(naturalRatioError).toBeLessThan(ratio === '16:9' ? 0.08 : 0.2)
      expect(largestEmptyShare).toBeLessThan(0.25)
    }
  }
})

test('a long chain turns round at the end of a row and needs no bend', async () => {
  const scene = await draw(chain(9), '16:9')
  expect(tools.measure(scene)).toMatchObject({ bendsPerEdge: 0, edgeCrossings: 0 })
  const rows = new Set(
    Array.from({ length: 9 }, (_, i) => Math.round(middle(boxOf(scene, `n${i}`)).y)),
  )
  expect(rows.size).toBeGreaterThan(1)
})

test('a fork with an even number of branches is symmetric about its source', async () => {
  const fork = graph(
    [
      ['root', 'Root'],
      ['a', 'Upper branch'],
      ['b', 'Lower branch'],
    ],
    [
      { from: 'root', to: 'a' },
      { from: 'root', to: 'b' },
    ],
    [],
    'right',
  )
  const scene = await draw(fork, '16:9')
  const [root, a, b] = ['root', 'a', 'b'].map((id) => middle(boxOf(scene, id)).y)
  expect((a ?? 0) + (b ?? 0)).toBeCloseTo(2 * (root ?? 0), 0)
})

test('an encoder and its decoder face each other, so that skip connections are straight', async () => {
  const rows = [1, 2, 3]
  const unet = graph(
    [
      ...rows.map((i) => [`e${i}`, `Encoder ${i}`, 'model', 'enc'] as const),
      ['b', 'Bottleneck'],
      ...rows.map((i) => [`d${4 - i}`, `Decoder ${4 - i}`, 'model', 'dec'] as const),
    ].map((row) => [...row] as Parameters<typeof graph>[0][number]),
    [
      { from: 'e1', to: 'e2' },
      { from: 'e2', to: 'e3' },
      { from: 'e3', to: 'b' },
      { from: 'b', to: 'd3' },
      { from: 'd3', to: 'd2' },
      { from: 'd2', to: 'd1' },
      { from: 'e1', to: 'd1' },
      { from: 'e2', to: 'd2' },
    ],
    [
      ['enc', 'Encoder'],
      ['dec', 'Decoder'],
    ],
  )
  const scene = await draw(unet, '16:9')
  expect(tools.measure(scene).edgeCrossings).toBe(0)
  for (const i of [1, 2])
    expect(middle(boxOf(scene, `e${i}`)).y).toBeCloseTo(middle(boxOf(scene, `d${i}`)).y, 0)
})

test('feedback has a lane of its own even where nodes fill the width', async () => {
  const loop = chain(5)
  const diagram: Diagram = {
    ...loop,
    edges: [
      ...loop.edges,
      {
        id: 'back',
        from: 'n4',
        to: 'n0',
        kind: 'feedback',
        heads: 'end',
        spans: [],
        confidence: 1,
      },
    ],
  }
  for (const ratio of ['9:16', '2:3', '16:9']) {
    const figures = tools.measure(await draw(diagram, ratio))
    expect(figures).toMatchObject({ edgesThroughNodes: 0, edgesOnOneLine: 0, nodeOverlaps: 0 })
  }
})

test('stages show relations beyond their order, with their labels', async () => {
  const order = stages(8)
  const extra = { kind: 'flow' as const, heads: 'end' as const, spans: [], confidence: 1 }
  const diagram: Diagram = {
    ...order,
    edges: [
      ...order.edges,
      { id: 'x1', from: 's2', to: 's5', label: 'quality', ...extra },
      { id: 'x2', from: 's3', to: 's8', ...extra },
    ],
  }
  for (const ratio of ['16:9', '1:1', '21:9']) {
    const scene = await draw(diagram, ratio)
    const drawn = scene.elements.filter((each) => each.role === 'edge').map(({ id }) => id)
    expect(drawn.sort()).toEqual(diagram.edges.map(({ id }) => id).sort())
    expect(scene.elements.some(({ label, kind }) => kind === 'text' && label === 'quality')).toBe(
      true,
    )
    expect(tools.measure(scene)).toMatchObject({ edgesThroughNodes: 0, labelHits: 0 })
  }
})

test('twelve stages are printed at 6 points or more on the widest canvas', async () => {
  expect(tools.measure(await draw(stages(12), '21:9')).smallestTextPt).toBeGreaterThanOrEqual(6)
})
