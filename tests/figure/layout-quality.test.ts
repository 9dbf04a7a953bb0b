import { expect, test } from 'bun:test'
import { createFigureTools } from '../../src/figure/tools'
import type { Diagram } from '../../src/forms/diagram'
import type { Box, Scene } from '../../src/forms/scene'
import { logOf } from '../support/remarks'
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

test('a node of many neighbours is drawn as a bar beside them, and no arrow bends', async () => {
  const heads = ['depth', 'normals', 'edges', 'pose', 'flow', 'parts']
  const fan = graph(
    [['root', 'Shared backbone'], ...heads.map((id) => [id, `Head for ${id}`] as [string, string])],
    heads.map((to) => ({ from: 'root', to })),
  )
  const scene = await draw(fan, '16:9')
  expect(tools.measure(scene)).toMatchObject({ bendsPerEdge: 0, edgeCrossings: 0 })
  const [root, first, last] = ['root', heads[0] ?? '', heads.at(-1) ?? ''].map((id) =>
    boxOf(scene, id),
  )
  expect(root?.y).toBeLessThan((first?.y ?? 0) + (first?.height ?? 0))
  expect((root?.y ?? 0) + (root?.height ?? 0)).toBeGreaterThan(last?.y ?? 0)
})

test('a long label makes its box wider before it makes it a column of print', async () => {
  const text = 'Select differentially expressed genes'
  const diagram = graph(
    [
      ['a', 'Count reads'],
      ['b', text],
      ['c', 'Report'],
    ],
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ],
  )
  for (const ratio of ['16:9', '4:3', '1:1']) {
    const scene = await draw(diagram, ratio)
    const label = scene.elements.find((each) => each.kind === 'text' && each.label === text)
    const lines = label?.geometry?.form === 'lines' ? label.geometry.lines.length : 0
    expect(lines).toBeGreaterThan(0)
    expect(lines).toBeLessThanOrEqual(3)
  }
})

test('pieces that nothing links stand apart, in the order of the diagram', async () => {
  const pieces = graph(
    ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((id) => [id, `Step ${id}`] as [string, string]),
    [
      { from: 'a1', to: 'a2' },
      { from: 'a2', to: 'a3' },
      { from: 'a3', to: 'a4' },
      { from: 'b1', to: 'b2' },
    ],
  )
  for (const ratio of ['16:9', '4:3', '1:1', '9:16']) {
    const scene = await draw(pieces, ratio)
    const around = (ids: string[]) => {
      const boxes = ids.map((id) => boxOf(scene, id))
      return {
        right: Math.max(...boxes.map((box) => box.x + box.width)),
        bottom: Math.max(...boxes.map((box) => box.y + box.height)),
        left: Math.min(...boxes.map((box) => box.x)),
        top: Math.min(...boxes.map((box) => box.y)),
      }
    }
    const [a, b] = [around(['a1', 'a2', 'a3', 'a4']), around(['b1', 'b2'])]
    expect(b.top > a.bottom || b.left > a.right).toBe(true)
  }
})

test('the panels of a short last row fill the length of the rows above', async () => {
  const scene = await draw(stages(5), '16:9')
  const panels = scene.elements.filter((each) => each.role === 'node').map(({ box }) => box)
  const rows = [...Map.groupBy(panels, ({ y }) => Math.round(y)).values()]
  expect(rows.map((row) => row.length)).toEqual([3, 2])
  const ends = rows.map((row) => [
    Math.round(Math.min(...row.map(({ x }) => x))),
    Math.round(Math.max(...row.map(({ x, width }) => x + width))),
  ])
  expect(ends[1]).toEqual(ends[0])
})

test('nine stages in frames and a web of twenty long labels are printed at 6 points or more', async () => {
  const long = 'Estimated parameters of replicate'
  const web = graph(
    Array.from({ length: 20 }, (_, i) => [`n${i}`, `${long} ${i + 1}`]),
    Array.from({ length: 19 }, (_, i) => ({ from: `n${i >> 1}`, to: `n${i + 1}` })),
  )
  for (const diagram of [stages(9, [4, 3, 2]), web]) {
    for (const style of ['blueprint', 'infographic']) {
      const scene = await tools.draw(diagram, { style, ratio: '21:9', title: 'A figure' })
      expect(tools.measure(scene).smallestTextPt).toBeGreaterThanOrEqual(6)
    }
  }
})

test('a long heading of a narrow group takes a second line, not smaller letters', async () => {
  const label = 'Preparation of the samples before they are sequenced'
  const grouped = graph(
    [
      ['a', 'Wash', 'process', 'g'],
      ['b', 'Report'],
    ],
    [{ from: 'a', to: 'b' }],
    [['g', label]],
  )
  const staged: Diagram = {
    ...stages(3, [1, 1, 1]),
    groups: stages(3, [1, 1, 1]).groups.map((group) => ({ ...group, label })),
  }
  for (const diagram of [grouped, staged]) {
    const scene = await draw(diagram, '16:9')
    const sizeOf = (text: string) =>
      scene.elements.find((each) => each.kind === 'text' && each.label === text)?.style.fontSize
    const [first] = diagram.nodes
    expect(sizeOf(label)).toBe(sizeOf(first?.label ?? '') ?? 0)
    expect(tools.measure(scene)).toMatchObject({ textOverflow: 0, labelHits: 0 })
  }
})

test('three nodes on a wide canvas stand in one row', async () => {
  for (const ratio of ['16:9', '21:9']) {
    const scene = await draw(chain(3), ratio)
    const boxes = scene.elements.filter((each) => each.role === 'node').map(({ box }) => box)
    expect(new Set(boxes.map((box) => Math.round(middle(box).y))).size).toBe(1)
  }
})

test('a label of an edge is broken between words, not inside one', async () => {
  const diagram = graph(
    [
      ['a', 'Model'],
      ['b', 'Verifier'],
    ],
    [{ from: 'a', to: 'b', label: 'unsupported sentences' }],
  )
  for (const ratio of ['16:9', '9:16', '21:9']) {
    const scene = await draw(diagram, ratio)
    const lines = scene.elements.flatMap((each) =>
      each.geometry?.form === 'lines' ? each.geometry.lines.map(({ text }) => text) : [],
    )
    expect(lines.join(' ')).toContain('unsupported sentences')
  }
})

test('a group turns its nodes towards what feeds them, so that no relations cross', async () => {
  for (const outside of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const fed = graph(
      [
        ['a', 'Microscope images'],
        ['b', 'Gene counts'],
        ['c', 'Image encoder', 'model', 'g'],
        ['d', 'Count encoder', 'model', 'g'],
      ],
      [
        { from: outside[0], to: 'c' },
        { from: outside[1], to: 'd' },
      ],
      [['g', 'Encoders']],
      'right',
    )
    for (const ratio of ['16:9', '1:1'])
      expect(tools.measure(await draw(fed, ratio))).toMatchObject({ edgeCrossings: 0 })
  }
})

test('text that print makes unreadable is said in the description and the log', async () => {
  const options = { style: 'academic', ratio: '16:9', title: 'A figure' }
  const { scene, remarks } = await tools.compose(chain(160), options)
  expect(tools.measure(scene).smallestTextPt).toBeLessThan(5)
  const said = /smallest text is [\d.]+ pt when the figure is printed 178 mm wide/
  expect(scene.description).toMatch(said)
  expect(logOf({ remarks }).filter((line) => said.test(line))).toHaveLength(1)
  expect((await draw(chain(9), '16:9')).description).not.toMatch(said)
})
