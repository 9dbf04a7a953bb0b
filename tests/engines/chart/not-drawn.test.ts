import { describe, expect, test } from 'bun:test'
import { readChart } from '../../../src/engines/local/chart'
import { ChartRefused } from '../../../src/forms/chart'

const TASKS = [
  { task: 'write', start: 1, end: 4 },
  { task: 'review', start: 3, end: 6 },
]

const rows = [
  { month: 'Jan', sales: 3, price: 900 },
  { month: 'Feb', sales: -5, price: 700 },
  { month: 'Mar', sales: 4, price: 800 },
]

const days = (many: number) =>
  Array.from({ length: many }, (_, i) => ({
    date: new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10),
    visits: 10 + (i % 7),
  }))

const patients = Array.from({ length: 20 }, (_, i) => ({
  time: ((i * 3) % 17) + 1,
  event: i % 2,
  arm: i % 3 ? 'A' : 'B',
}))

const people = Array.from({ length: 900 }, (_, i) => ({ gene: `g${i}`, reads: i }))

test('a kind of chart that can be drawn is met without a word', async () => {
  expect(await readChart(TASKS, 'bar chart of start by task')).toMatchObject({
    unmet: [],
    table: { notes: [] },
  })
})

describe('another chart than the one asked for is never drawn: refused with what would help', () => {
  const cases: [string, unknown, RegExp][] = [
    ['Gantt chart of the tasks', TASKS, /"Gantt" is no chart .* bars of the durations/],
    ['Kaplan-Meier curves by arm with numbers at risk', patients, /"Kaplan-Meier" .* a line/],
    ['Bland-Altman plot of sales and price', rows, /"Bland-Altman" is no chart/],
    ['waterfall of sales by month', rows, /"waterfall" .* single changes/],
    ['line of event over time by arm', patients, /column "event" says whether something happened/],
    ['bar chart of reads by gene', people, /900 categories .* 60 are the most.*"top 20"/],
    ['Balkendiagramm von sales je month', rows, /names no kind of chart.*Say in English/],
    ['make something nice', rows, /names no kind of chart/],
  ]
  for (const [intent, data, sentence] of cases)
    test(intent, async () => {
      const refused = await readChart(data, intent).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ChartRefused)
      expect(String(refused)).toMatch(sentence)
    })

  test('but a kind that is spoken of as unwanted, or in quotes, is none', async () => {
    const { chart } = await readChart(TASKS, 'bars of start by task, not as a Gantt chart')
    expect(chart.mark).toBe('bar')
    const titled = await readChart(TASKS, 'bars of start by task, titled "No Gantt chart"')
    expect(titled).toMatchObject({ unmet: [], chart: { title: 'No Gantt chart' } })
  })
})

describe('each clause that the chart does not meet is named', () => {
  const cases: [string, RegExp][] = [
    ['bars of sales and a line of price on a secondary y axis', /secondary y axis"; all values/],
    ['step line of sales over month', /lines join the values straight/],
    [
      'line of sales over month with a 7-day rolling mean',
      /"with a 7-day rolling mean"; no rolling/,
    ],
    ['bars of sales by month, log base 2 on the y axis', /base 10 here/],
    ['bars of sales by month where price > 750', /no row was left out/],
    ['bars of sales by month with an inset of March', /no inset/],
    ['bars of profit (price - sales) by month', /nothing is reckoned from the columns/],
    ['cumulative sum of sales over month as a line', /nothing is summed along the axis/],
    ['bars of sales by month, t-test between Jan and Feb', /no test is reckoned/],
    ['bars of sales by month in Comic Sans', /house style/],
    ['bars of sales by month, rotate the labels', /ticks and their labels/],
    ['bars of sales by month. Make them frobnicate', /^Not understood: "Make them frobnicate"/],
    ['bars of sales by month, the note "all well" in the corner', /"all well" is not in the chart/],
    ['bars of sales by month, *** between Jan and winter', /between Jan and winter has no place/],
    ['line of sales over month, negative months in red', /below zero have no colour/i],
  ]
  for (const [intent, sentence] of cases)
    test(intent, async () => {
      const { unmet } = await readChart(rows, intent)
      expect(unmet.some((one) => sentence.test(one))).toBe(true)
    })

  test('a column that is asked for and not shown', async () => {
    const months = Array.from({ length: 24 }, (_, i) => ({
      month: `20${19 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`,
      temp: 10 + (i % 12),
      site: 'X',
    }))
    const { unmet } = await readChart(months, 'box plot of temp for each calendar month')
    expect(unmet.join()).toContain('the column "month" is not in the chart')
  })

  test('what was not reckoned stands in no title', async () => {
    const { chart } = await readChart(rows, 'cumulative sum of sales over month as a line')
    expect(JSON.stringify(chart)).not.toMatch(/cumulative/i)
  })

  test('errors of another kind than the one asked for are told', async () => {
    const means = [
      { g: 'a', mean: 1, sd: 0.2 },
      { g: 'b', mean: 2, sd: 0.3 },
    ]
    const { unmet } = await readChart(means, 'bars of mean by g, error bars are 95% CI')
    expect(unmet).toEqual(['Not met: "error bars are 95% CI"; no confidence interval is drawn.'])
  })

  test('rows that are left out are told', async () => {
    const { unmet } = await readChart([...rows, { month: 'Apr' }], 'bars of sales by month')
    expect(unmet).toEqual(['1 rows without any number were left out.'])
  })
})

describe('what stands in quotes is text for the figure and nothing else', () => {
  const mix = days(6).map(({ date }, i) => ({ date, coal: i + 1, gas: i + 2, wind: 3 }))
  test('names, marks and numbers in it ask for nothing', async () => {
    const plain = await readChart(mix, 'stacked area over date')
    const titled = 'stacked area over date, title "A pie of wind, log scale from 0 to 5"'
    const { chart, unmet } = await readChart(mix, titled)
    expect(unmet).toEqual([])
    expect(chart).toEqual({ ...plain.chart, title: 'A pie of wind, log scale from 0 to 5' })
  })
  test('a name of the data in quotes is that name', async () => {
    const { chart } = await readChart(rows, 'bars of sales by month, highlight "Feb"')
    expect(JSON.stringify(chart)).toContain('Feb')
  })
})

describe('lines at values', () => {
  test('a line without a moment of the axis', async () => {
    const march = [1, 2, 3].map((day) => ({ day: `2021-03-0${day}`, visits: day * 3 }))
    const { table } = await readChart(march, 'visits per day, vertical line at 15')
    expect(table.notes.join()).toMatch(/line at 15 is no moment of the data/)
  })
})
