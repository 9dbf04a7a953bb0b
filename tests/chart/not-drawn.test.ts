import { expect, test } from 'bun:test'
import { readChart } from '../../src/engines/local/chart'

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
