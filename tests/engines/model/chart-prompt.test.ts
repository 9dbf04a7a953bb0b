import { describe, expect, test } from 'bun:test'
import { chartLanguage } from '../../../src/engines/model/chart-language'
import { rowsAfter } from '../../../src/figure/chart/spec/prepare'
import { checkSpec } from '../../../src/forms/vega-lite/read'
import { drawPlot } from '../../figure/chart/draw'
import { textsOf, withClass } from '../../figure/chart/read-svg'

type Json = Record<string, unknown>

const prompt = chartLanguage()
const listed = (pattern: RegExp) =>
  (pattern.exec(prompt)?.[1] ?? '').split(/[\s,.]+/).filter(Boolean)

const ROWS = Array.from({ length: 12 }, (_, i) => ({
  name: 'abc'[i % 3],
  at: i % 4,
  n: 1 + ((7 * i) % 5),
  m: 2 + i,
  day: `2024-0${1 + (i % 4)}-10`,
  list: [i, i + 1],
}))
const q = (field: string) => ({ field, type: 'quantitative' })

/** Each transform with the field that it makes, which a point shows. */
const MADE: Record<string, [transform: Json, made: string]> = {
  aggregate: [{ aggregate: [{ op: 'mean', field: 'n', as: 'v' }], groupby: ['name'] }, 'v'],
  bin: [{ bin: { maxbins: 4 }, field: 'm', as: 'v' }, 'v'],
  calculate: [{ calculate: 'datum.n * 2', as: 'v' }, 'v'],
  density: [{ density: 'n', groupby: ['name'] }, 'density'],
  filter: [{ filter: 'datum.n > 2' }, 'n'],
  flatten: [{ flatten: ['list'], as: ['v'] }, 'v'],
  fold: [{ fold: ['n', 'm'], as: ['which', 'v'] }, 'v'],
  impute: [{ impute: 'n', key: 'at', value: 0, groupby: ['name'] }, 'n'],
  joinaggregate: [{ joinaggregate: [{ op: 'max', field: 'n', as: 'v' }], groupby: ['name'] }, 'v'],
  loess: [{ loess: 'n', on: 'm' }, 'n'],
  pivot: [{ pivot: 'name', value: 'n', groupby: ['at'], op: 'sum' }, 'a'],
  quantile: [{ quantile: 'n', probs: [0.25, 0.5, 0.75] }, 'value'],
  regression: [{ regression: 'n', on: 'm' }, 'n'],
  stack: [{ stack: 'n', groupby: ['name'], as: ['from', 'v'] }, 'v'],
  timeUnit: [{ timeUnit: 'utcyearmonth', field: 'day', as: 'v' }, 'v'],
  window: [{ window: [{ op: 'rank', as: 'v' }], sort: [{ field: 'n' }] }, 'v'],
}

