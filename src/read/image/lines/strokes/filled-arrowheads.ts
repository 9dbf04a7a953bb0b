import { direction, distance } from '../../../../figure/geometry'
import { difference } from '../../../../figure/pixels/color'
import type { Point } from '../../../../forms/scene'
import { type Mask, type Pixels, sampled } from '../../pixels/pixels'

export interface FilledArrowhead {
  form: 'triangle'
  /** Pixels along the line and across it. */
  length: number
  width: number
  /** Where its sides meet. */
  tip: Point
  /** Where it is widest, from its base (0) to its tip (1). */
  widest: number
  /** How many of the line's last points thinning bent within it. */
  bent: number
}

interface Painted {
  source: Pixels
  ground: Pixels
  colour: number
  /** What is ink: without the edges of shapes. */
  mask: Mask
}

/** A cut across the line: its place on the way to the end (0; positive beyond it) and its pixels' worth of ink. */
interface Cut {
  t: number
  wide: number
  /** Of that, what lies on ink that is no shape's edge. */
  sure: number
  /** How far its ink goes on to either side. */
  sides: [number, number]
}

const STEP = 0.5
/** Pixels of a tip that the edge of a form hides. */
const HIDDEN = 1
/** By what share of its wider side a head's narrower one may be seen. */
const ONE_SIDED = 0.25
/** Pixels beyond the end of a thinned line in which its tip may lie: of a wide head's tip, thinning may miss much. */
const beyond = (half: number) => Math.max(9, 8 * half + 7)

/**
 * A filled head at the last point of a thinned line: there the ink is wider than the pen, then ends. Of a triangle the
 * widths of the cuts fall evenly to the tip; a diamond, a disc or a bar ends where its ink does. `half` is half the
 * pen's width.
 */
export function filledArrowhead(
  whole: readonly Point[],
  half: number,
  painted: Painted,
): FilledArrowhead | undefined {
  const { cuts, end, way, near } = profile(whole, half, painted)
  const bent = whole.length - near - 1
  const pen = penOf(cuts, half)
  const none: Cut = { t: 0, wide: 0, sure: 0, sides: [0, 0] }
  const widest = cuts.reduce((a, b) => (b.sure > a.sure ? b : a), none)
  if (widest.sure < 1.5 * pen + 1.2 || widest.wide > 1.8 * reachOf(half)) return undefined
  // To one side alone a line turns or a tick leaves it; as far as one looks another line crosses it.
  const [less, more] = [Math.min(...widest.sides), Math.max(...widest.sides)]
  if (less < ONE_SIDED * more || more >= reachOf(half) - STEP) return undefined
  const bound = pen + 0.4 * (widest.wide - pen)
  const outside = cuts.findLast(({ t, wide }) => t < widest.t && wide < bound)
  // Wide all along: no line that a head could end.
  if (!outside) return undefined
  const base = outside.t + STEP / 2
  const inked = cuts.filter(({ t, wide }) => t >= widest.t && wide > 0.3)
  const stops = cuts.find(
    ({ t, wide, sure }) => t > widest.t && (wide < Math.min(0.5 * pen, 0.6) || sure === 0),
  )
  const ends = stops?.t ?? inked.at(-1)?.t ?? widest.t
  const sides = fallTo(cuts, widest, ends, beyond(half))
  if (sides) {
    const length = sides.zero - base
    const wide = -sides.slope * length
    if (sides.zero > -4 && wide < 1.5 * widest.wide && wide > 0.8 * widest.wide && length > 2)
      return {
        form: 'triangle',
        length,
        width: wide,
        tip: on(end, way, Math.min(sides.zero, ends + HIDDEN)),
        widest: (widest.t - base) / length,
        bent,
      }
  }
  // Ink that goes on as wide as a pen after the bulge is a line: no head ends it.
  if (ends < -3 || ends - base < 1.2) return undefined
  // No thicker than the pen, and the line leads into it: it turns there.
  const last = whole.at(-1) ?? end
  const aside = Math.abs((last.x - end.x) * way.y - (last.y - end.y) * way.x)
  if (ends - base < pen + 1 && aside > pen + 1) return undefined
  const after = cuts.filter(({ t, wide }) => t > widest.t && t < ends && wide < bound)
  if (after.length * STEP > 1.5 * pen + 3) return undefined
  return {
    form: 'triangle',
    length: Math.max(ends - base, 2),
    width: widest.wide,
    tip: on(end, way, ends),
    widest: (widest.t - base) / Math.max(ends - base, 1),
    bent,
  }
}

function on(from: Point, way: Point, t: number): Point {
  return { x: from.x + way.x * t, y: from.y + way.y * t }
}

function reachOf(half: number): number {
  return Math.min(48, 10 * half + 11)
}

