import type { Diagram, DiagramEdge, DiagramGroup, DiagramNode } from '../../forms/diagram'
import { isInferred } from '../../forms/diagram'
import type { Ordered } from './coordinates'
import { framesOf } from './frame-ends'
import { siblingsOf } from './isomorphic'
import type { Cluster, Flow, LayeredGraph, Link, Unit } from './layered-graph'
import { layersOf } from './layers'
import { mainPath } from './main-path'
import { orderLayers } from './ordering'
import { assignRanks, type Ranks } from './ranks'
import { closing, waysBack } from './ways-back'

/** How a figure is read. */
export interface Reading {
  flow: Flow
  /** Inside groups. */
  inner: Flow
  /** See {@link LayeredGraph}. */
  inLine: boolean
  /** Every second group reads the other way, so that links between equal steps of two of them are straight. */
  facing?: boolean
}

/** Nodes and groups in layers and in order, whatever their size. */
export interface Region extends Ordered {
  graph: LayeredGraph
  /** Groups among the units that are laid out by themselves, by unit id. */
  blocks: ReadonlyMap<string, BlockUnit>
  /** Of links with each other and with sides of clusters; with those of the blocks. */
  crossings: number
  /** Links against the flow that no loop asks for; with those of the blocks. */
  against: number
}

/** A group that is laid out by itself, and whether it reads the other way. */
interface BlockUnit {
  group: DiagramGroup
  region: Region
  reversed: boolean
}

/** Nodes and groups side by side. */
export interface Scope {
  nodes: readonly DiagramNode[]
  groups: readonly DiagramGroup[]
}

/** The groups and nodes of a diagram as graphs in layers, one in the other. */
export class Regions {
  readonly #back: ReadonlySet<string>
  readonly #around: ReadonlyMap<string, ReadonlySet<string>>
  /** Of the first node in a group, among all nodes; of a node, its own place. */
  readonly #first: ReadonlyMap<string, number>
  /** Groups of one structure are laid out by themselves, so that they come out alike. */
  readonly #twins: ReadonlySet<string>

  constructor(
    readonly diagram: Diagram,
    readonly reading: Reading,
  ) {
    this.#back = waysBack(diagram)
    this.#around = framesOf(diagram)
    this.#twins = new Set(siblingsOf(diagram).flatMap((set) => set.map(({ group }) => group)))
    const first = new Map<string, number>()
    for (const [at, { id }] of diagram.nodes.entries())
      for (const each of [id, ...(this.#around.get(id) ?? [])])
        if (!first.has(each)) first.set(each, at)
    this.#first = first
  }

  /** What stands in a group, or in none; groups without nodes do not count. */
  scope(group?: string): Scope {
    const { nodes, groups } = this.diagram
    return {
      nodes: nodes.filter((node) => node.group === group),
      groups: groups.filter(({ id, parent }) => parent === group && this.#first.has(id)),
    }
  }

  region(scope: Scope, flow: Flow): Region {
    const units: Unit[] = []
    const clusters: Cluster[] = []
    const blocks = new Map<string, BlockUnit>()
    const holders = new Map<string, string>()
    const visit = ({ nodes, groups }: Scope, cluster: string | undefined) => {
      for (const { id } of nodes) {
        holders.set(id, id)
        units.push({ id, cluster })
      }
      for (const group of groups) {
        const inside = this.scope(group.id)
        if (this.reading.inner === flow && !this.#twins.has(group.id)) {
          clusters.push({ id: group.id, parent: cluster })
          visit(inside, group.id)
          continue
        }
        const region = this.region(inside, this.reading.inner)
        const id = blockId(group.id)
        const isPlain = region.blocks.size === 0 && region.graph.clusters.length === 0
        const reversed = this.reading.facing === true && blocks.size % 2 === 1 && isPlain
        blocks.set(id, { group, region, reversed })
        for (const node of this.diagram.nodes)
          if (this.#around.get(node.id)?.has(group.id)) holders.set(node.id, id)
        units.push({ id, cluster })
      }
    }
    visit(scope, undefined)
    const place = ({ id }: Unit) => this.#first.get(blocks.get(id)?.group.id ?? id) ?? 0
    units.sort((a, b) => place(a) - place(b))
    const links = this.#links(flow, holders, blocks)
    const back = closing(
      units,
      links.filter((link) => !link.back),
    )
    const graph: LayeredGraph = {
      ...{ flow, units, clusters, inLine: this.reading.inLine },
      links: links.map((link) => (back.has(link) ? { ...link, back: true } : link)),
    }
    return ordered(graph, assignRanks(graph), blocks, back.size)
  }

  /** The edges of a diagram between the units that hold their ends. */
  #links(flow: Flow, holders: ReadonlyMap<string, string>, blocks: Region['blocks']): Link[] {
    return this.diagram.edges.flatMap((edge): Link[] => {
      const [from, to] = [holders.get(edge.from), holders.get(edge.to)]
      if (from === undefined || to === undefined || from === to) return []
      const [fromCluster, toCluster] = this.wholes(edge)
      const share = (unit: string, node: string, whole: string | undefined) => {
        const block = blocks.get(unit)
        if (!block || whole !== undefined) return 0
        return (block.reversed ? -1 : 1) * shareOf(block.region, node, flow)
      }
      return [
        {
          ...{ id: edge.id, from, to, fromCluster, toCluster },
          fromShare: share(from, edge.from, fromCluster),
          toShare: share(to, edge.to, toCluster),
          back: this.#back.has(edge.id),
          weak: edge.dashed === true || isInferred(edge),
        },
      ]
    })
  }

  /** The groups at whose frames an edge ends. */
  wholes({ from, to, fromGroup, toGroup }: DiagramEdge): [string | undefined, string | undefined] {
    const whole = (node: string, group: string | undefined, other: string) =>
      group !== undefined &&
      this.#around.get(node)?.has(group) &&
      !this.#around.get(other)?.has(group)
        ? group
        : undefined
    return [whole(from, fromGroup, to), whole(to, toGroup, from)]
  }
}

export const blockId = (group: string) => `#${group}`

/** A graph whose ranks are known, in order. */
export function ordered(
  graph: LayeredGraph,
  ranks: Ranks,
  blocks: Region['blocks'],
  against: number,
): Region {
  const layers = layersOf(graph, ranks)
  const { order, crossings } = orderLayers(layers)
  const inside = graph.units.flatMap(({ id }) => blocks.get(id)?.region ?? [])
  return {
    ...{ graph, layers, order, blocks, main: mainPath(layers, order) },
    crossings: inside.reduce((sum, region) => sum + region.crossings, crossings),
    against: inside.reduce((sum, region) => sum + region.against, against),
  }
}

/** About where a node stands in a region, across a flow, from -0.5 to 0.5. */
function shareOf({ graph, layers, order, blocks }: Region, node: string, flow: Flow): number {
  const at = layers.items.findIndex(
    ({ unit }) => unit !== undefined && (unit === node || isIn(blocks.get(unit)?.region, node)),
  )
  const rank = layers.items[at]?.rank ?? 0
  const row = order[rank] ?? []
  if (at < 0) return 0
  return graph.flow === flow
    ? (row.indexOf(at) + 0.5) / row.length - 0.5
    : (rank + 0.5) / layers.ranks.count - 0.5
}

function isIn(region: Region | undefined, node: string): boolean {
  if (!region) return false
  return region.graph.units.some(
    ({ id }) => id === node || isIn(region.blocks.get(id)?.region, node),
  )
}
