import { describe, expect, test } from 'bun:test'
import { canvas, ratioOf } from '../../src/figure/canvas/size'
import { themes } from '../../src/figure/themes'
import { createFigureTools } from '../../src/figure/tools'
import { type Diagram, isInferred } from '../../src/forms/diagram'
import type { Scene } from '../../src/forms/scene'
import { fusion, graph, nested, odd, RATIOS, retrieval, stages, training } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const draw = (diagram: Diagram, ratio: string, style = 'academic') =>
  tools.draw(diagram, { style, ratio, title: 'A figure' })

const diagrams: Record<string, Diagram> = {
  'one stage': stages(1),
  'two stages': stages(2),
  'five stages without items': stages(5, [], false),
  'seven stages': stages(7),
  'nine stages under three headings': stages(9, [4, 3, 2]),
  'twelve stages': stages(12),
  'one node': graph([['a', 'Alone']], []),
  retrieval,
  training,
  fusion,
  nested,
  odd,
}

/** What no figure may have, whatever its ratio. */
const FAULTS = ['nodeOverlaps', 'edgesThroughNodes', 'textOverflow', 'edgesOnGroupBorder'] as const

// Three ratios each, all of them in turn: the bench of layout draws the whole.
describe.each(Object.keys(diagrams).map((name, at) => [name, at] as const))('%s', (name, at) => {
  const sampled = [0, 1, 2].map((turn) => RATIOS[(3 * at + turn) % RATIOS.length] ?? 'auto')
  test.each(sampled)('at %s', async (ratio) => {
    const diagram = diagrams[name]
    if (!diagram) throw new Error(name)
    const scene = await draw(diagram, ratio)
    const wanted = ratioOf(ratio)
    if (wanted !== undefined) {
      expect({ width: scene.width, height: scene.height }).toEqual(canvas(wanted))
    }
    const figures = tools.measure(scene)
    for (const fault of FAULTS) expect([fault, figures[fault]]).toEqual([fault, 0])
    expect(figures.worstContrast).toBeGreaterThan(7)
    expect(figures.missingGlyphs).toBe(0)
    expect(wordsOf(scene)).toEqual(wordsOfDiagram(diagram))
  })
})

/** Every word drawn, sorted: nothing is lost and nothing is made up but step numbers. */
function wordsOf(scene: Scene): string[] {
  return scene.elements
    .filter((each) => each.geometry?.form === 'lines')
    .flatMap((each) => (each.label ?? '').split(/\s+/))
    .filter((word) => word !== '')
    .sort()
}

function wordsOfDiagram(diagram: Diagram): string[] {
  return [
    ...diagram.nodes.flatMap((node) => [
      node.label,
      node.detail ?? '',
      node.step === undefined ? '' : String(node.step),
      ...(node.items ?? []).map((item) => item.label),
    ]),
    ...diagram.edges.map((edge) => edge.label ?? ''),
    ...diagram.groups.map((group) => group.label),
    diagram.title ?? '',
    diagram.edges.some(isInferred) ? 'inferred' : '',
  ]
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => word !== '')
    .sort()
}

test('every edge of a graph is drawn from its source to its target', async () => {
  for (const diagram of [retrieval, training, fusion, nested, odd]) {
    const scene = await draw(diagram, '16:9')
    const drawn = scene.elements
      .filter((each) => each.role === 'edge')
      .map((each) => `${each.from?.element}>${each.to?.element}`)
    expect(drawn.sort()).toEqual(diagram.edges.map((edge) => `${edge.from}>${edge.to}`).sort())
  }
})

test('connectors are orthogonal and end on the node they name', async () => {
  const scene = await draw(retrieval, '4:3')
  const boxes = new Map(scene.elements.map((each) => [each.id, each.box]))
  for (const edge of scene.elements.filter((each) => each.role === 'edge')) {
    if (edge.geometry?.form !== 'polyline') throw new Error(`${edge.id} is no polyline`)
    const { points } = edge.geometry
    for (const [index, point] of points.slice(1).entries()) {
      const before = points[index]
      expect(before?.x === point.x || before?.y === point.y).toBe(true)
    }
    const end = points.at(-1)
    const box = boxes.get(edge.to?.element ?? '')
    if (!end || !box) throw new Error(edge.id)
    expect(end.x).toBeGreaterThanOrEqual(box.x - 0.01)
    expect(end.x).toBeLessThanOrEqual(box.x + box.width + 0.01)
    expect(end.y).toBeGreaterThanOrEqual(box.y - 0.01)
    expect(end.y).toBeLessThanOrEqual(box.y + box.height + 0.01)
  }
})

