import { TONES, type Tone } from '../stroke'

/** The angle of each of the first hues in the colour circle, in degrees: all themes have them in this order. */
export const HUE_ANGLES = { c1: 212, c2: 30, c3: 168, c4: 312 } as const

/** Lightness, 0 to 1, from which every colour is paper. */
const PAPER = 0.94
/** A colour is a grey below this saturation, or this difference of its channels; both 0 to 1. */
const GREY = { saturation: 0.25, chroma: 0.04 }
/** The lightness from which greys are these tones. */
const GREY_FILLS: readonly [number, Tone][] = [
  [0.86, 'wash'],
  [0.74, 'tint'],
  [0.56, 'mid'],
  [0.36, 'muted'],
]
/** A pale line on paper is still meant to be seen, whatever its hue. */
const GREY_LINES: readonly [number, Tone][] = [[0.36, 'muted']]
/** A hue is a light one from this lightness, below this difference of its channels: yellow is light and strong. */
const LIGHT = { lightness: 0.62, chroma: 0.45 }

export interface Colour {
  tone: Tone
  alpha: number
}

/** What a colour of a fill or a line is in a theme: a tone by its name, else the nearest; null for none, undefined for what is no colour. */
export function colourOf(value: string, of: 'fill' | 'line'): Colour | null | undefined {
  const word = value.trim()
  const named = TONES.find((tone) => tone === word)
  if (named) return { tone: named, alpha: 1 }
  if (word === 'none' || word === 'transparent') return null
  if (/^currentcolor$/i.test(word)) return { tone: 'ink', alpha: 1 }
  const channels = Bun.color(word, '[rgba]')
  if (!Array.isArray(channels)) return undefined
  const [r = 0, g = 0, b = 0, alpha = 255] = channels
  return alpha === 0 ? null : { tone: nearest(r / 255, g / 255, b / 255, of), alpha: alpha / 255 }
}

function nearest(r: number, g: number, b: number, of: 'fill' | 'line'): Tone {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  const [chroma, light] = [most - least, (most + least) / 2]
  if (light >= PAPER) return 'paper'
  const saturation = chroma / (1 - Math.abs(2 * light - 1) || 1)
  if (saturation < GREY.saturation || chroma < GREY.chroma) {
    const greys = of === 'fill' ? GREY_FILLS : GREY_LINES
    return greys.find(([from]) => light >= from)?.[1] ?? 'ink'
  }
  const sixth =
    most === r
      ? ((g - b) / chroma + 6) % 6
      : most === g
        ? (b - r) / chroma + 2
        : (r - g) / chroma + 4
  const away = (angle: number) => Math.abs(((60 * sixth - angle + 540) % 360) - 180)
  const [[hue = 'c1' as const] = []] = (
    Object.entries(HUE_ANGLES) as [keyof typeof HUE_ANGLES, number][]
  ).sort(([, one], [, two]) => away(one) - away(two))
  const pale = of === 'fill' && light >= LIGHT.lightness && chroma < LIGHT.chroma
  return pale ? `${hue}-light` : hue
}
