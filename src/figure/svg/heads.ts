import type { Geometry, Head, Point, Scene, SceneElement, Style } from '../../forms/scene'
import { distance } from '../geometry'
import { pathOf, pathSegments, reversedPath, withEnd } from '../geometry/path-data'
import { ellipsePath, towards } from '../geometry/shape-paths'
import { type Attributes, element, nameFor, number } from './xml'

const PLAIN: Head = { form: 'triangle', length: 6.5, width: 5 }

/** The head of a line in that style. */
export const headOf = ({ head = PLAIN }: Style): Head => head

export interface Markers {
  definitions: string[]
  use(each: SceneElement): Attributes
}

/** One marker per head, colour and width; a second, mirrored one where an arrow has two heads (`auto-start-reverse` is SVG 2). */
export function markersOf(scene: Scene): Markers {
  const ids = new Set(scene.elements.map((each) => each.id))
  const names = new Map<string, string>()
  const definitions: string[] = []
  const named = (style: Style, end: 'end' | 'start'): string => {
    const { form, length, width, color = style.stroke } = headOf(style)
    const key = [end, color, style.strokeWidth, form, length, width].join(' ')
    let name = names.get(key)
    if (name === undefined) {
      name = nameFor('arrow', key, ids)
      names.set(key, name)
      definitions.push(marker(name, style, end))
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

/** A connector's line ends a little before its arrow-head's tip, which stands where its geometry ends. */
export function beforeHeads(each: SceneElement, geometry: Geometry): Geometry {
  const heads = each.heads ?? 'end'
  if (each.kind !== 'connector' || heads === 'none') return geometry
  const by = headInset(each.style)
  if (geometry.form === 'path' && by > 0) {
    const end = withEnd(pathSegments(geometry.d), -by)
    const both = heads === 'both' ? reversedPath(withEnd(reversedPath(end), -by)) : end
    return { ...geometry, d: pathOf(both) }
  }
  if (geometry.form !== 'polyline') return geometry
  const points = shortened(geometry.points, by)
  return {
    ...geometry,
    points: heads === 'both' ? shortened(points.toReversed(), by).toReversed() : points,
  }
}

function shortened(points: readonly Point[], by: number): Point[] {
  const [last, before] = [points.at(-1), points.at(-2)]
  if (!last || !before) return [...points]
  return [
    ...points.slice(0, -1),
    towards(last, before, Math.min(by, MOST_INSET * distance(last, before))),
  ]
}

/** What a head may take of the last stretch of its line, as a share. */
const MOST_INSET = 0.8

/**
 * By how much a line must end before its head's tip, in pixels: nearer to the tip, a filled head is narrower than the
 * line, which would blunt it.
 */
export function headInset(style: Style): number {
  const { form, length, width } = headOf(style)
  return INSETS[form]({ length, width }) * (style.strokeWidth ?? 1)
}

const filled = ({ length, width }: Omit<Head, 'form'>) => length / width

/** In stroke widths. */
const INSETS: Readonly<Record<Head['form'], (size: Omit<Head, 'form'>) => number>> = {
  triangle: filled,
  barbed: filled,
  open: () => 0,
  // Not on the border that the line ends at.
  bar: () => 3,
  cross: ({ width }) => width / 2,
  circle: ({ width }) => width,
}

function marker(id: string, style: Style, end: 'end' | 'start'): string {
  const stroke = style.strokeWidth ?? 1
  const head = headOf(style)
  const long = head.length * stroke
  const wide = head.width * stroke
  const open = head.form !== 'triangle' && head.form !== 'barbed'
  // Open strokes need room for their own ends.
  const edge = open ? stroke : 0
  const inset = headInset(style)
  const at = (x: number) => (end === 'end' ? x : long - x)
  const through = (points: readonly Point[]) =>
    points
      .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${number(x + edge)} ${number(y + edge)}`)
      .join('')
  const [top, bottom, middle] = [0, wide, wide / 2]
  const arrow = [
    { x: at(0), y: top },
    { x: at(long), y: middle },
    { x: at(0), y: bottom },
  ]
  const forms: Readonly<Record<Head['form'], () => string>> = {
    triangle: () => through(arrow),
    barbed: () => through([...arrow, { x: at(0.28 * long), y: middle }]),
    open: () => through(arrow),
    bar: () =>
      through([
        { x: at(long - inset), y: top },
        { x: at(long - inset), y: bottom },
      ]),
    cross: () =>
      [
        [top, bottom],
        [bottom, top],
      ]
        .map(([from = 0, to = 0]) =>
          through([
            { x: at(long - wide), y: from },
            { x: at(long), y: to },
          ]),
        )
        .join(''),
    circle: () => ellipsePath(at(long - middle) + edge, middle + edge, middle, middle),
  }
  const d = forms[head.form]()
  const color = head.color ?? style.stroke ?? '#000000'
  return element(
    'marker',
    {
      id,
      viewBox: `0 0 ${number(long + 2 * edge)} ${number(wide + 2 * edge)}`,
      refX: number(at(long - inset) + edge),
      refY: number(wide / 2 + edge),
      markerWidth: number(long + 2 * edge),
      markerHeight: number(wide + 2 * edge),
      markerUnits: 'userSpaceOnUse',
      orient: 'auto',
      // Clipping a head that lies outside a cropped view makes resvg panic.
      overflow: 'visible',
    },
    open
      ? element('path', {
          d,
          fill: 'none',
          stroke: color,
          'stroke-width': number(stroke),
          'stroke-linecap': 'round',
          'stroke-linejoin': 'round',
        })
      : element('path', { d: `${d}Z`, fill: color }),
  )
}
