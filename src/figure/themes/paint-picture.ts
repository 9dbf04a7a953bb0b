import { rounded } from '../../forms/numbers'
import type { SceneElement, Style } from '../../forms/scene'
import { contrast, luma, mix, packed, readable } from '../color'
import type { Stroke, Tone } from '../pictures/stroke'
import { VISIBLE } from './referenced'
import type { Hue, Palette, Theme } from './theme'

/** How much of its line a tone of a hue holds; the rest is paper. */
const HELD = { wash: 0.07, tint: 0.18, light: 0.26, mid: 0.42 }
/** The same where lines are black: fills would outweigh them. */
const HELD_BLACK = { wash: 0.04, tint: 0.11, mid: 0.25, line: 0.5, deep: 0.78 }

/** The strokes of a picture in a theme's colours, widths and hand; `hue` is that of its node, `em` in pixels. */
export function paintOf(
  strokes: readonly Stroke[],
  hue: Hue,
  theme: Theme,
  em: number,
): NonNullable<SceneElement['paint']> {
  const colours = coloursOf(hue, theme.palette)
  return strokes.flatMap(({ d, fill, stroke, weight, opacity }) => {
    const shared = opacity === undefined ? {} : { opacity }
    const outline: Style | undefined = stroke
      ? {
          ...shared,
          stroke: colours.line(stroke),
          strokeWidth: rounded(theme.measures.stroke * weight * em),
          round: true,
        }
      : undefined
    const filled: Style = fill ? { ...shared, fill: colours.fill(fill) } : { fill: 'none' }
    if (!theme.pen || !outline) return [{ d, style: { ...filled, ...outline } }]
    const drawn = { d: theme.pen(d, em), style: { fill: 'none', ...outline } }
    return fill ? [{ d, style: filled }, drawn] : [drawn]
  })
}

type Colour = (tone: Tone) => string

function coloursOf(own: Hue, palette: Palette): { line: Colour; fill: Colour } {
  const { ink, muted, paper, background, hues, neutral } = palette
  const seen = (colour: string) => readable(colour, background, VISIBLE)
  const held = (share: number) => mix(paper, line, share)
  const line = seen(own.line)
  const night = luma(packed(ink)) > luma(packed(paper))
  const black = isGrey(line) && contrast(line, paper) > BLACK
  const other = hues.find((each) => each.line !== own.line && each !== hues[0]) ?? own
  const tones: Partial<Record<Tone, string>> = {
    ink,
    muted,
    paper,
    dark: night ? paper : ink,
    light: night ? ink : paper,
    line,
    deep: black ? ink : own.deep,
    accent: seen(vivid(other)),
    wash: held(HELD.wash),
    tint: held(HELD.tint),
    mid: held(HELD.mid),
  }
  const fills = Object.entries(black ? HELD_BLACK : {}).map(([tone, share]) => [tone, held(share)])
  const filled: Partial<Record<Tone, string>> = { ...tones, ...Object.fromEntries(fills) }
  const numbered = (tone: Tone) => {
    const number = Number(tone[1]) - 1
    const hue = hues[number % hues.length] ?? neutral
    // The hues once more, stronger, where more are named than the theme has.
    const colour = seen(number < hues.length ? vivid(hue) : hue.deep)
    return tone.endsWith('light') ? mix(paper, colour, HELD.light) : colour
  }
  return {
    line: (tone) => tones[tone] ?? numbered(tone),
    fill: (tone) => filled[tone] ?? numbered(tone),
  }
}

/** Contrast to paper from which a grey line is black. */
const BLACK = 10

/** The line of a hue, or its heading's colour where lines are black in all. */
function vivid({ line, deep }: Hue): string {
  return isGrey(line) ? deep : line
}

function isGrey(colour: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return Math.max(...channels) - Math.min(...channels) < 16
}
