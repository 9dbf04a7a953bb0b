import type { Diagram } from '../../forms/diagram'
import { clamp } from '../../forms/numbers'
import type { Places } from '../../forms/places'
import type { Box } from '../../forms/scene'
import { centreOf, hullOf } from '../geometry'
import { measure } from '../measure'
import { pixelsPerPoint } from '../paper'
import { dress } from '../themes/dress'
import type { Theme } from '../themes/theme'
import { blocksAgain } from './again-blocks'
import { type Apart, spread } from './again-spread'
import { edgeLabels } from './edge-labels'
import { marginOf } from './fit'
import { endsIn, framesOf } from './frame-ends'
import { freeSpot } from './free-spot'
import { drawGraph } from './graph-draw'
import { headingsAside } from './headings-aside'
import type { NodeFit } from './node-fit'
import type { Placement } from './placement'
import type { RouteRequest } from './router'
import { towards, trunkOf } from './routes'
import type { Sketch } from './sketch'
import { type LabelSide, routed } from './wire'

/** A figure that was drawn before, drawn again where it stood. */
export interface DrawnAgain {
  sketch: Sketch
  /** Nodes that could not stay where they were placed by hand. */
  moved: string[]
}

/** Factors on the size of letters and of outlines that are tried until everything has room: an outline holds its words in any case. */
const SMALLER = [
  { text: 1, outlines: 1 },
  { text: 1, outlines: 0.85 },
  { text: 1, outlines: 0.7 },
  { text: 1, outlines: 0.4 },
  { text: 0.9, outlines: 0.6 },
  { text: 0.8, outlines: 0.4 },
  { text: 0.72, outlines: 0.4 },
] as const
const LABEL_SIDES: readonly LabelSide[] = ['before', 'after']
/** Details are no smaller than this, in points on the figure's paper. */
const LEAST_PT = 6
/** Pixels by which what was placed by hand may be off before that is told. */
const EXACT = 0.5

/**
 * Everything where it was drawn: what has become larger pushes its neighbours, what is new stands in the free spot that
 * is nearest to what it is joined with, connectors are led anew. Undefined where a fault stays however small it is drawn.
 */
export function drawAgain(diagram: Diagram, places: Places, theme: Theme): DrawnAgain | undefined {
  let nearly: DrawnAgain | undefined
  for (const smaller of SMALLER)
    for (const roomy of [false, true]) {
      const drawn = drawnWithin(diagram, places, theme, { ...smaller, roomy })
      if (drawn && drawn.moved.length === 0) return drawn
      nearly ??= drawn
    }
  return nearly
}

function drawnWithin(
  diagram: Diagram,
  places: Places,
  named: Theme,
  { text, outlines, roomy }: (typeof SMALLER)[number] & { roomy: boolean },
): DrawnAgain | undefined {
  const size = { width: places.width, height: places.height }
  const em = text * places.em
  const theme = withReadableDetails(named, em, size)
  const { boxes, fits } = wished(diagram, places, theme, em, outlines)
  const labels = edgeLabels(diagram, em, theme)
  const pinned = new Map(places.pinned.map(({ id, x, y }) => [id, { x, y }]))
  const known = new Set(places.nodes.map(({ id }) => id))
  const spaced = spread({
    ...{ diagram, boxes, theme, em },
    frames: framesDrawn(places),
    framed: new Set(places.framed.map(({ id }) => id)),
    room: roomFor(size, places),
    firmness: (id) => (pinned.has(id) ? 'pinned' : known.has(id) ? 'drawn' : 'fresh'),
    labels: roomy ? labels : new Map(),
  } satisfies Apart)
  if (!spaced) return undefined
  const moved = [...pinned].flatMap(([id, pin]) => {
    const box = spaced.nodes.get(id)
    if (!box) return []
    const at = centreOf(box)
    if (Math.hypot(at.x - pin.x, at.y - pin.y) > EXACT) return [id]
    spaced.nodes.set(id, { ...box, x: pin.x - box.width / 2, y: pin.y - box.height / 2 })
    return []
  })
  const empty = { ways: new Map(), routes: new Map(), labels: new Map() }
  const placement: Placement = { ...spaced, ...empty, ...size }
  placement.headings = headingsAside(diagram, placement, em, theme)
  const requests = requestsOf(diagram, placement)
  const labelled = routed(placement, { diagram, labels, requests, em, theme, size })
  for (const side of LABEL_SIDES) {
    const own = { ...placement, labels: labelled(side).boxes }
    const sketch = { ...size, em, drafts: drawGraph(diagram, own, fits, labels, theme, em) }
    if (isSound(sketch, theme)) return { sketch, moved }
  }
  return undefined
}

