import { ahead, direction, distance } from '../../../../figure/geometry'
import { difference } from '../../../../figure/pixels/color'
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
  const last = points.length - 2
  const lines = points.slice(0, -1).map((a, index) => {
    const b = points[index + 1] ?? a
    const from = index === 0 ? inked.heads[0] + 3 : radius + 2
    const to = index === last ? inked.heads[1] + 3 : radius + 2
    const way = direction(a, b)
    const off = offInk(a, way, from, distance(a, b) - to, inked)
    return { at: { x: a.x - way.y * off, y: a.y + way.x * off }, to: way }
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

/** How far the ink lies to the right of a line from `a`, by the median of places from `from` to `to` pixels along it. */
function offInk(a: Point, way: Point, from: number, to: number, inked: Inked): number {
  const count = Math.min(40, Math.floor((to - from) / 1.5))
  const found = Array.from({ length: Math.max(0, count) }, (_, k) =>
    middleAcross(ahead(a, way, from + ((to - from) * (k + 0.5)) / count), way, inked),
  ).filter((off) => off !== undefined)
  return found.length < 3 ? 0 : medianHigh(found)
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
