/** What people do to a figure, as operations on it. */
import { boxAround, centreOf, cornersOf, hullOf, within } from '../../figure/geometry'
import type { Operation } from '../../forms/operations'
import {
  type Box,
  type Figure,
  fourOf,
  hundredth,
  outermost,
  ownerOf,
  type Part,
  type Point,
  panelAt,
  panelOf,
} from './figure'
import { neededCorners } from './line'

/** What a pointer is doing, in pixels of the figure. */
export type Gesture =
  | { kind: 'move'; ids: readonly string[]; by: Point; over: string | undefined }
  | { kind: 'size'; id: string; box: Box }
  | { kind: 'band'; box: Box }
  | { kind: 'bend'; id: string; points: readonly Point[] }
  | { kind: 'end'; id: string; end: 'from' | 'to'; at: Point; over: string | undefined }
  | { kind: 'pull'; from: string; at: Point; over: string | undefined }

/** Which sides of a box a handle pulls: -1 left or top, 1 right or bottom. */
export type Handle = readonly [x: -1 | 0 | 1, y: -1 | 0 | 1]

type Fresh = (stem: string) => string

/** A gesture that was let go; empty: it means nothing. */
export function gestured(figure: Figure, gesture: Gesture, fresh: Fresh): Operation[] {
  switch (gesture.kind) {
    case 'move':
      return moving(figure, gesture.ids, gesture.by, true)
    case 'size':
      return [{ op: 'resize', id: gesture.id, box: fourOf(gesture.box) }]
    case 'bend':
      return [{ op: 'bend', id: gesture.id, points: neededCorners(gesture.points) }]
    case 'end': {
      const { id, end, over } = gesture
      if (over === undefined || over === figure.parts.get(id)?.[end]) return []
      return [{ op: 'reconnect', id, ...{ from: null, to: null, [end]: over } }]
    }
    case 'pull': {
      const { from, over } = gesture
      return over === undefined || over === from ? [] : [joining(fresh('arrow'), from, over)]
    }
    case 'band':
      return []
  }
}

/** @param dropped by a pointer: the panel there takes them in and reaches around them, what they left does not hold them any more */
export function moving(
  figure: Figure,
  ids: readonly string[],
  by: Point,
  dropped: boolean,
): Operation[] {
  const { parts } = figure
  const moved = outermost(parts, ids).filter((id) => parts.get(id)?.role !== 'edge')
  const placed = moved.flatMap((id) => {
    const { role, box } = parts.get(id) ?? {}
    if (!dropped || role !== 'node' || !box) return []
    const there = { ...box, x: box.x + by.x, y: box.y + by.y }
    return [{ id, there, group: panelAt(figure, centreOf(there), moved) }]
  })
  const homes = placed.flatMap(({ id, group }): Operation[] =>
    group === panelOf(parts, id) ? [] : [{ op: 'move_to_group', id, group }],
  )
  const wider = [...Map.groupBy(placed, ({ group }) => group)].flatMap(([group, some]) =>
    holding(figure, group, hullOf(some.map(({ there }) => there))),
  )
  const move: Operation = { op: 'move', ids: moved, dx: hundredth(by.x), dy: hundredth(by.y) }
  return moved.length > 0 ? [move, ...homes, ...wider] : []
}

/** Room that a panel has around what it holds, and above for its words, as a share of the figure's width. */
const [ROOM, HEAD] = [1 / 70, 1 / 22]

/** A panel, and those that it stands in, reach around a box that lies over their frame. */
function holding(figure: Figure, id: string | null, box: Box): Operation[] {
  const { parts, width, height } = figure
  const panel = parts.get(id ?? '')
  if (!panel || within(box, panel.box)) return []
  const [room, head] = [width * ROOM, width * HEAD]
  const [right, bottom] = [box.x + box.width + room, box.y + box.height + room]
  const least = { x: Math.max(0, box.x - room), y: Math.max(0, box.y - head) }
  const most = { x: Math.min(width, right), y: Math.min(height, bottom) }
  const whole = boxAround([...cornersOf(panel.box), least, most])
  const resize: Operation = { op: 'resize', id: panel.id, box: fourOf(whole) }
  return [resize, ...holding(figure, panelOf(parts, panel.id), whole)]
}

export const joining = (id: string, from: string, to: string): Operation => ({
  ...{ op: 'add_edge', id, from, to, label: null, kind: 'flow', heads: 'end', dashed: false },
})

/** What goes with others anyway is not named: connectors of things, what stands in things. */
export function dropping({ parts }: Figure, ids: readonly string[]): Operation[] {
  const goes = (id: string) => {
    const { role, from, to } = parts.get(id) ?? {}
    const owner = ownerOf(parts, id)
    return owner !== id
      ? ids.includes(owner)
      : role === 'edge' && [from, to].some((end) => ids.includes(end ?? ''))
  }
  return ids.filter((id) => !goes(id)).map((id) => ({ op: 'drop', id }))
}

export function wording({ id, role }: Part, text: string): Operation {
  if (role === 'edge') return { op: 'set_edge_label', id, label: text || null }
  if (text === '' && role === 'text') return { op: 'drop', id }
  return { op: role === 'panel' ? 'rename_group' : 'rename', id, label: text }
}

/** Copies of things, that much aside. */
export function copying(
  { parts }: Figure,
  ids: readonly string[],
  by: number,
  as: Fresh,
): Operation[] {
  const copied = outermost(parts, ids).filter((id) => (parts.get(id)?.role ?? 'edge') !== 'edge')
  const named = copied.map((id) => as(parts.get(id)?.role ?? ''))
  return copied.length > 0 ? [{ op: 'copy', ids: copied, as: named, dx: by, dy: by }] : []
}

/** Where of the box around them all things shall be equal. */
export const EDGES = {
  left: ['x', 'width', 0],
  centre: ['x', 'width', 1 / 2],
  right: ['x', 'width', 1],
  top: ['y', 'height', 0],
  middle: ['y', 'height', 1 / 2],
  bottom: ['y', 'height', 1],
} as const

export function aligning(parts: readonly Part[], edge: keyof typeof EDGES): Operation[] {
  const [axis, size, share] = EDGES[edge]
  const all = hullOf(parts.map(({ box }) => box))
  return parts.flatMap(({ id, box }): Operation[] => {
    const by = hundredth(all[axis] - box[axis] + share * (all[size] - box[size]))
    return by === 0 ? [] : [{ op: 'move', ids: [id], ...{ dx: 0, dy: 0, [`d${axis}`]: by } }]
  })
}

/** Things in a new panel, where the first of them stands. */
export function grouping(
  { parts }: Figure,
  ids: readonly string[],
  id: string,
  label: string,
): Operation[] {
  const into = outermost(parts, ids).filter((one) =>
    ['node', 'panel'].includes(parts.get(one)?.role ?? ''),
  )
  return [
    { op: 'add_group', id, label, parent: panelOf(parts, into[0] ?? '') },
    ...into.map((one): Operation => ({ op: 'move_to_group', id: one, group: id })),
  ]
}
