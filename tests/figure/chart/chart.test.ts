import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readChart } from '../../../src/engines/local/chart'
import { cleanSvg } from '../../../src/figure/svg/clean'
import { ChartRefused } from '../../../src/forms/chart'
import { readVegaLite } from '../../../src/forms/vega-lite'
import { checkSpec } from '../../../src/forms/vega-lite/read'
import { type Drawn, drawPlot } from './draw'
import { axesOf, recover } from './geometry'
import { textsOf, withClass } from './read-svg'

const times = <T>(count: number, of: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => of(i))
/** The same numbers each time, evenly spread in 0 to 1. */
const spread = (i: number) => (i * 0.6180339887498949) % 1

describe('geometry gives the data back', () => {
  test('of bars that lie, sorted', async () => {
    const { root } = await drawPlot({ A: 3, B: 11, C: 7 }, 'horizontal bars, sorted')
    expect(axesOf(root).y.names).toEqual(['B', 'C', 'A'])
    const values = new Map(recover(root).map(({ x, value }) => [x, value]))
    for (const [name, value] of [
      ['A', 3],
      ['B', 11],
      ['C', 7],
    ] as const)
      expect(values.get(name)).toBeCloseTo(value, 1)
  })
  test('of a log axis', async () => {
    const data = times(6, (i) => ({ dose: 10 ** i, effect: 2 ** i }))
    const { root } = await drawPlot(data, 'scatter of effect against dose, log-log')
    for (const { x, y, value, argument } of recover(root)) {
      expect(Math.abs(value / Number(y) - 1)).toBeLessThan(0.01)
      expect(Math.abs((argument ?? 0) / Number(x) - 1)).toBeLessThan(0.01)
    }
  })
  test('of small multiples, each in its panel', async () => {
    const data = times(12, (i) => ({
      site: `S${i % 3}`,
      year: 2000 + Math.floor(i / 3),
      rain: 100 * (1 + (i % 3)) + i,
    }))
    const { root } = await drawPlot(data, 'small multiples of rain over year, one panel per site')
    const found = recover(root).filter(({ mark }) => mark === 'line')
    expect(found).toHaveLength(12)
    for (const { y, value } of found) expect(value).toBeCloseTo(Number(y), 0)
  })
  test('and labels stand at their own marks on a descending axis', async () => {
    const { root } = await drawPlot(
      {
        matrix: [
          [9, 1],
          [2, 8],
        ],
        labels: ['p', 'q'],
      },
      'confusion matrix',
    )
    const axis = withClass(root, 'axis').find(
      ({ attributes }) => attributes['data-channel'] === 'y',
    )
    const labels = (axis?.children ?? []).filter(({ text }) => text === 'p' || text === 'q')
    const [first] = labels.sort((a, b) => Number(a.attributes.y) - Number(b.attributes.y))
    expect(first?.text).toBe('p')
  })
})

describe('a chart is drawn as a journal prints it', () => {
  test('with a zero baseline for bars and for nothing else', async () => {
    const data = times(6, (i) => ({ t: i, v: 100 + i }))
    expect(axesOf((await drawPlot(data, 'bars of v by t')).root).y.domain[0]).toBe(0)
    expect(axesOf((await drawPlot(data, 'line of v over t')).root).y.domain[0]).toBeGreaterThan(90)
  })
  test('with whole ticks for whole numbers and a real minus', async () => {
    const { root } = await drawPlot(
      [
        { q: 'a', n: 1 },
        { q: 'b', n: -2 },
      ],
      'bars of n by q',
    )
    expect(axesOf(root).y.labels.every((label) => /^−?\d+$/.test(label))).toBe(true)
    expect(axesOf(root).y.labels).toContain('−1')
  })
  test('with names at the ends of lines in place of a legend', async () => {
    const data = times(20, (i) => ({
      t: Math.floor(i / 2),
      g: i % 2 ? 'up' : 'down',
      v: i % 2 ? i : 30 - i,
    }))
    const { root } = await drawPlot(data, 'line of v over t by g')
    expect(withClass(root, 'legend').map(({ attributes }) => attributes.id)).toEqual(['ends'])
  })
  test('with a gap where a value is missing', async () => {
    const data = times(8, (i) => ({ x: i, y: i === 4 ? null : i * i }))
    const { root, unmet } = await drawPlot(data, 'line of y over x')
    expect(
      withClass(root, 'mark').filter(({ attributes }) => attributes['data-mark'] === 'line'),
    ).toHaveLength(2)
    expect(unmet.join()).toContain('1 of 8 rows have no "y"')
  })
  test('with upright names, wrapped where they are long', async () => {
    const { root } = await drawPlot(
      { 'Gradient boosted trees': 3, 'Random forest': 4, 'Support vector machine': 5 },
      'bars',
    )
    expect(textsOf(root)).toContain('Gradient boosted trees')
    expect(JSON.stringify(root)).not.toContain('rotate(-40')
  })
  test('in the ratio asked for', async () => {
    for (const ratio of ['1:1', '21:9', '9:16']) {
      const { scene, figures } = await drawPlot({ A: 1, B: 2 }, 'bars', { ratio })
      const [w = 1, h = 1] = ratio.split(':').map(Number)
      expect(scene.width / scene.height).toBeCloseTo(w / h, 2)
      expect(figures.clippedTexts).toBe(0)
    }
  })
})

