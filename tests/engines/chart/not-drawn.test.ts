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

const people = Array.from({ length: 900 }, (_, i) => ({ gene: `g${i}`, reads: i }))
const plots = ['a', 'a', 'b', 'b'].map((field, i) => ({ field, crop: 'rye', yield_t: i + 1 }))

const refusal = async (data: unknown, intent: string): Promise<string> => {
  const refused = await readChart(data, intent).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ChartRefused)
  return String(refused)
}

test('a kind of chart that can be drawn is met without a word', async () => {
  expect(await readChart(TASKS, 'bar chart of start by task')).toMatchObject({ unmet: [] })
})

describe('another chart than the one asked for is never drawn: refused with what would help', () => {
  const cases: [string, unknown, RegExp][] = [
    ['Gantt chart of the tasks', TASKS, /"gantt" is no kind of chart.*Vega-Lite/],
    ['a Sankey of sales', rows, /"sankey" is no kind/],
    ['bar chart of reads by gene', people, /900 categories .* 60 are the most/],
    ['Balkendiagramm von sales je month', rows, /names no kind of chart.*Say in English/],
    ['make something nice', rows, /names no kind of chart/],
    ['bar chart and line chart of sales', rows, /several kinds of charts \(bar, line\)/],
    ['bar chart by month', rows, /not said which column.*"sales", "price"/],
    ['bars of yield_t by field', plots, /2 rows share one place.*mean, median or sum/],
    ['pie of sales by month', rows, /cannot show negative values/],
    ['box-and-whisker plots of sales by month', rows, /one value only, of which no box/],
    ['lines of price over sales, one line per month', rows, /a single point, so no line/],
  ]
  for (const [intent, data, sentence] of cases)
    test(intent, async () => {
      expect(await refusal(data, intent)).toMatch(sentence)
    })
})

describe('what would make any chart false refuses it', () => {
  const pots = ['wet', 'dry'].flatMap((trt) =>
    [7, 14].flatMap((day) =>
      [1, 2, 3].map((rep) => ({ trt, day, rep, height_cm: day + rep + (trt === 'wet' ? 9 : 0) })),
    ),
  )

  test('repeats are counted and measure nothing', async () => {
    const wells = pots.map(({ trt, rep }) => ({ trt, sample: rep, as_ug: rep === 2 ? '<0.5' : 4 }))
    expect(await refusal(wells, 'bar chart of mean arsenic by trt')).toMatch(/counts rows/)
    const { chart } = await readChart(pots, 'line plot over day: mean of the three replicates')
    expect(JSON.stringify(chart)).toContain('"field":"height_cm"')
    expect(JSON.stringify(chart)).not.toContain('"field":"rep"')
  })

  test('rows with names of their own stand under no groups that nobody names', async () => {
    const models = ['A', 'B', 'C'].map((model, i) => ({
      model,
      family: i < 2 ? 'dense' : 'sparse',
      latency_ms: 9 + i,
    }))
    const answer = await refusal(
      models,
      'Rank the models by latency, largest on top, horizontal bars',
    )
    expect(answer).toMatch(/"family", of which the intent does not speak/)
  })

  test('numbers on cells can be read, whichever way the colours run', async () => {
    const inks = async (intent: string) =>
      (await readChart(pots, intent)).table.fields.find(({ name }) => name === 'ink')?.values
    const cells = 'heat map of mean height_cm, trt on y and day on x'
    const [light, dark] = [await inks(cells), await inks(`${cells}, viridis`)]
    expect(new Set(light).size).toBe(2)
    expect(dark).not.toEqual(light)
  })

  test('of means alone no samples are drawn', async () => {
    const means = ['a', 'a', 'b', 'b'].map((shift, i) => ({ shift, mean: 300 + i, sd: 9 }))
    expect(await refusal(means, 'box plots of cortisol by shift')).toMatch(/needs single values/)
  })

  test('groups of which every name is said are told apart, or the chart is not drawn', async () => {
    const incomes = Array.from({ length: 24 }, (_, i) => ({
      area: i % 2 ? 'urban' : 'rural',
      income: 900 + ((i * 137) % 700),
    }))
    const { chart } = await readChart(incomes, 'density curves of income, urban vs rural')
    expect(JSON.stringify(chart)).toContain('"groupby":["area"]')
    const answer = await refusal(pots, 'bar chart of height_cm by day, averaged, wet and dry')
    expect(answer).toMatch(/tell them apart|not understood/)
  })

  test('the foot of a stack is its bottom', async () => {
    const papers = [2008, 2009, 2010].flatMap((year) =>
      ['new', 'old'].map((method, i) => ({ year, method, papers: year - 2000 + i })),
    )
    const { chart } = await readChart(
      papers,
      'stacked area chart of papers by year, old at the bottom and new on top',
    )
    expect(JSON.stringify(chart)).toContain('"domain":["old","new"]')
  })
})