/** What must be nought in a figure, or it is laid out anew. */
const FAULTS = [
  'nodeOverlaps',
  'edgesThroughNodes',
  'labelHits',
  'edgesOnGroupBorder',
  'edgesOnOneLine',
  'textOverflow',
] as const

/** A theme may move the ends of connectors, so a sketch is judged as it is dressed. */
function isSound(sketch: Sketch, theme: Theme): boolean {
  const figures = measure(dress(sketch, theme, { title: '', description: '' }))
  return FAULTS.every((name) => figures[name] === 0)
}

function withReadableDetails(theme: Theme, em: number, size: { width: number; height: number }) {
  const { measures } = theme
  const least = (LEAST_PT * pixelsPerPoint(size, theme.paper)) / em
  const detail = Math.max(measures.detail, Math.min(1, least))
  return { ...theme, measures: { ...measures, detail } }
}

const framesDrawn = ({ groups, framed }: Places) =>
  new Map([...groups, ...framed].map(({ id, ...box }): [string, Box] => [id, box]))

/** The canvas without a margin, or with a narrower one where that was drawn. */
function roomFor(size: { width: number; height: number }, places: Places): Box {
  const byHand = places.pinned.flatMap(({ id, x, y }) => {
    const own = places.nodes.find((node) => node.id === id)
    return own ? [{ ...own, x: x - own.width / 2, y: y - own.height / 2 }] : []
  })
  const { x, y, width, height } = hullOf([...places.nodes, ...places.groups, ...byHand])
  const free = Math.min(x, y, size.width - x - width, size.height - y - height)
  const margin = clamp(free, 0, marginOf(size))
  return {
    ...{ x: margin, y: margin },
    width: size.width - 2 * margin,
    height: size.height - 2 * margin,
  }
}

/** Where nodes would stand: placed by hand, as drawn, or in a free spot; and their words. */
function wished(
  diagram: Diagram,
  places: Places,
  theme: Theme,
  em: number,
  outlines: number,
): { boxes: Map<string, Box>; fits: Map<string, NodeFit> } {
  const drawn = new Map(
    places.nodes.map(({ id, ...box }) => [id, around(centreOf(box), scaled(box, outlines))]),
  )
  const blocks = blocksAgain(diagram, drawn, em, theme)
  const pins = new Map(places.pinned.map((pin) => [pin.id, pin]))
  const frames = framesDrawn(places)
  const groupsOf = framesOf(diagram)
  const boxes = new Map<string, Box>()
  for (const [id, { size }] of blocks) {
    const own = drawn.get(id)
    const at = pins.get(id) ?? (own && standsIn(own, groupsOf.get(id), frames) && centreOf(own))
    if (at) boxes.set(id, around(at, size))
  }
  for (const [id, { size }] of blocks) {
    if (boxes.has(id)) continue
    const own = drawn.get(id)
    const standing = {
      ...{ diagram, nodes: boxes, frames, around: groupsOf, em },
      size: { width: places.width, height: places.height },
    }
    boxes.set(id, around(freeSpot(id, size, standing, own && centreOf(own)), size))
  }
  return { boxes, fits: new Map([...blocks].map(([id, { fit }]) => [id, fit])) }
}

type Size = Pick<Box, 'width' | 'height'>

const around = ({ x, y }: { x: number; y: number }, { width, height }: Size): Box => ({
  ...{ x: x - width / 2, y: y - height / 2 },
  ...{ width, height },
})

const scaled = ({ width, height }: Size, by: number): Size => ({
  width: by * width,
  height: by * height,
})

/** Whether a node was drawn in the frames of its groups, and in no other. */
function standsIn(
  box: Box,
  groups: ReadonlySet<string> | undefined,
  frames: ReadonlyMap<string, Box>,
): boolean {
  const { x, y } = centreOf(box)
  return [...frames].every(([id, frame]) => {
    const inside =
      x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height
    return inside === (groups?.has(id) ?? false)
  })
}

/** Every connector, as the places of its ends call for. */
function requestsOf(diagram: Diagram, placement: Placement): RouteRequest[] {
  const endsOf = endsIn(diagram, placement)
  const decisions = new Set(
    diagram.nodes.flatMap(({ id, kind }) => (kind === 'decision' ? id : [])),
  )
  return diagram.edges.map((edge) => {
    const { from, to } = endsOf(edge)
    const [a, b] = [from, to].map((id) => placement.nodes.get(id) ?? placement.frames.get(id))
    const feedback = edge.kind === 'feedback'
    const forks = !decisions.has(edge.from) && !feedback && !edge.label
    return {
      ...{ id: edge.id, from, to, feedback },
      flow: a && b ? towards(a, b) : 'right',
      ...(forks && { trunk: trunkOf(edge, from) }),
    }
  })
}