test('a group encloses its members and no one else', async () => {
  const scene = await draw(nested, '16:9')
  const box = (id: string) => {
    const found = scene.elements.find((each) => each.id === id)?.box
    if (!found) throw new Error(id)
    return found
  }
  const within = (inner: string, outer: string) => {
    const [a, b] = [box(inner), box(outer)]
    return (
      a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width && a.y + a.height <= b.y + b.height
    )
  }
  expect(['b', 'c'].map((id) => within(id, 'g2'))).toEqual([true, true])
  expect(within('g2', 'g1')).toBe(true)
  expect(['d', 'f', 'h'].map((id) => within(id, 'g1'))).toEqual([false, false, false])
})

test.each(['right', 'down', 'left', 'up'] as const)(
  'a chain reads %s when asked',
  async (direction) => {
    const chain = graph(
      [
        ['a', 'First'],
        ['b', 'Second'],
        ['c', 'Third'],
      ],
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
      [],
      direction,
    )
    const scene = await draw(chain, 'auto')
    const at = (id: string) => scene.elements.find((each) => each.id === id)?.box ?? { x: 0, y: 0 }
    const [a, b] = [at('a'), at('b')]
    if (direction === 'right') expect(b.x).toBeGreaterThan(a.x)
    if (direction === 'left') expect(b.x).toBeLessThan(a.x)
    if (direction === 'down') expect(b.y).toBeGreaterThan(a.y)
    if (direction === 'up') expect(b.y).toBeLessThan(a.y)
  },
)

test('stages read row by row: each is right of or below the one before', async () => {
  for (const ratio of ['16:9', '1:1', '9:16']) {
    const scene = await draw(stages(12), ratio)
    const panels = scene.elements.filter((each) => each.role === 'node').map((each) => each.box)
    for (const [index, box] of panels.slice(1).entries()) {
      const before = panels[index]
      if (!before) continue
      const right = box.x >= before.x + before.width && Math.abs(box.y - before.y) < 1
      expect(right || box.y >= before.y + before.height).toBe(true)
    }
  }
})

test('what is inferred is dashed and explained by a key, what its author dashed is dotted', async () => {
  const pair = [
    ['a', 'First'],
    ['b', 'Second'],
    ['c', 'Third'],
    ['d', 'Fourth'],
  ] as [string, string][]
  const chain = graph(pair, [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c', confidence: 0.4 },
    { from: 'c', to: 'd' },
  ])
  const [first, second, third] = chain.edges
  if (!first || !second || !third) throw new Error('the chain has three edges')
  const dotted = { ...third, dashed: true }
  for (const style of Object.keys(themes)) {
    const scene = await draw({ ...chain, edges: [first, second, dotted] }, '16:9', style)
    const dashOf = (id: string) => scene.elements.find((each) => each.id === id)?.style.dash
    const key = scene.elements.find(({ id }) => id === 'key')
    expect(key?.role).toBe('legend')
    expect(dashOf('e1')).toBeUndefined()
    expect(dashOf('e2')).toEqual(dashOf('key-sample'))
    const [dash = 0, dot = 0] = [dashOf('e2')?.[0], dashOf('e3')?.[0]]
    expect(dash).toBeGreaterThan(3 * dot)
    const sure = await draw({ ...chain, edges: [first, dotted] }, '16:9', style)
    expect(sure.elements.filter(({ id }) => id.startsWith('key'))).toEqual([])
  }
})

describe('title and key', () => {
  const titled = {
    ...retrieval,
    title: 'How a question is answered from many millions of passages',
  }
  const numbered = { ...stages(7), title: 'A title over seven stages' }
  test.each([...RATIOS.entries()])(
    'stand clear of the figure at ratio %d, %s, in one style after the other',
    async (at, ratio) => {
      for (const style of Object.keys(themes).filter((_, place) => place === at % 8))
        for (const diagram of [titled, numbered]) {
          const scene = await draw(diagram, ratio, style)
          const wanted = ratioOf(ratio)
          if (wanted !== undefined)
            expect({ width: scene.width, height: scene.height }).toEqual(canvas(wanted))
          const figures = tools.measure(scene)
          for (const fault of ['nodeOverlaps', 'edgesThroughNodes', 'textOverflow', 'labelHits'])
            expect([style, fault, figures[fault]]).toEqual([style, fault, 0])
          expect(figures.worstContrast).toBeGreaterThanOrEqual(4.5)
          expect(figures.smallestTextPt).toBeGreaterThanOrEqual(6)
          const bands = scene.elements.filter(({ id }) => id === 'title' || id === 'key')
          expect(bands.length).toBe(diagram === titled ? 2 : 1)
          const rest = scene.elements.filter(
            ({ role }) => role && !['text', 'legend'].includes(role),
          )
          for (const { box: band } of bands)
            for (const { box } of rest)
              expect(band.y + band.height <= box.y || box.y + box.height <= band.y).toBe(true)
        }
    },
    60_000,
  )
})

