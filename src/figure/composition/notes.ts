import type { Composition, Side } from '../../forms/composition'
import type { Diagram, DiagramNote } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { type Wrapped, wrapEvenly } from '../fonts'
import { centreOf, gap, hullOf } from '../geometry'
import { blockHeight } from '../layout/sketch'
import type { Theme } from '../themes/theme'
import type { Extents } from './arrange'
import type { Block } from './blocks'
import { type Wished, wishedBoxes } from './wish'

/** A note at a node or a frame, on one side of it. */
export interface Attached {
  note: DiagramNote
  host: string
  side: Side
}

/** The words of a note, and what it takes of its side: outwards, and along. */
export interface NoteRoom extends Attached {
  text: Wrapped
  /** Of the words alone. */
  height: number
  depth: number
  length: number
}

/** Lengths in em. */
export const NOTE = {
  gap: 0.5,
  /** Between words and a bracket, and the length of its ends. */
  bracket: 0.4,
  tick: 0.4,
  /** Around the words of a bubble, and the length of its tip. */
  pad: 0.45,
  tip: 0.7,
  /** Widest lines: beside what they are at, above or below a node, and a frame. */
  wrap: { beside: 8, node: 10, frame: 22 },
} as const

/** Lengths of the grid within which a neighbour is near. */
const NEAR = 260
/** What a side costs: words lie flat, and figures have room below; and for each connector or neighbour there. */
const COST: Readonly<Record<Side, number>> = { bottom: 0, top: 0.3, right: 2.2, left: 2.4 }
/** The side on which its place is. */
const WISHED = -9
const TAKEN = { edge: 1, neighbour: 1.5, notes: 3 } as const

export const isFlat = (side: Side) => side === 'top' || side === 'bottom'

/** The node or frame that each note stands at, and the side with the most room. Notes at nothing are left out. */
export function attachedNotes(diagram: Diagram, wish: Composition): Attached[] {
  const { notes = [] } = diagram
  const page = { x: 0, y: 0, width: 1600, height: Math.max(1, wish.height) }
  const wished = notes.length > 0 ? wishedBoxes(diagram, wish, page) : undefined
  if (!wished) return []
  // Places are on the grid, as they were given.
  const given = new Map(wish.nodes.filter(isSound).map((box) => [box.id, box] as const))
  const taken = new Map<string, number>()
  return notes.flatMap((note): Attached[] => {
    const host = note.at ?? nearest(note, given)
    const box = host === undefined ? undefined : boxOf(wished, host)
    if (host === undefined || !box) return []
    const cost = (side: Side) =>
      COST[side] +
      (note.place && side === towards(given.get(host) ?? box, note.place) ? WISHED : 0) +
      TAKEN.notes * (taken.get(`${host} ${side}`) ?? 0) +
      crowdOf(side, host, box, diagram, wished)
    const side = ORDER.reduce((a, b) => (cost(b) < cost(a) ? b : a))
    taken.set(`${host} ${side}`, (taken.get(`${host} ${side}`) ?? 0) + 1)
    return [{ note, host, side }]
  })
}

const ORDER: readonly Side[] = ['bottom', 'top', 'right', 'left']

const boxOf = ({ nodes, groups }: Wished, id: string) => nodes.get(id) ?? groups.get(id)

const isSound = ({ x, y, width, height }: Box) =>
  [x, y, width, height].every((each) => Number.isFinite(each)) && width > 0 && height > 0

function nearest({ place }: DiagramNote, given: ReadonlyMap<string, Box>): string | undefined {
  if (!place) return undefined
  const point = { ...place, width: 0, height: 0 }
  const [first, ...rest] = given
  return first && rest.reduce((a, b) => (gap(b[1], point) < gap(a[1], point) ? b : a), first)[0]
}

function towards(box: Box, at: { x: number; y: number }): Side {
  const middle = centreOf(box)
  const [x, y] = [(at.x - middle.x) / box.width, (at.y - middle.y) / box.height]
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'right' : 'left'
  return y > 0 ? 'bottom' : 'top'
}

/** What is in the way of words on a side: connectors that go there, and what stands near. */
function crowdOf(side: Side, host: string, box: Box, diagram: Diagram, wished: Wished): number {
  const members = new Set(
    wished.groups.has(host)
      ? [...wished.nodes].flatMap(([id, inner]) => (holds(box, inner) ? id : []))
      : [host],
  )
  const linked = diagram.edges.filter(({ from, to }) => members.has(from) !== members.has(to))
  const there = linked.filter(({ from, to }) => {
    const other = wished.nodes.get(members.has(from) ? to : from)
    return other !== undefined && towards(box, centreOf(other)) === side
  })
  const next = [...wished.nodes].filter(
    ([id, other]) =>
      !members.has(id) && gap(box, other) < NEAR && towards(box, centreOf(other)) === side,
  )
  return TAKEN.edge * there.length + TAKEN.neighbour * Math.min(2, next.length)
}

