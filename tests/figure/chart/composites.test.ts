import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ChartRefused } from '../../../src/forms/chart'
import { COMPOSITES } from '../../../src/forms/vega-lite/composites'
import { drawPlot } from './draw'
import { axesOf } from './geometry'
import { type SvgNode, textOf, textsOf, walkSvg, withClass } from './read-svg'

type Json = Record<string, unknown>

const field = (name: string, more: Json = {}) => ({ field: name, ...more })
const draw = (data: unknown, mark: unknown, encoding: Json, more: Json = {}) =>
  drawPlot(data, JSON.stringify({ mark, encoding, ...more }))

/** The groups of one kind of mark. */
const groupsOf = (root: SvgNode, mark: string) =>
  withClass(root, 'mark').filter(({ attributes }) => attributes['data-mark'] === mark)
const listOf = (group: SvgNode | undefined, name: 'x' | 'y'): number[] =>
  JSON.parse(group?.attributes[`data-${name}`] ?? '[]')
const shapesOf = (root: SvgNode, mark: string) =>
  groupsOf(root, mark).flatMap((group) =>
    [...walkSvg(group)].filter(({ name }) =>
      ['rect', 'ellipse', 'path', 'polygon', 'polyline'].includes(name),
    ),
  )
/** Ends of the box around a shape, as amounts of the axes. */
function spanOf(root: SvgNode, { name, attributes }: SvgNode) {
  const { x, y } = axesOf(root)
  const number = (key: string) => Number(attributes[key])
  const points = (attributes.d ?? attributes.points ?? '').match(/-?[\d.]+/g)?.map(Number) ?? []
  const [xs, ys] =
    name === 'rect'
      ? [
          [number('x'), number('x') + number('width')],
          [number('y'), number('y') + number('height')],
        ]
      : name === 'ellipse'
        ? [[number('cx')], [number('cy')]]
        : [points.filter((_, i) => i % 2 === 0), points.filter((_, i) => i % 2 === 1)]
  const ends = (list: number[], value: (pixel: number) => number) =>
    [Math.min(...list), Math.max(...list)].map(value).sort((a, b) => a - b)
  return { x: ends(xs, x.value), y: ends(ys, y.value) }
}

const TRIAL = [
  [1, 1],
  [2, 2],
  [3, 0],
  [4, 1],
].map(([t, cause]) => ({ t, cause, seen: cause === 0 ? 'no' : 'yes' }))

describe('time to an event', () => {
  test('survival with its ticks where rows were censored, and the median in words', async () => {
    const { root, description } = await draw(TRIAL, 'survival', { x: field('t'), y: field('seen') })
    const [line] = groupsOf(root, 'survival')
    expect(listOf(line, 'x')).toEqual([0, 1, 2, 3, 4])
    expect(listOf(line, 'y')).toEqual([1, 0.75, 0.5, 0.5, 0])
    const [tick] = shapesOf(root, 'censored')
    expect(tick && spanOf(root, tick).x[0]).toBeCloseTo(3, 1)
    expect(description).toContain('3 events among 4, median 2.')
    // Half of 24, which a product of shares misses by a hair.
    const many = Array.from({ length: 24 }, (_, at) => ({ t: at + 1, seen: 'yes' }))
    const said = await draw(many, 'survival', {
      x: field('t'),
      y: field('seen'),
    })
    expect(said.description).toContain('24 events among 24, median 12.')
  })
  test('the numbers at risk stand at the ticks of the axis, for each arm', async () => {
    const arms = TRIAL.flatMap((row) => [
      { ...row, arm: 'A' },
      { ...row, arm: 'B' },
    ])
    const { root } = await draw(
      arms,
      { type: 'survival', risk: true },
      {
        x: field('t'),
        y: field('seen'),
        color: field('arm'),
      },
    )
    expect(groupsOf(root, 'risk').map((group) => textOf(group))).toEqual(['4 4 3 2 1', '4 4 3 2 1'])
    expect(textsOf(root)).toContain('Number at risk')
  })
  test('an event that is neither seen nor censored is refused, a missing one is said', async () => {
    const encoding = { x: field('t'), y: field('seen') }
    const strange = draw([...TRIAL, { t: 5, seen: 'perhaps' }], 'survival', encoding)
    await expect(strange).rejects.toThrow('The column seen holds "perhaps"')
    await expect(strange).rejects.toBeInstanceOf(ChartRefused)
    const { description } = await draw([...TRIAL, { t: 5, seen: null }], 'survival', encoding)
    expect(description).toContain('1 of 5 rows lack t or seen and are left out.')
  })
})

