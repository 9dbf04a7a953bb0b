import type { Places } from '../../forms/places'
import type { Box, Point } from '../../forms/scene'
import { centreOf, grown, hullOf, overlap } from '../geometry'
import { edgeLabels } from '../layout/edge-labels'
import { framesOf } from '../layout/frame-ends'
import { marginOf } from '../layout/fit'
import { blocksAgain, usualSize } from './again-blocks'
import { type Again, type Arrangement, arrange, placing } from './arrange'
import type { Block } from './blocks'
import { evened, type Fitting, type Given, takenUp, WORDS } from './fit'
import { freeSpot } from './free-spot'
import { noteRooms } from './notes'
import { drawnBoxes, type Wished } from './wish'

/** How firmly things stay: those placed by hand, those drawn before, those that are new, frames. */
const WEIGHT = { pinned: 1e4, drawn: 1, fresh: 0.01, frame: 0.02, framed: 100 } as const
/** The least room between things, and within frames, that were drawn no farther apart, in em. */
const LEAST = { apart: 0.8, pad: 0.6 } as const
/** Pixels by which what was placed by hand may be off before that is told. */
const EXACT = 0.5
const USUAL_GROWTH = { outlines: 1, pictures: 1, even: false, alike: false, level: false }

/** Factors on the size of letters and of outlines. */
export interface Smaller {
  text: number
  outlines: number
  /** Only of nodes that were placed by hand, or are in the way of one. */
  touched?: true
}

/** What is tried until everything has room: an outline holds its words in any case. */
export const SMALLER: readonly Smaller[] = [
  { text: 1, outlines: 1 },
  { text: 1, outlines: 0.8, touched: true },
  { text: 1, outlines: 0.6, touched: true },
  { text: 1, outlines: 0.85 },
  { text: 1, outlines: 0.7 },
  { text: 1, outlines: 0.4 },
  { text: 0.94, outlines: 0.7 },
  { text: 0.88, outlines: 0.4 },
  { text: 0.8, outlines: 0.4 },
  { text: 0.72, outlines: 0.4 },
]

/** A figure that was drawn before, placed so again. */
export interface PlacedAgain {
  fitting: Fitting
  placed: Arrangement
  /** Nodes that could not stay where they were placed by hand. */
  moved: string[]
}

/**
 * Everything where it was drawn, its letters and outlines smaller by a factor each: what has become larger pushes its
 * neighbours, what is new stands in the free spot that is nearest to what it is joined with. Undefined where there is no
 * room.
 */
export function placedAgain(
  given: Given,
  places: Places,
  { roomy, ...smaller }: Smaller & { roomy: ReadonlySet<string> },
): PlacedAgain | undefined {
  const { diagram, size } = given
  const em = smaller.text * places.em
  const theme = evened(given.theme, em, size)
  const pins = new Map(places.pinned.map(({ id, x, y }) => [id, { x, y }]))
  const { nodes, blocks } = boxesAgain(given, places, pins, em, smaller)
  const wished = drawnBoxes(diagram, nodes, framesDrawn(places))
  const labels = edgeLabels(diagram, em, theme, WORDS.most)
  const notes = noteRooms(given.notes, wished, blocks, em, theme)
  const known = new Set(places.nodes.map(({ id }) => id))
  const framed = new Set(places.framed.map(({ id }) => id))
  const again: Again = {
    least: LEAST.apart * em,
    pad: LEAST.pad * em,
    isPinned: (id) => pins.has(id),
    weight(id) {
      if (wished.groups.has(id)) return framed.has(id) ? WEIGHT.framed : WEIGHT.frame
      if (pins.has(id)) return WEIGHT.pinned
      return known.has(id) ? WEIGHT.drawn : WEIGHT.fresh
    },
  }
  const byHand = [...pins.keys()].flatMap((id) => nodes.get(id) ?? [])
  const found = placing(
    {
      ...{ diagram, wished, labels, em, again, roomy, space: 1 },
      room: roomFor(size, [...places.nodes, ...places.groups, ...byHand]),
      ...takenUp(diagram, wished, { blocks, notes, em, theme, space: 1 }),
    },
    false,
  )
  if (!found) return undefined
  const placed = arrange(found)
  const moved = putBack(placed, pins)
  const room = { space: 1, text: 1, roomy }
  const growth = { ...USUAL_GROWTH, words: WORDS.most }
  const fitting = { em, room, growth, theme, wished, blocks, labels, notes, placing: found }
  return { fitting, placed, moved }
}

const framesDrawn = ({ groups, framed }: Places) =>
  new Map([...groups, ...framed].map(({ id, ...box }): [string, Box] => [id, box]))

/** What was placed by hand stands there exactly; gives those that cannot. */
function putBack({ anchors }: Arrangement, pins: ReadonlyMap<string, Point>): string[] {
  return [...pins].flatMap(([id, pin]) => {
    const at = anchors.get(id)
    if (!at) return []
    if (Math.hypot(at.x - pin.x, at.y - pin.y) > EXACT) return [id]
    anchors.set(id, pin)
    return []
  })
}

