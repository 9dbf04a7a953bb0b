import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { measureText, SAFETY } from '../fonts'
import { centreOf } from '../geometry'
import type { Theme } from '../themes/theme'
import type { EdgeLabel } from './edge-labels'
import { HEADING, HEADING_LEADING, headingOf } from './heading'
import { siblingsOf } from './isomorphic'
import { assignLayers } from './layers'
import type { Align, LevelLink, PlacedLevel, Turn, Unit } from './levels'
import type { NodeFit } from './node-fit'
import { isDiamond, isRound, type Outline, outlineOf } from './node-outline'
import { isShortRow, type Pieces, placePieces } from './pieces'
import { type Placement, spread } from './placement'
import { waysBack } from './ways-back'

/** How the levels of a diagram are arranged. */
export interface PlaceOptions {
  direction: 'right' | 'down'
  strips: number
  turn: Turn
  /** Inside groups. */
  innerDirection: 'right' | 'down'
  innerStrips: number
  /** How nodes of a group stand that nothing in it links: in the direction inside groups, or across that of the whole. */
  loose: 'along' | 'across'
  /** Every second group runs the other way, so that a path through all of them turns round in each. */
  alternate: boolean
  /** Groups that are seen in a mirror along the reading direction, so that what they link to lies on the near side. */
  mirrored: readonly string[]
  /** Of the outermost level. */
  align: Align
  /** Of connected components of the outermost level. */
  pieces: Pieces
  /** Factor on gaps. */
  space: number
}

/** Factors by which nodes and gaps are drawn out on each axis. */
export interface Fill {
  growX: number
  growY: number
  gapX: number
  gapY: number
  /** Width by height up to which a decision's diamond is drawn out in a figure of an author's direction. */
  diamond: number
}

/** A diamond much wider than this is hardly one. */
export const DIAMOND = 2.6

export const TIGHT: Fill = { growX: 1, growY: 1, gapX: 1, gapY: 1, diamond: DIAMOND }

/** Nodes are drawn out upwards up to this share of their width; a row of very few, higher. */
const HIGHEST = 0.85
const HIGHEST_OF_FEW = 1.6

/** And sideways until their first height is this share of it, whatever they grow upwards. */
const FLATTEST = 0.11
/** Groups side by side become equally tall where that takes at most this factor. */
const MOST_EQUAL = 5

/** Units of one layer stand no closer than this, as a factor on their gap: links pass between them. */
const LEAST_UNIT_SPACE = 0.55
/** Frames are as tight as this factor on gaps makes them. */
const TIGHT_FRAMES = 0.72

/** A label beside the middle of a column may reach into the frame's padding by this much, in em. */
const LABEL_INSET = 0.4

/** Lengths in em. */
const GRAPH = {
  layerGap: 2.7,
  unitGap: 1.9,
  stripGap: 2.6,
  track: 0.7,
  framePad: 1.15,
  frameHead: 2.5,
  /** The same at the least: a heading stands clear of what is below it. */
  leastHead: 2.15,
} as const

type Size = Pick<Box, 'width' | 'height'>

/** What stands in a group, from its top left. */
interface Inner {
  nodes: Map<string, Box>
  frames: Map<string, Box>
  width: number
  height: number
  layers: number
  cuts: number
  /** See {@link PlacedLevel}. */
  work: number
}

