/** Requests in words: each chart says in one sentence what it shows, and which parts of the request it does not use. */
import { describe, expect, test } from 'bun:test'
import { readChart } from '../../../src/engines/local/chart'
import { KINDS } from '../../../src/engines/local/chart/kinds'
import { RULES } from '../../../src/engines/local/chart/rules'
import { ChartRefused } from '../../../src/forms/chart'
import { REFUSED, REQUESTS } from './requests'
import { TABLES } from './tables'

describe('a request is drawn, and what is not used of it is named', () => {
  for (const [table, intent, sentence, ...unused] of REQUESTS)
    test(`${table}: ${intent}`, async () => {
      const {
        chart,
        unmet,
        unused: parts = [],
      } = await readChart(structuredClone(TABLES[table]), intent)
      expect(chart.description).toBe(sentence)
      expect(unmet).toEqual(unused)
      for (const [i, { start, end, words }] of parts.entries()) {
        expect(intent.slice(start, end)).toBe(words)
        expect(start).toBeGreaterThanOrEqual(parts[i - 1]?.end ?? 0)
      }
    })
})

describe('nothing is drawn where an unknown kind is named, or a column that does not exist', () => {
  for (const [table, intent, sentence] of REFUSED)
    test(`${table}: ${intent}`, async () => {
      const refused = await readChart(TABLES[table], intent).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(ChartRefused)
      expect((refused as Error).message).toBe(sentence)
    })
})

test('every row of the rules is there for a request, and there are at most eighty', async () => {
  const used = new Set<string>()
  for (const [table, intent] of REQUESTS)
    for (const { choice } of (await readChart(structuredClone(TABLES[table]), intent)).reasons)
      used.add(choice)
  const rows = [...RULES.map(({ id }) => `rule ${id}`), ...KINDS.map(({ id }) => `kind ${id}`)]
  expect(rows.filter((row) => !used.has(row))).toEqual([])
  expect(rows.length).toBeLessThanOrEqual(80)
}, 60_000)

describe('a chart does not claim what it does not show', () => {
  const spec = async (data: unknown, intent: string) => {
    const { chart, unmet } = await readChart(data, intent)
    return { text: JSON.stringify(chart), unmet: unmet.join(' ') }
  }
  const knocked = [
    ['WT', 1, 0.1, 0.9],
    ['KO', 0.4, 0.1, 0.002],
  ].map(([genotype, expression, sem, p_value]) => ({ genotype, expression, sem, p_value }))

  test('p values are no amounts, whatever an axis is to be called', async () => {
    const { text, unmet } = await spec(
      knocked,
      'bars, stars from the p values, y axis "Relative expression"',
    )
    expect(text).not.toContain('"field":"p_value"')
    expect(unmet).toContain('stars')
  })
  test('an axis is not called after a column that it does not show', async () => {
    const rows = [1, 2, 3].map((i) => ({ site: `S${i}`, height_m: i, width_m: 2 * i }))
    const { text, unmet } = await spec(rows, 'bars of width by site, y axis "Height (m)"')
    expect(text).not.toContain('Height')
    expect(unmet).toContain('Not used: "y axis Height (m)".')
  })
  test('nor by another unit than that of the data', async () => {
    const { text, unmet } = await spec(
      TABLES.trial,
      'bars of mean yield by field, y axis "Yield (kg)"',
    )
    expect(text).not.toContain('Yield (kg)')
    expect(unmet).toContain('Not used: "y axis Yield (kg)".')
  })
  test('repeats are counted and measure nothing', async () => {
    const pots = [7, 14].flatMap((day) =>
      [1, 2, 3].map((rep) => ({ day, rep, height_cm: day + rep })),
    )
    const { text } = await spec(pots, 'line plot over day of the mean')
    expect(text).toContain('"field":"height_cm"')
    expect(text).not.toContain('"field":"rep"')
  })
  test('amounts of different units do not share an axis', async () => {
    const rows = [1, 2, 3].map((i) => ({ month: `M${i}`, rain_mm: 30 * i, temp_c: 4 * i }))
    const { unmet } = await spec(rows, 'bars of rain and temp by month')
    expect(unmet).toContain('temp')
  })
  test('zeros have no logarithm', async () => {
    const { text, unmet } = await spec(
      { x: [1, 2, 3], y: [0, 10, 1000] },
      'line of y over x, log y axis',
    )
    expect(text).not.toContain('"log"')
    expect(unmet).toContain('Not used: "log y axis".')
  })
  test('what cannot be read as a number is told by its row', async () => {
    const wells = [1, 2, 3].map((i) => ({ well: `W${i}`, as_ug: i === 2 ? '<0.5' : 4 }))
    const { text, unmet } = await spec(wells, 'bars of arsenic by well')
    expect(text).toContain('"aggregate":"count"')
    expect(unmet).toContain('arsenic')
  })
})

test('of any length an intent is refused or read, not hung upon', async () => {
  for (const text of [
    'y axis '.repeat(30_000),
    '"'.repeat(1_900),
    'a by b over '.repeat(160),
    'with the a an '.repeat(140),
    'log '.repeat(490),
    '1 '.repeat(990),
  ]) {
    const began = process.cpuUsage()
    await readChart(TABLES.trial, text).catch((error: unknown) =>
      expect(error).toBeInstanceOf(ChartRefused),
    )
    expect(process.cpuUsage(began).user / 1e6).toBeLessThan(5)
  }
}, 60_000)

describe('names and numbers alone are called what the author calls them', () => {
  const years = ['2019', '2020', '2021']
  const cases: [string, unknown, string, [x: string | null, y: string]][] = [
    [
      'labels and values',
      { labels: years, values: [3, 4, 6] },
      'Bar chart of revenue by year',
      ['Year', 'Revenue'],
    ],
    [
      'pairs',
      [
        [1, 3],
        [2, 5],
        [3, 9],
      ],
      'Scatter of response against dose',
      ['Dose', 'Response'],
    ],
  ]
  for (const [name, data, intent, titles] of cases)
    test(name, async () => {
      const { chart, table } = await readChart(data, intent)
      const { x, y } = (
        chart as { encoding: Record<'x' | 'y', { title?: string; field?: string }> }
      ).encoding
      expect([x.title, y.title]).toEqual(titles as string[])
      expect(table.fields.map((field) => field.name)).toContain(String(x.field))
      expect(x.field).not.toBe(y.field)
    })
})
