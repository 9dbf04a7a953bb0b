import { beforeAll, describe, expect, test } from 'bun:test'
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { readMermaid } from '../../src/engines/local/structured/mermaid'
import { EXPORTS, NotExportable } from '../../src/figure/exports'
import type { Exportable } from '../../src/figure/exports/made'
import { texOf } from '../../src/figure/exports/tex'
import { createFigureTools } from '../../src/figure/tools'
import type { Diagram } from '../../src/forms/diagram'
import type { DocumentFormat } from '../../src/forms/outputs'
import type { Scene, TextLine } from '../../src/forms/scene'
import { readDrawing } from '../../src/read/drawing'
import { drawPlot } from './chart/draw'
import { nested, odd, retrieval, stages, training } from './samples/diagrams'

const tools = createFigureTools('0.0.0')

const DRAWN = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 900 400"><defs>
<linearGradient id="g"><stop offset="0" stop-color="#ccddee"/><stop offset="1" stop-color="#4488cc"/></linearGradient></defs>
<g data-panel="lab" data-label="Lab &amp; field"><rect x="10" y="10" width="420" height="380" fill="#f5f9fd"/><text x="30" y="50" font-size="24">Lab &amp; field</text></g>
<g data-node="mouse" data-label="mouse"><g data-picture="a mouse"><ellipse cx="120" cy="150" rx="60" ry="30" fill="#999999"/><path d="M180 150C220 150 220 100 240 120" stroke="#999999" fill="none"/></g><text x="120" y="220" text-anchor="middle" font-size="22">mouse <tspan font-style="italic">Mus</tspan></text></g>
<g data-node="assay" data-label="assay 50%"><rect x="260" y="280" width="150" height="80" rx="10" fill="url(#g)" stroke="#224466"/><text x="335" y="328" text-anchor="middle" font-size="22">assay 50%</text></g>
<g data-node="end" data-label="α → 5 µm #1"><path d="M600 200L700 140L800 200L700 260Z" fill="#ffeedd" stroke="#aa5500"/><text x="700" y="208" text-anchor="middle" font-size="22">α → 5 µm #1</text></g>
<g data-edge="e1" data-from="mouse" data-to="assay"><path d="M150 230C160 300 200 320 260 320" fill="none" stroke="#333333" stroke-width="3"/><text x="170" y="320" font-size="18">blood_x</text></g>
<g data-edge="e2" data-from="assay" data-to="end" data-heads="both"><path d="M410 320L500 320L600 200" fill="none" stroke="#333333" stroke-width="3"/></g>
<text x="850" y="380" text-anchor="end" font-size="18">n = 12 {ok}</text></svg>`

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** As the reader of pictures leaves a figure: loose words and lines, ends that meet nothing, patches of pixels. */
const READ = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 600 300">
<rect x="20" y="40" width="160" height="80" fill="#dbe9f6" stroke="#333333" stroke-width="3"/><text x="100" y="88" text-anchor="middle" font-size="24">Intake</text>
<ellipse cx="450" cy="80" rx="90" ry="40" fill="#dff0dd" stroke="#333333"/><text x="450" y="88" text-anchor="middle" font-size="24">Archive</text>
<g data-edge="a" data-from="node-x"><path d="M180 80L360 80" stroke="#222222" fill="none"/></g>
<image x="300" y="180" width="90" height="60" xlink:href="${PIXEL}"/><path d="M20 250L200 250L200 280" fill="none" stroke="#999999"/></svg>`

const ROWS = Array.from({ length: 24 }, (_, at) => ({
  at,
  of: 'abcd'[at % 4],
  value: at * (at % 5),
}))
const CHARTS = [
  'bars of value by of',
  'scatter of value over at by of',
  'line of value over at',
  'heat map of value by of and at',
]

const STYLES = [
  'academic',
  'hand_drawn',
  'isometric_3d',
  'blueprint',
  'infographic',
  'minimalist',
  'flat_design',
  'colorful',
]
const figures = new Map<string, Exportable>()

