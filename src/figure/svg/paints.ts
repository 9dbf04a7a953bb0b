import type { Geometry, Gradient, Scene, SceneElement, Shadow, Style } from '../../forms/scene'
import { type Attributes, element, nameFor, number } from './xml'

export interface Paints {
  definitions: string[]
  /** The reference to a style's gradient. */
  fill(style: Style): string | undefined
  /** The reference to what of an element is shown. */
  clip(each: SceneElement): string | undefined
  /** How a shape's shadow is painted, where it has one. */
  shadow(each: SceneElement): Attributes | undefined
}

/** Soft edges of a Gaussian end here, in its standard deviations. */
const REACH = 3

/** One definition for each different gradient and softness of a scene. */
export function paintsOf({ elements }: Scene): Paints {
  const ids = new Set(elements.map(({ id }) => id))
  const names = new Map<string, string>()
  const definitions: string[] = []
  const named = (kind: string, key: string, write: (id: string) => string): string => {
    const known = names.get(key)
    if (known !== undefined) return known
    const name = nameFor(kind, key, ids)
    names.set(key, `url(#${name})`)
    definitions.push(write(name))
    return `url(#${name})`
  }
  const fills = new Map<Gradient, string>()
  const clips = new Map<string, string>()
  const shadows = new Map<string, Attributes>()
  for (const { id, style, geometry, clip } of elements) {
    const { gradient, shadow } = style
    if (clip) clips.set(id, named('clip', JSON.stringify(clip), clipPath.bind(null, clip)))
    if (gradient)
      fills.set(gradient, named('gradient', JSON.stringify(gradient), ramp.bind(null, gradient)))
    if (!shadow || !geometry) continue
    const margin = marginOf(geometry, shadow)
    const key = `${shadow.blur} ${margin}`
    shadows.set(id, {
      transform: `translate(${number(shadow.dx)} ${number(shadow.dy)})`,
      fill: shadow.color,
      'fill-opacity': number(shadow.opacity),
      filter: named('soft', key, (name) => soft(name, shadow.blur, margin)),
    })
  }
  return {
    definitions,
    fill: ({ gradient }) => gradient && fills.get(gradient),
    clip: ({ id }) => clips.get(id),
    shadow: ({ id }) => shadows.get(id),
  }
}

function clipPath({ d, evenOdd }: NonNullable<SceneElement['clip']>, id: string): string {
  const shown = element('path', { d, 'clip-rule': evenOdd ? 'evenodd' : undefined })
  return element('clipPath', { id }, shown)
}

function ramp({ x1, y1, x2, y2, radius, matrix, stops }: Gradient, id: string): string {
  const colours = stops.map(({ offset, color, opacity }) =>
    element('stop', { offset, 'stop-color': color, 'stop-opacity': opacity }),
  )
  const placed = matrix && {
    gradientUnits: 'userSpaceOnUse',
    gradientTransform: `matrix(${matrix.join(' ')})`,
  }
  return radius === undefined
    ? element('linearGradient', { id, x1, y1, x2, y2, ...placed }, colours.join(''))
    : element(
        'radialGradient',
        { id, cx: x2, cy: y2, r: radius, fx: x1, fy: y1, ...placed },
        colours.join(''),
      )
}

/** Room around a shape for its soft edge, as a share of its smaller side. */
function marginOf(geometry: Geometry, { blur }: Shadow): number {
  const side = 'width' in geometry ? Math.min(geometry.width, geometry.height) : 0
  const small = geometry.form === 'ellipse' ? 2 * Math.min(geometry.rx, geometry.ry) : side
  return Math.ceil((10 * REACH * blur) / Math.max(4, small || 40)) / 10
}

function soft(id: string, blur: number, margin: number): string {
  const room = { x: -margin, y: -margin, width: 1 + 2 * margin, height: 1 + 2 * margin }
  const region = Object.fromEntries(
    Object.entries(room).map(([name, value]) => [name, number(value)]),
  )
  return element(
    'filter',
    { id, ...region },
    element('feGaussianBlur', { stdDeviation: number(blur) }),
  )
}
