import type { Head, Point, Scene, SceneElement, Style } from '../forms/scene'
import { type Attributes, element, number } from './xml'

const PLAIN: Head = { form: 'triangle', length: 6.5, width: 5 }

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
    const { form, length, width } = style.head ?? PLAIN
    const key = [end, style.stroke, style.strokeWidth, form, length, width].join(' ')
    let name = names.get(key)
    if (name === undefined) {
      let count = names.size + 1
      while (ids.has(`arrow-${count}`)) count += names.size + 1
      name = `arrow-${count}`
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

/**
 * By how much a line must end before its head's tip, in pixels: nearer to the tip, a filled head is narrower than the
 * line, which would blunt it.
 */
export function headInset(style: Style): number {
  const { form, length, width } = style.head ?? PLAIN
  return form === 'open' ? 0 : (length / width) * (style.strokeWidth ?? 1)
}

function marker(id: string, style: Style, end: 'end' | 'start'): string {
  const stroke = style.strokeWidth ?? 1
  const head = style.head ?? PLAIN
  const long = head.length * stroke
  const wide = head.width * stroke
  const open = head.form === 'open'
  // Open strokes need room for their own ends.
  const edge = open ? stroke : 0
  const inset = headInset(style)
  const at = (x: number) => (end === 'end' ? x : long - x)
  const points: Point[] = [
    { x: at(0), y: 0 },
    { x: at(long), y: wide / 2 },
    { x: at(0), y: wide },
    ...(head.form === 'barbed' ? [{ x: at(0.28 * long), y: wide / 2 }] : []),
  ]
  const d = points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${number(x + edge)} ${number(y + edge)}`)
    .join('')
  const color = style.stroke ?? '#000000'
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
