import type { Diagram } from '../forms/diagram'
import { middleOf } from '../forms/numbers'
import type { Places } from '../forms/places'
import type { Box, Scene, SceneElement } from '../forms/scene'
import { elementIds } from './layout/sketch'

/** Where the parts of a diagram stand in the scene that was drawn of it; undefined for a scene of something else. */
export function drawnPlaces(diagram: Diagram, scene: Scene, before: string): Places | undefined {
  const ids = elementIds(diagram)
  const boxes = new Map(scene.elements.map(({ id, box }) => [id, box]))
  const of = (parts: readonly { id: string }[], own: ReadonlyMap<string, string>) =>
    parts.flatMap(({ id }) => {
      const box = boxes.get(own.get(id) ?? '')
      return box ? [placedBox(id, box)] : []
    })
  const nodes = of(diagram.nodes, ids.nodes)
  const em = labelSize(scene.elements)
  if (nodes.length < diagram.nodes.length || em === undefined) return undefined
  const { width, height } = scene
  const groups = of(diagram.groups, ids.groups)
  return { width, height, em, nodes, groups, pinned: [], framed: [], before }
}

const placedBox = (id: string, { x, y, width, height }: Box) => ({ id, x, y, width, height })

/** The size of most nodes' largest words. */
function labelSize(elements: readonly SceneElement[]): number | undefined {
  const nodes = new Set(elements.flatMap(({ id, role }) => (role === 'node' ? id : [])))
  const words = elements.filter(
    ({ kind, parent }) => kind === 'text' && parent !== undefined && nodes.has(parent),
  )
  const sizes = Map.groupBy(words, ({ parent }) => parent)
  return middleOf(
    [...sizes.values()].map((own) => Math.max(...own.map(({ style }) => style.fontSize ?? 0))),
  )
}
