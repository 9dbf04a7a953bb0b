import type { DiagramGroup } from '../../forms/diagram'
import type { Ordered } from './coordinates'
import type { Flow, LayeredGraph } from './layered-graph'
import { layersOf } from './layers'
import { mainPath } from './main-path'
import { orderLayers } from './ordering'
import type { Ranks } from './ranks'

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
export interface BlockUnit {
  group: DiagramGroup
  inside: Rows
  reversed: boolean
}

/** Regions set like lines of text: of one chain a row each, else what nothing links, several in a row. */
export interface Rows {
  flow: Flow
  of: 'chain' | 'pieces'
  rows: Region[][]
  /** Lines from row to row beyond the one that leads on. */
  torn: number
}

/** A graph whose ranks are known, in order. */
export function ordered(
  graph: LayeredGraph,
  ranks: Ranks,
  blocks: Region['blocks'],
  against: number,
): Region {
  const layers = layersOf(graph, ranks)
  const { order, crossings } = orderLayers(layers)
  const inside = graph.units.flatMap(({ id }) => blocks.get(id)?.inside.rows.flat() ?? [])
  return {
    ...{ graph, layers, order, blocks, main: mainPath(layers, order) },
    crossings: inside.reduce((sum, region) => sum + region.crossings, crossings),
    against: inside.reduce((sum, region) => sum + region.against, against),
  }
}

/** About where a node stands in rows, across a flow, from -0.5 to 0.5. */
export function shareOf({ flow: own, rows }: Rows, node: string, flow: Flow): number {
  const row = rows.findIndex((each) => each.some((region) => holds(region, node)))
  const region = rows[row]?.find((each) => holds(each, node))
  if (!region) return 0
  const { layers, order, blocks } = region
  const at = layers.items.findIndex(
    ({ unit = '' }) =>
      unit === node ||
      blocks
        .get(unit)
        ?.inside.rows.flat()
        .some((each) => holds(each, node)),
  )
  const rank = layers.items[at]?.rank ?? 0
  const layer = order[rank] ?? []
  return own === flow
    ? (row + (layer.indexOf(at) + 0.5) / layer.length) / rows.length - 0.5
    : (rank + 0.5) / layers.ranks.count - 0.5
}

const holds = ({ graph, blocks }: Region, node: string): boolean =>
  graph.units.some(
    ({ id }) =>
      id === node ||
      blocks
        .get(id)
        ?.inside.rows.flat()
        .some((each) => holds(each, node)),
  )