/** Places nodes and groups, level by level from the innermost group outwards; routes come later. */
export function placeGraph(
  diagram: Diagram,
  fits: ReadonlyMap<string, NodeFit>,
  labels: ReadonlyMap<string, EdgeLabel>,
  em: number,
  theme: Theme,
  options: PlaceOptions,
  fill: Fill = TIGHT,
): Placement & Pick<Inner, 'layers' | 'cuts' | 'work'> {
  const highest = isShortRow(diagram) ? HIGHEST_OF_FEW : HIGHEST
  const directed = diagram.direction !== undefined
  const sizes = grownAll(fits, fill, highest, directed)
  const chains = chainsOf(diagram)
  const back = directed ? waysBack(diagram) : undefined
  const headings = widestHeadings(diagram, theme)
  const inner = (group: string | undefined, depth: number): Inner => {
    const subgroups = diagram.groups.filter((each) => each.parent === group)
    const parts = new Map<string, Inner>()
    for (const [index, sub] of subgroups.entries()) {
      const content = inner(sub.id, depth + 1)
      const turns = options.alternate && depth === 0 && index % 2 === 1
      const turned = turns ? reversed(content, options.innerDirection) : content
      const over = options.mirrored.includes(sub.id)
        ? reversed(turned, turnedFrom(options.innerDirection))
        : turned
      const upwards = diagram.direction === 'up'
      const widest = headings.get(sub.id) ?? sub.label
      const placed = frame(over, widest, em, theme, fill, options.space, upwards)
      if (placed) parts.set(`#${sub.id}`, placed)
    }
    const units = unitsAt(diagram, chains, group, depth, parts, sizes, fits)
    if (units.length === 0) {
      return { ...NOTHING, nodes: new Map(), frames: new Map() }
    }
    const found = () => linksAt(diagram, chains, group, depth, parts, sizes, labels, back)
    let links = found()
    const across = options.loose === 'across' && links.length === 0
    const inside = across ? turnedFrom(options.direction) : options.innerDirection
    const direction = depth === 0 ? options.direction : inside
    const strips = depth === 0 ? options.strips : across ? 1 : options.innerStrips
    if (equalise(units, links, parts, direction, strips)) links = found()
    const level = {
      direction,
      strips,
      // In a group, layers side by side, each on a strip of its own, would hide the flow between them.
      shortest: depth === 0 ? 1 : 2,
      turn: options.turn,
      align: depth === 0 ? options.align : 'straight',
      gaps: gapsOf(direction, options.space, em, fill),
      even: directed,
    }
    const placed = placePieces(units, links, level, depth === 0 ? options.pieces : 'together')
    const ids = subgroups.map((each) => each.id)
    const content = gather(units, placed, parts, ids)
    return depth > 0 && direction === 'down' ? besideLabels(content, links, em) : content
  }
  const root = inner(undefined, 0)
  return { ...root, routes: new Map(), labels: new Map() }
}

/** Groups of one structure have room for the same heading, the longest of theirs, so that all is in the same place. */
function widestHeadings(diagram: Diagram, { measures }: Theme): Map<string, string> {
  const label = new Map(diagram.groups.map((group) => [group.id, group.label]))
  const width = (text: string) => measureText(text, { weight: measures.labelWeight, size: 1 })
  return new Map(
    siblingsOf(diagram).flatMap((set) => {
      const labels = set.map(({ group }) => label.get(group) ?? '')
      const widest = labels.reduce((most, each) => (width(each) > width(most) ? each : most))
      return set.map(({ group }) => [group, widest] as const)
    }),
  )
}

const NOTHING = { width: 0, height: 0, layers: 0, cuts: 0, work: 0 } as const

const turnedFrom = (direction: 'right' | 'down') => (direction === 'right' ? 'down' : 'right')

/** Nodes drawn out; those of one outline keep what their heights have in common. */
function grownAll(
  fits: ReadonlyMap<string, NodeFit>,
  { growX, growY, diamond }: Fill,
  highest: number,
  directed: boolean,
): Map<string, Size> {
  const wideOf = ({ width, height }: NodeFit) =>
    Math.max(width, Math.min(width * growX, height / FLATTEST))
  const least = new Map<Outline, number>()
  for (const fit of fits.values()) {
    const outline = outlineOf(fit.node)
    least.set(outline, Math.min(least.get(outline) ?? Number.POSITIVE_INFINITY, wideOf(fit)))
  }
  const grown = (fit: NodeFit): Size => {
    const { node, width, height } = fit
    const outline = outlineOf(node)
    if (isRound(outline)) return { width, height }
    const wide = wideOf(fit)
    const high = Math.max(height, Math.min(height * growY, highest * (least.get(outline) ?? wide)))
    const isPlump = directed && isDiamond(outline)
    return {
      width: isPlump ? Math.max(width, Math.min(wide, diamond * high)) : wide,
      height: high,
    }
  }
  return new Map([...fits].map(([id, fit]) => [id, grown(fit)]))
}

function gapsOf(direction: 'right' | 'down', space: number, em: number, fill: Fill) {
  const [along, across] = direction === 'right' ? [fill.gapX, fill.gapY] : [fill.gapY, fill.gapX]
  return {
    layer: GRAPH.layerGap * space * along * em,
    unit: GRAPH.unitGap * Math.max(LEAST_UNIT_SPACE, space) * across * em,
    strip: GRAPH.stripGap * space * across * em,
    track: GRAPH.track * em,
  }
}

/** The groups that each node stands in, outermost first. */
function chainsOf(diagram: Diagram): Map<string, string[]> {
  const parents = new Map(diagram.groups.map((group) => [group.id, group.parent]))
  return new Map(
    diagram.nodes.map((node) => {
      const chain: string[] = []
      for (let at = node.group; at !== undefined && !chain.includes(at); at = parents.get(at)) {
        chain.unshift(at)
      }
      return [node.id, chain]
    }),
  )
}

