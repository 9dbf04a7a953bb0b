/** What a slide is made of, as another program reads it: its parts, its shapes, and where its connectors hold on. */
import { describe, expect, test } from 'bun:test'
import { unzipSync } from 'fflate'
import { pptx } from '../../src/figure/exports/pptx'
import { createFigureTools } from '../../src/figure/tools'
import type { Geometry, Point, Scene, SceneElement } from '../../src/forms/scene'
import { readDrawing } from '../../src/read/drawing'
import { parseSvg as parseXml, type SvgNode, walkSvg as walk } from './chart/read-svg'
import { nested } from './samples/diagrams'

const tools = createFigureTools('0.0.0')
const laidOut = tools.draw(nested, { style: 'academic', ratio: 'auto', title: 'A figure' })
const make = (scene: Scene) => pptx({ scene, svg: '', title: 'A figure' })

function slideOf(scene: Scene) {
  const { bytes, leftOut } = make(scene)
  const files = unzipSync(bytes as Uint8Array)
  const parts = Object.entries(files).filter(([name]) => /\.(?:xml|rels)$/.test(name))
  const read = new Map(
    parts.map(([name, part]) => [name, parseXml(new TextDecoder().decode(part))]),
  )
  const slide = read.get('ppt/slides/slide.xml')
  if (!slide) throw new Error('there is no slide')
  const all = [...walk(slide)]
  return {
    files,
    read,
    all,
    leftOut,
    named: (name: string) => all.filter((one) => one.name === name),
  }
}

const child = (node: SvgNode | undefined, ...path: string[]): SvgNode | undefined =>
  path.reduce<SvgNode | undefined>(
    (at, name) => at?.children.find((one) => one.name === name),
    node,
  )
const numbers = (node: SvgNode | undefined, ...names: string[]) =>
  names.map((name) => Number(node?.attributes[name]))

/** The words of every body, a line each. */
const linesOf = (all: readonly SvgNode[]) =>
  all
    .filter(({ name }) => name === 'a:p')
    .flatMap(({ children }) => {
      const lines = ['']
      for (const one of children) {
        if (one.name === 'a:br') lines.push('')
        if (one.name === 'a:r') lines[lines.length - 1] += child(one, 'a:t')?.text ?? ''
      }
      return lines
    })

/** In EMU: where a shape's box is. */
function boxOf(shape: SvgNode) {
  const xfrm = child(shape, 'p:spPr', 'a:xfrm')
  const [x = 0, y = 0] = numbers(child(xfrm, 'a:off'), 'x', 'y')
  const [width = 0, height = 0] = numbers(child(xfrm, 'a:ext'), 'cx', 'cy')
  return { x, y, width, height, turn: xfrm?.attributes ?? {} }
}

/** The first and last place of a connector's line, as its preset draws it in its box, mirrored and turned. */
function endsOf(connector: SvgNode): [Point, Point] {
  const { x, y, width, height, turn } = boxOf(connector)
  const places = [...walk(connector)].filter(({ name }) => name === 'a:pt')
  const [first, last] = [places.at(0), places.at(-1)].map((place) => numbers(place, 'x', 'y'))
  const free = child(connector, 'p:spPr', 'a:custGeom') !== undefined
  const [from, to] = free
    ? [first, last]
    : [
        [0, 0],
        [width, height],
      ]
  const angle = (Number(turn.rot ?? 0) / 60_000) * (Math.PI / 180)
  const seen = ([u = 0, v = 0]: number[] = []): Point => {
    const [dx, dy] = [
      (turn.flipH ? -1 : 1) * (u - width / 2),
      (turn.flipV ? -1 : 1) * (v - height / 2),
    ]
    return {
      x: x + width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: y + height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    }
  }
  return [seen(from), seen(to)]
}

/** By the standard's own definitions of the presets, as shares of the box; free forms say their sites themselves. */
const SITES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  ellipse: [0, 1, 2, 3, 4, 5, 6, 7].map((eighth) => {
    const angle = ((-2 - eighth) * Math.PI) / 4
    return [0.5 + Math.cos(angle) / 2, 0.5 + Math.sin(angle) / 2] as const
  }),
  rect: [
    [0.5, 0],
    [0, 0.5],
    [0.5, 1],
    [1, 0.5],
  ],
  roundRect: [
    [0.5, 0],
    [0, 0.5],
    [0.5, 1],
    [1, 0.5],
  ],
  diamond: [
    [0.5, 0],
    [0, 0.5],
    [0.5, 1],
    [1, 0.5],
  ],
  can: [
    [0.5, Number.NaN],
    [0.5, 0],
    [0, 0.5],
    [0.5, 1],
    [1, 0.5],
  ],
}

