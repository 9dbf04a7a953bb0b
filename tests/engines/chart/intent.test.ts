import { describe, expect, test } from 'bun:test'
import { titleOf } from '../../../src/engines/local/chart/data/field-titles'
import { colorsIn } from '../../../src/engines/local/chart/words/colors'
import { readIntent } from '../../../src/engines/local/chart/words/read-intent'
import { drawPlot } from '../../figure/chart/draw'

describe('the words of an intent name a mark', () => {
  const marks: [string, string][] = [
    ['Bar chart of accuracy by model', 'bar'],
    ['grouped column chart', 'bar'],
    ['Line plot of loss with error bars', 'line'],
    ['scatter with a regression line', 'point'],
    ['a histogram with a density curve', 'histogram'],
    ['density plot', 'density'],
    ['cumulative distribution of latency', 'ecdf'],
    ['box-and-whisker plot', 'box'],
    ['violins per group', 'violin'],
    ['beeswarm', 'strip'],
    ['heat map of counts', 'heatmap'],
    ['confusion matrix of the classifier', 'heatmap'],
    ['pie of shares', 'arc'],
    ['doughnut chart', 'arc'],
    ['spider chart', 'radar'],
    ['ROC curves', 'line'],
    ['reliability diagram', 'line'],
    ['Pareto chart', 'bar'],
    ['forest plot', 'forest'],
    ['slopegraph before and after', 'slope'],
    ['lollipop chart', 'lollipop'],
    ['stacked area', 'area'],
  ]
  for (const [intent, mark] of marks)
    test(intent, () => expect(readIntent(intent).mark?.mark).toBe(mark as 'bar'))

  test('but words in quotes and reference lines do not', () => {
    expect(readIntent('compare models, titled "A pie of hope"').mark).toBeUndefined()
    expect(readIntent('compare models with a dashed line at 0.5').mark).toBeUndefined()
  })
})

describe('an intent says more', () => {
  const parts: [string, object][] = [
    ['bars, y axis from 0 to 120', { limits: { y: [0, 120] } }],
    ['y axis should begin at 10 and end at 50', { limits: { y: [10, 50] } }],
    ['x axis "Day 3 to 5" between -1 and 9', { limits: { x: [-1, 9] } }],
    ['histogram, x axis starts at 0, 5 bins', { bins: 5, limits: { x: [0, Number.NaN] } }],
    ['start the y axis at zero', { limits: { y: [0, Number.NaN] } }],
    ['the y axis goes up to 300', { limits: { y: [Number.NaN, 300] } }],
    ['bars, category axis from best to worst', { limits: {} }],
    ['colour bar labelled "Dose (Gy)"', { titles: { legend: 'Dose (Gy)' } }],
    ['lying bars. Axis: "Eggs laid"', { horizontal: true, titles: { value: 'Eggs laid' } }],
    ['bars with the numbers written at the ends of the bars', { values: true }],
    ['counts shown by region', { values: false }],
    ['bars of means, each patient as an open circle', { raw: true }],
    ['x axis "Time (s)" and y axis labelled "Speed"', { titles: { x: 'Time (s)', y: 'Speed' } }],
    ['plot titled "Free fall"', { titles: { main: 'Free fall' } }],
    ['log scale on the y axis', { log: { x: false, y: true, any: true } }],
    ['log-log plot', { log: { x: true, y: true, any: true } }],
    ['sorted from highest to lowest', { sort: 'value-descending' }],
    ['sort ascending', { sort: 'value' }],
    ['alphabetical order', { sort: 'name' }],
    ['legend at the bottom', { place: 'bottom' }],
    ['without legend', { place: 'none' }],
    ['use viridis', { palette: 'viridis' }],
    ['highlight Ours', { highlight: ['Ours'] }],
    [
      'horizontal line at 80 labelled "Goal"',
      { references: [{ value: '80', axis: 'y', text: 'Goal' }] },
    ],
    ['vertical line at 2020-06-01', { references: [{ value: '2020-06-01', axis: 'x' }] }],
    [
      'annotate 2009 with "crisis"',
      { annotations: [{ text: 'crisis', around: ['annotate 2009 with ', ''] }] },
    ],
    ['histogram with 30 bins', { bins: 30 }],
    ['100% stacked bars', { stack: 'normalize' }],
    ['horizontal 100% stacked bars', { horizontal: true, stack: 'normalize' }],
    ['mean with standard error', { aggregate: 'mean', spread: 'se' }],
    ['top 10 countries', { top: 10 }],
    ['quadratic fit', { regression: 'quad' }],
    ['accuracy by model', { said: {} }],
    ['bar chart of test accuracy by model', { said: { y: 'test accuracy', x: 'model' } }],
    [
      'scatter of mass against height, coloured by sex',
      { said: { y: 'mass', x: 'height', color: 'sex' } },
    ],
    ['small multiples by site', { said: { facet: 'site' } }],
  ]
  for (const [intent, wanted] of parts)
    test(intent, () => expect(readIntent(intent)).toMatchObject(wanted))

  test('a top-1 accuracy is no wish for one bar', () => {
    expect(readIntent('bar chart of top-1 accuracy').top).toBeUndefined()
    expect(readIntent('bar chart of top 5 accuracy').top).toBeUndefined()
  })
  test('of any length it is read, not hung upon', () => {
    for (const text of [
      'y axis '.repeat(30_000),
      '"'.repeat(200_000),
      'a by b over '.repeat(20_000),
    ])
      expect(readIntent(text)).toBeDefined()
  })
})

