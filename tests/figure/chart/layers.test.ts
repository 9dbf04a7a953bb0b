import { describe, expect, test } from 'bun:test'
import { drawPlot } from './draw'
import { textsOf, walkSvg, withClass } from './read-svg'

const drawn = async (data: unknown, spec: object) =>
  (await drawPlot(data, JSON.stringify(spec))).root

const marksOf = (root: Awaited<ReturnType<typeof drawn>>, mark: string) =>
  withClass(root, 'mark').filter(({ attributes }) => attributes['data-mark'] === mark)

const HEIGHTS = ['a', 'a', 'a', 'b', 'b', 'b'].map((plot, i) => ({
  ...{ plot, height: [4, 5, 6, 8, 9, 10][i], spread: (i % 3) - 1 },
}))
const x = { field: 'plot', type: 'nominal' }

describe('layers', () => {
  test('of points that are spread by a number leave the bars in the middle of their place', async () => {
    const y = { field: 'height', type: 'quantitative' }
    const bars = { mark: 'bar', encoding: { x, y: { ...y, aggregate: 'mean' } } }
    const xOffset = { field: 'spread', type: 'quantitative', scale: { domain: [-3, 3] } }
    const points = { mark: 'point', encoding: { x, y, xOffset } }
    /** The way from bar to bar, in widths of a bar. */
    const step = async (layer: object[]) => {
      const [one, other] = marksOf(await drawn(HEIGHTS, { layer }), 'bar').flatMap((group) =>
        [...walkSvg(group)].flatMap(({ name, attributes }) =>
          name === 'rect' ? [attributes] : [],
        ),
      )
      return (Number(other?.x) - Number(one?.x)) / Number(one?.width)
    }
    expect(await step([bars, points])).toBeCloseTo(await step([bars]), 2)
  })

  test('name the axes of a composite beside them', async () => {
    const rows = [1, 2, 3, 4, 5].map((dose) => ({ dose, answer: 2 * dose + (dose % 2) }))
    const plain = {
      x: { field: 'dose', type: 'quantitative' },
      y: { field: 'answer', type: 'quantitative' },
    }
    const root = await drawn(rows, {
      layer: [
        {
          mark: 'point',
          encoding: {
            x: { ...plain.x, title: 'Dose (mg)' },
            y: { ...plain.y, title: 'Answer (%)' },
          },
        },
        { mark: 'fit', encoding: plain },
      ],
    })
    expect(textsOf(root)).toContain('Dose (mg)')
    expect(textsOf(root)).toContain('Answer (%)')
  })

  test('may reach from a place to a column', async () => {
    const ends = async (encoding: object) =>
      marksOf(await drawn(HEIGHTS, { mark: 'rule', encoding: { y: x, ...encoding } }), 'rule')
        .flatMap((group) => [...walkSvg(group)])
        .flatMap(({ attributes: { d, x1, x2 } }) =>
          (d ?? x1) ? [`${d ?? [x1, x2].toSorted()}`] : [],
        ).length
    const field = { field: 'height', type: 'quantitative' }
    expect(await ends({ x: { datum: 1, type: 'quantitative' }, x2: { field: 'height' } })).toBe(
      await ends({ x: field, x2: { datum: 1 } }),
    )
  })
})

test('a survival curve ends where its axis does', async () => {
  const rows = [2, 5, 9, 14, 30, 40].map((months, i) => ({ months, died: i % 2 }))
  const root = await drawn(rows, {
    mark: 'survival',
    encoding: {
      x: { field: 'months', type: 'quantitative', scale: { domain: [0, 20] } },
      y: { field: 'died', type: 'quantitative' },
    },
  })
  const [curve] = marksOf(root, 'survival')
  expect(curve?.attributes['data-x']).toBe('[0,2,5,9,14,20]')
})

