import type { Box, Geometry, Point, Scene, SceneElement, Style } from '../forms/scene'
import { type Attributes, element, escapeText, number } from './xml'

export interface SvgOptions {
  /** The program's version, for `data-generator`. */
  version: string
  /** Elements left out; each becomes `<g id="AF01" class="icon">`, numbered in the order of `ids`. */
  placeholders?: { mode: 'label' | 'box' | 'none'; ids: readonly string[] }
}

/**
 * Writes a dressed scene as flat SVG 1.1: presentation attributes only, real text, one `<g id>` per node, edge and
 * group. The same scene gives the same bytes, and cleaning changes none of them.
 */
export function toSvg(scene: Scene, options: SvgOptions): string {
  const children = childrenOf(scene)
  const markers = markersOf(scene)
  const placeholders = new Map(
    (options.placeholders?.ids ?? []).map((id, index) => [id, placeholderId(index)] as const),
  )
  const roots = scene.elements.filter((each) => !isPart(each, scene))
  const painted = roots
    .map((each, index) => ({ each, index }))
    .sort((a, b) => a.each.z - b.each.z || a.index - b.index)
    .map(({ each }) => {
      const name = placeholders.get(each.id)
      if (name !== undefined) return placeholder(each, name, options.placeholders?.mode ?? 'label')
      return writeElement(each, children, markers)
    })
    .filter((markup) => markup !== '')
  const body = [
    element('title', {}, escapeText(scene.title)),
    element('desc', {}, escapeText(scene.description)),
    ...(markers.definitions.length > 0 ? [element('defs', {}, markers.definitions.join(''))] : []),
    element('rect', {
      x: 0,
      y: 0,
      width: scene.width,
      height: scene.height,
      fill: scene.background,
    }),
    ...painted,
  ]
  const root: Attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    ...(hasImage(scene) ? { 'xmlns:xlink': 'http://www.w3.org/1999/xlink' } : {}),
    width: scene.width,
    height: scene.height,
    viewBox: `0 0 ${scene.width} ${scene.height}`,
    'data-generator': `burin/${options.version}`,
  }
  return `${element('svg', root, `\n${body.join('\n')}\n`)}\n`
}

function placeholderId(index: number): string {
  return `AF${String(index + 1).padStart(2, '0')}`
}

/** A part (a node's text, an item) is written inside its parent's `<g>`. */
function isPart(each: SceneElement, scene: Scene): boolean {
  return each.role === undefined && each.parent !== undefined && hasId(scene, each.parent)
}

const idSets = new WeakMap<Scene, Set<string>>()

function hasId(scene: Scene, id: string): boolean {
  let ids = idSets.get(scene)
  if (!ids) {
    ids = new Set(scene.elements.map((each) => each.id))
    idSets.set(scene, ids)
  }
  return ids.has(id)
}

function childrenOf(scene: Scene): Map<string, SceneElement[]> {
  const children = new Map<string, SceneElement[]>()
  for (const each of scene.elements) {
    if (each.parent === undefined || !isPart(each, scene)) continue
    const list = children.get(each.parent)
    if (list) list.push(each)
    else children.set(each.parent, [each])
  }
  for (const list of children.values()) list.sort((a, b) => a.z - b.z)
  return children
}

function writeElement(
  each: SceneElement,
  children: Map<string, SceneElement[]>,
  markers: Markers,
): string {
  const own = paintOf(each, markers)
  const parts = (children.get(each.id) ?? []).map((part) => writeElement(part, children, markers))
  const content = [own, ...parts].filter((markup) => markup !== '').join('')
  if (each.role === undefined) return parts.length > 0 ? element('g', {}, content) : content
  return element('g', groupAttributes(each), content)
}

function groupAttributes(each: SceneElement): Attributes {
  const edge = each.role === 'edge'
  return {
    class: each.role,
    id: each.id,
    'data-label': each.label,
    'data-from': edge ? each.from?.element : undefined,
    'data-to': edge ? each.to?.element : undefined,
    'data-inferred': each.inferred ? 'true' : undefined,
    ...dataAttributes(each),
  }
}

function dataAttributes({ data = {} }: SceneElement): Attributes {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]))
}

function paintOf(each: SceneElement, markers: Markers): string {
  if (each.paint) {
    return each.paint
      .map((stroke) => element('path', { d: stroke.d, ...shapeStyle(stroke.style) }))
      .join('')
  }
  if (!each.geometry) return ''
  if (each.geometry.form === 'lines') return writeLines(each.geometry, each.style)
  const data = each.role === undefined ? dataAttributes(each) : {}
  return writeShape(each.geometry, each.style, { ...data, ...markers.use(each) })
}

