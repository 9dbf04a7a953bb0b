import { describe, expect, test } from 'bun:test'
import { readChart } from '../../../src/engines/local/chart'
import { titleOf } from '../../../src/engines/local/chart/data/field-titles'
import { summaryOf } from '../../figure/chart/summary'

const times = <T>(count: number, of: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => of(i))

const trial = times(24, (i) => ({
  plot: `P${i}`,
  soil: ['sand', 'loam', 'clay'][i % 3],
  water: i % 2 ? 'wet' : 'dry',
  depth_cm: 5 * (1 + Math.floor(i / 6)),
  yield_t: 10 + ((i * 7) % 11),
}))
const days = times(30, (i) => ({
  date: `2024-04-${String(i + 1).padStart(2, '0')}`,
  visits: i * i,
}))

const read = async (data: unknown, intent: string) => {
  const choice = await readChart(data, intent)
  return { ...summaryOf(choice), unmet: choice.unmet, spec: JSON.stringify(choice.chart) }
}

describe('words name a kind and its roles', () => {
  const cases: [string, object][] = [
    [
      'box plots of yield by soil',
      { mark: 'box', encoding: { x: { field: 'soil' }, y: { field: 'yield_t' } } },
    ],
    ['bars of mean yield per soil with sd', { mark: 'bar', aggregate: 'mean', interval: 'bars' }],
    ['violins of yield_t for each soil', { mark: 'violin' }],
    ['histogram of yield', { mark: 'histogram', encoding: { x: { field: 'yield_t' } } }],
    [
      'scatter of yield against depth, coloured by soil',
      {
        mark: 'point',
        encoding: { x: { field: 'depth_cm' }, y: { field: 'yield_t' }, color: { field: 'soil' } },
      },
    ],
    [
      'lines of mean yield over depth, one line per soil',
      {
        mark: 'line',
        aggregate: 'mean',
        encoding: { x: { field: 'depth_cm' }, color: { field: 'soil' } },
      },
    ],
    ['strip plot of yield by soil with the median marked', { mark: 'strip' }],
    [
      'grouped bars of mean yield by soil and water',
      { mark: 'bar', encoding: { x: { field: 'soil' }, color: { field: 'water' } } },
    ],
    ['mean yield by soil with standard errors', { mark: 'bar', aggregate: 'mean' }],
    [
      'scatter of yield against depth, one panel per soil',
      { encoding: { facet: { field: 'soil' } } },
    ],
    ['scatter of yield against depth with a linear fit', { overlays: [{ kind: 'regression' }] }],
  ]
  for (const [intent, wanted] of cases)
    test(intent, async () => {
      const found = await read(trial, intent)
      expect(found).toMatchObject(wanted)
      expect(found.unmet).toEqual([])
    })
})

describe('clauses change the chart', () => {
  const base = 'box plots of yield by soil'
  const cases: [string, string | RegExp][] = [
    ['titled "Spring"', '"title":"Spring"'],
    ['y axis "Yield (t/ha)"', '"title":"Yield (t/ha)"'],
    ['y axis from 0 to 40', '"domain":[0,40]'],
    ['on a log scale', '"type":"log"'],
    ['dashed line at 12 labelled "goal"', '"text":"goal"'],
    ['ordered by median from low to high', /"sort":\["\w+","\w+","\w+"\]/],
    ['clay, loam, sand from left to right', '"sort":["clay","loam","sand"]'],
    ['with the raw points on top', '"name":"raw"'],
    ['sand in red', '#d62728'],
    ['horizontal', '"y":{"field":"soil"'],
    ['without clay', '"sort":["sand","loam"]'],
    ['no grid', '"grid":false'],
    ['y axis run from 0 to 30 with ticks every 10', '"values":[0,10,20,30]'],
    ['the y axis should start at 0 and end at 40', '"domain":[0,40]'],
  ]
  for (const [clause, part] of cases)
    test(clause, async () => {
      const { spec, unmet } = await read(trial, `${base}, ${clause}`)
      if (part instanceof RegExp) expect(spec).toMatch(part)
      else expect(spec).toContain(part)
      expect(unmet).toEqual([])
    })
})

