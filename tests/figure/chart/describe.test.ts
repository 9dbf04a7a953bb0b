import { expect, test } from 'bun:test'
import { drawPlot } from './draw'

type Json = Record<string, unknown>

const q = (field: string, more: Json = {}) => ({ field, type: 'quantitative', ...more })
const n = (field: string, more: Json = {}) => ({ field, type: 'nominal', ...more })
const said = async (data: unknown, spec: Json) =>
  (await drawPlot(data, JSON.stringify(spec))).description

const SKILLS = ['Speed', 'Cost', 'Size', 'Noise'].flatMap((skill, i) =>
  ['A', 'B'].map((make, k) => ({ skill, make, place: i, score: 2 + i + k })),
)
/** Places of a polar chart that a specification reckons itself. */
const turned = (radius: string) => [
  { calculate: `(${radius}) * sin(datum.place * PI / 2)`, as: 'px' },
  { calculate: `(${radius}) * cos(datum.place * PI / 2)`, as: 'py' },
]
const bare = { axis: null, scale: { domain: [-7, 7] } }
const closed = { type: 'line', interpolate: 'linear-closed' }

test('circles and outlines of a polar chart are no data', async () => {
  const around = { x: q('px', bare), y: q('py', bare), order: q('place') }
  const description = await said(SKILLS, {
    layer: [
      { transform: turned('5'), mark: { ...closed, color: '#cccccc' }, encoding: around },
      {
        transform: turned('datum.score'),
        mark: closed,
        encoding: { ...around, color: n('make') },
      },
      {
        transform: turned('datum.score'),
        mark: { type: 'point', shape: 'triangle' },
        encoding: { ...around, color: n('make') },
      },
    ],
  })
  expect(description).toBe('A chart of lines and points.')
})

const SAMPLES = Array.from({ length: 32 }, (_, i) => ({
  kind: i % 2 ? 'odd' : 'even',
  pc1: Math.sin(i),
  pc2: Math.cos(3 * i),
}))

test('of a biplot the samples are told, not its ellipse, arrows and names', async () => {
  const place = { x: q('pc1', { title: 'PC1 (41 %)' }), y: q('pc2', { title: 'PC2 (17 %)' }) }
  const turn = [
    { window: [{ op: 'row_number', as: 'at' }] },
    { calculate: '0.8 * cos(datum.at * PI / 16)', as: 'ex' },
    { calculate: '0.4 * sin(datum.at * PI / 16)', as: 'ey' },
  ]
  const ring = { x: q('ex', { title: 'PC1 (41 %)' }), y: q('ey'), order: q('at') }
  const end = { x: { datum: 0.5 }, y: { datum: 0.7 } }
  const description = await said(SAMPLES, {
    layer: [
      { mark: 'point', encoding: { ...place, color: n('kind') } },
      { transform: turn, mark: closed, encoding: ring },
      { mark: 'rule', encoding: { x: { datum: 0 }, y: { datum: 0 }, x2: end.x, y2: end.y } },
      { mark: { type: 'point', shape: 'triangle', angle: 30 }, encoding: end },
      { mark: { type: 'text', text: 'height', dy: -6 }, encoding: end },
    ],
  })
  expect(description).toBe('32 points of PC2 (17 %) by PC1 (41 %) for even and odd.')
})

test('a violin of two mirrored densities is told without values of its outline', async () => {
  const description = await said(SAMPLES, {
    transform: [
      { density: 'pc1', groupby: ['kind'], as: ['value', 'density'] },
      { calculate: '-datum.density', as: 'mirrored' },
    ],
    facet: { column: n('kind') },
    spec: {
      mark: 'area',
      encoding: {
        y: q('value', { title: 'First component' }),
        x: q('mirrored', { axis: null }),
        x2: { field: 'density' },
        color: n('kind'),
      },
    },
  })
  expect(description).toBe(
    'A chart of areas; the axes: First component. One panel each for even and odd.',
  )
})

