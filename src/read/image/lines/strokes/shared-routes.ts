import { distance, onStep } from '../../../../figure/geometry'
import type { Point } from '../../../../forms/scene'
import { directionOf, lengthOf } from '../../outlines/polyline'
import { withForks } from './forks'
import { isSameInk } from './line-linking'
import type { Stroke } from './stroke'

/** A piece of a line between two places at which lines part, or its ends. */
interface Segment {
  line: Stroke
  points: Point[]
  /** Nodes: places that lines share. */
  a: number
  b: number
}

/** An end that lies on no other line. */
interface Terminal {
  node: number
  segment: Segment
  head: Stroke['end']['head']
}

interface Network {
  segments: Segment[]
  terminals: Terminal[]
  lines: Stroke[]
}

/** A line may turn by this much where it leaves another, as a cosine. */
const TURN = -0.35
const MOST_SEGMENTS = 60

/**
 * Lines that part from one another or run together are drawn once where they share their way: each becomes a line of
 * its own, from a start without a head to every head that it leads to without turning back.
 */
export function withSharedRoutes(lines: readonly Stroke[]): Stroke[] {
  const result: Stroke[] = []
  for (const network of networksOf(withForks(lines))) {
    const own = network.lines.length > 1 ? untangled(network) : []
    result.push(...(own.length > 0 ? own : network.lines))
  }
  return result
}

function untangled(network: Network): Stroke[] {
  if (network.segments.length > MOST_SEGMENTS) return []
  const heads = network.terminals.filter(({ head }) => head)
  const starts = network.terminals.filter(({ head }) => !head)
  return pairs(network, starts, heads)
}

function pairs(network: Network, from: readonly Terminal[], to: readonly Terminal[]): Stroke[] {
  return from.flatMap((start) =>
    to.flatMap((end) => {
      const way = shortest(network, start, end)
      return way ? [lineAlong(way, end)] : []
    }),
  )
}

interface Way {
  steps: { segment: Segment; points: Point[] }[]
  length: number
}

/** The shortest way between two ends that never turns back (uniform-cost search over directed pieces). */
function shortest(network: Network, start: Terminal, end: Terminal): Way | undefined {
  const first = leaving(start.segment, start.node)
  const open: { way: Way; node: number }[] = [
    {
      way: {
        steps: [{ segment: start.segment, points: first.points }],
        length: lengthOf(first.points),
      },
      node: first.to,
    },
  ]
  const done = new Set<string>()
  while (open.length > 0) {
    open.sort((a, b) => b.way.length - a.way.length)
    const best = open.pop()
    const last = best?.way.steps.at(-1)
    if (!best || !last) break
    if (last.segment === end.segment && best.node === end.node) return best.way
    const key = `${network.segments.indexOf(last.segment)} ${best.node}`
    if (done.has(key)) continue
    done.add(key)
    for (const segment of network.segments) {
      if (segment === last.segment || (segment.a !== best.node && segment.b !== best.node)) continue
      if (best.way.steps.some((step) => step.segment === segment)) continue
      const next = leaving(segment, best.node)
      if (segment.line !== last.segment.line && turn(last.points, next.points) < TURN) continue
      open.push({
        way: {
          steps: [...best.way.steps, { segment, points: next.points }],
          length: best.way.length + lengthOf(next.points),
        },
        node: next.to,
      })
    }
  }
  return undefined
}

function leaving(segment: Segment, node: number): { points: Point[]; to: number } {
  return segment.a === node
    ? { points: segment.points, to: segment.b }
    : { points: segment.points.toReversed(), to: segment.a }
}

/** The cosine of the turn from one piece into the next. */
function turn(before: readonly Point[], after: readonly Point[]): number {
  const back = directionOf(before.toReversed(), 14)
  const on = directionOf(after, 14)
  return -(back.x * on.x + back.y * on.y)
}

function lineAlong({ steps }: Way, end: Terminal): Stroke {
  const own = steps.map(({ segment }) => segment.line)
  const longest = steps.reduce((a, b) => (lengthOf(b.points) > lengthOf(a.points) ? b : a))
  const { width, colour, under } = longest.segment.line
  const dash = own.find((line) => line.dash)?.dash
  return {
    points: steps.flatMap(({ points }) => points),
    width,
    colour,
    under,
    start: {},
    end: end.head ? { head: end.head } : {},
    closed: false,
    ...(dash && own.every((line) => line.dash) && { dash }),
  }
}

