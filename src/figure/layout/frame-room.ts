import type { Diagram, DiagramGroup } from '../../forms/diagram'
import { measureText, SAFETY } from '../fonts'
import { HEADING, HEADING_LEADING, headingOf } from './heading'
import { siblingsOf } from './isomorphic'
import { even, type Flow, type Frame } from './layered-graph'
import type { Measures } from './measures'

/** Lengths in em. */
const FRAME = {
  pad: 1.15,
  head: 2.5,
  /** The same at the least: a heading stands clear of what is below it. */
  leastHead: 2.15,
  widestHeading: 16,
} as const

/** Frames are as tight as this factor on gaps makes them. */
const TIGHT_FRAMES = 0.72

/** What a frame takes beside, above and below what is in it, and how wide its heading lets it be. */
interface Room {
  x: number
  top: number
  bottom: number
  width: number
}

/** The same along a flow and across it. */
export const frameIn = (flow: Flow, { x, top, bottom, width }: Room): Frame =>
  flow === 'right'
    ? { before: x, after: x, low: top, high: bottom, main: width, cross: 0 }
    : { before: top, after: bottom, low: x, high: x, main: 0, cross: width }

/** A frame becomes wider by this factor before its heading becomes two lines, of which one is a little more than half. */
const WIDER = 1.4
const HALF = 0.6

const known = new WeakMap<Measures['fits'], Map<string, Room>>()

/** The room that a group's frame takes, read in a flow; every placement that is tried asks for it. */
export function frameOf(group: DiagramGroup, measures: Measures, flow: Flow): Room {
  const { fits } = measures
  const rooms = known.get(fits) ?? new Map<string, Room>()
  known.set(fits, rooms)
  const key = `${flow} ${group.id}`
  const room = rooms.get(key) ?? roomOf(group, measures, flow)
  rooms.set(key, room)
  return room
}

function roomOf(
  group: DiagramGroup,
  { diagram, em, theme, space, fits, passed }: Measures,
  flow: Flow,
): Room {
  const labels = headingsFor(group, diagram)
  const widest = (words: readonly string[]) =>
    Math.max(...words.map((each) => measureText(each, { weight, size: em }))) * SAFETY
  const weight = theme.measures.labelWeight
  const inset = HEADING.inset * em
  const tight = Math.min(1, space / TIGHT_FRAMES)
  const pad = even(FRAME.pad * tight * em)
  const whole = widest(labels)
  const set = (most: number) => labels.map((label) => headingOf(label, most, em, theme))
  const members = flow === 'down' ? passed.get(group.id) : undefined
  let most = Math.min(whole, FRAME.widestHeading * em - 2 * inset)
  let width = most + 2 * inset
  if (members) {
    // What leads in at the middle leaves half of the width.
    const node = Math.max(...members.map((id) => fits.get(id)?.width ?? 0))
    const half = (WIDER * (node + 2 * pad)) / 2 - inset - HEADING.leastClear * em
    const longest = widest(labels.flatMap((label) => label.split(/\s+/)))
    most = Math.min(whole, Math.max(half, longest, HALF * whole))
    const lines = Math.max(...set(most).map((text) => text.width)) * SAFETY
    width = 2 * (lines + inset + HEADING.leastClear * em)
  }
  const lines = Math.max(...set(most).map((text) => text.lines.length))
  const head = Math.max(FRAME.leastHead, FRAME.head * tight) + (lines - 1) * HEADING_LEADING
  // What is read upwards is placed downwards and seen in a mirror, the heading as well.
  const [top, bottom] = diagram.direction === 'up' ? [pad, even(head * em)] : [even(head * em), pad]
  return { x: pad, top, bottom, width: even(width) }
}

/** Groups of one structure have room for all of their headings, so that all is in the same place. */
function headingsFor(group: DiagramGroup, diagram: Diagram): string[] {
  const set = siblingsOf(diagram).find((each) => each.some((twin) => twin.group === group.id)) ?? []
  const twins = diagram.groups.filter(({ id }) => set.some((twin) => twin.group === id))
  return [group, ...twins].map(({ label }) => label)
}
