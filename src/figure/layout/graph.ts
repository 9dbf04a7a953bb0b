import type { Diagram } from '../../forms/diagram'
import type { Box, Point } from '../../forms/scene'
import { canvas } from '../canvas-size'
import { measureText } from '../fonts'
import { crossings } from '../measure'
import type { Theme } from '../themes/theme'
import { edgeLabels, placeLabels } from './edge-labels'
import { drawGraph } from './graph-draw'
import { fitNode, type NodeFit, type Shape } from './node-form'
import { GRAPH, type PlaceOptions, placeGraph } from './place'
import { extent, type Placement, spread, transform } from './placement'
import { type RouteRequest, routeEdges } from './router'
import type { Sketch } from './sketch'

/** Label size at which placements are compared, in pixels. */
const EM = 16
/** Label size in pixels above which a figure of few words looks shouted. */
const LARGEST = 27
/** Share of the shorter canvas side. */
const MARGIN = 0.045
/** Ways to compose node labels. */
const SHAPES: readonly Shape[] = [
  { wrap: 8.5, roomy: 1, space: 1 },
  { wrap: 12, roomy: 1, space: 1 },
  { wrap: 6.8, roomy: 0.85, space: 0.72 },
]
/** For figures of few nodes, which would look lost with tight boxes. */
const ROOMY: readonly Shape[] = [
  { wrap: 7.5, roomy: 1.9, space: 1 },
  { wrap: 11, roomy: 1.9, space: 1 },
]
const FEW = 8
/** A gap may grow by this share of itself to fill the canvas. */
const STRETCH = 1.8
/** Nodes may grow this much to fill the canvas, as long as their height stays within these shares of their width. */
const GROWTH = { x: 1.5, y: 2.2, highest: 0.85, flattest: 0.16 } as const
/** Every turn of the reading direction costs this much of the score, in which 1 is text 2.3 times as large. */
const STRIP = 0.15
/** The same for every further edge between the strips of a cut figure. */
const CUT = 0.06
/** Emptiness, as a logarithm, beyond which more of it makes a figure no worse. */
const MOST_EMPTY = 1.15
/** Placements that are routed and compared in full. */
const FINALISTS = 5

interface Candidate {
  shape: Shape
  options: PlaceOptions
  placement: ReturnType<typeof placeGraph>
  fits: Map<string, NodeFit>
  score: number
}

interface Settled {
  width: number
  height: number
  em: number
  placement: Placement
  fits: Map<string, NodeFit>
  score: number
}

/** Places nodes, groups and relations on a canvas of `ratio` (undefined: the natural one of the best placement). */
export function layoutGraph(diagram: Diagram, theme: Theme, ratio: number | undefined): Sketch {
  const sound = soundOf(diagram)
  if (sound.nodes.length === 0) throw new Error('a graph needs at least one node')
  let best: Settled | undefined
  for (const candidate of finalists(sound, theme, ratio)) {
    const settled = settle(sound, candidate, theme, ratio)
    if (!best || settled.score > best.score) best = settled
  }
  if (!best) throw new Error('the graph has no placement')
  const { width, height, em } = best
  return { width, height, em, drafts: drawGraph(sound, best.placement, best.fits, theme, em) }
}

/** Drops edges whose ends do not exist and memberships of groups that do not. */
function soundOf(diagram: Diagram): Diagram {
  const ids = new Set(diagram.nodes.map((node) => node.id))
  const groups = new Set(diagram.groups.map((group) => group.id))
  return {
    ...diagram,
    nodes: diagram.nodes.map((node) => {
      const { group, ...rest } = node
      return group !== undefined && groups.has(group) ? node : rest
    }),
    groups: diagram.groups.map((group) => {
      const { parent, ...rest } = group
      return parent !== undefined && groups.has(parent) && parent !== group.id ? group : rest
    }),
    edges: diagram.edges.filter((edge) => ids.has(edge.from) && ids.has(edge.to)),
  }
}

