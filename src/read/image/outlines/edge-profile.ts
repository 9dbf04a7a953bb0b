import { difference, luma, medianColour, mixPacked } from '../../../figure/pixels/color'
import { medianHigh } from '../../../forms/numbers'
import type { Point } from '../../../forms/scene'
import { colourAt, type Pixels, sampled } from '../pixels/pixels'
import type { Outline } from './fit-outline'

/** What lies along the edge of a form. */
export interface EdgeProfile {
  /** What lies beyond, by the median. */
  outside: number
  /** The same on each side; one where the outline has no sides. */
  sides: number[]
  stroke?: { colour: number; width: number }
  /**
   * From the outline outwards to the stroke's middle line, or to the fill's true edge where there is no stroke: one
   * number, or for a rectangle one each for left, top, right and bottom, for a cylinder for left and right.
   */
  shift: readonly number[]
}

interface Ray {
  x: number
  y: number
  /** Outwards, of length 1. */
  dx: number
  dy: number
}

/** Rays start this far inside, in pixels. */
const INSIDE = 2
const MOST_RAYS = 96

/** Reads what lies along the edge of a flat fill: the stroke around it and how far it reaches, below a pixel. */
export function readEdgeProfile(
  pixels: Pixels,
  outline: Outline,
  options: { tolerance: number; reach: number },
): EdgeProfile {
  const sides = raysOf(outline)
  const upright = outline.form === 'rect' || outline.form === 'cylinder'
  const step = upright ? 1 : 0.5
  const profiles = sides.map((rays) =>
    withoutFade(profileOf(pixels, rays, step, options.reach), step),
  )
  const seen = profiles.map((profile) => analyse(profile, options.tolerance))
  const first = withoutGaps(seen, profiles, options.tolerance, step)
  const stroke = upright ? commonStroke(first) : purest(pixels, sides, first, step)
  const found = profiles.map((profile, index) => {
    const own = first[index]
    if (!own) return { shift: 0, width: 0, outside: 0 }
    return measured(profile, own, stroke, step)
  })
  const width = medianHigh(found.map(({ width }) => width))
  return {
    outside: medianColour(found.map(({ outside }) => outside)),
    sides: found.map(({ outside }) => outside),
    ...(stroke !== undefined && width > 0.25 && { stroke: { colour: stroke, width } }),
    shift: found.map(({ shift }) => shift),
  }
}

/** For a rectangle each side's rays, through pixel centres and clear of the corners; else all around. */
function raysOf(outline: Outline): Ray[][] {
  if (outline.form === 'cylinder') {
    const { x, y, width, height, cap } = outline
    const rows = spread(y + cap, y + height - cap)
    return [
      rows.map((row) => ({ x, y: row, dx: -1, dy: 0 })),
      rows.map((row) => ({ x: x + width, y: row, dx: 1, dy: 0 })),
    ]
  }
  if (outline.form === 'rect') {
    const { x, y, width, height, radius } = outline
    const clear = (length: number) => Math.min(radius + 1, Math.max(0, length / 2 - 1))
    const rows = spread(y + clear(height), y + height - clear(height))
    const columns = spread(x + clear(width), x + width - clear(width))
    return [
      rows.map((row) => ({ x, y: row, dx: -1, dy: 0 })),
      columns.map((column) => ({ x: column, y, dx: 0, dy: -1 })),
      rows.map((row) => ({ x: x + width, y: row, dx: 1, dy: 0 })),
      columns.map((column) => ({ x: column, y: y + height, dx: 0, dy: 1 })),
    ]
  }
  if (outline.form === 'ellipse') {
    const { cx, cy, rx, ry } = outline
    return [
      Array.from({ length: MOST_RAYS }, (_, index) => {
        const angle = (index * 2 * Math.PI) / MOST_RAYS
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
        const length = Math.hypot(cos / rx, sin / ry)
        return { x: cx + rx * cos, y: cy + ry * sin, dx: cos / rx / length, dy: sin / ry / length }
      }),
    ]
  }
  return [outline.form === 'polygon' ? polygonRays(outline.points) : []]
}

/** Clockwise corners have their outside on the left. */
function polygonRays(points: readonly Point[]): Ray[] {
  return points.flatMap((a, index) => {
    const b = points[(index + 1) % points.length] ?? a
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    const count = Math.min(32, Math.floor(length / 3))
    return Array.from({ length: count }, (_, i) => {
      const share = 0.12 + (0.76 * (i + 0.5)) / count
      return {
        x: a.x + share * (b.x - a.x),
        y: a.y + share * (b.y - a.y),
        dx: (b.y - a.y) / length,
        dy: (a.x - b.x) / length,
      }
    })
  })
}

