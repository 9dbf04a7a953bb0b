import { describe, expect, test } from 'bun:test'
import { readText } from '../../../src/engines/local/read-text'
import { compose } from '../../../src/figure/compose'
import type { Diagram } from '../../../src/forms/diagram'
import type { Scene, SceneElement } from '../../../src/forms/scene'

const sure = { spans: [], confidence: 1 }
type NodeWish = Omit<Diagram['nodes'][number], 'spans' | 'confidence' | 'kind'> & {
  at: [x: number, y: number, width: number, height: number]
}
type EdgeWish = Partial<Diagram['edges'][number]> & { from: string; to: string }

/** A composed figure of these nodes, edges and one group for all that name it. */
async function drawn(nodes: readonly NodeWish[], edges: readonly EdgeWish[]): Promise<Scene> {
  const groups = [...new Set(nodes.flatMap(({ group }) => group ?? []))]
  const { scene } = await compose(
    {
      shape: 'graph',
      nodes: nodes.map(({ at: _, ...node }) => ({ kind: 'process', ...node, ...sure })),
      edges: edges.map((edge, index) => ({
        ...{ id: `e${index + 1}`, kind: 'flow', heads: 'end', ...sure },
        ...edge,
      })),
      groups: groups.map((id) => ({ id, label: id, ...sure })),
      composition: {
        height: 900,
        nodes: nodes.map(({ id, at: [x, y, width, height] }) => ({ id, x, y, width, height })),
        groups: [],
        edges: [],
      },
      source: 'model',
      language: 'en',
      warnings: [],
    },
    { style: 'academic', ratio: '16:9', title: 'T', iterations: 1 },
    'test',
  )
  return scene
}

const found = (scene: Scene, id: string) =>
  scene.elements.find((each) => each.id === id) as SceneElement

function pointsOf(scene: Scene, id: string) {
  const { geometry } = found(scene, id)
  return geometry?.form === 'polyline' ? geometry.points : []
}

describe('connectors', () => {
  test('one alone ends in the middle of a side, several an even share of it apart', async () => {
    const scene = await drawn(
      [
        { id: 'a', label: 'First', at: [60, 100, 200, 110] },
        { id: 'b', label: 'Second', at: [60, 400, 200, 110] },
        { id: 'c', label: 'Third', at: [60, 700, 200, 110] },
        { id: 'd', label: 'Together', at: [900, 400, 200, 110] },
      ],
      ['a', 'b', 'c'].map((from) => ({ from, to: 'd' })),
    )
    for (const id of ['e1', 'e2', 'e3']) {
      const { from, to } = found(scene, id)
      expect(from?.at).toBeCloseTo(0.5, 2)
      expect(to?.at).toBeGreaterThan(0.1)
      expect(to?.at).toBeLessThan(0.9)
    }
    expect(pointsOf(scene, 'e2')).toHaveLength(2)
  })

  test('at a picture without an outline they reach its ink', async () => {
    const scene = await drawn(
      [
        {
          ...{ id: 'a', label: 'Person', form: 'bare', labelAt: 'below' },
          ...{ picture: { glyph: 'person' }, at: [60, 380, 140, 140] },
        },
        { id: 'b', label: 'Step', at: [900, 380, 200, 140] },
      ],
      [{ from: 'b', to: 'a' }],
    )
    const end = pointsOf(scene, 'e1').at(-1)
    const { box } = found(scene, 'a')
    // A person is narrower at the height of the neck than at the shoulders.
    expect(end?.x).toBeLessThan(box.x + box.width)
    expect(end?.x).toBeGreaterThan(box.x + box.width / 2)
  })

  test('below a picture they go on from its words', async () => {
    const scene = await drawn(
      [
        {
          ...{ id: 'a', label: 'Records', form: 'bare', labelAt: 'below' },
          ...{ picture: { glyph: 'table' }, at: [700, 40, 160, 140] },
        },
        { id: 'b', label: 'Step', at: [700, 600, 200, 140] },
        { id: 'c', label: 'Left', at: [60, 60, 200, 110] },
        { id: 'd', label: 'Right', at: [1300, 60, 200, 110] },
      ],
      [
        { from: 'c', to: 'a' },
        { from: 'a', to: 'd' },
        { from: 'a', to: 'b' },
      ],
    )
    const words = found(scene, 'a-label').box
    const [start] = pointsOf(scene, 'e3')
    const beside = words.y > found(scene, 'a').box.y + found(scene, 'a').box.height
    if (beside) expect(start?.y).toBeGreaterThanOrEqual(words.y + words.height)
    expect(pointsOf(scene, 'e3').length).toBeLessThanOrEqual(4)
  })
})

describe('an edge that goes for a group', () => {
  const nodes: NodeWish[] = [
    { id: 'in', label: 'Input', at: [60, 380, 180, 110] },
    { id: 'a', label: 'Forest', group: 'models', at: [600, 200, 180, 110] },
    { id: 'b', label: 'Boosting', group: 'models', at: [600, 600, 180, 110] },
    { id: 'out', label: 'Ensemble', at: [1200, 380, 180, 110] },
  ]

  test('ends at its frame', async () => {
    const scene = await drawn(nodes, [
      { from: 'in', to: 'a', toGroup: 'models' },
      { from: 'b', to: 'out', fromGroup: 'models' },
    ])
    const { box } = found(scene, 'models')
    expect(found(scene, 'e1').to?.element).toBe('models')
    expect(pointsOf(scene, 'e1')).toHaveLength(2)
    expect(pointsOf(scene, 'e1').at(-1)?.x).toBeCloseTo(box.x, 2)
    expect(found(scene, 'e2').from?.element).toBe('models')
    expect(pointsOf(scene, 'e2')[0]?.x).toBeCloseTo(box.x + box.width, 2)
  })

  test('ends at the node where the other end stands in the group, or there is no such group', async () => {
    const scene = await drawn(nodes, [
      { from: 'b', to: 'a', toGroup: 'models' },
      { from: 'in', to: 'a', toGroup: 'nowhere' },
    ])
    expect(found(scene, 'e1').to?.element).toBe('a')
    expect(found(scene, 'e2').to?.element).toBe('a')
  })

  test.each([
    ['mermaid', 'graph LR\n  subgraph S[Models]\n    a\n    b\n  end\n  x --> S\n  S --> y'],
    [
      'DOT',
      'digraph { compound=true; subgraph cluster_S { label="Models"; a; b } x -> a [lhead=cluster_S]; b -> y [ltail=cluster_S] }',
    ],
  ])('%s says so', async (_, text) => {
    const diagram = await readText(text)
    const group = diagram.groups[0]?.id
    expect(diagram.edges.map(({ fromGroup, toGroup }) => [fromGroup, toGroup])).toEqual([
      [undefined, group],
      [group, undefined],
    ])
    const options = { style: 'academic', ratio: '16:9', title: 'T', iterations: 1 } as const
    const { svg } = await compose(diagram, options, 'test')
    expect(svg).toContain(`data-to="${group}"`)
    expect(svg).toContain(`data-from="${group}"`)
  })
})