/** Cuts along the last part of a line, and straight on where thinning bends its very end, to beyond it. */
function profile(points: readonly Point[], half: number, painted: Painted) {
  const window = 16 * half + 14
  const reach = reachOf(half)
  const cuts: Cut[] = []
  const { near, way: axis, left } = straightEnd(points, half)
  let walked = 0
  let first = near
  while (first > 0 && walked + left < 2 * window) {
    const [a, b] = [points[first], points[first - 1]]
    if (a && b) walked += distance(a, b)
    first--
  }
  let at = walked + left
  const most = Math.min(at, window)
  for (let i = first; i < near; i++) {
    const [a, b] = [points[i], points[i + 1]]
    if (!a || !b) continue
    const step = distance(a, b)
    const [p, q] = [points[Math.max(first, i - 4)] ?? a, points[i + 4] ?? b]
    const way = distance(p, q) < 1 ? axis : direction(p, q)
    for (let t = 0; t < step; t += STEP) {
      const place = on(a, { x: (b.x - a.x) / (step || 1), y: (b.y - a.y) / (step || 1) }, t)
      cuts.push({ t: t - at, ...inkAcross(place, way, reach, painted) })
    }
    at -= step
  }
  const end = on(points[near] ?? { x: 0, y: 0 }, axis, left)
  for (let t = -left; t <= beyond(half); t += STEP)
    cuts.push({ t, ...inkAcross(on(end, axis, t), axis, reach, painted) })
  return { cuts: cuts.filter(({ t }) => t >= -most), end, way: axis, near }
}

/** The last point before thinning bends a line, its direction there, and how far it is from there to its end. */
function straightEnd(points: readonly Point[], half: number) {
  const end = points.at(-1) ?? { x: 0, y: 0 }
  const beyondBy = (by: number) =>
    Math.max(
      0,
      points.findLastIndex((point) => distance(point, end) >= by),
    )
  const near = beyondBy(Math.max(4, 3 * half))
  const [from, to] = [points[beyondBy(Math.max(12, 10 * half))] ?? end, points[near] ?? end]
  const isLong = distance(from, to) >= 3
  const whole = distance(from, end) || 1
  const way = isLong
    ? direction(from, to)
    : { x: (end.x - from.x) / whole, y: (end.y - from.y) / whole }
  const left = Math.max(0, (end.x - to.x) * way.x + (end.y - to.y) * way.y)
  return { near, way, left }
}

/** The pen's width by the cuts far from the end, as far as the thinned line agrees. */
function penOf(cuts: readonly Cut[], half: number): number {
  const sorted = cuts
    .filter(({ t, wide }) => t < -1 && wide > 0)
    .map(({ wide }) => wide)
    .sort((a, b) => a - b)
  const low = sorted[Math.floor(sorted.length * 0.3)] ?? 2 * half
  return Math.max(0.6, Math.min(low, 2 * half + 0.5))
}

/** The straight line by which the widths fall from the widest cut to none, and where that is. */
function fallTo(cuts: readonly Cut[], widest: Cut, ends: number, farthest: number) {
  const falling = cuts.filter(
    ({ t, wide }) =>
      t > widest.t + 0.5 && t <= ends && wide > 0.12 * widest.wide && wide < 0.9 * widest.wide,
  )
  const n = falling.length
  if (n < 4) return undefined
  const mt = falling.reduce((sum, { t }) => sum + t, 0) / n
  const mw = falling.reduce((sum, { wide }) => sum + wide, 0) / n
  const slope =
    falling.reduce((sum, { t, wide }) => sum + (t - mt) * (wide - mw), 0) /
    falling.reduce((sum, { t }) => sum + (t - mt) ** 2, 0)
  const zero = mt - mw / slope
  return slope < -0.15 && zero <= farthest ? { slope, zero } : undefined
}

/** Pixels' worth of ink on a cut. */
function inkAcross(
  place: Point,
  way: Point,
  reach: number,
  { source, ground, colour, mask }: Painted,
): Omit<Cut, 't'> {
  const covered = (x: number, y: number) => {
    const below = sampled(ground, x, y)
    const full = difference(colour, below)
    return full < 12 ? 0 : Math.min(1, difference(sampled(source, x, y), below) / full)
  }
  const isInk = (x: number, y: number) => {
    const [column, row] = [Math.floor(x), Math.floor(y)]
    if (column < 1 || row < 1 || column >= source.width - 1 || row >= source.height - 1)
      return false
    const i = row * source.width + column
    return (
      (mask[i] ||
        mask[i - 1] ||
        mask[i + 1] ||
        mask[i - source.width] ||
        mask[i + source.width]) === 1
    )
  }
  let [wide, sure] = [0, 0]
  const sides: [number, number] = [0, 0]
  // Outwards on both sides, as far as the ink goes on.
  for (const side of [-1, 1]) {
    const index = side < 0 ? 0 : 1
    for (let off = side < 0 ? 0.25 : 0; off <= reach; off += 0.25) {
      const x = place.x - side * way.y * off
      const y = place.y + side * way.x * off
      const share = covered(x, y)
      if (share < 0.1 && off > 0) break
      wide += share * 0.25
      sides[index] = off
      if (isInk(x, y)) sure += share * 0.25
    }
  }
  return { wide, sure, sides }
}