describe('an SVG of a chart', () => {
  test('passes cleaning unchanged and is the same each time', async () => {
    const data = { A: { x: [1, 2, 3], y: [1, 4, 9] }, B: { x: [1, 2, 3], y: [2, 3, 5] } }
    const [one, two] = [
      await drawPlot(data, 'line of y over x'),
      await drawPlot(data, 'line of y over x'),
    ]
    expect(cleanSvg(one.svg)).toBe(one.svg)
    expect(one.svg).toBe(two.svg)
  })
  test('has ids once each', async () => {
    const { root } = await drawPlot({ A: [1, 2, 3, 9], B: [2, 3, 4] }, 'box plots with raw points')
    const ids = JSON.stringify(root).match(/"id":"[^"]+"/g) ?? []
    expect(new Set(ids).size).toBe(ids.length)
  })
  test('holds no script of its data', async () => {
    const evil = {
      '<script>alert(1)</script>': 1,
      '"><img onerror=x>': 2,
      'datum.value': 3,
      '\u2028x': 4,
    }
    const { svg, root } = await drawPlot(evil, 'bar chart titled "<b onload=1>"')
    expect(svg).not.toMatch(/<script|<img|<b /)
    expect(textsOf(root)).toContain('<b onload=1>')
  })
})

/** The specification that rules choose; undefined where they refuse. */
async function chosenOf(data: unknown, intent: string) {
  try {
    return (await readChart(data, intent)).chart
  } catch (error) {
    if (error instanceof ChartRefused) return undefined
    throw error
  }
}

test('what the rules choose is a specification that a client might send', async () => {
  const corpus = join(import.meta.dir, '..', '..', 'fixtures', 'plot-corpus')
  const faults: string[] = []
  for (const file of new Bun.Glob('{open,more}/*.json').scanSync(corpus)) {
    const { data, intent } = JSON.parse(readFileSync(join(corpus, file), 'utf8'))
    const chosen = readVegaLite(intent) ? undefined : await chosenOf(data, intent)
    const checked = chosen === undefined ? undefined : checkSpec(chosen)
    if (checked && 'fault' in checked) faults.push(`${file}: ${checked.fault}`)
  }
  expect(faults).toEqual([])
}, 60_000)

