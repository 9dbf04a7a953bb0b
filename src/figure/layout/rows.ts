import { joined } from './joined'
import { around, type Flow } from './layered-graph'
import { isElastic, outlineOf } from './node-outline'
import { type Block, gapsOf, type Measures, placed, stacked } from './place'
import { assignRanks } from './ranks'
import { ordered, type Region, type Regions, type Scope } from './regions'

/** Regions set like lines of text: of one chain a row each, else what nothing links, several in a row. */
export interface Rows {
  flow: Flow
  of: 'chain' | 'pieces'
  rows: Region[][]
}

/** Between rows of one chain, and between what nothing links, in gaps between layers. */
const APART = { chain: 1.1, pieces: 1.2 } as const
/** The shorter of two rows is at least so long as the longer one, as a share, but for the last. */
const LEAST_ROW = 0.5

/** Parts of a scope that no edge links, in the order of the diagram. */
export function piecesOf({ diagram }: Regions, { nodes, groups }: Scope): Scope[] {
  const all = [...diagram.nodes, ...diagram.groups].map(({ id }) => id)
  const within = [
    ...diagram.nodes.flatMap(({ id, group }) => (group ? [{ from: group, to: id }] : [])),
    ...diagram.groups.flatMap(({ id, parent }) => (parent ? [{ from: parent, to: id }] : [])),
  ]
  const root = joined(all, [...diagram.edges, ...within])
  return [...new Set(diagram.nodes.map(({ id }) => root(id)))]
    .map((piece) => ({
      nodes: nodes.filter(({ id }) => root(id) === piece),
      groups: groups.filter(({ id }) => root(id) === piece),
    }))
    .filter((piece) => piece.nodes.length + piece.groups.length > 0)
}

/** Regions that nothing links in so many rows, about equally long. */
export function piecesInRows(pieces: readonly Region[], flow: Flow, rows: number): Rows {
  const length = ({ layers, graph }: Region) =>
    graph.flow === flow ? layers.ranks.count : Math.max(...graph.units.map(() => 1))
  const total = pieces.reduce((sum, piece) => sum + length(piece), 0)
  const set: Region[][] = [[]]
  let before = 0
  for (const piece of pieces) {
    const isFull = before + length(piece) / 2 > (set.length * total) / rows
    if (isFull && set.length < rows && set.at(-1)?.length) set.push([])
    set.at(-1)?.push(piece)
    before += length(piece)
  }
  return { flow, of: 'pieces', rows: set }
}

/** A region cut into so many rows where one link alone leads on; undefined where rows would be too uneven. */
export function chainInRows(region: Region, rows: number): Rows | undefined {
  const { graph, layers, blocks } = region
  const { ranks } = layers
  const lengths = Array.from({ length: ranks.count }, (_, rank) =>
    Math.max(
      ...graph.units.map(({ id }) => {
        if (ranks.units.get(id) !== rank) return 0
        const inside = blocks.get(id)?.region
        return inside?.graph.flow === graph.flow ? inside.layers.ranks.count : 1
      }),
    ),
  )
  const ends = rowEnds(lengths, breaksOf(region), rows)
  if (!ends) return undefined
  const rowOf = new Map(
    graph.units.map(({ id, cluster }) => {
      const own = ends.findIndex((end) => (ranks.units.get(id) ?? 0) <= end)
      const to = graph.links.flatMap((link) => (link.from === id ? (ranks.units.get(link.to) ?? 0) : []))
      const isSource = graph.links.every((link) => link.to !== id)
      // A source stands in the row that it leads to.
      const next = Math.min(...to.map((rank) => ends.findIndex((end) => rank <= end)))
      return [id, isSource && cluster === undefined && to.length > 0 ? Math.max(own, next) : own]
    }),
  )
  const parts = ends.map((_, row) => partOf(region, (id) => rowOf.get(id) === row))
  return { flow: graph.flow, of: 'chain', rows: parts.map((part) => [part]) }
}

/** Ranks after which a row may end: all that leads on from there comes from one unit, or goes to one. */
function breaksOf({ graph, layers: { ranks } }: Region): number[] {
  const rankOf = (id: string) => ranks.units.get(id) ?? 0
  return Array.from({ length: Math.max(0, ranks.count - 1) }, (_, at) => at).filter((at) => {
    const over = graph.links.filter(({ from, to }) => rankOf(from) <= at !== rankOf(to) <= at)
    const forth = over.filter(({ back }) => !back)
    const count = (end: 'from' | 'to') => new Set(forth.map((link) => link[end])).size
    const spans = [...ranks.clusters.values()]
    return (
      Math.min(count('from'), count('to')) === 1 &&
      spans.every(({ first, last }) => last <= at || first > at)
    )
  })
}

/** The last rank of each row: where a break is nearest to an even cut. */
function rowEnds(
  lengths: readonly number[],
  breaks: readonly number[],
  rows: number,
): number[] | undefined {
  const upTo = lengths.map((_, rank) =>
    lengths.slice(0, rank + 1).reduce((sum, each) => sum + each, 0),
  )
  const total = upTo.at(-1) ?? 0
  const ends: number[] = []
  for (let row = 1; row < rows; row++) {
    const left = breaks.filter((at) => at > (ends.at(-1) ?? -1))
    const off = (at: number) => Math.abs((upTo[at] ?? 0) - (row * total) / rows)
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
  const isEven = own.slice(0, -1).every((each) => each >= LEAST_ROW * most)
  return isEven && (own.at(-1) ?? 0) > 0 ? ends : undefined
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

/** Rows one below the other where the flow is to the right, else one beside the other, all from one line. */
export function placedRows({ flow, of, rows }: Rows, measures: Measures): Block {
  const isChain = of === 'chain' && rows.flat().every(({ graph, layers }) => graph.units.length === layers.ranks.count)
  const shared = isChain ? { ...measures, fits: sharingColumns(rows.flat(), measures, flow) } : measures
  const blocks = rows.map((row) => row.map((region) => placed(region, shared)))
  const { layer } = gapsOf(measures, flow === 'right' ? 'down' : 'right')
  const words = of === 'chain' ? [...measures.labels.values()].map(({ height }) => height) : []
  const gap = APART[of] * layer + Math.max(0, ...words)
  return stacked(
    blocks.map((row) => stacked(row, flow === 'right' ? 'down' : 'right', gap)),
    flow,
    gap,
  )
}

/** Nodes of rows that are mere chains, equally wide in each column, so that a wrapped chain reads like a table. */
function sharingColumns(rows: readonly Region[], { fits }: Measures, flow: Flow): Measures['fits'] {
  const side = flow === 'right' ? 'width' : 'height'
  const columns: number[] = []
  const placeOf = new Map(
    rows.flatMap(({ layers }) =>
      [...layers.ranks.units].filter(([id]) => {
        const fit = fits.get(id)
        return fit !== undefined && isElastic(outlineOf(fit.node))
      }),
    ),
  )
  for (const [id, at] of placeOf) columns[at] = Math.max(columns[at] ?? 0, fits.get(id)?.[side] ?? 0)
  return new Map(
    [...fits].map(([id, fit]) => [id, { ...fit, [side]: columns[placeOf.get(id) ?? -1] ?? fit[side] }]),
  )
}
