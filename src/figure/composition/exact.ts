import type { ArrangeInput, Placing } from './arrange'
import { headOf, type Solved } from './axis'
import { separate } from './separation'
import type { Axis, Family, Item, Pair } from './siblings'

/** Something that should hold exactly on one axis. */
interface Rule {
  /** Which is given up first where two contradict each other: the lowest. */
  rank: number
  /** Moves positions, as little as possible, so that it holds. */
  apply(at: number[]): void
  /** By how much it does not hold, in pixels. */
  error(at: readonly number[]): number
}

/** The near or far end of something: a variable, and how far behind it the end is. */
type End = readonly [variable: number, offset: number]

/** Gaps of one row are one where they differ by less: a factor, and a length in em. */
const ONE_GAP = { factor: 1.6, more: 0.6 } as const
/** Something is meant to stand in the middle of others that is nearer to it than this share of their distance. */
const MIDDLE = 0.17
/** In em: nearer than that is nearly in line. */
const NEARLY = 5
/** By so much at most everything is drawn out further to fill its room. */
const DRAWN_OUT = 1.35
/** A band across everything in which nothing stands is no wider, in em. */
const VOID = { x: 12, y: 8 } as const
/** Pixels by which a rule may be missed. */
const TOLERANCE = 0.05
const ROUNDS = 14
const SWEEPS = 4
/** Work that is spent on one axis: solutions, times variables, times constraints. */
const WORK = 4e6

/**
 * Makes what is nearly even exactly so: gaps of a row, branches around their fork, members in their frame; and draws
 * everything out to the room. Rules are met by projecting on each in turn and on what keeps things apart; one that
 * contradicts others is given up.
 */
export function exact(
  { input, families, pairs }: Pick<Placing, 'input' | 'families' | 'pairs'>,
  solved: Record<Axis, Solved>,
): Record<Axis, Solved> {
  const turned = pairs.filter((pair) => pair.turned && pair.joins.length > 0)
  const filled = { x: fill('x', input, solved.x), y: fill('y', input, solved.y) }
  const y = even(filled.y, [
    ...rulesOf('y', input, families, filled),
    ...inLine('y', turned, input, filled.y),
  ])
  const x = even(filled.x, [
    ...rulesOf('x', input, families, { ...filled, y }),
    ...inLine('x', turned, input, filled.x),
  ])
  return { x, y }
}

function even(solved: Solved, rules: readonly Rule[]): Solved {
  const { wishes, separations } = solved
  let left = WORK / (wishes.length * Math.max(1, separations.length))
  const project = (active: readonly Rule[]): number[] => {
    let at = [...solved.positions]
    for (let round = 0; round < ROUNDS && left > 0; round++, left--) {
      for (let sweep = 0; sweep < SWEEPS; sweep++) for (const rule of active) rule.apply(at)
      at = separate(
        wishes.map(({ weight }, index) => ({ at: at[index] ?? 0, weight })),
        separations,
      ).positions
      if (active.every((rule) => rule.error(at) < TOLERANCE)) break
    }
    return at
  }
  let active = [...rules]
  for (;;) {
    const at = project(active)
    const missed = active
      .map((rule) => ({ rule, error: rule.error(at) }))
      .filter(({ error }) => error >= TOLERANCE)
      .sort((a, b) => a.rule.rank - b.rule.rank || b.error - a.error)
    const [first] = missed
    if (!first || left <= 0) return { ...solved, positions: at }
    active = active.filter((rule) => rule !== first.rule)
  }
}

/** Draws out what does not reach both ends of its room. */
function fill(
  axis: Axis,
  { room, extents, diagram, wished, em }: ArrangeInput,
  solved: Solved,
): Solved {
  const { positions, wishes, separations } = solved
  const size = axis === 'x' ? 'width' : 'height'
  const at = (index: number) => positions[index] ?? 0
  const ends = [
    ...diagram.nodes.map(({ id }) => {
      const [before, after] = extents.get(id)?.[axis] ?? [0, 0]
      return { at: at(solved.anchor(id)), before, after }
    }),
    ...[...wished.groups.keys()].flatMap((id) =>
      solved.sides(id).map((side) => {
        const [before, after] = extents.get(id)?.[axis] ?? [0, 0]
        return { at: at(side), before, after }
      }),
    ),
  ]
  const first = ends.reduce((a, b) => (b.at - b.before < a.at - a.before ? b : a))
  const last = ends.reduce((a, b) => (b.at + b.after > a.at + a.after ? b : a))
  const length = last.at - first.at
  const wide = room[size] - first.before - last.after
  const factor = length > 0 ? Math.max(1, Math.min(DRAWN_OUT, wide / length)) : 1
  const drawn = ends.map(({ at, ...end }) => ({ ...end, at: factor * (at - first.at) }))
  const nearer = withoutVoids(drawn, VOID[axis] * em)
  const from = room[axis] + first.before + (wide - nearer(factor * length)) / 2
  const drawnOut = wishes.map(({ weight }, index) => ({
    at: from + nearer(factor * (at(index) - first.at)),
    weight,
  }))
  return { ...solved, positions: separate(drawnOut, separations).positions }
}

