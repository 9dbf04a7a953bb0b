import type { Diagram, DiagramEdge } from '../../forms/diagram'
import type { Box, Side } from '../../forms/scene'
import { canvas } from '../canvas-size'
import { largestEmptyShare } from '../empty-space'
import { centreOf } from '../geometry'
import { pixelsPerPoint } from '../paper'
import type { Theme } from '../themes/theme'
import { type Candidate, fitAll, type Plan, sized, smallestOf } from './candidates'
import { type EdgeLabel, edgeLabels } from './edge-labels'
import { endsIn } from './frame-ends'
import { headingsAside } from './headings-aside'
import { siblingsOf } from './isomorphic'
import { hasLoose } from './mirrors'
import type { NodeFit } from './node-fit'
import { isShortRow } from './pieces'
import { DIAMOND, type Fill, type PlaceOptions, placeGraph, TIGHT } from './place'
import { extent, type Placement, spread, transform } from './placement'
import { refines } from './refinements'
import type { RouteRequest } from './router'
import {
  EM,
  isPrintable,
  laneOf,
  legibility,
  marginOf,
  scaleOf,
  strayed,
  untidiness,
  unusual,
  waste,
} from './score'
import { wire } from './wire'

/** A placement on its canvas, routed and labelled. */
export interface Settled {
  width: number
  height: number
  /** Label size in pixels. */
  em: number
  placement: Placement
  fits: Map<string, NodeFit>
  labels: Map<string, EdgeLabel>
  score: number
  /** Its smallest text can be read in print. */
  printable: boolean
  /** How often labels stand on something else. */
  faults: number
  /** How badly the canvas is used; part of the score. */
  wasted: number
  plan: Plan
}

/** What nodes and gaps may grow by to fill the canvas: by how much of it the nodes then cover. */
const CALM: Fill = { growX: 1.08, growY: 1.25, gapX: 4, gapY: 4, diamond: DIAMOND }
const EVEN: Fill = { growX: 1.2, growY: 1.6, gapX: 3.4, gapY: 3, diamond: DIAMOND }
const FULL: Fill = { growX: 1.35, growY: 2, gapX: 4, gapY: 3, diamond: DIAMOND }
/** Where all that leaves the canvas half empty, long connectors are the lesser evil. */
const WIDE: Fill = { ...FULL, growX: 1.5, gapX: 6.5, gapY: 5 }
/** And where the canvas would still not be filled, boxes much wider than their words. */
const WIDEST: Fill = { ...WIDE, growX: 4.5, growY: 2.6 }
const WIDEST_DIAMOND = 3.6
/** Nodes of a figure that would look lost with boxes near the width of their words. */
const SMALL = 8
/** What nodes of an author's direction grow sideways. */
const DIRECTED = 1.12
/** The same for a row of very few nodes. */
const TALL: Fill = { ...FULL, growX: 1.6, growY: 6, gapX: 2 }
/** Share of the canvas that nodes should cover. */
const INK = { least: 0.22, most: 0.4 } as const
/** A chain that descends like stairs has one gap below the other. */
const MOST_STAIRS = 14
/** Where even that leaves room, gaps alone may take this share of themselves. */
const LAST_STRETCH = 1.2

/** What a label costs that stands on something else: hardly any arrangement is worth it. */
const LABEL_HIT = 2.5

