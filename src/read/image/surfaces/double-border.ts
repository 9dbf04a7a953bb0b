import { difference, medianColour } from '../../../figure/pixels/color'
import { medianHigh } from '../../../forms/numbers'
import type { Outline } from '../outlines/fit-outline'
import { pointsAlongOutline } from '../outlines/outline-dashes'
import { boxOf, type Shape, shiftedOutline } from '../outlines/shape'
import { type Pixels, sampled } from '../pixels/pixels'

/** Pixels between the middles of two borders of one form at most, and of a step. */
const APART = 9
const STEP = 0.5
/** The share of its way along which a border must be seen. */
const SEEN = 0.86

/** The outer border of a form that has two, as a form around it. */
export function outerBorder(pixels: Pixels, shape: Shape): Shape | undefined {
  const { stroke, fill, outside, outline } = shape
  if (!stroke || stroke.dash || outline.form === 'cylinder') return undefined
  const full = difference(stroke.colour, outside)
  const inkAt = (by: number) =>
    pointsAlongOutline(grown(outline, by)).map(
      ({ x, y }) => difference(sampled(pixels, x, y), outside) / full,
    )
  const from = stroke.width / 2 + 1
  const most = Math.min(from + APART, 0.2 * Math.min(shape.box.width, shape.box.height))
  let best = 0
  let strongest = 0
  let width = 0
  for (let by = from; by <= most; by += STEP) {
    const ink = medianHigh(inkAt(by))
    // Beyond the border is the ground again.
    if (strongest > 0.5 && ink < 0.2) break
    if (ink > 0.2) width += STEP * Math.min(1, ink)
    if (ink <= strongest) continue
    strongest = ink
    best = by
  }
  if (strongest < 0.5 || width > 2 * stroke.width + 1) return undefined
  const around = grown(outline, best)
  const inked = inkAt(best).filter((ink) => ink > 0.35).length
  if (inked < SEEN * pointsAlongOutline(around).length) return undefined
  const beyond = pointsAlongOutline(grown(outline, best + width / 2 + 2)).map(({ x, y }) =>
    sampled(pixels, x, y),
  )
  const pen = { colour: stroke.colour, width: Math.max(0.6, width) }
  const box = boxOf(around, pen.width)
  return {
    outline: around,
    fill,
    stroke: pen,
    outside: medianColour(beyond),
    box,
    area: box.width * box.height,
    labels: [],
  }
}

function grown(outline: Outline, by: number): Outline {
  return shiftedOutline(outline, { shift: [by] })
}
