import { afterAll, expect, test } from 'bun:test'
import { exact } from '../../../src/figure/exact'
import { gap, overlap, within } from '../../../src/figure/geometry'
import { useOwnPictures } from '../../../src/figure/icons/own-pictures'
import {
  diagramAfter,
  figureParts,
  OperationRefused,
  operated,
} from '../../../src/figure/patch/operations'
import { createFigureTools } from '../../../src/figure/tools'
import type { Operation } from '../../../src/forms/operations'
import type { Box, Point, Scene, SceneElement } from '../../../src/forms/scene'
import { readDrawing } from '../../../src/read/drawing'
import { readPicture } from '../../../src/read/image'
import { stillIn } from '../../../src/workflows/look-rounds'
import { cleanDrawing, randomOf } from '../../bench/drawings/clean'
import { fusion, nested, stages, training } from '../samples/diagrams'
import { OWN, randomOperation } from './random-operations'

useOwnPictures(OWN)
afterAll(() => useOwnPictures({ glyphs: {}, icons: {} }))

const tools = createFigureTools('test')
const laid = await tools.draw(nested, { style: 'academic', ratio: '16:9', title: 'A figure' })

const svg = (scene: Scene) => tools.svg(scene)

/** Whether an element, or what it stands in, is told to be changed. */
function ownersOf(scene: Scene, one: SceneElement, changed: ReadonlySet<string>): boolean {
  const byId = new Map(scene.elements.map((each) => [each.id, each]))
  for (let at: SceneElement | undefined = one; at; at = byId.get(at.parent ?? ''))
    if (changed.has(at.id)) return true
  return false
}

test('no operations give the very same scene', () => {
  expect(operated(laid, []).scene).toBe(laid)
})

test('what is moved takes its connectors along, and nothing else moves', () => {
  const { scene, changed } = operated(laid, [{ op: 'move', ids: ['f'], dx: 0, dy: 120 }])
  expect(changed.toSorted()).toEqual(['e5', 'e7', 'f'])
  const was = new Map(laid.elements.map((each) => [each.id, each]))
  for (const each of scene.elements) {
    const owner = [each.id, each.parent].some((id) => changed.includes(id ?? ''))
    if (!owner) expect(each).toBe(was.get(each.id) as typeof each)
  }
})

test('no connector runs close along the title of a panel after a move', () => {
  for (const [id, dx, dy, led] of [
    ['d', -98, -83, 'e4'],
    ['a', 42, -186, 'e1'],
    ['f', -182, -25, 'e7'],
  ] as const) {
    const { scene } = operated(laid, [{ op: 'move', ids: [id], dx, dy }])
    const panels = new Set(scene.elements.flatMap((one) => (one.role === 'group' ? one.id : [])))
    const titles = scene.elements.filter(
      ({ kind, parent }) => kind === 'text' && panels.has(parent ?? ''),
    )
    const { geometry } = scene.elements.find((one) => one.id === led) ?? expect.unreachable()
    const points = geometry && 'points' in geometry ? geometry.points : []
    const met = titles.filter(({ box: { x, y, width, height } }) =>
      points.slice(1).some((b, at) => {
        const a = points[at] ?? b
        const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
        const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)]
        return left < x + width + 6 && right > x - 6 && top < y + height + 6 && bottom > y - 6
      }),
    )
    expect({ id, met: met.map(({ label }) => label) }).toEqual({ id, met: [] })
  }
})

test('a part that is not there is refused with the place of its operation', () => {
  const ops = [
    { op: 'set_title', title: 'B' },
    { op: 'move', ids: ['x'], dx: 1, dy: 1 },
  ] as const
  expect(() => operated(laid, ops as never)).toThrow(OperationRefused)
  expect(() => operated(laid, ops as never)).toThrow('operations[1] move: there is no part "x".')
})

test('parts are what a person can point at', () => {
  const parts = figureParts(laid)
  expect(parts.find(({ id }) => id === 'e4')).toMatchObject({
    role: 'edge',
    from: 'd',
    to: 'e',
    label: 'score > 0.9',
  })
  expect(parts.filter(({ role }) => role === 'node')).toHaveLength(7)
})

