import { describe, expect, test } from 'bun:test'
import { contrast } from '../../src/figure/pixels/color'
import { cleanSvg } from '../../src/figure/svg/clean'
import { themes } from '../../src/figure/themes'
import { createFigureTools } from '../../src/figure/tools'
import type { Diagram, NodeKind } from '../../src/forms/diagram'
import { STYLES } from '../../src/forms/look'
import type { Scene, SceneElement } from '../../src/forms/scene'
import { difference, type Vision } from './samples/colour-vision'
import { graph, nested, retrieval, stages, training } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const draw = (diagram: Diagram, style: string, ratio = '16:9') =>
  tools.draw(diagram, { style, ratio, title: 'A figure' })

const drawn = new Map<string, Promise<Scene>>()

/** The figure that several stories look at, drawn once in each style. */
function clinicIn(style: string): Promise<Scene> {
  const scene = drawn.get(style) ?? draw(clinic, style)
  drawn.set(style, scene)
  return scene
}

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
const RATIOS = ['16:9', '4:3', '1:1', '9:16']

describe.each(STYLES)('%s', (style) => {
  test('a border that its author dashed is, a pale colour of its author keeps its hue', async () => {
    const diagram: Diagram = {
      ...clinic,
      nodes: clinic.nodes.map((node, index) =>
        index === 2 ? { ...node, accent: '#ede9fe', dashed: true } : node,
      ),
    }
    const { elements } = await draw(diagram, style)
    const [, , dashed, solid] = clinic.nodes.map(({ label }) =>
      elements.find((each) => each.role === 'node' && each.label === label),
    )
    const lines = dashed?.paint ?? [dashed]
    expect(lines.some((line) => line?.style.dash)).toBe(true)
    expect(dashed?.style.stroke).toMatch(/^#/)
    expect(solid?.style.dash).toBeUndefined()
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt((dashed?.style.stroke ?? '').slice(at, at + 2), 16),
    )
    expect(blue - green).toBeGreaterThan(40)
    expect(red).toBeGreaterThan(green)
  })

  test('data that its author coloured are filled, others stay as they are', async () => {
    const nodes = clinic.nodes.map((node) =>
      node.kind === 'data' ? { ...node, accent: '#a040c0' } : node,
    )
    const fills = ({ elements }: Scene) => {
      const found = elements.find(({ id }) => id === 'data')
      return [found, ...(found?.paint ?? [])].map((each) => each?.style.fill)
    }
    expect(fills(await draw({ ...clinic, nodes }, style))).not.toEqual(fills(await clinicIn(style)))
  })

  test('a pale fill and a heavy border of an author are drawn, whatever the form', async () => {
    const forms = ['circle', 'cylinder', 'box'] as const
    const formed = clinic.nodes.map((node, index) => {
      const form = forms[index]
      return form ? { ...node, form, accent: '#ffd9a0' } : node
    })
    const looks = async (heavy: boolean) => {
      const nodes = formed.map((node, index) => (forms[index] && heavy ? { ...node, heavy } : node))
      const { elements } = await draw({ ...clinic, nodes }, style)
      return forms.map((_, index) => {
        const node = elements.find(({ id }) => id === clinic.nodes[index]?.id)
        const styles = [node?.style ?? {}, ...(node?.paint ?? []).map((each) => each.style)]
        const widths = styles.map(({ stroke, strokeWidth = 1 }) => (stroke ? strokeWidth : 0))
        return { fills: styles.flatMap(({ fill }) => fill ?? []), width: Math.max(0, ...widths) }
      })
    }
    const [plain, heavy] = [await looks(false), await looks(true)]
    const { background } = themes[style].palette
    for (const [index, { fills, width }] of plain.entries()) {
      if (contrast(background, '#ffd9a0') < 3) expect(fills).toContain('#ffd9a0')
      expect(heavy[index]?.width).toBeGreaterThan(1.4 * width)
    }
  })

  test('two heads of a short heavy line do not meet', async () => {
    const ids = [...'abcdefghijkl']
    const chain = graph(
      ids.map((id) => [id, id]),
      ids.slice(1).map((id, index) => ({ from: ids[index] ?? '', to: id })),
    )
    const edges = chain.edges.map((edge) => ({
      ...edge,
      heads: 'both' as const,
      emphasis: 1 as const,
    }))
    const { elements } = await draw({ ...chain, edges, direction: 'down' }, style)
    const shafts = elements.flatMap(({ geometry, heads, style: { head, strokeWidth = 1 } }) => {
      if (geometry?.form !== 'polyline' || heads !== 'both') return []
      const [a, b] = geometry.points
      const long = a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
      const ends = geometry.points.length === 2 ? 2 : 1
      return [long - ends * (head?.length ?? 0) * strokeWidth]
    })
    expect(shafts).toHaveLength(11)
    expect(Math.min(...shafts)).toBeGreaterThan(0)
  })

  test('a bar at the end of a line is no arrow-head, and stands before the border', async () => {
    const edges = clinic.edges.map((edge, index) =>
      index === 0 ? { ...edge, tip: 'bar' as const } : edge,
    )
    const scene = await draw({ ...clinic, edges }, style)
    const [bar] = scene.elements.filter(({ style: { head } }) => head?.form === 'bar')
    expect(scene.elements.filter(({ style: { head } }) => head?.form === 'bar')).toHaveLength(1)
    expect(bar?.id).toBe(clinic.edges[0]?.id)
    const [, x1, y1, x2, y2] =
      /<marker[^>]*><path d="M(\S+) (\S+)L(\S+) ([^"\s]+)" fill="none"/.exec(tools.svg(scene)) ?? []
    expect(x1).toBe(x2 ?? '')
    expect(Number(y2)).toBeGreaterThan(Number(y1))
  })

  // Each with another ratio from style to style: the bench of layout draws the whole.
  const turn = STYLES.indexOf(style)
  test.each(
    Object.keys(diagrams).map((name, at) => [name, RATIOS[(at + turn) % 4] ?? '16:9'] as const),
  )('%s is sound at %s', async (name, ratio) => {
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

  test('the same diagram gives the same bytes', async () => {
    const first = tools.svg(await clinicIn(style))
    expect(tools.svg(await draw(structuredClone(clinic), style))).toBe(first)
  })

  test('lines and arrows stand out from the ground', () => {
    const { palette } = themes[style]
    const lines = [palette.connector, ...palette.hues.map(({ line }) => line)]
    for (const line of lines) {
      expect([line, contrast(line, palette.background) >= 3]).toEqual([line, true])
    }
  })

  test.each<Vision>(['normal', 'deuteranopia', 'protanopia'])('stages differ for %s', (vision) => {
    const { palette } = themes[style]
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
    const scene = await clinicIn(style)
    const looks = KINDS.map((kind) => look(scene, kind))
    expect(new Set(looks).size).toBe(KINDS.length)
  })

  test('a connector is one line that ends in its head, dashed where it is inferred', async () => {
    const svg = tools.svg(await clinicIn(style))
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
    STYLES.map(async (style) => tools.svg(await draw(training, style))),
  )
  const shapes = drawn.map((svg) => svg.replace(/#[0-9a-f]{6}/g, ''))
  expect(new Set(shapes).size).toBe(STYLES.length)
})

describe('icons', () => {
  const icons = (scene: Scene) => scene.elements.filter(({ kind }) => kind === 'icon')

  test('where all siblings surely call for one: none in minimalist, few in academic, else more', async () => {
    const rows: Parameters<typeof graph>[0] = [
      ['camera', 'Two cameras', 'process', 'bench'],
      ['scope', 'Microscope', 'process', 'bench'],
      ['lab', 'Wet laboratory', 'process', 'house'],
      ['school', 'School', 'process', 'house'],
    ]
    const groups: Parameters<typeof graph>[2] = [
      ['bench', 'Bench'],
      ['house', 'House'],
    ]
    const count = async (style: string, more: typeof rows = []) =>
      icons(await draw(graph([...rows, ...more], [], groups), style)).length
    expect(await count('minimalist')).toBe(0)
    expect(await count('academic')).toBe(2)
    expect(await count('infographic')).toBe(4)
    expect(await count('infographic', [['e', 'Environment', 'process', 'bench']])).toBe(2)
  })

  test('a word of several senses has none, nor has one that is not the head noun', async () => {
    for (const label of [
      'Environment',
      'Policy',
      'Random forest',
      'Text decoder',
      'Global model',
      'Replay buffer',
      'Key',
    ])
      expect([label, icons(await draw(graph([['a', label]], []), 'colorful')).length]).toEqual([
        label,
        0,
      ])
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
    expect(svg).toMatch(/id="human" data-label="Radiologist"[^>]*>.*<g id="AF01" class="icon">/)
    expect(svg).not.toContain('id="human-icon"')
  })
})

describe('isometric_3d', () => {
  const pointsOf = (element: Scene['elements'][number]) =>
    (element.paint ?? []).flatMap(({ d }) =>
      [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({
        x: Number(x),
        y: Number(y),
      })),
    )

  test('a block shows its top and its side, and stays within its box: it covers no heading and no neighbour', async () => {
    const scene = await draw(retrieval, 'isometric_3d')
    for (const node of scene.elements.filter(({ role }) => role === 'node' || role === 'group')) {
      const { x, y, width, height } = node.box
      const points = pointsOf(node)
      for (const point of points) {
        expect(point.x).toBeWithin(x - 0.1, x + width + 0.1)
        expect(point.y).toBeWithin(y - 0.1, y + height + 0.1)
      }
      const fills = new Set((node.paint ?? []).map(({ style }) => style.fill).filter(Boolean))
      expect(fills.size).toBeGreaterThanOrEqual(3)
    }
  })

  test('slanted edges fall by one for two across, upright ones stay upright', async () => {
    const scene = await draw(retrieval, 'isometric_3d')
    const blocks = scene.elements.filter(
      ({ role, geometry }) => (role === 'node' || role === 'group') && geometry?.form === 'rect',
    )
    expect(blocks.length).toBeGreaterThan(4)
    let slanted = 0
    for (const { paint = [], geometry } of blocks) {
      if (geometry?.form !== 'rect' || geometry.radius > 2) continue
      for (const { d } of paint.slice(0, -2)) {
        const points = pointsOf({ ...(blocks[0] ?? never()), paint: [{ d, style: {} }] })
        for (const [index, a] of points.entries()) {
          const b = points[(index + 1) % points.length] ?? a
          const [x, y] = [Math.abs(b.x - a.x), Math.abs(b.y - a.y)]
          if (x < 0.1 || y < 0.1) continue
          slanted++
          expect(x / y).toBeCloseTo(2, 0)
        }
      }
    }
    expect(slanted).toBeGreaterThan(4)
  })

  test('its words stand on its top, what is in front is drawn later', async () => {
    const scene = await clinicIn('isometric_3d')
    const flat = await clinicIn('academic')
    expect(scene.elements.length).toBeGreaterThanOrEqual(flat.elements.length)
    expect(tools.measure(scene)).toMatchObject({ textOverflow: 0 })
    const nodes = scene.elements.filter(({ role }) => role === 'node')
    const feet = nodes.map(({ box }) => box.y + box.height)
    expect(feet).toEqual(feet.toSorted((a, b) => a - b))
    const lying = nodes.filter(
      ({ geometry }) => !['path', 'cylinder'].includes(geometry?.form ?? ''),
    )
    for (const node of lying) {
      const top = pointsOf({ ...node, paint: (node.paint ?? []).slice(-1) })
      const ys = top.map(({ y }) => y)
      for (const { box } of scene.elements.filter(
        ({ parent, kind }) => parent === node.id && kind === 'text',
      )) {
        expect(box.y).toBeGreaterThan(Math.min(...ys))
        expect(box.y + box.height).toBeLessThan(Math.max(...ys))
      }
    }
  })

  test('a circle is a flat disc, a cylinder stands upright with its words on its front', async () => {
    const form = (index: number) => (['circle', 'cylinder'] as const)[index]
    const nodes = clinic.nodes.map((node, index) => {
      const own = form(index)
      return own ? { ...node, form: own } : node
    })
    const scene = await draw({ ...clinic, nodes }, 'isometric_3d')
    const [disc, drum] = nodes.slice(0, 2).map(({ label }) => {
      const node = scene.elements.find((each) => each.role === 'node' && each.label === label)
      const lid = pointsOf({ ...(node ?? never()), paint: (node?.paint ?? []).slice(-1) })
      const ys = lid.map(({ y }) => y)
      const foot = Math.max(...ys)
      return {
        node: node ?? never(),
        foot,
        share: (foot - Math.min(...ys)) / (node?.box.height ?? 0),
      }
    })
    expect(disc?.share).toBeGreaterThan(0.75)
    expect(drum?.share).toBeLessThan(0.5)
    for (const { box } of scene.elements.filter(
      ({ parent, kind }) => parent === drum?.node.id && kind === 'text',
    ))
      expect(box.y).toBeGreaterThan((drum?.foot ?? 0) - 1)
  })

  test('arrows end where the block begins, none lies under its top', async () => {
    const scene = await draw(retrieval, 'isometric_3d')
    const nodes = new Map(scene.elements.map((each) => [each.id, each]))
    for (const { geometry, to } of scene.elements.filter(({ role }) => role === 'edge')) {
      if (geometry?.form !== 'polyline') continue
      const [before, last] = [geometry.points.at(-2) ?? never(), geometry.points.at(-1) ?? never()]
      const target = nodes.get(to?.element ?? '') ?? never()
      const along = { x: Math.sign(last.x - before.x), y: Math.sign(last.y - before.y) }
      const depths = pointsOf(target).map(
        ({ x, y }) => (x - last.x) * along.x + (y - last.y) * along.y,
      )
      // Nothing of the block reaches further against the arrow than its tip, but for the slant of a corner.
      expect(Math.min(...depths)).toBeGreaterThan(-0.06 * target.box.width - 8)
      expect(Math.max(...depths)).toBeGreaterThan(0)
    }
  })
})

test('a style of dark ground is drawn dark on white for print, others stay', async () => {
  for (const style of STYLES) {
    const options = { style, ratio: '16:9', title: 'A figure' }
    const [own, light] = await Promise.all([
      tools.draw(clinic, options),
      tools.draw(clinic, { ...options, ground: 'light' }),
    ])
    if (contrast(own.background, '#ffffff') < 2) expect(light).toEqual(own)
    else {
      expect(light.background).toBe('#ffffff')
      expect(light.elements.map(({ id, box }) => [id, box])).toEqual(
        own.elements.map(({ id, box }) => [id, box]),
      )
      expect(tools.measure(light).worstContrast).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('the sheet of a blueprint: everything keeps off its frame, a title stands in its block', async () => {
  for (const ratio of ['16:9', '1:1', '9:16']) {
    const scene = await draw({ ...training, title: 'Training of a retriever' }, 'blueprint', ratio)
    const inner = Math.max(...(scene.ground?.frame ?? []).map(({ inset }) => inset))
    expect(inner).toBeGreaterThan(5)
    const block = scene.elements.find(({ id }) => id === 'title-block') ?? never()
    expect(block.box.x + block.box.width).toBeCloseTo(scene.width - inner, 3)
    expect(block.box.y + block.box.height).toBeCloseTo(scene.height - inner, 3)
    for (const { geometry, kind, id, box } of scene.elements) {
      if (id === 'title-block') continue
      const points =
        geometry?.form === 'polyline'
          ? geometry.points
          : [
              { x: box.x, y: box.y },
              { x: box.x + box.width, y: box.y + box.height },
            ]
      for (const { x, y } of points) {
        expect([kind, id, x > inner && x < scene.width - inner]).toEqual([kind, id, true])
        expect([kind, id, y > inner && y < scene.height - inner]).toEqual([kind, id, true])
      }
    }
  }
})

test('dashes are for what is inferred alone: no frame has any, and a key tells them from dots', async () => {
  for (const style of STYLES) {
    const edges = clinic.edges.map((each, index) => ({ ...each, dashed: index === 0 }))
    const scene = await draw({ ...clinic, edges }, style)
    const keys = scene.elements.filter(({ id }) => /^key-(dotted-)?label$/.test(id))
    expect(keys.map(({ label }) => label)).toEqual(['inferred', 'dashed by the author'])
    const [one, two] = ['key-sample', 'key-dotted-sample'].map((id) =>
      scene.elements.find((each) => each.id === id),
    )
    expect(one?.style.dash).not.toEqual(two?.style.dash)
    const { elements } = await draw(nested, style)
    for (const { role, style: frame, paint = [] } of elements)
      if (role === 'group')
        expect([frame, ...paint.map((each) => each.style)].some(({ dash }) => dash)).toBe(false)
  }
})

test('people bear icons whatever their siblings do, what is done to people does not', async () => {
  const rows: Parameters<typeof graph>[0] = [
    ['p', '12 patients'],
    ['d', 'Count words'],
    ['r', 'Recruit 12 patients'],
  ]
  const scene = await draw(graph(rows, []), 'academic')
  const shown = scene.elements.filter(({ kind }) => kind === 'icon')
  expect(shown.map(({ parent }) => parent)).toEqual(['p'])
})

test('an infographic numbers no groups, and words stand off the coloured edge', async () => {
  const scene = await draw(nested, 'infographic')
  const words = scene.elements.filter(({ kind }) => kind === 'text')
  expect(words.filter(({ label }) => /^\d+$/.test(label ?? ''))).toEqual([])
  for (const node of scene.elements.filter(({ role }) => role === 'node')) {
    const foot = node.box.y + node.box.height
    for (const { box } of words.filter(({ parent }) => parent === node.id))
      expect(box.y + box.height).toBeLessThan(foot - 3)
  }
})

test('an infographic has cards without borders, whatever their form', async () => {
  const scene = await draw(clinic, 'infographic')
  for (const { paint } of scene.elements.filter(({ role }) => role === 'node')) {
    expect(paint?.length).toBeGreaterThan(1)
    expect(paint?.some(({ style }) => style.stroke)).toBe(false)
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
      expect(Number(x)).toBeWithin(0.99, scene.width - 0.98)
      expect(Number(y)).toBeWithin(0.99, scene.height - 0.98)
    }
  }
})