describe('what an author asked for', () => {
  const [first, ...others] = retrieval.nodes
  if (!first) throw new Error('retrieval has nodes')
  const wished: Diagram = {
    ...retrieval,
    nodes: [{ ...first, accent: '#d62728', emphasis: 1 }, ...others],
    edges: retrieval.edges.map((edge) => ({ ...edge, accent: '#2ca02c' })),
  }

  test.each(Object.keys(themes))('shows in %s, and can be read', async (style) => {
    const [plain, scene] = [await draw(retrieval, '4:3', style), await draw(wished, '4:3', style)]
    const look = (of: Scene, id: string) => {
      const each = of.elements.find((one) => one.id === id)
      return JSON.stringify([each?.style, each?.paint?.map((stroke) => stroke.style)])
    }
    expect(look(scene, first.id)).not.toBe(look(plain, first.id))
    for (const { id } of others.slice(1)) expect(look(scene, id)).toBe(look(plain, id))
    for (const { id } of wished.edges) {
      const stroke = scene.elements.find((each) => each.id === id)?.style.stroke ?? '#000000'
      const [red, green, blue] = [1, 3, 5].map((at) =>
        Number.parseInt(stroke.slice(at, at + 2), 16),
      )
      expect(green).toBeGreaterThan(Math.max(red ?? 255, blue ?? 255))
    }
    expect(tools.measure(scene).worstContrast).toBeGreaterThanOrEqual(4.5)
  })
})

test.each([
  ['down', ['1:1', '16:9', '9:16']],
  ['right', ['16:9', '21:9', '1:1']],
] as const)('five stages are read %s in one line when asked', async (direction, ratios) => {
  for (const ratio of ratios) {
    const scene = await draw({ ...stages(5), direction }, ratio)
    const boxes = scene.elements.filter(({ role }) => role === 'node').map(({ box }) => box)
    for (const [index, box] of boxes.slice(1).entries()) {
      const before = boxes[index]
      if (!before) continue
      if (direction === 'down') expect(box.y).toBeGreaterThanOrEqual(before.y + before.height)
      else expect(box.x).toBeGreaterThanOrEqual(before.x + before.width)
    }
  }
})

test('a label of 300 letters without a space stays in its box', async () => {
  const long = graph(
    [
      ['a', 'x'.repeat(300)],
      ['b', 'Short'],
    ],
    [{ from: 'a', to: 'b' }],
  )
  for (const diagram of [
    long,
    { ...stages(1), nodes: [{ ...stages(1).nodes[0], label: 'y'.repeat(300) }] } as Diagram,
  ]) {
    const scene = await draw(diagram, '1:1')
    expect(tools.measure(scene).textOverflow).toBe(0)
    const drawn = scene.elements
      .filter((each) => each.geometry?.form === 'lines')
      .flatMap((each) => (each.geometry?.form === 'lines' ? each.geometry.lines : []))
      .map((line) => line.text)
      .join('')
    expect(/(x{300}|y{300})/.test(drawn)).toBe(true)
  }
})

test('sixty nodes in a random web are placed without overlap', async () => {
  const nodes = Array.from({ length: 60 }, (_, i) => [`n${i}`, `Node ${i}`] as [string, string])
  const edges = Array.from({ length: 75 }, (_, i) => ({
    from: `n${(i * 7) % 60}`,
    to: `n${(i * 13 + 5) % 60}`,
  })).filter((edge) => edge.from !== edge.to)
  const scene = await draw(graph(nodes, edges), '4:3')
  expect(tools.measure(scene).nodeOverlaps).toBe(0)
  expect(tools.measure(scene).textOverflow).toBe(0)
})

test('dangling edges, unknown groups and a group inside itself do no harm', async () => {
  const broken = graph(
    [
      ['a', 'A', 'process', 'gone'],
      ['b', 'B', 'process', 'g'],
    ],
    [
      { from: 'a', to: 'b' },
      { from: 'a', to: 'nobody' },
    ],
    [['g', 'Group', 'g']],
  )
  const scene = await draw(broken, '1:1')
  expect(scene.elements.filter((each) => each.role === 'edge')).toHaveLength(1)
})

test('the same diagram gives the same scene', async () => {
  for (const diagram of [retrieval, stages(9, [4, 3, 2])]) {
    expect(await draw(diagram, '3:2')).toEqual(await draw(structuredClone(diagram), '3:2'))
  }
})

test('all eight styles exist and an unknown one is named in the refusal', async () => {
  expect(Object.keys(themes).sort()).toEqual([
    'academic',
    'blueprint',
    'colorful',
    'flat_design',
    'hand_drawn',
    'infographic',
    'isometric_3d',
    'minimalist',
  ])
  await expect(draw(retrieval, '16:9', 'baroque')).rejects.toThrow('baroque')
  await expect(draw(retrieval, 'wide')).rejects.toThrow('wide')
})
