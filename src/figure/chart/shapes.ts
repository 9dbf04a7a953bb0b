/** Items of marks as shapes of a scene. */
import type { Box, Geometry, Point, SceneElement, Style } from '../../forms/scene'
import { boxAround, hullOf, overlap, within } from '../geometry'
import { movePath } from '../icons'
import { extentsOf, mapPath, pathOf, pathSegments } from '../path-data'
import { UNIT } from './house'
import { styleOf } from './items'
import type { Part } from './parts'
import type { VegaItem } from './vega'

export type PathOf = (type: string, item: VegaItem) => string

/** Half a pixel of grace: a stroke on the frame itself is not cut. */
const GRACE = 0.5

/** What two boxes share. */
function shared(one: Box, box: Box): Box {
  const [x, y] = [Math.max(one.x, box.x - GRACE), Math.max(one.y, box.y - GRACE)]
  const right = Math.min(one.x + one.width, box.x + box.width + GRACE)
  const bottom = Math.min(one.y + one.height, box.y + box.height + GRACE)
  return { x, y, width: right - x, height: bottom - y }
}

/** A shape as far as it lies in its frame: bars are cut, all else is shown through it. */
function seenIn(part: SceneElement, frame: Box | undefined): SceneElement[] {
  const { box, geometry } = part
  if (!frame || within(box, frame, GRACE)) return [part]
  if (!overlap(box, frame, -GRACE)) return []
  const own = shared(box, frame)
  if (geometry?.form === 'rect') return [{ ...part, box: own, geometry: { ...geometry, ...own } }]
  const { x, y, width, height } = frame
  return [{ ...part, box: own, clip: { d: `M${x} ${y}h${width}v${height}h${-width}Z` } }]
}

const shapePart = (part: Part, geometry: Geometry, style: Style, box: Box): SceneElement => ({
  ...part,
  kind: 'shape',
  box,
  geometry,
  style,
})

export function joinedShapes(
  write: PathOf,
  type: string,
  items: readonly VegaItem[],
  at: Point,
  part: Part,
  frame?: Box,
): SceneElement[] {
  const [first] = items
  if (!first) return []
  const style = styleOf(first)
  if (!style.fill && !style.stroke) return []
  if (style.fill && style.stroke && first.fillOpacity !== undefined && type !== 'trail') {
    // A scene's style has one opacity: the outline is a part of its own.
    const { stroke: _, ...inside } = first
    const { fill: __, ...edge } = first
    return [inside, edge].flatMap((own, i) =>
      joinedShapes(
        write,
        type,
        [own, ...items.slice(1)],
        at,
        { ...part, id: `${part.id}-${i}` },
        frame,
      ),
    )
  }
  const isStraight = (first.interpolate ?? 'linear') === 'linear'
  const points = items.map((item) => onCanvas(at, item.x, item.y))
  if (isStraight && type === 'line') return seenIn(lineShape(part, points, style), frame)
  if (isStraight && type === 'area') {
    const back = items.map(({ x = 0, y = 0, width = 0, height = 0 }) =>
      first.orient === 'horizontal' ? onCanvas(at, x + width, y) : onCanvas(at, x, y + height),
    )
    const ring = [...points, ...back.reverse()]
    const area = { form: 'polygon' as const, points: ring }
    return ring.length < 3 ? [] : seenIn(shapePart(part, area, style, boxAround(ring)), frame)
  }
  const whole = { ...first, mark: { marktype: type, items: [...items] } }
  return pathShape(write(type, whole), at, part, style, frame)
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
  const shape = shapePart(part, { form: 'path', d }, style, hullOf(extentsOf(segments)))
  return seenIn(shape, frame)
}

export function shapeOf(
  write: PathOf,
  type: string,
  item: VegaItem,
  at: Point,
  part: Part,
  frame?: Box,
): SceneElement[] {
  if (item.opacity === 0) return []
  if (type === 'line')
    return joinedShapes(write, 'line', item.mark?.items ?? [item], at, part, frame)
  const style = styleOf(item, type !== 'rule')
  if (!style.fill && !style.stroke) return []
  if (type === 'rule') return seenIn(lineShape(part, ruleEnds(item, at), style), frame)
  const { x, y } = onCanvas(at, item.x, item.y)
  if (type === 'rect') {
    const box = { x, y, width: (item.width ?? 0) * UNIT, height: (item.height ?? 0) * UNIT }
    const radius = Math.min((item.cornerRadius ?? 0) * UNIT, Math.abs(box.width) / 2)
    return seenIn(shapePart(part, { form: 'rect', ...box, radius }, style, box), frame)
  }
  if (type === 'symbol') {
    const { shape = 'circle', size = 64 } = item
    if (frame && !within({ x, y, width: 0, height: 0 }, frame, GRACE)) return []
    const half = (shape === 'circle' ? Math.sqrt(size / Math.PI) : Math.sqrt(size) / 2) * UNIT
    const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half }
    if (shape === 'square')
      return [shapePart(part, { form: 'rect', ...box, radius: 0 }, style, box)]
    const disc = { form: 'ellipse' as const, cx: x, cy: y, rx: half, ry: half }
    if (shape === 'circle') return [shapePart(part, disc, style, box)]
  }
  const path = write(type, type === 'arc' ? clockwise(item) : item)
  const isWhole = type === 'area' || type === 'trail'
  const from = isWhole ? at : { x: x / UNIT, y: y / UNIT }
  return pathShape(path, from, part, style, type === 'symbol' ? undefined : frame)
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

export const ruleEnds = ({ x = 0, y = 0, x2 = x, y2 = y }: VegaItem, at: Point): Point[] => [
  onCanvas(at, x, y),
  onCanvas(at, x2, y2),
]

export const lineShape = (part: Part, points: Point[], style: Style): SceneElement =>
  shapePart(part, { form: 'polyline', points, radius: 0 }, style, boxAround(points))