/** One of each origin: laid out, drawn, read from pixels, a finished SVG whose groups say nothing. */
async function samples(): Promise<Scene[]> {
  const laidOut = await Promise.all(
    [nested, training, stages(3)].map((diagram) =>
      tools.draw(diagram, { style: 'academic', ratio: '16:9', title: 'A figure' }),
    ),
  )
  const sketchy = await tools.draw(fusion, { style: 'hand_drawn', ratio: '4:3', title: 'B' })
  const plain = tools.svg(laid).replace(/<g [^>]*>/g, '<g>')
  const png = await tools.png(tools.svg(laid), 900)
  const { scene: read } = await readPicture(png, { maxPixels: 1e7 })
  return [
    ...[...laidOut, sketchy, read, readDrawing(plain, { own: true }).scene],
    ...[1, 2].map((seed) => readDrawing(cleanDrawing(seed).svg).scene),
  ]
}

const figures = await samples()

test('an empty edit, made exact, leaves every figure as it was', () => {
  for (const sample of figures) {
    const { scene, changed } = operated(sample, [])
    expect(exact(scene, stillIn(scene, changed)).scene).toBe(sample)
  }
})

/** What may make letters smaller that say the same. */
const SHRINKS = new Set(['resize', 'resize_group', 'restyle'])

test('a thousand operations: refused or done, ids stay unique, numbers stay numbers, all else stays', () => {
  const random = randomOf(29)
  let [done, refused] = [0, 0]
  for (const sample of figures) {
    let now = sample
    for (let count = 0; count < 128; count++) {
      if (count % 10 === 0) now = sample
      const was = new Map(now.elements.map((each) => [each.id, each]))
      try {
        const operation = randomOperation(now, random, count)
        const { scene, changed } = operated(now, [operation])
        done++
        const touched = new Set(changed)
        const ids = new Set(scene.elements.map(({ id }) => id))
        expect(ids.size).toBe(scene.elements.length)
        const next = scene.elements.filter((each) => each !== was.get(each.id))
        expect(JSON.stringify(next)).not.toContain('null')
        for (const each of next)
          expect([each.id, ownersOf(scene, each, touched)]).toEqual([each.id, true])
        const smaller = next.filter(({ id, label, style: { fontSize = 16 } }) => {
          const old = was.get(id)
          return old?.label === label && fontSize < (old?.style.fontSize ?? 16) - 0.01
        })
        expect(SHRINKS.has(operation.op) ? [] : smaller).toEqual([])
        const lost = scene.elements.flatMap(({ id, from, to }) =>
          [from?.element, to?.element].flatMap((other) =>
            other !== undefined && !ids.has(other) && was.has(other) ? [[id, other]] : [],
          ),
        )
        expect(lost).toEqual([])
        now = scene
      } catch (error) {
        if (!(error instanceof OperationRefused)) throw error
        refused++
      }
    }
    expect(svg(now)).not.toMatch(/NaN|undefined|Infinity/)
  }
  expect(done).toBeGreaterThan(700)
  expect(refused).toBeGreaterThan(50)
}, 30_000)

test('a shorter list undoes the last operation, byte for byte', () => {
  const random = randomOf(7)
  for (const sample of figures) {
    const operations: Operation[] = []
    const written = [svg(sample)]
    let now = sample
    for (let count = 0; operations.length < 5; count++)
      try {
        const operation = randomOperation(now, random, count)
        now = operated(sample, [...operations, operation]).scene
        operations.push(operation)
        written.push(svg(now))
      } catch (error) {
        if (!(error instanceof OperationRefused)) throw error
      }
    for (const left of [4, 2, 0])
      expect(svg(operated(sample, operations.slice(0, left)).scene)).toBe(written[left] as string)
  }
})

const [drawn, read] = [figures.at(-1) as Scene, figures[4] as Scene]
const find = (scene: Scene, id: string) =>
  scene.elements.find((each) => each.id === id) as SceneElement
const textsOf = (scene: Scene, id: string) =>
  scene.elements.filter(({ parent, kind }) => parent === id && kind === 'text')

/** Ends of a connector and the boxes that they should stand at. */
function endsOff(scene: Scene, id: string): number {
  const { from, to } = find(scene, id)
  const points = figureParts(scene).find((part) => part.id === id)?.points ?? []
  const off = (point: Point | undefined, end: string | undefined) => {
    const { box } = find(scene, end ?? '')
    return point ? gap(box, { ...point, width: 0, height: 0 }) : Number.NaN
  }
  return Math.max(off(points[0], from?.element), off(points.at(-1), to?.element))
}

