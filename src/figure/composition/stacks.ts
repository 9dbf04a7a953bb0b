import type { Diagram } from '../../forms/diagram'
import type { Box, Geometry } from '../../forms/scene'
import { scaledGeometry } from '../layout/scaled'
import { type ElementDraft, Z } from '../layout/sketch'
import type { Extents } from './arrange'

/** Outlines behind one that stands for several, and how far each is from the one before it, in em. */
const STACK = { copies: 2, step: 0.26 } as const

/** How far a stack reaches beyond its outline, upwards and to the right. */
export const stackReach = (em: number) => STACK.copies * STACK.step * em

/** The ids of what stands for several. */
export const repeatedIn = ({ nodes, groups }: Diagram): ReadonlySet<string> =>
  new Set([...nodes, ...groups].flatMap(({ id, repeat }) => (repeat === undefined ? [] : id)))

/** Extents with the room of stacks. */
export function withStacks(
  extents: ReadonlyMap<string, Extents>,
  repeated: ReadonlySet<string>,
  em: number,
): Map<string, Extents> {
  const by = stackReach(em)
  const all = new Map(extents)
  for (const id of repeated) {
    const { x, y, outline } = all.get(id) ?? { x: [0, 0], y: [0, 0], outline: { x: 0, y: 0 } }
    all.set(id, { x: [x[0], x[1] + by], y: [y[0] + by, y[1]], outline })
  }
  return all
}

/** A box with the stack behind it. */
export function stacked({ x, y, width, height }: Box, em: number): Box {
  const by = stackReach(em)
  return { x, y: y - by, width: width + by, height: height + by }
}

/** The drafts of a figure, with outlines behind those that stand for several; under all connectors. */
export function withCopies(
  drafts: readonly ElementDraft[],
  diagram: Diagram,
  em: number,
): ElementDraft[] {
  const repeated = repeatedIn(diagram)
  if (repeated.size === 0) return [...drafts]
  const forms = drafts.filter(
    ({ element: { role, geometry } }) => (role === 'node' || role === 'group') && geometry,
  )
  const drawn = new Set(drafts.map(({ element }) => element.id))
  const homes = new Map([
    ...diagram.nodes.map(({ id, group }) => [id, group] as const),
    ...diagram.groups.map(({ id, parent }) => [id, parent] as const),
  ])
  const copies = forms.flatMap(({ element, ...draft }): ElementDraft[] => {
    const { id, box, geometry, role } = element
    const home = homes.get(id)
    if (!repeated.has(id) || !geometry) return []
    return Array.from({ length: STACK.copies }, (_, index) => {
      const by = (STACK.copies - index) * STACK.step * em
      const behind: Geometry = scaledGeometry(geometry, 1, by, -by)
      return {
        ...draft,
        element: {
          ...{ id: `${id}-copy-${index + 1}`, kind: 'shape', style: {}, geometry: behind },
          z: role === 'group' ? Z.group : Z.connector - 1,
          box: { ...box, x: box.x + by, y: box.y - by },
          data: { copy: id },
          ...(home !== undefined && drawn.has(home) && { parent: home }),
        },
      }
    })
  })
  return [...copies, ...drafts]
}