describe('words that the chart or the reading of the data meets are met', () => {
  const likert = times(3, (i) => ({
    item: `Item ${i}`,
    Disagree: 20 - 6 * ((i + 1) % 3),
    Neutral: 5,
    Agree: 10 + 6 * ((i + 1) % 3),
  }))
  const cases: [string, unknown, string, string][] = [
    [
      'the order of answers by agreement, and their colours',
      likert,
      'Likert chart of the items in percent, sorted by agreement (Agree) from most to least, reds for Disagree, blues for Agree, grey for Neutral, neutral split around zero',
      '"sort":["Item 1","Item 0","Item 2"]',
    ],
    [
      'the number of lines',
      trial,
      'three lines of mean yield over depth, one line per soil',
      '"line"',
    ],
    ['boxes without notches', trial, 'box plots of yield by soil, notches not needed', 'boxplot'],
    [
      'counts, edges of bins',
      trial,
      'histogram of yield, bin width 2 with edges on multiples of 2, counts not density',
      '"step":2',
    ],
    [
      'a row of totals',
      [...times(3, (i) => ({ site: `S${i}`, use: i + 1 })), { site: 'Total', use: 6 }],
      'bars of use by site without the total row',
      '"S2"',
    ],
    [
      'how dates are written',
      times(9, (i) => ({ date: `0${i + 1}.03.2021`, visits: i })),
      'line of visits over date. Dates are day.month.year',
      'temporal',
    ],
    [
      'columns that end in a letter, against their mean',
      times(9, (i) => ({ device_A: 100 + ((i * 3) % 7), device_B: 101 + ((i * 5) % 8) })),
      'Bland-Altman: device A minus device B against their mean, with bias and limits of agreement as labelled lines',
      'device_A minus device_B',
    ],
    [
      'numbers in names',
      times(4, (i) => ({ site: `S${i}`, pm25: i + 1 })),
      'bars of pm25 by site, order of the rows as in the table, axis "PM2.5"',
      '"title":"PM2.5"',
    ],
  ]
  for (const [name, data, intent, part] of cases)
    test(name, async () => {
      const { spec, unmet } = await read(data, intent)
      expect(spec).toContain(part)
      expect(unmet.filter((each) => !each.startsWith('Row '))).toEqual([])
    })
  test('but not where it is not so', async () => {
    const { unmet } = await read(trial, 'four lines of mean yield over depth, one line per soil')
    expect(unmet.join()).toContain('the data give 3')
    const sites = times(3, (i) => ({ site: `S${i}`, use: i + 1 }))
    await expect(readChart(sites, 'bars of use by site without the total row')).rejects.toThrow(
      'holds "without"',
    )
  })
})

describe('wishes of one kind of chart', () => {
  const knocked = [
    ['WT', 1, 0.1, null],
    ['KO1', 0.4, 0.1, 0.002],
    ['KO2', 0.9, 0.1, 0.3],
  ].map(([genotype, expression, sem, p_value]) => ({ genotype, expression, sem, p_value }))
  const pressure = times(4, (i) => ({ patient: `P${i}`, Before: 140 + i, After: 130 + 3 * i }))
  const trapped = times(3, (i) => ({ year: 2018 + i, wolf: 5 + i, lynx: 9 - i }))
  const treated = times(12, (i) => ({ months: i + 1, event: i % 2, arm: i % 3 ? 'A' : 'B' }))
  const glaciers = times(6, (i) => ({
    glacier: i < 3 ? 'Rhone' : 'Aletsch',
    year: 1990 + 10 * (i % 3),
    length_km: 9 - i,
  }))
  const BARS = 'bars of expression by genotype, error bars are the sem column'
  const cases: [string, unknown, string][] = [
    ['ECDF of yield_t by soil, dotted line at 80 %', trial, '"y":{"datum":0.8}'],
    [`${BARS}, mark p<0.05 with a star`, knocked, "< 0.05 ? '*'"],
    [`${BARS}, asterisks from the p values (* p<0.05, ** p<0.01)`, knocked, '** p_value < 0.01'],
    ['each patient connected from Before to After, one line each', pressure, '"Before"'],
    [
      'Kaplan-Meier of months by arm with numbers at risk at 0, 6 and 12 months; event is 1 for death and 0 for censored',
      treated,
      '"values":[0,6,12]',
    ],
    ['length_km of both glaciers as lines, y from 0 to 9', glaciers, '"x":{"field":"year"'],
    ['mean yield_t as a function of depth_cm for each soil', trial, '"op":"mean"'],
    ['grouped bars by year, one bar per species', trapped, '"xOffset":{"field":"species"'],
  ]
  for (const [intent, data, part] of cases)
    test(intent, async () => {
      const { spec, unmet } = await read(data, intent)
      expect(spec).toContain(part)
      expect(unmet).toEqual([])
    })

  test('signs of p values only where a mark stands for one', async () => {
    const { spec, unmet } = await read(trial, 'bars of mean yield by soil, mark p<0.05 with a star')
    expect(unmet.join()).toContain('no single column of p values')
    expect(spec).not.toContain("'*'")
  })
})

