/** Items of marks as shapes of a scene. */
import type { Box, Point, SceneElement, Style } from '../../forms/scene'
import { clipBox, clipLine, clipPolygon, clipSegment, inside } from './clip'
import { UNIT } from './house'
import { styleOf } from './items'
import { boxAround, shapePart } from './parts'
import { movedPath, pointsOf } from './paths'
import type { VegaItem } from './vega'
import type { Frame } from './walked'

export type PathOf = (type: string, item: VegaItem) => string

export function joinedShapes(
  pathOf: PathOf,
  type: string,
  items: readonly VegaItem[],
  at: Point,
  id: string,
  z: number,
  clip: Frame | undefined,
): SceneElement[] {
  const [first] = items
  if (!first) return []
  const style = styleOf(first)
  if (!style.fill && !style.stroke) return []
  if (style.fill && style.stroke && first.fillOpacity !== undefined && type !== 'trail') {
    // A scene's style has one opacity: the outline is a part of its own.
    const { stroke: _, ...inside } = first
    const { fill: __, ...edge } = first
    const part = (own: VegaItem, name: string) =>
      joinedShapes(pathOf, type, [own, ...items.slice(1)], at, `${id}-${name}`, z, clip).map(
        (one) => ({
          ...one,
          parent: id,
        }),
      )
    return [...part(inside, 'fill'), ...part(edge, 'line')]
  }
  const straight =
    (first.interpolate ?? 'linear') === 'linear' && items.every(({ defined }) => defined !== false)
  const points = items.map((item) => onCanvas(at, item.x, item.y))
  if (straight && type === 'line') {
    const runs = clip ? clipLine(points, clip) : [points]
    return runs.map((run, i) => lineShape(`${id}-${i + 1}`, id, z, run, style))
  }
  if (straight && type === 'area') {
    const back = items.map((item) =>
      first.orient === 'horizontal'
        ? onCanvas(at, (item.x ?? 0) + (item.width ?? 0), item.y)
        : onCanvas(at, item.x, (item.y ?? 0) + (item.height ?? 0)),
    )
    const ring = [...points, ...back.reverse()]
    const polygon = clip ? clipPolygon(ring, clip) : ring
    return polygon.length < 3
      ? []
      : [
          shapePart(
            `${id}-1`,
            id,
            z,
            { form: 'polygon', points: polygon },
            style,
            boxAround(polygon),
          ),
        ]
  }
  const whole = { ...first, mark: { marktype: type, items: [...items] } }
  return pathShape(pathOf, type, whole, at, `${id}-1`, id, z, style)
}

function pathShape(
  pathOf: PathOf,
  type: string,
  item: VegaItem,
  at: Point,
  id: string,
  parent: string,
  z: number,
  style: Style,
  data?: Record<string, string>,
): SceneElement[] {
  const own = type === 'line' || type === 'area' || type === 'trail'
  const from = own ? at : { x: at.x + (item.x ?? 0), y: at.y + (item.y ?? 0) }
  const shape = type === 'arc' ? clockwise(item) : item
  const d = movedPath(pathOf(type, shape), from.x * UNIT, from.y * UNIT, UNIT)
  const points = pointsOf(d)
  if (points.length === 0) return []
  return [shapePart(id, parent, z, { form: 'path', d }, style, boxAround(points), data)]
}

export function shapeOf(
  pathOf: PathOf,
  type: string,
  item: VegaItem,
  at: Point,
  id: string,
  parent: string,
  z: number,
  data?: Record<string, string>,
  clip?: Frame,
): SceneElement[] {
  if (item.opacity === 0) return []
  if (type === 'rule') {
    const style = styleOf(item, false)
    const ends = ruleEnds(item, at)
    const kept = clip ? clipSegment(...ends, clip) : ends
    return style.stroke && kept ? [lineShape(id, parent, z, kept, style, data)] : []
  }
  const style = styleOf(item)
  if (!style.fill && !style.stroke) return []
  if (type === 'rect') {
    const corner = onCanvas(at, item.x, item.y)
    const whole = {
      ...corner,
      width: (item.width ?? 0) * UNIT,
      height: (item.height ?? 0) * UNIT,
    }
    const box = clip ? clipBox(whole, clip) : whole
    const radius = Math.min((item.cornerRadius ?? 0) * UNIT, Math.abs(whole.width) / 2)
    return box ? [shapePart(id, parent, z, { form: 'rect', ...box, radius }, style, box, data)] : []
  }
  if (type === 'symbol') {
    const { x, y } = onCanvas(at, item.x, item.y)
    if (clip && !inside({ x, y }, clip)) return []
    const boxOf = (half: number): Box => ({
      x: x - half,
      y: y - half,
      width: 2 * half,
      height: 2 * half,
    })
    const { shape = 'circle', size = 64 } = item
    if (shape === 'square') {
      const box = boxOf((Math.sqrt(size) / 2) * UNIT)
      return [shapePart(id, parent, z, { form: 'rect', ...box, radius: 0 }, style, box, data)]
    }
    if (shape === 'circle') {
      const r = Math.sqrt(size / Math.PI) * UNIT
      const disc = { form: 'ellipse' as const, cx: x, cy: y, rx: r, ry: r }
      return [shapePart(id, parent, z, disc, style, boxOf(r), data)]
    }
  }
  if (type === 'line')
    return joinedShapes(pathOf, 'line', item.mark?.items ?? [item], at, parent, z, undefined)
  return pathShape(pathOf, type, item, at, id, parent, z, style, data)
}

/** An arc from its earlier to its later angle. */
function clockwise(item: VegaItem): VegaItem {
  const { startAngle = 0, endAngle = 0 } = item
  return startAngle <= endAngle ? item : { ...item, startAngle: endAngle, endAngle: startAngle }
}

export const onCanvas = (from: Point, x = 0, y = 0): Point => ({
  x: (from.x + x) * UNIT,
  y: (from.y + y) * UNIT,
})

export function ruleEnds(item: VegaItem, at: Point): [Point, Point] {
  return [
    onCanvas(at, item.x, item.y),
    onCanvas(at, item.x2 ?? item.x ?? 0, item.y2 ?? item.y ?? 0),
  ]
}

export function lineShape(
  id: string,
  parent: string,
  z: number,
  points: Point[],
  style: Style,
  data?: Record<string, string>,
): SceneElement {
  return shapePart(
    id,
    parent,
    z,
    { form: 'polyline', points, radius: 0 },
    style,
    boxAround(points),
    data,
  )
}

export const cornersOf = ({ x, y, width, height }: Box): Point[] => [
  { x, y },
  { x: x + width, y: y + height },
]

export const around = (parts: readonly SceneElement[]): Box =>
  boxAround(parts.flatMap(({ box }) => cornersOf(box)))
