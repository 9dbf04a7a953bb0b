import type { Composition, Side, WishedEdge, WishedPort } from '../../forms/composition'
import type { Diagram } from '../../forms/diagram'
import type { Box } from '../../forms/scene'
import { centreOf, union } from '../geometry'
import { endsIn } from '../layout/frame-ends'
import { pictureBox } from '../layout/node-draw'
import type { Placement } from '../layout/placement'
import type { PortWish, RouteRequest } from '../layout/router'
import { towards, trunkOf } from '../layout/routes'
import { drawPicture } from '../pictures'
import type { Block } from './blocks'

/** What the router is asked for: every edge of a placed diagram, as its composition wishes it to run. */
export function requestsOf(
  diagram: Diagram,
  wish: Composition,
  placement: Placement,
  blocks: ReadonlyMap<string, Block>,
  em: number,
): RouteRequest[] {
  const { nodes, frames } = placement
  const endsOf = endsIn(diagram, placement)
  const wishes = new Map(wish.edges.map((each) => [each.id, each]))
  const trunks = trunksOf(diagram, wish)
  const wished = new Map([...wish.groups, ...wish.nodes].map((box) => [box.id, box] as const))
  const named = new Set(diagram.edges.flatMap(({ from, label }) => (label ? [from] : [])))
  const decisions = new Set(
    diagram.nodes.flatMap(({ id, kind }) => (kind === 'decision' ? id : [])),
  )
  const portOf = (id: string, port: WishedPort | undefined) => {
    const [block, box] = [blocks.get(id), nodes.get(id)]
    return port && portWish(port, block, box, em)
  }
  return diagram.edges.map((edge) => {
    const { from, to } = endsOf(edge)
    const [a, b] = [from, to].map((id) => nodes.get(id) ?? frames.get(id))
    const feedback = edge.kind === 'feedback'
    const own = wishes.get(edge.id)
    const forks = !decisions.has(edge.from) && !feedback
    const shared = trunks.get(edge.id)
    const trunk = shared?.name ?? (forks ? trunkOf(edge, from) : undefined)
    const [fromAt, toAt] = [portOf(from, own?.fromAt), portOf(to, own?.toAt)]
    const way = own?.via && wayOf(own.via, wished.get(edge.from), wished.get(edge.to))
    return {
      ...{ id: edge.id, from, to, feedback },
      flow: a && b ? towards(a, b) : 'right',
      ...(fromAt && { fromAt }),
      ...(toAt && { toAt }),
      ...(way && { way }),
      ...(trunk === undefined
        ? {}
        : { trunk, early: named.has(edge.from) && shared?.end !== 'to' }),
    }
  })
}

/** Edges that share a line: the name of it, and the end that they have in common. */
export interface Trunk {
  name: string
  end: 'from' | 'to'
}

/** The named trunks, by edge id: two edges or more of one name that begin, or else end, at the same. */
export function trunksOf({ edges }: Diagram, wish: Composition): Map<string, Trunk> {
  const names = new Map(
    wish.edges.flatMap(({ id, trunk }) => (trunk === undefined ? [] : [[id, trunk] as const])),
  )
  const trunks = new Map<string, Trunk>()
  for (const end of ['from', 'to'] as const) {
    const open = edges.filter(({ id }) => names.has(id) && !trunks.has(id))
    const groups = Map.groupBy(open, (edge) => JSON.stringify([names.get(edge.id), end, edge[end]]))
    for (const [name, members] of groups)
      if (members.length > 1) for (const { id } of members) trunks.set(id, { name, end })
  }
  return trunks
}

function portWish(
  { side, at, part }: WishedPort,
  block: Block | undefined,
  box: Box | undefined,
  em: number,
): PortWish {
  const middle = part === undefined ? undefined : partOf(part, block, box, em)
  const share = middle ?? (at === undefined ? undefined : { x: at, y: at })
  return {
    ...(side && { side }),
    ...(share && { at: share }),
    ...(middle && { held: true }),
  }
}

/** The middle of a part of a node's picture, in shares of its box. */
function partOf(part: number, block: Block | undefined, box: Box | undefined, em: number) {
  if (!block || !box) return undefined
  const place = pictureBox(block.fit, box, em)
  const { picture } = block.fit.node
  const found = place && picture && drawPicture(picture, place, em)?.parts[part - 1]
  if (!found) return undefined
  const { x, y } = centreOf(found)
  return { x: (x - box.x) / box.width, y: (y - box.y) / box.height }
}

/** The side of what it joins on which an edge would go round, by the point of its hint that is farthest out. */
function wayOf(
  via: NonNullable<WishedEdge['via']>,
  a: Box | undefined,
  b: Box | undefined,
): Side | undefined {
  if (!a || !b) return undefined
  const { x, y, width, height } = union(a, b)
  const out = via.flatMap((at): [Side, number][] => [
    ['top', y - at.y],
    ['bottom', at.y - y - height],
    ['left', x - at.x],
    ['right', at.x - x - width],
  ])
  const [first, ...rest] = out
  const [side, by] = rest.reduce((one, two) => (two[1] > one[1] ? two : one), first ?? ['top', 0])
  return by > 0 ? side : undefined
}
