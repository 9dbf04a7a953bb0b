import { describe, expect, test } from 'bun:test'
import { cleanSvg } from '../../src/figure/clean'
import { contrast } from '../../src/figure/contrast'
import { themes } from '../../src/figure/themes'
import { createFigureTools } from '../../src/figure/tools'
import type { Diagram, NodeKind } from '../../src/forms/diagram'
import type { Scene, SceneElement } from '../../src/forms/scene'
import { STYLES } from '../../src/host/kit'
import { difference, type Vision } from './samples/colour-vision'
import { graph, nested, retrieval, stages, training } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const draw = (diagram: Diagram, style: string, ratio = '16:9') =>
  tools.draw(diagram, { style, ratio, title: 'A figure' })

const KINDS: NodeKind[] = [
  'process',
  'data',
  'store',
  'decision',
  'document',
  'model',
  'human',
  'metric',
]

/** Every kind of node, words that icons know, a formula and letters of three families. */
const clinic = graph(
  [
    ['data', 'Patient records', 'data'],
    ['document', 'Clinical notes', 'document'],
    ['process', 'Segment image', 'process', undefined, '$\\lambda = 10^{-3}$'],
    ['model', 'Vision transformer', 'model'],
    ['store', 'Image database', 'store'],
    ['human', 'Radiologist', 'human'],
    ['metric', 'Dice score ≥ 0.8 → ∇', 'metric'],
    ['decision', 'Accept?', 'decision'],
  ],
  [
    { from: 'data', to: 'process' },
    { from: 'document', to: 'model' },
    { from: 'process', to: 'model' },
    { from: 'model', to: 'decision' },
    { from: 'store', to: 'model', label: 'reads', confidence: 0.4 },
    { from: 'decision', to: 'metric', label: 'yes' },
    { from: 'decision', to: 'human', label: 'no' },
    { from: 'human', to: 'process', feedback: true, label: 'corrects' },
  ],
)

const diagrams: Record<string, Diagram> = {
  clinic,
  retrieval,
  nested,
  stages: stages(6, [2, 2, 2]),
}
const names = Object.keys(themes)

test('there is a theme for every style a client may name', () => {
  expect(names.toSorted()).toEqual([...STYLES].toSorted())
})

describe.each(names)('%s', (style) => {
  describe.each(['16:9', '4:3', '1:1', '9:16'])('at %s', (ratio) => {
    test.each(Object.keys(diagrams))('%s is sound', async (name) => {
      const scene = await draw(diagrams[name] ?? clinic, style, ratio)
      const figures = tools.measure(scene)
      const faults = ['nodeOverlaps', 'edgesThroughNodes', 'textOverflow', 'missingGlyphs']
      for (const fault of faults) expect([fault, figures[fault]]).toEqual([fault, 0])
      const least = style === 'academic' || style === 'minimalist' ? 7 : 4.5
      expect(figures.worstContrast).toBeGreaterThanOrEqual(least)
      const svg = tools.svg(scene)
      expect(cleanSvg(svg)).toBe(svg)
      expect(svg).not.toMatch(/NaN|undefined|Infinity|[\ue000-\ue004]/)
    })
  })

  test('the same diagram gives the same bytes', async () => {
    const first = tools.svg(await draw(clinic, style))
    expect(tools.svg(await draw(structuredClone(clinic), style))).toBe(first)
  })

  test('lines and arrows stand out from the ground', () => {
    const { palette } = themes[style] ?? themes.academic ?? never()
    const lines = [palette.connector, ...palette.hues.map(({ line }) => line)]
    for (const line of lines) {
      expect([line, contrast(line, palette.background) >= 3]).toEqual([line, true])
    }
  })

  test.each<Vision>(['normal', 'deuteranopia', 'protanopia'])('stages differ for %s', (vision) => {
    const { palette } = themes[style] ?? never()
    const key = style === 'minimalist' || style === 'flat_design' ? 'deep' : 'line'
    const hues = palette.hues.map((each) => each[key])
    expect(hues.length).toBeGreaterThanOrEqual(4)
    for (const [index, one] of hues.entries()) {
      for (const two of hues.slice(index + 1)) {
        const distance = difference(one, two, vision)
        expect([one, two, distance > 10 ? 'apart' : distance]).toEqual([one, two, 'apart'])
      }
    }
  })

  test('every kind of node has a form of its own', async () => {
    const scene = await draw(clinic, style)
    const looks = KINDS.map((kind) => look(scene, kind))
    expect(new Set(looks).size).toBe(KINDS.length)
  })

  test('a connector is one line that ends in its head, dashed where it is inferred', async () => {
    const svg = tools.svg(await draw(clinic, style))
    const edges = svg.match(/<g class="edge".*?<\/g>/g) ?? []
    expect(edges).toHaveLength(clinic.edges.length)
    for (const edge of edges) {
      expect(edge.match(/<path /g)).toHaveLength(1)
      expect(edge).toContain('marker-end="url(#')
      expect(edge.includes('stroke-dasharray')).toBe(edge.includes('data-inferred'))
    }
  })
})