function siteOf(shape: SvgNode, index: number): Point {
  const { x, y, width, height } = boxOf(shape)
  const preset = child(shape, 'p:spPr', 'a:prstGeom')?.attributes.prst
  if (preset !== undefined) {
    const [u = Number.NaN, v = Number.NaN] = SITES[preset]?.[index] ?? []
    return { x: x + u * width, y: y + v * height }
  }
  const site = [...walk(shape)].filter(({ name }) => name === 'a:cxn')[index]
  const guides = new Map(
    [...walk(shape)]
      .filter(({ name }) => name === 'a:gd')
      .map(({ attributes }) => [attributes.name, attributes.fmla ?? '']),
  )
  const at = (name = '', side: number) => {
    const [, , by, of] = (guides.get(name) ?? '').split(' ')
    return (side * Number(by)) / Number(of)
  }
  const place = child(site, 'a:pos')?.attributes
  return { x: x + at(place?.x, width), y: y + at(place?.y, height) }
}

const PIXEL = 178 * 36_000

/** Ends that are glued, and the farthest that one is from its site, in pixels. */
function glued(scene: Scene) {
  const { all, named } = slideOf(scene)
  const shapes = new Map(
    all
      .filter(({ name }) => name === 'p:sp' || name === 'p:pic')
      .map((shape) => [shape.children[0]?.children[0]?.attributes.id, shape]),
  )
  const far = named('p:cxnSp').flatMap((connector) => {
    const ends = endsOf(connector)
    return ['a:stCxn', 'a:endCxn'].flatMap((name, at) => {
      const glue = child(connector, 'p:nvCxnSpPr', 'p:cNvCxnSpPr', name)
      const shape = shapes.get(glue?.attributes.id)
      if (!glue) return []
      if (!shape) return [Number.POSITIVE_INFINITY]
      const site = siteOf(shape, Number(glue.attributes.idx))
      const end = ends[at] ?? site
      return [Math.hypot(site.x - end.x, site.y - end.y) / (PIXEL / scene.width)]
    })
  })
  return { count: far.length, farthest: Math.max(...far) }
}

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">
<g data-panel="p"><rect x="10" y="10" width="380" height="280" rx="8" fill="#eef"/><text x="20" y="32" font-size="18">Panel</text></g>
<g data-node="a" data-label="A"><g data-picture="a disc"><circle cx="80" cy="150" r="40" fill="#c33"/></g><text x="80" y="215" font-size="18" text-anchor="middle">A</text></g>
<g data-node="b" data-label="B"><rect x="260" y="120" width="100" height="60" fill="#fff" stroke="#333"/><text x="310" y="155" font-size="18" text-anchor="middle">B</text></g>
<g data-edge="e" data-from="a" data-to="b"><path d="M120 150C170 110 210 190 260 140" fill="none" stroke="#333" stroke-width="2"/></g>
</svg>`

describe('a figure as a slide', () => {
  test('loses no word, no arrow and no group, on a slide of its paper', async () => {
    const scene = await laidOut
    const { all, named, read } = slideOf(scene)
    const words = scene.elements.flatMap(({ geometry }) =>
      geometry?.form === 'lines' ? geometry.lines.map(({ text }) => text) : [],
    )
    expect(linesOf(all).sort()).toEqual(words.sort())
    const arrows = scene.elements.filter(({ kind }) => kind === 'connector')
    expect(named('p:cxnSp')).toHaveLength(arrows.length)
    const groups = named('p:grpSp').map(({ children }) => children[0]?.children[0]?.attributes.name)
    for (const { label } of nested.groups) expect(groups).toContain(label)
    const size = child(read.get('ppt/presentation.xml'), 'p:sldSz')
    expect(numbers(size, 'cx')).toEqual([PIXEL])
  })

  test('has the words of a thing in its form, in lines as measured', async () => {
    const { named } = slideOf(await laidOut)
    const form = named('p:sp').find(
      ({ children }) => children[0]?.children[0]?.attributes.name === 'Sensor',
    )
    expect(child(form, 'p:spPr', 'a:prstGeom')?.attributes.prst).toBe('roundRect')
    expect(linesOf([...walk(form as SvgNode)])).toEqual(['Sensor'])
    const look = [...walk(form as SvgNode)].find(({ name }) => name === 'a:rPr')
    expect(look?.attributes).toMatchObject({ b: '1', sz: '1185' })
    expect(child(look, 'a:latin')?.attributes.typeface).toBe('Arial')
  })

  test('glues every end of an arrow at a site where it stands, what a theme paints over a form too', async () => {
    const plain = await laidOut
    const painted = plain.elements.map((each) =>
      each.role === 'node'
        ? { ...each, paint: [{ d: 'M0 0L9 9', style: { stroke: '#000000' } }] }
        : each,
    )
    for (const scene of [plain, { ...plain, elements: painted }]) {
      const { count, farthest } = glued(scene)
      expect(count).toBe(2 * nested.edges.length)
      expect(farthest).toBeLessThan(1)
    }
  })

  test('of a drawing: curves stay curves and hold on to what is drawn of a thing', () => {
    const { scene } = readDrawing(DRAWING)
    const { count, farthest } = glued(scene)
    expect(count).toBe(2)
    expect(farthest).toBeLessThan(1)
    const { named } = slideOf(scene)
    expect(child(named('p:cxnSp')[0], 'p:spPr', 'a:custGeom')).toBeDefined()
    expect(named('p:cNvPr').map(({ attributes }) => attributes.descr)).toContain('a disc')
  })
})

const box = { x: 0, y: 0, width: 10, height: 10 }
const sceneOf = (elements: SceneElement[]): Scene => ({
  width: 400,
  height: 300,
  paper: 178,
  background: '#ffffff',
  theme: 'academic',
  title: '',
  description: '',
  elements,
})
const line = (points: [number, number][], heads?: SceneElement['heads']): SceneElement => ({
  id: 'e',
  kind: 'connector',
  role: 'edge',
  z: 0,
  box,
  geometry: { form: 'polyline', points: points.map(([x, y]) => ({ x, y })), radius: 4 },
  style: { stroke: '#223344', strokeWidth: 2, dash: [4, 2] },
  ...(heads && { heads }),
})

describe('a line', () => {
  test.each([
    [
      'straightConnector1',
      [
        [10, 20],
        [90, 60],
      ],
    ],
    [
      'bentConnector2',
      [
        [10, 20],
        [90, 20],
        [90, 60],
      ],
    ],
    [
      'bentConnector2',
      [
        [90, 60],
        [90, 20],
        [10, 20],
      ],
    ],
    [
      'bentConnector3',
      [
        [10, 20],
        [60, 20],
        [60, 80],
        [90, 80],
      ],
    ],
    [
      'bentConnector3',
      [
        [10, 90],
        [10, 120],
        [80, 120],
        [80, 90],
      ],
    ],
    [
      'bentConnector4',
      [
        [90, 20],
        [60, 20],
        [60, 80],
        [10, 80],
        [10, 90],
      ],
    ],
    [
      'bentConnector5',
      [
        [10, 20],
        [0, 20],
        [0, 80],
        [50, 80],
        [50, 50],
        [40, 50],
      ],
    ],
  ] as [string, [number, number][]][])('is a %s with the bends of its own', (preset, points) => {
    const [connector] = slideOf(sceneOf([line(points)])).named('p:cxnSp')
    const shape = child(connector, 'p:spPr', 'a:prstGeom')
    expect(shape?.attributes.prst).toBe(preset)
    const ends = endsOf(connector as SvgNode)
    for (const [at, end] of [points.at(0), points.at(-1)].entries()) {
      expect((ends[at]?.x ?? 0) / (PIXEL / 400)).toBeCloseTo(end?.[0] ?? 0, 0)
      expect((ends[at]?.y ?? 0) / (PIXEL / 400)).toBeCloseTo(end?.[1] ?? 0, 0)
    }
  })

  test('with six pieces or aslant is a free form in the connector, dashed, with its heads', () => {
    const crooked = line(
      [
        [0, 0],
        [10, 0],
        [10, 10],
        [20, 10],
        [20, 20],
        [30, 20],
        [30, 30],
      ],
      'both',
    )
    const [connector] = slideOf(sceneOf([crooked])).named('p:cxnSp')
    expect(child(connector, 'p:spPr', 'a:custGeom')).toBeDefined()
    const ink = child(connector, 'p:spPr', 'a:ln')
    expect(ink?.children.map(({ name }) => name)).toEqual([
      'a:solidFill',
      'a:custDash',
      'a:round',
      'a:headEnd',
      'a:tailEnd',
    ])
  })

  test('that ends in a bar has it as a form of its own, which is said', () => {
    const barred = line([
      [0, 0],
      [90, 0],
    ])
    barred.style.head = { form: 'bar', length: 6, width: 6 }
    const { named, leftOut } = slideOf(sceneOf([barred]))
    expect(named('p:sp')).toHaveLength(1)
    expect(leftOut.join()).toContain('Bars')
  })
})

test('the same figure gives the same bytes, numbers are given once, what is named is there', async () => {
  const scene = await laidOut
  expect(make(scene).bytes).toEqual(make(scene).bytes)
  const { files, read, named } = slideOf(scene)
  const ids = named('p:cNvPr').map(({ attributes }) => attributes.id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [name, part] of read) {
    if (!name.endsWith('.rels')) continue
    const folder = name.replace(/_rels\/[^/]*$/, '')
    for (const { attributes } of part.children) {
      const target = new URL(attributes.Target ?? '', `file:///${folder}`).pathname.slice(1)
      expect(Object.keys(files)).toContain(target)
    }
  }
})

