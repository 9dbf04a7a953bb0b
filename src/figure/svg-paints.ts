import type { Geometry, Gradient, Scene, SceneElement, Shadow, Style } from '../forms/scene'
import { type Attributes, element, number } from './xml'

export interface Paints {
  definitions: string[]
  /** The reference to a style's gradient. */
  fill(style: Style): string | undefined
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
    let count = names.size + 1
    while (ids.has(`${kind}-${count}`)) count += names.size + 1
    const name = `${kind}-${count}`
    names.set(key, `url(#${name})`)
    definitions.push(write(name))
    return `url(#${name})`
  }
  const fills = new Map<Gradient, string>()
  const shadows = new Map<string, Attributes>()
  for (const { id, style, geometry } of elements) {
    const { gradient, shadow } = style
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
    shadow: ({ id }) => shadows.get(id),
  }
}

function ramp({ x1, y1, x2, y2, stops }: Gradient, id: string): string {
  const colours = stops.map(({ offset, color }) => element('stop', { offset, 'stop-color': color }))
  return element('linearGradient', { id, x1, y1, x2, y2 }, colours.join(''))
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