describe('distribution', () => {
  test('ECDF steps from 0 to 1, and a line at a value stands in the frame', async () => {
    const data = [90, 100, 95, 95].map((v) => ({ v }))
    const { root } = await drawPlot(
      data,
      JSON.stringify({
        layer: [
          { mark: 'ecdf', encoding: { x: field('v') } },
          { mark: 'rule', encoding: { x: { datum: 95 } } },
        ],
      }),
    )
    const [line] = groupsOf(root, 'ecdf')
    expect(listOf(line, 'x')).toEqual([90, 90, 95, 100])
    expect(listOf(line, 'y')).toEqual([0, 0.25, 0.75, 1])
    const [rule] = shapesOf(root, 'rule')
    expect(rule && spanOf(root, rule).x[0]).toBeCloseTo(95, 1)
  })
})

describe('scores against the truth', () => {
  const scored = [
    [0.9, 1],
    [0.8, 0],
    [0.7, 1],
    [0.1, 0],
  ].map(([score, truth]) => ({ score, truth, model: 'm' }))
  const encoding = { x: field('score'), y: field('truth') }
  test('ROC with its area', async () => {
    const { root, description } = await draw(scored, 'roc', encoding)
    const [line] = groupsOf(root, 'curve')
    expect([listOf(line, 'x'), listOf(line, 'y')]).toEqual([
      [0, 0, 0.5, 0.5, 1],
      [0, 0.5, 0.5, 1, 1],
    ])
    expect(description).toContain('AUC 0.750')
    expect(textsOf(root)).toContain('AUC 0.75')
    const named = await draw(scored, 'roc', { ...encoding, color: field('model') })
    expect(textsOf(named.root)).toContain('m (AUC 0.75)')
  })
  test('precision and recall', async () => {
    const { description } = await draw(scored, 'precision-recall', encoding)
    expect(description).toContain('AP 0.833')
  })
  test('calibration in bins', async () => {
    const data = [0.1, 0.3, 0.8, 0.9].map((p, i) => ({ p, y: i % 2 }))
    const { root } = await draw(
      data,
      { type: 'calibration', bins: 2 },
      { x: field('p'), y: field('y') },
    )
    const points = shapesOf(root, 'point').map(({ attributes }) => [
      attributes['data-x'],
      attributes['data-y'],
    ])
    expect(points).toEqual([
      ['0.2', '0.5'],
      ['0.85', '0.5'],
    ])
  })
  test('one class alone is refused, and so is a probability of 2', async () => {
    const ones = scored.map((row) => ({ ...row, truth: 1 }))
    await expect(draw(ones, 'roc', encoding)).rejects.toThrow('needs both classes')
    const two = [{ score: 2, truth: 1 }]
    await expect(draw(two, 'calibration', encoding)).rejects.toThrow('lie between 0 and 1')
  })
})

