import { centreOf } from '../figure/geometry'
import type { Composition } from '../forms/composition'
import type { Diagram } from '../forms/diagram'
import type { Operation } from '../forms/operations'
import type { Point } from '../forms/scene'

/** An operation that moves what a composition places. */
export type Placing = Extract<Operation, { op: 'place' | 'align' | 'swap' | 'resize_group' }>

/** Of a node that had no place, in units of the grid. */
const USUAL = { width: 200, height: 110 } as const

/** The diagram with other wishes of where things stand; all lengths are the grid's. Or why that cannot be done. */
export function placed(diagram: Diagram, operation: Placing): Diagram | string {
  const { composition } = diagram
  if (!composition) return 'the figure has no composition; rules place its parts.'
  const known = new Set(diagram.nodes.map(({ id }) => id))
  const missing = idsOf(operation).find((id) => !known.has(id))
  if (missing !== undefined) return `there is no node ${JSON.stringify(missing)}.`
  const boxes = new Map(composition.nodes.map((box) => [box.id, box]))
  switch (operation.op) {
    case 'place': {
      const { id, x, y } = operation
      if (x === null || y === null) return 'x and y must be numbers.'
      return withCentres(diagram, composition, [[id, { x, y }]])
    }
    case 'swap': {
      const [a, b] = [boxes.get(operation.a), boxes.get(operation.b)]
      if (!a || !b) return 'both nodes must have a place.'
      return withCentres(diagram, composition, [
        [a.id, centreOf(b)],
        [b.id, centreOf(a)],
      ])
    }
    case 'align': {
      const own = operation.ids.flatMap((id) => boxes.get(id) ?? [])
      if (own.length < 2) return 'at least two nodes with a place are needed.'
      const { axis } = operation
      const at = own.reduce((sum, box) => sum + centreOf(box)[axis], 0) / own.length
      return withCentres(
        diagram,
        composition,
        own.map((box) => [box.id, { ...centreOf(box), [axis]: at }]),
      )
    }
    case 'resize_group': {
      const { id } = operation
      if (!diagram.groups.some((group) => group.id === id))
        return `there is no group ${JSON.stringify(id)}.`
      const [x = 0, y = 0, width = 0, height = 0] = operation.box
      const others = composition.groups.filter((box) => box.id !== id)
      const groups = [...others, { id, x, y, width, height }]
      return { ...diagram, composition: { ...composition, groups } }
    }
  }
}

/** Of the nodes that an operation places. */
export function idsOf(operation: Placing): string[] {
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

function withCentres(
  diagram: Diagram,
  composition: Composition,
  centres: readonly (readonly [id: string, at: Point])[],
): Diagram {
  const nodes = new Map(composition.nodes.map((box) => [box.id, box]))
  for (const [id, { x, y }] of centres) {
    const { width, height } = nodes.get(id) ?? USUAL
    nodes.set(id, { id, x: x - width / 2, y: y - height / 2, width, height })
  }
  return { ...diagram, composition: { ...composition, nodes: [...nodes.values()] } }
}
