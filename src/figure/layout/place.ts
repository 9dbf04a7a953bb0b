import type { DiagramGroup } from '../../forms/diagram'
import { remembered, rememberedOf } from '../../forms/remembered'
import type { Box } from '../../forms/scene'
import { centreOf } from '../geometry'
import { alike, type Outlined } from './alike'
import { placeAlong } from './columns'
import { type Across, bendOf, crossOf, placeAcross } from './coordinates'
import { frameIn, frameOf } from './frame-room'
import {
  around,
  type Columns,
  even,
  type Flow,
  type Frame,
  type Gaps,
  type Sizes,
} from './layered-graph'
import type { Measures } from './measures'
import { isDiamond, isElastic, outlineOf } from './node-outline'
import type { BlockUnit, Region, Rows } from './region'

/** Nodes and frames from the top left of what holds them. */
export interface Block {
  nodes: Map<string, Box>
  frames: Map<string, Box>
  width: number
  height: number
  /** Parts of links that are not straight: of the main path, and others. */
  bent: { main: number; other: number }
  /** What cards cost that are far from the shape of one. */
  misshapen: number
  columns?: Columns
}

/** Lengths in em. */
const GAP = { layer: 2.7, unit: 1.7, cluster: 1.9, track: 0.8 } as const

/** Units of one layer stand no closer than this, as a factor on their gap: links pass between them. */
const LEAST_UNIT_SPACE = 0.55
export function gapsOf({ space, em, stretch }: Measures, flow: Flow): Gaps {
  const [along, over] = flow === 'right' ? [stretch.x, stretch.y] : [stretch.y, stretch.x]
  const units = Math.max(LEAST_UNIT_SPACE, space) * over * em
  return {
    layer: even(GAP.layer * space * along * em),
    unit: even(GAP.unit * units),
    cluster: even(GAP.cluster * units),
    track: even(GAP.track * em),
  }
}

/** Between rows of one chain, and between what nothing links, in gaps between layers. */
export const APART = { chain: 1.1, pieces: 1.2 } as const

/** Rows one below the other where the flow is to the right, else one beside the other, all from one line. */
export function placedRows({ flow, of, rows }: Rows, measures: Measures): Block {
  const [first, ...others] = rows.flat()
  if (first && others.length === 0) return placed(first, measures)
  const isChain =
    of === 'chain' &&
    rows.flat().every(({ graph, layers }) => graph.units.length === layers.ranks.count)
  const once = rows.map((row) => row.map((region) => placed(region, measures)))
  const columns = isChain ? sharedColumns(once.flat()) : undefined
  const blocks = isChain
    ? rows.map((row) => row.map((region) => placed(region, { ...measures, columns })))
    : once
  const { layer } = gapsOf(measures, flow === 'right' ? 'down' : 'right')
  const words = of === 'chain' ? [...measures.labels.values()].map(({ height }) => height) : []
  const gap = APART[of] * layer + Math.max(0, ...words)
  return stacked(
    blocks.map((row) => stacked(row, flow === 'right' ? 'down' : 'right', gap)),
    flow,
    gap,
  )
}

/** What all rows need, so that a wrapped chain reads like a table. */
function sharedColumns(rows: readonly Block[]): Columns {
  const most = (of: (row: Block) => readonly number[] | undefined) => {
    const all: number[] = []
    for (const row of rows)
      for (const [at, length] of (of(row) ?? []).entries()) all[at] = Math.max(all[at] ?? 0, length)
    return all
  }
  return {
    depths: most(({ columns }) => columns?.depths),
    gaps: most(({ columns }) => columns?.gaps),
  }
}

/** Blocks by factors on gaps: arrangements that differ in their rows alone have the same ones. */
const blocksIn = rememberedOf((_: Measures['fits']) =>
  remembered((_: string) => new Map<BlockUnit, Block>()),
)

/** A group that is laid out by itself, in its frame. */
function blockOf(unit: BlockUnit, flow: Flow, measures: Measures): Block {
  const { x, y } = measures.stretch
  const known = blocksIn(measures.fits)(`${x} ${y}`)
  const found = known.get(unit)
  if (found) return found
  const { group, inside, reversed } = unit
  const block = placedRows(inside, { ...measures, columns: undefined })
  const turned = reversed ? inMirror(block, inside.flow) : block
  const whole = framed(turned, group, measures, flow)
  known.set(unit, whole)
  return whole
}

