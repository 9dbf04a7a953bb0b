/** In which layers follow each other. */
export type Flow = 'right' | 'down'

/** What stands in a layer as one: a node, or a group that is laid out by itself. */
export interface Unit {
  id: string
  /** The innermost cluster that it stands in. */
  cluster: string | undefined
}

/** A group whose members stand in the layers of the whole, with a frame around them. */
export interface Cluster {
  id: string
  parent: string | undefined
}

/** A relation of two units. */
export interface Link {
  id: string
  from: string
  to: string
  /** Across the flow, about where in the unit it would end, from -0.5 to 0.5. */
  fromShare: number
  toShare: number
  /** Clusters at whose frames it ends. */
  fromCluster: string | undefined
  toCluster: string | undefined
  /** Runs against the flow, round the rest. */
  back: boolean
  /** Says less than others: drawn dashed. */
  weak: boolean
}

/** What is laid out in layers: what is linked to what, whatever its size. */
export interface LayeredGraph {
  flow: Flow
  units: readonly Unit[]
  clusters: readonly Cluster[]
  links: readonly Link[]
  /** Clusters of which one leads to the other stand one after the other, none beside the other. */
  inLine: boolean
}

/** Lengths in pixels, whole and even, for what is laid out in layers. */
export interface Sizes {
  /** Of each unit, by id: along the flow, and across it. */
  units: ReadonlyMap<string, { main: number; cross: number }>
  /** By link id: its words, and across the flow from the middles of its units to where it ends there. */
  links: ReadonlyMap<string, { main: number; cross: number; fromAt: number; toAt: number }>
  clusters: ReadonlyMap<string, Frame>
  /** Units whose links end at their corners. */
  pointed: ReadonlySet<string>
  gaps: Gaps
  /** What ranks, and the gaps after them, are at the least: those of other rows. */
  columns?: Columns | undefined
}

/** How deep each rank is along the flow, and the gap after it. */
export interface Columns {
  depths: readonly number[]
  gaps: readonly number[]
}

/** What a frame takes around what is in it, along the flow and across it, and what its heading needs at the least. */
export interface Frame {
  before: number
  after: number
  low: number
  high: number
  main: number
  cross: number
}

/** Between layers, between units of a layer, between clusters of a layer, and for a line that passes. */
export interface Gaps {
  layer: number
  unit: number
  cluster: number
  track: number
}

/** The clusters around something, innermost first. */
export function around(
  clusters: ReadonlyMap<string, Cluster>,
  innermost: string | undefined,
): string[] {
  const found: string[] = []
  for (let at = innermost; at !== undefined; at = clusters.get(at)?.parent) found.push(at)
  return found
}

/** The next even number of pixels, so that middles are whole. */
export const even = (length: number) => 2 * Math.ceil(length / 2 - 0.01)
