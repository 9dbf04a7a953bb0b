import { clamp } from '../../../forms/numbers'
import { lengthOf } from './outlines'
import { SketchRefused } from './refusal'
import { type Colour, colourOf } from './tones'

/** Presentation attributes as they come down from group to shape. */
export interface Inherited {
  fill: string
  stroke: string
  width: number
  /** Of everything, of fills and of strokes. */
  opacity: number
  fillOpacity: number
  strokeOpacity: number
  shown: boolean
}

export const INITIAL: Inherited = {
  fill: 'ink',
  stroke: 'none',
  width: 1,
  opacity: 1,
  fillOpacity: 1,
  strokeOpacity: 1,
  shown: true,
}

/** How an outline is painted; the width in units of the sketch. */
export interface Paint {
  fill: Colour | null
  stroke: Colour | null
  width: number
}

export function inherited(
  around: Inherited,
  attributes: Readonly<Record<string, string>>,
): Inherited {
  const own = (name: string, outer: string) => {
    const value = attributes[name]?.trim()
    return value === undefined || value === 'inherit' ? outer : value
  }
  const share = (name: string, outer: number) => clamp(lengthOf(own(name, String(outer))), 0, 1)
  return {
    fill: own('fill', around.fill),
    stroke: own('stroke', around.stroke),
    width: Math.max(0, lengthOf(own('stroke-width', String(around.width)))),
    opacity: around.opacity * share('opacity', 1),
    fillOpacity: share('fill-opacity', around.fillOpacity),
    strokeOpacity: share('stroke-opacity', around.strokeOpacity),
    shown:
      around.shown &&
      attributes.display !== 'none' &&
      !/hidden|collapse/.test(attributes.visibility ?? ''),
  }
}

/** What is nearly transparent is not drawn. */
const LEAST_OPACITY = 0.02

export function paintFor(inherited: Inherited, left: Set<string>): Paint {
  const { fill, stroke, width, opacity, fillOpacity, strokeOpacity, shown } = inherited
  const seen = (value: string, share: number, of: 'fill' | 'line') => {
    const colour = toned(value, of, left)
    const alpha = (colour?.alpha ?? 0) * opacity * share
    return colour && shown && alpha >= LEAST_OPACITY ? { ...colour, alpha } : null
  }
  return {
    fill: seen(fill, fillOpacity, 'fill'),
    stroke: width > 0 ? seen(stroke, strokeOpacity, 'line') : null,
    width,
  }
}

/** A gradient or pattern cannot come along: a tint of the node stands for it. */
function toned(value: string, of: 'fill' | 'line', left: Set<string>): Colour | null {
  if (value.startsWith('url(')) {
    left.add("the sketch's gradient is left out")
    return { tone: 'tint', alpha: 1 }
  }
  const colour = colourOf(value, of)
  if (colour === undefined) throw new SketchRefused('a colour of the sketch cannot be read')
  return colour
}
