import type { Diagram } from '../../forms/diagram'
import type { Box, Point } from '../../forms/scene'
import { longestPiece, type Wrapped, wrapEvenly } from '../fonts'
import { boxAt, grown, overlap, within } from '../geometry'
import type { Theme } from '../themes/theme'
import { blockHeight } from './sketch'

/** Widest line of an edge label, in em. */
const LABEL_WRAP = 9
const LONGEST_WORD = 13
/** Of several words that belong together, in em. */
const LONGEST_PIECE = 6

/** A wrapped edge label and its size in pixels. */
export interface EdgeLabel {
  text: Wrapped
  width: number
  height: number
}

/** The labels of all edges that have one, by edge id, at label size `em`; `wrap` is that of the nodes, in em. */
export function edgeLabels(
  diagram: Diagram,
  em: number,
  theme: Theme,
  wrap = LABEL_WRAP,
): Map<string, EdgeLabel> {
  const size = theme.measures.detail * em
  const labels = new Map<string, EdgeLabel>()
  for (const edge of diagram.edges) {
    if (!edge.label || edge.label.trim() === '') continue
    const style = { weight: theme.measures.detailWeight, size }
    const piece = longestPiece(edge.label, LONGEST_PIECE * em, style) + 0.001 * em
    // A word is cut only where it is longer than any sensible line.
    const longest = Math.min(LONGEST_WORD * em, piece)
    const limit = Math.max(Math.min(LABEL_WRAP, wrap) * em, longest)
    const text = wrapEvenly(edge.label, limit, style)
    const leading = theme.measures.leading * size
    labels.set(edge.id, {
      text,
      width: text.width,
      height: blockHeight(text.lines, size, leading, theme) + 0.2 * size,
    })
  }
  return labels
}

export interface LabelInput {
  labels: Map<string, EdgeLabel>
  routes: Map<string, Point[]>
  nodes: Box[]
  /** Headings. */
  texts: Box[]
  frames: Box[]
  em: number
  width: number
  height: number
  /** Edges whose label belongs near their start: the answers of a decision. */
  early: Set<string>
}

/** Room between a label and its own line, in em. */
const BESIDE = 0.32
/** Cost of the side that is not preferred: below and left. */
const OTHER_SIDE = 0.22
const PLACES = [
  0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.2, 0.8, 0.12, 0.88, 0, 1,
] as const
/** A label should be nearer to its own line than to any other by so much, in em. */
const NEARER = 0.3
/** Cost of a place that is not. */
const ASTRAY = 1.6

/** Places every label beside its own edge, off nodes, other edges, frame borders and other text where that is possible. */
export function placeLabels(input: LabelInput): { boxes: Map<string, Box>; hits: number } {
  const segments = [...input.routes].flatMap(([id, points]) =>
    segmentsOf(points).map((each) => ({ id, ...each })),
  )
  const solid = [...input.nodes, ...input.frames]
  const left = Math.min(...solid.map(({ x }) => x))
  const right = Math.max(...solid.map(({ x, width }) => x + width))
  /** With what a place costs for everything but other labels. */
  const judged = (id: string, { box, at, cost }: Place) => {
    const hit = hitsOf(box, id, input, segments)
    const common = segments.some((each) => each.id !== id && touches(boxAt(at, ON_LINE), each))
    const near = grown(box, (BESIDE + NEARER) * input.em)
    const astray = segments.some((each) => each.id !== id && touches(near, each))
    const beyond = box.x < left - 1 || box.x + box.width > right + 1
    const more = (common ? COMMON : 0) + (astray ? ASTRAY : 0) + (beyond ? BEYOND : 0)
    return { hit, cost: cost + HIT * hit + more }
  }
  const open = [...input.labels].flatMap(([id, label]) => {
    const points = input.routes.get(id) ?? []
    const places = [...options(points, label, input.em, input.early.has(id))]
    return points.length < 2 ? [] : { id, places: places.sort((a, b) => a.cost - b.cost) }
  })
  const best = new Map<string, { box: Box; cost: number; hit: number }>()
  for (const { id, places } of open) {
    const others = [...best.values()].map(({ box }) => box)
    for (const place of places) {
      const least = best.get(id)?.cost ?? Number.POSITIVE_INFINITY
      if (place.cost >= least) break
      const { hit, cost } = judged(id, place)
      const near = grown(place.box, CLEAR * input.em)
      const over = ON_WORDS * others.filter((other) => overlap(near, other)).length
      if (cost + HIT * over < least)
        best.set(id, { box: place.box, cost: cost + HIT * over, hit: hit + over })
    }
  }
  const hits = [...best.values()].reduce((sum, { hit }) => sum + hit, 0)
  return { boxes: new Map([...best].map(([id, { box }]) => [id, box])), hits }
}

