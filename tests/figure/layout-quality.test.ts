import { expect, test } from 'bun:test'
import { readText } from '../../src/engines/local/text/read-text'
import { meets } from '../../src/figure/geometry'
import { createFigureTools } from '../../src/figure/tools'
import type { Diagram } from '../../src/forms/diagram'
import type { Box, Scene } from '../../src/forms/scene'
import { logOf } from '../support/remarks'
import { graph, stages } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const PLAIN = { style: 'academic', title: '' }
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

/** The smallest box around all that is drawn but the title. */
function around({ elements }: Scene) {
  const boxes = elements.filter(({ id }) => id !== 'title').map(({ box }) => box)
  return {
    left: Math.min(...boxes.map(({ x }) => x)),
    top: Math.min(...boxes.map(({ y }) => y)),
    right: Math.max(...boxes.map(({ x, width }) => x + width)),
    bottom: Math.max(...boxes.map(({ y, height }) => y + height)),
  }
}

test('what a canvas leaves free is white on both sides of a figure, which nothing is bent for', async () => {
  for (const ratio of ['16:9', '4:3', '1:1', '9:16']) {
    const scene = await tools.draw({ ...chain(5), direction: 'down' }, { ...PLAIN, ratio })
    expect(tools.measure(scene).bendsPerEdge).toBe(0)
    const { left, top, right, bottom } = around(scene)
    expect(left).toBeCloseTo(scene.width - right, 0)
    expect(top).toBeCloseTo(scene.height - bottom, 0)
  }
})

test('chains in two groups are straight on every canvas, and so is what leads from one to the other', async () => {
  const panels = graph(
    [
      ['doc', 'Documents', 'data', 'index'],
      ['cut', 'Chunker', 'process', 'index'],
      ['enc', 'Passage encoder', 'model', 'index'],
      ['store', 'Vector index', 'store', 'index'],
      ['q', 'Question', 'data', 'answer'],
      ['qenc', 'Question encoder', 'model', 'answer'],
      ['ret', 'Retriever', 'process', 'answer'],
      ['lm', 'Language model', 'model', 'answer'],
    ],
    [
      { from: 'doc', to: 'cut' },
      { from: 'cut', to: 'enc' },
      { from: 'enc', to: 'store' },
      { from: 'q', to: 'qenc' },
      { from: 'qenc', to: 'ret' },
      { from: 'ret', to: 'lm' },
      { from: 'store', to: 'ret', label: 'nearest 50' },
    ],
    [
      ['index', 'Indexing'],
      ['answer', 'Answering'],
    ],
  )
  for (const ratio of ['auto', '16:9', '4:3', '1:1'])
    expect(tools.measure(await tools.draw(panels, { ...PLAIN, ratio }))).toMatchObject({
      bendsPerEdge: 0,
      edgeCrossings: 0,
    })
})

test('a long chain is set in rows that are read like lines of text, and only what leads to the next row bends', async () => {
  const scene = await draw(chain(9), '16:9')
  const boxes = Array.from({ length: 9 }, (_, i) => boxOf(scene, `n${i}`))
  const rows = [...Map.groupBy(boxes, ({ y, height }) => Math.round(y + height / 2)).values()]
  expect(rows.length).toBeGreaterThan(1)
  for (const row of rows) {
    expect(row[0]?.x).toBeCloseTo(rows[0]?.[0]?.x ?? 0, 0)
    expect(row.map(({ x }) => x)).toEqual(row.map(({ x }) => x).sort((a, b) => a - b))
  }
  const bent = scene.elements.filter(
    ({ geometry }) => geometry?.form === 'polyline' && geometry.points.length > 2,
  )
  expect(bent).toHaveLength(rows.length - 1)
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

test('arrows from one node to many, and from many to one, are combs of one trunk', async () => {
  const heads = ['depth', 'normals', 'edges', 'pose', 'flow', 'parts']
  const both = graph(
    [
      ['root', 'Shared backbone'],
      ...heads.map((id) => [id, `Head for ${id}`] as [string, string]),
      ['loss', 'Joint loss'],
    ],
    heads.flatMap((id) => [
      { from: 'root', to: id },
      { from: id, to: 'loss' },
    ]),
  )
  const scene = await draw(both, '16:9')
  expect(tools.measure(scene)).toMatchObject({ edgeCrossings: 0, edgesThroughNodes: 0 })
  const lines = scene.elements.flatMap(({ geometry }) =>
    geometry?.form === 'polyline' ? [geometry.points] : [],
  )
  const ends = (at: 0 | -1) => new Set(lines.map((points) => JSON.stringify(points.at(at))))
  expect([ends(0).size, ends(-1).size]).toEqual([1 + heads.length, heads.length + 1])
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

test('the cards of a short last row stand below those of the rows above', async () => {
  const scene = await draw(stages(5), '16:9')
  const panels = scene.elements.filter((each) => each.role === 'node').map(({ box }) => box)
  const [first = [], second = []] = [...Map.groupBy(panels, ({ y }) => Math.round(y)).values()]
  expect([first.length, second.length]).toEqual([3, 2])
  for (const [at, { x, width }] of second.entries()) {
    expect(x).toBeCloseTo(first[at]?.x ?? 0, 0)
    expect(width).toBeCloseTo(first[at]?.width ?? 0, 0)
  }
})

test('eight stages that are to be read to the right are set in rows before their words are too small', async () => {
  const asked = { ...stages(8), direction: 'right' as const }
  const scene = await tools.draw(asked, { ...PLAIN, ratio: '16:9' })
  expect(tools.measure(scene).smallestTextPt).toBeGreaterThanOrEqual(6)
})

test('nine stages in frames are printed at 6 points or more', async () => {
  for (const style of ['blueprint', 'infographic']) {
    const options = { style, ratio: '21:9', title: 'A figure' }
    const scene = await tools.draw(stages(9, [4, 3, 2]), options)
    expect(tools.measure(scene).smallestTextPt).toBeGreaterThanOrEqual(6)
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

test('what leads from a group to something beyond another group goes round the frame of that', async () => {
  const servers = await readText(`flowchart LR
    balancer --> requests
    subgraph api[Servers of role api]
      requests --> events
    end
    subgraph work[Servers of role work]
      worker --> executors
    end
    api --> database[(Database)]
    api --> storage[(Object storage)]
    work --> database
    work --> storage`)
  for (const ratio of ['auto', '16:9', '4:3']) {
    const scene = await tools.draw(servers, { ...PLAIN, ratio })
    const frame = boxOf(scene, 'g-work')
    const lines = scene.elements.filter(({ from, to }) => from && to)
    expect(lines.length).toBe(7)
    for (const { from, geometry } of lines) {
      if (/work/.test(`${from?.element}`)) continue
      const points = geometry?.form === 'polyline' ? geometry.points : []
      for (const [at, b] of points.slice(1).entries())
        expect(meets(points[at] ?? b, b, frame)).toBe(false)
    }
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
