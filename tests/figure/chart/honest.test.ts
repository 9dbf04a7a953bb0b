import { describe, expect, test } from 'bun:test'
import { ChartRefused } from '../../../src/forms/chart'
import { drawPlot } from './draw'
import { textsOf, withClass } from './read-svg'

const ROWS = Array.from({ length: 12 }, (_, i) => ({
  day: Date.UTC(2024, 0, i + 1),
  name: `n${i % 4}`,
  value: i + 1,
}))
const draw = (spec: unknown, ratio = 'auto') => drawPlot(ROWS, JSON.stringify(spec), { ratio })
const x = { field: 'name', type: 'nominal' }
const y = { field: 'value', type: 'quantitative' }

describe('a chart that would be blank is refused', () => {
  const line = { mark: 'rule', encoding: { y: { datum: 250 } } }
  test.each<[string, unknown]>([
    [
      'where limits leave every mark outside',
      { mark: 'point', encoding: { x, y: { ...y, scale: { domain: [200, 300] } } } },
    ],
    [
      'though a reference line lies inside',
      {
        layer: [{ mark: 'line', encoding: { x: { field: 'day', type: 'temporal' }, y } }, line],
        encoding: { y: { scale: { domain: [200, 300] } } },
      },
    ],
    [
      'where a filter leaves no row',
      {
        layer: [
          { transform: [{ filter: 'datum.value > 99' }], mark: 'bar', encoding: { x, y } },
          line,
        ],
      },
    ],
    [
      'where names are read as amounts',
      {
        layer: [
          { mark: 'point', encoding: { x: { field: 'name', type: 'quantitative' }, y } },
          line,
        ],
      },
    ],
  ])('%s', async (_, spec) => {
    const drawing = draw(spec)
    await expect(drawing).rejects.toThrow(/blank|no values to draw/)
    await expect(drawing).rejects.toBeInstanceOf(ChartRefused)
  })
  test('and a line that crosses the frame between points outside is not blank', async () => {
    const { root } = await drawPlot(
      [
        { t: 0, v: 0 },
        { t: 1, v: 100 },
      ],
      JSON.stringify({
        mark: 'line',
        encoding: {
          x: { field: 't', type: 'quantitative' },
          y: { field: 'v', type: 'quantitative', scale: { domain: [40, 60] } },
        },
      }),
    )
    expect(withClass(root, 'mark')).toHaveLength(1)
  })
})

test('an axis of time takes its limits in milliseconds', async () => {
  const domain = [Date.UTC(2024, 0, 3), Date.UTC(2024, 0, 9)]
  const { root } = await draw({
    mark: 'line',
    encoding: { x: { field: 'day', type: 'temporal', scale: { type: 'utc', domain } }, y },
  })
  const [axis] = withClass(root, 'axis').filter(
    ({ attributes }) => attributes['data-channel'] === 'x',
  )
  expect(axis?.attributes['data-domain']).toBe(domain.join(' '))
})

describe('type is at least 6 points on the paper of the chart', () => {
  const bars = { mark: 'bar', encoding: { x: { ...x, axis: { labelFontSize: 3 } }, y } }
  const small = {
    layer: [bars, { mark: { type: 'text', fontSize: 2 }, encoding: { x, y, text: y } }],
    title: { text: 'Values', fontSize: 4 },
  }
  test.each([
    ['as columns of 85 mm', small, '9:16'],
    ['on 120 mm', small, '1:1'],
    ['on 178 mm', small, '16:9'],
    ['in panels', { ...bars, encoding: { ...bars.encoding, facet: { field: 'name' } } }, '3:4'],
    ['of a radar', { mark: 'radar', encoding: { x, y } }, '9:16'],
  ])('%s', async (_, spec, ratio) => {
    const rows = spec === small ? ROWS : ROWS.slice(0, 4)
    const { figures, root } = await drawPlot(rows, JSON.stringify(spec), { ratio })
    expect(figures.smallestTextPt).toBeGreaterThanOrEqual(5.95)
    expect(textsOf(root).length).toBeGreaterThan(4)
  })
})

test('names of a chart of its own mark stand in the order of another column', async () => {
  const rows = ['late', 'first', 'middle'].flatMap((item, i) =>
    ['no', 'yes'].map((answer, k) => ({ item, answer, count: 10 + k, agreement: [1, 9, 5][i] })),
  )
  const encoding = (sort: object) => ({
    x: { field: 'count', type: 'quantitative' },
    y: { field: 'item', type: 'nominal', sort },
  })
  const drawn = async (sort: object) => {
    const spec = { mark: 'violin', encoding: encoding(sort) }
    const { root } = await drawPlot(rows, JSON.stringify(spec), {})
    return textsOf(root).filter((text) => ['late', 'first', 'middle'].includes(text))
  }
  expect(await drawn({ field: 'agreement', order: 'descending' })).toEqual([
    'first',
    'middle',
    'late',
  ])
})

test.each([8, 14, 40])(
  'all of %i names along an axis are written, turned where they must be',
  async (count) => {
    const rows = Array.from({ length: count }, (_, i) => ({
      defect: `Kind of defect ${String.fromCharCode(65 + (i % 26))}${i > 25 ? 'x' : ''}`,
      value: i + 1,
    }))
    const encoding = { x: { field: 'defect', type: 'nominal' }, y }
    const { root } = await drawPlot(rows, JSON.stringify({ mark: 'bar', encoding }), {})
    for (const { defect } of rows)
      expect(
        textsOf(root).some((text) => text.replace(/\s/g, '') === defect.replace(/\s/g, '')),
      ).toBe(true)
  },
)

test('stacks with round corners keep their segments', async () => {
  const { root } = await draw({
    mark: { type: 'bar', cornerRadiusTopLeft: 3, cornerRadiusTopRight: 3 },
    encoding: { x, y: { aggregate: 'count' }, color: { field: 'value', type: 'ordinal' } },
  })
  const bars = withClass(root, 'mark').filter(({ attributes }) => attributes['data-mark'] === 'bar')
  expect(
    bars.flatMap(({ children }) => children.filter(({ name }) => name === 'rect')),
  ).toHaveLength(12)
  expect(withClass(root, 'group')).toHaveLength(0)
})

describe('what a specification draws', () => {
  test('a line breaks where a value is missing', async () => {
    const data = [1, 2, null, 4, 5].map((v, t) => ({ t, v }))
    const { root } = await drawPlot(
      data,
      JSON.stringify({
        mark: 'line',
        encoding: {
          x: { field: 't', type: 'quantitative' },
          y: { field: 'v', type: 'quantitative' },
        },
      }),
    )
    expect(withClass(root, 'mark')).toHaveLength(2)
  })
  test('bootstrapped intervals are the same each time', async () => {
    const band = { mark: { type: 'errorband', extent: 'ci' }, encoding: { x, y } }
    const [one, two] = [await draw(band), await draw(band)]
    expect(one.svg).toBe(two.svg)
  })
  test('lists in cells are flattened', async () => {
    const spec = {
      transform: [{ flatten: ['v'] }],
      mark: 'point',
      encoding: { x, y: { field: 'v', type: 'quantitative' } },
    }
    const { root } = await drawPlot([{ name: 'a', v: [3, 5] }], JSON.stringify(spec))
    const [group] = withClass(root, 'mark')
    expect(group?.children.filter(({ name }) => name === 'ellipse')).toHaveLength(2)
  })
})
