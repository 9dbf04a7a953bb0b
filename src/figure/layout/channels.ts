import type { Point } from '../../forms/scene'
import type { Along } from './columns'
import type { Across } from './coordinates'
import type { Sizes } from './layered-graph'
import type { Layers, Segment } from './layers'

/** Rounds of swapping lines that turn in one channel. */
const ROUNDS = 6

/** A line that turns between two ranks: from where to where it runs across the flow, and the parts of links that it is. */
interface Turn {
  from: number
  to: number[]
  low: number
  high: number
  segments: Segment[]
}

/**
 * The way of every link through the layers: straight along the flow by its places in passing, with a turn between two
 * ranks where these differ. Turns in one channel are ordered for few crossings (Sander, 2004). `x` is along the flow.
 */
export function waysThrough(
  { segments, items }: Layers,
  across: Across,
  { ranks }: Along,
  { links, units }: Sizes,
): Map<string, Point[]> {
  const placeOf = (segment: Segment, end: 'from' | 'to') => {
    const { fromAt = 0, toAt = 0 } = links.get(segment.link?.id ?? '') ?? {}
    const isOwn = end === 'from' ? segment.starts : segment.ends
    return (across.middles[segment[end]] ?? 0) + (isOwn ? (end === 'from' ? fromAt : toAt) : 0)
  }
  const tracks = new Map<Segment, number>()
  const into = Map.groupBy(
    segments.filter(({ link }) => link),
    ({ to }) => items[to]?.rank ?? 0,
  )
  for (const [rank, inside] of into) {
    const [before, after] = [ranks[rank - 1], ranks[rank]]
    if (!before || !after) continue
    const turns = turnsOf(inside, placeOf)
    const start = before.start + before.depth
    for (const [at, turn] of ordered(turns).entries())
      for (const segment of turn.segments)
        tracks.set(segment, start + ((after.start - start) * (at + 1)) / (turns.length + 1))
  }
  const ways = new Map<string, Point[]>()
  for (const segment of segments) {
    const { link, from, to, starts, ends } = segment
    const [a, b] = [items[from], items[to]]
    if (!link || !a || !b) continue
    const way = ways.get(link.id) ?? []
    const side = (item: typeof a, by: 1 | -1) => {
      const { start = 0, depth = 0 } = ranks[item.rank] ?? {}
      return start + (depth + by * (units.get(item.unit ?? '')?.main ?? 0)) / 2
    }
    if (starts) way.push({ x: side(a, 1), y: placeOf(segment, 'from') })
    const track = tracks.get(segment)
    if (track !== undefined)
      way.push({ x: track, y: placeOf(segment, 'from') }, { x: track, y: placeOf(segment, 'to') })
    if (ends) way.push({ x: side(b, -1), y: placeOf(segment, 'to') })
    ways.set(link.id, way)
  }
  return ways
}

/** The lines that turn in a channel; those from one unit are one. */
function turnsOf(
  segments: readonly Segment[],
  placeOf: (segment: Segment, end: 'from' | 'to') => number,
): Turn[] {
  const bent = segments.filter(
    (segment) => Math.abs(placeOf(segment, 'from') - placeOf(segment, 'to')) > 1,
  )
  const sets = Map.groupBy(bent, (segment) => `${segment.from} ${placeOf(segment, 'from')}`)
  return [...sets.values()].map((set) => {
    const from = placeOf(set[0] as Segment, 'from')
    const to = set.map((segment) => placeOf(segment, 'to'))
    return { from, to, low: Math.min(from, ...to), high: Math.max(from, ...to), segments: set }
  })
}

/** Turns from the rank before to the one after, neighbours swapped while that saves crossings. */
function ordered(turns: readonly Turn[]): Turn[] {
  const within = (at: number, { low, high }: Turn) => (at > low && at < high ? 1 : 0)
  /** Crossings where one turns before the other: its lines on cross that one, whose line here crosses it. */
  const crossings = (one: Turn, two: Turn) =>
    within(two.from, one) + one.to.reduce((sum, at) => sum + within(at, two), 0)
  const order = [...turns].sort((a, b) => a.from - b.from)
  for (let round = 0, moved = true; moved && round < ROUNDS; round++) {
    moved = false
    for (let i = 1; i < order.length; i++) {
      const [a, b] = [order[i - 1] as Turn, order[i] as Turn]
      if (crossings(b, a) >= crossings(a, b)) continue
      order[i - 1] = b
      order[i] = a
      moved = true
    }
  }
  return order
}
