import { centreOf } from '../figure/geometry'
import type { Diagram } from '../forms/diagram'
import type { Operation } from '../forms/operations'
import type { Places } from '../forms/places'
import type { Point } from '../forms/scene'

/** An operation that says where things stand. */
type Placing = Extract<Operation, { op: 'place' | 'align' | 'swap' | 'resize_group' }>

/** The diagram of a drawn figure with what an operation places by hand, in pixels of its canvas. Or why that cannot be done. */
export function placedByHand(
  diagram: Diagram,
  places: Places,
  operation: Placing,
): Diagram | string {
  const known = new Set(diagram.nodes.map(({ id }) => id))
  const missing = idsOf(operation).find((id) => !known.has(id))
  if (missing !== undefined) return `there is no node ${JSON.stringify(missing)}.`
  const outside = ({ x, y }: Point) => x < 0 || y < 0 || x > places.width || y > places.height
  const limits = `the canvas is ${places.width} x ${places.height} pixels.`
  const put = (centres: readonly (readonly [id: string, at: Point])[]): Diagram => ({
    ...diagram,
    places: withPins(places, centres),
  })
  switch (operation.op) {
    case 'place': {
      const { id, x, y } = operation
      if (x === null && y === null) return { ...diagram, places: withoutPin(places, id) }
      if (x === null || y === null) return 'x and y must both be numbers, or both null.'
      return outside({ x, y }) ? limits : put([[id, { x, y }]])
    }
    case 'swap': {
      const [a, b] = [centreIn(places, operation.a), centreIn(places, operation.b)]
      if (!a || !b) return 'both nodes must have a place.'
      return put([
        [operation.a, b],
        [operation.b, a],
      ])
    }
    case 'align': {
      const own = operation.ids.flatMap((id) => {
        const at = centreIn(places, id)
        return at ? [[id, at] as const] : []
      })
      if (own.length < 2) return 'at least two nodes with a place are needed.'
      const { axis } = operation
      const mean = own.reduce((sum, [, at]) => sum + at[axis], 0) / own.length
      return put(own.map(([id, at]) => [id, { ...at, [axis]: mean }]))
    }
    case 'resize_group': {
      const { id, box } = operation
      if (!diagram.groups.some((group) => group.id === id))
        return `there is no group ${JSON.stringify(id)}.`
      const [x = 0, y = 0, width = 0, height = 0] = box
      if (width <= 0 || height <= 0) return 'width and height must be above 0.'
      if (outside({ x, y }) || outside({ x: x + width, y: y + height })) return limits
      const others = places.framed.filter((frame) => frame.id !== id)
      return { ...diagram, places: { ...places, framed: [...others, { id, x, y, width, height }] } }
    }
  }
}

/** Where a node was placed, or was drawn. */
function centreIn({ nodes, pinned }: Places, id: string): Point | undefined {
  const pin = pinned.find((each) => each.id === id)
  if (pin) return { x: pin.x, y: pin.y }
  const box = nodes.find((each) => each.id === id)
  return box && centreOf(box)
}

function withPins(places: Places, centres: readonly (readonly [id: string, at: Point])[]): Places {
  const moved = new Set(centres.map(([id]) => id))
  const others = places.pinned.filter(({ id }) => !moved.has(id))
  return { ...places, pinned: [...others, ...centres.map(([id, { x, y }]) => ({ id, x, y }))] }
}

const withoutPin = (places: Places, id: string): Places => ({
  ...places,
  pinned: places.pinned.filter((each) => each.id !== id),
})

/** Of the nodes that an operation places. */
function idsOf(operation: Placing): string[] {
  switch (operation.op) {
    case 'place':
      return [operation.id]
    case 'swap':
      return [operation.a, operation.b]
    case 'align':
      return operation.ids
    case 'resize_group':
      return []
  }
}
