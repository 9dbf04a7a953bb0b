import { direction, distance } from '../../../../figure/geometry'
import { leastOf } from '../../../../forms/least'
import type { Point } from '../../../../forms/scene'
import { lengthOf } from '../../outlines/polyline'
import type { Mask } from '../../pixels/pixels'
import { AROUND, crossingNumber } from './thinning'

/** A line of a skeleton from node to node; its first and last points are the nodes'. */
export interface Chain {
  from: number
  to: number
  points: Point[]
}

/** Junctions and ends, and the lines between them, in picture pixels (pixel centres). */
export interface Skeleton {
  nodes: Point[]
  chains: Chain[]
}

/** Reads a thinned mask as a graph. */
export function skeletonOf(mask: Mask, width: number): Skeleton {
  const nodeOf = new Map<number, number>()
  const nodes: Point[] = []
  const { pixels, kinds } = kindsOf(mask, width)
  const point = (i: number): Point => ({ x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 })
  const isNode = (i: number) => kinds[i] !== 0 && kinds[i] !== 3
  for (const i of pixels) {
    if (!isNode(i) || nodeOf.has(i)) continue
    const cluster = clusterFrom(i, width, (j) => isNode(j) && !nodeOf.has(j))
    for (const j of cluster) nodeOf.set(j, nodes.length)
    const points = cluster.map(point)
    nodes.push({
      x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
      y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
    })
  }
  const chains: Chain[] = []
  const seen = new Set<number>()
  const steps = [...AROUND]
    .sort((a, b) => Math.abs(a[0]) + Math.abs(a[1]) - Math.abs(b[0]) - Math.abs(b[1]))
    .map(([dx, dy]) => dy * width + dx)
  const neighbours = (i: number) => {
    const near: number[] = []
    for (const step of steps) if (kinds[i + step]) near.push(i + step)
    return near
  }
  const walk = (start: number, origin: number): { pixels: number[]; end: number | undefined } => {
    const pixels = [start]
    seen.add(start)
    for (let at = start; ; ) {
      const near = neighbours(at)
      const end = near.find((j) => nodeOf.has(j) && (nodeOf.get(j) !== origin || pixels.length > 3))
      if (end !== undefined) return { pixels, end: nodeOf.get(end) }
      const next = near.find((j) => !nodeOf.has(j) && !seen.has(j))
      if (next === undefined) return { pixels, end: undefined }
      seen.add(next)
      pixels.push(next)
      at = next
    }
  }
  for (const [i, node] of nodeOf) {
    for (const start of neighbours(i)) {
      if (nodeOf.has(start) || seen.has(start)) continue
      const { pixels, end } = walk(start, node)
      const points = pixels.map(point)
      const first = nodes[node]
      const last = end === undefined ? undefined : nodes[end]
      if (!first) continue
      if (last) chains.push({ from: node, to: end ?? node, points: [first, ...points, last] })
      else {
        const tail = points.at(-1) ?? first
        nodes.push(tail)
        chains.push({ from: node, to: nodes.length - 1, points: [first, ...points] })
      }
    }
  }
  for (const i of pixels) {
    if (nodeOf.has(i) || seen.has(i)) continue
    const points = walk(i, -1).pixels.map(point)
    const [first] = points
    if (!first || points.length < 8) continue
    nodes.push(first)
    chains.push({ from: nodes.length - 1, to: nodes.length - 1, points: [...points, first] })
  }
  return { nodes, chains }
}

/** The inked pixels, and of all how many lines meet in one, and one more: 0 where there is no ink. */
function kindsOf(mask: Mask, width: number): { pixels: number[]; kinds: Uint8Array } {
  const pixels: number[] = []
  const kinds = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue
    pixels.push(i)
    kinds[i] = crossingNumber(mask, i, width) + 1
  }
  for (const i of pixels) {
    if (!mask[i + 1] || !mask[i + width] || !mask[i + width + 1]) continue
    if (armsOf(mask, i, width) >= 3)
      for (const j of [i, i + 1, i + width, i + width + 1]) kinds[j] = 4
  }
  return { pixels, kinds }
}

/** Clockwise around a square of two by two pixels, as steps of x and y from its first. */
const AROUND_SQUARE = [
  ...[-1, 0, 1, 2].map((x) => [x, -1] as const),
  ...[0, 1].map((y) => [2, y] as const),
  ...[2, 1, 0, -1].map((x) => [x, 2] as const),
  ...[1, 0].map((y) => [-1, y] as const),
]

/** The lines that leave a square of pixels: where two cross, thinning may leave one. */
function armsOf(mask: Mask, i: number, width: number): number {
  const inked = AROUND_SQUARE.map(([dx, dy]) => mask[i + dy * width + dx] === 1)
  return inked.filter((now, k) => now && !inked.at(k - 1)).length
}

function clusterFrom(start: number, width: number, belongs: (i: number) => boolean): number[] {
  const cluster = [start]
  const seen = new Set(cluster)
  for (let at = 0; at < cluster.length; at++) {
    for (const [dx, dy] of AROUND) {
      const next = (cluster[at] ?? 0) + dy * width + dx
      if (seen.has(next) || !belongs(next)) continue
      seen.add(next)
      cluster.push(next)
    }
  }
  return cluster
}

