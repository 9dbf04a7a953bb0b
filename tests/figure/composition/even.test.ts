import { expect, test } from 'bun:test'
import { compose } from '../../../src/figure/compose'
import type { Diagram } from '../../../src/forms/diagram'
import type { Box } from '../../../src/forms/scene'

const sure = { spans: [], confidence: 1 }

/** A step that forks into two branches, which meet again; then a row of steps. */
const LABELS = {
  start: 'Split the data',
  upper: 'Train',
  lower: 'Hold out',
  meet: 'Compare the two models',
  next: 'Select',
  last: 'Report it',
}
const LINKS = ['start upper', 'start lower', 'upper meet', 'lower meet', 'meet next', 'next last']

const DIAGRAM: Diagram = {
  shape: 'graph',
  nodes: Object.entries(LABELS).map(([id, label]) => ({ id, label, kind: 'process', ...sure })),
  edges: LINKS.map((link, index) => {
    const [from = '', to = ''] = link.split(' ')
    return { id: `e${index}`, from, to, kind: 'flow', heads: 'end', ...sure }
  }),
  groups: [],
  source: 'model',
  language: 'en',
  warnings: [],
}

/** Roughly: nothing is quite in line, gaps are 61 to 90. */
const PLACES: Record<string, [number, number]> = {
  start: [40, 360],
  upper: [320, 150],
  lower: [331, 540],
  meet: [590, 372],
  next: [845, 366],
  last: [1125, 360],
}

test('what is roughly even is drawn exactly so', async () => {
  const nodes = Object.entries(PLACES).map(([id, [x, y]]) => ({
    id,
    x,
    y,
    width: 190,
    height: 110,
  }))
  const composition = { height: 900, nodes, groups: [], edges: [] }
  const { scene } = await compose(
    { ...DIAGRAM, composition },
    { style: 'academic', ratio: '16:9', title: 'T', iterations: 1 },
    'test',
  )
  const box = (id: string) => scene.elements.find((each) => each.id === id)?.box as Box
  const middle = (id: string) => box(id).y + box(id).height / 2
  const gap = (one: string, two: string) => box(two).x - box(one).x - box(one).width

  expect(middle('start')).toBeCloseTo((middle('upper') + middle('lower')) / 2, 0)
  expect(middle('meet')).toBeCloseTo(middle('start'), 0)
  expect(box('upper').x).toBeCloseTo(box('lower').x, 1)
  expect(gap('meet', 'next')).toBeCloseTo(gap('next', 'last'), 0)
  for (const id of Object.keys(PLACES)) {
    expect(box(id).width).toBeCloseTo(box('start').width, 1)
    expect(box(id).height).toBeCloseTo(box('start').height, 1)
  }
})