/** The most promising placements by size of text and fit to the canvas alone. */
function finalists(diagram: Diagram, theme: Theme, ratio: number | undefined): Candidate[] {
  const candidates: Candidate[] = []
  // The same whatever the shapes; known once one placement is made.
  let layers = diagram.nodes.length
  const labels = edgeLabels(diagram, EM, theme)
  const shapes = diagram.nodes.length <= FEW ? [...SHAPES, ...ROOMY] : SHAPES
  for (const shape of shapes) {
    const fits = new Map(diagram.nodes.map((node) => [node.id, fitNode(node, EM, shape, theme)]))
    for (const options of trials(diagram)) {
      if (options.strips > layers) continue
      const placement = placeGraph(diagram, fits, labels, EM, theme, {
        ...options,
        space: shape.space,
      })
      layers = placement.layers
      if (options.strips > layers) continue
      candidates.push({
        shape,
        options: { ...options, space: shape.space },
        placement,
        fits,
        score: 0,
      })
    }
  }
  for (const candidate of candidates) candidate.score = rate(diagram, candidate, ratio)
  const count = diagram.nodes.length > 24 ? 2 : FINALISTS
  return candidates.sort((a, b) => b.score - a.score).slice(0, count)
}

/** Every way of reading, cutting and aligning worth a try. */
function trials(diagram: Diagram): Omit<PlaceOptions, 'space'>[] {
  const asked = diagram.direction
  const upright = asked === 'down' || asked === 'up'
  const directions = asked ? ([upright ? 'down' : 'right'] as const) : (['right', 'down'] as const)
  const grouped = diagram.groups.length > 0
  // A direction that was asked for is kept; only long chains turn back to a new line.
  const most = asked ? Math.ceil(diagram.nodes.length / 6) : Math.min(6, diagram.nodes.length)
  const inner = grouped ? INNER : INNER.slice(0, 1)
  const aligns = grouped ? (['straight', 'centre'] as const) : (['straight'] as const)
  return directions.flatMap((direction) =>
    Array.from({ length: most }, (_, index) => index + 1).flatMap((strips) =>
      inner.flatMap((each) => aligns.map((align) => ({ direction, strips, align, ...each }))),
    ),
  )
}

const INNER = [
  { innerDirection: 'right', innerStrips: 1 },
  { innerDirection: 'right', innerStrips: 2 },
  { innerDirection: 'down', innerStrips: 1 },
  { innerDirection: 'down', innerStrips: 2 },
] as const

function rate(
  diagram: Diagram,
  { placement, fits, options }: Candidate,
  ratio: number | undefined,
): number {
  const { width, height } = placement
  const own = width / height
  const size = canvas(ratio ?? Math.min(21 / 9, Math.max(9 / 16, own)))
  const scale = scaleOf(width, height, size.width, size.height)
  const off = unfilled(width * scale, height * scale, size)
  const broken = [...fits.values()].reduce((sum, fit) => sum + fit.broken, 0)
  let wire = 0
  for (const edge of diagram.edges) {
    const [a, b] = [placement.nodes.get(edge.from), placement.nodes.get(edge.to)]
    if (a && b) wire += gap(a, b) / EM
  }
  const mean = diagram.edges.length > 0 ? wire / diagram.edges.length : 0
  const wide = ratio === undefined ? 0.25 * Math.abs(Math.log(own / 1.6)) : 0
  return (
    legibility(scale * EM, size.width) -
    0.5 * Math.min(MOST_EMPTY, off) -
    0.045 * mean -
    0.5 * broken -
    wide -
    STRIP * (options.strips - 1) -
    CUT * placement.cuts -
    against(options, diagram, ratio)
  )
}

/** Worth of a label size: much up to where details are printed at 6 pt at 178 mm width, little beyond. */
function legibility(em: number, width: number): number {
  const knee = Math.max(19, (7.3 / 504) * width)
  return 2.6 * Math.log(Math.min(em, knee)) + 0.4 * Math.log(Math.max(em, knee) / knee)
}

