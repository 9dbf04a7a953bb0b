import { leastOf } from '../../forms/least'
import { remembered } from '../../forms/remembered'
import type { Scene, SceneElement, Style } from '../../forms/scene'
import { hexOf, isHex, packed, packedOf } from '../pixels/color'
import { themeIn, themeOf } from '.'
import type { Hue, Palette } from './theme'

/** In OKLab: a colour farther than this from all tokens of a palette is one of its own, such as that of skin or sky. */
const FAREST_TOKEN = 0.16

/**
 * A drawing in the colours of another theme: each colour is read as the nearest token of its own theme's palette and moved with
 * it, so that lighter and darker tones stay lighter and darker. Places, sizes and letters stay.
 */
export function restyled(scene: Scene, style: string): Scene {
  if (style === scene.theme) return scene
  const [from, to] = [tokensOf(themeIn(scene).palette), tokensOf(themeOf(style).palette)]
  const colour = remembered((given: string) => (isHex(given) ? moved(given, from, to) : given))
  return {
    ...scene,
    theme: style,
    background: colour(scene.background),
    elements: scene.elements.map((element) => recoloured(element, colour)),
  }
}

function recoloured(element: SceneElement, colour: (given: string) => string): SceneElement {
  const { paint } = element
  return {
    ...element,
    style: inColour(element.style, colour),
    ...(paint && { paint: paint.map((one) => ({ ...one, style: inColour(one.style, colour) })) }),
  }
}

function inColour(style: Style, colour: (given: string) => string): Style {
  const { fill, stroke, gradient, shadow } = style
  return {
    ...style,
    ...(fill !== undefined && { fill: colour(fill) }),
    ...(stroke !== undefined && { stroke: colour(stroke) }),
    ...(shadow && { shadow: { ...shadow, color: colour(shadow.color) } }),
    ...(gradient && {
      gradient: {
        ...gradient,
        stops: gradient.stops.map((stop) => ({ ...stop, color: colour(stop.color) })),
      },
    }),
  }
}

type Lab = readonly [l: number, a: number, b: number]
type Tokens = ReadonlyMap<string, Lab>

/** The colours of a palette by their names; a hue that a palette does not have is one of those that it has. */
const MOST_HUES = 6

function tokensOf({ background, ink, muted, connector, paper, neutral, hues }: Palette): Tokens {
  const parts = (name: string, { line, tint, wash, deep }: Hue) =>
    Object.entries({ line, tint, wash, deep }).map(
      ([part, hex]) => [`${name}.${part}`, hex] as const,
    )
  const named = [
    ...Object.entries({ background, ink, muted, connector, paper }),
    ...parts('neutral', neutral),
    ...Array.from({ length: MOST_HUES }, (_, at) => {
      const hue = hues[at % hues.length]
      return hue ? parts(`hue${at}`, hue) : []
    }).flat(),
  ]
  return new Map(named.map(([name, hex]) => [name, labOf(hex)]))
}

function moved(given: string, from: Tokens, to: Tokens): string {
  const lab = labOf(given)
  const offs = [...from].map(([name, [l, a, b]]) => ({
    name,
    off: [lab[0] - l, lab[1] - a, lab[2] - b] as const,
  }))
  const near = leastOf(offs, ({ off }) => Math.hypot(...off), FAREST_TOKEN)
  const target = near && to.get(near.name)
  if (!target) return given
  const { off } = near
  return hexOfLab([target[0] + off[0], target[1] + off[1], target[2] + off[2]])
}

/** OKLab (B. Ottosson, 2020) of an sRGB colour. */
function labOf(hex: string): Lab {
  const colour = packed(hex)
  const [r = 0, g = 0, b = 0] = [16, 8, 0].map((shift) => {
    const value = ((colour >> shift) & 255) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function hexOfLab([light, a, b]: Lab): string {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channel = (value: number) => {
    const within = Math.min(1, Math.max(0, value))
    return 255 * (within <= 0.0031308 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055)
  }
  return hexOf(
    packedOf([
      channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    ]),
  )
}