test.each([
  ['laid out', laid],
  ['drawn', drawn],
  ['read', read],
] as const)(
  'a thing of a figure that was %s is moved, named anew and joined with a new one',
  (_, scene) => {
    const edge = scene.elements.find(
      ({ role, from, to }) => role === 'edge' && from && to,
    ) as SceneElement
    const id = edge.from?.element as string
    const { box } = find(scene, id)
    const long = 'Adaptive Kalman filter with a rather long name'
    const { scene: after, changed } = operated(scene, [
      { op: 'move', ids: [id], dx: 0, dy: 160 },
      { op: 'rename', id, label: long },
      { op: 'add_node', id: 'fresh', label: 'Archive', kind: 'process', group: null },
      {
        op: 'add_edge',
        id: 'line',
        from: id,
        to: 'fresh',
        label: 'keeps',
        kind: 'flow',
        heads: 'end',
        dashed: true,
      },
    ])
    expect(changed).toContain(edge.id)
    const moved = find(after, id)
    expect(moved.box.y + moved.box.height / 2).toBeCloseTo(box.y + box.height / 2 + 160, 0)
    expect(moved.label).toBe(long)
    const [text, ...more] = textsOf(after, id)
    expect(more).toEqual([])
    expect(text?.label).toBe(long)
    if (moved.geometry) expect(within(text?.box as Box, moved.box, 2)).toBe(true)
    for (const each of [edge.id, 'line']) expect(endsOff(after, each)).toBeLessThan(8)
    expect(find(after, 'line').style.dash).toBeDefined()
    const fresh = find(after, 'fresh')
    expect(
      after.elements.some(
        ({ role, id: other, box: one }) =>
          role === 'node' && other !== 'fresh' && overlap(one, fresh.box),
      ),
    ).toBe(false)
    // Undone by a shorter list, it is as it was.
    expect(operated(scene, []).scene).toBe(scene)
  },
)

test('what stands in a panel goes with it, connectors inside just move along', () => {
  const { scene } = operated(laid, [{ op: 'move', ids: ['g1'], dx: 30, dy: 40 }])
  for (const id of ['g1', 'g2', 'a', 'b', 'c', 'e1', 'e2']) {
    const [was, is] = [find(laid, id).box, find(scene, id).box]
    expect([id, Math.round(is.x - was.x), Math.round(is.y - was.y)]).toEqual([id, 30, 40])
  }
  expect(find(scene, 'd')).toBe(find(laid, 'd'))
})

test('the canvas grows with what is put beyond it, a panel with what is put into it, and nothing is moved for it', () => {
  const wide = operated(laid, [{ op: 'place', id: 'h', x: laid.width + 50, y: null }]).scene
  expect(wide.width).toBeGreaterThan(laid.width)
  const { scene } = operated(laid, [{ op: 'move_to_group', id: 'f', group: 'g2' }])
  expect(find(scene, 'f').parent).toBe('g2')
  expect(within(find(scene, 'f').box, find(scene, 'g2').box)).toBe(true)
  expect(within(find(scene, 'g2').box, find(scene, 'g1').box)).toBe(true)
  expect(find(scene, 'c')).toBe(find(laid, 'c'))
})

test('what a picture shows in a box goes with it, though nobody grouped them and it stands out a little', () => {
  const box = { x: 100, y: 100, width: 200, height: 100 }
  const [piece, beside] = [
    { ...box, x: 80, width: 60 },
    { ...box, x: 280, width: 60 },
  ]
  const bare = { z: 1, style: { fill: '#112233' } } as const
  const elements: SceneElement[] = [
    {
      ...bare,
      id: 'n',
      role: 'node',
      kind: 'shape',
      box,
      geometry: { form: 'rect', ...box, radius: 0 },
    },
    { ...bare, id: 'p', role: 'residual', kind: 'residual', box: piece },
    { ...bare, id: 'q', role: 'residual', kind: 'residual', box: beside },
  ]
  const { scene } = operated({ ...laid, elements }, [{ op: 'move', ids: ['n'], dx: 50, dy: 0 }])
  expect(scene.elements.map((each) => each.box.x)).toEqual([150, 130, 280])
  // Nobody chose its outline: it has the one that is seen, until somebody does.
  const formIn = (one: Scene) => figureParts(one).find(({ id }) => id === 'n')?.form
  const pill = operated(scene, [{ op: 'set_form', id: 'n', form: 'hexagon' }]).scene
  expect([formIn(scene), formIn(pill)]).toEqual(['box', 'hexagon'])
})