describe('hostile data end in a chart or a sentence, soon', () => {
  const cases: [string, unknown, string, RegExp][] = [
    [
      '30 million bins',
      times(1000, spread),
      'histogram with 30000000 bins',
      /Not used: "30000000 bins"/,
    ],
    [
      '25,000 points',
      times(25_000, (i) => ({ x: spread(i), y: spread(i * 7) })),
      'scatter of y against x',
      /Histogram.*20,000 are the most/,
    ],
    [
      '20,000 categories',
      Object.fromEntries(times(20_000, (i) => [`c${i}`, spread(i)])),
      'bars',
      /Histogram.*20000 names; 400 are the most/,
    ],
    [
      'a matrix of 90,000 cells',
      times(300, (r) => times(300, (k) => spread(r * k))),
      'heatmap',
      /Histogram.*20,000 are the most/,
    ],
    [
      '5,000 lines',
      times(10_000, (i) => ({ t: i % 2, s: `s${i % 5000}`, v: i })),
      'line of v over t by s',
      /5000 series; 40 are the most|mean of v/,
    ],
    [
      '500 boxes',
      times(2000, (i) => ({ g: `g${i % 500}`, v: i })),
      'box plots of v by g',
      /500 names; 400 are the most/,
    ],
    [
      '1,000 panels',
      times(1000, (i) => ({ p: `p${i}`, x: i, y: i })),
      'line of y over x, one panel per p',
      /1000 panels; 30 are the most/,
    ],
    [
      'numbers beyond numbers',
      JSON.parse('[{"n":"a","v":1e400},{"n":"b","v":2}]'),
      'bars of v by n',
      /1 of 2 rows have no "v"/,
    ],
    ['numbers near the end', { a: 1e308, b: -1e308 }, 'bars', /blank|1e150/],
    [
      'zero on a log axis',
      { a: 0, b: 10, c: -5 },
      'bars on a log scale',
      /Not used: "on a log scale"/,
    ],
    ['one value', [{ x: 1, y: 2 }], 'scatter with a regression line', /Points/],
    ['a constant', times(5, (x) => ({ x, y: 3 })), 'line of y over x', /Lines/],
    [
      'one class',
      times(9, (i) => ({ score: spread(i), label: 1 })),
      'ROC curve',
      /Not drawn as asked: "ROC curve"\./,
    ],
    [
      'a radar of 99 axes',
      Object.fromEntries(times(99, (i) => [`a${i}`, i])),
      'radar',
      /Bars.*3 to 24 axes/,
    ],
  ]
  for (const [name, data, intent, said] of cases)
    test(name, async () => {
      const drawn = await drawPlot(data, intent).catch((error: unknown) => error)
      if (drawn instanceof Error) {
        expect(drawn).toBeInstanceOf(ChartRefused)
        expect(drawn.message).toMatch(said)
        return
      }
      const { description, unmet, svg, scene } = drawn as Drawn
      expect([description, ...unmet].join(' ')).toMatch(said)
      expect(svg).not.toMatch(/NaN|Infinity/)
      expect(scene.elements.length).toBeLessThan(20_500)
    }, 60_000)
})

describe('what an art editor asks for', () => {
  test('figures of a fit stand in the figure when they are asked for', async () => {
    const data = times(20, (i) => [i, 2 * i + spread(i)])
    const { root } = await drawPlot(data, 'scatter with linear fit and R²')
    expect(textsOf(root).join(' ')).toMatch(/R² = 1\.00, r = 1\.00/)
  })
  test('days and months have no ticks between them', async () => {
    const days = ['2024-01-01', '2024-01-02', '2024-01-03'].map((day, i) => ({ day, n: i }))
    const { root } = await drawPlot(days, 'n over time')
    expect(textsOf(root).join(' ')).not.toMatch(/\d\d:\d\d/)
    const quarters = ['2022 Q1', '2022 Q2'].map((quarter, i) => ({ quarter, n: i + 1 }))
    const bars = await drawPlot(quarters, 'bars of n per quarter')
    expect(textsOf(bars.root)).toEqual(expect.arrayContaining(['2022 Q1', '2022 Q2']))
  })
})

describe('what a chart says of itself', () => {
  const losses = { epoch: [1, 2, 3], train: [1, 0.8, 0.6], val: [1.1, 0.9, 0.8] }

  test('what is drawn apart is no title of an axis', async () => {
    const { root } = await drawPlot(losses, 'one line per series')
    expect(textsOf(root).filter((text) => /^(One|Series)$/.test(text))).toEqual([])
  })
})

describe('what lies over what', () => {
  const order = (svg: string, first: string, second: string) =>
    expect(svg.indexOf(first)).toBeLessThan(svg.lastIndexOf(second))

  test('points lie over the axis that they stand on', async () => {
    const { svg } = await drawPlot(
      times(6, (i) => ({ x: i, y: i * i })),
      'scatter of y against x',
    )
    order(svg, 'id="axis-y-1"', 'data-mark="point"')
  })
  test('numbers of rings lie over the lines of a radar', async () => {
    const { svg } = await drawPlot(
      { A: { speed: 3, cost: 4, size: 1 }, B: { speed: 2, cost: 5, size: 3 } },
      'radar chart',
    )
    order(svg, 'id="radar-2"', 'id="web-label-1"')
  })
  test('panels are told by their names, which their title may ask for', async () => {
    const sites = times(12, (i) => ({ site: ['Moor', 'Bank'][i % 2], year: 2000 + i, pairs: i }))
    const { description, unmet } = await drawPlot(
      sites,
      'pairs over year as a line, one panel per site',
    )
    expect(unmet).toEqual([])
    expect(description).toContain('Pairs in Moor rises from 0 (2000)')
    expect(description).toContain('One panel each for Moor and Bank.')
  })
})
