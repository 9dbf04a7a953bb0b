import { deflateRawSync } from 'node:zlib'
import { clamp, rounded } from '../../forms/numbers'
import type { Box, Head, Point, Scene, SceneElement, Style } from '../../forms/scene'
import { centreOf, distance } from '../geometry'
import { boxOf } from '../geometry/moved'
import { outlineOf } from '../geometry/outlines'
import { mapPath } from '../geometry/path-data'
import { towards } from '../geometry/shape-paths'
import { headOf } from '../svg/heads'
import { type Attributes, element, escapeText } from '../svg/xml'
import { lost } from './lost'
import type { Exportable, Made } from './made'
import * as parts from './parts'

/** draw.io's own file, uncompressed: shapes with their words inside, connectors that hold on to them, panels that hold. */
export function drawio({ scene, title }: Exportable): Made {
  const leftOut = lost(scene, ['gradients', 'clips', 'halos', 'stretches'])
  const desk = { scene, boxes: parts.thingsIn(scene) }
  const cells = parts.partsOf(scene).flatMap((part) => cellsOf(part, desk, { id: '1', x: 0, y: 0 }))
  const roots = [element('mxCell', { id: '0' }), element('mxCell', { id: '1', parent: '0' })]
  const page = { page: 1, pageWidth: Math.ceil(scene.width), pageHeight: Math.ceil(scene.height) }
  const root = element('root', {}, [...roots, ...cells].join('\n'))
  const model = element('mxGraphModel', { ...page, background: scene.background }, root)
  const diagram = element('diagram', { id: 'figure', name: title }, model)
  const said = leftOut.map((sentence) => `<!-- ${sentence} -->\n`).join('')
  return { bytes: `${element('mxfile', { host: 'Burin' }, `\n${said}${diagram}\n`)}\n`, leftOut }
}

/** The figure's SVG, which draw.io opens as its own file. */
export function drawioSvg(figure: Exportable): Made {
  const { bytes, leftOut } = drawio(figure)
  const attribute = element('svg', { content: String(bytes) }).slice('<svg'.length, -'/>'.length)
  return { bytes: figure.svg.replace('<svg', () => `<svg${attribute}`), leftOut }
}

interface Desk {
  scene: Scene
  boxes: ReadonlyMap<string, Box>
}

/** What holds a cell, where its own zero is, and whether what it holds is joined to nothing else. */
interface Home extends Point {
  id: string
  isNode?: boolean
}

function cellsOf(part: parts.Part, desk: Desk, home: Home): string[] {
  const { each } = part
  const { id } = each
  switch (part.is) {
    case 'thing': {
      const box = parts.boxOfThing(each)
      const words = part.label && labelOf(part.label, box)
      const look = part.body ? shapeOf(part.body, desk.scene) : { group: '', ...UNSEEN }
      const holds = each.role === 'group' && { container: 1, collapsible: 0 }
      const style = { ...look, ...holds, ...words?.look }
      const inside = { id, x: box.x, y: box.y, isNode: each.role === 'node' }
      return [
        vertex(id, box, style, home, words?.value),
        ...part.parts.flatMap((one) => cellsOf(one, desk, inside)),
      ]
    }
    case 'words': {
      const { value, look, block } = wordsOf(part.each)
      const turned = { text: '', ...UNSEEN, ...look, rotation: block.turn || undefined }
      return [vertex(id, block.box, turned, home, value)]
    }
    case 'ink': {
      const { geometry, style } = part.each
      // A line is one that can be bent.
      if (geometry.form === 'polyline' && (style.fill ?? 'none') === 'none')
        return [edge(each, parts.cornersOf(geometry), { endArrow: 'none' }, home)]
      return [vertex(id, boxOf(geometry, style), shapeOf(part.each, desk.scene), home)]
    }
    case 'picture': {
      const { box, svg } = parts.pictureOf(desk.scene, part.elements)
      const image = `data:image/svg+xml,${Buffer.from(svg).toString('base64')}`
      return [vertex(`${id}-picture`, box, { shape: 'image', imageAspect: 0, image }, home)]
    }
    case 'wire': {
      const corners = parts.cornersOf(part.each.geometry)
      const others = part.parts.flatMap((one) =>
        one.is === 'words' ? [captionOf(one.each, id, corners.points)] : cellsOf(one, desk, home),
      )
      return [wireOf(each, corners, desk, home), ...others]
    }
  }
}

const UNSEEN = { fillColor: 'none', strokeColor: 'none' } as const

/** Of a style, in writing order; an empty value is a name alone. */
type Look = Record<string, string | number | undefined>

const written = (look: Look) =>
  Object.entries(look)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value === '' ? `${name};` : `${name}=${value};`))
    .join('')

