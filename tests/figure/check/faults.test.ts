import { describe, expect, test } from 'bun:test'
import { check } from '../../../src/figure/check'
import { toSvg } from '../../../src/figure/svg'
import { createFigureTools } from '../../../src/figure/tools'
import { FAULT_KINDS, type FaultKind } from '../../../src/forms/fault'
import { readDrawing } from '../../../src/read/drawing'
import { cleanDrawing, randomOf } from '../../bench/drawings/clean'
import { planOf, SPOILS } from '../../bench/drawings/spoil'
import { nested, odd, retrieval, stages } from '../samples/diagrams'

const svg = (inner: string) =>
  `<svg viewBox="0 0 1600 900" font-family="Inter"><defs><marker id="m" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10Z"/></marker></defs>${inner}</svg>`
const faults = (inner: string, options = {}) =>
  check(readDrawing(svg(inner)).scene, options).faults.filter(({ kind }) => kind !== 'empty')
const kinds = (inner: string, options = {}) => faults(inner, options).map(({ kind }) => kind)

const box = (id: string, x: number, y = 100) =>
  `<g data-node="${id}"><rect x="${x}" y="${y}" width="160" height="80" rx="8" fill="#ffffff" stroke="#2b66a8" stroke-width="2"/><text x="${x + 80}" y="${y + 47}" font-size="20" text-anchor="middle">box ${id}</text></g>`
const edge = (d: string, more = 'data-from="a" data-to="b"', inner = '') =>
  `<g data-edge="e" ${more}><path d="${d}" fill="none" stroke="#333333" stroke-width="3" marker-end="url(#m)"/>${inner}</g>`
const TWO = box('a', 100) + box('b', 500)

test('drawings without faults have none that is hard', () => {
  for (let seed = 0; seed < 12; seed++) {
    const { svg: drawing, text } = cleanDrawing(seed)
    expect(check(readDrawing(drawing).scene, { text }).faults.filter(({ hard }) => hard)).toEqual(
      [],
    )
  }
})

test('nor have figures that were laid out', async () => {
  const tools = createFigureTools('test')
  for (const [style, diagram] of [
    ['academic', retrieval],
    ['blueprint', nested],
    ['isometric_3d', odd],
    ['flat_design', stages(6, [3, 3])],
  ] as const) {
    const scene = await tools.draw(diagram, { style, ratio: '16:9', title: 'x' })
    expect(check(scene).faults.filter(({ hard }) => hard)).toEqual([])
  }
})

describe('a fault that was seeded is found where it is', () => {
  for (const [kind, spoil] of Object.entries(SPOILS))
    test(kind, () => {
      let tried = 0
      for (let seed = 0; tried < 2; seed++) {
        const { svg: drawing, text } = cleanDrawing(seed)
        const clean = readDrawing(drawing).scene
        const spoilt = spoil(clean, randomOf(seed + 99))
        if (!spoilt) continue
        tried++
        const read = readDrawing(toSvg(spoilt.scene, { version: 'test' })).scene
        const found = check(read, { text, plan: planOf(clean) }).faults.filter(
          (fault) => fault.kind === kind,
        )
        expect(
          found.some(({ id, other }) => spoilt.ids.includes(id) || spoilt.ids.includes(other)),
        ).toBe(true)
        expect(
          found.every(({ sentence, mended, by }) => /\.$/.test(sentence) && !mended && by > 0),
        ).toBe(true)
      }
    })
})

test('the plan is held against the drawing by ids, and by names', () => {
  const plan = {
    nodes: [
      { id: 'a', label: 'Box A' },
      { id: 'x', label: 'Box b' },
      { id: 'gone', label: 'Third thing' },
    ],
    edges: [
      { from: 'a', to: 'x' },
      { from: 'x', to: 'a' },
    ],
  }
  const found = faults(TWO + edge('M260 140H500'), { plan })
  expect(found.map(({ kind, sentence }) => [kind, sentence])).toEqual([
    ['missing', 'The thing "Third thing" (gone) of the plan is not drawn. Add it.'],
    ['missing', 'The relation from b to a of the plan is not drawn. Add it.'],
  ])
})