test('names of columns become axis titles', () => {
  const titles = [
    'latency_ms',
    'val_acc',
    'acc_pct',
    'trainLoss',
    'temp_c',
    'F1',
    'f1',
    'size (mb)',
    'dose_um',
    'gdp',
    'hr',
    'x',
    'constructor',
  ]
  expect(titles.map(titleOf)).toEqual([
    'Latency (ms)',
    'Validation accuracy',
    'Accuracy (%)',
    'Train loss',
    'Temperature (°C)',
    'F1',
    'F1',
    'Size (MB)',
    'Dose (µM)',
    'GDP',
    'Hazard ratio',
    'x',
    'Constructor',
  ])
})

test('where two columns are compared, and where one is set against the other', async () => {
  const rows = [1, 2, 3, 4].map((e) => ({ epoch: e, train_acc: e / 5, val_acc: e / 6 }))
  const compared = await drawPlot(rows, 'train vs val accuracy per epoch')
  expect(compared.chart).toMatchObject({ mark: 'line', encoding: { x: { field: 'epoch' } } })
  const people = [1, 2, 3, 4, 5].map((i) => ({
    weight_kg: 60 + ((i * 7) % 5),
    height_cm: 170 + i * i,
  }))
  const against = await drawPlot(people, 'weight vs height')
  expect(against.chart).toMatchObject({ mark: 'point', encoding: { x: { field: 'height_cm' } } })
})

describe('colours belong to the names they are said for', () => {
  const [red, blue, grey] = ['#d62728', '#0072b2', '#8a929b']
  const names = ['A', 'B', 'gzip', 'lz4']
  const both = [
    { name: 'A', color: red },
    { name: 'B', color: blue },
  ]
  const said: [string, ReturnType<typeof colorsIn>][] = [
    ['make A red and B blue', { of: both }],
    ['A and B in red and blue', { of: both }],
    ['use red for A, blue for B', { of: both }],
    ['red A, blue B', { of: both }],
    ['A = red; B = blue; the rest grey', { of: both, rest: grey }],
    [
      'colour gzip - our baseline - red and all of the others grey',
      { of: [{ name: 'gzip', color: red }], rest: grey },
    ],
    ['compare A with B, bars in blue', { of: [] }],
  ]
  for (const [text, wanted] of said) test(text, () => expect(colorsIn(text, names)).toEqual(wanted))
})

describe('titles are told from other words', () => {
  const said: [string, object][] = [
    ['axes "Time (h)" / "CFU per mL"', { x: 'Time (h)', y: 'CFU per mL' }],
    ['y axis "B" and x axis "A", headed "C"', { x: 'A', y: 'B', main: 'C' }],
    ['write "Days with rain" along the y axis', { y: 'Days with rain' }],
    ['label for the y axis: Price per kg (EUR)', { y: 'Price per kg (EUR)' }],
    ['the y axis runs from 0 to 5 and carries the title "B"', { y: 'B' }],
    ['put "Sales" over the chart', { main: 'Sales' }],
    ['line chart titled Growth of two cultures, log y', { main: 'Growth of two cultures' }],
    ['with the note "outbreak" at 2017', {}],
  ]
  for (const [text, wanted] of said)
    test(text, () => expect(readIntent(text).titles).toEqual(wanted))
})

describe('orders are told in many ways', () => {
  const said: [string, string | undefined][] = [
    ['smallest on top going down to the largest', 'value'],
    ['commonest first', 'value-descending'],
    ['columns from low to high', 'value'],
    ['decreasing from left to right', 'value-descending'],
    ['the heaviest rock at the top', 'value-descending'],
    ['in the order of the data', 'data'],
    ['from top to bottom Mon, Tue, Wed', undefined],
    ['bars in order to compare', undefined],
  ]
  for (const [text, wanted] of said)
    test(text, () => expect(readIntent(text).sort).toBe(wanted as never))
})