describe('a clause that may change the chart and is not understood refuses it, and is quoted', () => {
  const cases: [string, RegExp][] = [
    ['bars of sales by month, never mind the sign', /"never mind the sign".*holds "never"/],
    ['bars of sales by month except in summer', /holds "except"/],
    ['bars of sales by month, only the good ones', /holds "only"/],
    ['bars of sales by month, but halved', /holds "but"/],
    ['bars of sales by month, cap them near 7', /"cap them near 7".*holds "7"/],
    ['bars of sales by month. Feb was excluded', /holds "excluded"/],
    ['bars of sales by month. Only values in 2023', /holds "only"/],
    ['bars of sales by month. Years 2019 to 2021.', /holds "2019"/],
    ['bars of sales by month for months with over 100 price', /holds "100"/],
    ['bars of sales by month, those over 3 in the legend', /holds "3"/],
    ['bars of sales by month, mind Feb', /holds "Feb", which the data name/],
    ['bars of sales by month; consider price', /column "price"/],
    ['sales by month as violin-like bars', /"violin" may change what is shown/],
    ['bars of cumulative sales by month', /"cumulative" may change what is shown/],
    ['bars of sales by month, no wait, lines', /takes something back/],
  ]
  for (const [intent, sentence] of cases)
    test(intent, async () => {
      expect(await refusal(rows, intent)).toMatch(sentence)
    })
})

