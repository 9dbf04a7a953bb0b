/** Items of marks as shapes of a scene. */
import type { Box, Geometry, Point, SceneElement, Style } from '../../forms/scene'
import { boxAround, grown, hullOf, intersection, overlap, within } from '../geometry'
import { extentsOf, mapPath, movePath, pathOf, pathSegments } from '../geometry/path-data'
import { onCanvas, type Part, styleOf } from './items'
import { UNIT } from './spec/house'
import { pathData, type VegaItem } from './spec/vega'

/** Half a pixel of grace: a stroke on the frame itself is not cut. */
const GRACE = 0.5

/** A shape as far as it lies in its frame: bars are cut, all else is shown through it. */
function shape(
  part: Part,
  geometry: Geometry,
  style: Style,
  box: Box,
  frame: Box | undefined,
): SceneElement[] {
  const whole = { ...part, kind: 'shape' as const, box, geometry, style }
  if (!frame || within(box, frame, GRACE)) return [whole]
  if (!overlap(box, frame, -GRACE)) return []
  const own = intersection(box, grown(frame, GRACE))
  if (geometry.form === 'rect') return [{ ...whole, box: own, geometry: { ...geometry, ...own } }]
  const d = `M${frame.x} ${frame.y}h${frame.width}v${frame.height}h${-frame.width}Z`
  return [{ ...whole, box: own, clip: { d } }]
}

/** A line or an area through items. */
export function joinedShapes(
  type: string,
  items: readonly VegaItem[],
  at: Point,
  part: Part,
  frame?: Box,
): SceneElement[] {
  const [first] = items
  // A single place has no area.
  if (!first || (type === 'area' && items.length < 2)) return []
  const style = styleOf(first)
  if (!style.fill && !style.stroke) return []
  if (style.fill && style.stroke && first.fillOpacity !== undefined && type !== 'trail') {
    // A scene's style has one opacity: the outline is a part of its own.
    const { stroke: _, ...inside } = first
    const { fill: __, ...edge } = first
    return [inside, edge].flatMap((own, i) =>
      joinedShapes(type, [own, ...items.slice(1)], at, { ...part, id: `${part.id}-${i}` }, frame),
    )
  }
  if (type === 'line' && (first.interpolate ?? 'linear') === 'linear')
    return polyline(
      part,
      items.map((item) => onCanvas(at, item.x, item.y)),
      style,
      frame,
    )
  const whole = { ...first, mark: { marktype: type, items: [...items] } }
  return pathShape(pathData(type, whole), at, part, style, frame)
}

function pathShape(
  path: string,
  from: Point,
  part: Part,
  style: Style,
  frame: Box | undefined,
): SceneElement[] {
  // Places that are no numbers have no path.
  if (path === '' || path.includes('NaN')) return []
  const { x, y } = onCanvas(from)
  const segments = mapPath(pathSegments(path), (at) => onCanvas(from, at.x, at.y))
  // Sectors keep their arcs, from which their angles can be read.
  const isRound = path.includes('A') && !/[a-df-z]/.test(path)
  const d = isRound ? movePath(path.replaceAll(',', ' '), UNIT, x, y) : pathOf(segments)
  return shape(part, { form: 'path', d }, style, hullOf(extentsOf(segments)), frame)
}

export function shapeOf(
  type: string,
  item: VegaItem,
  at: Point,
  part: Part,
  frame?: Box,
): SceneElement[] {
  if (item.opacity === 0) return []
  if (type === 'line') return joinedShapes('line', item.mark?.items ?? [item], at, part, frame)
  const style = styleOf(item, type !== 'rule')
  if (!style.fill && !style.stroke) return []
  const { x, y } = onCanvas(at, item.x, item.y)
  if (type === 'rule') {
    const end = onCanvas(at, item.x2 ?? item.x, item.y2 ?? item.y)
    return polyline(part, [{ x, y }, end], style, frame)
  }
  if (type === 'rect') {
    const box = { x, y, width: (item.width ?? 0) * UNIT, height: (item.height ?? 0) * UNIT }
    const radius = Math.min((item.cornerRadius ?? 0) * UNIT, Math.abs(box.width) / 2)
    return shape(part, { form: 'rect', ...box, radius }, style, box, frame)
  }
  if (type === 'symbol') {
    const { shape: form = 'circle', size = 64 } = item
    if (frame && !within({ x, y }, frame, GRACE)) return []
    const half = (form === 'circle' ? Math.sqrt(size / Math.PI) : Math.sqrt(size) / 2) * UNIT
    const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half }
    const geometry: Geometry | undefined = {
      square: { form: 'rect' as const, ...box, radius: 0 },
      circle: { form: 'ellipse' as const, cx: x, cy: y, rx: half, ry: half },
    }[form]
    if (geometry) return shape(part, geometry, style, box, undefined)
  }
  const isWhole = type === 'area' || type === 'trail'
  const from = isWhole ? at : { x: x / UNIT, y: y / UNIT }
  const path = pathData(type, type === 'arc' ? clockwise(item) : item)
  return pathShape(path, from, part, style, type === 'symbol' ? undefined : frame)
}

/** An arc from its earlier to its later angle. */
function clockwise(item: VegaItem): VegaItem {
  const { startAngle = 0, endAngle = 0 } = item
  return startAngle <= endAngle ? item : { ...item, startAngle: endAngle, endAngle: startAngle }
}

export const polyline = (part: Part, points: Point[], style: Style, frame?: Box): SceneElement[] =>
  shape(part, { form: 'polyline', points, radius: 0 }, style, boxAround(points), frame)