/** Units stand in the order in which the diagram first names one of their nodes. */
function unitsAt(
  diagram: Diagram,
  chains: Map<string, string[]>,
  group: string | undefined,
  depth: number,
  parts: Map<string, Inner>,
  sizes: Map<string, Size>,
  fits: ReadonlyMap<string, NodeFit>,
): Unit[] {
  const units = new Map<string, Unit>()
  for (const node of diagram.nodes) {
    const chain = chains.get(node.id) ?? []
    if (group !== undefined && chain[depth - 1] !== group) continue
    const id = chain.length > depth ? `#${chain[depth]}` : node.id
    const size = parts.get(id) ?? sizes.get(node.id)
    if (!size || units.has(id)) continue
    const outline = parts.has(id) ? undefined : outlineOf(node)
    const isElastic = outline && !isDiamond(outline) && !isRound(outline)
    const natural = isElastic ? fits.get(id) : undefined
    units.set(id, { id, width: size.width, height: size.height, natural, outline, inLine: false })
  }
  return [...units.values()]
}

/** Room beside a single column of nodes for the labels of the links that run down its middle, or beside it where several do. */
function besideLabels(content: Inner, links: readonly LevelLink[], em: number): Inner {
  const middles = [...content.nodes.values()].map(({ x, width }) => x + width / 2)
  const labelled = links.filter(({ label }) => label.width > 0)
  const isBetween = (one: LevelLink, { from, to }: LevelLink) =>
    (one.from === from && one.to === to) || (one.from === to && one.to === from)
  const widest = Math.max(
    0,
    ...labelled.map(
      (link) =>
        link.label.width +
        GRAPH.track * em * (links.filter((each) => isBetween(each, link)).length - 1),
    ),
  )
  const extra = 2 * (widest - LABEL_INSET * em) - content.width
  if (extra <= 0 || Math.max(...middles) - Math.min(...middles) > 1) return content
  const moved = (map: Map<string, Box>) =>
    new Map([...map].map(([id, box]) => [id, { ...box, x: box.x + extra / 2 }]))
  return {
    ...content,
    nodes: moved(content.nodes),
    frames: moved(content.frames),
    width: content.width + extra,
  }
}

/** Makes groups with a layer of their own equally deep, or strips of their own equally long; says whether any changed. */
function equalise(
  units: Unit[],
  links: readonly LevelLink[],
  parts: Map<string, Inner>,
  direction: 'right' | 'down',
  strips: number,
): boolean {
  if (parts.size < 2) return false
  const layers = assignLayers(units, links)
  const alone = units.filter(
    ({ id }) =>
      parts.has(id) &&
      units.every((each) => each.id === id || layers.get(each.id) !== layers.get(id)),
  )
  const stacked = strips > 1 && strips >= new Set(layers.values()).size
  const side = (direction === 'right') === stacked ? 'width' : 'height'
  const most = Math.max(0, ...alone.map((unit) => unit[side]))
  for (const unit of alone) {
    const part = parts.get(unit.id)
    if (!part || most > MOST_EQUAL * unit[side]) continue
    parts.set(unit.id, deepened(part, side, most))
    unit[side] = most
    unit.inLine = !stacked
  }
  return alone.length > 0
}

/** What gaps of a group may grow by, for it to be as long as another. */
const LOOSER = 1.6

/** The same content on a longer side: gaps take what they can, the rest goes before and after. */
function deepened(content: Inner, side: 'width' | 'height', to: number): Inner {
  if (to <= content[side]) return content
  const extra = to - content[side]
  const [start, size] = side === 'width' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const boxes = [...content.nodes.values()]
  const spans = boxes.map((box) => ({ from: box[start], to: box[start] + box[size] }))
  const { map, used } = spread(spans, extra, LOOSER)
  const before = (extra - used) / 2
  const rigid = (box: Box): Box => ({ ...box, [start]: map(box[start]) + before })
  const elastic = (box: Box): Box => ({
    ...rigid(box),
    [size]: map(box[start] + box[size]) - map(box[start]),
  })
  return {
    ...content,
    [size]: to,
    nodes: new Map([...content.nodes].map(([id, box]) => [id, rigid(box)])),
    frames: new Map([...content.frames].map(([id, box]) => [id, elastic(box)])),
  }
}

/** The same content seen in a mirror across a direction. */
function reversed(content: Inner, direction: 'right' | 'down'): Inner {
  const flip = (box: Box): Box =>
    direction === 'right'
      ? { ...box, x: content.width - box.x - box.width }
      : { ...box, y: content.height - box.y - box.height }
  const over = (map: Map<string, Box>) => new Map([...map].map(([id, box]) => [id, flip(box)]))
  // Headings stand at the top of frames, so a group that holds others cannot be turned over.
  if (content.frames.size > 0) return content
  return { ...content, nodes: over(content.nodes) }
}