/** Moves nearer to each other what a band parts in which nothing stands, where that is wider than `most`. */
function withoutVoids(
  ends: readonly { at: number; before: number; after: number }[],
  most: number,
): (at: number) => number {
  const items = ends
    .map(({ at, before, after }) => ({ from: at - before, to: at + after }))
    .sort((a, b) => a.from - b.from)
  const voids: { from: number; to: number }[] = []
  let reached = items[0]?.to ?? 0
  for (const { from, to } of items) {
    if (from - reached > most) voids.push({ from: reached, to: from })
    reached = Math.max(reached, to)
  }
  return (at) =>
    voids.reduce((moved, { from, to }) => {
      const share = Math.max(0, Math.min(1, (at - from) / (to - from)))
      return moved - share * (to - from - most)
    }, at)
}

function rulesOf(
  axis: Axis,
  input: ArrangeInput,
  families: readonly Family[],
  solved: Record<Axis, Solved>,
): Rule[] {
  const own = solved[axis]
  const ends = endsOf(axis, input, own)
  return [
    ...families.flatMap(({ items }) =>
      rowsOf(axis, items, solved).flatMap((row) => evenGaps(row, own, ends, input.em)),
    ),
    ...branches(input, own),
    ...families.flatMap((family) => centred(axis, family, input, own, ends)),
  ]
}

interface Ends {
  /** With or without words beside an outline. */
  end(item: Item, far: 0 | 1, words: boolean): End
  /** The variables of all that an item holds. */
  moves(item: Item): number[]
}

function endsOf(axis: Axis, { extents, diagram }: ArrangeInput, solved: Solved): Ends {
  const parents = new Map(diagram.groups.map(({ id, parent }) => [id, parent]))
  const isIn = (group: string, at: string | undefined): boolean => {
    for (let left = diagram.groups.length; at !== undefined && left >= 0; left--) {
      if (at === group) return true
      at = parents.get(at)
    }
    return false
  }
  return {
    end: ({ id, isGroup }, far, words) => {
      const own = extents.get(id)
      const [before, after] = own?.[axis] ?? [0, 0]
      if (isGroup) return [solved.sides(id)[far], far === 0 ? -before : after]
      // Words beside an outline are an end of it, words above or below are not.
      const length = (words || before !== after ? [before, after][far] : own?.outline[axis]) ?? 0
      return [solved.anchor(id), far === 0 ? -length : length]
    },
    moves: ({ id, isGroup }) => {
      if (!isGroup) return [solved.anchor(id)]
      const nodes = diagram.nodes.filter(({ group }) => isIn(id, group))
      const groups = diagram.groups.filter((group) => isIn(id, group.id))
      return [
        ...new Set([
          ...nodes.map((node) => solved.anchor(node.id)),
          ...groups.flatMap((group) => solved.sides(group.id)),
        ]),
      ]
    },
  }
}

/** Siblings that stand in one line along an axis, in order. */
function rowsOf(axis: Axis, items: readonly Item[], solved: Record<Axis, Solved>): Item[][] {
  const other = axis === 'x' ? solved.y : solved.x
  const place = ({ positions, ...of }: Solved, { id, isGroup }: Item) => {
    const [near, far] = isGroup ? of.sides(id) : [of.anchor(id), of.anchor(id)]
    return Math.round(2 * ((positions[near] ?? 0) + (positions[far] ?? 0)))
  }
  const rows = Map.groupBy(items, (item) => `${item.isGroup} ${place(other, item)}`)
  return [...rows.values()]
    .filter((row) => row.length > 2)
    .map((row) => row.sort((a, b) => place(solved[axis], a) - place(solved[axis], b)))
}

/** Gaps of a row that are nearly equal become equal; its ends stay where they are. */
function evenGaps(row: readonly Item[], { positions }: Solved, ends: Ends, em: number): Rule[] {
  const parts = row.map((item) => ({
    near: ends.end(item, 0, false),
    far: ends.end(item, 1, false),
    moves: ends.moves(item),
  }))
  const of = (at: readonly number[], [variable, offset]: End) => (at[variable] ?? 0) + offset
  const gapsOf = (at: readonly number[]) =>
    parts.slice(1).map(({ near }, index) => {
      const before = parts[index]
      return before ? of(at, near) - of(at, before.far) : 0
    })
  const clusters = clustersOf(gapsOf(positions), em)
  if (clusters.length === 0) return []
  const wanted = (gaps: readonly number[]) => {
    const evened = [...gaps]
    for (const cluster of clusters) {
      const mean = cluster.reduce((sum, index) => sum + (gaps[index] ?? 0), 0) / cluster.length
      for (const index of cluster) evened[index] = mean
    }
    return evened
  }
  return [
    {
      rank: 2,
      apply(at) {
        const gaps = gapsOf(at)
        let shift = 0
        for (const [index, gap] of wanted(gaps).entries()) {
          shift += gap - (gaps[index] ?? 0)
          for (const variable of parts[index + 1]?.moves ?? [])
            at[variable] = (at[variable] ?? 0) + shift
        }
      },
      error(at) {
        const gaps = gapsOf(at)
        return Math.max(...wanted(gaps).map((gap, index) => Math.abs(gap - (gaps[index] ?? 0))))
      },
    },
  ]
}