const ofScene = (name: string, scene: Scene, diagram?: Diagram) =>
  figures.set(name, { scene, svg: tools.svg(scene), title: name, ...(diagram && { diagram }) })

beforeAll(async () => {
  const diagrams = [
    retrieval,
    nested,
    training,
    stages(5, [2, 3]),
    odd,
    retrieval,
    nested,
    training,
  ]
  for (const [at, style] of STYLES.entries()) {
    const diagram = diagrams[at] ?? retrieval
    const scene = await tools.draw(diagram, { style, ratio: '16:9', title: style })
    ofScene(`laid ${style}`, scene, diagram)
  }
  ofScene('drawn', readDrawing(DRAWN).scene)
  ofScene('drawn without a gradient', readDrawing(DRAWN.replace('url(#g)', '#ccddee')).scene)
  ofScene('read', readDrawing(READ, { own: true }).scene)
  ofScene('read again', readDrawing(READ.replace('Intake', 'Entrée ①'), { own: true }).scene)
  for (const intent of CHARTS) ofScene(intent, (await drawPlot(ROWS, intent)).scene)
  for (const pair of [
    ['drawn', 'laid academic'],
    ['drawn', 'drawn'],
    ['laid hand_drawn', CHARTS[0] ?? ''],
    ['read', 'laid infographic'],
  ]) {
    const sources = pair.map((name) => figures.get(name)?.svg ?? '')
    const panels = pair.map((_, at) => ({ x: 20 + at * 520, y: 20, width: 500, height: 300 }))
    const labels = panels.map((place, at) => ({
      text: `(${at})`,
      band: { ...place, y: 330, height: 30 },
    }))
    const plan = {
      width: 1060,
      height: 380,
      panels,
      labels,
      labelFontSize: 24,
      title: 'c',
      description: '',
    }
    const { scene } = readDrawing(tools.compositeSvg(plan, sources), { own: true })
    ofScene(`composite of ${pair.join(' and ')}`, scene)
  }
})

/** What a scene holds, to be found in every document. */
function held({ elements }: Scene) {
  const things = elements.filter(({ role }) => role === 'node' || role === 'group')
  const ids = new Set(things.map(({ id }) => id))
  const wires = elements.filter(({ kind, geometry }) => kind === 'connector' && geometry)
  const ends = wires.flatMap(({ from, to }) =>
    [from, to].filter((end) => ids.has(end?.element ?? '')),
  )
  const lines = elements.flatMap(({ geometry }) =>
    geometry?.form === 'lines' ? geometry.lines : [],
  )
  return { things: things.length, wires: wires.length, ends: ends.length, lines }
}

const squeezed = (text: string) => text.replace(/\s+/g, '')
const wordsOf = ({ text, runs }: TextLine) =>
  squeezed(runs?.map((run) => run.text).join('') ?? text)

async function made(format: DocumentFormat, name: string) {
  const figure = figures.get(name)
  if (!figure) throw new Error(`there is no figure ${name}`)
  const { bytes, leftOut } = await EXPORTS[format].make(figure)
  return { text: String(bytes), leftOut, ...held(figure.scene), figure }
}

