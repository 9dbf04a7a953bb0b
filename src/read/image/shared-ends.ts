import type { Point } from '../../forms/scene'
import type { Line } from './links'
import { difference } from './pixels'
import { distance, nearestOnSegment } from './polyline'

/**
 * Lines that part from one another or run together are drawn once where they share their way: each becomes a line of
 * its own, from its own start to its own head.
 */
export function withSharedWays(lines: readonly Line[]): Line[] {
  const own: Line[] = []
  const gone = new Set<Line>()
  for (const branch of lines) {
    const outwards = branch.start.branch ? branch : branch.end.branch ? flipped(branch) : undefined
    // Both ends on others: a piece of a net, which way it leads is not to be seen.
    if (!outwards || outwards.end.branch) continue
    const met = hostOf(outwards, lines)
    if (!met) continue
    const { host, at, place } = met
    const before: Line = { ...host, points: [...host.points.slice(0, at + 1), place], end: {} }
    const after: Line = { ...host, points: [place, ...host.points.slice(at + 1)], start: {} }
    const heads = [Boolean(host.start.head), Boolean(host.end.head)] as const
    if (outwards.end.head && heads[0] !== heads[1]) {
      own.push(spliced(heads[0] ? flipped(after) : before, outwards))
      gone.add(branch)
    } else if (!outwards.end.head && (heads[0] || heads[1])) {
      const stem = flipped(outwards)
      if (heads[1]) own.push(spliced(stem, after))
      if (heads[0]) own.push(spliced(stem, flipped(before)))
      gone.add(branch)
      if (heads[0] && heads[1]) gone.add(host)
    }
  }
  return [...lines.filter((line) => !gone.has(line)), ...own]
}

function flipped(line: Line): Line {
  return { ...line, points: line.points.toReversed(), start: line.end, end: line.start }
}

function spliced(first: Line, second: Line): Line {
  return {
    ...second,
    points: [...first.points, ...second.points],
    start: { ...first.start, branch: false },
    end: second.end,
    ...(first.dash && !second.dash && { dash: first.dash }),
  }
}

/** The line on which the start of another lies, away from its own ends. */
function hostOf({ points, width, colour }: Line, lines: readonly Line[]) {
  const [first] = points
  if (!first) return undefined
  let best: { host: Line; at: number; place: Point } | undefined
  let least = 2 * width + 2
  for (const host of lines) {
    if (host.points === points || host.closed || host.points.includes(first)) continue
    if (
      difference(host.colour, colour) > 40 ||
      host.width > 1.6 * width ||
      width > 1.6 * host.width
    )
      continue
    for (let i = 1; i < host.points.length; i++) {
      const [a, b] = [host.points[i - 1], host.points[i]]
      if (!a || !b) continue
      const place = nearestOnSegment(first, a, b)
      const away = distance(first, place)
      if (away >= least) continue
      least = away
      best = { host, at: i - 1, place }
    }
  }
  return best
}