test('hostile words and numbers make a slide that can be read', () => {
  const words = [
    '\u0000\u0007<&>"\ud800',
    'x'.repeat(10_000),
    '\udc00\ud800 \uffff',
    'שלום 你好 a\nb\tc',
  ]
  const texts = words.map(
    (text, at): SceneElement => ({
      id: `${text.slice(0, 40)}${at}`,
      kind: 'text',
      label: text,
      z: at,
      box,
      geometry: {
        form: 'lines',
        anchor: 'middle',
        lines: [{ text, x: -1e9, y: 1e9, width: 1e12 }],
      },
      style: { fill: 'red', fontSize: 1e9, stroke: '#ffffff' },
    }),
  )
  const { all } = slideOf(sceneOf(texts))
  expect(linesOf(all).join('')).toContain('x'.repeat(10_000))
  expect(linesOf(all)).toContain('שלום 你好 a b c')
})

test('whatever scene there is, a slide is made of it', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const much = () => one([0, 1, -3, 0.001, 250, 1e6, -1e6, 40 * random()])
  const point = () => ({ x: much(), y: much() })
  const points = () => Array.from({ length: Math.floor(random() * 8) }, point)
  const some = () => ({ ...point(), width: Math.abs(much()), height: Math.abs(much()) })
  const geometry = (): Geometry | undefined =>
    one<() => Geometry | undefined>([
      () => undefined,
      () => ({ form: 'rect', ...some(), radius: Math.abs(much()) }),
      () => ({
        form: 'ellipse',
        cx: much(),
        cy: much(),
        rx: Math.abs(much()),
        ry: Math.abs(much()),
      }),
      () => ({ form: 'polygon', points: points() }),
      () => ({ form: 'cylinder', ...some(), cap: Math.abs(much()) }),
      () => ({ form: 'polyline', points: points(), radius: much() }),
      () => ({
        form: 'path',
        d: one(['', 'M0 0', 'M0 0L10 10ZL5 5', 'M1 1C2 2 3 3 4 4Q1 1 9 9A2 2 0 0 1 5 5Z']),
      }),
      () => ({
        form: 'image',
        ...some(),
        href: one(['', 'data:image/png;base64,AAAA', 'data:image/webp;base64,AA']),
      }),
      () => ({
        form: 'lines',
        anchor: one(['start', 'middle', 'end'] as const),
        turn: one([0, -90, 30]),
        lines: points().map(({ x, y }) => ({
          text: one(['', 'a b', '你']),
          x,
          y,
          width: Math.abs(much()),
        })),
      }),
    ])()
  for (let turn = 0; turn < 20; turn++) {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const elements = ids.map((id): SceneElement => {
      const shape = geometry()
      return {
        id,
        kind: one(['shape', 'connector', 'text', 'group']),
        ...(random() < 0.5 && { role: one(['node', 'edge', 'group', 'picture'] as const) }),
        ...(random() < 0.5 && { parent: one(ids) }),
        ...(random() < 0.5 && { from: { element: one(ids), side: 'top' as const, at: 0.5 } }),
        ...(random() < 0.2 && { paint: [{ d: 'M0 0L5 5', style: { stroke: '#000000' } }] }),
        z: Math.floor(random() * 5),
        box: some(),
        ...(shape && { geometry: shape }),
        style: {
          ...(random() < 0.5 && { fill: '#123456' }),
          ...(random() < 0.5 && { stroke: '#654321', strokeWidth: Math.abs(much()) }),
          ...(random() < 0.2 && { dash: [Math.abs(much()), 2, 0] }),
          ...(random() < 0.2 && { opacity: random() }),
          ...(random() < 0.2 && {
            gradient: {
              x1: 0,
              y1: 0,
              x2: random(),
              y2: 0,
              stops: [{ offset: 0, color: '#ffffff' }],
            },
          }),
        },
      }
    })
    const { bytes } = make({ ...sceneOf(elements), drawn: random() < 0.5 })
    const slide = 'ppt/slides/slide.xml'
    const part = unzipSync(bytes as Uint8Array, { filter: ({ name }) => name === slide })[slide]
    const markup = new TextDecoder().decode(part)
    expect(parseXml(markup).name).toBe('p:sld')
    expect(markup).not.toMatch(/"(?:NaN|-?Infinity|undefined)"/)
  }
})
