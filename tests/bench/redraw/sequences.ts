import { type DrawnFigure, editedDiagram } from '../../../src/engines/editing'
import type { Diagram } from '../../../src/forms/diagram'
import type { Operation } from '../../../src/forms/operations'
import type { Scene } from '../../../src/forms/scene'

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const LABELS = [
  'Cache',
  'Quality\ncontrol',
  'Normalised counts',
  'Loss',
  'A rather long label of a step',
]
const WORDS = ['yes', 'no', 'top-k', 'weights']

type Make = (
  diagram: Diagram,
  scene: Scene,
  pick: <T>(list: readonly T[]) => T,
  fresh: string,
) => Operation | undefined

const of = <T>(list: readonly T[], pick: (list: readonly T[]) => T) =>
  list.length > 0 ? pick(list) : undefined

/** One operation of each sort, as an author would ask for it. */
const MAKERS: readonly Make[] = [
  ({ nodes }, _, pick) => ({ op: 'rename', id: pick(nodes).id, label: pick(LABELS) }),
  ({ nodes }, _, pick) => ({
    op: 'set_detail',
    id: pick(nodes).id,
    detail: pick([...WORDS, null]),
  }),
  ({ nodes }, _, pick) => ({
    op: 'set_kind',
    id: pick(nodes).id,
    kind: pick(['process', 'data', 'store', 'document'] as const),
  }),
  ({ nodes }, _, pick) => ({
    op: 'set_accent',
    id: pick(nodes).id,
    color: pick(['#c03030', null]),
  }),
  ({ nodes }, _, pick) => ({ op: 'set_icon', id: pick(nodes).id, icon: pick(['database', null]) }),
  ({ groups }, _, pick, id) => ({
    ...{ op: 'add_node', id, label: pick(LABELS), kind: 'process' },
    group: groups.length > 0 ? pick([null, ...groups.map((group) => group.id)]) : null,
  }),
  ({ nodes }, _, pick) => (nodes.length > 3 ? { op: 'drop_node', id: pick(nodes).id } : undefined),
  ({ nodes, edges }, _, pick, id) => {
    const [from, to] = [pick(nodes).id, pick(nodes).id]
    const known = edges.some(
      (edge) => [from, to].includes(edge.from) && [from, to].includes(edge.to),
    )
    if (from === to || known) return undefined
    return { op: 'add_edge', id, from, to, label: null, kind: 'flow', heads: 'end', dashed: false }
  },
  ({ edges }, _, pick) => {
    const edge = of(edges, pick)
    return edge && { op: 'drop_edge', id: edge.id }
  },
  ({ edges }, _, pick) => {
    const edge = of(edges, pick)
    return edge && { op: 'reverse_edge', id: edge.id }
  },
  ({ edges }, _, pick) => {
    const edge = of(edges, pick)
    return edge && { op: 'set_edge_label', id: edge.id, label: pick([...WORDS, null]) }
  },
  ({ nodes }, scene, pick) => {
    const at = (side: number) => Math.round(side * (0.15 + 0.7 * pick(SHARES)))
    return { op: 'place', id: pick(nodes).id, x: at(scene.width), y: at(scene.height) }
  },
  ({ nodes }, _, pick) => {
    const [a, b] = [pick(nodes).id, pick(nodes).id]
    return a === b ? undefined : { op: 'swap', a, b }
  },
  ({ groups }, _, pick) => {
    const group = of(groups, pick)
    return group && { op: 'rename_group', id: group.id, label: pick(LABELS) }
  },
  ({ nodes, groups }, _, pick) => {
    const group = of(groups, pick)
    return group && { op: 'move_to_group', id: pick(nodes).id, group: group.id }
  },
]

const SHARES = Array.from({ length: 21 }, (_, index) => index / 20)

/** `count` operations on a drawn figure, each of which can be done after those before it. */
export function randomSequence(figure: DrawnFigure, count: number, seed: number): Operation[] {
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const operations: Operation[] = []
  for (let left = 20 * count; operations.length < count && left > 0; left--) {
    const now = editedDiagram(figure, { operations, keep_places: true })
    const one = pick(MAKERS)(now, figure.scene, pick, `new-${seed}-${left}`)
    if (!one) continue
    try {
      editedDiagram(figure, { operations: [...operations, one], keep_places: true })
      operations.push(one)
    } catch {
      // Two that were dropped, or swapped before they had a place.
    }
  }
  return operations
}