test('a dropped panel takes its title alone with it', () => {
  const panel = read.elements.find(({ role, label }) => role === 'group' && label) as SceneElement
  const { scene, changed } = operated(read, [{ op: 'drop', id: panel.id }])
  const gone = read.elements.filter(({ id }) => !scene.elements.some((each) => each.id === id))
  expect(gone.map(({ label }) => label)).toEqual([panel.label, panel.label])
  expect(changed).toContain(panel.id)
})

test('a connector is bent, led to another thing, turned round, headed, dashed and led anew', () => {
  const bent = operated(laid, [{ op: 'bend', id: 'e4', points: [{ x: 820, y: 560 }] }]).scene
  expect(find(bent, 'e4').geometry).toMatchObject({ points: [{}, { x: 820, y: 560 }, {}] })
  const straight = operated(bent, [{ op: 'bend', id: 'e4', points: [] }]).scene
  expect((find(straight, 'e4').geometry as { points: unknown[] }).points).toHaveLength(2)
  const { scene } = operated(laid, [
    { op: 'reconnect', id: 'e4', from: null, to: 'h' },
    { op: 'reverse_edge', id: 'e4' },
    { op: 'set_heads', id: 'e4', heads: 'both' },
    { op: 'set_dashed', id: 'e4', dashed: true },
    { op: 'set_role', id: 'e4', role: 'loss' },
  ])
  expect(find(scene, 'e4')).toMatchObject({
    from: { element: 'h' },
    to: { element: 'd' },
    heads: 'both',
    data: { role: 'loss' },
  })
  expect(endsOff(scene, 'e4')).toBeLessThan(1)
  expect(svg(scene)).toContain('data-heads="both"')
})

test('things are aligned, distributed, swapped and copied with the connectors between them', () => {
  const { scene } = operated(laid, [
    { op: 'align', ids: ['f', 'h'], axis: 'x' },
    { op: 'swap', a: 'd', b: 'e' },
    { op: 'copy', ids: ['d', 'e'], as: ['d2', 'e2x'], dx: 0, dy: 200 },
  ])
  const middle = (id: string) => find(scene, id).box.x + find(scene, id).box.width / 2
  expect(middle('f')).toBeCloseTo(middle('h'), 1)
  expect(middle('d')).toBeGreaterThan(middle('e'))
  const copies = scene.elements.filter(
    ({ from, to }) => from?.element === 'd2' && to?.element === 'e2x',
  )
  expect(copies).toHaveLength(1)
  expect(textsOf(scene, 'd2')[0]?.label).toBe('Detector')
  expect(() => operated(laid, [{ op: 'copy', ids: ['d'], as: ['e'], dx: 1, dy: 1 }])).toThrow(
    'is taken',
  )
})

test('scripts of a new name are set as those of the figure are', () => {
  const { scene } = operated(laid, [{ op: 'rename', id: 'c', label: 'Features $x_i$' }])
  expect(find(scene, 'c').label).toBe('Features xi')
  expect(svg(scene)).toMatch(/font-size="[\d.]+"[^>]*>i</)
})