/** The canvas without a margin, or with a narrower one where that was drawn. */
function roomFor(size: { width: number; height: number }, boxes: readonly Box[]): Box {
  const { x, y, width, height } = hullOf(boxes)
  const free = Math.min(x, y, size.width - x - width, size.height - y - height)
  const margin = Math.max(0, Math.min(marginOf(size), free))
  return {
    ...{ x: margin, y: margin },
    width: size.width - 2 * margin,
    height: size.height - 2 * margin,
  }
}

/** Where the outlines of nodes are wished: placed by hand, as drawn, or in a free spot. */
function boxesAgain(
  given: Given,
  places: Places,
  pins: ReadonlyMap<string, Point>,
  em: number,
  { outlines, touched }: Smaller,
): { nodes: Map<string, Box>; blocks: Map<string, Block> } {
  const { diagram, theme, size } = given
  const frames = framesDrawn(places)
  const around = framesOf(diagram)
  const usual = usualSize(places.nodes)
  const before = new Map(places.nodes.map(({ id, ...box }) => [id, box]))
  const first = handOf(pins, before, frames, around, usual, em)
  const isTouched = (id: string, box: Box) => pins.has(id) || first.isInTheWay(box)
  // Stages are equally large: what makes one of them smaller makes all of them so.
  const stages = new Set(diagram.nodes.flatMap(({ id, step }) => (step === undefined ? [] : id)))
  const areTouched = [...before].some(([id, box]) => stages.has(id) && isTouched(id, box))
  const drawn = new Map(
    [...before].map(([id, box]) => [
      id,
      touched && !isTouched(id, box) && !(areTouched && stages.has(id))
        ? box
        : scaledBox(box, outlines),
    ]),
  )
  const nodes = new Map<string, Box>()
  const hand = handOf(pins, drawn, frames, around, usual, em)
  for (const { id } of diagram.nodes) {
    const [pin, own] = [hand.nodes.get(id), drawn.get(id)]
    if (pin) nodes.set(id, pin)
    else if (
      own &&
      standsIn(own, around.get(id) ?? new Set(), hand.frames) &&
      !hand.isInTheWay(own)
    )
      nodes.set(id, own)
  }
  const measured = evened(theme, em, size)
  const sizes = blocksAgain(diagram, { nodes, groups: new Map() }, drawn, em, measured)
  for (const [id, box] of nodes) nodes.set(id, centredAt(centreOf(box), sizes.get(id) ?? box))
  for (const { id } of diagram.nodes)
    if (!nodes.has(id)) {
      const own = drawn.get(id)
      const block = sizes.get(id) ?? usual
      const standing = { diagram, nodes, frames: hand.frames, around, size, em }
      const spot = freeSpot(id, block, standing, own && centreOf(own))
      nodes.set(id, centredAt(spot, block))
    }
  const whole = { nodes, groups: new Map() } satisfies Wished
  return { nodes, blocks: blocksAgain(diagram, whole, drawn, em, measured) }
}

/** What was placed by hand: nodes, the frames that they draw out, and what is in their way. */
function handOf(
  pins: ReadonlyMap<string, Point>,
  drawn: ReadonlyMap<string, Box>,
  frames: ReadonlyMap<string, Box>,
  around: ReadonlyMap<string, ReadonlySet<string>>,
  usual: { width: number; height: number },
  em: number,
) {
  const nodes = new Map(
    [...pins].map(([id, pin]) => [id, centredAt(pin, drawn.get(id) ?? usual)] as const),
  )
  const whole = new Map(
    [...frames].map(([id, frame]) => {
      const members = [...nodes].flatMap(([node, box]) =>
        around.get(node)?.has(id) ? grown(box, em) : [],
      )
      return [id, hullOf([frame, ...members])] as const
    }),
  )
  const taken = [...nodes.values()].map((box) => grown(box, LEAST.apart * em))
  return {
    nodes,
    frames: whole,
    isInTheWay: (box: Box) => taken.some((other) => overlap(box, other)),
  }
}

/** Whether a node was drawn in the frames of its groups, and in no other. */
function standsIn(
  box: Box,
  groups: ReadonlySet<string>,
  frames: ReadonlyMap<string, Box>,
): boolean {
  const { x, y } = centreOf(box)
  return [...frames].every(([id, frame]) => {
    const inside =
      x > frame.x && x < frame.x + frame.width && y > frame.y && y < frame.y + frame.height
    return inside === groups.has(id)
  })
}

const centredAt = ({ x, y }: Point, { width, height }: { width: number; height: number }): Box => ({
  ...{ x: x - width / 2, y: y - height / 2 },
  ...{ width, height },
})

const scaledBox = (box: Box, by: number): Box =>
  centredAt(centreOf(box), { width: by * box.width, height: by * box.height })
