import { difference } from '../../../../figure/color'
import { ahead, distance } from '../../../../figure/geometry'
import { medianHigh } from '../../../../forms/numbers'
import type { Point } from '../../../../forms/scene'
import { crossing } from '../../outlines/polyline'
import { type Pixels, sampled } from '../../pixels/pixels'
import type { Route } from './route'

interface Inked {
  source: Pixels
  ground: Pixels
  colour: number
  width: number
  /** Lengths of the heads at either end: wider than the line, they would pull it. */
  heads: readonly [start: number, end: number]
}

/** Moves straight pieces of a line on to the middle of its ink, below a pixel. */
export function refineRoute(route: Route, inked: Inked): Route {
  if (route.form !== 'polyline' || route.points.length < 2) return route
  const { points, radius } = route
  const count = points.length - 1
  const lines = Array.from({ length: count }, (_, index) => {
    const a = points[index] ?? { x: 0, y: 0 }
    const b = points[index + 1] ?? a
    const clear = (end: boolean, head: number) => (end ? head + 3 : radius + 2)
    return onInk(
      a,
      b,
      clear(index === 0, inked.heads[0]),
      clear(index === count - 1, inked.heads[1]),
      inked,
    )
  })
  const moved = points.map((point, index) => {
    const [before, after] = [lines[index - 1], lines[index]]
    const met = before && after ? crossing(before, after) : undefined
    if (met && distance(met, point) < 3) return met
    const line = after ?? before
    if (!line) return point
    const t = (point.x - line.at.x) * line.to.x + (point.y - line.at.y) * line.to.y
    return ahead(line.at, line.to, t)
  })
  return { ...route, points: moved }
}

/** The line through the middle of the ink between two points; axis-parallel ones stay so. */
function onInk(a: Point, b: Point, from: number, to: number, inked: Inked) {
  const length = distance(a, b)
  const way = { x: (b.x - a.x) / (length || 1), y: (b.y - a.y) / (length || 1) }
  const line = { at: a, to: way }
  const usable = length - from - to
  if (usable < 4) return line
  const count = Math.min(40, Math.floor(usable / 1.5))
  const found: { t: number; off: number }[] = []
  for (let k = 0; k < count; k++) {
    const t = from + (usable * (k + 0.5)) / count
    const off = middleAcross(ahead(a, way, t), way, inked)
    if (off !== undefined) found.push({ t, off })
  }
  if (found.length < 3) return line
  const median = medianHigh(found.map(({ off }) => off))
  const fair = found.filter(({ off }) => Math.abs(off - median) < 0.6)
  const level = Math.abs(way.x) > 0.9999 || Math.abs(way.y) > 0.9999
  const slope = level || fair.length < 6 ? 0 : slopeOf(fair)
  const mean = fair.reduce((sum, { off }) => sum + off, 0) / Math.max(1, fair.length)
  const middle = fair.reduce((sum, { t }) => sum + t, 0) / Math.max(1, fair.length)
  const shift = mean - slope * middle
  const turned = { x: way.x - slope * way.y, y: way.y + slope * way.x }
  const norm = Math.hypot(turned.x, turned.y)
  return {
    at: { x: a.x - way.y * shift, y: a.y + way.x * shift },
    to: { x: turned.x / norm, y: turned.y / norm },
  }
}

function slopeOf(found: readonly { t: number; off: number }[]): number {
  const n = found.length
  const mt = found.reduce((sum, { t }) => sum + t, 0) / n
  const mo = found.reduce((sum, { off }) => sum + off, 0) / n
  let [to, tt] = [0, 0]
  for (const { t, off } of found) {
    to += (t - mt) * (off - mo)
    tt += (t - mt) ** 2
  }
  return tt === 0 ? 0 : to / tt
}

/** How far to the right of a place (looking along `way`, y downwards) the ink's middle lies; undefined between dashes. */
function middleAcross(place: Point, way: Point, inked: Inked): number | undefined {
  const { source, ground, colour, width } = inked
  const reach = width / 2 + 2
  let sum = 0
  let moment = 0
  for (let off = -reach; off <= reach; off += 0.25) {
    const x = place.x - way.y * off
    const y = place.y + way.x * off
    const below = sampled(ground, x, y)
    const full = difference(colour, below)
    if (full < 12) continue
    const covered = Math.min(1, difference(sampled(source, x, y), below) / full)
    if (covered < 0.1) continue
    sum += covered
    moment += covered * off
  }
  return sum * 0.25 < 0.6 * width || sum * 0.25 > 1.5 * width + 0.5 ? undefined : moment / sum
}
