import { beforeAll, describe, expect, test } from 'bun:test'
import { type TestApp, useApps } from '../support/app'
import { ADMIN, bearer, makeKey } from '../support/keys'
import { until } from '../support/until'

const startApp = useApps()
const times = <T>(count: number, of: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => of(i))

const ROWS = [
  { site: 'North', year: 2020, rain: 310, dry: true },
  { site: 'North', year: 2021, rain: 280, dry: false },
  { site: 'South', year: 2020, rain: 120, dry: true },
  { site: 'South', year: 2021, rain: 170, dry: false },
]
const BARS = {
  mark: 'bar',
  encoding: {
    x: { field: 'site', type: 'nominal', title: 'Site' },
    y: { aggregate: 'sum', field: 'rain', type: 'quantitative', title: 'Rain (mm)' },
  },
}

let app: TestApp

beforeAll(async () => {
  app = await startApp({ SERVICE_ADMIN_KEY: ADMIN })
})

async function open() {
  const { key } = await makeKey(app, { quota: 100 })
  return { app, key }
}

async function plot(app: TestApp, key: string, data: unknown, intent: unknown) {
  const body = {
    data_json: JSON.stringify(data),
    intent: typeof intent === 'string' ? intent : JSON.stringify(intent),
    output_formats: ['svg'],
  }
  const answer = await app.post('/api/plot', body, bearer(key))
  const { task_id, detail } = await answer.json()
  if (answer.status !== 202) return { status: answer.status, detail: String(detail) }
  const task = await until(`plot ${task_id} ends`, async () => {
    const view = await (await app.ask(`/api/tasks/${task_id}`, { headers: bearer(key) })).json()
    return ['completed', 'failed'].includes(view.status) && view
  })
  const file = async (path: string) =>
    (await app.ask(`/api/artifacts/${task_id}/${path}`, { headers: bearer(key) })).text()
  return { status: answer.status, detail: '', task, file }
}

/** A specification's SVG. */
async function svgOf(data: unknown, spec: unknown): Promise<string> {
  const { app, key } = await open()
  const { task, file, detail } = await plot(app, key, data, spec)
  expect({ status: task?.status, error: task?.error, detail }).toEqual({
    status: 'completed',
    error: null,
    detail: '',
  })
  return (await file?.('final.svg')) ?? ''
}

const attribute = (svg: string, pattern: RegExp) =>
  [...svg.matchAll(pattern)].map(([, value]) => value)