/** Scales a candidate into its canvas, draws nodes and gaps out to fill it, then routes and labels its edges there. */
export function settle(
  diagram: Diagram,
  candidate: Candidate,
  named: Theme,
  ratio: number | undefined,
): Settled {
  const { shape, options, placement, evenText, ports, labelSide } = candidate
  const plan: Plan = { shape, options, evenText, ports, labelSide }
  const theme = sized(named, plan)
  const natural = Math.min(21 / 9, Math.max(9 / 16, placement.width / placement.height))
  const size = canvas(ratio ?? natural)
  const scale = scaleOf(diagram, placement.width, placement.height, size, evenText)
  const em = EM * scale
  const margin = Math.max(marginOf(size, evenText), laneOf(diagram) * em)
  const room = { width: size.width - 2 * margin, height: size.height - 2 * margin }
  const fits = fitAll(diagram, em, shape, theme)
  const labels = edgeLabels(diagram, em, theme, shape.wrap)
  // What an author directs is not drawn out sideways to fill a canvas of another shape, unless it is small.
  const { direction } = diagram
  const isSmall = diagram.nodes.length <= SMALL
  const drawnOut = !direction || isSmall
  const place = (fill: Fill) => {
    const growX = drawnOut ? fill.growX : Math.min(fill.growX, DIRECTED)
    return placeGraph(diagram, fits, labels, em, theme, options, { ...fill, growX })
  }
  // Boxes with much air around their words are not blown up further.
  const full = shape.roomy > 1.2 ? { ...FULL, growX: 1.8, growY: 2.2 } : FULL
  const even = fillRoom(room, options, EVEN, place)
  const covered = coverOf(even) / (size.width * size.height)
  const short = isShort(even, room)
  const other =
    covered < INK.least || (short && covered < INK.most)
      ? full
      : covered > INK.most && !short
        ? CALM
        : undefined
  const second = other ? better(even, fillRoom(room, options, other, place), room) : even
  const row = isShortRow(diagram) && isInLine(placement, 'x')
  const last = row ? TALL : WIDE
  const third = isShort(second, room) ? fillRoom(room, options, last, place) : second
  // Beside a single column there are no gaps to grow.
  const diamond = !direction ? DIAMOND : isSmall ? Number.POSITIVE_INFINITY : WIDEST_DIAMOND
  const most = !direction || (isSmall && isInLine(placement, 'y')) ? WIDEST : last
  const widest = { ...most, diamond }
  const filled =
    !row && isShort(third, room, direction ? HALF_EMPTY : FILLED)
      ? fillRoom(room, options, widest, place)
      : third
  const placed = mirror(centred(diagram, filled, room, margin), diagram, size)
  if (refines('headings-aside')) placed.headings = headingsAside(diagram, placed, em, theme)
  const hits = wire(placed, {
    ...{ diagram, labels, labelSide, em, theme, size },
    requests: requests(diagram, plan, placed),
  })
  const smallest = smallestOf(diagram, fits, theme)
  const point = pixelsPerPoint(size, theme.paper)
  const wasted = waste(placed, extent(placed), size)
  const score =
    legibility(em, point, smallest) -
    wasted -
    LABEL_HIT * hits -
    untidiness(placed, diagram.edges, em) -
    unusual(natural, ratio) -
    strayed(diagram, options, candidate.placement.cuts, ratio, hasLoose(diagram))
  return {
    ...size,
    em,
    placement: placed,
    fits,
    labels,
    score,
    printable: isPrintable(em, point, smallest),
    faults: hits,
    wasted,
    plan,
  }
}

/** Draws a placement out on both axes until it fills the room or nodes and gaps are as large as they may be. */
function fillRoom(
  room: { width: number; height: number },
  { align, direction }: PlaceOptions,
  limits: Fill,
  place: (fill: Fill) => Placement,
): Placement {
  const steep = align === 'stairs'
  const most = {
    ...limits,
    gapX: steep && direction === 'down' ? MOST_STAIRS : limits.gapX,
    gapY: steep && direction === 'right' ? MOST_STAIRS : limits.gapY,
  }
  const at = (x: number, y: number): Fill => ({
    growX: 1 + x * (most.growX - 1),
    gapX: 1 + x * (most.gapX - 1),
    growY: 1 + y * (most.growY - 1),
    gapY: 1 + y * (most.gapY - 1),
    diamond: most.diamond,
  })
  const tight = place(TIGHT)
  const x = largest((share) => place(at(share, 0)).width, room.width, tight.width)
  const y = largest((share) => place(at(x, share)).height, room.height, place(at(x, 0)).height)
  const filled = place(at(x, y))
  // What is drawn out may be cut into other strips, which need not fit.
  const fits = filled.width <= room.width + 1 && filled.height <= room.height + 1
  return fits ? filled : tight
}

