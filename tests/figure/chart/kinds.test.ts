/** Charts that scientists ask for, as plain specifications: what is drawn is what they say. */
import { describe, expect, test } from 'bun:test'
import { drawPlot } from './draw'
import { axesOf } from './geometry'
import { type SvgNode, textsOf, walkSvg, withClass } from './read-svg'

type Json = Record<string, unknown>

const times = <T>(count: number, of: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => of(i))
const draw = (data: unknown, spec: Json) => drawPlot(data, JSON.stringify(spec))
const field = (name: string, type: string, more: Json = {}) => ({ field: name, type, ...more })
const groupsOf = (root: SvgNode, mark: string) =>
  withClass(root, 'mark').filter(({ attributes }) => attributes['data-mark'] === mark)
const rectsOf = (root: SvgNode, mark: string) =>
  groupsOf(root, mark).flatMap((group) => [...walkSvg(group)].filter(({ name }) => name === 'rect'))
const axisAt = (root: SvgNode, channel: string) =>
  withClass(root, 'axis').filter(({ attributes }) => attributes['data-channel'] === channel)

const DAYS = times(60, (i) => ({ day: Date.UTC(2024, 0, 1 + i), n: i % 7 }))

describe('moments', () => {
  test('a rolling mean over seven rows', async () => {
    const { root } = await draw(DAYS, {
      transform: [
        {
          window: [{ op: 'mean', field: 'n', as: 'week' }],
          frame: [-3, 3],
          sort: [{ field: 'day' }],
        },
      ],
      mark: 'line',
      encoding: { x: field('day', 'temporal'), y: field('week', 'quantitative') },
    })
    const ys: number[] = JSON.parse(groupsOf(root, 'line')[0]?.attributes['data-y'] ?? '[]')
    expect(ys).toHaveLength(60)
    // Every full window holds each of 0 to 6 once.
    for (const y of ys.slice(3, -3)) expect(y).toBeCloseTo(3, 9)
  })
  test('sums by month, as long as the months are', async () => {
    const { root, description } = await draw(DAYS, {
      mark: 'bar',
      encoding: {
        x: field('day', 'temporal', { timeUnit: 'utcyearmonth' }),
        y: field('n', 'quantitative', { aggregate: 'sum' }),
      },
    })
    const bars = rectsOf(root, 'bar')
    expect(bars.map(({ attributes }) => [attributes['data-x'], attributes['data-y']])).toEqual([
      ['2024-01', '87'],
      ['2024-02', '87'],
    ])
    const [january = 0, february = 1] = bars.map(({ attributes }) => Number(attributes.width))
    expect(january / february).toBeCloseTo(31 / 29, 1)
    expect(description).toContain('All are 87.')
  })
})

describe('axes', () => {
  test('two with units, each told with its own marks', async () => {
    const data = times(4, (i) => ({ m: `m${i}`, rain: 40 + i, heat: 5 * i }))
    const { root, description } = await draw(data, {
      layer: [
        { mark: 'bar', encoding: { y: field('rain', 'quantitative', { title: 'Rain (mm)' }) } },
        { mark: 'line', encoding: { y: field('heat', 'quantitative', { title: 'Heat (°C)' }) } },
      ],
      encoding: { x: field('m', 'ordinal') },
      resolve: { scale: { y: 'independent' } },
    })
    const domains = axisAt(root, 'y').map(({ attributes }) =>
      Number(attributes['data-domain']?.split(' ')[1]),
    )
    expect(domains[0]).toBeGreaterThanOrEqual(43)
    expect(domains[1]).toBeLessThan(20)
    expect(description).toContain('Bars of Rain (mm)')
    expect(description).toContain('Lines of Heat (°C)')
  })
  test.each([2, 10])('logarithms to base %i name their powers', async (base) => {
    const data = times(6, (i) => ({ x: i, y: base ** i }))
    const { root } = await draw(data, {
      mark: 'point',
      encoding: {
        x: field('x', 'quantitative'),
        y: field('y', 'quantitative', { scale: { type: 'log', base } }),
      },
    })
    const labels = textsOf(root).map((text) => text.replace(',', ''))
    for (let i = 0; i < 6; i++) expect(labels).toContain(String(base ** i))
  })
  test('a linear one ends on a tick that has a label', async () => {
    const { root } = await draw(
      [
        { a: 'x', v: 6176 },
        { a: 'y', v: 1268 },
      ],
      {
        mark: 'bar',
        encoding: { x: field('a', 'nominal'), y: field('v', 'quantitative') },
      },
    )
    const [, high] = axesOf(root).y.domain
    expect(textsOf(root).map((text) => text.replace(',', ''))).toContain(String(high))
  })
})

