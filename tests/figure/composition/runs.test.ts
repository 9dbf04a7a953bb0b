import { describe, expect, test } from 'bun:test'
import type { SceneElement } from '../../../src/forms/scene'
import { drawDraft, edge, node } from './draft-figure'

const TEXT =
  'An image goes to the encoder, then to the decoder. Masks, boxes and classes come out of it.'
const NODES = [
  node('image', 'image', [60, 380, 160, 120]),
  node('encoder', 'encoder', [400, 340, 260, 220]),
  node('decoder', 'decoder', [800, 380, 180, 120]),
  node('masks', 'Masks', [1250, 100, 220, 110]),
  node('boxes', 'boxes', [1250, 380, 220, 110]),
  node('classes', 'classes', [1250, 660, 220, 110]),
]
const PLAIN = [edge('image', 'encoder'), edge('encoder', 'decoder')]
const BRANCHES = ['masks', 'boxes', 'classes'].map((to) => edge('decoder', to))

async function draw(edges: readonly object[], nodes: readonly object[] = NODES) {
  const drawn = await drawDraft(TEXT, { title: null, unsure: [], nodes, edges, groups: [] })
  expect(drawn.figures).toMatchObject({
    ...{ nodeOverlaps: 0, edgesThroughNodes: 0, labelHits: 0, textOverflow: 0, edgesOnOneLine: 0 },
  })
  expect(drawn.report.asked).toBeGreaterThan(0)
  const of = (id: string) => drawn.scene.elements.find((each) => each.id === id) as SceneElement
  return { ...drawn, of }
}

const port = (side: string | null, more: object = {}) => ({ side, at: null, part: null, ...more })

describe('how an edge of a plan would run', () => {
  test.each(['top', 'bottom', 'right'])('it leaves by the %s where that is free', async (side) => {
    const { of } = await draw([...PLAIN, edge('image', 'decoder', { from_at: port(side) })])
    expect(of('e3').from?.side).toBe(side as 'top')
  })

  test.each([
    ['above', [[500, 10]], -1],
    ['far above', [[500, -9e9]], -1],
    ['below', [[500, 890]], 1],
  ] as const)('it goes round %s', async (_, via, way) => {
    const { of } = await draw([...PLAIN, edge('image', 'decoder', { via })])
    const { box } = of('e3')
    const encoder = of('n-encoder').box
    if (way < 0) expect(box.y).toBeLessThan(encoder.y)
    else expect(box.y + box.height).toBeGreaterThan(encoder.y + encoder.height)
  })

  test('it ends at the part of a picture', async () => {
    const picture = { glyph: 'vector', with: { cells: 3, upright: true } }
    const nodes = NODES.map((one) =>
      one.id === 'encoder' ? { ...one, form: 'bare', label_at: 'above', picture } : one,
    )
    const at = async (part: number) => {
      const { of } = await draw(
        [edge('encoder', 'decoder', { from_at: port('right', { part }) })],
        nodes,
      )
      return of('e1').from?.at ?? 0
    }
    const [first, third] = [await at(1), await at(3)]
    expect(first).toBeLessThan(0.35)
    expect(third).toBeGreaterThan(0.65)
  })

  test('its words stand where it says along it', async () => {
    const at = async (label_at: number) => {
      const { of } = await draw([...PLAIN, edge('image', 'masks', { label: 'image', label_at })])
      return of('e3-label').box.x
    }
    expect(await at(0.05)).toBeLessThan(await at(0.95))
  })

  test.each([
    ['leave one node', BRANCHES.map((each) => ({ ...each, trunk: 'out' }))],
    [
      'reach one node',
      ['masks', 'boxes', 'classes'].map((from) => edge(from, 'decoder', { trunk: 'in' })),
    ],
  ])('edges of one trunk that %s part with a dot', async (_, edges) => {
    const { scene, svg } = await draw(edges)
    const dots = scene.elements.filter(({ id }) => id.includes('-junction-'))
    expect(dots.length).toBeGreaterThan(0)
    for (const { box } of dots) {
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      const passing = scene.elements.filter(({ role, geometry }) => {
        if (role !== 'edge' || geometry?.form !== 'polyline') return false
        const { points } = geometry
        return points.slice(1).some((b, index) => isOn(at, points[index] ?? b, b))
      })
      expect(passing.length).toBeGreaterThan(1)
    }
    expect(svg).toContain('<ellipse')
  })

  test('no dot where nothing is shared', async () => {
    const edges = [edge('image', 'encoder', { trunk: 'a' }), edge('masks', 'boxes', { trunk: 'a' })]
    expect((await draw(edges)).scene.elements.some(({ id }) => id.includes('junction'))).toBe(false)
  })

  test.each([
    ['ends', { from_at: { side: 'middle', at: Number.NaN, part: -3 }, to_at: 7 }],
    ['points', { via: [['a', null], Number.NaN, [1]], label_at: 40, trunk: '' }],
    ['types', { via: 'above', label_at: '0.5', trunk: { name: 'x' }, from_at: [], to_at: null }],
    ['sizes', { from_at: { side: null, at: 2, part: 1e9 }, trunk: 'x'.repeat(5000) }],
  ])('what is not understood changes nothing: %s', async (_, look) => {
    const plain = await draw([...PLAIN, edge('image', 'decoder')])
    const drawn = await draw([...PLAIN, edge('image', 'decoder', look)])
    expect(drawn.svg).toBe(plain.svg)
  })
})

function isOn(at: { x: number; y: number }, a: typeof at, b: typeof at): boolean {
  const between = (axis: 'x' | 'y') =>
    at[axis] > Math.min(a[axis], b[axis]) - 1 && at[axis] < Math.max(a[axis], b[axis]) + 1
  return between('x') && between('y')
}
