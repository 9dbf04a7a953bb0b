import { expect, test } from 'bun:test'
import { diagramOf } from '../../src/figure/diagram-of'
import { PatchRefused, patched } from '../../src/figure/patch'
import { toSvg } from '../../src/figure/svg'
import type { Scene } from '../../src/forms/scene'
import { DrawingRefused, readDrawing, readPatch } from '../../src/read/drawing'
import { cleanDrawing } from '../bench/drawings/clean'

const DRAWING = `<svg viewBox="-10 -20 800 400" font-family="Inter" fill="#22303f"><defs><marker id="m" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L10 5L0 10Z" fill="#2b66a8"/></marker><g id="dot"><circle r="9" fill="#c4660e"/></g></defs>
<g data-panel="p" data-label="Preparation"><rect x="0" y="0" width="440" height="140" fill="#f4f6f9"/><text x="20" y="30" font-size="24">Preparation</text><g data-node="inner"><use href="#dot" x="400" y="30"/></g></g>
<g data-node="a" data-label="Raw reads" data-quote="raw reads"><rect x="20" y="50" width="120" height="60" fill="#ffffff"/><text x="80" y="86" font-size="20" text-anchor="middle">Raw reads</text></g>
<g data-node="b" data-label="Counts"><rect x="500" y="50" width="120" height="60" fill="#ffffff" stroke="#333"/><text x="560" y="86" font-size="20" text-anchor="middle">Counts</text></g>
<g data-edge="e" data-from="p" data-to="b" data-quote="reads are counted"><path d="M440 80H500" fill="none" stroke="#2b66a8" stroke-width="3" marker-end="url(#m)"/></g></svg>`

const { scene, frame } = readDrawing(DRAWING)
const lines = (one: Scene) =>
  toSvg(one, { version: 'test' })
    .split('\n')
    .filter((line) => !line.startsWith('<defs'))
const apply = (text: string, base = { scene, frame }) => patched(base.scene, readPatch(text, base))

test('groups are put in the place of those of their ids; all else stays in every byte', () => {
  const { scene: next, changed } = apply(
    'Here: <patch>\n<g data-node="a" data-label="Reads"><rect x="20" y="50" width="130" height="60" fill="#ffffff"/><use href="#dot" x="40" y="80"/><text x="90" y="86" font-size="20" text-anchor="middle">Reads</text></g></patch> done',
  )
  expect(changed).toEqual(['a'])
  const [was, is] = [lines(scene), lines(next)]
  expect(is.filter((line) => !was.includes(line))).toHaveLength(1)
  expect(was.filter((line) => !is.includes(line))).toHaveLength(1)
  expect(is.findIndex((line) => line.includes('data-node="a"'))).toBe(
    was.findIndex((line) => line.includes('data-node="a"')),
  )
  // In the drawing's own coordinates, with its own symbols.
  expect(next.elements.find(({ id }) => id === 'a')?.box).toMatchObject({
    x: 30,
    y: 70,
    width: 130,
  })
})

test('schemes, notes and the key are known by what they say, and are put in each other’s place or dropped', () => {
  const said = DRAWING.replace(
    '<g data-panel="p"',
    '<g data-scheme="a river"><path d="M0 200H700" stroke="#88a" stroke-width="20"/><text x="20" y="260" font-size="20">River</text></g><g data-panel="p"',
  ).replace(
    '</g></svg>',
    '</g><g data-note="twice"><text x="500" y="300" font-size="20">twice</text></g></svg>',
  )
  const base = readDrawing(said)
  const { scene: next, changed } = apply(
    '<patch><g data-scheme="a river"><path d="M0 220H700" stroke="#88a" stroke-width="20"/></g><drop ref="twice"/></patch>',
    base,
  )
  const roles = (one: Scene) =>
    one.elements.flatMap(({ role, label }) => (label ? [`${role} ${label}`] : []))
  expect(roles(next).filter((one) => one === 'scheme a river')).toHaveLength(1)
  expect(roles(next)).not.toContain('note twice')
  expect(changed).toHaveLength(2)
  const texts = (one: Scene) => JSON.stringify(one.elements)
  expect(texts(base.scene)).toContain('River')
  expect(texts(next)).not.toContain('River')
})