test('names on an axis may lean', async () => {
  const root = await drawn(HEIGHTS, {
    mark: 'bar',
    encoding: {
      y: { field: 'plot', type: 'nominal', axis: { labelFontStyle: 'italic' } },
      x: { aggregate: 'sum', field: 'height' },
    },
  })
  const leaning = [...walkSvg(root)].filter(
    ({ attributes }) => attributes['font-style'] === 'italic',
  )
  expect(leaning.length).toBeGreaterThan(0)
})

test('numbers at risk stand where the axis has values', async () => {
  const rows = [2, 5, 9, 14, 30, 40].map((months) => ({ months, died: 1 }))
  const root = await drawn(rows, {
    mark: { type: 'survival', risk: true },
    encoding: {
      x: { field: 'months', type: 'quantitative', axis: { values: [0, 12, 24, 36] } },
      y: { field: 'died', type: 'quantitative' },
    },
  })
  const risk = marksOf(root, 'risk').flatMap(textsOf)
  expect(risk).toEqual(['6', '3', '2', '1'])
})

describe('names of layers go in one order', () => {
  const rows = [
    { name: 'b', amount: 2 },
    { name: 'a', amount: -3 },
    { name: 'c', amount: 5 },
  ]
  const falling = { field: 'amount', order: 'descending' }
  const some = { transform: [{ filter: 'datum.amount > 0' }] }
  const computed = { transform: [{ calculate: '-datum.amount', as: 'loss' }] }
  test.each([
    ['that one of them has', falling, undefined, {}, 'cba'],
    ['of amounts, where one has fewer rows', falling, falling, some, 'cba'],
    ['of another channel', '-x', undefined, some, 'cba'],
    ['of a list', ['c', 'a', 'b'], undefined, some, 'cab'],
    ['of the data', null, undefined, some, 'bac'],
    ['of what is computed', { field: 'loss', order: 'descending' }, undefined, computed, 'abc'],
  ])('%s', async (_, sort, other, more, order) => {
    const layer = (mark: string, own: unknown) => ({
      mark,
      encoding: {
        y: { field: 'name', type: 'nominal', ...(own === undefined ? {} : { sort: own }) },
        x: { field: 'amount', type: 'quantitative' },
      },
    })
    const bars = { ...layer('bar', sort), ...(more === computed ? more : {}) }
    const points = { ...layer('point', other), ...more }
    const root = await drawn(rows, { layer: [bars, points] })
    const axis = withClass(root, 'axis').find(
      ({ attributes }) => attributes['data-channel'] === 'y',
    )
    expect(JSON.parse(axis?.attributes['data-names'] ?? '[]').join('')).toBe(order)
  })
})

test('the ends of an axis that one layer says hold for all, also under a line at a place', async () => {
  const rows = [1, 2].map((at) => ({ at, flux: 1 - at / 1000 }))
  const encoding = { x: { field: 'at', type: 'quantitative' } }
  const y = { field: 'flux', type: 'quantitative' }
  const limited = { ...y, scale: { domain: [0.993, 1.004] }, axis: { format: ',' } }
  const root = await drawn(rows, {
    layer: [
      { mark: 'rule', encoding: { y: { datum: 1 } } },
      { mark: 'line', encoding: { ...encoding, y: { ...y, aggregate: 'mean' } } },
      { mark: 'point', encoding: { ...encoding, y: limited } },
    ],
  })
  const axis = withClass(root, 'axis').find(({ attributes }) => attributes['data-channel'] === 'y')
  expect(axis?.attributes['data-domain']).toBe('0.993 1.004')
})

test('a fit has its band unless it says that it has none', async () => {
  const rows = [1, 2, 3, 4, 5].map((dose) => ({ dose, answer: 2 * dose + (dose % 2) }))
  const encoding = {
    x: { field: 'dose', type: 'quantitative' },
    y: { field: 'answer', type: 'quantitative' },
  }
  const bands = async (mark: object) =>
    marksOf(await drawn(rows, { mark: { type: 'fit', ...mark }, encoding }), 'band').length
  expect([await bands({}), await bands({ band: false })]).toEqual([1, 0])
})