test('a funnel is told by its stages; halves of bars are no amounts', async () => {
  const stages = ['Screened', 'Enrolled', 'Analysed'].map((stage, i) => ({ stage, n: 90 - 20 * i }))
  const description = await said(stages, {
    transform: [
      { calculate: '-datum.n / 2', as: 'left' },
      { calculate: 'datum.n / 2', as: 'right' },
    ],
    encoding: { y: n('stage', { sort: null }) },
    layer: [
      { mark: 'bar', encoding: { x: q('left', { axis: null }), x2: { field: 'right' } } },
      { mark: 'text', encoding: { x: { datum: 0 }, text: q('n') } },
    ],
  })
  expect(description).toBe('A chart of bars; the axes: Stage.')
})

test('what is fitted or counted up is no column', async () => {
  const description = await said(SAMPLES, {
    layer: [
      { mark: 'point', encoding: { x: q('pc1'), y: q('pc2') } },
      {
        transform: [{ regression: 'pc2', on: 'pc1' }],
        mark: 'line',
        encoding: { x: q('pc1'), y: q('pc2') },
      },
      { mark: 'rule', encoding: { y: { datum: 0.4 } } },
    ],
  })
  expect(description).toBe('32 points of pc2 by pc1.')
})

test('two columns on one axis are told by their own names', async () => {
  const rows = [1, 2, 3].map((day) => ({ day, rain: 4 * day, snow: 9 - (day % 2) }))
  const y = (field: string) => q(field, { title: 'Rain (mm)' })
  const description = await said(rows, {
    encoding: { x: q('day', { title: 'Day' }) },
    layer: [
      { mark: 'bar', encoding: { y: y('rain') } },
      { mark: 'line', encoding: { y: y('snow') } },
    ],
  })
  expect(description).toContain('Bars of rain by Day')
  expect(description).toContain('Lines of snow by Day. It goes from 8 (1) to 8 (3).')
})

test('points beyond the ends of an axis are not counted, and bars that it cuts are told', async () => {
  const x = q('pc1', { scale: { domain: [0, 1] } })
  const points = await said(SAMPLES, { mark: 'point', encoding: { x, y: q('pc2') } })
  const inside = SAMPLES.filter(({ pc1 }) => pc1 >= 0).length
  expect(points).toContain(`${inside} points of pc2 by pc1.`)
  expect(points).toMatch(/\d+ of 32 values shown as points reach beyond the ends of the axes/)
  const sums = { x: n('kind'), y: q('pc1', { aggregate: 'max', scale: { domain: [0, 0.8] } }) }
  expect(await said(SAMPLES, { mark: 'bar', encoding: sums })).toContain(
    '2 of 2 values shown as bars reach beyond the ends of the axes.',
  )
})

test.each<[string, Json, string]>([
  ['colours that repeat', { color: n('i') }, 'Colours repeat: 32 names of i have 16 colours.'],
  ['labels that repeat', { x: q('pc1', { axis: { format: '.0f' } }) }, 'Labels of the axis pc1'],
  ['rows without a name', { x: n('j') }, 'Rows without j are drawn under an empty name or null.'],
])('%s are told', async (_, own, sentence) => {
  const rows = SAMPLES.map((row, i) => ({ ...row, i: `s${i}`, j: i === 3 ? null : 'a' }))
  const encoding = { x: q('pc1'), y: q('pc2'), ...own }
  expect(await said(rows, { mark: 'point', encoding })).toContain(sentence)
})

test('a tooltip changes nothing of what marks stand for', async () => {
  const tooltip = [{ field: 'kind', type: 'nominal' }, q('pc2')]
  const encoding = { x: q('pc1'), y: q('pc2') }
  const svg = async (own: Json) =>
    (await drawPlot(SAMPLES, JSON.stringify({ mark: 'point', encoding: { ...encoding, ...own } })))
      .svg
  expect(await svg({ tooltip })).toBe(await svg({}))
})