/** Heights of bars as amounts of their axis, within a hundredth. */
function heights(svg: string): number[] {
  const axis =
    /data-channel="y" data-scale="linear" data-domain="([^"]+)" data-range="([^"]+)"/.exec(svg)
  const [low = 0, high = 1] = (axis?.[1] ?? '').split(' ').map(Number)
  const [from = 0, to = 1] = (axis?.[2] ?? '').split(' ').map(Number)
  const bars = svg.slice(svg.indexOf('data-mark="bar"'))
  return attribute(bars, /<rect[^>]* height="([\d.]+)"[^>]*data-y/g).map(
    (height) => (Number(height) / Math.abs(to - from)) * (high - low),
  )
}

describe('a Vega-Lite specification as intent', () => {
  test('is drawn with its own statistics, and anyone can go on from its files', async () => {
    const { app, key } = await open()
    const { task, file } = await plot(app, key, ROWS, BARS)
    expect(task).toMatchObject({ status: 'completed', error: null })
    const svg = (await file?.('final.svg')) ?? ''
    expect(svg).toContain('data-x="North" data-y="590"')
    expect(svg).toContain('>Rain (mm)</text>')
    for (const [i, value] of heights(svg).entries())
      expect(value).toBeCloseTo([590, 290][i] ?? 0, 0)
    expect(await file?.('data.csv')).toBe(
      'site,year,rain,dry\r\nNorth,2020,310,true\r\nNorth,2021,280,false\r\nSouth,2020,120,true\r\nSouth,2021,170,false\r\n',
    )
    const given = JSON.parse((await file?.('chart.vl.json')) ?? '{}')
    expect(given.$schema).toContain('vega-lite/v6')
    expect(given.data.values).toHaveLength(4)
    expect(given.encoding.y.aggregate).toBe('sum')
  })

  test('may stand between words or in a fence, which is said', async () => {
    const { app, key } = await open()
    const intent = `Please draw this for me:\n\`\`\`json\n${JSON.stringify(BARS)}\n\`\`\`\nThank you.`
    const { task, file } = await plot(app, key, ROWS, intent)
    expect(task).toMatchObject({ status: 'completed' })
    expect(JSON.parse((await file?.('report.json')) ?? '{}').ignored).toContain(
      'The words around the specification were not read.',
    )
  })

  test('names what of it changes nothing', async () => {
    const { app, key } = await open()
    const intent = { ...BARS, config: { bar: { color: 'red' } } }
    const { task, file } = await plot(app, key, ROWS, intent)
    const said =
      '"config" of the specification changes nothing: the chart has the look of the house.'
    expect(task.description).toContain(said)
    expect(JSON.parse((await file?.('report.json')) ?? '{}').ignored).toEqual([said])
  })

  test('may hold the data again, or their name', async () => {
    for (const data of [{ values: ROWS }, { name: 'rain' }])
      expect(await svgOf(ROWS, { ...BARS, data })).toContain('data-y="290"')
  })

  test('computes: transforms, layers and tests of fields', async () => {
    const svg = await svgOf(ROWS, {
      transform: [{ filter: 'datum.rain > 150' }, { calculate: 'datum.rain / 10', as: 'cm' }],
      layer: [
        {
          mark: 'bar',
          encoding: {
            x: { field: 'year', type: 'ordinal' },
            y: { field: 'cm', type: 'quantitative', aggregate: 'max' },
          },
        },
        { mark: 'rule', encoding: { y: { datum: 20 } } },
      ],
    })
    expect(svg).toContain('data-x="2021" data-y="28"')
    expect(svg).not.toContain('data-y="12"')
    expect(attribute(svg, /data-mark="(rule)"/g)).toHaveLength(1)
  })

  test('shows panels that say how their pixels become data', async () => {
    const svg = await svgOf(ROWS, {
      mark: 'line',
      encoding: {
        x: { field: 'year', type: 'quantitative' },
        y: { field: 'rain', type: 'quantitative' },
        facet: { field: 'site', type: 'nominal', columns: 2 },
      },
    })
    expect(attribute(svg, /data-facet="(\w+)"/g)).toEqual(['North', 'South'])
    expect(attribute(svg, /data-y-scale="(\w+)"/g)).toEqual(['linear', 'linear'])
  })

  test('sets views beside each other and repeats them', async () => {
    const views = await svgOf(ROWS, { hconcat: [BARS, { ...BARS, mark: 'point' }] })
    expect(attribute(views, /data-mark="(bar|point)"/g)).toEqual(['bar', 'point'])
    const repeated = await svgOf(ROWS, {
      repeat: ['rain', 'year'],
      spec: {
        mark: 'bar',
        encoding: {
          x: { field: 'site', type: 'nominal' },
          y: { field: { repeat: 'repeat' }, aggregate: 'max' },
        },
      },
    })
    expect(repeated).toContain('data-y="2021"')
  })

  test('computes what Vega-Lite lacks: survival with its numbers at risk', async () => {
    const data = [5, 8, 8, 12, 20].map((time, i) => ({ time, event: i === 2 ? 0 : 1 }))
    const svg = await svgOf(data, {
      mark: { type: 'survival', risk: true },
      encoding: { x: { field: 'time', title: 'Months' }, y: { field: 'event' } },
    })
    // Four fifths, then three quarters of them, and so on (Kaplan and Meier 1958).
    expect(svg).toContain('data-x="[0,5,8,12,20]" data-y="[1,0.8,0.6,0.3,0]"')
    const risk = svg.slice(svg.indexOf('data-mark="risk"')).split('</g>')[0] ?? ''
    expect(attribute(risk, /<text[^>]*>(\d)<\/text>/g)).toEqual(['5', '5', '2', '1', '1'])
  })

  test('names columns that every object has, and such with dots', async () => {
    const data = [
      { 'a.b': 1, constructor: 3 },
      { 'a.b': 2, constructor: 5 },
    ]
    const svg = await svgOf(data, {
      mark: 'point',
      encoding: {
        x: { field: 'a.b', type: 'quantitative' },
        y: { field: 'constructor', type: 'quantitative' },
      },
    })
    expect(svg).toContain('data-x="2" data-y="5"')
    expect(svg).toContain('>Constructor</text>')
  })
})

describe('what a specification leaves open is completed by its columns', () => {
  const plots = [
    { day: 'Wed', plot: 'a', yield_t_ha: 5 },
    { day: 'Mon', plot: 'a', yield_t_ha: 7 },
  ]
  const mean = { field: 'yield_t_ha', aggregate: 'mean' }
  const drawn = (rows: unknown[]) =>
    svgOf(rows, { mark: 'bar', encoding: { x: { field: 'day' }, y: mean } })

  test('types, titles with units, days in their order', async () => {
    const svg = await drawn(plots)
    expect(svg).toContain('data-names="[&quot;Mon&quot;,&quot;Wed&quot;]"')
    const several = await drawn([...plots, { day: 'Wed', plot: 'b', yield_t_ha: 9 }])
    expect(several).toContain('>Mean of yield (t/ha)</text>')
    expect(several).toContain('data-x="Wed" data-y="7"')
  })

  test('but no axis of a composite, and nothing that is said', async () => {
    const encoding = { x: { field: 'day', title: 'When' }, y: { field: 'yield_t_ha', title: null } }
    const said = await svgOf(plots, { mark: 'bar', encoding })
    expect(said).toContain('>When</text>')
    expect(said).not.toContain('Yield')
    const survival = { x: { field: 'days' }, y: { field: 'died' } }
    const rows = [3, 5, 8].map((days) => ({ days, died: 1 }))
    expect(await svgOf(rows, { mark: 'survival', encoding: survival })).not.toContain('>Died<')
  })
})

describe('what is not drawn is refused by its member, before a unit is spent', () => {
  const point = { x: { field: 'year' }, y: { field: 'rain' } }
  test.each<[string, unknown, RegExp]>([
    [
      'an input',
      { ...BARS, params: [{ name: 'p', select: 'point' }] },
      /params is not drawn: a figure on paper/,
    ],
    ['a map', { mark: 'geoshape', encoding: {} }, /mark is not known; there are arc, area, bar/],
    [
      'data at an address',
      { ...BARS, data: { url: 'https://example.org/a.csv' } },
      /data\.url is not drawn/,
    ],
    [
      'other data',
      { ...BARS, data: { values: [{ site: 'x', rain: 1 }] } },
      /data\.values is not what data_json holds/,
    ],
    [
      'rows out of nothing',
      { ...BARS, data: { sequence: { start: 0, stop: 3e7 } } },
      /data\.sequence is not drawn/,
    ],
    [
      'a picture from an address',
      { mark: { type: 'image', url: 'http://a.test/x.png' }, encoding: point },
      /mark\.type/,
    ],
    [
      'a link',
      { mark: 'point', encoding: { ...point, href: { field: 'site' } } },
      /encoding\.href is not drawn/,
    ],
    [
      'a lookup elsewhere',
      { ...BARS, transform: [{ lookup: 'a', from: {} }] },
      /transform\[0\]\.lookup is not drawn/,
    ],
    [
      'a function that loads',
      { ...BARS, transform: [{ calculate: "data('x')", as: 'b' }] },
      /transform\[0\]\.calculate holds the function data/,
    ],
    [
      'a way out of the data',
      { ...BARS, transform: [{ calculate: "datum['constructor']", as: 'b' }] },
      /calculate holds the member/,
    ],
    [
      'a method',
      { ...BARS, transform: [{ calculate: "datum.site.replace('a', 'b')", as: 'b' }] },
      /holds a call of \.replace/,
    ],
    [
      'a regular expression',
      { ...BARS, transform: [{ filter: 'test(/(a+)+$/, datum.site)' }] },
      /filter holds the function test/,
    ],
    [
      'a text made to a length',
      { ...BARS, transform: [{ calculate: "pad('a', 1e9, 'b')", as: 'b' }] },
      /the function pad/,
    ],
    [
      'an expression too deep',
      { ...BARS, transform: [{ calculate: `${'('.repeat(60)}1${')'.repeat(60)}`, as: 'b' }] },
      /more than 24 levels/,
    ],
    [
      'a member unknown',
      { mark: 'bar', encoding: { y: { field: 'rain', scale: { clamps: true } } } },
      /encoding\.y\.scale\.clamps is not drawn; there are align, base/,
    ],
    [
      'a scale unknown',
      { mark: 'bar', encoding: { y: { field: 'rain', scale: { type: 'cubic' } } } },
      /encoding\.y\.scale\.type is not known; there are linear, log/,
    ],
    [
      'a column that is not there',
      { mark: 'bar', encoding: { y: { field: 'snow' } } },
      /encoding\.y\.field is "snow", which the data do not have; they have site, year, rain, dry/,
    ],
    ['words for a number', { ...BARS, width: { step: 'wide' } }, /width\.step must be a number/],
    ['no mark', { encoding: point }, /has no mark, layer, facet/],
    ['broken JSON', '{"mark": "bar",}', /not valid JSON/],
    ['a prototype', '{"mark": "bar", "encoding": {"__proto__": {"x": 1}}}', /encoding\.__proto__/],
    [
      'twenty views deep',
      times(20, (i) => i).reduce<unknown>((inner) => ({ layer: [inner] }), BARS),
      /nested deeper than 8 views/,
    ],
  ])('%s', async (_, spec, sentence) => {
    const { app, key } = await open()
    const { status, detail } = await plot(app, key, ROWS, spec)
    expect(status).toBe(422)
    expect(detail).toMatch(sentence)
    const usage = await app.ask(`/api/admin/keys/${key}`, { headers: bearer(ADMIN) })
    expect((await usage.json()).total_used).toBe(0)
  })

  test('ten thousand panels fail with a sentence', async () => {
    const { app, key } = await open()
    const data = times(10_000, (i) => ({ g: `g${i}`, v: i }))
    const spec = {
      facet: { field: 'g' },
      columns: 20,
      spec: { mark: 'point', encoding: { x: { field: 'v', type: 'quantitative' } } },
    }
    const { task } = await plot(app, key, data, spec)
    expect(task).toMatchObject({ status: 'failed' })
    expect(task.error).toMatch(/10,000 small charts cannot be read/)
  })
})