function shapeStyle(style: Style): Attributes {
  return {
    fill: style.fill ?? 'none',
    stroke: style.stroke,
    'stroke-width': style.stroke === undefined ? undefined : number(style.strokeWidth ?? 1),
    'stroke-dasharray': style.dash?.map(number).join(' '),
    'stroke-linejoin': style.stroke === undefined ? undefined : 'round',
    opacity: style.opacity,
  }
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
      return element('polygon', { points: geometry.points.map(pair).join(' '), ...paint, ...further })
    case 'cylinder':
      return element('path', { d: cylinderPath(geometry), ...paint })
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

function writeLines(geometry: Extract<Geometry, { form: 'lines' }>, style: Style): string {
  const [first] = geometry.lines
  if (!first) return ''
  const attributes: Attributes = {
    x: number(first.x),
    y: number(first.y),
    'text-anchor': geometry.anchor === 'start' ? undefined : geometry.anchor,
    transform: geometry.turn
      ? `rotate(${number(geometry.turn)} ${number(first.x)} ${number(first.y)})`
      : undefined,
    'font-family': style.fonts?.join(', '),
    'font-size': number(style.fontSize ?? 16),
    'font-weight': style.fontWeight === 400 ? undefined : style.fontWeight,
    'font-style': style.italic ? 'italic' : undefined,
    fill: style.fill,
    opacity: style.opacity,
  }
  if (geometry.lines.length === 1) return element('text', attributes, escapeText(first.text))
  const spans = geometry.lines.map((line) =>
    element('tspan', { x: number(line.x), y: number(line.y) }, escapeText(line.text)),
  )
  return element('text', attributes, spans.join(''))
}

/** A polyline as path data, each corner a quadratic curve that starts `radius` before it. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first] = points
  if (!first) return ''
  let d = `M${number(first.x)} ${number(first.y)}`
  for (let i = 1; i < points.length; i++) {
    const [before, corner, after] = [points[i - 1], points[i], points[i + 1]]
    if (!before || !corner) continue
    const reach = after
      ? Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2)
      : 0
    if (!after || reach < 0.5) {
      d += `L${number(corner.x)} ${number(corner.y)}`
      continue
    }
    const enter = towards(corner, before, reach)
    const leave = towards(corner, after, reach)
    d += `L${number(enter.x)} ${number(enter.y)}Q${number(corner.x)} ${number(corner.y)} ${number(leave.x)} ${number(leave.y)}`
  }
  return d
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function towards(from: Point, to: Point, by: number): Point {
  const share = by / (distance(from, to) || 1)
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

function cylinderPath({ x, y, width, height, cap }: Box & { cap: number }): string {
  const [left, right, top, bottom] = [x, x + width, y + cap, y + height - cap].map(number)
  const lid = `A${number(width / 2)} ${number(cap)} 0 0`
  return `M${left} ${top}${lid} 1 ${right} ${top}V${bottom}${lid} 1 ${left} ${bottom}ZM${left} ${top}${lid} 0 ${right} ${top}`
}

interface Markers {
  definitions: string[]
  use(each: SceneElement): Attributes
}

/** One marker per colour and width; a second, mirrored one where an arrow has two heads (`auto-start-reverse` is SVG 2). */
function markersOf(scene: Scene): Markers {
  const names = new Map<string, string>()
  const definitions: string[] = []
  const named = (style: Style, end: 'end' | 'start'): string => {
    const color = style.stroke ?? '#000000'
    const width = style.strokeWidth ?? 1
    const key = `${end} ${color} ${width}`
    let name = names.get(key)
    if (name === undefined) {
      let count = names.size + 1
      while (hasId(scene, `arrow-${count}`)) count += names.size + 1
      name = `arrow-${count}`
      names.set(key, name)
      definitions.push(marker(name, color, width, end))
    }
    return `url(#${name})`
  }
  const uses = new Map<string, Attributes>()
  for (const each of scene.elements) {
    if (each.kind !== 'connector') continue
    const heads = each.heads ?? 'end'
    uses.set(each.id, {
      'marker-start': heads === 'both' ? named(each.style, 'start') : undefined,
      'marker-end': heads === 'none' ? undefined : named(each.style, 'end'),
    })
  }
  return { definitions, use: (each) => uses.get(each.id) ?? {} }
}

/** Length and width of an arrow-head in stroke widths. */
export const HEAD = { length: 6.5, width: 5 } as const

function marker(id: string, color: string, width: number, end: 'end' | 'start'): string {
  const long = number(HEAD.length * width)
  const wide = number(HEAD.width * width)
  const half = number(wide / 2)
  const d =
    end === 'end' ? `M0 0L${long} ${half}L0 ${wide}Z` : `M${long} 0L0 ${half}L${long} ${wide}Z`
  return element(
    'marker',
    {
      id,
      viewBox: `0 0 ${long} ${wide}`,
      refX: end === 'end' ? long : 0,
      refY: half,
      markerWidth: long,
      markerHeight: wide,
      markerUnits: 'userSpaceOnUse',
      orient: 'auto',
    },
    element('path', { d, fill: color }),
  )
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