function spread(from: number, to: number): number[] {
  const count = Math.max(1, Math.min(MOST_RAYS, Math.floor(to - from)))
  return Array.from(
    { length: count },
    (_, i) => Math.floor(from + ((i + 0.5) * (to - from)) / count) + 0.5,
  )
}

/** The median colour of all rays at each distance; the first is {@link INSIDE} pixels within. */
function profileOf(pixels: Pixels, rays: readonly Ray[], step: number, reach: number): number[] {
  const count = Math.round((INSIDE + reach) / step)
  return Array.from({ length: count }, (_, index) => {
    const away = step * (index + 0.5) - INSIDE
    return medianColour(
      rays.map(({ x, y, dx, dy }) =>
        step === 1
          ? colourAt(pixels, Math.floor(x + away * dx), Math.floor(y + away * dy))
          : sampled(pixels, x + away * dx, y + away * dy),
      ),
    )
  })
}

/** A soft shadow fades over so many pixels at least, and takes no more than this share of the ground's light. */
const LEAST_FADE = 5
const DARKEST = 0.5
/** Levels that its first step may have, and by how much a step may be larger than those farther out. */
const FIRST_STEP = 4
const STEEPER = 2.5

/** A soft shadow as if it were as dark all over as at the edge of what casts it. */
function withoutFade(profile: number[], step: number): number[] {
  const last = profile.length - 1
  const outside = luma(profile[last] ?? 0)
  let start = last
  let steepest = 0
  let fading = 0
  for (; start > 0; start--) {
    const by = luma(profile[start] ?? 0) - luma(profile[start - 1] ?? 0)
    if (by < -0.5 || by > STEEPER * steepest + FIRST_STEP) break
    steepest = Math.max(steepest, by)
    if (by >= 0.5) fading++
  }
  const edge = profile[start] ?? 0
  const dark = outside - luma(edge)
  if (fading * step < LEAST_FADE || dark < FIRST_STEP || dark > DARKEST * outside) return profile
  return profile.map((colour, k) => (k > start ? edge : colour))
}

interface Crossing {
  inside: number
  outside: number
  /** First place that is no longer the inside. */
  from: number
  /** First place of the outside. */
  to: number
  /** First place of a steady stretch between the two. */
  between?: number
  /** Where the colour is no mixture of both: its place, and the colour. */
  peak?: number
  colour: number
  deviation: number
}

/** Finds inside, stroke and outside in a profile: steady stretches, and what lies between. */
function analyse(profile: readonly number[], tolerance: number): Crossing {
  const inside = profile[0] ?? 0
  const last = profile.length - 1
  const from = profile.findIndex((colour) => difference(colour, inside) > tolerance)
  if (from < 0) return { inside, outside: inside, from: last, to: last, colour: 0, deviation: 0 }
  const runs = steadyRuns(profile, from, tolerance)
  const back = backInside(profile, from, tolerance)
  const [first, second] = back < (runs[0] ?? last) ? [back] : runs
  const isStroke =
    first && second && offMixture(profile[first] ?? 0, inside, profile[second] ?? 0) > 2 * tolerance
  const to = (isStroke ? second : first) ?? last
  const outside = profile[to] ?? inside
  let peak: number | undefined
  let deviation = Math.max(10, 2 * tolerance)
  for (let i = from; i < to; i++) {
    const by = offMixture(profile[i] ?? 0, inside, outside)
    if (by <= deviation) continue
    deviation = by
    peak = i
  }
  const colour = profile[peak ?? 0] ?? 0
  return {
    inside,
    outside,
    from,
    to,
    ...(isStroke && { between: first }),
    ...(peak !== undefined && { peak }),
    colour,
    deviation,
  }
}

/** The first place after a pen's stroke that has the inside's colour again: a second border may follow. */
function backInside(profile: readonly number[], from: number, tolerance: number): number {
  const inside = profile[0] ?? 0
  const by = (i: number) => difference(profile[i] ?? inside, inside)
  let peak = from
  while (peak + 1 < profile.length && by(peak + 1) >= by(peak)) peak++
  if (by(peak) < LEAST_PEN) return profile.length
  const back = profile.findIndex((_, i) => i > peak && by(i) <= tolerance)
  return back < 0 ? profile.length : back
}

/** Levels by which the pen between two surfaces of one colour differs from them, at its middle. */
const LEAST_PEN = 48

/** Between two forms of one fill no pen is wider, in pixels. */
const WIDEST = 5

