import type { Box } from '../../forms/scene'
import { centreOf } from '../geometry'
import type { ArrangeInput } from './arrange'
import type { Wished } from './wish'

export type Axis = 'x' | 'y'

/** A node or a frame among its siblings, on the canvas as it is wished. */
export interface Item {
  id: string
  isGroup: boolean
  box: Box
}

/** What stands in one frame, or in none. */
export interface Family {
  parent: string | undefined
  items: Item[]
}

interface Siblings {
  families: Family[]
  pairs: Pair[]
}

const known = new WeakMap<Wished, Siblings>()

/** Families, and pairs of their own that may be changed. */
export function siblingsOf(input: Pick<ArrangeInput, 'diagram' | 'wished'>): Siblings {
  let siblings = known.get(input.wished)
  if (!siblings) {
    const families = familiesOf(input)
    const joins = joinsOf(input)
    siblings = { families, pairs: families.flatMap((family) => pairsOf(family, joins)) }
    known.set(input.wished, siblings)
  }
  return { families: siblings.families, pairs: siblings.pairs.map((pair) => ({ ...pair })) }
}

function familiesOf({ diagram, wished }: Pick<ArrangeInput, 'diagram' | 'wished'>): Family[] {
  const frameOf = (group: string | undefined) =>
    group !== undefined && wished.groups.has(group) ? group : undefined
  const items = [
    ...diagram.nodes.map(({ id, group }) => ({
      parent: frameOf(group),
      item: { id, isGroup: false, box: wished.nodes.get(id) as Box },
    })),
    ...diagram.groups.flatMap(({ id, parent }) => {
      const box = wished.groups.get(id)
      return box ? [{ parent: frameOf(parent), item: { id, isGroup: true, box } }] : []
    }),
  ]
  return [...Map.groupBy(items, ({ parent }) => parent)].map(([parent, members]) => ({
    parent,
    items: members.map(({ item }) => item),
  }))
}

/** Two siblings, which must not overlap on one axis. */
export interface Pair {
  one: Item
  two: Item
  axis: Axis
  /** Gaps on the canvas as they are wished, negative where they overlap. */
  gaps: Record<Axis, number>
  /** Connectors that join them. */
  joins: readonly string[]
  /** It was changed to an axis that parts them less. */
  turned?: boolean
}

/** Every two siblings, kept apart on the axis that parts them most. */
function pairsOf({ items }: Family, joinsOf: Joins): Pair[] {
  return items.flatMap((one, index) =>
    items.slice(index + 1).map((two) => {
      const gaps = { x: gapOf(one.box, two.box, 'x'), y: gapOf(one.box, two.box, 'y') }
      return { one, two, gaps, axis: gaps.x >= gaps.y ? 'x' : 'y', joins: joinsOf(one, two) }
    }),
  )
}

/** Both in their order on an axis. */
export function ordered({ one, two }: Pair, axis: Axis): [Item, Item] {
  return centreOf(two.box)[axis] < centreOf(one.box)[axis] ? [two, one] : [one, two]
}

type Joins = (one: Item, two: Item) => readonly string[]

/** The connectors between two siblings, or what they hold. */
function joinsOf({ diagram, wished }: Pick<ArrangeInput, 'diagram' | 'wished'>): Joins {
  const parents = new Map(diagram.groups.map(({ id, parent }) => [id, parent]))
  const groups = new Map(diagram.nodes.map(({ id, group }) => [id, group]))
  /** From a node outwards. */
  const chain = (node: string): string[] => {
    const all = [`node ${node}`]
    let at = groups.get(node)
    for (let left = diagram.groups.length; at !== undefined && left > 0; left--) {
      if (wished.groups.has(at)) all.push(`group ${at}`)
      at = parents.get(at)
    }
    return all
  }
  const joins = new Map<string, string[]>()
  for (const { id, from, to } of diagram.edges) {
    const [one, two] = [chain(from), chain(to)]
    while (one.length > 0 && one.at(-1) === two.at(-1)) {
      one.pop()
      two.pop()
    }
    const key = [one.at(-1), two.at(-1)].sort().join(' | ')
    joins.set(key, [...(joins.get(key) ?? []), id])
  }
  const name = ({ id, isGroup }: Item) => `${isGroup ? 'group' : 'node'} ${id}`
  return (one, two) => joins.get([name(one), name(two)].sort().join(' | ')) ?? []
}

/** Between two boxes on an axis, in shares of their mean size where they overlap. */
function gapOf(a: Box, b: Box, axis: Axis): number {
  const size = axis === 'x' ? 'width' : 'height'
  const gap = Math.max(b[axis] - a[axis] - a[size], a[axis] - b[axis] - b[size])
  return gap >= 0 ? gap : gap / Math.min(a[size], b[size])
}
