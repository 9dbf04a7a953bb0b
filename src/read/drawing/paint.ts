import { type Matrix, times } from '../../figure/geometry/transform'
import { hexOf, packedOf } from '../../figure/pixels/color'
import type { Markup } from '../../figure/svg/clean'
import { rounded, roundedTo } from '../../forms/numbers'
import type { Box, Gradient, Style } from '../../forms/scene'
import { elementsIn, hrefOf, idIn } from './markup'
import { isUpright, lengthOf, matrixOf, scaleOf } from './numbers'

/** Presentation attributes as they come down from group to shape. */
export type Look = Readonly<Record<string, string>>

const INHERITED =
  /^(?:fill|stroke)(?:-|$)|^font-|^marker-|^(?:clip-rule|color|letter-spacing|paint-order|text-anchor|visibility|dominant-baseline)$/

export function lookWithin(around: Look, { attributes }: Markup): Look {
  const own = Object.entries(attributes).filter(
    ([name, value]) => INHERITED.test(name) && value !== 'inherit',
  )
  if (attributes.marker !== undefined)
    for (const end of ['marker-start', 'marker-end']) own.push([end, attributes.marker])
  if (own.length === 0) return around
  const look = { ...around, ...Object.fromEntries(own) }
  const size = attributes['font-size']
  return size === undefined ? look : { ...look, 'font-size': String(sizeOf(size, around)) }
}

/** Of letters, in pixels. */
export const fontSizeOf = (look: Look): number => Number(look['font-size'] ?? 16)

function sizeOf(value: string, around: Look): number {
  const em = fontSizeOf(around)
  const named = { smaller: em / 1.2, larger: em * 1.2, small: 13, medium: 16, large: 18 }[
    value.trim()
  ]
  return named ?? lengthOf(value, em, { em, whole: em })
}

export interface Colour {
  hex: string
  alpha: number
}

/** A colour, or undefined for none, and for what is no colour. */
export function colourOf(value: string | undefined, look: Look): Colour | undefined {
  const word = value?.trim() ?? ''
  if (word === '' || word === 'none' || word === 'transparent') return undefined
  if (/^currentcolor$/i.test(word)) return colourOf(look.color ?? '#000000', {})
  if (word.startsWith('context-')) return colourOf(look[word.slice(8)], look)
  const channels = Bun.color(word, '[rgba]')
  if (!Array.isArray(channels)) return undefined
  const [r = 0, g = 0, b = 0, alpha = 255] = channels
  return alpha === 0 ? undefined : { hex: hexOf(packedOf([r, g, b])), alpha: alpha / 255 }
}

const shareOf = (value: string | undefined) =>
  Math.min(1, Math.max(0, lengthOf(value, 1, { whole: 1 })))

/** What paints need of the drawing around them. */
export interface Paper {
  named: ReadonlyMap<string, Markup>
  /** Says that something cannot be drawn as it is meant. */
  lose: (sentence: string) => void
}

/** How a shape is painted; undefined where nothing of it is seen. `box` is its own, before `matrix`. */
export function styleOf(
  { attributes }: Markup,
  look: Look,
  { matrix, box, paper }: { matrix: Matrix; box: Box; paper: Paper },
): Style | undefined {
  const ramp = gradientOf(look.fill, look, { matrix, box, paper })
  const fill = ramp
    ? meanOf(ramp)
    : colourOf(idIn(look.fill) ? fallback(look.fill) : (look.fill ?? '#000000'), look)
  const width =
    lengthOf(look['stroke-width'], 1) * (attributes['vector-effect'] ? 1 : scaleOf(matrix))
  const line = gradientOf(look.stroke, look, { matrix, box, paper })
  const stroke = width > 0 ? (line ? meanOf(line) : colourOf(look.stroke, look)) : undefined
  const whole = shareOf(attributes.opacity)
  const shares = {
    fill: fill ? fill.alpha * shareOf(look['fill-opacity']) : 0,
    stroke: stroke ? stroke.alpha * shareOf(look['stroke-opacity']) : 0,
  }
  if (whole === 0 || (shares.fill === 0 && shares.stroke === 0)) return undefined
  const both = shares.fill > 0 && shares.stroke > 0
  const single = whole * Math.max(shares.fill, shares.stroke)
  const opacity = both ? whole : single
  return {
    ...(shares.fill > 0 && { fill: fill?.hex ?? '#000000' }),
    ...(shares.fill > 0 && ramp && { gradient: ramp }),
    ...(look['fill-rule'] === 'evenodd' && { evenOdd: true }),
    ...(shares.stroke > 0 &&
      stroke && { stroke: stroke.hex, ...strokeOf(look, width, scaleOf(matrix)) }),
    ...(opacity < 1 && { opacity: roundedTo(opacity, 3) }),
    ...(both && shares.fill < 1 && { fillOpacity: roundedTo(shares.fill, 3) }),
    ...(both && shares.stroke < 1 && { strokeOpacity: roundedTo(shares.stroke, 3) }),
  }
}