/** The second, unless it leaves a hole that the first has not. */
function better(first: Placement, second: Placement, room: { width: number; height: number }) {
  const holes = [first, second].map((each) =>
    Math.max(HOLE, largestEmptyShare([...each.nodes.values()], [], room)),
  )
  return (holes[1] ?? 0) > (holes[0] ?? 0) + 0.01 ? first : second
}

/** Share of the room; smaller holes are as good as none. */
const HOLE = 0.16

function coverOf({ nodes }: Placement): number {
  return [...nodes.values()].reduce((sum, { width, height }) => sum + width * height, 0)
}

/** A side that fills less than this share of its room looks short of it. */
const FILLED = 0.95
/** And with less than this even diamonds are drawn out as far as boxes. */
const HALF_EMPTY = 0.75

function isShort(
  { width, height }: Placement,
  room: { width: number; height: number },
  filled = FILLED,
): boolean {
  return width < filled * room.width || height < filled * room.height
}

/** Whether nodes stand one after the other along an axis, none beside another. */
function isInLine({ nodes }: Placement, axis: 'x' | 'y'): boolean {
  const size = axis === 'x' ? 'width' : 'height'
  const boxes = [...nodes.values()].sort((a, b) => a[axis] - b[axis])
  return boxes.every((box, index) => {
    const before = boxes[index - 1]
    return !before || box[axis] >= before[axis] + before[size]
  })
}

/** Steps of the search for the share that fills a side. */
const STEPS = 6

/** The largest share (0 to 1) at which a side stays within its room, by false position: sides grow nearly linearly. */
function largest(sideAt: (share: number) => number, room: number, tight: number): number {
  if (tight >= room - 0.5) return 0
  const full = sideAt(1)
  if (full <= room) return 1
  let [low, lowSide, high, highSide] = [0, tight, 1, full]
  for (let i = 0; i < STEPS && room - lowSide > 0.004 * room; i++) {
    const slope = (room - lowSide) / (highSide - lowSide)
    const share = low + (high - low) * Math.min(0.95, Math.max(0.05, slope * 0.995))
    const side = sideAt(share)
    if (side <= room) [low, lowSide] = [share, side]
    else [high, highSide] = [share, side]
  }
  return low
}

/** In the middle of the canvas; gaps that run through the whole figure take a last stretch. */
function centred(
  diagram: Diagram,
  placement: Placement,
  room: { width: number; height: number },
  margin: number,
): Placement {
  const content = extent(placement)
  const rigid = [
    ...placement.nodes.values(),
    ...siblingsOf(diagram).flatMap((set) =>
      set.flatMap(({ group }) => placement.frames.get(group) ?? []),
    ),
  ]
  const x = spread(
    rigid.map((box) => ({ from: box.x, to: box.x + box.width })),
    Math.max(0, room.width - content.width),
    LAST_STRETCH,
  )
  const y = spread(
    rigid.map((box) => ({ from: box.y, to: box.y + box.height })),
    Math.max(0, room.height - content.height),
    LAST_STRETCH,
  )
  const left = margin + (room.width - content.width - x.used) / 2
  const top = margin + (room.height - content.height - y.used) / 2
  return transform(
    placement,
    (at) => x.map(at) - content.x + left,
    (at) => y.map(at) - content.y + top,
    { x: 1, y: 1 },
  )
}