describe('shares, orders and colours', () => {
  test('stacks of 100 %', async () => {
    const data = ['p', 'q'].flatMap((x) => [3, 1].map((v, i) => ({ x, part: `part ${i}`, v })))
    const { root } = await draw(data, {
      mark: 'bar',
      encoding: {
        x: field('x', 'nominal'),
        y: field('v', 'quantitative', { stack: 'normalize' }),
        color: field('part', 'nominal'),
      },
    })
    const said = rectsOf(root, 'bar').map(({ attributes }) => Number(attributes['data-y']))
    expect(said.toSorted((a, b) => a - b)).toEqual([0.25, 0.25, 0.75, 0.75])
  })
  test('names by value, though a layer is a line at a place', async () => {
    const data = [3, 1, 2].map((v, i) => ({ v, name: `n${v}`, at: i }))
    const { root } = await draw(data, {
      layer: [
        { mark: 'point', encoding: { x: field('v', 'quantitative') } },
        { mark: 'rule', encoding: { x: { datum: 2 } } },
      ],
      encoding: { y: field('name', 'nominal', { sort: '-x' }) },
    })
    expect(axesOf(root).y.names).toEqual(['n3', 'n2', 'n1'])
  })
  test('a ramp has its middle where it is put', async () => {
    const data = [-1, 0, 4].map((v, i) => ({ v, x: `x${i}`, y: 'row' }))
    const { root } = await draw(data, {
      mark: 'rect',
      encoding: {
        x: field('x', 'nominal'),
        y: field('y', 'nominal'),
        color: field('v', 'quantitative', {
          scale: { domainMid: 0, range: ['#0000ff', '#ffffff', '#ff0000'] },
        }),
      },
    })
    expect(rectsOf(root, 'cell').map(({ attributes }) => attributes.fill)).toEqual([
      '#0000ff',
      '#ffffff',
      '#ff0000',
    ])
  })
  test('one line in colour, the others grey', async () => {
    const data = ['a', 'b', 'c'].flatMap((s) => times(3, (i) => ({ s, i, v: i })))
    const { root } = await draw(data, {
      mark: 'line',
      encoding: {
        x: field('i', 'quantitative'),
        y: field('v', 'quantitative'),
        detail: field('s', 'nominal'),
        color: { condition: { test: "datum.s === 'b'", value: '#d55e00' }, value: '#cccccc' },
      },
    })
    const inks = groupsOf(root, 'line').map(
      ({ children }) => children.find(({ name }) => name === 'path')?.attributes.stroke,
    )
    expect(inks.toSorted()).toEqual(['#cccccc', '#cccccc', '#d55e00'])
  })
})

describe('what is said of marks is what they stand for, not where they stand', () => {
  const rows = ['2023-01-09', '2023-02-09'].flatMap((day, i) => [
    { day, group: 'a', n: 10 + i, until: 14 },
    { day, group: 'b', n: 30 + i, until: 39 },
  ])
  const day = field('day', 'temporal')
  const group = field('group', 'nominal')
  const n = field('n', 'quantitative')
  test.each<[string, Json, RegExp]>([
    [
      'lines on top of each other',
      { mark: 'line', encoding: { x: day, y: { ...n, stack: 'zero' }, color: group } },
      /a rises from 10 \(2023-01-09\) to 11 .* b rises from 30 \(2023-01-09\) to 31 /,
    ],
    [
      'shares',
      {
        mark: 'bar',
        encoding: {
          x: field('day', 'ordinal', { timeUnit: 'month' }),
          y: { ...n, stack: 'normalize' },
          color: group,
        },
      },
      /highest is 0.75 \(Jan, b\), the lowest 0.25 \(Jan, a\)/,
    ],
    [
      'sectors',
      { mark: 'arc', encoding: { theta: group, radius: { ...n, aggregate: 'sum' }, color: group } },
      /highest is 61 \(b\), the lowest 21 \(a\)/,
    ],
  ])('%s', async (_, spec, said) => {
    expect((await draw(rows, spec)).description).toMatch(said)
  })
  test('spokes of a radar', async () => {
    const data = ['p', 'q', 'r'].map((name, i) => ({ name, n: i + 1 }))
    const { root } = await draw(data, {
      mark: 'radar',
      encoding: { x: field('name', 'nominal'), y: n },
    })
    const web = withClass(root, 'mark').find((each) => each.attributes['data-mark'] === 'radar')
    expect(web?.attributes).toMatchObject({ 'data-x': '["p","q","r"]', 'data-y': '[1,2,3]' })
  })
})
