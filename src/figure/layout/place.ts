import type { Diagram } from '../../forms/diagram'
import { measureText, SAFETY } from '../fonts'
import type { Theme } from '../themes/theme'
import type { EdgeLabel } from './edge-labels'
import { type Link, placeLevel, type Unit } from './levels'
import type { NodeFit } from './node-form'
import type { Placement } from './placement'

export interface PlaceOptions {
  direction: 'right' | 'down'
  strips: number
  /** Inside groups. */
  innerDirection: 'right' | 'down'
  innerStrips: number
  /** Of the outermost level. */
  align: 'straight' | 'centre'
  /** Factor on gaps. */
  space: number
}

/** Lengths in em. */
export const GRAPH = {
  layerGap: 2.7,
  unitGap: 1.9,
  stripGap: 2.6,
  track: 0.7,
  framePad: 1.15,
  frameHead: 2.5,
  headingInset: 0.95,
} as const

interface Inner {
  nodes: Map<string, { x: number; y: number; width: number; height: number }>
  frames: Map<string, { x: number; y: number; width: number; height: number }>
  width: number
  height: number
  layers: number
  cuts: number
}

/** Places nodes and groups, level by level from the innermost group outwards; routes come later. */
export function placeGraph(
  diagram: Diagram,
  fits: Map<string, NodeFit>,
  labels: Map<string, EdgeLabel>,
  em: number,
  theme: Theme,
  options: PlaceOptions,
): Placement & { layers: number; cuts: number } {
  const parents = new Map(diagram.groups.map((group) => [group.id, group.parent]))
  const chainOf = (nodeId: string): string[] => {
    const chain: string[] = []
    let at = diagram.nodes.find((node) => node.id === nodeId)?.group
    while (at !== undefined && !chain.includes(at)) {
      chain.unshift(at)
      at = parents.get(at)
    }
    return chain
  }
  const chains = new Map(diagram.nodes.map((node) => [node.id, chainOf(node.id)]))
  const inner = (group: string | undefined, depth: number): Inner => {
    const subgroups = diagram.groups.filter((each) => each.parent === group)
    const parts = new Map<string, Inner>()
    for (const sub of subgroups) {
      const placed = frame(inner(sub.id, depth + 1), sub.label, em, theme)
      if (placed) parts.set(`#${sub.id}`, placed)
    }
    const units: Unit[] = []
    // Units stand in the order in which the diagram first names one of their nodes.
    for (const node of diagram.nodes) {
      const chain = chains.get(node.id) ?? []
      if (group !== undefined && chain[depth - 1] !== group) continue
      const unitId = chain.length > depth ? `#${chain[depth]}` : node.id
      if (units.some((unit) => unit.id === unitId)) continue
      const size = parts.get(unitId) ?? fits.get(node.id)
      if (size) units.push({ id: unitId, width: size.width, height: size.height })
    }
    const links = linksAt(diagram, chains, group, depth, parts, fits, labels)
    if (units.length === 0) {
      return { nodes: new Map(), frames: new Map(), width: 0, height: 0, layers: 0, cuts: 0 }
    }
    const placed = placeLevel(units, links, {
      direction: depth === 0 ? options.direction : options.innerDirection,
      strips: depth === 0 ? options.strips : options.innerStrips,
      align: depth === 0 ? options.align : 'straight',
      gaps: {
        layer: GRAPH.layerGap * options.space * em,
        unit: GRAPH.unitGap * Math.max(0.75, options.space) * em,
        strip: GRAPH.stripGap * options.space * em,
        track: GRAPH.track * em,
      },
    })
    return gather(
      units,
      placed,
      parts,
      fits,
      subgroups.map((each) => each.id),
    )
  }
  const root = inner(undefined, 0)
  return { ...root, routes: new Map(), labels: new Map() }
}

function gather(
  units: Unit[],
  placed: ReturnType<typeof placeLevel>,
  parts: Map<string, Inner>,
  fits: Map<string, NodeFit>,
  subgroups: string[],
): Inner {
  const result: Inner = {
    nodes: new Map(),
    frames: new Map(),
    width: placed.width,
    height: placed.height,
    layers: placed.layers,
    cuts: placed.cuts + [...parts.values()].reduce((sum, part) => sum + part.cuts, 0),
  }
  for (const unit of units) {
    const at = placed.at.get(unit.id) ?? { x: 0, y: 0 }
    const part = parts.get(unit.id)
    if (!part) {
      const fit = fits.get(unit.id)
      if (fit) result.nodes.set(unit.id, { ...at, width: fit.width, height: fit.height })
      continue
    }
    const shifted = (box: { x: number; y: number; width: number; height: number }) => ({
      ...box,
      x: box.x + at.x,
      y: box.y + at.y,
    })
    const own = subgroups.find((id) => `#${id}` === unit.id)
    if (own !== undefined) {
      result.frames.set(own, { ...at, width: part.width, height: part.height })
    }
    for (const [id, box] of part.frames) result.frames.set(id, shifted(box))
    for (const [id, box] of part.nodes) result.nodes.set(id, shifted(box))
  }
  return result
}

/** Adds the frame's padding and heading around a group's content. */
function frame(content: Inner, label: string, em: number, theme: Theme): Inner | undefined {
  if (content.nodes.size === 0) return undefined
  const pad = GRAPH.framePad * em
  const heading =
    measureText(label, { weight: theme.measures.labelWeight, size: em }) * SAFETY +
    2 * GRAPH.headingInset * em
  const width = Math.max(content.width + 2 * pad, Math.min(heading, 16 * em))
  const left = (width - content.width) / 2
  const top = GRAPH.frameHead * em
  const shifted = <T extends { x: number; y: number }>(map: Map<string, T>) =>
    new Map([...map].map(([id, box]) => [id, { ...box, x: box.x + left, y: box.y + top }]))
  return {
    nodes: shifted(content.nodes),
    frames: shifted(content.frames),
    width,
    height: content.height + top + pad,
    layers: content.layers,
    cuts: content.cuts,
  }
}

/** The diagram's edges as this level sees them; those inside one unit or outside the level are not its business. */
function linksAt(
  diagram: Diagram,
  chains: Map<string, string[]>,
  group: string | undefined,
  depth: number,
  parts: Map<string, Inner>,
  fits: Map<string, NodeFit>,
  labels: Map<string, EdgeLabel>,
): Link[] {
  const end = (nodeId: string) => {
    const chain = chains.get(nodeId) ?? []
    if (group !== undefined && chain[depth - 1] !== group) return undefined
    const id = chain.length > depth ? `#${chain[depth]}` : nodeId
    const box = parts.get(id)?.nodes.get(nodeId)
    const fit = fits.get(nodeId)
    const at = box
      ? { x: box.x + box.width / 2, y: box.y + box.height / 2 }
      : { x: (fit?.width ?? 0) / 2, y: (fit?.height ?? 0) / 2 }
    return { id, at }
  }
  return diagram.edges.flatMap((edge): Link[] => {
    const [from, to] = [end(edge.from), end(edge.to)]
    if (!from || !to || from.id === to.id) return []
    const label = labels.get(edge.id)
    return [
      {
        from: from.id,
        to: to.id,
        fromAt: from.at,
        toAt: to.at,
        label: { width: label?.width ?? 0, height: label?.height ?? 0 },
        feedback: edge.kind === 'feedback',
      },
    ]
  })
}
