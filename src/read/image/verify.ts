import type { SceneElement } from '../../forms/scene'
import { difference, type Pixels } from './pixels'
import { segmentDistance } from './polyline'
import type { Reading } from './reading'

/** A line must explain at least this share of what the picture shows where it is drawn. */
const WORTH = 0.25

/** Leaves out lines that make the drawing differ more from the picture than it does without them. */
export function withoutHarm(
  elements: readonly SceneElement[],
  { source, ground }: Reading,
  drawn: Pixels,
): SceneElement[] {
  const gone = new Set<string>()
  for (const each of elements) {
    if (each.role !== 'edge' && each.role !== 'mark') continue
    if (each.geometry?.form !== 'polyline') continue
    const { points } = each.geometry
    const reach = (each.style.strokeWidth ?? 1) / 2 + 1.5
    let without = 0
    let having = 0
    const { x, y, width, height } = each.box
    for (let row = Math.max(0, Math.floor(y - reach)); row < Math.min(source.height, y + height + reach); row++) {
      for (let column = Math.max(0, Math.floor(x - reach)); column < Math.min(source.width, x + width + reach); column++) {
        const place = { x: column + 0.5, y: row + 0.5 }
        const near = points.some((a, index) => {
          const b = points[index + 1]
          return b !== undefined && segmentDistance(place, a, b) <= reach
        })
        if (!near) continue
        const i = row * source.width + column
        const own = source.rgb[i] as number
        without += difference(own, ground.rgb[i] as number)
        having += difference(own, drawn.rgb[i] as number)
      }
    }
    if (having > (1 - WORTH) * without) gone.add(each.id)
  }
  return elements
    .filter(({ id }) => !gone.has(id))
    .map((each) => {
      if (each.parent === undefined || !gone.has(each.parent)) return each
      const { parent: _, ...free } = each
      return { ...free, role: 'text' }
    })
}