function vertex(id: string, box: Box, look: Look, home: Home, value = ''): string {
  const place = [box.x - home.x, box.y - home.y, box.width, box.height].map(rounded)
  const [x, y, width, height] = place
  const part = home.isNode && { part: 1 }
  const cell: Attributes = {
    ...{ id, value, style: written({ html: 1, ...look, ...part }), vertex: 1, parent: home.id },
    ...(part && { connectable: 0 }),
  }
  return element('mxCell', cell, element('mxGeometry', { x, y, width, height, as: 'geometry' }))
}

function shapeOf({ geometry, style }: parts.Ink, scene: Scene): Look {
  const paint = { ...paintOf(style), sketch: parts.isSketched(scene) ? 1 : undefined }
  switch (geometry.form) {
    case 'rect':
      if (geometry.radius === 0) return { rounded: 0, ...paint }
      return { rounded: 1, absoluteArcSize: 1, arcSize: rounded(2 * geometry.radius), ...paint }
    case 'ellipse':
      return { ellipse: '', perimeter: 'ellipsePerimeter', shape: 'ellipse', ...paint }
    case 'cylinder':
      return { shape: 'cylinder3', size: rounded(geometry.cap), boundedLbl: 1, ...paint }
    case 'image':
      return { shape: 'image', imageAspect: 0, image: geometry.href.replace(';base64', '') }
    default:
      if (parts.isDiamond(geometry))
        return { rhombus: '', perimeter: 'rhombusPerimeter', shape: 'rhombus', ...paint }
      return { shape: `stencil(${stencilOf(geometry, style)})`, ...paint }
  }
}

function paintOf({ fill = 'none', stroke = 'none', dash, shadow, ...style }: Style): Look {
  const share = (opacity: number | undefined) =>
    opacity === undefined ? undefined : rounded(100 * opacity)
  return {
    ...{ fillColor: fill, strokeColor: stroke, strokeWidth: rounded(style.strokeWidth ?? 1) },
    ...(dash && { dashed: 1, fixDash: 1, dashPattern: dash.map(rounded).join(' ') }),
    ...{ opacity: share(style.opacity), fillOpacity: share(style.fillOpacity) },
    ...{ strokeOpacity: share(style.strokeOpacity), shadow: shadow && 1 },
  }
}

/** An outline in draw.io's language of shapes, packed as its styles hold it. */
function stencilOf(geometry: parts.Ink['geometry'], style: Style): string {
  const box = boxOf(geometry, style)
  const steps = mapPath(outlineOf(geometry), ({ x, y }) => ({ x: x - box.x, y: y - box.y })).map(
    ({ letter, points }) => {
      const [x1, y1, x2, y2, x3, y3] = points.map(rounded)
      if (letter === 'Z') return element('close', {})
      if (letter === 'C') return element('curve', { x1, y1, x2, y2, x3, y3 })
      return element(letter === 'M' ? 'move' : 'line', { x: x1, y: y1 })
    },
  )
  const isFilled = (style.fill ?? 'none') !== 'none'
  const paint = element(isFilled ? (style.stroke ? 'fillstroke' : 'fill') : 'stroke', {})
  const shape = element(
    'shape',
    { w: Math.max(box.width, 0.01), h: Math.max(box.height, 0.01), strokewidth: 'inherit' },
    element('foreground', {}, element('path', {}, steps.join('')) + paint),
  )
  return deflateRawSync(encodeURIComponent(shape)).toString('base64')
}

const ALIGN = { start: 'left', middle: 'center', end: 'right' } as const

function wordsOf(words: parts.Words) {
  const block = parts.blockOf(words)
  const { fontSize, lines, anchor, family } = block
  const { fill = '#000000', italic, letterSpacing, opacity = 1 } = words.style
  const value = lines.map(({ text, runs = [{ text }] }) =>
    runs.map(({ text, rise = 0, ...run }) => {
      const font = `${run.italic ? 'font-style:italic;' : ''}${run.fontSize ? `font-size:${rounded(run.fontSize)}px;` : ''}${run.fill ? `color:${run.fill};` : ''}`
      const inner = font ? element('span', { style: font }, escapeText(text)) : escapeText(text)
      return rise === 0 ? inner : element(rise > 0 ? 'sup' : 'sub', {}, inner)
    }),
  )
  return {
    block,
    value: value.map((line) => line.join('')).join('<br>'),
    look: {
      ...{ align: ALIGN[anchor], verticalAlign: 'middle', spacing: 0, fontFamily: family },
      ...{ fontSize: rounded(fontSize), fontColor: fill, letterSpacing },
      fontStyle: (parts.isBold(words.style) ? 1 : 0) + (italic ? 2 : 0),
      textOpacity: rounded(100 * opacity),
    },
  }
}