/** What a hit costs, and how many of them words on other words are. */
const HIT = 10
const ON_WORDS = 3
/** Kept free around words, in em. */
const CLEAR = 0.22
/** Cost of a place beside everything else, which would make the figure wider. */
const BEYOND = 0.9
/** Cost of a place where the edge shares its line with another, so that the label might be either's. */
const COMMON = 6
const ON_LINE = { width: 2, height: 2 } as const

interface Place {
  box: Box
  /** On the line. */
  at: Point
  cost: number
}

interface Segment {
  a: Point
  b: Point
}

function segmentsOf(points: readonly Point[]): Segment[] {
  return points.slice(1).map((b, index) => ({ a: points[index] as Point, b }))
}

function* options(
  points: readonly Point[],
  label: EdgeLabel,
  em: number,
  early: boolean,
): Generator<Place> {
  const segments = segmentsOf(points)
  const total = segments.reduce((sum, { a, b }) => sum + Math.hypot(b.x - a.x, b.y - a.y), 0)
  const { width, height } = label
  const beside = BESIDE * em
  let before = 0
  for (const { a, b } of segments) {
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    const flat = Math.abs(a.y - b.y) < Math.abs(a.x - b.x)
    const room = length - (flat ? width : height)
    for (const place of PLACES) {
      const x = a.x + (b.x - a.x) * place
      const y = a.y + (b.y - a.y) * place
      const along = (before + length * place) / (total || 1)
      const cost =
        Math.abs(along - (early ? 0 : 0.5)) * (early ? 3 : 1.2) +
        Math.abs(place - 0.5) * 1.5 +
        (room < 0.8 * em ? 1.2 : 0) +
        (flat ? 0 : 0.15)
      const at = { x, y }
      const off = flat
        ? [
            { x: 0, y: -beside - height / 2 },
            { x: 0, y: 1.2 * beside + height / 2 },
          ]
        : [1, -1].map((side) => ({ x: side * (1.4 * beside + width / 2), y: 0 }))
      for (const [side, by] of off.entries())
        yield {
          box: boxAt({ x: x + by.x, y: y + by.y }, label),
          ...{ at, cost: cost + side * OTHER_SIDE },
        }
    }
    before += length
  }
}

function hitsOf(
  box: Box,
  id: string,
  input: LabelInput,
  segments: readonly ({ id: string } & Segment)[],
): number {
  const near = grown(box, CLEAR * input.em)
  let hits = 0
  for (const node of input.nodes) if (overlap(near, node)) hits += ON_WORDS
  for (const text of input.texts) if (overlap(near, text)) hits += ON_WORDS
  for (const segment of segments) {
    // A line through the words is worse than a frame's border or another line close by.
    if (touches(box, segment)) hits += ON_WORDS
    else if (segment.id !== id && touches(near, segment)) hits += 1
  }
  for (const frame of input.frames) {
    if (overlap(near, frame) && !within(near, frame)) hits += 1
  }
  const inside =
    box.x >= 0 &&
    box.y >= 0 &&
    box.x + box.width <= input.width &&
    box.y + box.height <= input.height
  return hits + (inside ? 0 : 5)
}

/** Whether an axis-parallel segment meets a box. */
function touches(box: Box, { a, b }: Segment): boolean {
  return (
    Math.max(a.x, b.x) > box.x &&
    Math.min(a.x, b.x) < box.x + box.width &&
    Math.max(a.y, b.y) > box.y &&
    Math.min(a.y, b.y) < box.y + box.height
  )
}