test('a sentence says what, by how much, and where room is', () => {
  const label = '<text x="380" y="145" font-size="18" text-anchor="middle">sends</text>'
  const [fault] = faults(TWO + edge('M260 140H500', undefined, label))
  expect(fault).toMatchObject({
    kind: 'words_struck',
    id: 'e',
    other: null,
    hard: true,
    mended: false,
  })
  expect(fault?.sentence).toMatch(
    /^Its own line runs \d+ units through the words "sends" of e\. Move the words beside it or give them a ground; free of it are \d+ below and \d+ (?:above|left|right)\.$/,
  )
})

describe('what looks like a fault and is none', () => {
  const struck = (words: string, over = '') =>
    kinds(`${TWO}<path d="M300 300H700" stroke="#333333" stroke-width="2"/>${over}${words}`)
  test('a line under words that have a halo, or a ground', () => {
    const words = (more = '') => `<text x="400" y="306" font-size="20"${more}>over it</text>`
    expect(struck(words())).toEqual(['words_struck'])
    expect(struck(words(' stroke="#ffffff" stroke-width="6" paint-order="stroke"'))).toEqual([])
    expect(
      struck(words(), '<rect x="392" y="286" width="90" height="28" fill="#ffffff"/>'),
    ).toEqual([])
    // Below the letters, where tails alone reach.
    expect(struck('<text x="400" y="296" font-size="20">gypsy</text>')).toEqual([])
  })
  test('words of one place and wording: one is the halo of the other', () => {
    const twice =
      '<text x="400" y="306" font-size="20" stroke="#ffffff" stroke-width="5">said</text><text x="400" y="306" font-size="20">said</text>'
    expect(kinds(TWO + twice)).toEqual([])
  })
  test('words are as large as their ink, turned where they are', () => {
    const near =
      '<text x="400" y="300" font-size="20">one</text><text x="400" y="316" font-size="20">sea</text>'
    expect(kinds(TWO + near)).toEqual([])
    const turned =
      '<text transform="rotate(-90 400 400)" x="400" y="400" font-size="20">turned words</text><text x="430" y="330" font-size="20">beside</text>'
    expect(kinds(TWO + turned)).toEqual([])
    expect(kinds(TWO + turned.replace('430', '396'))).toEqual(['words_over'])
  })
  test('sub- and superscripts, which may be smaller', () => {
    const script = (size: number) =>
      `<text x="400" y="300" font-size="20">x<tspan dy="5" font-size="${size}">12</tspan></text>`
    expect(kinds(TWO + script(13))).toEqual([])
    expect(kinds(TWO + script(10))).toEqual(['words_small'])
  })
  test('an end at the caption of what it joins, or at a part in it', () => {
    const captioned = `<g data-node="c"><rect x="500" y="300" width="160" height="80" fill="#1b2430"/><text x="580" y="404" font-size="20" text-anchor="middle">caption</text></g>`
    expect(
      kinds(
        `${box('a', 500, 560)}${captioned}${edge('M580 560V412', 'data-from="a" data-to="c"')}`,
      ),
    ).toEqual([])
    const target = `<g data-node="c"><rect x="500" y="300" width="260" height="180" fill="#ffffff" stroke="#333333"/><circle cx="600" cy="390" r="12" fill="#2b66a8"/></g>`
    expect(
      kinds(`${box('a', 100, 350)}${target}${edge('M260 390H588', 'data-from="a" data-to="c"')}`),
    ).toEqual([])
    expect(
      kinds(`${box('a', 100, 350)}${target}${edge('M260 390H560', 'data-from="a" data-to="c"')}`),
    ).toEqual(['end_off'])
  })
  test('a line that goes under what it joins, and one in what holds its ends', () => {
    expect(kinds(edge('M180 140H500') + TWO)).toEqual([])
    const holder =
      '<g data-node="h"><rect x="40" y="40" width="700" height="220" fill="#f4f6f9" stroke="#333333"/></g>'
    expect(kinds(holder + TWO + edge('M260 140H500'))).toEqual([])
  })
  test('lines of one source that fork, and of one target that join', () => {
    const third = box('c', 500, 300)
    const fork = (second: string) =>
      `${edge('M260 140H500')}<g data-edge="f" ${second}><path d="M260 140H400V340H500" fill="none" stroke="#333333" stroke-width="3" marker-end="url(#m)"/></g>`
    expect(kinds(TWO + third + fork('data-from="a" data-to="c"'))).toEqual([])
    const foreign = box('d', 100, 96).replace('y="96"', 'y="100"')
    expect(
      kinds(
        TWO + third + foreign.replaceAll('"100"', '"-900"') + fork('data-from="d" data-to="c"'),
      ),
    ).toContain('on_one_line')
  })
  test('a sign beside larger words of its group, as small as scripts may be', () => {
    const ion = (size: number) =>
      `<g data-node="i"><circle cx="400" cy="300" r="40" fill="#5a2f8f"/><text x="388" y="307" font-size="20" fill="#ffffff">Li</text><text x="409" y="296" font-size="${size}" fill="#ffffff">+</text></g>`
    expect(kinds(TWO + ion(12))).toEqual([])
    expect(kinds(TWO + ion(10))).toEqual(['words_small'])
  })
  test('an end around a thing whose parts stand apart, or anywhere in a region of a scheme', () => {
    const dots = [0, 1, 2, 3].map(
      (k) =>
        `<circle cx="${520 + (k % 2) * 140}" cy="${320 + (k >> 1) * 140}" r="9" fill="#2b66a8"/>`,
    )
    const cloud = `<g data-node="c">${dots.join('')}</g>`
    const led = (x: number) => edge(`M260 390H${x}`, 'data-from="a" data-to="c"')
    expect(kinds(box('a', 100, 350) + cloud + led(511))).toEqual([])
    expect(kinds(box('a', 100, 350) + cloud + led(490))).toEqual(['end_off'])
    const sea = `<g data-scheme="column"><rect x="500" y="250" width="400" height="300" fill="#1c4f93"/></g><g data-node="c"><text x="700" y="500" font-size="22" text-anchor="middle" fill="#ffffff">ocean</text></g>`
    expect(kinds(sea + box('a', 100, 350) + led(600))).toEqual([])
    expect(kinds(sea + box('a', 100, 350) + led(480))).toEqual(['end_off'])
  })
  test('what a clip cuts off', () => {
    const clipped =
      '<clipPath id="k"><rect x="300" y="300" width="60" height="60"/></clipPath><g clip-path="url(#k)"><rect x="300" y="300" width="300" height="300" fill="#1b2430"/></g><text x="400" y="340" font-size="20">beside it</text>'
    expect(kinds(TWO + clipped)).toEqual([])
  })
  test('light words on a dark picture, and dark ones on a ramp', () => {
    const ramp =
      '<linearGradient id="g"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#1b2430"/></linearGradient><rect x="100" y="400" width="600" height="80" fill="url(#g)"/>'
    const words = (x: number, fill: string) =>
      `<text x="${x}" y="448" font-size="20" fill="${fill}">words</text>`
    expect(kinds(TWO + ramp + words(120, '#1b2430') + words(620, '#ffffff'))).toEqual([])
    expect(kinds(TWO + ramp + words(120, '#ffffff'))).toEqual(['contrast'])
  })
})

