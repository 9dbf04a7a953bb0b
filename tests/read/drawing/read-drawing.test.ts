import { expect, test } from 'bun:test'
import { fontsFor } from '../../../src/figure/fonts'
import { toSvg } from '../../../src/figure/svg'
import { cleanSvg } from '../../../src/figure/svg/clean'
import { createFigureTools } from '../../../src/figure/tools'
import type { Scene, SceneElement } from '../../../src/forms/scene'
import { DrawingRefused, readDrawing } from '../../../src/read/drawing'
import { opaque } from '../../../src/read/image/pixels/pixels'
import { ssim } from '../../../src/read/image/pixels/ssim'
import { rasterizePixels } from '../../../wasm/resvg'
import { cleanDrawing } from '../../bench/drawings/clean'
import { odd, retrieval } from '../../figure/samples/diagrams'
import { HOSTILE } from './hostile'

const svg = (inner: string, defs = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 400" font-family="Inter" fill="#22303f"><defs>${defs}</defs><rect width="100%" height="100%" fill="#ffffff"/>${inner}</svg>`

const write = (scene: Scene) => toSvg(scene, { version: 'test' })
const scene = (inner: string, defs = '') => readDrawing(svg(inner, defs)).scene
const byId = ({ elements }: Scene, id: string) => elements.find((each) => each.id === id)
const said = ({ elements }: Scene) =>
  elements
    .filter(({ role }) => role === 'node' || role === 'edge' || role === 'group')
    .map(({ role, id, label, from, to, heads }) =>
      [role, id, label, from?.element, to?.element, heads].join(' '),
    )
    .toSorted()

async function likeness(one: string, two: string): Promise<number> {
  const [a, b] = await Promise.all(
    [one, two].map(async (each) =>
      opaque((await rasterizePixels(cleanSvg(each), 800, fontsFor(each))) as never),
    ),
  )
  return a && b ? ssim(a, b) : 0
}

const ARROW = `<marker id="m" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0L10 5L0 10Z" fill="#2b66a8"/></marker>`
const BOXES = `<g data-node="a" data-label="Reads"><rect x="20" y="20" width="120" height="60" rx="8" fill="#e6eff9" stroke="#2b66a8"/><text x="80" y="56" font-size="20" text-anchor="middle">Reads</text></g>
<g data-node="b"><rect x="300" y="20" width="120" height="60"/><text x="360" y="56" font-size="20" fill="#ffffff" text-anchor="middle">Counts</text></g>`

test('a drawing of everything that a drawing may have looks the same when it is written again', async () => {
  const drawing = svg(
    `<g data-panel="p"><rect x="10" y="10" width="780" height="380" rx="12" fill="#f4f6f9"/><text x="30" y="44" font-size="25" font-weight="700">Panel</text></g>
    <g data-scheme="a band"><path d="M40 300C200 300 200 350 400 350" fill="none" stroke="#fadfc4" stroke-width="24"/></g>
    <g data-node="n" transform="translate(60 80) rotate(8)" opacity=".8"><rect width="120" height="80" rx="9" fill="url(#r)" stroke="#333" stroke-dasharray="6 4" stroke-linejoin="bevel"/><use href="#dot" x="20" y="20" transform="scale(1.4 .9)"/></g>
    <g clip-path="url(#c)"><rect x="260" y="60" width="140" height="120" fill="url(#g)"/><path d="M260 60l140 120m0-120l-140 120" stroke="#ffffff" stroke-width="3"/></g>
    <path fill-rule="evenodd" d="M440 60h90v90h-90zM460 80h50v50h-50z" fill="#128063" fill-opacity=".6" stroke="#128063"/>
    <use href="#sym" x="560" y="60" width="80" height="80" fill="#a93434"/>
    <text x="60" y="250" font-size="20">H<tspan dy="6" font-size="14">2</tspan><tspan dy="-6">O</tspan> and <tspan font-weight="700" fill="#a93434">heavy</tspan></text>
    <text font-size="20"><tspan x="300" y="230">two</tspan><tspan x="300" dy="1.3em">lines</tspan></text>
    <text transform="rotate(-90 700 250)" x="700" y="250" font-size="18" text-anchor="middle" stroke="#ffffff" stroke-width="4" paint-order="stroke">turned</text>
    <text x="480" y="230" style="font-size:22px;fill:#5a479b;letter-spacing:2px">spaced</text>
    <line x1="60" y1="370" x2="240" y2="370" stroke="#2b66a8" stroke-width="3" marker-start="url(#m)" marker-end="url(#m)"/>
    <path d="M300 300V340Q300 350 310 350H420" fill="none" stroke="#2b66a8" stroke-width="3" marker-end="url(#m)"/>
    <polyline points="500,300 540,340 580,300" fill="none" stroke="#333" stroke-linecap="square" stroke-width="5"/><polygon points="620,300 660,300 640,340" fill="#e9a23b"/>`,
    `${ARROW}<g id="dot"><circle cx="20" cy="12" r="12" fill="#c4660e"/><ellipse cx="50" cy="12" rx="14" ry="6"/></g>
    <symbol id="sym" viewBox="0 0 40 40"><path d="M0 20C0 0 40 0 40 20S20 40 20 40S0 40 0 20Z"/></symbol>
    <linearGradient id="base"><stop offset="0%" stop-color="#dce8f7"/><stop offset="1" stop-color="#2463b8" stop-opacity=".7"/></linearGradient>
    <linearGradient id="g" href="#base" gradientTransform="rotate(30)"/><radialGradient id="r" href="#base" cx=".3" cy=".4" r=".7"/>
    <clipPath id="c"><circle cx="330" cy="120" r="56"/></clipPath>`,
  )
  const { scene: read, dropped } = readDrawing(drawing)
  expect(dropped).toEqual([])
  const again = write(read)
  expect(await likeness(drawing, again)).toBeGreaterThan(0.985)
  expect(write(readDrawing(again).scene)).toBe(again)
  expect(again).not.toMatch(/<use|<symbol|style=|auto-start-reverse/)
  expect(cleanSvg(again)).toBe(again)
})

test('groups say what they are, and edges hold on to what they name', () => {
  const read = scene(
    `<g data-panel="p" data-label="Preparation"><rect x="10" y="5" width="440" height="90"/></g>${BOXES}
    <g data-edge="e" data-from="a" data-to="b" data-quote="reads are counted"><path d="M140 50H300" fill="none" stroke="#2b66a8" stroke-width="3" marker-end="url(#m)"/><text x="220" y="40" font-size="18" text-anchor="middle">counted</text></g>
    <g data-note="n">see text</g><g data-key=""><rect x="500" y="20" width="80" height="60" fill="none" stroke="#333"/><text x="510" y="50" font-size="17">Key</text></g>`,
    ARROW,
  )
  expect(byId(read, 'a')).toMatchObject({
    role: 'node',
    kind: 'shape',
    label: 'Reads',
    geometry: { form: 'rect', radius: 8 },
  })
  expect(byId(read, 'b')).toMatchObject({ role: 'node', label: 'Counts' })
  expect(byId(read, 'p')).toMatchObject({ role: 'group', kind: 'group', label: 'Preparation' })
  expect(byId(read, 'e')).toMatchObject({
    ...{
      role: 'edge',
      kind: 'connector',
      heads: 'end',
      label: 'counted',
      quote: 'reads are counted',
    },
    ...{ from: { element: 'a', side: 'right' }, to: { element: 'b', side: 'left', at: 0.5 } },
    geometry: { form: 'polyline' },
    style: { head: { form: 'triangle', length: 4, width: 4 } },
  })
  expect(read.elements.find(({ role }) => role === 'key')).toBeDefined()
  const written = write(read)
  expect(written).toContain('<g class="node" id="a" data-node="a" data-label="Reads"')
  expect(written).toMatch(
    /<g class="edge" id="e" data-edge="e" data-label="counted" data-from="a" data-to="b" data-quote="reads are counted"/,
  )
  expect(readDrawing(written).scene.elements.map(plain)).toEqual(read.elements.map(plain))
})

const plain = (each: SceneElement) => JSON.parse(JSON.stringify(each))

test("heads of all kinds end where they are drawn to end, as the writer's own or as parts", () => {
  const tip = (marker: string, more = '') => {
    const read = scene(
      `${BOXES}<g data-edge="e" data-from="a" data-to="b"${more}><path d="M140 50H290" stroke="#333" stroke-width="2" marker-end="url(#k)"/></g>`,
      marker,
    )
    return byId(read, 'e')
  }
  const kind = (
    path: string,
    size = 'viewBox="0 0 10 10" refX="10" refY="5" markerWidth="5" markerHeight="5"',
  ) => tip(`<marker id="k" ${size} orient="auto">${path}</marker>`)?.style.head?.form
  expect(kind('<path d="M0 0L10 5L0 10Z"/>')).toBe('triangle')
  expect(kind('<path d="M0 0L10 5L0 10L3 5Z"/>')).toBe('barbed')
  expect(kind('<path d="M0 0L10 5L0 10" fill="none" stroke="#333"/>')).toBe('open')
  expect(kind('<path d="M10 0V10" fill="none" stroke="#333"/>')).toBe('bar')
  expect(kind('<circle cx="5" cy="5" r="4" fill="none" stroke="#333"/>')).toBe('circle')
  expect(kind('<path d="M0 0H10V10H0Z"/>')).toBeUndefined()
  // A tip that stands beyond the line is where the connector ends.
  const far = tip(
    '<marker id="k" viewBox="0 0 10 10" refX="0" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L10 5L0 10Z"/></marker>',
  )
  expect(far?.geometry).toMatchObject({
    points: [
      { x: 140, y: 50 },
      { x: 300, y: 50 },
    ],
  })
  // One that is drawn by hand is one too.
  const drawn = scene(
    `${BOXES}<g data-edge="e" data-from="a" data-to="b"><path d="M140 50H290" stroke="#333" stroke-width="2"/><path d="M288 44L300 50L288 56Z" fill="#333333"/></g>`,
  )
  expect(byId(drawn, 'e')).toMatchObject({
    heads: 'end',
    style: { head: { form: 'triangle' } },
    geometry: { points: [{}, { x: 300 }] },
  })
  expect(drawn.elements.filter(({ parent }) => parent === 'e')).toEqual([])
  // Promised and not there.
  const none = scene(
    `${BOXES}<g data-edge="e" data-from="a" data-to="b" data-heads="both"><path d="M140 50H300" stroke="#333"/></g>`,
  )
  expect(byId(none, 'e')).toMatchObject({ heads: 'none', data: { heads: 'both' } })
})

test('a second group of an id, and ends that name nothing, are kept as they were said', () => {
  const read = scene(
    `${BOXES}<g data-node="a"><rect x="600" y="20" width="80" height="60"/></g><g data-edge="e" data-to="nobody"><path d="M140 50H300" stroke="#333"/></g>`,
  )
  const second = read.elements.find(({ data }) => data?.node === 'a')
  expect(second?.id).not.toBe('a')
  expect(byId(read, 'e')).toMatchObject({ data: { from: '', to: 'nobody' } })
  expect(write(read)).toContain('data-node="a" ')
  expect(write(readDrawing(write(read)).scene)).toBe(write(read))
})

test("the house's own figures come back as they were, in every byte the second time", async () => {
  const tools = createFigureTools('test')
  for (const [style, diagram] of [
    ['academic', retrieval],
    ['hand_drawn', odd],
    ['infographic', retrieval],
  ] as const) {
    const own = await tools.draw(diagram, { style, ratio: '16:9', title: 'Own' })
    const { scene: again, dropped } = readDrawing(tools.svg(own), { own: true })
    expect(dropped).toEqual([])
    expect(said(again)).toEqual(said(own))
    expect(again).toMatchObject({
      width: own.width,
      height: own.height,
      paper: own.paper,
      background: own.background,
      title: 'Own',
    })
    const written = write(again)
    expect(await likeness(tools.svg(own), written)).toBeGreaterThan(0.999)
    expect(write(readDrawing(written, { own: true }).scene)).toBe(written)
  }
})

test('drawings of models come back in every byte', () => {
  for (let seed = 0; seed < 12; seed++) {
    const { scene: read, dropped } = readDrawing(cleanDrawing(seed).svg)
    expect(dropped).toEqual([])
    expect(write(readDrawing(write(read)).scene)).toBe(write(read))
  }
})

test('a drawing without our groups is taken by its geometry', () => {
  const read = readDrawing(
    `Here it is: <svg viewBox="0 0 600 200" width="600pt"><polygon fill="white" points="0,0 600,0 600,200 0,200"/>
    <rect x="10" y="20" width="250" height="140" fill="#eee"/><text x="20" y="40" font-size="14">Preparation</text>
    <rect x="30" y="60" width="90" height="50" fill="white" stroke="black"/><text x="45" y="90" font-size="14">Reads</text>
    <rect x="160" y="60" width="90" height="50" fill="white" stroke="black"/><text x="175" y="90" font-size="14">Trim</text>
    <ellipse cx="400" cy="85" rx="60" ry="30" fill="none" stroke="black"/><text x="380" y="90" font-size="14">Count</text>
    <path d="M120 85H152" stroke="black" fill="none"/><polygon points="150,81 160,85 150,89" fill="black"/>
    <path d="M250 85C280 85 300 85 340 85" stroke="black" fill="none"/><text x="270" y="78" font-size="12">sends</text></svg>`,
  ).scene
  expect(said(read)).toEqual([
    expect.stringMatching(/^edge \S+ {2}\S+ \S+ end$/),
    expect.stringMatching(/^edge \S+ sends \S+ \S+ none$/),
    expect.stringMatching(/^group \S+ Preparation/),
    expect.stringMatching(/^node \S+ Reads/),
    expect.stringMatching(/^node \S+ Trim/),
    expect.stringMatching(/^node \S+ Count/),
  ])
  expect(read.background).toBe('#ffffff')
})

test('pictures with captions are things, a drawn head is none, and lines may begin at a panel', () => {
  const read = readDrawing(
    `<svg viewBox="0 0 900 400"><rect x="20" y="20" width="300" height="340" fill="#0d1b2e"/><text x="40" y="52" font-size="22" fill="#fff">Observation</text>
    <circle cx="170" cy="150" r="60" fill="#f2c14e"/><text x="170" y="240" font-size="18" text-anchor="middle" fill="#fff">planet</text>
    <rect x="420" y="60" width="160" height="100" fill="none" stroke="#333"/><path d="M430 100L570 90" stroke="#26b"/><text x="500" y="190" font-size="18" text-anchor="middle">light curve</text>
    <ellipse cx="500" cy="300" rx="80" ry="40" fill="none" stroke="#333"/><text x="500" y="306" font-size="18" text-anchor="middle">vetting</text>
    <path d="M320 110H404" stroke="#333" stroke-width="3" fill="none"/><path d="M404 98L420 110L404 122Z" fill="#333"/>
    <path d="M500 202V250" stroke="#333" fill="none"/><path d="M494 250H506L500 260Z" fill="#333"/></svg>`,
  ).scene
  const names = new Map(read.elements.map(({ id, label }) => [id, label]))
  expect(read.elements.flatMap(({ role, label }) => (role === 'node' ? [label] : []))).toEqual([
    'planet',
    'light curve',
    'vetting',
  ])
  expect(
    read.elements.flatMap(({ role, from, to, heads }) =>
      role === 'edge'
        ? [[names.get(from?.element ?? ''), names.get(to?.element ?? ''), heads]]
        : [],
    ),
  ).toEqual([
    ['Observation', 'light curve', 'end'],
    ['light curve', 'vetting', 'end'],
  ])
})

test('what no drawing has is left out and named, once for each kind', () => {
  const { scene: read, dropped } = readDrawing(
    svg(
      `<script>x()</script>${BOXES}<image href="http://evil/x.png" width="9" height="9"/><rect x="500" y="20" width="50" height="50" onclick="x()" filter="url(#f)" fill="url(#nowhere)" stroke="#333"/><use href="#gone"/><foreignObject/><foreignObject/>`,
    ),
  )
  expect(dropped).toEqual([
    'script is no part of a drawing and was left out.',
    'href is no part of a drawing and was left out.',
    'onclick is no part of a drawing and was left out.',
    'foreignObject is no part of a drawing and was left out (2 times).',
    'image is no part of a drawing and was left out.',
    expect.stringContaining('#nowhere'),
    'The use of #gone leads nowhere and was left out.',
  ])
  expect(write(read)).not.toMatch(/evil|onclick|script/)
})

for (const [name, { drawing, refused }] of Object.entries(HOSTILE))
  test(`hostile: ${name}`, () => {
    if (refused === undefined) {
      const { scene: read } = readDrawing(drawing)
      const written = write(read)
      expect(written).not.toMatch(/script|evil|http:\/\/(?!www\.(?:w3|inkscape))|NaN|Infinity/)
      return
    }
    expect(() => readDrawing(drawing)).toThrow(DrawingRefused)
    expect(() => readDrawing(drawing)).toThrow(refused)
  })