/** Indices of gaps that are one. */
function clustersOf(gaps: readonly number[], em: number): number[][] {
  const sorted = gaps.map((gap, index) => ({ gap, index })).sort((a, b) => a.gap - b.gap)
  const clusters: { least: number; members: number[] }[] = []
  for (const { gap, index } of sorted) {
    const last = clusters.at(-1)
    if (last && gap <= ONE_GAP.factor * Math.max(0, last.least) + ONE_GAP.more * em)
      last.members.push(index)
    else clusters.push({ least: gap, members: [index] })
  }
  return clusters.flatMap(({ members }) => (members.length > 1 ? [members] : []))
}

/** What forks stands in the middle of its branches, and so does what they meet in. */
function branches({ diagram, em }: ArrangeInput, solved: Solved): Rule[] {
  const at = (id: string) => solved.positions[solved.anchor(id)] ?? 0
  const neighbours = diagram.nodes.flatMap(({ id }) => [
    { id, others: diagram.edges.filter(({ from }) => from === id).map(({ to }) => to) },
    { id, others: diagram.edges.filter(({ to }) => to === id).map(({ from }) => from) },
  ])
  return neighbours.flatMap(({ id, others }) => {
    const linked = [...new Set(others)].filter((other) => other !== id)
    if (linked.length < 2) return []
    const first = linked.reduce((a, b) => (at(b) < at(a) ? b : a))
    const last = linked.reduce((a, b) => (at(b) > at(a) ? b : a))
    const span = at(last) - at(first)
    const off = Math.abs(at(id) - (at(first) + at(last)) / 2)
    if (span < 2 * em || off > MIDDLE * span) return []
    const [own, near, far] = [solved.anchor(id), solved.anchor(first), solved.anchor(last)]
    return equality(
      [
        [own, 2],
        [near, -1],
        [far, -1],
      ],
      0,
      3,
    )
  })
}

/** What is joined and stands above each other for want of room beside, or the reverse, is in line where it nearly is. */
function inLine(axis: Axis, turned: readonly Pair[], { em }: ArrangeInput, solved: Solved): Rule[] {
  const at = (id: string) => solved.positions[solved.anchor(id)] ?? 0
  return turned.flatMap(({ one, two, axis: apart }) => {
    if (apart === axis || one.isGroup || two.isGroup) return []
    if (Math.abs(at(one.id) - at(two.id)) > NEARLY * em) return []
    return equality(
      [
        [solved.anchor(one.id), 1],
        [solved.anchor(two.id), -1],
      ],
      0,
      0,
    )
  })
}

/** Members stand in the middle of their frame. */
function centred(
  axis: Axis,
  { parent, items }: Family,
  { headings, em }: ArrangeInput,
  solved: Solved,
  { end }: Ends,
): Rule[] {
  if (parent === undefined) return []
  const at = ([variable, offset]: End) => (solved.positions[variable] ?? 0) + offset
  const [near, far] = solved.sides(parent)
  const first = items.map((item) => end(item, 0, true)).reduce((a, b) => (at(b) < at(a) ? b : a))
  const last = items.map((item) => end(item, 1, true)).reduce((a, b) => (at(b) > at(a) ? b : a))
  const [before, behind] = ([0, 1] as const).map((side) =>
    headOf(headings.get(parent), axis, side, em),
  ) as [number, number]
  return equality(
    [
      [first[0], 1],
      [near, -1],
      [far, -1],
      [last[0], 1],
    ],
    first[1] + last[1] - before + behind,
    1,
  )
}

/** That a sum of variables, each times its factor, and a constant is nought. */
function equality(
  terms: readonly (readonly [variable: number, factor: number])[],
  constant: number,
  rank: number,
): Rule[] {
  const factors = new Map<number, number>()
  for (const [variable, factor] of terms)
    factors.set(variable, (factors.get(variable) ?? 0) + factor)
  const squares = [...factors.values()].reduce((sum, factor) => sum + factor * factor, 0)
  if (squares === 0) return []
  const value = (at: readonly number[]) =>
    [...factors].reduce((sum, [variable, factor]) => sum + factor * (at[variable] ?? 0), constant)
  return [
    {
      rank,
      apply(at) {
        const step = value(at) / squares
        for (const [variable, factor] of factors) at[variable] = (at[variable] ?? 0) - step * factor
      },
      error: (at) => Math.abs(value(at)) / 2,
    },
  ]
}