function strokeOf(look: Look, width: number, scale: number): Style {
  const dashes = (look['stroke-dasharray']?.match(/[^\s,]+/g) ?? []).map((each) =>
    each === 'none' ? 0 : lengthOf(each, 0) * scale,
  )
  const dash = dashes.length % 2 === 1 ? [...dashes, ...dashes] : dashes
  const offset = lengthOf(look['stroke-dashoffset'], 0) * scale
  const join = look['stroke-linejoin'] ?? 'miter'
  return {
    strokeWidth: rounded(width),
    ...(dash.some((each) => each > 0) && { dash: dash.map(rounded) }),
    ...(offset !== 0 && dash.length > 0 && { dashOffset: rounded(offset) }),
    ...(look['stroke-linecap'] === 'round' && { round: true }),
    ...(look['stroke-linecap'] === 'square' && { square: true }),
    ...(join !== 'round' && { join: join === 'bevel' ? ('bevel' as const) : ('miter' as const) }),
  }
}

const fallback = (value: string | undefined) => value?.replace(/^\s*url\([^)]*\)\s*/, '')

/** What a paint server gives, or undefined where the value names none. */
function gradientOf(
  value: string | undefined,
  look: Look,
  { matrix, box, paper }: { matrix: Matrix; box: Box; paper: Paper },
): Gradient | undefined {
  const id = idIn(value)
  if (id === undefined) return undefined
  const chain = inheritedFrom(paper.named.get(id), paper.named)
  const [first] = chain
  if (!first || !/Gradient$/.test(first.name)) {
    paper.lose(`The paint #${id} is no gradient of the drawing and was left out.`)
    return undefined
  }
  const attribute = (name: string) =>
    chain.find(({ attributes }) => attributes[name] !== undefined)?.attributes[name]
  const stops = (chain.map(stopsIn).find((found) => found.length > 0) ?? []).map((stop) =>
    stopOf(stop, look),
  )
  if (stops.length === 0) return undefined
  const share = (name: string, usual: number) => lengthOf(attribute(name), usual)
  const radial = first.name === 'radialGradient'
  const [cx, cy] = [share('cx', 0.5), share('cy', 0.5)]
  const places = radial
    ? { x1: share('fx', cx), y1: share('fy', cy), x2: cx, y2: cy, radius: share('r', 0.5) }
    : { x1: share('x1', 0), y1: share('y1', 0), x2: share('x2', 1), y2: share('y2', 0) }
  const own = matrixOf(attribute('gradientTransform'))
  const onBox = attribute('gradientUnits') !== 'userSpaceOnUse'
  if (onBox && !own && isUpright(matrix)) return { ...places, stops }
  const unit: Matrix = [box.width, 0, 0, box.height, box.x, box.y]
  const base = onBox ? times(matrix, unit) : matrix
  const all = own ? times(base, own) : base
  return { ...places, matrix: all.map((each) => roundedTo(each, 5)), stops }
}

/** A gradient and those that it refers to, for what it does not say itself. */
function inheritedFrom(one: Markup | undefined, named: ReadonlyMap<string, Markup>): Markup[] {
  const chain: Markup[] = []
  for (let next = one; next && !chain.includes(next); next = named.get(hrefOf(next)))
    chain.push(next)
  return chain
}

const stopsIn = (one: Markup) => elementsIn(one).filter(({ name }) => name === 'stop')

function stopOf({ attributes }: Markup, look: Look): Gradient['stops'][number] {
  const color = colourOf(attributes['stop-color'] ?? '#000000', look)
  const opacity = (color?.alpha ?? 0) * shareOf(attributes['stop-opacity'])
  return {
    offset: roundedTo(lengthOf(attributes.offset, 0, { whole: 1 }), 4),
    color: color?.hex ?? '#000000',
    ...(opacity < 1 && { opacity: roundedTo(opacity, 3) }),
  }
}

/** What programs show that know no gradients; its alpha is left to the stops. */
function meanOf({ stops }: Gradient): Colour {
  const channel = (shift: number) =>
    stops.reduce(
      (sum, { color }) => sum + ((Number.parseInt(color.slice(1), 16) >> shift) & 255),
      0,
    ) / stops.length
  return { hex: hexOf(packedOf([channel(16), channel(8), channel(0)])), alpha: 1 }
}
