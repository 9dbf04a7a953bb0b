import { ahead, distance } from '../../../../figure/geometry'
import { difference, medianColour } from '../../../../figure/pixels/color'
import { leastOf, pairsOf } from '../../../../forms/least'
import { middleOf } from '../../../../forms/numbers'
import type { Point } from '../../../../forms/scene'
import { directionOf, lengthOf } from '../../outlines/polyline'
import type { Mask, Pixels } from '../../pixels/pixels'
import { withCrossings } from './crossings'
import { filledArrowhead } from './filled-arrowheads'
import {
  type Chain,
  contractJunctions,
  degrees,
  mergeChains,
  reversed,
  type Skeleton,
  skeletonOf,
  withoutSpurs,
} from './skeleton'
import type { Stroke, Tip } from './stroke'
import { distanceTransform, thinMask } from './thinning'

interface Ink {
  source: Pixels
  ground: Pixels
  mask: Mask
  depth: Float32Array
}

/** Follows thin ink as strokes: junctions are crossed straight on, heads are measured and taken off. */
export function traceStrokes(mask: Mask, source: Pixels, ground: Pixels): Stroke[] {
  const { width, height } = source
  const depth = distanceTransform(mask, width, height)
  const ink: Ink = { source, ground, mask, depth }
  const depthAt = ({ x, y }: Point) => depth[Math.floor(y) * width + Math.floor(x)] ?? 0
  const raw = skeletonOf(thinMask(mask, width, height), width)
  const reach = (at: Point) => 2.5 * depthAt(at) + 2
  const clean = withoutSpurs(contractJunctions(raw, reach), depthAt)
  const crossed = withCrossings(mergeChains(contractJunctions(clean, reach)), depthAt)
  const { skeleton, tips } = withoutOpenHeads(crossed)
  const strokes = followed(skeleton, tips).flatMap(({ chain, branchStart, branchEnd }) => {
    const open = (node: number) => tips.get(node)
    const points = [
      ...(open(chain.from)?.forward.slice(1).toReversed() ?? []),
      ...chain.points,
      ...(open(chain.to)?.forward.slice(1) ?? []),
    ]
    return strokeFrom({ ...chain, points }, ink, {
      start: { ...(branchStart && { branch: true }), ...headAt(open(chain.from)) },
      end: { ...(branchEnd && { branch: true }), ...headAt(open(chain.to)) },
    })
  })
  return withoutThinningScraps(withoutFans(strokes))
}

/** A head is at most so many times as long as wide; what lines make that run together is longer. */
const SLIM = 2.2

/** Takes off the heads that are none: lines that leave one place side by side are wide until they part. */
function withoutFans(strokes: readonly Stroke[]): Stroke[] {
  const branches = strokes.flatMap(({ points, start, end }) => [
    ...(start.branch ? points.slice(0, 1) : []),
    ...(end.branch ? points.slice(-1) : []),
  ])
  const isFan = (head: Tip['head'], tip: Point | undefined) =>
    head !== undefined &&
    tip !== undefined &&
    head.length > SLIM * head.width &&
    branches.some((place) => distance(place, tip) < head.length + head.width)
  return strokes.map((stroke) => {
    const { points, start, end } = stroke
    const [first, last] = [isFan(start.head, points[0]), isFan(end.head, points.at(-1))]
    return {
      ...stroke,
      // Without the tips that were measured.
      points: points.slice(first ? 1 : 0, last ? -1 : undefined),
      start: first ? {} : start,
      end: last ? {} : end,
    }
  })
}

/** Takes off the scraps that thinning leaves of a wide head beside the line that it ends. */
function withoutThinningScraps(strokes: readonly Stroke[]): Stroke[] {
  const heads = strokes.flatMap((stroke) =>
    [true, false].flatMap((last) => {
      const head = (last ? stroke.end : stroke.start).head
      const points = last ? stroke.points.toReversed() : stroke.points
      const [tip] = points
      return head && tip ? [{ stroke, head, tip, back: directionOf(points, head.length) }] : []
    }),
  )
  return strokes.filter((one) => {
    const length = lengthOf(one.points)
    return !heads.some(({ stroke, head, tip, back }) => {
      if (stroke === one || length > 1.6 * Math.max(head.length, head.width)) return false
      if (length > 0.7 * lengthOf(stroke.points)) return false
      const within = one.points.filter(({ x, y }) => {
        const along = (x - tip.x) * back.x + (y - tip.y) * back.y
        const across = Math.abs((y - tip.y) * back.x - (x - tip.x) * back.y)
        return along > -3 && along < head.length + 2 && across < head.width / 2 + 1.5
      })
      return within.length >= 0.8 * one.points.length
    })
  })
}

/** `forward` leads from where the barbs meet the line to the tip. */
type OpenHead = { length: number; width: number; forward: Point[] }

function headAt(open: OpenHead | undefined): Pick<Tip, 'head'> {
  return open ? { head: { form: 'open', length: open.length, width: open.width } } : {}
}