/** Reading down on a wide canvas or across on a tall one, where nobody asked for it. */
function against(options: PlaceOptions, diagram: Diagram, ratio: number | undefined): number {
  if (diagram.direction) return 0
  const tall = (ratio ?? 1.5) < 0.95
  return (options.direction === 'down') === tall ? 0 : 0.22
}

function gap(a: Box, b: Box): number {
  return (
    Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width) +
    Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
  )
}

function scaleOf(width: number, height: number, canvasWidth: number, canvasHeight: number): number {
  const margin = MARGIN * Math.min(canvasWidth, canvasHeight)
  return Math.min(
    (canvasWidth - 2 * margin) / width,
    (canvasHeight - 2 * margin) / height,
    LARGEST / EM,
  )
}

/** How far, as a logarithm, the content is from filling the canvas on its worse side. */
function unfilled(width: number, height: number, size: { width: number; height: number }): number {
  const margin = 2 * MARGIN * Math.min(size.width, size.height)
  return Math.max(
    Math.log((size.width - margin) / width),
    Math.log((size.height - margin) / height),
  )
}

/** Scales a placement into the canvas, spreads its gaps over what is left, then routes and labels its edges there. */
function settle(
  diagram: Diagram,
  { placement, fits: drawn, shape, options }: Candidate,
  theme: Theme,
  ratio: number | undefined,
): Settled {
  const content = extent(placement)
  const natural = Math.min(21 / 9, Math.max(9 / 16, content.width / content.height))
  const { width, height } = canvas(ratio ?? natural)
  const scale = scaleOf(content.width, content.height, width, height)
  const em = EM * scale
  const margin = MARGIN * Math.min(width, height)
  const scaled = transform(
    placement,
    (x) => (x - content.x) * scale,
    (y) => (y - content.y) * scale,
    { x: scale, y: scale },
  )
  const boxes = [...scaled.nodes.values()]
  const room = { width: width - 2 * margin, height: height - 2 * margin }
  const extraX = room.width - content.width * scale
  const extraY = room.height - content.height * scale
  const x = spread(
    boxes.map((box) => ({ from: box.x, to: box.x + box.width })),
    extraX,
    STRETCH,
  )
  const y = spread(
    boxes.map((box) => ({ from: box.y, to: box.y + box.height })),
    extraY,
    STRETCH,
  )
  const used = { width: content.width * scale + x.used, height: content.height * scale + y.used }
  const grown = growth(boxes, room, used)
  const left = margin + (room.width - used.width * grown.x) / 2
  const top = margin + (room.height - used.height * grown.y) / 2
  const placed = transform(
    scaled,
    (at) => x.map(at) * grown.x + left,
    (at) => y.map(at) * grown.y + top,
    { x: grown.x, y: grown.y },
  )
  const mirrored = mirror(placed, diagram, width, height)
  const fits = new Map(diagram.nodes.map((node) => [node.id, fitNode(node, em, shape, theme)]))
  const labels = edgeLabels(diagram, em, theme)
  const texts = headings(diagram, mirrored, em, theme)
  const decisions = new Set(
    diagram.nodes.filter((node) => node.kind === 'decision').map((node) => node.id),
  )
  mirrored.routes = routeEdges(requests(diagram, options), {
    nodes: mirrored.nodes,
    frames: mirrored.frames,
    texts,
    em,
    width,
    height,
    pointed: decisions,
    framesOf: framesOf(diagram),
  })
  const { boxes: labelBoxes, hits } = placeLabels({
    labels,
    routes: mirrored.routes,
    nodes: [...mirrored.nodes.values()],
    texts,
    frames: [...mirrored.frames.values()],
    em,
    width,
    height,
    early: new Set(diagram.edges.filter((edge) => decisions.has(edge.from)).map((edge) => edge.id)),
  })
  mirrored.labels = labelBoxes
  const empty = Math.log((width * height) / (used.width * grown.x * used.height * grown.y))
  const score =
    legibility(em, width) -
    0.36 * Math.min(MOST_EMPTY, empty) -
    0.25 * hits -
    untidiness(mirrored.routes, em) -
    STRIP * (options.strips - 1) -
    CUT * placement.cuts -
    against(options, diagram, ratio)
  return { width, height, em, placement: mirrored, fits: fits.size > 0 ? fits : drawn, score }
}