test('the smallest text depends on the paper', () => {
  const words = '<text x="100" y="400" font-size="18">eighteen</text>'
  expect(kinds(TWO + words)).toEqual([])
  expect(
    faults(TWO + words, { paper: 85 }).filter(({ kind }) => kind === 'words_small'),
  ).toHaveLength(3)
})

test('counts have every kind', () => {
  const { counts, faults: all } = check(readDrawing(svg(TWO + edge('M260 140H470'))).scene)
  expect(Object.keys(counts)).toEqual(Object.keys(FAULT_KINDS))
  expect(counts.end_off).toBe(1)
  for (const kind of Object.keys(counts) as FaultKind[])
    expect(counts[kind]).toBe(all.filter((fault) => fault.kind === kind).length)
})

test('a drawing of too many outlines in one place is measured as far as strength goes, and says so', () => {
  const heap = Array.from(
    { length: 1500 },
    (_, k) =>
      `<circle cx="${300 + (k % 7)}" cy="300" r="60" stroke="#333"/><text x="300" y="300">word ${k}</text>`,
  )
  const { unmeasured, faults: some } = check(readDrawing(svg(heap.join(''))).scene)
  expect(unmeasured).toMatch(/too many outlines/)
  expect(some.length).toBeLessThan(4000)
})