describe('studies and genes', () => {
  const studies = [
    { s: 'One', e: 1, lo: 0.5, hi: 1.5, w: 3 },
    { s: 'Two', e: 2, lo: 1.5, hi: 2.5, w: 1 },
  ]
  const mark = { type: 'forest', lower: 'lo', upper: 'hi' }
  test('weights of the data are written as shares; an interval that does not hold its estimate is refused', async () => {
    const { root } = await draw(studies, mark, { x: field('e'), y: field('s'), size: field('w') })
    expect(textsOf(root)).toEqual(expect.arrayContaining(['1.00 [0.50, 1.50]', '75.0 %', '25.0 %']))
    const wrong = [{ ...studies[0], lo: 1.2 }]
    await expect(draw(wrong, mark, { x: field('e'), y: field('s') })).rejects.toThrow(
      'does not hold',
    )
  })
  test('a volcano takes the logarithm, counts what passes and names the strongest', async () => {
    const data = [
      { g: 'Alpha', fc: 3, p: 0.0001 },
      { g: 'Beta', fc: -2, p: 0.001 },
      { g: 'Gamma', fc: 4, p: 0.5 },
      { g: 'Delta', fc: 0.2, p: 1e-9 },
    ]
    const encoding = { x: field('fc'), y: field('p'), text: field('g') }
    const { root, description } = await draw(data, 'volcano', encoding)
    expect(description).toContain('1 up and 1 down of 4 at |fc| ≥ 1 and p ≤ 0.05.')
    expect(groupsOf(root, 'name').map((group) => textOf(group))).toEqual(['Alpha Beta'])
    const alpha = shapesOf(root, 'point').find(({ attributes }) => attributes['data-x'] === '3')
    expect(alpha && spanOf(root, alpha).y[0]).toBeCloseTo(4, 1)
    const logged = draw([{ g: 'a', fc: 1, p: 4 }], 'volcano', encoding)
    await expect(logged).rejects.toThrow('takes their logarithm itself')
  })
})

test('the documentation names every composite with its channels and options', async () => {
  const docs = await Bun.file(join(import.meta.dir, '..', '..', '..', 'docs', 'plot.md')).text()
  for (const [name, { channels, options }] of Object.entries(COMPOSITES)) {
    const row = docs.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? ''
    for (const word of [
      ...Object.keys(channels).map((each) => each.replace('?', '')),
      ...Object.keys(options),
    ])
      expect(`${name}: ${row}`).toContain(`\`${word}\``)
  }
})

describe('a composite stands where a mark does', () => {
  const data = [1, 2, 3, 4, 10, 20, 30, 40].map((v, i) => ({ v, site: i < 4 ? 'north' : 'south' }))
  test('after transforms', async () => {
    const { root } = await draw(
      data,
      'ecdf',
      { x: field('double') },
      {
        transform: [
          { filter: "datum.site === 'north'" },
          { calculate: 'datum.v * 2', as: 'double' },
        ],
      },
    )
    expect(listOf(groupsOf(root, 'ecdf')[0], 'x')).toEqual([2, 2, 4, 6, 8])
  })
  test.each<[string, object]>([
    ['of a channel', { mark: 'ecdf', encoding: { x: field('v'), facet: field('site') } }],
    ['of a view', { facet: field('site'), spec: { mark: 'ecdf', encoding: { x: field('v') } } }],
    [
      'of layers in a row',
      {
        facet: { column: field('site') },
        spec: { layer: [{ mark: 'ecdf' }], encoding: { x: field('v') } },
      },
    ],
  ])('in panels %s, each with its own rows', async (_, panels) => {
    const { root } = await drawPlot(data, JSON.stringify(panels))
    expect(groupsOf(root, 'ecdf').map((group) => listOf(group, 'x'))).toEqual([
      [1, 1, 2, 3, 4],
      [10, 10, 20, 30, 40],
    ])
    expect(textsOf(root)).toEqual(expect.arrayContaining(['north', 'south']))
  })
  test('and names what it does not read', async () => {
    const size = draw(data, 'ecdf', { x: field('v'), size: field('v') })
    await expect(size).rejects.toThrow('encoding.size is not drawn by ecdf; it has x, y, color.')
    const option = draw(data, { type: 'ecdf', risk: true }, { x: field('v') })
    await expect(option).rejects.toThrow('mark.risk is not drawn; there are type, color')
    const summed = draw(data, 'ecdf', { x: field('v', { aggregate: 'sum' }) })
    await expect(summed).rejects.toThrow('reads rows on x')
  })
})
