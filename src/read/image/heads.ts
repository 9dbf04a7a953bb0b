import type { Point } from '../../forms/scene'
import { difference, type Pixels, sampled } from './pixels'
import { distance } from './polyline'

export interface FilledHead {
  form: 'triangle'
  /** Pixels along the line and across it. */
  length: number
  width: number
  /** Where its sides meet. */
  tip: Point
}

interface Painted {
  source: Pixels
  ground: Pixels
  colour: number
}

/**
 * A filled head at the last point of a thinned line: the ink widens from a tip to a base, then is a pen's width again.
 * `deep` is the ink's half width at every point, `half` the pen's.
 */
export function filledHead(
  points: readonly Point[],
  deep: readonly number[],
  half: number,
  painted: Painted,
): FilledHead | undefined {
  const last = points.length - 1
  const window = Math.min(Math.floor(0.8 * points.length), Math.round(16 * half + 12))
  let peak = last
  for (let i = last; i > last - window && i >= 0; i--)
    if ((deep[i] ?? 0) > (deep[peak] ?? 0)) peak = i
  const most = deep[peak] ?? 0
  if (most < 1.45 * half + 0.7) return undefined
  let base = peak
  while (base > last - window && base > 0 && (deep[base - 1] ?? 0) > 1.25 * half + 0.4) base--
  const [from, end] = [points[base], points[last]]
  if (!from || !end || last - base < 2) return undefined
  const start = points[Math.max(0, base - Math.round(4 + 4 * half))] ?? from
  return measured(start, from, end, most, half, painted) ?? guessed(from, end, most)
}

/** From the widths of cuts across the head: they fall evenly from the base to the tip. */
function measured(
  start: Point,
  from: Point,
  end: Point,
  most: number,
  half: number,
  painted: Painted,
): FilledHead | undefined {
  const length = distance(start, end)
  if (length < 3) return undefined
  const way = { x: (end.x - start.x) / length, y: (end.y - start.y) / length }
  const cuts: { t: number; wide: number }[] = []
  const reach = Math.min(48, 3.2 * most + 2)
  for (let t = distance(start, from) - 5; t <= length + 5; t += 0.5) {
    const place = { x: start.x + way.x * t, y: start.y + way.y * t }
    cuts.push({ t, wide: inkAcross(place, way, reach, painted) })
  }
  const [first] = cuts
  if (!first) return undefined
  const widest = cuts.reduce((a, b) => (b.wide > a.wide ? b : a), first)
  if (widest.wide < 3.2 * half + 1) return undefined
  const pen = 2 * half
  const bound = pen + 0.5 * (widest.wide - pen)
  const base = cuts.find(({ t, wide }) => t <= widest.t && wide >= bound)
  const falling = cuts.filter(
    ({ t, wide }) => t > widest.t + 0.5 && wide > 0.12 * widest.wide && wide < 0.9 * widest.wide,
  )
  if (!base || falling.length < 4) return undefined
  const n = falling.length
  const mt = falling.reduce((sum, { t }) => sum + t, 0) / n
  const mw = falling.reduce((sum, { wide }) => sum + wide, 0) / n
  const slope =
    falling.reduce((sum, { t, wide }) => sum + (t - mt) * (wide - mw), 0) /
    falling.reduce((sum, { t }) => sum + (t - mt) ** 2, 0)
  if (slope > -0.15) return undefined
  const zero = mt - mw / slope
  if (zero < length - 4 || zero > length + 9) return undefined
  const long = zero - base.t
  const wide = -slope * long
  if (wide > 1.5 * widest.wide || wide < 0.8 * widest.wide) return undefined
  return {
    form: 'triangle',
    length: long,
    width: wide,
    tip: { x: start.x + way.x * zero, y: start.y + way.y * zero },
  }
}

/** Pixels' worth of ink on a cut. */
function inkAcross(place: Point, way: Point, reach: number, painted: Painted): number {
  const { source, ground, colour } = painted
  const covered = (off: number) => {
    const x = place.x - way.y * off
    const y = place.y + way.x * off
    const below = sampled(ground, x, y)
    const full = difference(colour, below)
    return full < 12 ? 0 : Math.min(1, difference(sampled(source, x, y), below) / full)
  }
  let sum = covered(0) * 0.25
  // Outwards on both sides, as far as the ink goes on.
  for (const side of [-1, 1]) {
    for (let off = 0.25; off <= reach; off += 0.25) {
      const share = covered(side * off)
      if (share < 0.1) break
      sum += share * 0.25
    }
  }
  return sum
}

function guessed(from: Point, end: Point, most: number): FilledHead {
  const length = distance(from, end) + most * 0.5
  // The inscribed circle of a triangle of length l and width w has the radius l w / (w + sqrt(w^2 + 4 l^2)).
  const width = Math.min(2.2 * length, (2 * most * length) / Math.max(1, length - 2 * most) + 1)
  return {
    form: 'triangle',
    length,
    width: Math.max(2.2 * most, Math.min(width, 3.4 * most)),
    tip: end,
  }
}
