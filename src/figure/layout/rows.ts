import { around, type Flow } from './layered-graph'
import { assignRanks } from './ranks'
import { ordered, type Region, type Rows } from './region'

/** A row is at least so long as the longest one, as a share, and the last one. */
const LEAST_ROW = { usual: 0.5, last: 0.3 } as const
/** Share of the whole by which a row may be too long or short for each line less from it to the next. */
const UNEVEN = 0.06

/** Regions that nothing links in so many rows, about equally long. */
export function piecesInRows(pieces: readonly Region[], flow: Flow, rows: number): Rows {
  const length = ({ layers, graph }: Region) =>
    graph.flow === flow ? layers.ranks.count : Math.max(...graph.units.map(() => 1))
  return { flow, of: 'pieces', rows: inParts(pieces, length, rows), torn: 0 }
}

/** Things in their order in `count` parts, about equally long. */
export function inParts<Each>(
  all: readonly Each[],
  lengthOf: (each: Each) => number,
  count: number,
): Each[][] {
  const total = all.reduce((sum, each) => sum + lengthOf(each), 0)
  const parts: Each[][] = [[]]
  let before = 0
  for (const [index, each] of all.entries()) {
    const isFull = before + lengthOf(each) / 2 > (parts.length * total) / count
    const isLast = all.length - index <= count - parts.length
    if ((isFull || isLast) && parts.length < count && parts.at(-1)?.length) parts.push([])
    parts.at(-1)?.push(each)
    before += lengthOf(each)
  }
  return parts
}

export const inOneRow = (region: Region): Rows => ({
  ...{ flow: region.graph.flow, of: 'chain', rows: [[region]], torn: 0 },
})

/**
 * A region cut into so many rows where one link alone leads on, or `anywhere` where it must be; undefined where rows would
 * be too uneven.
 */
export function chainInRows(region: Region, rows: number, anywhere = false): Rows | undefined {
  if (rows === 1) return inOneRow(region)
  const { graph, layers, blocks } = region
  const { ranks } = layers
  const lengths = Array.from({ length: ranks.count }, (_, rank) =>
    Math.max(
      ...graph.units.map(({ id }) => {
        if (ranks.units.get(id) !== rank) return 0
        const inside = blocks.get(id)?.inside
        return inside?.flow === graph.flow ? Math.max(...inside.rows.map(lengthOf)) : 1
      }),
    ),
  )
  const breaks = breaksOf(region, anywhere)
  const ends = rowEnds(lengths, breaks, rows)
  if (!ends) return undefined
  const rowOf = new Map(
    graph.units.map(({ id, cluster }) => {
      const own = ends.findIndex((end) => (ranks.units.get(id) ?? 0) <= end)
      const to = graph.links.flatMap((link) =>
        link.from === id ? (ranks.units.get(link.to) ?? 0) : [],
      )
      const isSource = graph.links.every((link) => link.to !== id)
      // A source stands in the row that it leads to.
      const next = Math.min(...to.map((rank) => ends.findIndex((end) => rank <= end)))
      return [id, isSource && cluster === undefined && to.length > 0 ? Math.max(own, next) : own]
    }),
  )
  const parts = ends.map((_, row) => partOf(region, (id) => rowOf.get(id) === row))
  const torn = ends.slice(0, -1).reduce((sum, end) => sum + (breaks.get(end) ?? 0), 0)
  return { flow: graph.flow, of: 'chain', rows: parts.map((part) => [part]), torn }
}

const lengthOf = (row: readonly Region[]) =>
  row.reduce((sum, { layers }) => sum + layers.ranks.count, 0)

/**
 * Ranks after which a row may end, with how many links are torn there: all that leads on comes from one unit, or goes to
 * one; `anywhere`: no frame reaches beyond.
 */
function breaksOf({ graph, layers: { ranks } }: Region, anywhere: boolean): Map<number, number> {
  const rankOf = (id: string) => ranks.units.get(id) ?? 0
  const gaps = Array.from({ length: Math.max(0, ranks.count - 1) }, (_, at) => at)
  const found = gaps.flatMap((at): [number, number][] => {
    const over = graph.links.filter(({ from, to }) => rankOf(from) <= at !== rankOf(to) <= at)
    const forth = over.filter(({ back }) => !back)
    const count = (end: 'from' | 'to') => new Set(forth.map((link) => link[end])).size
    const ways = Math.min(count('from'), count('to'))
    const spans = [...ranks.clusters.values()]
    const isFree = spans.every(({ first, last }) => last <= at || first > at)
    const torn = over.length - 1
    return isFree && (ways === 1 || (anywhere && ways > 0)) ? [[at, torn]] : []
  })
  return new Map(found)
}

/** The last rank of each row: where a break is nearest to an even cut and tears least. */
function rowEnds(
  lengths: readonly number[],
  breaks: ReadonlyMap<number, number>,
  rows: number,
): number[] | undefined {
  const upTo = lengths.map((_, rank) =>
    lengths.slice(0, rank + 1).reduce((sum, each) => sum + each, 0),
  )
  const total = upTo.at(-1) ?? 0
  const ends: number[] = []
  for (let row = 1; row < rows; row++) {
    const left = [...breaks.keys()].filter((at) => at > (ends.at(-1) ?? -1))
    const off = (at: number) =>
      Math.abs((upTo[at] ?? 0) - (row * total) / rows) + UNEVEN * total * (breaks.get(at) ?? 0)
    const best = left.reduce<number | undefined>(
      // Of two that are as near the later one: the last row may be short.
      (most, at) => (most === undefined || off(at) <= off(most) + 0.01 * total ? at : most),
      undefined,
    )
    if (best === undefined) return undefined
    ends.push(best)
  }
  ends.push(lengths.length - 1)
  const own = ends.map((end, row) => (upTo[end] ?? 0) - (upTo[ends[row - 1] ?? -1] ?? 0))
  const most = Math.max(...own)
  const isEven = own.slice(0, -1).every((each) => each >= LEAST_ROW.usual * most)
  return isEven && (own.at(-1) ?? 0) >= LEAST_ROW.last * most ? ends : undefined
}

/** A region with some of its units alone. */
function partOf({ graph, blocks }: Region, has: (id: string) => boolean): Region {
  const units = graph.units.filter(({ id }) => has(id))
  const all = new Map(graph.clusters.map((cluster) => [cluster.id, cluster]))
  const homes = new Set(units.flatMap(({ cluster }) => around(all, cluster)))
  const part = {
    ...{ ...graph, units },
    clusters: graph.clusters.filter(({ id }) => homes.has(id)),
    links: graph.links.filter(({ from, to }) => has(from) && has(to)),
  }
  return ordered(part, assignRanks(part), blocks, 0)
}
