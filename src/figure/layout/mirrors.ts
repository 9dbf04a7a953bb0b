import type { Diagram } from '../../forms/diagram'
import type { Box, Point } from '../../forms/scene'
import { centreOf, crossings, within } from '../geometry'
import { siblingsOf } from './isomorphic'
import type { Placement } from './placement'
import { EM, meets } from './score'

type Boxes = ReadonlyMap<string, Box>

/** What a group must save of the tangle to be turned over. */
const WORTH_TURNING = 0.5

/** The innermost groups that tangle their links less in a mirror along the reading direction inside them, siblings together. */
export function toMirror(
  diagram: Diagram,
  { nodes, frames }: Pick<Placement, 'nodes' | 'frames'>,
  reading: 'right' | 'down',
): string[] {
  const outer = new Set(diagram.groups.map(({ parent }) => parent))
  const mirrored: string[] = []
  let placed: Boxes = nodes
  let least = tangle(diagram, placed, frames)
  const siblings = siblingsOf(diagram).map((set) => set.map(({ group }) => group))
  const alone = diagram.groups
    .filter(({ id }) => !siblings.flat().includes(id))
    .map(({ id }) => [id])
  for (const set of [...alone, ...siblings]) {
    if (set.some((id) => outer.has(id))) continue
    const turned = set.reduce((before, id) => {
      const members = diagram.nodes.filter(({ group }) => group === id).map((node) => node.id)
      return inMirror(before, members, reading)
    }, placed)
    const cost = tangle(diagram, turned, frames)
    if (cost >= least - WORTH_TURNING) continue
    least = cost
    placed = turned
    mirrored.push(...set)
  }
  return mirrored
}

/** Whether some group holds several nodes or groups and no relation between them. */
export function hasLoose({ groups, nodes, edges }: Diagram): boolean {
  const parents = new Map(groups.map(({ id, parent }) => [id, parent]))
  return groups.some(({ id }) => {
    const units = new Map<string, string>()
    for (const node of nodes) {
      const way = [node.id]
      for (let at = node.group; at !== undefined && !way.includes(at); at = parents.get(at)) {
        if (at === id) units.set(node.id, way.at(-1) ?? node.id)
        way.push(at)
      }
    }
    const [from, to] = (['from', 'to'] as const).map(
      (end) => (edge: Diagram['edges'][number]) => units.get(edge[end]),
    )
    return (
      new Set(units.values()).size > 1 &&
      edges.every((edge) => !from?.(edge) || !to?.(edge) || from(edge) === to(edge))
    )
  })
}

/** What an em of straight line costs beside a crossing. */
const LENGTH = 0.03

/** Crossings, nodes in the way and length of straight lines between nodes, in crossings. */
function tangle(diagram: Diagram, nodes: Boxes, frames: Boxes): number {
  const { mean, crossed, blocked } = wires(diagram, nodes, frames)
  return crossed + blocked + LENGTH * mean * diagram.edges.length
}

/** The boxes of `members` in a mirror that runs in the reading direction through their middle. */
function inMirror(
  nodes: ReadonlyMap<string, Box>,
  members: readonly string[],
  reading: 'right' | 'down',
): ReadonlyMap<string, Box> {
  if (members.length < 2) return nodes
  const [at, size] = reading === 'right' ? (['y', 'height'] as const) : (['x', 'width'] as const)
  const boxes = members.flatMap((id) => nodes.get(id) ?? [])
  const low = Math.min(...boxes.map((box) => box[at]))
  const high = Math.max(...boxes.map((box) => box[at] + box[size]))
  const turned = new Map(nodes)
  for (const id of members) {
    const box = nodes.get(id)
    if (box) turned.set(id, { ...box, [at]: low + high - box[at] - box[size] })
  }
  return turned
}

/** Mean gap between linked nodes in em, how often straight lines between their centres cross, and meet other nodes. */
export function wires(
  { edges }: Diagram,
  nodes: Boxes,
  frames: Boxes,
): { mean: number; crossed: number; blocked: number } {
  let length = 0
  let blocked = 0
  const lines: [Point, Point][] = []
  for (const edge of edges) {
    const a = frames.get(edge.fromGroup ?? '') ?? nodes.get(edge.from)
    const b = frames.get(edge.toGroup ?? '') ?? nodes.get(edge.to)
    if (!a || !b || a === b) continue
    length +=
      Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width) +
      Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)
    const line: [Point, Point] = [centreOf(a), centreOf(b)]
    lines.push(line)
    if (edge.kind === 'feedback') continue
    for (const box of nodes.values())
      if (!within(box, a) && !within(box, b) && meets(...line, box)) blocked++
  }
  let crossed = 0
  for (const [index, one] of lines.entries()) {
    for (let k = 0; k < index; k++) crossed += crossings(one, lines[k] ?? one)
  }
  return { mean: lines.length > 0 ? length / EM / lines.length : 0, crossed, blocked }
}