test('what makes no sense is refused in a sentence', () => {
  const refused = (operation: Operation) => {
    try {
      operated(laid, [operation])
      return 'done'
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(refused({ op: 'move', ids: ['e1'], dx: 4, dy: 4 })).toContain('is led by what it joins')
  expect(refused({ op: 'set_icon', id: 'a', icon: 'no-such' })).toContain('there is no icon')
  expect(refused({ op: 'move_to_group', id: 'g1', group: 'g2' })).toContain(
    'cannot stand in itself',
  )
  expect(
    refused({ op: 'add_picture', id: 'p', href: 'http://x/y.png', box: [0, 0, 9, 9] }),
  ).toContain('data: URL')
  expect(refused({ op: 'resize', id: 'e1', box: [0, 0, 50, 50] })).toContain('is bent, not resized')
  expect(refused({ op: 'drop_node', id: 'g1' })).toBe(
    'operations[0] drop_node: there is no node "g1".',
  )
})

test('the diagram of what was edited keeps what geometry does not carry', () => {
  const operations: Operation[] = [
    { op: 'rename', id: 'c', label: 'Feature map' },
    { op: 'set_detail', id: 'd', detail: 'YOLO v8' },
    { op: 'move_to_group', id: 'h', group: 'g3' },
    { op: 'drop', id: 'e7' },
    {
      op: 'add_edge',
      id: 'e9',
      from: 'a',
      to: 'h',
      label: null,
      kind: 'flow',
      heads: 'end',
      dashed: false,
    },
  ]
  const { scene } = operated(laid, operations)
  const after = diagramAfter(nested, scene, '', operations)
  expect(after.nodes.find(({ id }) => id === 'c')).toMatchObject({
    label: 'Feature map',
    kind: 'process',
  })
  expect(after.nodes.find(({ id }) => id === 'd')).toMatchObject({
    detail: 'YOLO v8',
    kind: 'model',
  })
  expect(after.nodes.find(({ id }) => id === 'h')).toMatchObject({ group: 'g3', kind: 'store' })
  expect(after.nodes.find(({ id }) => id === 'a')).toEqual(
    nested.nodes[0] as (typeof nested.nodes)[0],
  )
  expect(after.edges.map(({ id }) => id)).not.toContain('e7')
  // What a person draws is not in doubt.
  expect(after.edges.find(({ id }) => id === 'e9')).toMatchObject({ confidence: 1, kind: 'flow' })
})

test('what was chosen for a thing is shown as chosen, and taken away again is gone from the diagram', () => {
  const chosen: Operation[] = [
    { op: 'set_form', id: 'c', form: 'pill' },
    { op: 'set_icon', id: 'c', icon: 'camera' },
    { op: 'set_accent', id: 'c', color: '#aa2244' },
    { op: 'set_edge_kind', id: 'e4', kind: 'feedback' },
  ]
  const { scene } = operated(laid, chosen)
  const diagram = diagramAfter(nested, scene, '', chosen)
  const parts = figureParts(scene, diagram)
  expect(parts.find(({ id }) => id === 'c')).toMatchObject({
    ...{ kind: 'process', form: 'pill', icon: 'camera', picture: null },
  })
  expect(parts.find(({ id }) => id === 'e4')?.kind).toBe('feedback')
  const taken: Operation[] = [
    { op: 'set_form', id: 'c', form: null },
    { op: 'set_icon', id: 'c', icon: null },
    { op: 'set_accent', id: 'c', color: null },
  ]
  const after = operated(scene, taken).scene
  const node = diagramAfter(diagram, after, '', taken).nodes.find(({ id }) => id === 'c')
  expect(node).toEqual({ ...nested.nodes.find(({ id }) => id === 'c'), icon: null } as typeof node)
})

test('what is drawn by hand ends in the middle of a side, of the smaller thing first, wherever it ended before', () => {
  const rect = (id: string, x: number, y: number, width: number, height: number) =>
    `<g data-node="${id}" data-label="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#dbe7f3" stroke="#334455"/></g>`
  const { scene: read } = readDrawing(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 500"><rect width="900" height="500" fill="#ffffff"/>${rect('tall', 40, 40, 120, 400)}${rect('low', 400, 60, 120, 80)}${rect('deep', 400, 340, 120, 80)}<g data-edge="e" data-from="tall" data-to="low"><path d="M160 80H400" stroke="#334455" stroke-width="2" fill="none"/></g></svg>`,
  )
  const { scene } = operated(read, [
    { op: 'reconnect', id: 'e', from: null, to: 'deep' },
    {
      ...{ op: 'add_edge', id: 'new', from: 'tall', to: 'low', label: null },
      ...{ kind: 'flow', heads: 'end', dashed: false },
    },
    { op: 'reconnect', id: 'e', from: null, to: 'low' },
    { op: 'reconnect', id: 'e', from: 'deep', to: 'tall' },
  ])
  const linesOf = (id: string) => (find(scene, id).geometry as { points: Point[] }).points
  expect(linesOf('new').map(({ y }) => y)).toEqual([100, 100])
  expect(linesOf('e').map(({ y }) => y)).toEqual([380, 380])
})
