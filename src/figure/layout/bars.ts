import type { Diagram } from '../../forms/diagram'
import type { Item, LayerPart } from './layers'

/** From so many neighbours on one side on, a node is drawn as a bar beside all of them. */
const LEAST = 4
/** An upright bar is long enough, so it grows at most by this factor across. */
const THICKER = 1.2

/**
 * Draws a node that stands alone in its layer out along the neighbours it has on one side, so that each link to them
 * runs straight instead of from a common knot, and as wide as it is by itself. `ends` are whole links.
 */
export function growBars(ends: readonly LayerPart[], right: boolean): void {
  const beside = new Map<Item, Map<number, Set<Item>>>()
  const add = (item: Item, other: Item) => {
    const sides = beside.get(item) ?? new Map<number, Set<Item>>()
    const side = other.column - item.column
    sides.set(side, (sides.get(side) ?? new Set()).add(other))
    beside.set(item, sides)
  }
  for (const { a, b, link } of ends) {
    if (a.strip !== b.strip || Math.abs(a.column - b.column) !== 1 || link.feedback) continue
    add(a, b)
    add(b, a)
  }
  for (const [item, sides] of beside) {
    const most = [...sides.values()].reduce((one, two) => (two.size > one.size ? two : one))
    const natural = item.unit?.natural
    if (most.size < LEAST || !natural || !isAlone(item, ends)) continue
    // Long enough for a straight link to each, and no longer.
    const half = (right ? natural.height : natural.width) / 2
    const low = Math.min(
      ...[...most].map(({ centre, cross }) => centre - Math.min(half, cross / 2)),
    )
    const high = Math.max(
      ...[...most].map(({ centre, cross }) => centre + Math.min(half, cross / 2)),
    )
    item.centre = (low + high) / 2
    item.cross = Math.max(item.cross, high - low)
    if (right) item.main = Math.min(item.main, THICKER * natural.width)
  }
}

/** Whether an author asked for a reading direction downwards or upwards. */
export const readsDown = (asked: Diagram['direction']) => asked === 'down' || asked === 'up'

/** The nodes that may be drawn as upright bars. */
export const uprightHubs = (diagram: Diagram) =>
  readsDown(diagram.direction) ? new Set<string>() : hubsOf(diagram)

/** The nodes that may be drawn as bars. */
function hubsOf({ edges }: Pick<Diagram, 'edges'>): Set<string> {
  const [out, into] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  const add = (sides: Map<string, Set<string>>, hub: string, other: string) =>
    sides.set(hub, (sides.get(hub) ?? new Set()).add(other))
  for (const { from, to, kind } of edges) {
    if (kind === 'feedback' || from === to) continue
    add(out, from, to)
    add(into, to, from)
  }
  return new Set([...out, ...into].filter(([, others]) => others.size >= LEAST).map(([hub]) => hub))
}

/** Whether no other linked node or passing link stands in the same layer. */
function isAlone(item: Item, ends: readonly LayerPart[]): boolean {
  return ends.every((end) =>
    [end.a, end.b].every(
      (other) => other === item || other.strip !== item.strip || other.column !== item.column,
    ),
  )
}