test('ticks with separators alone keep all their figures', async () => {
  const y = { field: 'visits', type: 'quantitative', axis: { format: ',' } }
  const rows = [{ visits: 0 }, { visits: 1800 }]
  const root = await drawn(rows, { mark: 'point', encoding: { y } })
  expect(textsOf(root)).toContain('1,200')
})

test('a name stands at the end of a line only where it has no other', async () => {
  const rows = ['a', 'b', 'c', 'd'].flatMap((who, i) =>
    [0, 1].map((at) => ({ who, at, kind: i < 2 ? 'yes' : 'no', value: i + at * (i % 2) })),
  )
  const spec = {
    mark: 'line',
    encoding: {
      x: { field: 'at', type: 'quantitative' },
      y: { field: 'value', type: 'quantitative' },
      color: { field: 'kind', type: 'nominal', title: 'Answer' },
    },
  }
  const lines = { ...spec, encoding: { ...spec.encoding, detail: { field: 'who' } } }
  expect(textsOf(await drawn(rows, lines))).toContain('Answer')
  const two = rows.filter(({ who }) => who === 'a' || who === 'c')
  expect(textsOf(await drawn(two, spec))).not.toContain('Answer')
})

describe('points spread by lot', () => {
  const lots = { transform: [{ calculate: 'random()', as: 'lot' }], mark: 'point' }
  const y = { field: 'height', type: 'quantitative' }
  const xOffset = { field: 'lot', type: 'quantitative' }

  test('stay within their place, always at the same one', async () => {
    const spec = { ...lots, encoding: { x, y, xOffset } }
    const [one, other] = [await drawn(HEIGHTS, spec), await drawn(HEIGHTS, spec)]
    expect(one).toEqual(other)
    expect(marksOf(one, 'point')).toHaveLength(1)
  })

  test('are refused as values', async () => {
    const computed = [...lots.transform, { calculate: 'datum.lot * 2 + datum.height', as: 'twice' }]
    for (const [transform, field] of [
      [lots.transform, 'lot'],
      [computed, 'twice'],
    ] as const)
      await expect(
        drawn(HEIGHTS, { ...lots, transform, encoding: { x, y: { ...y, field } } }),
      ).rejects.toThrow('encoding.y.field comes by lot')
    const some = [...lots.transform, { filter: 'datum.lot < 0.5' }]
    await expect(drawn(HEIGHTS, { ...lots, transform: some, encoding: { x, y } })).rejects.toThrow(
      'transform[1].filter comes by lot',
    )
  })
})

