import type { Composition } from '../../forms/composition'
import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { canvas } from '../canvas-size'
import { centreOf, overlap, within } from '../geometry'
import { type EdgeLabel, edgeLabels } from '../layout/edge-labels'
import { drawGraph } from '../layout/graph-draw'
import { headingRoom } from '../layout/heading'
import { wordsAt } from '../layout/node-form'
import type { Placement } from '../layout/placement'
import type { RouteRequest } from '../layout/router'
import { laneOf, marginOf } from '../layout/score'
import { towards } from '../layout/settle'
import type { Sketch } from '../layout/sketch'
import { wire } from '../layout/wire'
import { measure } from '../measure'
import type { Theme } from '../themes/theme'
import { type Arrangement, arrange } from './arrange'
import { type Block, blocksOf, extentsOf, type Growth } from './blocks'
import { type Kept, keptWishes } from './kept'
import { hullOf, type Wished, wishedBoxes } from './wish'

/** A figure that follows a composition. */
export interface ComposedGraph {
  sketch: Sketch
  kept: Kept
}

/** Points of a figure printed 178 mm wide. */
const PRINTED = 504
/** Label sizes that are tried, in points of that print: the largest that fits is taken. */
const LABEL_PT = { most: 9.4, ample: 8.4, least: 6, step: 0.95 } as const
/** Gaps and largest text, as factors, that are tried until the drawing has no fault. */
const ROOMS: readonly Room[] = [
  { space: 1, text: 1 },
  { space: 1.3, text: 1 },
  { space: 1.3, text: 0.85 },
  { space: 1, text: 0.85, beside: 6 },
  { space: 1.65, text: 0.75 },
  { space: 0.75, text: 1 },
  { space: 0.6, text: 0.8 },
]

interface Room {
  space: number
  text: number
  /** Room left and right of everything for words, in em. */
  beside?: number
}

const LABEL_SIDES = ['before', 'after'] as const
/** Widest line of an arrow's words where room is scarce, in em. */
const NARROW = 5
/** Room above and below for the words of what runs back, in em. */
const LANE = 3.2
/** Text a little larger than the room is set smaller. */
const FITS = 1.002
/** What is tried, the best first; `even`: words beside labels are set as large as these, so that all can be smaller. */
const TRIES: readonly Growth[] = [
  { outlines: 1, pictures: 1, even: false },
  { outlines: 0.6, pictures: 0.8, even: false },
  { outlines: 0.3, pictures: 0.6, even: false },
  { outlines: 0, pictures: 0.5, even: false },
  { outlines: 0, pictures: 0, even: false },
  { outlines: 0, pictures: 0, even: true },
]
/** What growth is worth beside larger text. */
const GROWN = { outlines: 0.1, pictures: 0.16 } as const

interface Given {
  diagram: Diagram
  wish: Composition
  theme: Theme
  size: { width: number; height: number }
}

/** A placement that fits its canvas. */
interface Fitting {
  em: number
  growth: Growth
  /** With the measures that were taken. */
  theme: Theme
  wished: Wished
  blocks: Map<string, Block>
  labels: Map<string, EdgeLabel>
  placed: Arrangement
}

/**
 * Draws a graph as its composition wishes, made exact; undefined where the composition says too little, or where faults
 * stay whatever the gaps.
 */
export function composeGraph(
  diagram: Diagram,
  wish: Composition,
  named: Theme,
  ratio: number | undefined,
): ComposedGraph | undefined {
  // Pictures are chosen by the composition.
  const { icon: _, ...theme } = named
  const given = { diagram, wish, theme, size: canvas(ratio ?? naturalRatio(wish)) }
  let nearly: ComposedGraph | undefined
  for (const room of ROOMS) {
    const fitting = bestThatFits(given, room)
    if (!fitting) continue
    for (const labelSide of LABEL_SIDES) {
      const sketch = draw(given, fitting, labelSide)
      if (!isFaultless(sketch)) continue
      const drawn = { sketch, kept: keptWishes(fitting.wished, fitting.placed) }
      if (!onBorders(sketch)) return drawn
      nearly ??= drawn
    }
  }
  return nearly
}

function naturalRatio({ nodes, groups }: Composition): number {
  const { width, height } = hullOf([...nodes, ...groups])
  return Math.min(21 / 9, Math.max(9 / 16, width / height || 16 / 9))
}

/** Large text first, then boxes as large as they are wished. */
function bestThatFits(given: Given, room: Room): Fitting | undefined {
  const found = TRIES.flatMap((growth) => largestThatFits(given, room, growth) ?? [])
  const worth = ({ em, growth }: Fitting) =>
    Math.log(Math.min(em, (LABEL_PT.ample / PRINTED) * given.size.width)) +
    GROWN.outlines * growth.outlines +
    GROWN.pictures * growth.pictures
  return found.sort((a, b) => worth(b) - worth(a))[0]
}

const evened = (theme: Theme): Theme => ({
  ...theme,
  measures: { ...theme.measures, detail: 1 },
})