function requests(
  diagram: Diagram,
  { options, ports }: Plan,
  placement: Placement,
): RouteRequest[] {
  const groupOf = new Map(diagram.nodes.map((node) => [node.id, node.group]))
  const kinds = new Map(diagram.nodes.map((node) => [node.id, node.kind]))
  const endsOf = endsIn(diagram, placement)
  const all = diagram.edges.map((edge): RouteRequest => {
    const group = groupOf.get(edge.from)
    const inner = group !== undefined && group === groupOf.get(edge.to)
    const reading = inner ? options.innerDirection : options.direction
    const ends = endsOf(edge)
    const [a, b] = [placement.nodes.get(edge.from), placement.nodes.get(edge.to)]
    const free = options.turn === 'snake' || options.alternate
    const turned = free && a && b ? towards(a, b) : undefined
    const flow = turned ?? mirrorFlow(reading, diagram.direction)
    const feedback = edge.kind === 'feedback'
    // The answers of a decision part at once, and each label needs a line of its own.
    const forks =
      ports === 'trunk' && kinds.get(edge.from) !== 'decision' && !feedback && !edge.label
    return {
      id: edge.id,
      ...ends,
      feedback,
      flow,
      ...(forks ? { trunk: trunkOf(edge, ends.from) } : {}),
    }
  })
  const decisions = Map.groupBy(
    all.filter(({ from, feedback }) => kinds.get(from) === 'decision' && !feedback),
    ({ from }) => from,
  )
  const sides = new Map([...decisions.values()].flatMap((each) => parted(each, placement)))
  return all.map((each) => {
    const side = sides.get(each.id)
    return side ? { ...each, leaves: side } : each
  })
}

/** The answers of a decision that go to both sides of it leave it there, by their ids. */
function parted(answers: readonly RouteRequest[], { nodes }: Placement): [string, Side][] {
  const found = answers.flatMap(({ id, from, to, flow }) => {
    const [a, b] = [nodes.get(from), nodes.get(to)]
    if (!a || !b) return []
    const upright = flow === 'down' || flow === 'up'
    const off = upright
      ? (centreOf(b).x - centreOf(a).x) / a.width
      : (centreOf(b).y - centreOf(a).y) / a.height
    const [before, after] = upright ? (['left', 'right'] as const) : (['top', 'bottom'] as const)
    return Math.abs(off) < 0.5 ? [] : [{ id, side: off < 0 ? before : after }]
  })
  const [one, two] = found
  return found.length === 2 && one && two && one.side !== two.side
    ? found.map(({ id, side }) => [id, side])
    : []
}

/** Edges of one node or frame that say the same may share a line until they part. */
export function trunkOf({ confidence, dashed, label, tip }: DiagramEdge, from: string): string {
  return JSON.stringify([from, confidence >= 0.5 && !dashed, label ?? '', tip ?? ''])
}

/** The way from one box to another beside or below it. */
export function towards(a: Box, b: Box): RouteRequest['flow'] {
  const apartX = Math.max(b.x - a.x - a.width, a.x - b.x - b.width)
  const apartY = Math.max(b.y - a.y - a.height, a.y - b.y - b.height)
  if (apartX > apartY) return b.x > a.x ? 'right' : 'left'
  return b.y > a.y ? 'down' : 'up'
}

function mirrorFlow(flow: 'right' | 'down', asked: Diagram['direction']): RouteRequest['flow'] {
  if (flow === 'right') return asked === 'left' ? 'left' : 'right'
  return asked === 'up' ? 'up' : 'down'
}

/** Reading directions `left` and `up` are `right` and `down` seen in a mirror. */
function mirror(
  placement: Placement,
  { direction }: Diagram,
  { width, height }: { width: number; height: number },
): Placement {
  if (direction !== 'left' && direction !== 'up') return placement
  const flip = (box: Box): Box => ({
    ...box,
    x: direction === 'left' ? width - box.x - box.width : box.x,
    y: direction === 'up' ? height - box.y - box.height : box.y,
  })
  const over = (map: Map<string, Box>) => new Map([...map].map(([id, box]) => [id, flip(box)]))
  return { ...placement, nodes: over(placement.nodes), frames: over(placement.frames) }
}