function gather(
  units: Unit[],
  placed: PlacedLevel,
  parts: Map<string, Inner>,
  subgroups: string[],
): Inner {
  const result: Inner = {
    nodes: new Map(),
    frames: new Map(),
    width: placed.width,
    height: placed.height,
    layers: placed.layers,
    cuts: placed.cuts + [...parts.values()].reduce((sum, part) => sum + part.cuts, 0),
    work: placed.work + [...parts.values()].reduce((sum, part) => sum + part.work, 0),
  }
  for (const unit of units) {
    const at = placed.boxes.get(unit.id)
    if (!at) continue
    const part = parts.get(unit.id)
    if (!part) {
      result.nodes.set(unit.id, at)
      continue
    }
    const shifted = (box: Box) => ({ ...box, x: box.x + at.x, y: box.y + at.y })
    const own = subgroups.find((id) => `#${id}` === unit.id)
    if (own !== undefined) result.frames.set(own, at)
    for (const [id, box] of part.frames) result.frames.set(id, shifted(box))
    for (const [id, box] of part.nodes) result.nodes.set(id, shifted(box))
  }
  return result
}

/** Adds the frame's padding and heading around a group's content. */
function frame(
  content: Inner,
  label: string,
  em: number,
  theme: Theme,
  { gapX, gapY }: Fill,
  space: number,
  upwards: boolean,
): Inner | undefined {
  if (content.nodes.size === 0) return undefined
  const tight = Math.min(1, space / TIGHT_FRAMES)
  const looser = (gap: number) => Math.min(1.7, 1 + 0.35 * (gap - 1))
  const padX = GRAPH.framePad * tight * looser(gapX) * em
  const padY = GRAPH.framePad * tight * looser(gapY) * em
  const heading =
    measureText(label, { weight: theme.measures.labelWeight, size: em }) * SAFETY +
    2 * HEADING.inset * em
  const width = Math.max(content.width + 2 * padX, Math.min(heading, 16 * em))
  const left = (width - content.width) / 2
  const lines = headingOf(label, width - 2 * HEADING.inset * em, em, theme).lines.length
  const top =
    Math.max(0, lines - 1) * HEADING_LEADING * em +
    Math.max(GRAPH.leastHead, GRAPH.frameHead * tight) * em +
    (padY - GRAPH.framePad * tight * em) / 2
  // What is read upwards is placed downwards and seen in a mirror, the heading as well.
  const above = upwards ? padY : top
  const shifted = <T extends { x: number; y: number }>(map: Map<string, T>) =>
    new Map([...map].map(([id, box]) => [id, { ...box, x: box.x + left, y: box.y + above }]))
  return {
    nodes: shifted(content.nodes),
    frames: shifted(content.frames),
    width,
    height: content.height + top + padY,
    layers: content.layers,
    cuts: content.cuts,
    work: content.work,
  }
}

/** The diagram's edges as this level sees them; those inside one unit or outside the level are not its business. */
function linksAt(
  diagram: Diagram,
  chains: Map<string, string[]>,
  group: string | undefined,
  depth: number,
  parts: Map<string, Inner>,
  sizes: Map<string, Size>,
  labels: ReadonlyMap<string, EdgeLabel>,
  back: ReadonlySet<string> | undefined,
): LevelLink[] {
  const end = (nodeId: string, frame: string | undefined) => {
    const chain = chains.get(nodeId) ?? []
    if (group !== undefined && chain[depth - 1] !== group) return undefined
    const id = chain.length > depth ? `#${chain[depth]}` : nodeId
    const part = parts.get(id)
    const whole =
      part && id === `#${frame}`
        ? { x: 0, y: 0, width: part.width, height: part.height }
        : undefined
    const box = whole ?? part?.frames.get(frame ?? '') ?? part?.nodes.get(nodeId)
    const { width = 0, height = 0 } = sizes.get(nodeId) ?? {}
    return { id, at: centreOf(box ?? { x: 0, y: 0, width, height }) }
  }
  return diagram.edges.flatMap((edge): LevelLink[] => {
    const [from, to] = [end(edge.from, edge.fromGroup), end(edge.to, edge.toGroup)]
    if (!from || !to || from.id === to.id) return []
    const label = labels.get(edge.id)
    return [
      {
        from: from.id,
        to: to.id,
        fromAt: from.at,
        toAt: to.at,
        label: { width: label?.width ?? 0, height: label?.height ?? 0 },
        feedback: back ? back.has(edge.id) : edge.kind === 'feedback',
      },
    ]
  })
}