test('a rolling mean needs rows that follow each other evenly', async () => {
  const found = await read(days, 'line of visits over date with a 7-day rolling mean (centred)')
  expect(found.spec).toContain('7-day centred mean')
  const gaps = days.filter((_, i) => i !== 11)
  const { unmet } = await read(gaps, 'line of visits over date with a 7-day rolling mean')
  expect(unmet.join()).toContain('not evenly spaced')
})

test('months are gathered where it is said how', async () => {
  const year = times(60, (i) => ({
    date: new Date(Date.UTC(2024, 0, 1 + 3 * i)).toISOString().slice(0, 10),
    n: 1,
  }))
  const { spec } = await read(year, 'bars of the sum of n per month')
  expect(spec).toContain('"op":"sum"')
  expect(spec).toContain('utcyearmonth')
  await expect(readChart(year, 'bars of n per month')).rejects.toThrow('finer than a month')
})

test('two columns stand on two axes', async () => {
  const climate = ['Jan', 'Feb', 'Mar'].map((month, i) => ({
    month,
    rain_mm: 30 + i,
    temp_c: i - 1,
  }))
  const { spec, unmet } = await read(
    climate,
    'rain as bars (left axis) and temp as a red line (right axis)',
  )
  expect(spec).toContain('"resolve":{"scale":{"y":"independent"}}')
  expect(spec).toContain('"orient":"right"')
  expect(unmet).toEqual([])
})

test('columns called like kinds of charts are columns', async () => {
  const rows = times(9, (i) => ({ line: `L${i % 3}`, bar: i, scatter: 9 - (i % 5), box: 'A' }))
  const found = await read(rows, 'scatter as a function of bar, one colour per line. Ignore box.')
  expect(found).toMatchObject({
    mark: 'point',
    encoding: { x: { field: 'bar' }, y: { field: 'scatter' }, color: { field: 'line' } },
  })
})

test('columns of years are one variable, and that is said', async () => {
  const wide = ['A', 'B'].map((country, i) => ({
    country,
    '2008': i,
    '2009': i + 1,
    '2010': i + 3,
  }))
  const found = await read(wide, 'line chart with one line per country')
  expect(found.encoding).toMatchObject({ x: { field: 'year' }, color: { field: 'country' } })
  expect(found.unmet.join()).toContain('one variable')
})

test('of any length an intent is refused or read, not hung upon', async () => {
  for (const text of [
    'y axis '.repeat(30_000),
    '"'.repeat(1_900),
    'a by b over '.repeat(160),
    'the a an '.repeat(200),
  ])
    await expect(readChart(trial, text)).rejects.toThrow()
}, 20_000)

test('names of columns become axis titles', () => {
  const titles = {
    latency_ms: 'Latency (ms)',
    conductivity_mS: 'Conductivity (mS)',
    val_acc: 'Validation accuracy',
    acc_pct: 'Accuracy (%)',
    trainLoss: 'Train loss',
    temp_c: 'Temperature (°C)',
    F1: 'F1',
    'size (mb)': 'Size (MB)',
    dose_um: 'Dose (µM)',
    gdp: 'GDP',
    hr: 'Hazard ratio',
    x: 'x',
    constructor: 'Constructor',
  }
  for (const [name, title] of Object.entries(titles)) expect(titleOf(name)).toBe(title)
})
