import type { Places } from '../../forms/places'
import type { Point } from '../../forms/scene'

/** First drawn out along both axes, to another canvas; then moved back and scaled, to the canvas within its bands. */
interface Inwards {
  byX: number
  byY: number
  scale: number
  dx: number
  dy: number
}

/** Places in pixels of another canvas; outlines and letters keep their form. */
export function movedPlaces(
  places: Places,
  canvas: { width: number; height: number },
  { byX, byY, scale, dx, dy }: Inwards,
): Places {
  const size = Math.min(byX, byY) / scale
  const at = ({ x, y }: Point): Point => ({ x: (byX * x - dx) / scale, y: (byY * y - dy) / scale })
  const rigid = <P extends Places['nodes'][number]>(box: P): P => {
    const middle = at({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
    const [width, height] = [size * box.width, size * box.height]
    return { ...box, x: middle.x - width / 2, y: middle.y - height / 2, width, height }
  }
  const elastic = <P extends Places['nodes'][number]>(box: P): P => ({
    ...box,
    ...at(box),
    width: (byX * box.width) / scale,
    height: (byY * box.height) / scale,
  })
  return {
    ...places,
    ...canvas,
    em: size * places.em,
    nodes: places.nodes.map(rigid),
    groups: places.groups.map(elastic),
    pinned: places.pinned.map((pin) => ({ ...pin, ...at(pin) })),
    framed: places.framed.map(elastic),
  }
}
