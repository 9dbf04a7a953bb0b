import { beforeAll, describe, expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()
const BARS = { data_json: '{"A": 1, "B": 2, "C": 4}', intent: 'Bar chart of yield (kg) by field' }

let app: TestApp

beforeAll(async () => {
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
})

async function open() {
  const { key } = await makeKey(app, { quota: 100 })
  return { app, key }
}

async function plot(app: TestApp, key: string, body: object) {
  const answer = await app.post('/api/plot', body, bearer(key))
  const { task_id } = await answer.json()
  expect(answer.status).toBe(202)
  const task = await until(`plot ${task_id} ends`, async () => {
    const view = await (await app.ask(`/api/tasks/${task_id}`, { headers: bearer(key) })).json()
    return ['completed', 'failed'].includes(view.status) && view
  })
  const file = async (path: string) =>
    (await app.ask(`/api/artifacts/${task_id}/${path}`, { headers: bearer(key) })).text()
  return { task, file }
}

describe('a plot', () => {
  test('is a figure of its data, in words and in three formats', async () => {
    const { app, key } = await open()
    const { task, file } = await plot(app, key, { ...BARS, output_formats: ['svg', 'pdf'] })
    const image: string = task.image_base64
    expect(task).toMatchObject({
      status: 'completed',
      diagram_type: 'statistical_plot',
      error: null,
    })
    expect(Object.keys(task.artifacts).sort()).toEqual(['pdf', 'png', 'svg'])
    expect(task.description).toBe(
      'Bars: yield (kg) by field. Bars of Yield (kg) by Field (A, B and C). The highest is 4 (C), the lowest 1 (A).',
    )
    const svg = await file('final.svg')
    expect(svg).toContain('>Yield (kg)</text>')
    expect(svg).toContain('data-x="C" data-y="4"')
    expect(svg).toMatch(/<g class="mark" id="bar-1" data-mark="bar">/)
    const report = JSON.parse(await file('report.json'))
    expect(report.chart.mark).toBe('bar')
    expect(report.reasons[0]).toEqual({
      choice: 'kind bar',
      reason: 'the intent names it',
    })
    const png = Buffer.from(image, 'base64')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2365, 1774])
  })

  test('has the same bytes each time', async () => {
    const { app, key } = await open()
    const twice = { ...BARS, output_formats: ['svg'] }
    const [one, two] = [await plot(app, key, twice), await plot(app, key, twice)]
    expect(await one.file('final.svg')).toBe(await two.file('final.svg'))
    expect(one.task.image_base64).toBe(two.task.image_base64)
  })

  test.each([
    ['bars', 'Bar chart of mean value by name'],
    ['lines of several series', 'Line chart of value over step, one line per name'],
    ['panels', 'Bar chart of value by step, one panel per name'],
  ])('of names that every object has: %s', async (_, intent) => {
    const { app, key } = await open()
    const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'length']
    const rows = names.flatMap((name, at) =>
      [1, 2, 3].map((step) => ({ name, step, value: at + step })),
    )
    const { task, file } = await plot(app, key, { data_json: JSON.stringify(rows), intent })
    expect(task).toMatchObject({ status: 'completed', error: null })
    const { elements } = JSON.parse(await file('scene.json'))
    // A long name may stand on two lines.
    const words = elements.map(({ label = '' }: { label?: string }) => label.replace(' ', ''))
    for (const name of names) expect(words).toContain(name)
  })

  test('of columns that every object has', async () => {
    const { app, key } = await open()
    const data = 'constructor,__proto__,toString\n1,2,3\n2,4,5\n3,3,9'
    const intent = 'Line chart of __proto__ and toString over constructor, y axis "valueOf"'
    const { task, file } = await plot(app, key, { data_json: JSON.stringify(data), intent })
    expect(task).toMatchObject({ status: 'completed', error: null })
    const { chart } = JSON.parse(await file('report.json'))
    expect(chart.encoding.x.field).toBe('constructor')
    expect(JSON.stringify(JSON.parse(await file('scene.json')))).toContain('"valueOf"')
  })

  test('refuses an intent longer than anyone would write', async () => {
    const { app, key } = await open()
    const intent = `${BARS.intent}. ${'The values value '.repeat(5000)}`
    const { task } = await plot(app, key, { ...BARS, intent })
    expect(task.status).toBe('failed')
    expect(task.error).toMatch(/2000 are the most that are read/)
  })

  test('that cannot be drawn fails with a sentence', async () => {
    const { app, key } = await open()
    const { task } = await plot(app, key, { ...BARS, intent: 'a Sankey diagram' })
    expect(task).toMatchObject({ status: 'failed', image_base64: null })
    expect(task.error).toMatch(
      /"sankey" is not drawn from words; the nearest that is: stacked bars/,
    )
  })
})

