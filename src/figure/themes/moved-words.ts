import type { SceneElement } from '../../forms/scene'
import { centreOf, within } from '../geometry'
import { movedElement } from '../geometry/moved'

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
    return within(centreOf(each.box), node.box) ? movedElement(each, 0, by) : each
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