/** A region with all that is in it. */
function placed(region: Region, measures: Measures): Block {
  const { graph, layers } = region
  const blocks = new Map(
    [...region.blocks].map(([id, unit]) => [id, blockOf(unit, graph.flow, measures)]),
  )
  const sizes = sizesOf(region, blocks, measures)
  const across = placeAcross(region, sizes)
  const along = placeAlong(region, across, sizes)
  const panels = levelPanels(region, across, sizes)
  const sides = [
    ...panels.values(),
    ...layers.items.flatMap((item, at) => {
      const [middle, half] = [across.middles[at] ?? 0, crossOf(item, sizes) / 2]
      const isEnd = item.kind === 'low' || item.kind === 'high'
      return isEnd ? [] : [{ low: middle - half, high: middle + half }]
    }),
  ]
  const low = Math.min(...sides.map((side) => side.low))
  const depth = Math.max(...sides.map((side) => side.high)) - low
  const right = graph.flow === 'right'
  const boxOf = (start: number, length: number, side: number, cross: number): Box =>
    right
      ? { x: start, y: side - low, width: length, height: cross }
      : { x: side - low, y: start, width: cross, height: length }
  const whole: Block = {
    ...{ nodes: new Map(), frames: new Map() },
    ...(right ? { width: along.length, height: depth } : { width: depth, height: along.length }),
    bent: bentIn(region, (segment) => bendOf(segment, across, sizes)),
    ...{ misshapen: 0, columns: along.columns },
  }
  for (const { id } of graph.clusters) {
    const [side, end] = [panels.get(id), along.clusters.get(id)]
    if (side && end)
      whole.frames.set(id, boxOf(end.start, end.end - end.start, side.low, side.high - side.low))
  }
  for (const [at, { unit = '', rank }] of layers.items.entries()) {
    const [column, size] = [along.ranks[rank], sizes.units.get(unit)]
    if (!column || !size) continue
    const start = column.start + (column.depth - size.main) / 2
    const box = boxOf(start, size.main, (across.middles[at] ?? 0) - size.cross / 2, size.cross)
    const [block, side] = [blocks.get(unit), panels.get(unit)]
    if (block) merge(whole, movedBy(block, box.x, box.y))
    else whole.nodes.set(unit, box)
    const group = region.blocks.get(unit)?.group.id
    if (side && group !== undefined)
      whole.frames.set(group, boxOf(start, size.main, side.low, side.high - side.low))
  }
  return whole
}

/**
 * The sides of frames across the flow, by cluster or unit: those that stand one after the other, each alone, have the same
 * ones: panels of a figure.
 */
function levelPanels(
  { graph, layers, blocks }: Region,
  across: Across,
  sizes: Sizes,
): Map<string, { low: number; high: number }> {
  const { ranks, items, paths } = layers
  const sides = new Map(across.clusters)
  const outer = graph.clusters.flatMap(({ id, parent }) => (parent === undefined ? [id] : []))
  for (const [at, { unit = '', cluster }] of items.entries()) {
    if (!blocks.has(unit)) continue
    const [middle, half] = [across.middles[at] ?? 0, (sizes.units.get(unit)?.cross ?? 0) / 2]
    sides.set(unit, { low: middle - half, high: middle + half })
    if (cluster === undefined) outer.push(unit)
  }
  const spanOf = (id: string) => {
    const rank = ranks.units.get(id) ?? -1
    return ranks.clusters.get(id) ?? { first: rank, last: rank }
  }
  const panels = outer.filter((id) =>
    items.every(
      ({ rank, kind, unit }, at) =>
        rank < spanOf(id).first ||
        rank > spanOf(id).last ||
        unit === id ||
        paths[at]?.[0] === id ||
        (kind !== 'unit' && kind !== 'pass'),
    ),
  )
  const ends = panels.flatMap((id) => sides.get(id) ?? [])
  const low = Math.min(...ends.map((side) => side.low))
  const high = Math.max(...ends.map((side) => side.high))
  const { unit } = sizes.gaps
  for (const id of panels) {
    const side = sides.get(id)
    if (side && side.high - side.low > LEVEL * (high - low) - unit) sides.set(id, { low, high })
  }
  return sides
}

/** A panel of so much of the depth of all takes it whole. */
const LEVEL = 0.4

function bentIn(
  { layers, main }: Region,
  bend: (segment: Region['layers']['segments'][number]) => number,
) {
  const bent = layers.segments.filter((segment) => segment.link && bend(segment) > 1)
  const onMain = bent.filter((segment) => main.has(segment)).length
  return { main: onMain, other: bent.length - onMain }
}