test('new groups lie over the others, new panels under them, and edges may join old things', () => {
  const { scene: next } = apply(
    '<patch><g data-node="c"><rect x="650" y="50" width="90" height="60"/></g><g data-panel="q"><rect x="480" y="20" width="290" height="130" fill="#fcf6ef"/></g><g data-edge="f" data-from="b" data-to="c"><path d="M620 80H650" stroke="#333" marker-end="url(#m)"/></g></patch>',
  )
  const order = next.elements
    .toSorted((x, y) => x.z - y.z)
    .flatMap(({ id, role }) => (role ? [id] : []))
  expect(order.indexOf('q')).toBeLessThan(order.indexOf('a'))
  expect(order.slice(-2)).toEqual(['c', 'f'])
  expect(next.elements.find(({ id }) => id === 'f')).toMatchObject({
    from: { element: 'b', side: 'right' },
    to: { element: 'c' },
  })
  const was = lines(scene)
  expect(was.every((line) => lines(next).includes(line))).toBe(true)
})

test('a thing that is dropped takes its edges along, a panel leaves what stands in it', () => {
  const { scene: next, changed } = apply('<patch><drop ref="b"/><drop ref="p"></drop></patch>')
  expect(changed.toSorted()).toEqual(['b', 'e', 'p'])
  expect(
    next.elements.flatMap(({ role, id }) =>
      role === 'node' || role === 'edge' || role === 'group' ? [id] : [],
    ),
  ).toEqual(['inner', 'a'])
})

test('a panel that is drawn anew keeps what stands in it', () => {
  const { scene: next } = apply(
    '<patch><g data-panel="p"><rect x="0" y="0" width="460" height="150" fill="#eeeeee"/></g></patch>',
  )
  expect(next.elements.find(({ id }) => id === 'inner')).toMatchObject({ parent: 'p' })
})

test('an empty patch changes nothing', () => {
  expect(lines(apply('<patch/>').scene)).toEqual(lines(scene))
  expect(apply('<patch></patch>').changed).toEqual([])
})

const REFUSED: Readonly<
  Record<
    string,
    [patch: string, kind: typeof DrawingRefused | typeof PatchRefused, sentence: RegExp]
  >
> = {
  'no patch': ['I like it as it is.', DrawingRefused, /no <patch>/],
  'a patch that does not end': ['<patch><g data-node="a">', DrawingRefused, /does not end/],
  'broken XML': ['<patch><g data-node="a"></patch>', DrawingRefused, /not well-formed/],
  'an unknown id': [
    '<patch><drop ref="x"/></patch>',
    PatchRefused,
    /drops "x", which the drawing does not have/,
  ],
  'a part that is no group': ['<patch><drop ref="a-1"/></patch>', PatchRefused, /drops "a-1"/],
  'all that there is': [
    '<patch><drop ref="a"/><drop ref="b"/><drop ref="inner"/><drop ref="p"/></patch>',
    PatchRefused,
    /leave nothing/,
  ],
  "an edge of a node's id": [
    '<patch><g data-edge="a"><path d="M0 0H9" stroke="#333"/></g></patch>',
    PatchRefused,
    /"a" is a node of the drawing, in the patch it is an edge/,
  ],
  'an id twice': [
    '<patch><g data-node="n"><rect width="9" height="9"/></g><g data-node="n"><rect width="9" height="9"/></g></patch>',
    PatchRefused,
    /"n" twice/,
  ],
  'no numbers': [
    '<patch><g data-node="a"><rect x="1e999" width="9" height="9"/></g></patch>',
    DrawingRefused,
    /stands where a number must/,
  ],
}
for (const [name, [patch, kind, sentence]] of Object.entries(REFUSED))
  test(`refused: ${name}`, () => {
    expect(() => apply(patch)).toThrow(kind)
    expect(() => apply(patch)).toThrow(sentence)
  })

test('the diagram of a drawing has its things, relations and panels, each with its place in the text', () => {
  const text = 'First raw reads come in. Then reads are counted, which gives counts.'
  const diagram = diagramOf(scene, text)
  expect(
    diagram.nodes.map(({ id, label, group, spans }) => [id, label, group, spans.length]),
  ).toEqual([
    ['inner', 'inner', 'p', 0],
    ['a', 'Raw reads', 'p', 1],
    ['b', 'Counts', undefined, 1],
  ])
  expect(diagram.groups.map(({ id, label }) => [id, label])).toEqual([['p', 'Preparation']])
  expect(diagram.edges).toMatchObject([
    {
      id: 'e',
      from: 'inner',
      fromGroup: 'p',
      to: 'b',
      heads: 'end',
      kind: 'flow',
      spans: [{ start: 30, end: 47 }],
    },
  ])
})

test('the diagram of a clean drawing is grounded in its text', () => {
  const { svg, text } = cleanDrawing(5)
  const { nodes, edges } = diagramOf(readDrawing(svg).scene, text)
  for (const { inferred, spans } of nodes) expect([inferred, spans.length]).toEqual([undefined, 1])
  expect(edges.length).toBeGreaterThan(2)
})