/** How many ends of chains meet at each node. */
export function degrees({ nodes, chains }: Skeleton): number[] {
  const counts = nodes.map(() => 0)
  for (const { from, to } of chains) {
    counts[from] = (counts[from] ?? 0) + 1
    counts[to] = (counts[to] ?? 0) + 1
  }
  return counts
}

/**
 * Drops the short twigs that thinning leaves at the corners of what is wide there. Where a line ends in twigs alone, as
 * in an arrow-head, the one that goes straight on stays: it is the line's end.
 */
export function withoutSpurs(skeleton: Skeleton, depthAt: (point: Point) => number): Skeleton {
  const counts = degrees(skeleton)
  const meeting = new Map<number, { chain: Chain; leaf: boolean; length: number }[]>()
  for (const chain of skeleton.chains) {
    const length = lengthOf(chain.points)
    const [a, b] = [counts[chain.from] ?? 0, counts[chain.to] ?? 0]
    for (const node of new Set([chain.from, chain.to])) {
      const leaf = (node === chain.from ? b : a) === 1 && chain.from !== chain.to
      meeting.set(node, [...(meeting.get(node) ?? []), { chain, leaf, length }])
    }
  }
  const gone = new Set<Chain>()
  for (const [node, list] of meeting) {
    const at = skeleton.nodes[node]
    if (list.length < 3 || !at) continue
    const most = 2.2 * depthAt(at) + 0.5
    const twigs = list.flatMap(({ chain, leaf, length }) => (leaf && length <= most ? [chain] : []))
    const stays = list.filter(({ chain }) => !twigs.includes(chain))
    const only = stays.length === 1 ? stays[0]?.chain : undefined
    const spared = only ? straightOn(only, twigs, node) : stays.length === 0 ? twigs[0] : undefined
    for (const twig of twigs) if (twig !== spared) gone.add(twig)
  }
  return mergeChains({
    nodes: skeleton.nodes,
    chains: skeleton.chains.filter((chain) => !gone.has(chain)),
  })
}

/** The direction in which a chain leaves a node. */
function leaving(chain: Chain, node: number): Point {
  const points = chain.from === node ? chain.points : chain.points.toReversed()
  const first = points[0] ?? { x: 0, y: 0 }
  const far = points[Math.min(points.length - 1, 14)] ?? first
  return direction(first, far)
}

/** The twig that continues a line best. */
function straightOn(stem: Chain, twigs: readonly Chain[], node: number): Chain | undefined {
  const way = leaving(stem, node)
  const cosine = (twig: Chain) => {
    const own = leaving(twig, node)
    return way.x * own.x + way.y * own.y
  }
  return leastOf(twigs, cosine, 0)
}

/** Joins lines at nodes where just two meet. */
export function mergeChains({ nodes, chains }: Skeleton): Skeleton {
  const at = nodes.map(() => new Set<Chain>())
  for (const chain of chains) for (const node of [chain.from, chain.to]) at[node]?.add(chain)
  const kept = new Set(chains)
  at.forEach((meeting, node) => {
    const [a, b] = meeting
    if (!a || !b || meeting.size !== 2 || [a, b].some(({ from, to }) => from === to)) return
    const first = a.to === node ? a : reversed(a)
    const second = b.from === node ? b : reversed(b)
    const whole = {
      from: first.from,
      to: second.to,
      points: [...first.points.slice(0, -1), ...second.points.slice(1)],
    }
    for (const one of [a, b]) {
      kept.delete(one)
      for (const end of [one.from, one.to]) at[end]?.delete(one)
    }
    kept.add(whole)
    for (const end of [whole.from, whole.to]) at[end]?.add(whole)
  })
  return { nodes, chains: [...kept] }
}

/** The same chain, followed from its other end. */
export function reversed({ from, to, points }: Chain): Chain {
  return { from: to, to: from, points: points.toReversed() }
}

/** Contracts links between junctions that are shorter than `most` of their place. */
export function contractJunctions(skeleton: Skeleton, most: (point: Point) => number): Skeleton {
  const counts = degrees(skeleton)
  const target = skeleton.nodes.map((_, index) => index)
  const find = (i: number): number => {
    let at = i
    while (target[at] !== at) at = target[at] ?? at
    return at
  }
  const kept: Chain[] = []
  for (const chain of skeleton.chains) {
    const { from, to, points } = chain
    const short = from !== to && (counts[from] ?? 0) > 2 && (counts[to] ?? 0) > 2
    const [a, b] = [skeleton.nodes[from], skeleton.nodes[to]]
    if (short && a && b && distance(a, b) <= most(a) && lengthOf(points) <= 1.5 * most(a))
      target[find(to)] = find(from)
    else kept.push(chain)
  }
  return {
    nodes: skeleton.nodes,
    chains: kept.map(({ from, to, points }) => ({ from: find(from), to: find(to), points })),
  }
}
