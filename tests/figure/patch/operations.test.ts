import { expect, test } from 'bun:test'
import { OperationRefused, operated } from '../../../src/figure/patch/operations'
import { partsOf } from '../../../src/figure/patch/parts'
import { createFigureTools } from '../../../src/figure/tools'
import { nested } from '../samples/diagrams'

const tools = createFigureTools('test')
const laid = await tools.draw(nested, { style: 'academic', ratio: '16:9', title: 'A figure' })

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
