import { describe, expect, test } from 'bun:test'
import { type DrawnFigure, editedDiagram } from '../../../src/engines/editing'
import { createFigureTools } from '../../../src/figure/tools'
import type { Diagram } from '../../../src/forms/diagram'
import type { Operation } from '../../../src/forms/operations'
import type { Scene } from '../../../src/forms/scene'
import { graph, retrieval, training } from '../samples/diagrams'

const tools = createFigureTools('0.0.0')
const LOOK = { style: 'academic', title: 'Edited' }

async function drawn(diagram: Diagram, ratio = '16:9'): Promise<DrawnFigure & { svg: string }> {
  const { scene, svg } = await tools.compose(diagram, { ...LOOK, ratio })
  return { diagram, scene, svg }
}

async function edited(figure: DrawnFigure, operations: Operation[]) {
  const diagram = editedDiagram(figure, { operations, keep_places: true })
  const ratio = diagram.places ? `${figure.scene.width}:${figure.scene.height}` : '16:9'
  return drawn(diagram, ratio)
}

const centres = ({ elements }: Scene) =>
  new Map(
    elements.flatMap(({ id, role, box }) =>
      role === 'node'
        ? [[id, { x: box.x + box.width / 2, y: box.y + box.height / 2 }] as const]
        : [],
    ),
  )

const faultsOf = (scene: Scene) => {
  const { nodeOverlaps, edgesThroughNodes, textOverflow, labelHits } = tools.measure(scene)
  return { nodeOverlaps, edgesThroughNodes, textOverflow, labelHits }
}

const NONE = { nodeOverlaps: 0, edgesThroughNodes: 0, textOverflow: 0, labelHits: 0 }

describe('a figure that was drawn before', () => {
  test('keeps every place to the pixel where an edit needs no room', async () => {
    for (const diagram of [retrieval, training]) {
      const before = await drawn(diagram)
      const [first] = diagram.nodes
      const after = await edited(before, [
        { op: 'set_accent', id: first?.id ?? '', color: '#c03030' },
      ])
      for (const [id, { x, y }] of centres(before.scene)) {
        const now = centres(after.scene).get(id)
        expect({ id, far: Math.hypot((now?.x ?? 0) - x, (now?.y ?? 0) - y) < 1 }).toEqual({
          id,
          far: true,
        })
      }
    }
  })

  test('a label that grows pushes its neighbours and nothing else', async () => {
    const before = await drawn(
      graph(
        [
          ['a', 'One'],
          ['b', 'Two'],
          ['c', 'Three'],
          ['d', 'Four'],
        ],
        [
          { from: 'a', to: 'b' },
          { from: 'b', to: 'c' },
          { from: 'a', to: 'd' },
        ],
      ),
    )
    const after = await edited(before, [
      { op: 'rename', id: 'b', label: 'A label of\nmore than one line' },
    ])
    expect(faultsOf(after.scene)).toEqual(NONE)
    expect(after.svg).toContain('more than one line')
    const [was, is] = [centres(before.scene), centres(after.scene)]
    const order = (at: typeof was, axis: 'x' | 'y') =>
      [...at].sort(([, p], [, q]) => Math.round(p[axis] - q[axis])).map(([id]) => id)
    expect(order(is, 'x')).toEqual(order(was, 'x'))
  })

  test('what was placed by hand stays there, in later edits too', async () => {
    const before = await drawn(training)
    const id = training.nodes[0]?.id ?? ''
    const { width, height } = before.scene
    const pin = { x: Math.round(width / 2) + 0.25, y: Math.round(0.8 * height) }
    const placed = await edited(before, [{ op: 'place', id, ...pin }])
    expect(centres(placed.scene).get(id)).toEqual(pin)
    expect(faultsOf(placed.scene)).toEqual(NONE)
    const again = await edited(placed, [
      { op: 'add_node', id: 'more', label: 'One more step', kind: 'process', group: null },
      {
        ...{ op: 'add_edge', id: 'e-more', from: id, to: 'more', label: 'new' },
        ...{ kind: 'flow', heads: 'end', dashed: false },
      },
    ])
    expect(centres(again.scene).get(id)).toEqual(pin)
    expect(again.scene.elements.map((each) => each.id)).toContain('more')
    expect(faultsOf(again.scene)).toEqual(NONE)
  })

  test('comes back to the same bytes when its edits are undone', async () => {
    const before = await drawn(retrieval)
    const id = retrieval.nodes[1]?.id ?? ''
    const label = retrieval.nodes[1]?.label ?? ''
    const renamed = await edited(before, [{ op: 'rename', id, label: 'Something else' }])
    const placed = await edited(renamed, [{ op: 'place', id, x: 300, y: 300 }])
    expect(placed.svg).not.toBe(renamed.svg)
    const free = await edited(placed, [{ op: 'place', id, x: null, y: null }])
    expect(free.svg).toBe(renamed.svg)
    expect((await edited(free, [{ op: 'rename', id, label }])).svg).toBe(before.svg)
    const sent = editedDiagram(placed, { diagram: retrieval, keep_places: true })
    expect(sent).toEqual(retrieval)
  })

  test('without its places it is laid out anew', async () => {
    const before = await drawn(training)
    const placed = await edited(before, [
      { op: 'swap', a: training.nodes[0]?.id ?? '', b: training.nodes[1]?.id ?? '' },
    ])
    const anew = editedDiagram(placed, { operations: [], keep_places: false })
    expect(anew).toEqual(training)
  })
})
