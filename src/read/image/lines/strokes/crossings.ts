import { direction, distance } from '../../../../figure/geometry'
import type { Point } from '../../../../forms/scene'
import { lengthOf } from '../../outlines/polyline'
import { type Chain, degrees, reversed, type Skeleton } from './skeleton'

/** Lines that cross at an acute angle run as one for a while: in pens' widths, how long at most. */
const LONGEST = 10
/** Either line turns away from the shared piece by less than this, as a cosine. */
const ALONG = 0.6

/**
 * Takes apart lines that cross at an acute angle: thinning draws their crossing as a piece that both share. Each line
 * goes on where it turns least.
 */
export function withCrossings(skeleton: Skeleton, depthAt: (point: Point) => number): Skeleton {
  let chains = [...skeleton.chains]
  for (const link of skeleton.chains) {
    if (!chains.includes(link) || link.from === link.to) continue
    const counts = degrees({ nodes: skeleton.nodes, chains })
    if (counts[link.from] !== 3 || counts[link.to] !== 3) continue
    const middle = link.points[link.points.length >> 1]
    if (!middle || lengthOf(link.points) > LONGEST * 2 * depthAt(middle) + 6) continue
    const pairs = crossed(link, chains)
    if (!pairs) continue
    const gone = new Set([link, ...pairs.flat()])
    chains = [
      ...chains.filter((chain) => !gone.has(chain)),
      ...pairs.map(([before, after]) => through(before, link, after)),
    ]
  }
  return { nodes: skeleton.nodes, chains }
}

function crossed(link: Chain, chains: readonly Chain[]): [Chain, Chain][] | undefined {
  const at = (node: number) =>
    chains.filter((chain) => chain !== link && (chain.from === node || chain.to === node))
  const [before, after] = [at(link.from), at(link.to)]
  const [a1, a2] = before
  const [b1, b2] = after
  if (!a1 || !a2 || !b1 || !b2 || new Set([a1, a2, b1, b2]).size < 4) return undefined
  const [first, last] = [link.points[0], link.points.at(-1)]
  if (!first || !last) return undefined
  const whole = distance(first, last) || 1
  const way = { x: (last.x - first.x) / whole, y: (last.y - first.y) / whole }
  const into = before.map((chain) => away(chain, link.from))
  const out = after.map((chain) => away(chain, link.to))
  if (into.some((one) => one.x * way.x + one.y * way.y > -ALONG)) return undefined
  if (out.some((one) => one.x * way.x + one.y * way.y < ALONG)) return undefined
  const turn = (i: number, j: number) => {
    const [p, q] = [into[i] ?? way, out[j] ?? way]
    return p.x * q.x + p.y * q.y
  }
  return turn(0, 0) + turn(1, 1) < turn(0, 1) + turn(1, 0)
    ? [
        [a1, b1],
        [a2, b2],
      ]
    : [
        [a1, b2],
        [a2, b1],
      ]
}

/** The direction of a line some way from a node: next to it, the other's ink bends it. */
function away(chain: Chain, node: number): Point {
  const points = chain.from === node ? chain.points : chain.points.toReversed()
  const origin = points[0] ?? { x: 0, y: 0 }
  const near = points.find((point) => distance(point, origin) >= 3) ?? origin
  const far = points.find((point) => distance(point, origin) >= 20) ?? points.at(-1) ?? near
  return direction(near, far)
}

function through(before: Chain, link: Chain, after: Chain): Chain {
  const first = before.to === link.from ? before : reversed(before)
  const last = after.from === link.to ? after : reversed(after)
  // The middle of the shared piece lies between the two: straight over it.
  return {
    from: first.from,
    to: last.to,
    points: [...first.points.slice(0, -2), ...link.points.slice(1, -1), ...last.points.slice(2)],
  }
}
