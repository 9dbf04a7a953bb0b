import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { joined } from './joined'
import {
  type LevelLink,
  type LevelOptions,
  type PlacedLevel,
  placeLevel,
  type Unit,
} from './levels'
import { refines } from './refinements'

/**
 * How the connected components of a figure stand: in common layers (`together`), one under the other in the reading
 * direction (`stacked`), or one after the other (`beside`).
 */
export type Pieces = 'together' | 'stacked' | 'beside'

/** Between components, as a factor on the gap between strips or layers. */
const APART = 1.25
/** Strips into which a smaller component may be cut to fit beside the largest. */
const MOST_STRIPS = 4

/** {@link placeLevel} for each connected component, then the components in rows or columns, in the diagram's order. */
export function placePieces(
  units: readonly Unit[],
  links: readonly LevelLink[],
  options: LevelOptions,
  pieces: Pieces,
): PlacedLevel {
  const parts = pieces === 'together' || !refines('pieces') ? [] : components(units, links)
  if (parts.length < 2) return placeLevel(units, links, options)
  const right = options.direction === 'right'
  const main = ({ width, height }: PlacedLevel) => (right ? width : height)
  const cross = ({ width, height }: PlacedLevel) => (right ? height : width)
  const most = Math.max(...parts.map((part) => part.units.length))
  const largest = parts.findIndex((part) => part.units.length === most)
  let work = 0
  const place = (part: Part, strips: number) => {
    const level = placeLevel(part.units, part.links, { ...options, strips })
    work += level.work
    return level
  }
  const first = place(parts[largest] ?? { units: [...units], links: [...links] }, options.strips)
  const placed = parts.map((part, index) => {
    if (index === largest) return first
    const tried = Array.from({ length: MOST_STRIPS }, (_, n) => place(part, n + 1))
    const fitting =
      pieces === 'stacked'
        ? tried.find((each) => main(each) <= main(first) + 0.5)
        : tried.findLast((each) => cross(each) <= cross(first) + 0.5)
    return fitting ?? tried[0] ?? first
  })
  const stacked = pieces === 'stacked'
  const [along, over] = stacked ? [main, cross] : [cross, main]
  const gapAlong = APART * (stacked ? options.gaps.layer : options.gaps.strip)
  const gapOver = APART * (stacked ? options.gaps.strip : options.gaps.layer)
  const packed = shelves(placed, along, over, along(first), gapAlong, gapOver)
  const boxes = new Map<string, Box>()
  for (const { level, at, down } of packed.places) {
    const [x, y] = right === stacked ? [at, down] : [down, at]
    for (const [id, box] of level.boxes) boxes.set(id, { ...box, x: box.x + x, y: box.y + y })
  }
  const [width, height] =
    right === stacked ? [packed.length, packed.depth] : [packed.depth, packed.length]
  const cuts = placed.reduce((sum, level) => sum + level.cuts, 0)
  return { boxes, width, height, layers: first.layers, cuts, work }
}

/** One after the other on shelves of at most `room`, in their order. */
function shelves(
  levels: readonly PlacedLevel[],
  along: (level: PlacedLevel) => number,
  over: (level: PlacedLevel) => number,
  room: number,
  gapAlong: number,
  gapOver: number,
) {
  const places: { level: PlacedLevel; at: number; down: number }[] = []
  let [at, down, depth, length] = [0, 0, 0, 0]
  for (const level of levels) {
    if (at > 0 && at + along(level) > room + 0.5) {
      down += depth + gapOver
      at = 0
      depth = 0
    }
    places.push({ level, at, down })
    length = Math.max(length, at + along(level))
    at += along(level) + gapAlong
    depth = Math.max(depth, over(level))
  }
  return { places, length, depth: down + depth }
}

interface Part {
  units: Unit[]
  links: LevelLink[]
}

/** In the order of their first units. */
function components(units: readonly Unit[], links: readonly LevelLink[]): Part[] {
  const root = joined(
    units.map(({ id }) => id),
    links,
  )
  const parts = new Map<string, Part>()
  for (const unit of units) {
    const part = parts.get(root(unit.id)) ?? { units: [], links: [] }
    part.units.push(unit)
    parts.set(root(unit.id), part)
  }
  for (const link of links) parts.get(root(link.from))?.links.push(link)
  return [...parts.values()]
}

/** Whether a diagram's nodes and outermost groups hang together. */
export function isWhole({ nodes, groups, edges }: Diagram): boolean {
  const ids = [...nodes, ...groups].map(({ id }) => id)
  const within = [
    ...nodes.flatMap(({ id, group }) => (group ? [{ from: group, to: id }] : [])),
    ...groups.flatMap(({ id, parent }) => (parent ? [{ from: parent, to: id }] : [])),
  ]
  const root = joined(ids, [...edges, ...within])
  return new Set(nodes.map(({ id }) => root(id))).size < 2
}

/** Whether a diagram is so short that it stands in one row on a wide canvas: three nodes that hang together. */
export function isShortRow({ nodes, edges }: Diagram): boolean {
  return nodes.length === 3 && edges.length >= 2
}