function sizesOf(region: Region, blocks: ReadonlyMap<string, Block>, measures: Measures): Sizes {
  const { graph, layers } = region
  const { fits, labels, diagram } = measures
  const turned = <T>(x: T, y: T) =>
    graph.flow === 'right' ? { main: x, cross: y } : { main: y, cross: x }
  const units = new Map<string, { main: number; cross: number }>()
  const outlines = new Map<string, Outlined>()
  const pointed = new Set<string>()
  for (const { id } of graph.units) {
    const [block, fit] = [blocks.get(id), fits.get(id)]
    const { width = 0, height = 0 } = block ?? fit ?? {}
    units.set(id, turned(even(width), even(height)))
    const name = fit && !block ? outlineOf(fit.node) : undefined
    if (name !== undefined && isDiamond(name)) pointed.add(id)
    if (name !== undefined && isElastic(name)) outlines.set(id, { name, lines: fit?.lines ?? 0 })
  }
  alike(graph, layers.ranks, units, outlines)
  const edges = new Map(diagram.edges.map((edge) => [edge.id, edge]))
  const links = graph.links.map((link) => {
    const edge = edges.get(link.id)
    const { width = 0, height = 0 } = labels.get(link.id) ?? {}
    const at = (unit: string, node = '', whole = '') => {
      const block = blocks.get(unit)
      const box = block?.frames.get(whole) ?? block?.nodes.get(node)
      if (!block || !box) return 0
      const { x, y } = centreOf(box)
      return turned(x - block.width / 2, y - block.height / 2).cross
    }
    const ends = {
      fromAt: at(link.from, edge?.from, link.fromCluster),
      toAt: at(link.to, edge?.to, link.toCluster),
    }
    return [link.id, { ...turned(width, height), ...ends }] as const
  })
  const gaps = gapsOf(measures, graph.flow)
  const groups = new Map(diagram.groups.map((group) => [group.id, group]))
  const homes = new Map(
    graph.units.map(({ id, cluster }) => [id, around(layers.clusters, cluster)]),
  )
  /** With room beside what is in it for what runs back there. */
  const withLane = (id: string, frame: Frame): Frame => {
    const isInside = (unit: string) => homes.get(unit)?.includes(id)
    const loops = graph.links.some(({ from, to, back }) => back && isInside(from) && isInside(to))
    const lane = loops ? gaps.track : 0
    return { ...frame, low: frame.low + lane, high: frame.high + lane }
  }
  const clusters = graph.clusters.flatMap(({ id }) => {
    const group = groups.get(id)
    return group
      ? [[id, withLane(id, frameIn(graph.flow, frameOf(group, measures, graph.flow)))] as const]
      : []
  })
  return {
    units,
    links: new Map(links),
    clusters: new Map(clusters),
    pointed,
    gaps,
    columns: measures.columns,
  }
}

export function framed(block: Block, group: DiagramGroup, measures: Measures, flow: Flow): Block {
  const { x, top, bottom, width: least } = frameOf(group, measures, flow)
  const width = Math.max(even(block.width) + 2 * x, least)
  const height = even(block.height) + top + bottom
  const moved = movedBy(block, (width - block.width) / 2, top)
  moved.frames.set(group.id, { x: 0, y: 0, width, height })
  return { ...moved, width, height }
}

/** A block without frames read the other way. */
const inMirror = (block: Block, flow: Flow): Block =>
  onAll(block, (box) =>
    flow === 'right'
      ? { ...box, x: block.width - box.x - box.width }
      : { ...box, y: block.height - box.y - box.height },
  )

/** Adds what stands in a block. */
function merge(into: Block, { nodes, frames, bent }: Block): void {
  for (const [id, box] of nodes) into.nodes.set(id, box)
  for (const [id, box] of frames) into.frames.set(id, box)
  into.bent = { main: into.bent.main + bent.main, other: into.bent.other + bent.other }
}

function movedBy(block: Block, x: number, y: number): Block {
  return onAll(block, (box) => ({ ...box, x: box.x + x, y: box.y + y }))
}

/** Blocks one below the other where the flow is to the right, else one beside the other, all from one line. */
export function stacked(blocks: readonly Block[], flow: Flow, gap: number): Block {
  const whole: Block = {
    ...{ nodes: new Map(), frames: new Map(), width: 0, height: 0 },
    ...{ bent: { main: 0, other: 0 }, misshapen: 0 },
  }
  for (const [index, block] of blocks.entries()) {
    const before = index === 0 ? 0 : gap
    const [x, y] = flow === 'right' ? [0, whole.height + before] : [whole.width + before, 0]
    merge(whole, movedBy(block, x, y))
    whole.width = Math.max(whole.width, x + block.width)
    whole.height = Math.max(whole.height, y + block.height)
  }
  return whole
}

/** Everything in a block moved by what moves boxes. */
export function onAll<Held extends Pick<Block, 'nodes' | 'frames'>>(
  block: Held,
  change: (box: Box) => Box,
): Held {
  const over = (boxes: ReadonlyMap<string, Box>) =>
    new Map([...boxes].map(([id, box]) => [id, change(box)]))
  return { ...block, nodes: over(block.nodes), frames: over(block.frames) }
}