function tagsOf(xml: string) {
  const tags: { name: string; attributes: Record<string, string> }[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    tags.push({ name, attributes: attributes as Record<string, string> })
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return tags
}

/** The words of draw.io's labels. */
const plain = (html: string) =>
  squeezed(html.replace(/<[^>]*>/g, ''))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

test('there are twenty figures of five origins', () => {
  expect(figures.size).toBe(20)
})

describe('of every figure no word, arrow or group is lost', () => {
  test('in PowerPoint, where connectors hold on to what they join', async () => {
    for (const name of figures.keys()) {
      const { lines, wires, ends, figure } = await made('pptx', name)
      const { bytes } = await EXPORTS.pptx.make(figure)
      const slide = unzipSync(bytes as Uint8Array)['ppt/slides/slide.xml']
      const xml = new TextDecoder().decode(slide)
      const count = (tag: string) => tagsOf(xml).filter((each) => each.name === tag).length
      expect([name, count('p:cxnSp')]).toEqual([name, wires])
      expect([name, count('a:stCxn') + count('a:endCxn')]).toEqual([name, ends])
      const words = plain(
        [...xml.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text).join(''),
      )
      for (const line of lines)
        expect([name, words]).toEqual([name, expect.stringContaining(wordsOf(line))])
    }
  })

  test('in draw.io, where edges hold on to what they join', async () => {
    for (const name of figures.keys()) {
      const { text, lines, things, ends } = await made('drawio', name)
      const cells = tagsOf(text).flatMap((tag) => (tag.name === 'mxCell' ? [tag.attributes] : []))
      const ids = new Set(cells.map(({ id }) => id))
      expect([name, ids.size]).toEqual([name, cells.length])
      for (const { parent, source, target } of cells)
        for (const id of [parent, source, target])
          if (id !== undefined) expect(ids.has(id)).toBe(true)
      const joined = cells.flatMap(({ source, target }) =>
        [source, target].filter((id) => id !== undefined),
      )
      expect([name, joined.length]).toEqual([name, ends])
      expect(cells.filter(({ vertex }) => vertex).length).toBeGreaterThanOrEqual(things)
      const words = cells.map(({ value = '' }) => plain(value)).join(' ')
      for (const line of lines) expect(words).toContain(wordsOf(line))
    }
  })

  test('in an SVG that draw.io opens, which is the figure all the same', async () => {
    const { text, figure } = await made('drawio.svg', 'laid academic')
    const [root] = tagsOf(text)
    expect(root?.attributes.content).toBe((await made('drawio', 'laid academic')).text)
    expect(text.replace(/ content="[^"]*"/, '')).toBe(figure.svg)
  })

  test('in Excalidraw, where both sides of a bond name each other', async () => {
    for (const name of figures.keys()) {
      const { text, lines, wires, ends } = await made('excalidraw', name)
      const { elements, files } = JSON.parse(text)
      const byId = new Map<string, Record<string, unknown>>(
        elements.map((one: { id: string }) => [one.id, one]),
      )
      expect([name, byId.size]).toEqual([name, elements.length])
      const isHeld = (holder: unknown, id: unknown) =>
        (byId.get(String(holder))?.boundElements as { id: unknown }[] | undefined)?.some(
          (one) => one.id === id,
        )
      let bonds = 0
      for (const { id, startBinding, endBinding, containerId, fileId } of elements) {
        for (const bond of [startBinding, endBinding])
          if (bond) {
            bonds++
            expect(isHeld(bond.elementId, id)).toBe(true)
          }
        if (containerId) expect(isHeld(containerId, id)).toBe(true)
        if (fileId) expect(files[fileId].dataURL).toStartWith('data:image/')
      }
      expect([name, bonds]).toEqual([name, ends])
      const ofType = (type: string) => elements.filter((one: { type: string }) => one.type === type)
      expect(ofType('arrow')).toHaveLength(wires)
      const words = ofType('text')
        .map((one: { text: string }) => squeezed(one.text))
        .join(' ')
      for (const line of lines) expect(words).toContain(wordsOf(line))
    }
  })

  test('in TikZ, which names nodes and draws from name to name', async () => {
    for (const name of figures.keys()) {
      const { text, lines, things, wires, ends, leftOut } = await made('tikz', name)
      expect([name, text.match(/^\\draw\[/gm)?.length ?? 0]).toEqual([name, wires])
      expect(text.match(/^\\node\[[^\n]* \(\w+\) at /gm) ?? []).toHaveLength(things)
      expect(text.match(/(?<=^\\draw.*)\((?:\[shift=[^\]]*\])?\w+\.[a-z]+\)/gm) ?? []).toHaveLength(
        ends,
      )
      const body = squeezed(text)
      for (const { text: whole, runs = [{ text: whole }] } of lines)
        for (const run of runs) expect(body).toContain(squeezed(texOf(run.text, new Set())))
      for (const sentence of leftOut) expect(text).toContain(`% ${sentence}`)
      const braces = text.replace(/\\[{}]/g, '')
      expect(braces.split('{').length).toBe(braces.split('}').length)
    }
  })

  test('in mermaid, which our own reader takes for the same nodes and edges', async () => {
    for (const [name, { scene, diagram }] of figures) {
      if (held(scene).things === 0) {
        expect(() => EXPORTS.mermaid.make({ scene, svg: '', title: '' })).toThrow(NotExportable)
        continue
      }
      const { text, things } = await made('mermaid', name)
      const read = readMermaid(text, 0, text.length)
      expect([name, read?.unread, read?.diagram.warnings]).toEqual([name, 0, []])
      const { nodes = [], edges = [], groups = [] } = read?.diagram ?? {}
      expect(nodes.length + groups.length).toBeLessThanOrEqual(things + 2)
      if (diagram?.shape !== 'graph') continue
      const labels = diagram.nodes.map(({ label, detail }) =>
        detail ? `${label}\n${detail}` : label,
      )
      expect(nodes.map(({ label }) => label).sort()).toEqual(labels.sort())
      const ofEdge = (edge: (typeof edges)[number], of: Pick<Diagram, 'nodes'>) =>
        [edge.from, edge.label ?? '', edge.to, edge.heads].map(
          (one) => of.nodes.find(({ id }) => id === one)?.label.split('\n')[0] ?? one,
        )
      expect(edges.map((edge) => ofEdge(edge, { nodes }).join()).sort()).toEqual(
        diagram.edges.map((edge) => ofEdge(edge, diagram).join()).sort(),
      )
      expect(groups.map(({ label }) => label).sort()).toEqual(
        diagram.groups.map(({ label }) => label).sort(),
      )
    }
  })
})

describe('what a format cannot hold', () => {
  test('is said, and stands in the file as a comment', async () => {
    const { text, leftOut } = await made('drawio', 'drawn')
    expect(leftOut).toContain('Ramps of colour in outlines become their mean colour (1).')
    expect(text).toContain(`<!-- ${leftOut[0]} -->`)
    expect((await made('drawio', 'drawn without a gradient')).leftOut).toEqual([])
  })

  test('of letters that pdflatex cannot set is named by them', async () => {
    const { leftOut } = await made('tikz', 'read again')
    expect(leftOut.join(' ')).toContain('pdflatex cannot set ①')
  })
})

test('labels of mermaid’s own signs come back as they were', () => {
  const signs = 'a "b" #c; <d> & `e` *f* _g_ {h} [i] |j| \\k'
  for (const label of [signs, '1. first', '- item', 'end', 'x --> y', '%% no comment']) {
    const diagram: Diagram = {
      ...retrieval,
      nodes: [{ id: 'end', label, kind: 'process', spans: [], confidence: 1 }],
      edges: [],
      groups: [],
    }
    const { scene } = figures.get('drawn') as Exportable
    const text = String(
      (EXPORTS.mermaid.make({ scene, svg: '', title: 't', diagram }) as { bytes: string }).bytes,
    )
    expect(readMermaid(text, 0, text.length)?.diagram.nodes.map((node) => node.label)).toEqual([
      label,
    ])
  }
})

test('the page to share names nothing outside and runs its own script alone', async () => {
  const { text, figure } = await made('html', 'laid academic')
  expect(text).toContain(figure.svg)
  const rest = text.replace(figure.svg, '')
  expect(rest).not.toMatch(/(?:src|href)="|url\(|@import|https?:/)
  const script = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] ?? ''
  const hash = new Bun.CryptoHasher('sha256').update(script).digest('base64')
  expect(text).toContain(`content="default-src 'none'; script-src 'sha256-${hash}';`)
  const title = String((await EXPORTS.html.make({ ...figure, title: '</title><script>x' })).bytes)
  expect(title).not.toContain('<script>x')
})
