import type { Diagram } from '../../forms/diagram'
import { outlineOf } from './node-outline'

/** Groups beside each other, by id, whose members and links are the same but for words; members correspond by place. */
export type Siblings = readonly { group: string; members: readonly string[] }[]

/** Rounds of refinement: what differs further away than so many links is taken for the same. */
const ROUNDS = 4

const known = new WeakMap<Diagram, readonly Siblings[]>()

/** Every set of at least two groups of one structure; every placement that is tried asks for those of its diagram. */
export function siblingsOf(diagram: Diagram): readonly Siblings[] {
  const found = known.get(diagram) ?? siblingsIn(diagram)
  known.set(diagram, found)
  return found
}

/** By colour refinement (Weisfeiler and Leman). */
function siblingsIn({ nodes, edges, groups }: Diagram): Siblings[] {
  if (groups.length < 2) return []
  const colours = new Map<string, number>()
  const colourOf = (of: readonly unknown[]) => {
    const name = JSON.stringify(of)
    const known = colours.get(name) ?? colours.size
    colours.set(name, known)
    return known
  }
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  const places = new Map(
    [...Map.groupBy(groups, ({ parent }) => parent).values()].flatMap((siblings) =>
      siblings.map(({ id }, place) => [id, place] as const),
    ),
  )
  const found = groups.map(({ id, parent }) => {
    /** The way from the group down to a node in it, by the places of the groups between among their own siblings. */
    const wayTo = (inner: string | undefined) => {
      const way: number[] = []
      for (let at = inner; at !== id; at = parents.get(at)) {
        if (at === undefined || way.length > groups.length) return undefined
        way.push(places.get(at) ?? -1)
      }
      return way
    }
    const colour = new Map<string, number>()
    for (const node of nodes) {
      const way = wayTo(node.group)
      if (way) colour.set(node.id, colourOf([outlineOf(node), way]))
    }
    const inside = edges.filter(({ from, to }) => colour.has(from) && colour.has(to))
    for (let round = 0; round < Math.min(ROUNDS, colour.size); round++) {
      const before = new Map(colour)
      const ends = (id: string, own: 'from' | 'to', other: 'from' | 'to') =>
        inside.flatMap((edge) => (edge[own] === id ? [before.get(edge[other]) ?? -1] : [])).sort()
      for (const [id, own] of before)
        colour.set(id, colourOf([own, ends(id, 'from', 'to'), ends(id, 'to', 'from')]))
    }
    const members = [...colour].sort(([, a], [, b]) => a - b)
    const kind = colourOf([parent, members.map(([, own]) => own)])
    return { group: id, members: members.map(([node]) => node), kind }
  })
  const several = found.filter(({ members }) => members.length > 1)
  return [...Map.groupBy(several, ({ kind }) => kind).values()].filter((set) => set.length > 1)
}
