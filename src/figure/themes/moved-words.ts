import type { Geometry, SceneElement } from '../../forms/scene'
import { centreOf, within } from '../geometry'
import { movePath } from '../icons'

/** Height of the flattest node. */
export const flattestOf = (elements: readonly SceneElement[]) =>
  Math.min(...elements.flatMap(({ role, box }) => (role === 'node' ? box.height : [])))

/** The id of the dashed outline of what is inferred. */
export const inferredId = (id: string) => `${id}-inferred`

/**
 * Elements with all that stands in a node (words, icon, number, items, picture) moved downwards by so many pixels: for
 * themes that draw a node's face other than in the middle of its box. What stands beside its node stays.
 */
export function withWordsMoved(
  elements: readonly SceneElement[],
  byOf: (node: SceneElement) => number | undefined,
): SceneElement[] {
  const byId = new Map(elements.map((each) => [each.id, each]))
  return elements.map((each) => {
    const node = nodeOf(each, byId)
    const by = node && byOf(node)
    if (!node || node === each || by === undefined || each.id === inferredId(node.id)) return each
    const middle = { ...centreOf(each.box), width: 0, height: 0 }
    return within(middle, node.box) ? moved(each, by) : each
  })
}

function nodeOf(
  each: SceneElement,
  byId: ReadonlyMap<string, SceneElement>,
): SceneElement | undefined {
  if (each.role === 'node') return each
  const parent = byId.get(each.parent ?? '')
  return parent && parent.role !== 'group' ? nodeOf(parent, byId) : undefined
}

function moved(element: SceneElement, by: number): SceneElement {
  const { geometry, paint, box } = element
  return {
    ...element,
    box: { ...box, y: box.y + by },
    ...(geometry && { geometry: movedGeometry(geometry, by) }),
    ...(paint && { paint: paint.map((each) => ({ ...each, d: movePath(each.d, 1, 0, by) })) }),
  }
}

function movedGeometry(geometry: Geometry, by: number): Geometry {
  switch (geometry.form) {
    case 'lines':
      return { ...geometry, lines: geometry.lines.map((line) => movedLine(line, by)) }
    case 'path':
      return { ...geometry, d: movePath(geometry.d, 1, 0, by) }
    case 'rect':
      return { ...geometry, y: geometry.y + by }
    case 'ellipse':
      return { ...geometry, cy: geometry.cy + by }
    default:
      return geometry
  }
}

type Line = Extract<Geometry, { form: 'lines' }>['lines'][number]

function movedLine({ formulas, ...line }: Line, by: number): Line {
  const outlines = formulas?.map((each) => ({ ...each, d: movePath(each.d, 1, 0, by) }))
  return { ...line, y: line.y + by, ...(outlines && { formulas: outlines }) }
}
