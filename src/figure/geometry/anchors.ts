import { clamp, roundedTo } from '../../forms/numbers'
import type { Anchor, Box, Point, SceneElement } from '../../forms/scene'
import { distance } from '.'
import { outlineOf } from './outlines'

const SIDES = ['left', 'right', 'top', 'bottom'] as const

/** The place of a thing's box that is nearest to a point. */
export function anchorOn({ id, box }: Pick<SceneElement, 'id' | 'box'>, point: Point): Anchor {
  const across = clamp((point.x - box.x) / (box.width || 1), 0, 1)
  const down = clamp((point.y - box.y) / (box.height || 1), 0, 1)
  const places = SIDES.map((side): Anchor => {
    const at = side === 'top' || side === 'bottom' ? across : down
    return { element: id, side, at: roundedTo(at, 3) }
  })
  const off = (anchor: Anchor) => distance(point, placeOf(box, anchor))
  return places.reduce((best, each) => (off(each) < off(best) ? each : best))
}

/** The place on a box that an anchor names. */
export function placeOf({ x, y, width, height }: Box, { side, at }: Anchor): Point {
  switch (side) {
    case 'top':
      return { x: x + at * width, y }
    case 'bottom':
      return { x: x + at * width, y: y + height }
    case 'left':
      return { x, y: y + at * height }
    case 'right':
      return { x: x + width, y: y + at * height }
  }
}

/** An element with other data; undefined takes one away. */
export function withData(
  { data, ...bare }: SceneElement,
  changes: Readonly<Record<string, string | undefined>>,
): SceneElement {
  const left = Object.entries({ ...data, ...changes }).filter(
    (each): each is [string, string] => each[1] !== undefined,
  )
  return left.length > 0 ? { ...bare, data: Object.fromEntries(left) } : bare
}

/** An edge that holds on to what it names, where its line comes nearest; names of nothing stay in its data. */
export function joined(edge: SceneElement, byId: ReadonlyMap<string, SceneElement>): SceneElement {
  const points = edge.geometry ? outlineOf(edge.geometry).flatMap((one) => endIn(one.points)) : []
  const { from, to, data, ...bare } = edge
  const left = { ...data }
  const ends = (['from', 'to'] as const).flatMap((end) => {
    const name = (end === 'from' ? from : to)?.element ?? left[end]
    const thing = byId.get(name ?? '')
    if (name === undefined) return []
    if (thing?.role !== 'node' && thing?.role !== 'group') {
      left[end] = name
      return []
    }
    delete left[end]
    const place = (end === 'from' ? points[0] : points.at(-1)) ?? thing.box
    return [[end, anchorOn(thing, place)] as const]
  })
  return {
    ...bare,
    ...Object.fromEntries(ends),
    ...(Object.keys(left).length > 0 && { data: left }),
  }
}

function endIn(points: readonly number[]): Point[] {
  const [x, y] = points.slice(-2)
  return x === undefined || y === undefined ? [] : [{ x, y }]
}