function largestThatFits(
  given: Given,
  { space, text, beside = 0 }: Room,
  growth: Growth,
): Fitting | undefined {
  const { diagram, wish, size } = given
  const theme = growth.even ? evened(given.theme) : given.theme
  const smallest = Math.min(1, theme.measures.detail)
  const least = (LABEL_PT.least / smallest / PRINTED) * size.width
  for (let em = text * (LABEL_PT.most / PRINTED) * size.width; em >= least; em *= LABEL_PT.step) {
    const margin = Math.max(marginOf(size), laneOf(diagram) * em)
    const lane = diagram.edges.some(({ kind, label }) => kind === 'feedback' && label)
      ? LANE * em
      : 0
    const room = {
      ...{ x: margin + beside * em, y: margin + lane / 2 },
      width: size.width - 2 * (margin + beside * em),
      height: size.height - 2 * margin - lane,
    }
    const wished = wishedBoxes(diagram, wish, room)
    if (!wished) return undefined
    const labels = edgeLabels(diagram, em, theme, growth.pictures === 0 ? NARROW : undefined)
    const blocks = blocksOf(diagram, wished, em, theme, growth)
    const placed = arrange({
      ...{ diagram, wished, labels, room, em, space },
      extents: new Map([...blocks].map(([id, block]) => [id, extentsOf(block, em, space)])),
      headings: headingsOf(diagram, wished, em, theme),
    })
    if (placed.excess <= FITS) return { em, growth, theme, wished, blocks, labels, placed }
  }
  return undefined
}

function headingsOf({ groups }: Diagram, wished: Wished, em: number, theme: Theme) {
  return new Map(
    groups.flatMap((group) => {
      const box = wished.groups.get(group.id)
      return box ? [[group.id, headingRoom(group, box.width, em, theme)] as const] : []
    }),
  )
}

function draw(
  { diagram, wish, size }: Given,
  { em, theme, blocks, labels, placed }: Fitting,
  labelSide: (typeof LABEL_SIDES)[number],
): Sketch {
  const nodes = new Map(
    [...placed.anchors].map(([id, { x, y }]) => {
      const { width, height } = blocks.get(id) ?? { width: em, height: em }
      return [id, { x: x - width / 2, y: y - height / 2, width, height }]
    }),
  )
  const placement: Placement = {
    nodes,
    frames: placed.frames,
    routes: new Map(),
    labels: new Map(),
    ...size,
  }
  const wordsOf = () =>
    [...blocks].flatMap(([id, { fit }]) => {
      const box = fit.outside && nodes.get(id)
      return box ? [wordsAt(fit, box).box] : []
    })
  centre(placement, wordsOf(), size)
  wire(placement, {
    ...{ diagram, labels, em, theme, size },
    words: wordsOf(),
    labelSide,
    requests: requestsOf(diagram, wish, placement),
  })
  const fits = new Map([...blocks].map(([id, { fit }]) => [id, fit]))
  const drafts = drawGraph(diagram, placement, fits, labels, theme, em)
  return { ...size, em, drafts }
}

/** What does not fill the canvas stands in its middle. */
function centre(
  { nodes, frames }: Placement,
  words: readonly Box[],
  size: { width: number; height: number },
): void {
  const hull = hullOf([...nodes.values(), ...frames.values(), ...words])
  const { x, y } = centreOf(hull)
  for (const boxes of [nodes, frames])
    for (const [id, box] of boxes)
      boxes.set(id, { ...box, x: box.x + size.width / 2 - x, y: box.y + size.height / 2 - y })
}

function requestsOf(diagram: Diagram, wish: Composition, { nodes }: Placement): RouteRequest[] {
  const wishes = new Map(wish.edges.map((each) => [each.id, each]))
  const named = new Set(diagram.edges.flatMap(({ from, label }) => (label ? [from] : [])))
  const decisions = new Set(
    diagram.nodes.flatMap(({ id, kind }) => (kind === 'decision' ? id : [])),
  )
  return diagram.edges.map((edge) => {
    const [a, b] = [nodes.get(edge.from), nodes.get(edge.to)]
    const feedback = edge.kind === 'feedback'
    const solid = edge.confidence >= 0.5 && !edge.dashed
    const own = wishes.get(edge.id)?.trunk
    const forks = !decisions.has(edge.from) && !feedback
    const trunk =
      own ?? (forks ? `${edge.from} ${solid} ${edge.role ?? ''} ${edge.label ?? ''}` : undefined)
    return {
      ...{ id: edge.id, from: edge.from, to: edge.to, feedback },
      flow: a && b ? towards(a, b) : 'right',
      ...(trunk === undefined ? {} : { trunk, early: named.has(edge.from) }),
    }
  })
}

/** What must be nought in a figure that is drawn as it was composed. */
const FAULTS = [
  'nodeOverlaps',
  'edgesThroughNodes',
  'labelHits',
  'edgesOnGroupBorder',
  'edgesOnOneLine',
  'textOverflow',
] as const

function isFaultless({ width, height, drafts }: Sketch): boolean {
  const elements = drafts.map(({ element }) => element)
  const scene = { width, height, background: '#ffffff', theme: '', title: '', description: '' }
  const figures = measure({ ...scene, elements })
  return FAULTS.every((name) => figures[name] === 0)
}

/** Whether the words of a connector stand on the border of a frame. */
function onBorders({ drafts }: Sketch): boolean {
  const elements = drafts.map(({ element }) => element)
  const frames = elements.filter(({ role }) => role === 'group')
  const edges = elements.filter(({ role }) => role === 'edge')
  const owners = new Set(edges.map(({ id }) => id))
  const texts = elements.filter(({ kind }) => kind === 'text')
  return texts.some(
    ({ parent, box }) =>
      owners.has(parent ?? '') &&
      frames.some((frame) => overlap(box, frame.box) && !within(box, frame.box)),
  )
}