/** Two short twigs that lie back from a line's end, one on each side, are an open head; a third may be its tip. */
function withoutOpenHeads(skeleton: Skeleton): {
  skeleton: Skeleton
  tips: Map<number, OpenHead>
} {
  const counts = degrees(skeleton)
  const tips = new Map<number, OpenHead>()
  const gone = new Set<Chain>()
  const chains = [...skeleton.chains]
  for (let node = 0; node < skeleton.nodes.length; node++) {
    const degree = counts[node] ?? 0
    if (degree !== 3 && degree !== 4) continue
    const out = chains
      .filter(({ from, to }) => from === node || to === node)
      .map((chain) => ({ chain, away: chain.from === node ? chain : reversed(chain) }))
      .sort((a, b) => lengthOf(a.away.points) - lengthOf(b.away.points))
    const shaft = out.at(-1)
    if (!shaft || out.slice(0, -1).some(({ away }) => counts[away.to] !== 1)) continue
    const back = directionOf(shaft.away.points, 10)
    const barbs = out.slice(0, -1).map(({ chain, away }) => {
      const way = directionOf(away.points, 10)
      const turn = Math.atan2(back.x * way.y - back.y * way.x, back.x * way.x + back.y * way.y)
      return { chain, turn, points: away.points, length: lengthOf(away.points) }
    })
    const [a, b, ...more] = barbs.filter(({ turn }) => Math.abs(turn) < 1.25)
    const tip = barbs.find(({ turn }) => Math.abs(turn) > 2.6)
    if (!a || !b || more.length > 0 || a.turn * b.turn >= 0) continue
    if (degree === 4 && (!tip || tip.length > Math.max(a.length, b.length))) continue
    const [short, long] = [Math.min(a.length, b.length), Math.max(a.length, b.length)]
    const most = lengthOf(shaft.away.points)
    if (short < 2.5 || long > 2 * short + 3 || most < 1.2 * long) continue
    const forward = tip?.length ?? 0
    tips.set(node, {
      length: forward + ((long + short) / 2) * Math.cos((Math.abs(a.turn) + Math.abs(b.turn)) / 2),
      width: a.length * Math.sin(Math.abs(a.turn)) + b.length * Math.sin(Math.abs(b.turn)),
      forward: tip?.points ?? [],
    })
    for (const { chain } of barbs) gone.add(chain)
  }
  return {
    skeleton: { nodes: skeleton.nodes, chains: chains.filter((chain) => !gone.has(chain)) },
    tips,
  }
}

interface Followed {
  chain: Chain
  branchStart: boolean
  branchEnd: boolean
}

/** At every junction the two lines that continue each other best become one; the others end on them. */
function followed(skeleton: Skeleton, tips: Map<number, OpenHead>): Followed[] {
  const counts = degrees(skeleton)
  const open = new Set(
    skeleton.chains.map((chain): Followed => ({ chain, branchStart: false, branchEnd: false })),
  )
  const at = skeleton.nodes.map(() => new Set<Followed>())
  const ends = ({ chain }: Followed) => [at[chain.from], at[chain.to]]
  for (const one of open) for (const list of ends(one)) list?.add(one)
  at.forEach((list, node) => {
    if (tips.has(node) || (counts[node] ?? 0) < 2) return
    for (;;) {
      const pair = straightest([...list], node)
      if (!pair) break
      const whole = spliced(...pair, node)
      for (const one of pair) {
        open.delete(one)
        for (const other of ends(one)) other?.delete(one)
      }
      open.add(whole)
      for (const other of ends(whole)) other?.add(whole)
    }
    for (const one of list) {
      if (one.chain.from === node) one.branchStart = true
      if (one.chain.to === node) one.branchEnd = true
    }
  })
  return [...open]
}

/** Ends that turn away from each other by less than this are one line, as a cosine. */
const STRAIGHT = -0.7

function straightest(here: readonly Followed[], node: number): [Followed, Followed] | undefined {
  const out = ({ chain: { from, points } }: Followed) =>
    directionOf(from === node ? points : points.toReversed(), 12)
  const open = here.filter(({ chain }) => chain.from !== chain.to)
  const cosine = ([a, b]: [Followed, Followed]) => {
    const [p, q] = [out(a), out(b)]
    return p.x * q.x + p.y * q.y
  }
  return leastOf(pairsOf(open), cosine, STRAIGHT)
}

function spliced(a: Followed, b: Followed, node: number): Followed {
  const first = a.chain.to === node ? a : turned(a)
  const second = b.chain.from === node ? b : turned(b)
  return {
    chain: {
      from: first.chain.from,
      to: second.chain.to,
      points: [...first.chain.points.slice(0, -1), ...second.chain.points.slice(1)],
    },
    branchStart: first.branchStart,
    branchEnd: second.branchEnd,
  }
}

function turned({ chain, branchStart, branchEnd }: Followed): Followed {
  return { chain: reversed(chain), branchStart: branchEnd, branchEnd: branchStart }
}