const holds = (outer: Box, inner: Box) => {
  const { x, y } = centreOf(inner)
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height
}

/** What notes need at label size `em`. */
export function noteRooms(
  notes: readonly Attached[],
  { groups }: Wished,
  blocks: ReadonlyMap<string, Block>,
  em: number,
  theme: Theme,
): NoteRoom[] {
  const { measures } = theme
  const size = measures.detail * em
  return notes.map((attached) => {
    const { note, host, side } = attached
    const width = blocks.get(host)?.width ?? groups.get(host)?.width ?? 0
    const { beside, node, frame } = NOTE.wrap
    const most = groups.has(host) ? Math.min(width, frame * em) : Math.max(0.9 * width, node * em)
    const text = wrapEvenly(note.text, isFlat(side) ? most : beside * em, {
      ...{ weight: measures.detailWeight, size },
    })
    const height = blockHeight(text.lines, size, measures.leading * size, theme) + 0.2 * size
    const [deep, long] = isFlat(side) ? [height, text.width] : [text.width, height]
    const extra =
      note.form === 'callout'
        ? { deep: NOTE.tip + 2 * NOTE.pad, long: 2 * NOTE.pad }
        : { deep: note.form === 'bracket' ? NOTE.tick + NOTE.bracket : 0, long: 0 }
    return {
      ...{ ...attached, text, height },
      depth: deep + (NOTE.gap + extra.deep) * em,
      length: long + extra.long * em,
    }
  })
}

/** Extents of nodes and frames with the notes beside them; those on one side stand one behind the other. */
export function withNotes(
  extents: ReadonlyMap<string, Extents>,
  rooms: readonly NoteRoom[],
  { groups }: Wished,
): Map<string, Extents> {
  const all = new Map(extents)
  for (const { host, side, depth, length } of rooms) {
    const { x, y, outline } = all.get(host) ?? NOTHING
    // A frame is as wide as its notes, see `spansOf`.
    const half = groups.has(host) ? 0 : length / 2
    const [across, along] = isFlat(side) ? [x, y] : [y, x]
    const wide = [Math.max(across[0], half), Math.max(across[1], half)] as const
    const before = side === 'top' || side === 'left'
    const deep = before
      ? ([along[0] + depth, along[1]] as const)
      : ([along[0], along[1] + depth] as const)
    all.set(host, { x: isFlat(side) ? wide : deep, y: isFlat(side) ? deep : wide, outline })
  }
  return all
}

const NOTHING: Extents = { x: [0, 0], y: [0, 0], outline: { x: 0, y: 0 } }

/** How long frames are at the least, for the notes along their sides. */
export function spansOf(rooms: readonly NoteRoom[], { groups }: Wished) {
  const spans = new Map<string, { x: number; y: number }>()
  for (const { host, side, length } of rooms) {
    if (!groups.has(host)) continue
    const own = spans.get(host) ?? { x: 0, y: 0 }
    const axis = isFlat(side) ? 'x' : 'y'
    spans.set(host, { ...own, [axis]: Math.max(own[axis], length) })
  }
  return spans
}

/** A note in its place. */
export interface PlacedNote extends NoteRoom {
  /** All of it. */
  box: Box
  /** What it stands at. */
  at: Box
}

/** Where notes stand; `boxes` are what they stand at with all that is there already: its outline and its words. */
export function placedNotes(
  rooms: readonly NoteRoom[],
  boxOf: (id: string) => { outline: Box; whole: Box } | undefined,
  em: number,
): PlacedNote[] {
  const reached = new Map<string, Box>()
  return rooms.flatMap((room): PlacedNote[] => {
    const { host, side, depth, length } = room
    const found = boxOf(host)
    if (!found) return []
    const whole = reached.get(host) ?? found.whole
    const middle = centreOf(found.outline)
    const [x, y] = [middle.x - length / 2, middle.y - length / 2]
    const [across, down] = isFlat(side) ? [length, depth] : [depth, length]
    const size = { width: across, height: down }
    const places: Record<Side, Box> = {
      top: { x, y: whole.y - depth, ...size },
      bottom: { x, y: whole.y + whole.height, ...size },
      left: { x: whole.x - depth, y, ...size },
      right: { x: whole.x + whole.width, y, ...size },
    }
    const own = places[side]
    reached.set(host, hullOf([whole, own]))
    return [{ ...room, box: inset(own, side, NOTE.gap * em), at: found.outline }]
  })
}

/** Without the room on the side of what it stands at. */
function inset({ x, y, width, height }: Box, side: Side, by: number): Box {
  if (side === 'top') return { x, y, width, height: height - by }
  if (side === 'bottom') return { x, y: y + by, width, height: height - by }
  if (side === 'left') return { x, y, width: width - by, height }
  return { x: x + by, y, width: width - by, height }
}