/** A place on a line where the end of another lies. */
interface Hold {
  host: Stroke
  at: number
  place: Point
}

function networksOf(lines: readonly Stroke[]): Network[] {
  const holds = new Map<Stroke, { start?: Hold; end?: Hold }>()
  for (const line of lines) {
    const start = line.start.branch ? hostOf(line, false, lines) : undefined
    const end = line.end.branch ? hostOf(line, true, lines) : undefined
    if (start || end) holds.set(line, { ...(start && { start }), ...(end && { end }) })
  }
  const groups = grouped(lines, holds)
  return groups.map((group) => networkOf(group, holds))
}

function grouped(
  lines: readonly Stroke[],
  holds: ReadonlyMap<Stroke, { start?: Hold; end?: Hold }>,
): Stroke[][] {
  const groups = new Map(lines.map((line) => [line, [line]]))
  for (const [line, { start, end }] of holds) {
    for (const hold of [start, end]) {
      const [one, other] = [groups.get(line), hold && groups.get(hold.host)]
      if (!one || !other || one === other) continue
      one.push(...other)
      for (const each of other) groups.set(each, one)
    }
  }
  return [...new Set(groups.values())]
}

function networkOf(
  lines: Stroke[],
  holds: ReadonlyMap<Stroke, { start?: Hold; end?: Hold }>,
): Network {
  const segments: Segment[] = []
  const terminals: Terminal[] = []
  let nodes = 0
  const cuts = new Map(
    lines.map((line) => [line, [] as { at: number; place: Point; node: number }[]]),
  )
  const nodeOf = new Map<string, number>()
  lines.forEach((line, index) => {
    const own = holds.get(line)
    for (const side of ['start', 'end'] as const) {
      const hold = own?.[side]
      if (!hold) continue
      const list = cuts.get(hold.host) ?? []
      const near = list.find((cut) => distance(cut.place, hold.place) < 2 * line.width + 3)
      const node = near?.node ?? nodes++
      if (!near) list.push({ at: hold.at, place: hold.place, node })
      nodeOf.set(`${index} ${side}`, node)
    }
  })
  lines.forEach((line, index) => {
    const first = nodeOf.get(`${index} start`) ?? nodes++
    const last = nodeOf.get(`${index} end`) ?? nodes++
    const list = (cuts.get(line) ?? []).sort(
      (p, q) => p.at - q.at || along(line, p) - along(line, q),
    )
    let from = { at: 0, place: line.points[0], node: first }
    const pieces = [
      ...list,
      { at: line.points.length - 1, place: line.points.at(-1), node: last },
    ].map((cut) => {
      const inner = line.points.slice(from.at + 1, cut.at + 1)
      const points = [from.place, ...inner, cut.place].filter((point) => point !== undefined)
      const segment: Segment = { line, points, a: from.node, b: cut.node }
      from = cut
      return segment
    })
    segments.push(...pieces)
    const [head, tail] = [pieces[0], pieces.at(-1)]
    if (head && !nodeOf.has(`${index} start`))
      terminals.push({ node: first, segment: head, head: line.start.head })
    if (tail && !nodeOf.has(`${index} end`))
      terminals.push({ node: last, segment: tail, head: line.end.head })
  })
  return { segments, terminals, lines }
}

function along(line: Stroke, { at, place }: { at: number; place: Point }): number {
  const before = line.points[at]
  return before ? distance(before, place) : 0
}

/** The line on which the end of another lies. */
function hostOf(line: Stroke, last: boolean, lines: readonly Stroke[]): Hold | undefined {
  const end = last ? line.points.at(-1) : line.points[0]
  if (!end) return undefined
  let best: Hold | undefined
  let least = 2 * line.width + 2
  for (const host of lines) {
    if (host === line || host.closed) continue
    if (!isSameInk(host, line)) continue
    if (host.width > 1.6 * line.width + 0.5 || line.width > 1.6 * host.width + 0.5) continue
    for (let i = 1; i < host.points.length; i++) {
      const [a, b] = [host.points[i - 1], host.points[i]]
      if (!a || !b) continue
      const place = onStep(a, b, end)
      // Rather on the middle of a line than at its end.
      const edge =
        (i === 1 && distance(place, a) < 1) ||
        (i === host.points.length - 1 && distance(place, b) < 1)
      const away = distance(end, place) + (edge ? 1 : 0)
      if (away >= least) continue
      least = away
      best = { host, at: i - 1, place }
    }
  }
  return best
}
