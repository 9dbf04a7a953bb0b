import type { Box, Geometry, Point, Scene, SceneElement, Style } from '../../forms/scene'
import { cylinderPath, roundedPath } from '../geometry/shape-paths'
import { groundOf } from './ground'
import { beforeHeads, type Markers, markersOf } from './heads'
import { type Paints, paintsOf } from './paints'
import { writeLines } from './text'
import { countUnder, type Tree, treeOf } from './tree'
import { type Attributes, element, escapeText, INKSCAPE, number, XLINK } from './xml'

export interface SvgOptions {
  /** The program's version, for `data-generator`. */
  version: string
  /** Elements left out; each becomes `<g id="AF01" class="icon">`, numbered in the order of `ids`. */
  placeholders?: { mode: 'label' | 'box' | 'none'; ids: readonly string[] }
}

/**
 * Writes a dressed scene as flat SVG 1.1: presentation attributes only, real text, one `<g id>` per node, edge and
 * group, nodes inside their group's. The same scene gives the same bytes, and cleaning changes none of them.
 */
export function toSvg(scene: Scene, options: SvgOptions): string {
  const names = (options.placeholders?.ids ?? []).map(
    (id, index) => [id, placeholderId(index)] as const,
  )
  const { roots, children } = treeOf(scene)
  const writing: Writing = {
    children,
    labels: new Map(scene.elements.map(({ id, label }) => [id, label])),
    markers: markersOf(scene),
    paints: paintsOf(scene),
    placeholders: new Map(names),
    mode: options.placeholders?.mode ?? 'label',
    drawn: scene.drawn === true,
  }
  const painted = roots.map((each) => writeElement(each, writing)).filter((markup) => markup !== '')
  const { markers, paints } = writing
  const definitions = [...markers.definitions, ...paints.definitions].join('')
  const body = [
    element('title', {}, escapeText(scene.title)),
    element('desc', {}, escapeText(scene.description)),
    ...(definitions === '' ? [] : [element('defs', {}, definitions)]),
    ...groundOf(scene).map(({ geometry, style }) => writeShape(geometry, style, {})),
    ...painted,
  ]
  const root: Attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...(hasImage(scene) ? { 'xmlns:xlink': XLINK } : {}),
    'xmlns:inkscape': INKSCAPE,
    ...sizeOf(scene),
    viewBox: `0 0 ${scene.width} ${scene.height}`,
    'data-generator': `burin/${options.version}`,
  }
  return `${element('svg', root, `\n${body.join('\n')}\n`)}\n`
}

/** In mm where the figure has a size on paper, else in pixels. */
function sizeOf({ paper, width, height }: Scene): Attributes {
  if (paper === undefined) return { width, height }
  return { width: `${paper}mm`, height: `${number((paper * height) / width)}mm` }
}

interface Writing {
  children: Tree['children']
  /** By id. */
  labels: ReadonlyMap<string, string | undefined>
  markers: Markers
  paints: Paints
  /** The names of elements left out, by id. */
  placeholders: Map<string, string>
  mode: 'label' | 'box' | 'none'
  drawn: boolean
}

/** Of a group: how much of it, and how strongly, it is shown. A single shape says so itself. */
function shownAs(each: SceneElement, { paints }: Writing): Attributes {
  return {
    ...(each.clip && { 'clip-path': paints.clip(each) }),
    ...(!each.geometry && each.style.opacity !== undefined && { opacity: each.style.opacity }),
  }
}

/** The id under which an element is written: its placeholder's where it has one. */
function nameOf(id: string | undefined, { placeholders }: Writing): string | undefined {
  return id === undefined ? undefined : (placeholders.get(id) ?? id)
}

function placeholderId(index: number): string {
  return `AF${String(index + 1).padStart(2, '0')}`
}