/** Words inside a shape, from the side of it that they are nearest to. */
function labelOf(words: parts.Words, box: Box): { value: string; look: Look } {
  const { value, look, block } = wordsOf(words)
  const { box: own, middle, anchor } = block
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  const { x, y } = centreOf(box)
  const across = {
    start: { spacingLeft: own.x - box.x },
    middle: { spacingLeft: 2 * (middle.x - x) },
    end: { spacingRight: right - own.x - own.width },
  }[anchor]
  const isCentral = Math.abs(middle.y - y) < box.height / 5
  const side = isCentral ? 'middle' : middle.y < y ? 'top' : 'bottom'
  const down = {
    middle: { spacingTop: 2 * (middle.y - y) },
    top: { spacingTop: own.y - box.y },
    bottom: { spacingBottom: bottom - own.y - own.height },
  }[side]
  const whole = Object.entries({ ...across, ...down }).map(([name, by]) => [name, Math.round(by)])
  return { value, look: { ...look, verticalAlign: side, ...Object.fromEntries(whole) } }
}

const HEADS: Readonly<Record<Head['form'], string>> = {
  triangle: 'block',
  barbed: 'classic',
  open: 'open',
  bar: 'dash',
  cross: 'cross',
  circle: 'oval',
}

function wireOf(each: SceneElement, corners: parts.Corners, desk: Desk, home: Home): string {
  const { style, heads = 'end' } = each
  const { points } = corners
  const { form, length } = headOf(style)
  const head = (end: 'start' | 'end', isThere: boolean) => ({
    [`${end}Arrow`]: isThere ? HEADS[form] : 'none',
    [`${end}Fill`]: form === 'triangle' || form === 'barbed' ? 1 : 0,
    [`${end}Size`]: rounded(length * (style.strokeWidth ?? 1)),
  })
  const joint = (end: 'exit' | 'entry', id: string | undefined, place: Point | undefined) => {
    const box = desk.boxes.get(id ?? '')
    if (!box || !place) return {}
    const at = (by: number, whole: number) => rounded(clamp(by / (whole || 1), 0, 1))
    return {
      [`${end}X`]: at(place.x - box.x, box.width),
      [`${end}Y`]: at(place.y - box.y, box.height),
      ...{ [`${end}Dx`]: 0, [`${end}Dy`]: 0, [`${end}Perimeter`]: 0 },
    }
  }
  const look = {
    ...{ ...head('start', heads === 'both'), ...head('end', heads !== 'none') },
    ...joint('exit', each.from?.element, points[0]),
    ...joint('entry', each.to?.element, points.at(-1)),
  }
  return edge(each, corners, look, home)
}

function edge(each: SceneElement, corners: parts.Corners, look: Look, home: Home): string {
  const { points, isCurved, radius } = corners
  const at = (place: Point | undefined, as?: string) =>
    element('mxPoint', {
      ...{ x: rounded((place?.x ?? 0) - home.x), y: rounded((place?.y ?? 0) - home.y), as },
    })
  const { fillColor: _, ...paint } = paintOf({ stroke: '#000000', ...each.style })
  const turns = { rounded: radius > 0 ? 1 : 0, arcSize: rounded(2 * radius) || undefined }
  const style = {
    html: 1,
    edgeStyle: 'none',
    ...(isCurved ? { curved: 1 } : turns),
    ...look,
    ...paint,
  }
  const inner = points.slice(1, -1).map((place) => at(place))
  const bends = inner.length > 0 ? element('Array', { as: 'points' }, inner.join('')) : ''
  const geometry = at(points[0], 'sourcePoint') + at(points.at(-1), 'targetPoint') + bends
  const ends = { source: each.from?.element, target: each.to?.element }
  return element(
    'mxCell',
    { id: each.id, value: '', style: written(style), edge: 1, parent: home.id, ...ends },
    element('mxGeometry', { relative: 1, as: 'geometry' }, geometry),
  )
}

/** Words of a connector: so far from its middle, wherever that goes. */
function captionOf(each: parts.Words, edge: string, points: readonly Point[]): string {
  const { value, look, block } = wordsOf(each)
  const half = midway(points)
  const { x, y } = block.middle
  const by = { x: rounded(x - half.x), y: rounded(y - half.y), as: 'offset' }
  const style = written({ edgeLabel: '', html: 1, resizable: 0, ...look, align: 'center' })
  return element(
    'mxCell',
    { id: each.id, value, style, vertex: 1, connectable: 0, parent: edge },
    element('mxGeometry', { relative: 1, as: 'geometry' }, element('mxPoint', by)),
  )
}

function midway(points: readonly Point[]): Point {
  const steps = points.slice(1).map((to, at) => distance(points[at] ?? to, to))
  let left = steps.reduce((sum, step) => sum + step, 0) / 2
  const at = steps.findIndex((step) => {
    if (left <= step) return true
    left -= step
    return false
  })
  const from = points[Math.max(0, at)] ?? { x: 0, y: 0 }
  return towards(from, points[Math.max(0, at) + 1] ?? from, left)
}
