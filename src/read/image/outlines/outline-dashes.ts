import { distance } from '../../../figure/geometry'
import { outlineOf } from '../../../figure/geometry/outlines'
import { ringsOf } from '../../../figure/geometry/path-data'
import { difference } from '../../../figure/pixels/color'
import { medianHigh } from '../../../forms/numbers'
import type { Point } from '../../../forms/scene'
import { type Pixels, sampled } from '../pixels/pixels'
import type { EdgeProfile } from './edge-profile'
import type { Outline } from './fit-outline'

type Stroke = { colour: number; width: number; dash?: [on: number, off: number] }

/** A whole stroke covers this share of its outline: the rest are line ends and labels on it. */
const WHOLE = 0.86
/** Of the ends of dashes, by how much their distances may differ, as a share. */
const REGULAR = 0.5

/**
 * The stroke along an outline: whole, dashed, `none`, or `broken` where most of it is missing and what is there
 * follows no pattern: then the form is enclosed by other things.
 */
export function outlineDashes(
  pixels: Pixels,
  outline: Outline,
  fill: number,
  edge: EdgeProfile,
  tolerance: number,
): Stroke | 'none' | 'broken' {
  const path = pointsAlongOutline(outline)
  if (path.length < 8) return edge.stroke ?? 'none'
  const colours = path.map(({ x, y }) => sampled(pixels, x, y))
  const { stroke, outside } = edge
  if (stroke) {
    const least =
      0.5 * Math.max(difference(fill, stroke.colour), difference(outside, stroke.colour))
    const bare = colours.map((colour) => difference(colour, stroke.colour) < least)
    // A cell's sides may be its neighbours', of another colour.
    const inked = colours.map(
      (colour, index) =>
        bare[index] === true ||
        Math.min(difference(colour, fill), difference(colour, outside)) > 0.4 * least,
    )
    const share = inked.filter(Boolean).length / inked.length
    if (share >= WHOLE) return stroke
    // Half of a short gap is its dashes' edge.
    const dash = rhythm(inked) ?? rhythm(bare)
    if (dash) return { ...stroke, dash }
    const plain = difference(fill, outside) <= Math.max(2, tolerance)
    return plain || share < 0.6 ? (plain ? 'broken' : 'none') : stroke
  }
  return 'none'
}

/** The median lengths of on and off where they repeat, in pixels. */
function rhythm(inked: readonly boolean[]): [on: number, off: number] | undefined {
  const on: number[] = []
  const off: number[] = []
  let start = inked.findIndex((value, index) => index > 0 && value !== inked[index - 1])
  if (start < 0) return undefined
  for (let i = start + 1; i < inked.length; i++) {
    if (inked[i] === inked[start]) continue
    ;(inked[start] ? on : off).push(i - start)
    start = i
  }
  if (on.length < 4 || off.length < 4) return undefined
  const [a, b] = [medianHigh(on), medianHigh(off)]
  if (b < 1.5 || a > 12 * b) return undefined
  const regular = (values: readonly number[], typical: number) =>
    values.filter((value) => Math.abs(value - typical) <= Math.max(2, REGULAR * typical)).length /
    values.length
  return regular(on, a) > 0.7 && regular(off, b) > 0.7 ? [a, b] : undefined
}

/** Places a pixel apart along an outline. */
export function pointsAlongOutline(outline: Outline): Point[] {
  if (outline.form === 'cylinder') return []
  return ringsOf(outlineOf(outline)).flatMap(({ points }) => apart(points, true))
}

/** Places a pixel apart along a line. */
export function pointsAlongLine(points: readonly Point[]): Point[] {
  return apart(points, false)
}

function apart(corners: readonly Point[], closed: boolean): Point[] {
  return corners.flatMap((a, index) => {
    const b = (closed ? corners[(index + 1) % corners.length] : corners[index + 1]) ?? a
    const count = Math.round(distance(a, b))
    return Array.from({ length: count }, (_, i) => ({
      x: a.x + ((b.x - a.x) * i) / count,
      y: a.y + ((b.y - a.y) * i) / count,
    }))
  })
}