function writeElement(each: SceneElement, writing: Writing): string {
  const name = writing.placeholders.get(each.id)
  if (name !== undefined) return placeholder(each, name, writing.mode)
  const own = paintOf(each, writing)
  const inside = writing.children.get(each.id) ?? []
  const parts = inside.map((part) => writeElement(part, writing))
  const under = countUnder(writing, each, inside)
  const content = [...parts.slice(0, under), own, ...parts.slice(under)]
    .filter((markup) => markup !== '')
    .join('')
  if (each.role === undefined && each.kind === 'icon')
    return element(
      'g',
      { class: 'icon', id: each.id, 'data-label': each.label, ...dataAttributes(each) },
      content,
    )
  if (each.role === undefined) {
    const shown = shownAs(each, writing)
    const isPlain = Object.keys(shown).length === 0 && (parts.length === 0 || writing.drawn)
    return isPlain ? content : element('g', shown, content)
  }
  return element('g', groupAttributes(each, writing), content)
}

function groupAttributes(each: SceneElement, writing: Writing): Attributes {
  const edge = each.role === 'edge'
  const { from, to } = each.data ?? {}
  return {
    class: each.role,
    id: each.id,
    ...(writing.drawn && saidAs(each)),
    'data-label': writing.drawn && TOLD.has(each.role ?? '') ? undefined : each.label,
    'data-from': edge ? (nameOf(each.from?.element, writing) ?? from) : undefined,
    'data-to': edge ? (nameOf(each.to?.element, writing) ?? to) : undefined,
    'data-heads': edge && each.heads !== 'end' ? each.heads : undefined,
    'data-inferred': each.inferred ? 'true' : undefined,
    'data-quote': each.quote,
    ...dataAttributes(each),
    ...shownAs(each, writing),
    'inkscape:label': spokenName(each, writing),
  }
}

/** What a group of a drawing is, in its author's own attribute. */
function saidAs({ role, id, label, data }: SceneElement): Attributes {
  const name = SAID_AS[role ?? '']
  if (name === undefined) return {}
  const isNamed = name === 'node' || name === 'edge' || name === 'panel'
  return { [`data-${name}`]: isNamed ? (data?.[name] ?? id) : (label ?? '') }
}

/** Whose attribute tells what they show. */
const TOLD: ReadonlySet<string> = new Set(['picture', 'scheme', 'key', 'note'])

/** By role. */
const SAID_AS: Readonly<Record<string, string>> = {
  node: 'node',
  edge: 'edge',
  group: 'panel',
  picture: 'picture',
  scheme: 'scheme',
  key: 'key',
  note: 'note',
}

/** What a drawing program lists the element as: its words; an edge by those of its ends. */
function spokenName({ role, label, from, to }: SceneElement, { labels, drawn }: Writing) {
  // What a drawing's patch does not name stays as it was, whatever its ends are called then.
  if (role !== 'edge' || drawn) return label
  const ends = [from, to].map((end) => labels.get(end?.element ?? ''))
  return ends.includes(undefined) ? label : ends.join(' → ')
}

function dataAttributes({ role, data = {} }: SceneElement): Attributes {
  const own = Object.entries(data).filter(
    ([name]) => role !== 'edge' || !/^(?:from|to)$/.test(name),
  )
  return Object.fromEntries(own.map(([name, value]) => [`data-${name}`, value]))
}

function paintOf(each: SceneElement, { markers, paints }: Writing): string {
  if (each.paint) {
    const ends = markers.use(each)
    return each.paint
      .map((stroke, index) =>
        element('path', {
          d: stroke.d,
          ...shapeStyle(stroke.style),
          ...(index === 0 ? ends : {}),
        }),
      )
      .join('')
  }
  if (!each.geometry) return ''
  if (each.geometry.form === 'lines') return writeLines(each.geometry, each.style)
  const data = each.role === undefined ? dataAttributes(each) : {}
  const fill = paints.fill(each.style)
  const shadow = paints.shadow(each)
  const own = writeShape(beforeHeads(each, each.geometry), each.style, {
    ...(fill && { fill }),
    ...data,
    ...markers.use(each),
  })
  return shadow ? writeShape(each.geometry, {}, shadow) + own : own
}

