/** Specifications and data that would take all time or memory: refused with a sentence, or drawn. */
import { describe, expect, test } from 'bun:test'
import { ChartRefused } from '../../../src/forms/chart'
import { drawPlot } from './draw'

type Json = Record<string, unknown>

const times = <T>(count: number, of: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => of(i))
const row = (i: number) => ({ x: i, y: Math.sin(i), c: `c${i}`, d: 1.6e12 + i * 6e5 })
const MANY = times(100_000, row)
const FEW = times(50, row)
const x = { field: 'x', type: 'quantitative' }
const y = { field: 'y', type: 'quantitative' }
const xy = { x, y }
const chain = (first: string, next: string) => [
  { calculate: first, as: 's' },
  ...times(40, () => ({ calculate: next, as: 's' })),
]

describe('refused with a sentence', () => {
  test.each<[string, unknown[], Json, RegExp]>([
    [
      'a billion imputed rows',
      FEW,
      {
        mark: 'line',
        transform: [{ impute: 'y', key: 'x', keyvals: { stop: 1e9 } }],
        encoding: xy,
      },
      /1,000,000,050 rows/,
    ],
    [
      'a billion imputed values',
      FEW,
      { mark: 'line', encoding: { x, y: { ...y, impute: { value: 0, keyvals: { stop: 1e9 } } } } },
      /1,000,000,000 imputed values/,
    ],
    [
      'every name with every key',
      MANY,
      {
        mark: 'line',
        transform: [{ impute: 'y', key: 'x', groupby: ['c'], value: 0 }],
        encoding: xy,
      },
      /10,000,000,000 rows/,
    ],
    [
      'bins a billionth wide',
      FEW,
      {
        mark: 'bar',
        encoding: { x: { field: 'x', bin: { step: 1e-9 } }, y: { aggregate: 'count' } },
      },
      /49,000,000,000 bins/,
    ],
    [
      'bins of a scale',
      FEW,
      {
        mark: 'bar',
        encoding: { x: { ...x, scale: { bins: { start: 0, stop: 1, step: 1e-10 } } }, y },
      },
      /10,000,000,000 bins/,
    ],
    [
      'a tick for every millisecond of two years',
      MANY.slice(0, 9000),
      {
        mark: 'point',
        encoding: { x: { field: 'd', type: 'temporal', axis: { tickCount: 'millisecond' } }, y },
      },
      /ticks; 2000 are the most/,
    ],
    [
      'a density for every row',
      MANY,
      { mark: 'line', transform: [{ density: 'y', groupby: ['c'], steps: 500 }], encoding: xy },
      /50,000,000 rows/,
    ],
    [
      'a quantile for every row',
      MANY,
      { mark: 'line', transform: [{ quantile: 'y', groupby: ['c'], step: 0.001 }], encoding: xy },
      /100,000,000 rows/,
    ],
    [
      'a local regression of all rows',
      MANY,
      { mark: 'line', transform: [{ loess: 'y', on: 'x' }], encoding: xy },
      /local regression/,
    ],
    [
      'rows folded over and over',
      MANY,
      {
        mark: 'point',
        transform: times(6, () => ({ fold: times(200, () => 'x') })),
        encoding: { x },
      },
      /20,000,000 rows/,
    ],
    [
      'a column for every row',
      MANY,
      { mark: 'point', transform: [{ pivot: 'c', value: 'y' }], encoding: { x } },
      /100,000 columns/,
    ],
    [
      'medians of wide windows',
      MANY,
      {
        mark: 'line',
        transform: [{ window: [{ op: 'median', field: 'y', as: 'm' }], frame: [-5e4, 5e4] }],
        encoding: xy,
      },
      /sliding windows/,
    ],
    [
      'a text that doubles',
      FEW,
      {
        mark: 'text',
        transform: chain('datum.c', times(8, () => 'datum.s').join('+')),
        encoding: { ...xy, text: { field: 's' } },
      },
      /more than 10000 characters/,
    ],
    [
      'a list that triples',
      FEW,
      {
        mark: 'text',
        transform: chain('[1,2,3]', '[datum.s,datum.s,datum.s]'),
        encoding: { ...xy, text: { field: 's' } },
      },
      /more than 10000 characters/,
    ],
    [
      'a number a billion wide',
      FEW,
      { mark: 'text', encoding: { ...xy, text: { ...x, format: '0>999999999d' } } },
      /text\.format must be a format/,
    ],
    [
      'the same in an expression',
      FEW,
      {
        mark: 'text',
        transform: [{ calculate: "format(datum.x, '0999999999d')", as: 's' }],
        encoding: { ...xy, text: { field: 's' } },
      },
      /widths below 100/,
    ],
    [
      '100,000 names on an axis',
      MANY,
      { mark: 'bar', encoding: { x: { field: 'c', type: 'nominal' }, y } },
      /100,000 names on x/,
    ],
    [
      '100,000 colours',
      MANY,
      { mark: 'point', encoding: { ...xy, color: { field: 'c', type: 'nominal' } } },
      /100,000 names on color/,
    ],
    ['100,000 points', MANY, { mark: 'point', encoding: xy }, /100,000 marks/],
    [
      '100,000 minutes as names',
      MANY,
      {
        mark: 'bar',
        encoding: {
          x: { field: 'd', timeUnit: 'yearmonthdatehoursminutes', type: 'ordinal' },
          y: { aggregate: 'count' },
        },
      },
      /names on x; 2000/,
    ],
    [
      '10,000 panels of a computed field',
      MANY.slice(0, 10_000),
      {
        transform: [{ calculate: "datum.c + 'a'", as: 'k' }],
        mark: 'point',
        encoding: { ...xy, facet: { field: 'k' } },
      },
      /10,000 small charts/,
    ],
    [
      '1,600 views by repetition',
      FEW,
      {
        repeat: { row: times(40, () => 'x'), column: times(40, () => 'y') },
        spec: { mark: 'point', encoding: { x: { field: { repeat: 'column' } } } },
      },
      /1600 views/,
    ],
    [
      '900 views side by side',
      FEW,
      {
        vconcat: times(30, () => ({ hconcat: times(30, () => ({ mark: 'point', encoding: xy })) })),
      },
      /900 views/,
    ],
    [
      'a line that crosses itself 45,000 times',
      MANY.slice(0, 45_000).map((each, i) => ({ ...each, x: (i * 7919) % 10_007 })),
      { mark: 'line', encoding: { ...xy, order: { field: 'd' } } },
      /45,000 points on one line that can be told apart; 40,000 are the most/,
    ],
    [
      'four columns of 100,000 rows as one line',
      MANY,
      { mark: 'line', transform: [{ fold: ['x', 'y', 'x', 'y'] }], encoding: xy },
      /400,000 points on lines/,
    ],
    [
      'moments beyond all calendars',
      [{ d: 1e17, y: 1 }],
      { mark: 'point', encoding: { x: { field: 'd', type: 'temporal' }, y } },
      /holds 100000000000000000, which is no moment/,
    ],
    [
      'a page of text at each point',
      times(500, (i) => ({ ...row(i), c: 'word '.repeat(200) })),
      { mark: 'text', encoding: { ...xy, text: { field: 'c' } } },
      /letters; 200,000 are the most/,
    ],
    [
      'more genes than marks',
      MANY,
      { mark: 'volcano', encoding: { x: { field: 'x' }, y: { field: 'y' }, text: { field: 'c' } } },
      /100,000 marks/,
    ],
    [
      'words for infinity',
      [{ x: 'NaN', y: 'Infinity' }],
      { mark: 'point', encoding: xy },
      /no values to draw/,
    ],
    [
      'zero at the end of a logarithm',
      FEW,
      { mark: 'point', encoding: { x, y: { ...y, scale: { type: 'log', domain: [0, 1] } } } },
      /no values to draw|blank/,
    ],
    [
      'words beyond the paper',
      FEW,
      { mark: { type: 'text', text: 'a', dx: 1e300 }, encoding: xy },
      /blank/,
    ],
  ])(
    '%s',
    async (_, data, spec, sentence) => {
      const drawing = drawPlot(data, JSON.stringify(spec))
      await expect(drawing).rejects.toThrow(sentence)
      await expect(drawing).rejects.toBeInstanceOf(ChartRefused)
    },
    30_000,
  )
})

