import { expect, test } from 'bun:test'
import { fitAll } from '../../src/figure/layout/candidates'
import { placeGraph } from '../../src/figure/layout/place'
import { themeOf } from '../../src/figure/themes'
import type { Diagram } from '../../src/forms/diagram'
import { graph } from './samples/diagrams'

const EM = 16
const theme = themeOf('academic')

/** Links held against each other to put the layers of a diagram in order. */
function workOf(diagram: Diagram): number {
  const shape = { wrap: 12, roomy: 1, space: 1 }
  const fits = fitAll(diagram, EM, shape, theme)
  const { work } = placeGraph(diagram, fits, new Map(), EM, theme, {
    direction: 'right',
    strips: 1,
    turn: 'back',
    innerDirection: 'right',
    innerStrips: 1,
    loose: 'along',
    alternate: false,
    mirrored: [],
    align: 'straight',
    pieces: 'together',
    space: 1,
  })
  return work
}

const chain = (count: number) =>
  Array.from({ length: count }, (_, index): [string, string] => [`n${index}`, `N ${index}`])

/** Every node is linked to some far behind it: each of those links passes many layers. */
function longLinks(nodes: number, each: number): Diagram {
  const edges = Array.from({ length: nodes }, (_, from) => [
    { from: `n${from}`, to: `n${from + 1}` },
    ...Array.from({ length: each }, (_, k) => ({ from: `n${from}`, to: `n${from + 15 + 9 * k}` })),
  ]).flat()
  const inside = edges.filter(({ to }) => Number(to.slice(1)) < nodes)
  return graph(chain(nodes), inside)
}

test('work grows with the links of a diagram, not with the layers that they pass', () => {
  const [small, large] = [longLinks(60, 2), longLinks(200, 2)]
  const growth = large.edges.length / small.edges.length
  expect(growth).toBeGreaterThan(3)
  expect(workOf(large) / workOf(small)).toBeLessThan(growth)
})