test('a chart says what of its intent it does not do', async () => {
  const { app, key } = await open()
  const intent =
    'Bar chart of yield by field with a 7-day rolling mean, note "wet year" in the corner'
  const { task, file } = await plot(app, key, { ...BARS, intent, output_formats: ['svg'] })
  const { ignored, unused, chart } = JSON.parse(await file('report.json'))
  expect(ignored).toEqual([
    'Not used: "mean".',
    'Not used: "7-day rolling".',
    'Not used: "note wet year in the corner".',
  ])
  for (const sentence of [chart.description, ...ignored])
    expect(task.description).toContain(sentence)
  expect(unused.map(({ words }: { words: string }) => words)).toEqual([
    '7-day rolling',
    'mean',
    'note "wet year" in the corner',
  ])
  for (const { start, end, words } of unused) expect(intent.slice(start, end)).toBe(words)
})

describe('hostile data end in the right chart or in a sentence', () => {
  test('numbers too large for any reader are missing values', async () => {
    const { app, key } = await open()
    const body = { data_json: '{"A": 1e400, "B": 2, "C": 3}', intent: 'bar chart' }
    const { task, file } = await plot(app, key, { ...body, output_formats: ['svg'] })
    expect(task.status).toBe('completed')
    const svg = await file('final.svg')
    expect(svg).toContain('data-x="B" data-y="2"')
    expect(svg).not.toMatch(/NaN|Infinity|data-x="A"/)
  })

  test('markup in names is text', async () => {
    const { app, key } = await open()
    const name = '<script>alert(1)</script>'
    const body = {
      data_json: JSON.stringify([
        { g: name, v: 1 },
        { g: '"><image href="http://a.test/x"/>', v: 2 },
      ]),
      intent: 'bar chart of v by g',
    }
    const { task, file } = await plot(app, key, { ...body, output_formats: ['svg'] })
    expect(task.status).toBe('completed')
    const svg = await file('final.svg')
    expect(svg).not.toMatch(/<script|<image/)
    expect(svg).toContain('&lt;script&gt;')
  })

  test('twenty thousand names have no place on an axis', async () => {
    const { app, key } = await open()
    const rows = Array.from({ length: 20_000 }, (_, i) => [`n${i}`, (i * 7919) % 19_997])
    const data_json = JSON.stringify(Object.fromEntries(rows))
    const { task } = await plot(app, key, { data_json, intent: 'bar chart' })
    expect(task.description).toMatch(/^Histogram.*20000 names; 400 are the most/)
  })

  test('data too deep for any form fail with a sentence', async () => {
    const { app, key } = await open()
    const data_json = `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`
    const { task } = await plot(app, key, { data_json, intent: 'bar chart' })
    expect(task).toMatchObject({ status: 'failed' })
    expect(task.error).toMatch(/nested deeper/)
  })
})

describe('a plot is refused before a unit is spent', () => {
  const bodies: [string, object, RegExp][] = [
    ['data that are no JSON', { ...BARS, data_json: '{"A": 1,}' }, /^data_json: .*not valid JSON/],
    ['NaN, which JSON does not have', { ...BARS, data_json: '[1, NaN]' }, /^data_json/],
    ['data that are a word', { ...BARS, data_json: 'hello' }, /^data_json/],
    ['no data', { ...BARS, data_json: '[]' }, /^data_json.*holds no data/],
    [
      'nothing but empty lists',
      { ...BARS, data_json: '{"a": [], "b": {}}' },
      /^data_json.*holds no data/,
    ],
    [
      'labels without datasets',
      { ...BARS, data_json: '{"labels": ["a", "b"], "datasets": []}' },
      /^data_json: datasets is empty/,
    ],
    [
      'data at an address',
      { ...BARS, data_json: '{"data": {"url": "https://example.org/a.csv"}}' },
      /^data_json: .*not fetched/,
    ],
    ['a nested object in place of a string', { ...BARS, data_json: { A: 1 } }, /^data_json/],
    ['blank data', { ...BARS, data_json: ' ' }, /^data_json/],
    ['a blank intent', { ...BARS, intent: ' \n' }, /^intent/],
    ['65 levels', { ...BARS, data_json: '['.repeat(65) + ']'.repeat(65) }, /^data_json.*64 levels/],
    ['100,001 numbers', { ...BARS, data_json: `[${'1,'.repeat(100_000)}1]` }, /^data_json.*100000/],
    ['an image model', { ...BARS, image_model: 'x' }, /^image_model/],
  ]
  for (const [name, body, sentence] of bodies) {
    test(name, async () => {
      const { app, key } = await open()
      const answer = await app.post('/api/plot', body, bearer(key))
      expect(answer.status).toBe(422)
      expect((await answer.json()).detail).toMatch(sentence)
      const usage = await app.ask(`/api/admin/keys/${key}`, { headers: bearer(ADMIN) })
      expect((await usage.json()).total_used).toBe(0)
    })
  }
})