describe('what the prompt of charts names is drawn:', () => {
  test.each(listed(/^- Transforms: ([^.]+)\./m))('the transform %s', async (name) => {
    const [transform, made] = MADE[name] ?? []
    const spec = { transform: [transform], mark: 'point', encoding: { y: q(made ?? '') } }
    const { root } = await drawPlot(ROWS, JSON.stringify(spec))
    expect(withClass(root, 'mark').flatMap(({ children }) => children).length).toBeGreaterThan(0)
  })

  /** What functions take where it is not a number. */
  const ARGUMENTS: [pattern: RegExp, ...given: string[]][] = [
    [/^is|^to/, 'datum.n'],
    [/^if$|^clamp$/, '1, 2, 3'],
    [/^(?:atan2|hypot|max|min|pow)$/, 'datum.n, 2'],
    [/^quantile/, '0.4'],
    [/^(?:datetime|utc)$/, '2024, 1, 3'],
    [/Offset$/, "'month', datetime(2024, 1, 3)"],
    [/^(?:dayFormat|dayAbbrev|month.*Format)/, '1'],
    [/^format$/, "datum.n, '.2f'"],
    [/^(?:time|utc)Format$/, "datetime(2024, 1, 3), '%Y'"],
    [/^(?:time|utc)Parse$/, "'2024', '%Y'"],
    [/^timeUnitSpecifier$/, "['year', 'month']"],
    [
      /^(?:utc)?(?:date|day|year|quarter|month|week|hours|minutes|seconds|milliseconds|dayofyear)$/,
      'datetime(2024, 1, 3)',
    ],
    [/^(?:time|timezoneoffset)$/, 'datetime(2024, 1, 3)'],
    [/indexof$/, "'abca', 'a'"],
    [/^(?:length|lower|upper|trim)$/, "' Abc '"],
    [/^slice$/, '[1, 2, 3], 1'],
    [/^substring$/, "'abc', 1, 2"],
    [/^split$/, "'a,b', ','"],
    [/^truncate$/, "'abcdefgh', 4"],
    [/^parse/, "'12'"],
    [/^(?:extent|reverse|sort|span|peek)$/, '[3, 1, 2]'],
    [/^inrange$/, '2, [1, 3]'],
    [/^join$/, "[1, 2], '-'"],
    [/^(?:rgb|hsl|lab|hcl)$/, '200, 0.4, 0.5'],
    [/^luminance$/, "'#336699'"],
    [/^contrast$/, "'#336699', '#ffffff'"],
    [/^bandwidth$/, "'x'"],
    [/^random$/, ''],
  ]
  test('every function', async () => {
    const names = listed(/functions alone[^:]*:\s+([^.]+)\./)
    expect(names.length).toBeGreaterThan(90)
    const transform = names.map((name) => {
      const [, given = 'datum.n / 20'] = ARGUMENTS.find(([pattern]) => pattern.test(name)) ?? []
      return { calculate: `${name}(${given})`, as: name }
    })
    for (const each of transform.filter(({ as }) => as !== 'random'))
      expect(checkSpec({ transform: [each], mark: 'point', encoding: {} })).toHaveProperty('spec')
    const field = { name: 'n', values: [3], role: 'number', whole: true, logical: false } as const
    const [row] = await rowsAfter(transform, { fields: [field], shape: '', notes: [] } as never)
    const lost = names.filter((name) => [undefined, null].includes(row?.[name] as never))
    expect(lost).toEqual([])
  })

  test('specifications in its lines', async () => {
    const spans = [...prompt.replace(/\s+/g, ' ').matchAll(/`(\{"mark".+?\})`/g)]
    expect(spans.length).toBe(2)
    const layer = spans.map(([, text = '']) => JSON.parse(text) as Json)
    const spec = { layer: [{ mark: 'point', encoding: { x: q('m'), y: q('n') } }, ...layer] }
    const { root } = await drawPlot(ROWS, JSON.stringify(spec))
    expect(textsOf(root)).toContain('limit')
  })

  test.each<[string, Json[]]>([
    ['a band', [{ mark: 'rect', encoding: { y: { datum: 2 }, y2: { datum: 3 } } }]],
    [
      'a line y = x',
      [
        {
          mark: 'rule',
          encoding: { x: { datum: 0 }, y: { datum: 0 }, x2: { datum: 5 }, y2: { datum: 5 } },
        },
      ],
    ],
    [
      'points that are spread',
      [
        {
          transform: [{ calculate: 'random()', as: 'spread' }],
          mark: 'point',
          encoding: { x: { field: 'name' }, y: q('n'), xOffset: q('spread') },
        },
      ],
    ],
    [
      'names of layers in the legend',
      [{ mark: 'line', encoding: { x: q('m'), y: q('n'), color: { datum: 'Measured' } } }],
    ],
    [
      'an error from a column',
      [{ mark: 'errorbar', encoding: { x: q('m'), y: q('n'), yError: { field: 'at' } } }],
    ],
    [
      'a middle of a colour scale',
      [
        {
          mark: 'point',
          encoding: {
            x: q('m'),
            y: q('n'),
            color: { ...q('n'), scale: { scheme: 'blueorange', domainMid: 3 } },
          },
        },
      ],
    ],
    [
      'an order by values',
      [
        {
          mark: 'bar',
          encoding: {
            x: { ...q('n'), aggregate: 'sum' },
            y: {
              field: 'name',
              type: 'nominal',
              sort: { field: 'n', op: 'sum', order: 'descending' },
            },
          },
        },
      ],
    ],
  ])('%s', async (_, layer) => {
    const { root } = await drawPlot(ROWS, JSON.stringify({ layer }))
    expect(withClass(root, 'mark').length).toBeGreaterThan(0)
  })

  test('a total over a stack once', async () => {
    const total = { ...q('n'), aggregate: 'sum' }
    const spec = {
      encoding: { x: { field: 'name', type: 'nominal' }, y: total },
      layer: [
        { mark: 'bar', encoding: { color: { field: 'at', type: 'ordinal' } } },
        { mark: { type: 'text', dy: -6 }, encoding: { text: total } },
      ],
    }
    const { root } = await drawPlot(ROWS, JSON.stringify(spec))
    const texts = withClass(root, 'mark').filter(({ attributes }) =>
      /^text/.test(attributes.id ?? ''),
    )
    const totals = ['a', 'b', 'c'].map((name) =>
      ROWS.reduce((sum, row) => sum + (row.name === name ? row.n : 0), 0),
    )
    expect(texts.flatMap(textsOf)).toEqual(totals.map(String))
  })

  test('what is reckoned for each panel by its column', async () => {
    const mean = { op: 'mean', field: 'm', as: 'middle' }
    const spec = {
      facet: { field: 'name', type: 'nominal' },
      spec: {
        layer: [
          { mark: 'point', encoding: { x: q('at'), y: q('m') } },
          {
            transform: [{ joinaggregate: [mean], groupby: ['name'] }],
            mark: 'point',
            encoding: { x: q('at'), y: q('middle') },
          },
        ],
      },
    }
    const { root } = await drawPlot(ROWS, JSON.stringify(spec))
    const means = new Set(
      withClass(root, 'mark')
        .filter(({ attributes }) => attributes.id?.match(/^point-[246]$/))
        .map(({ children }) => children[0]?.attributes['data-y']),
    )
    expect([...means].sort()).toEqual(['6.5', '7.5', '8.5'])
  })
})
