import { describe, expect, test } from 'bun:test'
import { readChart } from '../../../src/engines/local/chart'

const TASKS = [
  { task: 'write', start: 1, end: 4 },
  { task: 'review', start: 3, end: 6 },
]

test('a kind of figure that cannot be drawn is said', async () => {
  const { table } = await readChart(TASKS, 'Gantt chart of the tasks')
  expect(table.notes.join()).toMatch(/"Gantt" is no chart that can be drawn here: .* shown as \w+/)
})

test('a kind that can be drawn needs no note', async () => {
  const { table } = await readChart(TASKS, 'bar chart of start by task')
  expect(table.notes).toEqual([])
})

describe('what is left out of a chart is said', () => {
  const rows = [
    { month: 'Jan', sales: 3, price: 900 },
    { month: 'Feb', sales: -5, price: 700 },
    { month: 'Mar', sales: 4, price: 800 },
  ]
  const cases: [string, RegExp][] = [
    ['bars of sales and a line of price on a secondary y axis', /second value axis is not drawn/],
    ['step line of sales over month', /not drawn in steps/],
    [
      'bars of sales by month, *** between Jan and winter',
      /"\*{3}" between Jan and winter has no place/,
    ],
    ['line of sales over month, negative months in red', /below zero have no colour/],
  ]
  for (const [intent, note] of cases)
    test(intent, async () => {
      const { table } = await readChart(rows, intent)
      expect(table.notes.join('; ')).toMatch(note)
    })

  test('nothing is said of what is in quotes, or of steps that are a column', async () => {
    const { table } = await readChart(
      rows,
      'line of sales per month titled "A second axis of evil"',
    )
    expect(table.notes).toEqual([])
  })

  test('a line without a moment of the axis', async () => {
    const days = [1, 2, 3].map((day) => ({ day: `2021-03-0${day}`, visits: day * 3 }))
    const { table } = await readChart(days, 'visits per day, vertical line at 15')
    expect(table.notes.join()).toMatch(/line at 15 is no moment of the data/)
  })
})