function strokeFrom(chain: Chain, ink: Ink, tips: { start: Tip; end: Tip }): Stroke[] {
  const { source, depth } = ink
  const at = ({ x, y }: Point) => Math.floor(y) * source.width + Math.floor(x)
  const deep = chain.points.map((point) => depth[at(point)] ?? 0)
  const half = pen(deep)
  const closed = chain.from === chain.to
  let points = chain.points
  if (points.length < 2) return []
  const { colour, width } = penAlong(shaftOf(points, deep, half), half, ink)
  const painted = { source, ground: ink.ground, mask: ink.mask, colour }
  const { start, end } = tips
  const isFree = (tip: Tip) => !closed && !tip.head && !tip.branch
  let last = isFree(end) ? filledArrowhead(points, half, painted) : undefined
  let first = isFree(start) ? filledArrowhead(points.toReversed(), half, painted) : undefined
  // The two ends of a short piece may see the same head: it widens towards its base.
  if (last && first && lengthOf(points) < last.length + first.length) {
    if (first.widest < last.widest) last = undefined
    else first = undefined
  }
  if (last) points = [...points.slice(0, points.length - last.bent), last.tip]
  if (first) points = [first.tip, ...points.slice(first.bent)]
  if (last) end.head = last
  if (first) start.head = first
  // Thinning eats half a pen's width at a free end.
  if (!start.branch && !start.head) points = lengthened(points.toReversed(), half).toReversed()
  if (!end.branch && !end.head) points = lengthened(points, half)
  const middle = points[points.length >> 1]
  const under = middle ? (ink.ground.rgb[at(middle)] ?? 0) : 0
  return [{ points, width, colour, under, start, end, closed }]
}

function pen(deep: readonly number[]): number {
  const sorted = [...deep].sort((a, b) => a - b)
  return Math.max(0.5, sorted[Math.floor(sorted.length * 0.4)] ?? 0.5)
}

/** Without the places where the ink is wider than the pen; no more than some. */
function shaftOf(points: readonly Point[], deep: readonly number[], half: number): Point[] {
  const shaft = points.filter((_, index) => (deep[index] ?? 0) <= 1.25 * half + 0.4)
  return (shaft.length > 2 ? shaft : points).filter(
    (_, index, all) => index % Math.max(1, Math.floor(all.length / 160)) === 0,
  )
}

/** Colour where the ink along a line is purest, width by how much of the ground it covers; `half` of it is known nearly. */
export function penAlong(
  places: readonly Point[],
  half: number,
  picture: Pick<Ink, 'source' | 'ground'>,
): { colour: number; width: number } {
  const strong = places
    .map((point) => purestAt(point, half, picture))
    .sort((a, b) => b.by - a.by)
    .slice(0, Math.max(1, Math.ceil(places.length * 0.4)))
    .map(({ colour }) => colour)
  const colour = medianColour(strong)
  return { colour, width: widthAcross(places, colour, half, picture) }
}

/** A pen of less than this, in pixels from its middle to its edge, may be purest beside its thinned line. */
const FINE = 1.6

/** The colour at a place, of a fine pen the strongest of those around it, and by how much it differs from the ground. */
function purestAt(
  { x, y }: Point,
  half: number,
  { source, ground }: Pick<Ink, 'source' | 'ground'>,
): { colour: number; by: number } {
  const own = Math.floor(y) * source.width + Math.floor(x)
  const { width } = source
  const around =
    half > FINE
      ? [own]
      : [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1].map(
          (step) => own + step,
        )
  const off = (i: number) => difference(source.rgb[i] ?? 0, ground.rgb[i] ?? 0)
  const purest = leastOf(around, (i) => -off(i)) ?? own
  return { colour: source.rgb[purest] ?? 0, by: off(purest) }
}

/** The median over cuts across the line of how many pixels' worth of ink lie on each. */
function widthAcross(
  points: readonly Point[],
  colour: number,
  half: number,
  { source, ground }: Pick<Ink, 'source' | 'ground'>,
): number {
  const reach = Math.ceil(half + 2)
  const widths: number[] = []
  for (let i = 2; i < points.length - 2; i++) {
    const [a, p, b] = [points[i - 2], points[i], points[i + 2]]
    if (!a || !p || !b) continue
    const flat = Math.abs(b.x - a.x) >= Math.abs(b.y - a.y)
    const slope = Math.hypot(b.x - a.x, b.y - a.y)
    const cosine = slope === 0 ? 1 : Math.max(Math.abs(b.x - a.x), Math.abs(b.y - a.y)) / slope
    let sum = 0
    for (let k = -reach; k <= reach; k++) {
      const x = Math.floor(p.x) + (flat ? 0 : k)
      const y = Math.floor(p.y) + (flat ? k : 0)
      if (x < 0 || y < 0 || x >= source.width || y >= source.height) continue
      const at = y * source.width + x
      const below = ground.rgb[at] ?? 0
      const full = difference(colour, below)
      if (full > 8) sum += Math.min(1, difference(source.rgb[at] ?? 0, below) / full)
    }
    widths.push(sum * cosine)
  }
  return Math.max(0.5, middleOf(widths) ?? 2 * half)
}

function lengthened(points: readonly Point[], by: number): Point[] {
  const last = points.at(-1)
  if (!last) return [...points]
  const back = directionOf(points.toReversed(), 6)
  return [...points, ahead(last, back, -by)]
}
