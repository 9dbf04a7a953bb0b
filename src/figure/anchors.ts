import { clamp, roundedTo } from '../forms/numbers'
import type { Anchor, Point, SceneElement } from '../forms/scene'
import { outlineOf } from './outlines'

/** The place of a thing's box that is nearest to a point. */
export function anchorOn({ id, box }: SceneElement, { x, y }: Point): Anchor {
  const off = {
    left: Math.abs(x - box.x),
    right: Math.abs(x - box.x - box.width),
    top: Math.abs(y - box.y),
    bottom: Math.abs(y - box.y - box.height),
  }
  const sides = Object.keys(off) as (keyof typeof off)[]
  const side = sides.reduce((best, each) => (off[each] < off[best] ? each : best))
  const level = side === 'top' || side === 'bottom'
  const share = level ? (x - box.x) / (box.width || 1) : (y - box.y) / (box.height || 1)
  return { element: id, side, at: roundedTo(clamp(share, 0, 1), 3) }
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