/** The attributes of a path that is painted so. */
export function shapeStyle(style: Style): Attributes {
  const { stroke, join = 'round' } = style
  return {
    fill: style.fill ?? 'none',
    'fill-rule': style.evenOdd ? 'evenodd' : undefined,
    stroke,
    'stroke-width': stroke === undefined ? undefined : number(style.strokeWidth ?? 1),
    'stroke-dasharray': style.dash?.map(number).join(' '),
    'stroke-dashoffset': style.dashOffset,
    // A miter is what SVG draws unasked.
    'stroke-linejoin': stroke === undefined || join === 'miter' ? undefined : join,
    'stroke-linecap': style.round ? 'round' : style.square ? 'square' : undefined,
    'fill-opacity': style.fillOpacity,
    'stroke-opacity': style.strokeOpacity,
    ...opacityOf(style),
  }
}

/** On its only paint where there is one: a renderer draws the other kind as a picture of its own first. */
function opacityOf({ opacity, fill, stroke }: Style): Attributes {
  if (opacity === undefined) return {}
  if (stroke === undefined) return { 'fill-opacity': opacity }
  return fill === undefined || fill === 'none' ? { 'stroke-opacity': opacity } : { opacity }
}

function writeShape(geometry: Geometry, style: Style, further: Attributes): string {
  const paint = shapeStyle(style)
  switch (geometry.form) {
    case 'rect':
      return element('rect', {
        ...boxAttributes(geometry),
        rx: geometry.radius > 0 ? number(geometry.radius) : undefined,
        ...paint,
        ...further,
      })
    case 'ellipse':
      return element('ellipse', {
        cx: number(geometry.cx),
        cy: number(geometry.cy),
        rx: number(geometry.rx),
        ry: number(geometry.ry),
        ...paint,
        ...further,
      })
    case 'polygon':
      return element('polygon', {
        points: geometry.points.map(pair).join(' '),
        ...paint,
        ...further,
      })
    case 'cylinder':
      return element('path', { d: cylinderPath(geometry), ...paint, ...further })
    case 'polyline':
      return element('path', {
        d: roundedPath(geometry.points, geometry.radius),
        ...paint,
        ...further,
      })
    case 'path':
      return element('path', { d: geometry.d, ...paint, ...further })
    case 'image':
      return element('image', { ...boxAttributes(geometry), 'xlink:href': geometry.href })
    case 'lines':
      return writeLines(geometry, style)
  }
}

function boxAttributes(box: Box): Attributes {
  return {
    x: number(box.x),
    y: number(box.y),
    width: number(box.width),
    height: number(box.height),
  }
}

function pair(point: Point): string {
  return `${number(point.x)},${number(point.y)}`
}

function placeholder(each: SceneElement, id: string, mode: 'label' | 'box' | 'none'): string {
  if (mode === 'none') return ''
  const { x, y, width, height } = each.box
  const size = number(Math.max(6, Math.min(width / 3, height / 2, 24)))
  const rect = element('rect', {
    ...boxAttributes(each.box),
    fill: '#e3e6ea',
    stroke: '#4a5563',
    'stroke-width': 1.5,
  })
  const label = element(
    'text',
    {
      x: number(x + width / 2),
      y: number(y + height / 2 + 0.36 * size),
      'text-anchor': 'middle',
      'font-family': 'Inter, Arial, sans-serif',
      'font-size': size,
      fill: '#18202b',
    },
    id,
  )
  return element('g', { id, class: 'icon' }, mode === 'label' ? rect + label : rect)
}

function hasImage(scene: Scene): boolean {
  return scene.elements.some((each) => each.geometry?.form === 'image')
}