/** What lies between a form and the next of its row is no stroke: other sides have none, or it is too wide for one. */
function withoutGaps(
  found: readonly Crossing[],
  profiles: readonly (readonly number[])[],
  tolerance: number,
  step: number,
): Crossing[] {
  const bare = found.filter(({ peak, inside, outside }) => peak === undefined && inside !== outside)
  return found.map((one, index) => {
    const { between, to, inside, outside } = one
    const colour = between === undefined ? undefined : profiles[index]?.[between]
    if (between === undefined || colour === undefined) return one
    const open = bare.some((side) => difference(side.outside, colour) <= 2 * tolerance)
    const sibling = difference(inside, outside) <= tolerance && (to - between) * step > WIDEST
    if (!open && !sibling) return one
    const { peak: _, between: __, ...rest } = one
    return { ...rest, outside: colour, to: between }
  })
}

/** Starts of stretches of at least three places of one colour. */
function steadyRuns(profile: readonly number[], from: number, tolerance: number): number[] {
  const starts: number[] = []
  let start = from
  for (let i = from + 1; i <= profile.length; i++) {
    const same = i < profile.length && difference(profile[i] ?? 0, profile[start] ?? 0) <= tolerance
    if (same) continue
    if (i - start >= 3) starts.push(start)
    start = i
  }
  return starts
}

/** How far a colour lies from all mixtures of two others, in levels. */
export function offMixture(colour: number, a: number, b: number): number {
  const share = shareOf(colour, a, b)
  return difference(colour, mixPacked(a, b, Math.min(1, Math.max(0, share))))
}

/** How far from `a` towards `b` a colour lies; outside 0 to 1 it is beyond them. */
function shareOf(colour: number, a: number, b: number): number {
  let dot = 0
  let length = 0
  for (const shift of [16, 8, 0]) {
    const way = ((b >> shift) & 255) - ((a >> shift) & 255)
    dot += (((colour >> shift) & 255) - ((a >> shift) & 255)) * way
    length += way * way
  }
  return length === 0 ? 0 : dot / length
}

/** A thin stroke is purest on the side where it lies on whole pixels: the farthest from what it is mixed with. */
function commonStroke(found: readonly Crossing[]): number | undefined {
  const peaks = found.filter(({ peak }) => peak !== undefined)
  if (peaks.length * 2 < found.length || peaks.length === 0) return undefined
  const best = peaks.reduce((a, b) => (b.deviation > a.deviation ? b : a))
  return best.colour
}

/** Along a slanted or round edge every phase of the pixels occurs: the purest of them show the stroke's own colour. */
function purest(
  pixels: Pixels,
  sides: readonly (readonly Ray[])[],
  found: readonly Crossing[],
  step: number,
): number | undefined {
  const [crossing] = found
  const [rays] = sides
  if (!crossing || crossing.peak === undefined || !rays) return undefined
  const away = step * (crossing.peak + 0.5) - INSIDE
  const strength = (colour: number) =>
    Math.min(difference(colour, crossing.inside), difference(colour, crossing.outside))
  const colours = rays
    .map(({ x, y, dx, dy }) =>
      [-step, 0, step]
        .map((by) =>
          colourAt(pixels, Math.floor(x + (away + by) * dx), Math.floor(y + (away + by) * dy)),
        )
        .reduce((a, b) => (strength(b) > strength(a) ? b : a)),
    )
    .filter((colour) => offMixture(colour, crossing.colour, crossing.inside) < 60)
    .sort((a, b) => strength(b) - strength(a))
  const best = colours.slice(0, Math.max(1, Math.ceil(0.1 * colours.length)))
  return best.length > 0 ? medianColour(best) : crossing.colour
}

function measured(
  profile: readonly number[],
  crossing: Crossing,
  stroke: number | undefined,
  step: number,
) {
  const { inside, outside, from, to, peak } = crossing
  if (stroke === undefined || peak === undefined) {
    let shift = step * from - INSIDE
    for (let i = from; i < to; i++) {
      const share = shareOf(profile[i] ?? 0, inside, outside)
      shift += step * (1 - Math.min(1, Math.max(0, share)))
    }
    return { shift, width: 0, outside }
  }
  let width = 0
  let moment = 0
  for (let i = from; i < to; i++) {
    const share = shareOf(profile[i] ?? 0, i < peak ? inside : outside, stroke)
    const covered = step * Math.min(1, Math.max(0, share))
    width += covered
    moment += covered * (step * (i + 0.5) - INSIDE)
  }
  return { shift: width > 0 ? moment / width : 0, width, outside }
}
