import type { Diagram, DiagramGroup, DiagramNode } from '../../forms/diagram'
import { isInferred } from '../../forms/diagram'
import { endsIn, framesOf } from './frame-ends'
import { siblingsOf } from './isomorphic'
import { joined } from './joined'
import type { Cluster, Flow, LayeredGraph, Link, Unit } from './layered-graph'
import { assignRanks } from './ranks'
import { type BlockUnit, ordered, type Region, shareOf } from './region'
import { chainInRows, inOneRow } from './rows'
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
  /** Chains inside groups are set in so many rows; absent: in one. */
  innerRows?: number
  /** Rows may end wherever no frame reaches beyond, not only where one link leads on. */
  anywhere?: boolean
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
  /** The nodes or the groups at which an edge ends. */
  readonly #endsOf: ReturnType<typeof endsIn>
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
    this.#endsOf = endsIn(diagram, { frames: first })
  }

  /** What stands in a group, or in none; groups without nodes do not count. */
  scope(group?: string): Scope {
    const { nodes, groups } = this.diagram
    return {
      nodes: nodes.filter((node) => node.group === group),
      groups: groups.filter(({ id, parent }) => parent === group && this.#first.has(id)),
    }
  }

  /** Parts of a scope that no edge links, in the order of the diagram. */
  pieces({ nodes, groups }: Scope): Scope[] {
    const { diagram } = this
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
        const scope = this.scope(group.id)
        const { inner, innerRows = 1, facing, anywhere } = this.reading
        if (inner === flow && innerRows === 1 && !this.#twins.has(group.id)) {
          clusters.push({ id: group.id, parent: cluster })
          visit(scope, group.id)
          continue
        }
        const region = this.region(scope, inner)
        const id = blockId(group.id)
        const isPlain = region.blocks.size === 0 && region.graph.clusters.length === 0
        const reversed = facing === true && blocks.size % 2 === 1 && isPlain
        blocks.set(id, {
          group,
          inside: chainInRows(region, innerRows, anywhere) ?? inOneRow(region),
          reversed,
        })
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
      const ends = this.#endsOf(edge)
      const fromCluster = ends.from === edge.from ? undefined : ends.from
      const toCluster = ends.to === edge.to ? undefined : ends.to
      const share = (unit: string, node: string, whole: string | undefined) => {
        const block = blocks.get(unit)
        if (!block || whole !== undefined) return 0
        return (block.reversed ? -1 : 1) * shareOf(block.inside, node, flow)
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
}

const blockId = (group: string) => `#${group}`
