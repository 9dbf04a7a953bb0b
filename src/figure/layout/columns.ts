import { type Across, bendOf, type Ordered } from './coordinates'
import type { Columns, Link, Sizes } from './layered-graph'
import type { Layers, Segment } from './layers'

export interface Along {
  /** Where each rank begins along the flow, and how deep it is. */
  ranks: { start: number; depth: number }[]
  clusters: Map<string, { start: number; end: number }>
  length: number
  columns: Columns
}

/** Of the gap between layers, what is left between two frames or a frame and what stands before it, and beside words. */
export const BETWEEN_FRAMES = 0.8
const BESIDE_WORDS = 0.75

/** Places along the flow: layer after layer, between them room for frames, for words of links and for lines that turn. */
export function placeAlong({ layers }: Ordered, across: Across, sizes: Sizes): Along {
  const placed = placedAlong(layers, across, sizes)
  if (sizes.clusters.size === 0) return placed
  const clusters = [...sizes.clusters].map(([id, frame]) => {
    const { start = 0, end = 0 } = placed.clusters.get(id) ?? {}
    const missing = Math.max(0, frame.main - end + start) / 2
    const { before, after } = frame
    return [id, { ...frame, before: before + missing, after: after + missing }] as const
  })
  return placedAlong(layers, across, { ...sizes, clusters: new Map(clusters) })
}

function placedAlong(layers: Layers, across: Across, sizes: Sizes): Along {
  const { items, segments, clusters, ranks: known } = layers
  const { gaps, columns: least } = sizes
  const depths = Array.from({ length: known.count }, (_, rank) => least?.depths[rank] ?? 0)
  const between: number[] = []
  for (const { unit, rank } of items)
    depths[rank] = Math.max(depths[rank] ?? 0, sizes.units.get(unit ?? '')?.main ?? 0)
  const before = roomAt(layers, sizes, 'first', 'before')
  const after = roomAt(layers, sizes, 'last', 'after')
  const into = Map.groupBy(
    segments.filter(({ link }) => link),
    ({ to }) => items[to]?.rank ?? 0,
  )
  const returning = linksBack(layers)
  let at = before.deepest[0] ?? 0
  const ranks = depths.map((depth, rank) => {
    if (rank > 0) {
      const crossing = into.get(rank) ?? []
      const lines = linesBeside(crossing, across, sizes)
      const ahead = crossing.flatMap(({ link, starts, ends }) =>
        link && starts && ends ? [link] : [],
      )
      const words = [...ahead, ...(returning.get(rank) ?? [])]
      const widest = Math.max(0, ...words.map(({ id }) => sizes.links.get(id)?.main ?? 0))
      const frames = (after.deepest[rank - 1] ?? 0) + (before.deepest[rank] ?? 0)
      const turns = (lines + 1) * gaps.track
      const open = Math.max(frames > 0 ? BETWEEN_FRAMES * gaps.layer : gaps.layer, turns)
      const beside = widest + Math.max(BESIDE_WORDS * gaps.layer, turns)
      const own = frames + (widest > 0 ? Math.max(open, beside) : open)
      const gap = Math.max(own, least?.gaps[rank - 1] ?? 0)
      between.push(gap)
      at += gap
    }
    const start = at
    at += depth
    return { start, depth }
  })
  const frames = [...clusters.keys()].flatMap((id) => {
    const span = known.clusters.get(id)
    const [one, two] = [ranks[span?.first ?? 0], ranks[span?.last ?? 0]]
    if (!span || !one || !two) return []
    const start = one.start - (before.of.get(id) ?? 0)
    return [[id, { start, end: two.start + two.depth + (after.of.get(id) ?? 0) }] as const]
  })
  return {
    ...{ ranks, clusters: new Map(frames), columns: { depths, gaps: between } },
    length: at + (after.deepest.at(-1) ?? 0),
  }
}

/** Links that run back from one rank to the one before it, straight through the gap between them, by the later rank. */
function linksBack({ items, graph }: Layers) {
  const rankOf = new Map(items.map(({ unit = '', rank }) => [unit, rank]))
  const rank = ({ from, to }: Link) => {
    const [later = 0, earlier = 0] = [rankOf.get(from), rankOf.get(to)]
    return later - earlier === 1 ? later : 0
  }
  return Map.groupBy(
    graph.links.filter(({ back }) => back),
    rank,
  )
}

/** From the rank at which a cluster begins (or ends) to its frame, with those that are in it: by cluster, and the most by rank. */
function roomAt(
  { ranks, graph }: Layers,
  sizes: Sizes,
  side: 'first' | 'last',
  pad: 'before' | 'after',
) {
  const of = new Map<string, number>()
  const rankOf = (id: string) => ranks.clusters.get(id)?.[side]
  const room = (id: string): number => {
    const inner = graph.clusters.filter(
      (each) => each.parent === id && rankOf(each.id) === rankOf(id),
    )
    const own = sizes.clusters.get(id)?.[pad] ?? 0
    const all = own + Math.max(0, ...inner.map((each) => room(each.id)))
    of.set(id, all)
    return all
  }
  const deepest: number[] = []
  for (const { id } of graph.clusters) {
    const rank = rankOf(id)
    if (rank !== undefined) deepest[rank] = Math.max(deepest[rank] ?? 0, room(id))
  }
  return { of, deepest }
}

/** How many lines run beside each other across the flow in the gap before a rank; those from one unit are one. */
function linesBeside(segments: readonly Segment[], across: Across, sizes: Sizes): number {
  const turning = segments.filter((segment) => bendOf(segment, across, sizes) > 1)
  const spans = [...Map.groupBy(turning, ({ from }) => from).values()].map((set) => {
    const ends = set.flatMap(({ from, to }) => [across.middles[from] ?? 0, across.middles[to] ?? 0])
    return { low: Math.min(...ends), high: Math.max(...ends) }
  })
  return Math.max(
    0,
    ...spans.map(({ low }) => spans.filter((span) => span.low <= low && low < span.high).length),
  )
}