describe('drawn', () => {
  test.each<[string, unknown[], Json]>([
    [
      'dashes that nobody sees',
      FEW,
      { mark: { type: 'line', strokeDash: [1e-6, 1e-6] }, encoding: xy },
    ],
    [
      'a point and a title of any size',
      FEW,
      { mark: { type: 'point', size: 1e15 }, encoding: xy, title: { text: 'x', fontSize: 1e7 } },
    ],
    [
      'columns that every object has',
      [{ constructor: 1, hasOwnProperty: 3, toString: 'a' }],
      {
        mark: 'point',
        encoding: {
          x: { field: 'constructor', type: 'quantitative' },
          y: { field: 'hasOwnProperty', type: 'quantitative' },
          color: { field: 'toString', type: 'nominal' },
        },
      },
    ],
    [
      'a column like a regular expression',
      [{ '(a+)+$': 1, y: 2 }],
      { mark: 'point', encoding: { x: { field: '(a+)+$', type: 'quantitative' }, y } },
    ],
    [
      'a curve of 100,000 scores',
      MANY,
      {
        mark: 'roc',
        transform: [{ calculate: 'datum.x % 2', as: 'truth' }],
        encoding: { x: { field: 'y' }, y: { field: 'truth' } },
      },
    ],
    [
      'names of 300,000 letters',
      times(3, (i) => ({ c: `${i}${'n'.repeat(3e5)}`, y: i })),
      { mark: 'bar', encoding: { x: { field: 'c', type: 'nominal' }, y } },
    ],
    ['an area of 30,000 points', MANY.slice(0, 30_000), { mark: 'area', encoding: xy }],
  ])(
    '%s',
    async (_, data, spec) => {
      const { svg, scene } = await drawPlot(data, JSON.stringify(spec))
      expect(svg).not.toMatch(/NaN|Infinity/)
      expect(scene.elements.length).toBeLessThan(20_500)
      expect(svg.length).toBeLessThan(500_000)
    },
    30_000,
  )
})

test('a line of 40,000 points is drawn as far as it can be seen, and says so', async () => {
  const { svg, scene, description } = await drawPlot(
    MANY.slice(0, 40_000).map((each) => ({ ...each, y: each.x === 30_003 ? 9 : each.y })),
    JSON.stringify({ mark: 'line', encoding: xy }),
  )
  const line = scene.elements.find(({ id }) => id === 'line-1-1')?.geometry
  const points = line?.form === 'polyline' ? line.points : []
  expect(points.length).toBeLessThan(10_000)
  expect(svg.length).toBeLessThan(300_000)
  // A single point far from its neighbours stays.
  const ys = points.map(({ y }) => y).sort((a, b) => a - b)
  expect((ys[1] ?? 0) - (ys[0] ?? 0)).toBeGreaterThan(300)
  expect(description).toMatch(/3\d,\d{3} points less than half a pixel from their neighbours/)
}, 30_000)
