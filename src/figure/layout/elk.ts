import type { ELK, ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api'
import type { Diagram } from '../../forms/diagram'
import { SAFETY, type Wrapped, wrapEvenly } from '../fonts'
import type { Theme } from '../themes/theme'
import type { NodeFit } from './node-form'
import type { Placement } from './placement'

/** One way of asking ELK; the caller compares what comes back. */
export interface ElkTrial {
  direction: 'RIGHT' | 'DOWN' | 'LEFT' | 'UP'
  /** Width by height that wrapping and packing of parts aim at. */
  ratio: number
  /** Cuts long chains into rows; ELK cannot wrap inside groups. */
  wrap: boolean
  /** Factor on all gaps. */
  space: number
}

export const LABEL_WRAP = 9

let engine: Promise<ELK> | undefined

/** ELK takes over `self.onmessage` where it is imported in a Worker: give it back. */
function load(): Promise<ELK> {
  engine ??= (async () => {
    const scope = globalThis as { onmessage?: unknown }
    const before = scope.onmessage
    const { default: Elk } = await import('elkjs/lib/elk.bundled.js')
    const instance = new Elk()
    if (scope.onmessage !== before) scope.onmessage = before ?? null
    return instance
  })()
  return engine
}

/** Layered layout with orthogonal edges; lengths are in pixels at label size `em`. */
export async function placeWithElk(
  diagram: Diagram,
  fits: Map<string, NodeFit>,
  em: number,
  theme: Theme,
  trial: ElkTrial,
): Promise<Placement> {
  const elk = await load()
  const labels = edgeLabels(diagram, em, theme)
  const graph: ElkNode = {
    id: '#root',
    layoutOptions: rootOptions(diagram, em, trial),
    children: childrenOf(undefined, diagram, fits, em, theme, trial),
    edges: diagram.edges.map((edge, index): ElkExtendedEdge => {
      const label = labels.get(edge.id)
      return {
        id: `#edge-${index}`,
        sources: [`#node-${edge.from}`],
        targets: [`#node-${edge.to}`],
        layoutOptions: { 'elk.layered.priority.direction': edge.kind === 'feedback' ? '0' : '5' },
        ...(label
          ? {
              labels: [
                {
                  id: `#label-${index}`,
                  text: edge.label ?? '',
                  width: label.width * SAFETY + 0.5 * em,
                  height: label.height + 0.5 * em,
                },
              ],
            }
          : {}),
      }
    }),
  }
  const placed = await elk.layout(graph)
  return readBack(placed, diagram, labels)
}

function rootOptions(diagram: Diagram, em: number, trial: ElkTrial): Record<string, string> {
  const gap = (factor: number) => String(factor * em * trial.space)
  return {
    'elk.algorithm': 'layered',
    'elk.direction': trial.direction,
    'elk.edgeRouting': 'ORTHOGONAL',
    'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
    'elk.json.shapeCoords': 'ROOT',
    'elk.json.edgeCoords': 'ROOT',
    'elk.randomSeed': '1',
    'elk.aspectRatio': String(trial.ratio),
    'elk.padding': '[top=0,left=0,bottom=0,right=0]',
    'elk.spacing.nodeNode': gap(1.7),
    'elk.spacing.edgeNode': gap(0.9),
    'elk.spacing.edgeEdge': gap(0.75),
    'elk.spacing.edgeLabel': gap(0.25),
    'elk.spacing.componentComponent': gap(2),
    'elk.layered.spacing.nodeNodeBetweenLayers': gap(2.3),
    'elk.layered.spacing.edgeNodeBetweenLayers': gap(0.95),
    'elk.layered.spacing.edgeEdgeBetweenLayers': gap(0.75),
    'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
    'elk.layered.cycleBreaking.strategy': 'GREEDY_MODEL_ORDER',
    'elk.layered.nodePlacement.strategy':
      diagram.groups.length > 0 ? 'NETWORK_SIMPLEX' : 'BRANDES_KOEPF',
    'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
    'elk.layered.nodePlacement.favorStraightEdges': 'true',
    'elk.layered.thoroughness': '12',
    'elk.layered.compaction.postCompaction.strategy': 'NONE',
    ...(trial.wrap
      ? {
          'elk.layered.wrapping.strategy': 'MULTI_EDGE',
          'elk.layered.wrapping.additionalEdgeSpacing': gap(1),
        }
      : {}),
  }
}

/** Groups become compound nodes; ids are prefixed, since a group and a node may share one. */
function childrenOf(
  parent: string | undefined,
  diagram: Diagram,
  fits: Map<string, NodeFit>,
  em: number,
  theme: Theme,
  trial: ElkTrial,
): ElkNode[] {
  const groups = diagram.groups
    .filter((group) => group.parent === parent)
    .map(
      (group): ElkNode => ({
        id: `#group-${group.id}`,
        layoutOptions: {
          'elk.padding': `[top=${2.5 * em},left=${1.1 * em},bottom=${1.1 * em},right=${1.1 * em}]`,
          'elk.direction': trial.direction,
        },
        children: childrenOf(group.id, diagram, fits, em, theme, trial),
      }),
    )
    .filter((group) => (group.children ?? []).length > 0)
  const nodes = diagram.nodes
    .filter((node) => node.group === parent)
    .map((node): ElkNode => {
      const fit = fits.get(node.id)
      return { id: `#node-${node.id}`, width: fit?.width ?? em, height: fit?.height ?? em }
    })
  return [...groups, ...nodes]
}

export interface EdgeLabel {
  text: Wrapped
  width: number
  height: number
}

export function edgeLabels(diagram: Diagram, em: number, theme: Theme): Map<string, EdgeLabel> {
  const size = theme.measures.detail * em
  const labels = new Map<string, EdgeLabel>()
  for (const edge of diagram.edges) {
    if (!edge.label || edge.label.trim() === '') continue
    const text = wrapEvenly(edge.label, LABEL_WRAP * em, {
      weight: theme.measures.detailWeight,
      size,
    })
    const leading = theme.measures.leading * size
    labels.set(edge.id, {
      text,
      width: text.width,
      height: size * theme.capHeight + (text.lines.length - 1) * leading + 0.2 * size,
    })
  }
  return labels
}

function readBack(root: ElkNode, diagram: Diagram, labels: Map<string, EdgeLabel>): Placement {
  const placement: Placement = {
    nodes: new Map(),
    frames: new Map(),
    routes: new Map(),
    labels: new Map(),
    width: root.width ?? 0,
    height: root.height ?? 0,
  }
  const walk = (node: ElkNode) => {
    for (const child of node.children ?? []) {
      const box = {
        x: child.x ?? 0,
        y: child.y ?? 0,
        width: child.width ?? 0,
        height: child.height ?? 0,
      }
      if (child.id.startsWith('#node-')) placement.nodes.set(child.id.slice(6), box)
      else placement.frames.set(child.id.slice(7), box)
      walk(child)
    }
  }
  walk(root)
  for (const [index, edge] of (root.edges ?? []).entries()) {
    const id = diagram.edges[index]?.id
    if (id === undefined) continue
    const points = (edge.sections ?? []).flatMap((section) => [
      section.startPoint,
      ...(section.bendPoints ?? []),
      section.endPoint,
    ])
    placement.routes.set(
      id,
      points.map(({ x, y }) => ({ x, y })),
    )
    const label = edge.labels?.[0]
    const own = labels.get(id)
    if (label && own) {
      placement.labels.set(id, {
        x: (label.x ?? 0) + ((label.width ?? 0) - own.width) / 2,
        y: (label.y ?? 0) + ((label.height ?? 0) - own.height) / 2,
        width: own.width,
        height: own.height,
      })
    }
  }
  return placement
}