describe('a mark of several views', () => {
  const rows = [2, 5, 9, 14, 30, 40].map((months, i) => ({ months, died: i % 2 }))
  const survival = {
    mark: { type: 'survival', risk: true },
    encoding: {
      x: { field: 'months', type: 'quantitative' },
      y: { field: 'died', type: 'quantitative' },
    },
  }

  test('may be the only layer', async () => {
    const root = await drawn(rows, { layer: [survival] })
    expect(textsOf(root)).toContain('Number at risk')
  })

  test('among others is refused, and no row stands in the sentence', async () => {
    const rule = { mark: 'rule', encoding: { y: { datum: 0.5 } } }
    const refused = drawn(rows, { layer: [survival, rule] })
    await expect(refused).rejects.toThrow(
      'A mark survival of several views cannot be a layer among others',
    )
    const nested = { vconcat: [{ mark: 'point', encoding: { x } }] }
    await expect(drawn(HEIGHTS, { layer: [nested, nested] })).rejects.toThrow(
      /^The specification cannot be drawn: views cannot stand in each other like this[^{]*$/,
    )
  })
})

test('violins of two colours stand beside each other at each name', async () => {
  const rows = ['WT', 'KO'].flatMap((genotype) =>
    ['F', 'M'].flatMap((sex) => [20, 24, 25, 27, 31].map((time) => ({ genotype, sex, time }))),
  )
  const root = await drawn(rows, {
    mark: 'violin',
    encoding: {
      x: { field: 'genotype', type: 'nominal', sort: ['WT', 'KO'] },
      y: { field: 'time', type: 'quantitative' },
      color: { field: 'sex', type: 'nominal' },
    },
  })
  const spans = marksOf(root, 'violin')
    .flatMap((group) => [...walkSvg(group)])
    .flatMap(({ attributes: { d = '' } }) => {
      const xs = [...d.matchAll(/(-?[\d.]+)[ ,]-?[\d.]+/g)].map(([, at]) => Number(at))
      return xs.length > 9 ? [{ from: Math.min(...xs), to: Math.max(...xs) }] : []
    })
    .toSorted((a, b) => a.from - b.from)
  const distinct = spans.filter(({ from }, i) => from - (spans[i - 1]?.from ?? -9) > 1)
  expect(distinct).toHaveLength(4)
  for (const [i, { from }] of distinct.entries())
    if (i > 0) expect(from).toBeGreaterThan(distinct[i - 1]?.to ?? 0)
})

describe('marks fit what lies beside, over and under them', () => {
  const quantity = (field: string, more: object = {}) => ({ field, type: 'quantitative', ...more })
  const shapesIn = (root: Awaited<ReturnType<typeof drawn>>, mark: string, shape: string) =>
    marksOf(root, mark).flatMap((group) =>
      [...walkSvg(group)].flatMap(({ name, attributes }) => (name === shape ? [attributes] : [])),
    )
  test('an axis is named by the title that a layer says', async () => {
    const root = await drawn(HEIGHTS, {
      encoding: { x },
      layer: [
        {
          mark: 'bar',
          encoding: { y: quantity('height', { aggregate: 'mean', title: 'Height' }) },
        },
        { mark: 'errorbar', encoding: { y: quantity('height') } },
      ],
    })
    expect(textsOf(root)).toContain('Height')
  })
  test('words over the bar of a month stand over its middle', async () => {
    const rows = [4, 6].map((n, i) => ({ day: `2024-0${i + 1}-01`, n }))
    const day = { field: 'day', type: 'temporal', timeUnit: 'utcyearmonth' }
    const root = await drawn(rows, {
      encoding: { x: day, y: quantity('n') },
      layer: [{ mark: 'bar' }, { mark: 'text', encoding: { text: { field: 'n' } } }],
    })
    const [bar] = shapesIn(root, 'bar', 'rect')
    const [word] = shapesIn(root, 'text', 'text')
    expect(Number(word?.x) - Number(bar?.x)).toBeCloseTo(Number(bar?.width) / 2, -1)
  })
  test('bars are lighter under their samples, points have the colour of their line', async () => {
    const y = quantity('height')
    const bars = await drawn(HEIGHTS, {
      encoding: { x },
      layer: [
        { mark: 'bar', encoding: { y: { ...y, aggregate: 'mean' } } },
        { mark: 'point', encoding: { y } },
      ],
    })
    expect(Number(shapesIn(bars, 'bar', 'rect')[0]?.['fill-opacity'])).toBeLessThan(1)
    const line = { type: 'line', point: true, color: '#d55e00' }
    const root = await drawn(HEIGHTS.slice(0, 3), {
      mark: line,
      encoding: { x: quantity('spread'), y },
    })
    expect(shapesIn(root, 'point', 'ellipse')[0]?.fill).toBe('#d55e00')
  })
  test('words can be read on dark cells', async () => {
    const rows = [-9, 0, 9].map((r, i) => ({ a: `a${i}`, b: 'b', r }))
    const root = await drawn(rows, {
      encoding: { x: { field: 'a' }, y: { field: 'b' } },
      layer: [
        { mark: 'rect', encoding: { color: quantity('r', { scale: { scheme: 'redblue' } }) } },
        { mark: 'text', encoding: { text: quantity('r') } },
      ],
    })
    const [dark, light] = shapesIn(root, 'text', 'text').map(({ fill }) => fill)
    expect([dark, light]).toEqual(['#ffffff', '#30363d'])
  })
  test('bins of odd widths have round ticks', async () => {
    const rows = HEIGHTS.map(({ height = 0 }, i) => ({ v: height, w: 9.97 * i }))
    const bins = { step: 1.37, anchor: 3.6, nice: false, extent: [3.6, 11.82] }
    const histogram = await drawn(rows, {
      mark: 'bar',
      encoding: { x: quantity('v', { bin: bins }), y: { aggregate: 'count' } },
    })
    expect(textsOf(histogram)).toContain('10')
    expect(textsOf(histogram)).not.toContain('5.0')
  })

  test('panels without an order stand in that of the data', async () => {
    const rows = ['b', 'c', 'a'].map((site, v) => ({ site, v }))
    const root = await drawn(rows, {
      mark: 'point',
      encoding: { x: quantity('v'), facet: { field: 'site', sort: null } },
    })
    const heads = textsOf(root).filter((each) => /^[abc]$/.test(each))
    expect(heads).toEqual(['b', 'c', 'a'])
  })
  test('panels of one chart say the names of their axes once, in their middle', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((site, v) => ({ site, v, w: v * v }))
    const root = await drawn(rows, {
      mark: 'point',
      encoding: {
        x: quantity('v', { title: 'Dose' }),
        y: quantity('w', { title: 'Answer' }),
        facet: { field: 'site', columns: 2, title: null },
      },
    })
    const said = textsOf(root)
    expect(said.filter((each) => each === 'Dose' || each === 'Answer').sort()).toEqual([
      'Answer',
      'Dose',
    ])
  })
  test.each(['x', 'y'])('boxes along %s never reach into the next', async (along) => {
    const across = along === 'x' ? 'y' : 'x'
    const rows = Array.from({ length: 150 }, (_, i) => ({ site: `s${i % 30}`, v: (i * 7) % 30 }))
    const root = await drawn(rows, {
      mark: 'boxplot',
      encoding: { [along]: { field: 'site' }, [across]: quantity('v') },
    })
    const ends = ['box', 'median'].map((part) =>
      shapesIn(root, part, 'rect')
        .map((each) => {
          const start = Number(each[along])
          return [start, start + Number(each[along === 'x' ? 'width' : 'height'])]
        })
        .sort(([a = 0], [b = 0]) => a - b),
    )
    for (const list of ends) {
      expect(list).toHaveLength(30)
      list.forEach(([start = 0], i) => expect(start).toBeGreaterThan(list[i - 1]?.[1] ?? -1))
    }
  })
  test('long titles are wrapped, very large and small numbers have one power of ten', async () => {
    const rows = [0, 25, 50].map((v) => ({ big: v * 1e6, small: v / 1e7 }))
    const { root, scene } = await drawPlot(
      rows,
      JSON.stringify({
        mark: 'point',
        title: 'A title of many words '.repeat(8).trim(),
        encoding: { x: quantity('small'), y: quantity('big') },
      }),
    )
    const said = textsOf(root)
    for (const label of ['4×10⁷', '4×10⁻⁶', '0']) expect(said).toContain(label)
    for (const { box } of scene.elements) expect(box.x + box.width).toBeLessThan(scene.width + 1)
  })
  test('areas under curves are written with the decimals that the legend asks for', async () => {
    const rows = HEIGHTS.map(({ spread }, i) => ({
      score: spread + i / 9,
      truth: i % 2,
      model: 'M',
    }))
    const root = await drawn(rows, {
      mark: 'roc',
      encoding: {
        x: { field: 'score' },
        y: { field: 'truth' },
        color: { field: 'model', title: null, legend: { format: '.3f' } },
      },
    })
    expect(textsOf(root).join('|')).toMatch(/M \(AUC 0\.\d{3}\)/)
    expect(textsOf(root)).not.toContain('model')
  })
})
