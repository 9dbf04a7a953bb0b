import { expect, test } from 'bun:test'
import { OperationRefused, operated } from '../../../src/figure/patch/operations'
import { partsOf } from '../../../src/figure/patch/parts'
import { createFigureTools } from '../../../src/figure/tools'
import type { Operation } from '../../../src/forms/operations'
import type { Scene, SceneElement } from '../../../src/forms/scene'
import { readDrawing } from '../../../src/read/drawing'
import { readPicture } from '../../../src/read/image'
import { cleanDrawing, randomOf } from '../../bench/drawings/clean'
import { fusion, nested, retrieval, stages, training } from '../samples/diagrams'
import { randomOperation } from './random-operations'

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

test('a part that is not there is refused with the place of its operation', () => {
  const ops = [
    { op: 'set_title', title: 'B' },
    { op: 'move', ids: ['x'], dx: 1, dy: 1 },
  ] as const
  expect(() => operated(laid, ops as never)).toThrow(OperationRefused)
  expect(() => operated(laid, ops as never)).toThrow('operations[1] move: there is no part "x".')
})

test('parts are what a person can point at', () => {
  const parts = partsOf(laid)
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
    [nested, retrieval, training, stages(4)].map((diagram) =>
      tools.draw(diagram, { style: 'academic', ratio: '16:9', title: 'A figure' }),
    ),
  )
  const sketchy = await tools.draw(fusion, { style: 'hand_drawn', ratio: '4:3', title: 'B' })
  const plain = tools.svg(laid).replace(/<g [^>]*>/g, '<g>')
  const png = await tools.png(tools.svg(laid), 900)
  const { scene: read } = await readPicture(png, { maxPixels: 1e7 })
  return [
    ...[...laidOut, sketchy, read, readDrawing(plain, { own: true }).scene],
    ...[1, 2, 3].map((seed) => readDrawing(cleanDrawing(seed).svg).scene),
  ]
}

test('a thousand operations: refused or done, ids stay unique, numbers stay numbers, all else stays', async () => {
  const random = randomOf(29)
  let [done, refused] = [0, 0]
  for (const sample of await samples()) {
    const was = new Map(sample.elements.map((each) => [each.id, each]))
    const operations: Operation[] = []
    const svgs = [svg(sample)]
    let now: Scene = sample
    for (let count = 0; count < 100; count++) {
      const operation = randomOperation(now, random, count)
      try {
        const { scene, changed } = operated(sample, [...operations, operation])
        done++
        operations.push(operation)
        const written = svg(scene)
        svgs.push(written)
        expect(written).not.toContain('NaN')
        expect(written).not.toContain('undefined')
        expect(new Set(scene.elements.map(({ id }) => id)).size).toBe(scene.elements.length)
        const touched = new Set(changed)
        for (const each of scene.elements)
          if (each !== was.get(each.id)) expect(ownersOf(scene, each, touched)).toBe(true)
        now = scene
      } catch (error) {
        if (!(error instanceof OperationRefused)) throw error
        refused++
      }
      // A list stays short enough to be of use as one.
      if (operations.length === 12) {
        for (const left of [11, 7, 0])
          expect(svg(operated(sample, operations.slice(0, left)).scene)).toBe(svgs[left] as string)
        operations.length = 0
        svgs.length = 1
        now = sample
      }
    }
  }
  expect(done).toBeGreaterThan(600)
  expect(refused).toBeGreaterThan(50)
})