/** Form and proportions without place and size: what tells one kind from another but for words and colour. */
function look(scene: Scene, id: string): string {
  const node = scene.elements.find((each) => each.id === id) ?? never()
  const icon = scene.elements.find((each) => each.kind === 'icon' && each.parent === id)
  const geometry = node.geometry
  const form =
    geometry?.form === 'polygon'
      ? `polygon ${geometry.points.length} ${slant(node)}`
      : geometry?.form === 'rect'
        ? `rect ${Math.round(geometry.radius)}`
        : geometry?.form
  return `${form} ${icon?.label ?? ''} ${node.paint?.length ?? 0}`
}

/** A diamond's first corner is in the middle of its top, a parallelogram's near its left end. */
function slant({ geometry, box }: SceneElement): string {
  const first = geometry?.form === 'polygon' ? geometry.points[0] : undefined
  return first && first.x > box.x + 0.4 * box.width ? 'middle' : 'side'
}

function never(): never {
  throw new Error('not there')
}

test('no two themes share their ground and hues', () => {
  const looks = Object.values(themes).map(({ palette: { background, hues } }) =>
    [background, ...hues.map(({ line, deep, tint }) => `${line}${deep}${tint}`)].join(),
  )
  expect(new Set(looks).size).toBe(looks.length)
})

test('no two themes draw the same figure alike', async () => {
  const drawn = await Promise.all(
    names.map(async (style) => tools.svg(await draw(training, style))),
  )
  const shapes = drawn.map((svg) => svg.replace(/#[0-9a-f]{6}/g, ''))
  expect(new Set(shapes).size).toBe(names.length)
})

describe('icons', () => {
  const icons = (scene: Scene) => scene.elements.filter(({ kind }) => kind === 'icon')

  test('none in minimalist, few in academic, more where a theme is ready with them', async () => {
    const count = async (style: string) => icons(await draw(clinic, style)).length
    expect(await count('minimalist')).toBe(0)
    const few = await count('academic')
    expect(few).toBeGreaterThan(0)
    for (const style of ['colorful', 'infographic', 'flat_design'])
      expect(await count(style)).toBeGreaterThan(few)
  })

  test('an icon says what it shows, lies in its node and beside its words', async () => {
    const scene = await draw(clinic, 'colorful')
    const person = icons(scene).find(({ parent }) => parent === 'human') ?? never()
    expect(person.label).toBe('person')
    for (const icon of icons(scene)) {
      const node = scene.elements.find(({ id }) => id === icon.parent) ?? never()
      expect(icon.box.x).toBeGreaterThan(node.box.x)
      expect(icon.box.y).toBeGreaterThanOrEqual(node.box.y)
      for (const text of scene.elements.filter(
        ({ kind, parent }) => kind === 'text' && parent === node.id,
      ))
        expect(icon.box.x + icon.box.width).toBeLessThan(text.box.x)
    }
    expect(tools.svg(scene)).toContain('<g class="icon" id="human-icon" data-label="person">')
  })

  test('placeholders stand inside the node', async () => {
    const scene = await draw(clinic, 'colorful')
    const svg = tools.svg(scene, { placeholders: { mode: 'label', ids: ['human-icon'] } })
    expect(svg).toMatch(/id="human" data-label="Radiologist">.*<g id="AF01" class="icon">/)
    expect(svg).not.toContain('id="human-icon"')
  })
})

test('dressed elements cover nothing they should not: tiles lie to the right and below', async () => {
  const scene = await draw(retrieval, 'isometric_3d')
  const nodes = scene.elements.filter(({ role }) => role === 'node')
  const edges = scene.elements.filter(({ role }) => role === 'edge')
  for (const node of nodes) {
    const numbers = (node.paint ?? []).flatMap(({ d }) =>
      [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
    )
    for (const [x = 0, y = 0] of numbers) {
      expect(x).toBeGreaterThanOrEqual(node.box.x - 0.1)
      expect(y).toBeGreaterThanOrEqual(node.box.y - 0.1)
    }
    for (const edge of edges) expect(edge.z).toBeGreaterThan(node.z)
  }
})

test('a ground of lines is one path per stroke, within the canvas: LibreOffice draws no patterns', async () => {
  for (const style of ['blueprint', 'isometric_3d']) {
    const scene = await draw(retrieval, style)
    const svg = tools.svg(scene)
    expect(svg).not.toContain('<pattern ')
    const ground = svg.slice(svg.indexOf('<rect '), svg.indexOf('<g '))
    const points = [...ground.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)]
    expect(points.length).toBeGreaterThan(40)
    expect(ground.length).toBeLessThan(6000)
    for (const [, x, y] of points) {
      expect(Number(x)).toBeWithin(-0.01, scene.width + 0.02)
      expect(Number(y)).toBeWithin(-0.01, scene.height + 0.02)
    }
  }
})

test('a ground of anything but through lines stays a pattern', async () => {
  const scene = await draw(retrieval, 'blueprint')
  const dots = {
    width: 20,
    height: 20,
    strokes: [{ d: 'M9 9L11 11', stroke: '#fff', strokeWidth: 1 }],
  }
  expect(tools.svg({ ...scene, ground: { tile: dots } })).toContain('fill="url(#ground-tile)"')
})