describe('other clauses are drawn without, and named', () => {
  const cases: [string, RegExp][] = [
    ['bars of sales by month. Make them frobnicate', /frobnicate/],
    ['bars of sales by month in Comic Sans', /comic|sans/i],
    ['bars of sales by month, the note "all well" in the corner', /"all well" has no place/],
    ['bars of sales by month with error bars', /Not met.*the data give no errors/],
    ['bars of sales by month, Feb in red and the legend left', /there is no legend/],
    ['bars of sales by month, horizontal line at 90000', /far from all values/],
    ['bars of sales by month, font size 9 pt', /left out: "font size 9 pt"/],
    [
      'bars of sales by month. Our shop was closed on 3 days in Feb.',
      /remark.*"Our shop was closed/,
    ],
    ['bars of relative sales by month in 2023', /"relative", "2023"/],
    ['bars of sales by month. Mark the mean and put it on top', /left out.*|Not understood/],
    ['scatter plot of sales against price, coloured by region', /No column is called "region"/],
    ['bars of sales by month (n = 12 shops)', /remark, not as a wish: "n = 12 shops"/],
    ['bars of sales by month. Sales come from the second season in 2023.', /remark.*2023/],
  ]
  for (const [intent, sentence] of cases)
    test(intent, async () => {
      const { unmet } = await readChart(rows, intent)
      expect(unmet.join('\n')).toMatch(sentence)
    })

  test('a unit belongs to the column before it', async () => {
    const { chart } = await readChart(
      [
        { absorbance: 0.1, nitrite: 0 },
        { absorbance: 0.4, nitrite: 2 },
        { absorbance: 0.9, nitrite: 5 },
      ],
      'scatter plot of absorbance against nitrite (mg/L)',
    )
    expect(JSON.stringify(chart)).toContain('"Nitrite (mg/L)"')
    expect(JSON.stringify(chart)).not.toContain('"Absorbance (')
  })

  const hourly = ['Mon', 'Tue'].flatMap((day) =>
    [0, 6, 12].map((hour) => ({ day, hour, pm25: hour + day.length })),
  )

  test('columns that clauses place are not brought together', async () => {
    const { table, chart } = await readChart(
      hourly,
      'heat map of PM2.5 (µg/m³), hour of the day on x, day on y with Monday above',
    )
    expect(table.fields.find(({ name }) => name === 'pm25')?.values).toHaveLength(6)
    expect(JSON.stringify(chart)).not.toContain('Day (')
    const pupils = [44, 50, 61, 48, 70].map((Public, i) => ({
      pupil: i + 1,
      Public,
      Charter: 60 - i,
    }))
    const { table: scores, unmet } = await readChart(
      pupils,
      'box plots of the score for each school type',
    )
    expect(scores.fields.find(({ role }) => role === 'number')?.values).toHaveLength(10)
    expect(unmet.join()).toContain('"pupil" counts the rows')
  })

  test('names beside points choose no rows, and axes go by the column they are said of', async () => {
    const vowels = ['heed', 'head', 'had'].map((vowel, i) => ({ vowel, F1: 300 + i, F2: 2000 - i }))
    const { chart, table } = await readChart(
      vowels,
      'Scatter plot with F2 on a log x axis and F1 on the vertical axis increasing downwards. Label only head and heed.',
    )
    expect(table.fields[0]?.values).toHaveLength(3)
    expect(JSON.stringify(chart)).toMatch(
      /"x":{"field":"F2".*"log".*"y":{"field":"F1".*"reverse":true/,
    )
    expect(JSON.stringify(chart)).toContain('"oneOf":["head","heed"]')
  })

  test('a line on logarithmic axes is fitted to the logarithms', async () => {
    const islands = [1, 10, 100, 1000].map((area_km2) => ({
      area_km2,
      species: 20 * area_km2 ** 0.3,
    }))
    const { chart } = await readChart(
      islands,
      'number of species against area (km²), both axes logarithmic, with a regression line',
    )
    expect(JSON.stringify(chart)).toContain('"type":"fit","method":"pow"')
  })

  test('colours by sign, an order from end to end', async () => {
    const { chart, unmet } = await readChart(
      rows,
      'bars of sales by month from the largest to the smallest, negative sales in red, positive in green',
    )
    expect(unmet).toEqual([])
    expect(JSON.stringify(chart)).toContain('"sort":["Mar","Jan","Feb"]')
    expect(JSON.stringify(chart)).toContain('"condition":{"test":"datum[\\"sales\\"] < 0"')
  })

  test('families on both sides of "versus" are all drawn; answers from end to end, in per cent', async () => {
    const genes = [1, 2, 3].map((i) => ({
      gene: `g${i}`,
      Ctrl_1: i,
      Ctrl_2: i,
      Treat_1: 5,
      Treat_2: 7,
    }))
    const { table } = await readChart(
      genes,
      'mean of each gene in Ctrl versus Treat as grouped bars',
    )
    expect(new Set(table.fields[1]?.values)).toEqual(new Set(['Ctrl', 'Treat']))
    const answers = [1, 2].map((i) => ({
      item: `Q${i}`,
      'Strongly no': 4,
      No: 9,
      Yes: 8,
      'Strongly yes': 5,
    }))
    const { chart, table: all } = await readChart(
      answers,
      'stacked bar chart of the responses per item in percent, from strongly no to strongly yes',
    )
    expect(all.fields.find(({ role }) => role === 'number')?.values).toHaveLength(8)
    expect(JSON.stringify(chart)).toContain('"stack":"normalize"')
  })

  test('no column that is named vanishes, and none stands twice', async () => {
    const rooms = [1, 2, 3, 4].map((i) => ({
      hour: i,
      temp_in: 20 + i,
      temp_out: i,
      rh_in: 40,
      sex: i % 2 ? 'f' : 'm',
      dose: i,
    }))
    expect(
      await refusal(rooms, 'scatter plot of indoor temperature against outdoor temperature'),
    ).toMatch(/say which/)
    const { chart } = await readChart(rooms, 'temp_in and rh_in on two y axes over hour')
    expect(JSON.stringify(chart)).toContain('"independent"')
    const fits = await readChart(
      rooms,
      'scatter plot of temp_out against hour, colour by sex, one linear fit through all points',
    )
    expect(JSON.stringify(fits.chart)).toContain('"color":{"value":"#24292f"}')
  })

  test('a number after a comma, "fastest" and "over" are read as they are meant', async () => {
    const runs = [3.5, 1.2, 2.7, 4.9, 0.6].map((size, i) => ({
      size,
      name: `m${i}`,
      runtime_s: [9, 4, 7, 1, 3][i],
    }))
    const bars = await readChart(runs, 'bar chart of runtime by name, fastest first')
    expect(bars.unmet.join()).toMatch(/"fastest"; say "largest first" or "smallest first"/)
    const points = await readChart(runs, 'runtime over size')
    expect(JSON.stringify(points.chart)).not.toContain('"line"')
    const axis = await readChart(runs, 'bar chart of runtime by name, y from 0, 2008 was hot')
    expect(JSON.stringify(axis.chart)).not.toContain('2008')
    const sales = 'Region;2022;2023\nNord;1.200;1.350\nSüd;980;1.010'
    expect(await refusal(sales, 'stacked bars by Region')).toBeTruthy()
  })

  test('several lines with their words; points with a fit are not joined; ages keep their unit', async () => {
    const ages = [1010, 1520, 1890, 2210, 2750].map((age_Ma, i) => ({ age_Ma, signal: i }))
    const { chart, unmet } = await readChart(
      ages,
      'histogram of age (Ma) with vertical dashed lines at 1,850 ("one") and 2,700 ("two")',
    )
    expect(unmet).toEqual([])
    for (const part of ['"datum":1850', '"datum":2700', 'Age (Ma)'])
      expect(JSON.stringify(chart)).toContain(part)
    const curve = await readChart(
      ages,
      'standard curve of signal against age, points and a straight-line fit',
    )
    expect(JSON.stringify(curve.chart)).not.toContain('"line"')
  })

  test('a profile is joined along its depth', async () => {
    const casts = [0, 10, 20, 30].map((depth, i) => ({ depth, temp: [14, 15, 9, 9][i] }))
    const { chart } = await readChart(
      casts,
      'line plot, temp on the x axis and depth on the y axis increasing downwards. The line follows depth, not temp.',
    )
    expect(JSON.stringify(chart)).toContain('"order":{"field":"depth"')
  })

  test('means and their errors stand over single points', async () => {
    const mice = ['wt', 'wt', 'wt', 'ko', 'ko', 'ko'].map((type, i) => ({ type, mass_g: 20 + i }))
    const { chart } = await readChart(
      mice,
      "Show each mouse's mass (g) as a dot, grouped by type, with the group mean and its SEM. Missing values were left out.",
    )
    expect(JSON.stringify(chart)).toMatch(/"name":"point".*"name":"error".*"name":"mean"/)
  })

  test('columns that differ in a number alone are repeats of a mean', async () => {
    const hours = [0, 1, 2].map((h) => ({ hour: h, WT_1: h, WT_2: h + 1, ko_1: 1, ko_2: 3 }))
    const { table, chart } = await readChart(hours, 'lines of the mean ± SD over hour')
    expect(new Set(table.fields[1]?.values)).toEqual(new Set(['WT', 'ko']))
    expect(JSON.stringify(chart)).toContain('"op":"mean"')
  })

  test('areas of columns that are years run along the years', async () => {
    const ages = [
      { 'Age group': '0-14', '1960': 28, '1970': 27 },
      { 'Age group': '15+', '1960': 40, '1970': 44 },
    ]
    const { chart } = await readChart(ages, 'stacked area chart of the population by age group')
    expect(JSON.stringify(chart)).toMatch(/"x":{"field":"year"/)
  })

  test('a range of columns is all of them', async () => {
    const hours = [0, 1, 2].map((h) => ({ hour: h, WT_1: h, WT_2: h + 1, WT_3: h + 2, blank: 0 }))
    const { table } = await readChart(hours, 'lines of the columns WT_1 to WT_3 over hour')
    expect(table.fields.find(({ name }) => name === 'wt')?.values).toEqual([
      0, 1, 2, 1, 2, 3, 2, 3, 4,
    ])
  })

  test('years that are names are gathered already', async () => {
    const data = {
      labels: ['2019', '2020'],
      datasets: [
        { label: 'Coal', data: [40, 35] },
        { label: 'Gas', data: [30, 31] },
      ],
    }
    const { chart } = await readChart(data, 'stacked bar chart of generation (TWh) by year')
    expect(JSON.stringify(chart)).toContain('"sort":[2019,2020]')
  })

  test('what is positive is said by the intent, or by "yes"', async () => {
    const data = (one: string, other: string) =>
      [0.1, 0.2, 0.4, 0.7, 0.8, 0.9].map((score, i) => ({ score, biopsy: i > 2 ? one : other }))
    const roc = 'ROC curve of score against biopsy'
    expect(await refusal(data('malignant', 'benign'), roc)).toMatch(/positive outcome/)
    for (const [own, intent] of [
      [data('malignant', 'benign'), `${roc}, malignant is the positive class`],
      [data('yes', 'no'), roc],
    ] as const) {
      const { table } = await readChart(own, intent)
      expect(table.fields.find(({ name }) => name === 'biopsy')?.values).toEqual([0, 0, 0, 1, 1, 1])
    }
  })

  test('a unit that the column is not in is told', async () => {
    const lengths = [1990, 2000, 2010].map((year, i) => ({ year, length_km: 9 - i }))
    const { unmet } = await readChart(lengths, 'line of length over year in metres')
    expect(unmet.join()).toMatch(/"in metres"; the column is in km/)
  })

  test('errors of another kind than the one asked for are told, not drawn', async () => {
    const means = [
      { g: 'a', mean: 1, sd: 0.2 },
      { g: 'b', mean: 2, sd: 0.3 },
    ]
    const { unmet, chart } = await readChart(means, 'bars of mean by g with 95% CI')
    expect(unmet.join()).toMatch(/95 % interval.*"sd" only/)
    expect(JSON.stringify(chart)).not.toContain('"error"')
  })

  test('a word that names no column stands for the only one, and that is said', async () => {
    const { unmet } = await readChart(
      [
        { site: 'x', Pb: 3 },
        { site: 'y', Pb: 4 },
      ],
      'bars of lead by site',
    )
    expect(unmet.join()).toContain('No column is called "lead"')
  })
})

describe('what stands in quotes is text for the figure and nothing else', () => {
  const mix = Array.from({ length: 6 }, (_, i) => ({
    date: `2020-01-0${i + 1}`,
    coal: i + 1,
    gas: i + 2,
  }))
  test('names, marks and numbers in it ask for nothing', async () => {
    const intent = 'stacked area of coal and gas over date'
    const plain = await readChart(mix, intent)
    const title = 'No pie of wind, log scale from 0 to 5'
    const { chart, unmet } = await readChart(mix, `${intent}, title "${title}"`)
    expect(unmet).toEqual(plain.unmet)
    expect(chart).toEqual({ ...plain.chart, title })
  })
})

describe('data that cannot be read safely are refused with their place', () => {
  const cases: [string, unknown, RegExp][] = [
    [
      'a value below the limit of detection',
      [
        { site: 'a', Pb: '12' },
        { site: 'b', Pb: '<5' },
      ],
      /"Pb" cannot be read safely: row 2 holds "<5"/,
    ],
    [
      'units that no factor joins',
      [
        { site: 'a', Pb: '12 kg' },
        { site: 'b', Pb: '5 s' },
      ],
      /row \d has the unit/,
    ],
    [
      'decimals with a comma and with a point',
      [
        { site: 'a', Pb: '1,25' },
        { site: 'b', Pb: '1.5' },
      ],
      /decimals with a comma and row 2 with a point/,
    ],
  ]
  for (const [name, data, sentence] of cases)
    test(name, async () => {
      expect(await refusal(data, 'bars of Pb by site')).toMatch(sentence)
    })
})