/** Factors on both axes by which everything is drawn out where gaps alone do not fill the canvas. */
function growth(
  boxes: readonly Box[],
  room: { width: number; height: number },
  used: { width: number; height: number },
): { x: number; y: number } {
  const shapes = boxes.map((box) => box.height / box.width)
  const highest = Math.max(...shapes)
  const flattest = Math.min(...shapes)
  const limitX = Math.max(1, Math.min(GROWTH.x, flattest / GROWTH.flattest))
  const limitY = Math.max(1, Math.min(GROWTH.y, GROWTH.highest / highest))
  return {
    x: Math.min(limitX, Math.max(1, room.width / used.width)),
    y: Math.min(limitY, Math.max(1, room.height / used.height)),
  }
}

function requests(diagram: Diagram, options: PlaceOptions): RouteRequest[] {
  const groupOf = new Map(diagram.nodes.map((node) => [node.id, node.group]))
  return diagram.edges.map((edge) => {
    const group = groupOf.get(edge.from)
    const inner = group !== undefined && group === groupOf.get(edge.to)
    const flow = inner ? options.innerDirection : options.direction
    return {
      id: edge.id,
      from: edge.from,
      to: edge.to,
      feedback: edge.kind === 'feedback',
      flow: mirrorFlow(flow, diagram.direction),
    }
  })
}

function mirrorFlow(flow: 'right' | 'down', asked: Diagram['direction']): RouteRequest['flow'] {
  if (flow === 'right') return asked === 'left' ? 'left' : 'right'
  return asked === 'up' ? 'up' : 'down'
}

/** Bends, crossings and length per edge. */
function untidiness(routes: Map<string, Point[]>, em: number): number {
  const all = [...routes.values()]
  if (all.length === 0) return 0
  const bends = all.reduce((sum, points) => sum + Math.max(0, points.length - 2), 0)
  let length = 0
  for (const points of all) {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1], points[i]]
      if (a && b) length += Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
    }
  }
  return 0.16 * (bends / all.length) + 0.16 * crossed(all) + 0.025 * (length / em / all.length)
}

function crossed(routes: readonly (readonly Point[])[]): number {
  let count = 0
  for (const [index, one] of routes.entries()) {
    for (const two of routes.slice(index + 1)) count += crossings(one, two)
  }
  return count
}

/** Reading directions `left` and `up` are `right` and `down` seen in a mirror. */
function mirror(placement: Placement, diagram: Diagram, width: number, height: number): Placement {
  const flip = (box: Box): Box => ({
    ...box,
    x: diagram.direction === 'left' ? width - box.x - box.width : box.x,
    y: diagram.direction === 'up' ? height - box.y - box.height : box.y,
  })
  if (diagram.direction !== 'left' && diagram.direction !== 'up') return placement
  const over = (map: Map<string, Box>) => new Map([...map].map(([id, box]) => [id, flip(box)]))
  return { ...placement, nodes: over(placement.nodes), frames: over(placement.frames) }
}

/** Where the headings of frames stand. */
function headings(diagram: Diagram, placement: Placement, em: number, theme: Theme): Box[] {
  return diagram.groups.flatMap((group) => {
    const box = placement.frames.get(group.id)
    if (!box) return []
    const weight = theme.measures.labelWeight
    const width = Math.min(measureText(group.label, { weight, size: em }), box.width)
    const inset = GRAPH.headingInset * em
    return [{ x: box.x + inset, y: box.y + 0.85 * em, width, height: em }]
  })
}

function framesOf(diagram: Diagram): Map<string, Set<string>> {
  const parents = new Map(diagram.groups.map((group) => [group.id, group.parent]))
  return new Map(
    diagram.nodes.map((node) => {
      const frames = new Set<string>()
      for (let at = node.group; at !== undefined && !frames.has(at); at = parents.get(at)) {
        frames.add(at)
      }
      return [node.id, frames]
    }),
  )
}
