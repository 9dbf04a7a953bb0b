import { rounded } from '../../forms/numbers'
import type { SceneElement, Style } from '../../forms/scene'
import { contrast, mix, readable } from '../color'
import type { Stroke, Tone } from '../pictures/stroke'
import { VISIBLE } from './referenced'
import type { Hue, Palette, Theme } from './theme'

/** How much of its line a tone of a hue holds; the rest is paper. Black lines give less of themselves. */
const HELD = { wash: 0.07, tint: 0.18, light: 0.26, mid: 0.42 }
const OF_BLACK = 0.6

/** The strokes of a picture in a theme's colours, widths and hand; `hue` is that of its node, `em` in pixels. */
export function paintOf(
  strokes: readonly Stroke[],
  hue: Hue,
  theme: Theme,
  em: number,
): NonNullable<SceneElement['paint']> {
  const colour = coloursOf(hue, theme.palette)
  return strokes.flatMap(({ d, fill, stroke, weight, opacity }) => {
    const shared = opacity === undefined ? {} : { opacity }
    const outline: Style | undefined = stroke
      ? {
          ...shared,
          stroke: colour(stroke),
          strokeWidth: rounded(theme.measures.stroke * weight * em),
          round: true,
        }
      : undefined
    const filled: Style = fill ? { ...shared, fill: colour(fill) } : { fill: 'none' }
    if (!theme.pen || !outline) return [{ d, style: { ...filled, ...outline } }]
    const drawn = { d: theme.pen(d, em), style: { fill: 'none', ...outline } }
    return fill ? [{ d, style: filled }, drawn] : [drawn]
  })
}

function coloursOf(own: Hue, palette: Palette): (tone: Tone) => string {
  const { ink, muted, paper, background, hues } = palette
  const seen = (colour: string) => readable(colour, background, VISIBLE)
  const line = seen(own.line)
  const held = isGrey(line) && contrast(line, paper) > 10 ? OF_BLACK : 1
  const accent = hues.find((each) => each.line !== own.line && each !== hues[0]) ?? own
  const named: Partial<Record<Tone, string>> = {
    ink,
    muted,
    paper,
    line,
    deep: held < 1 ? ink : own.deep,
    accent: seen(vivid(accent)),
    wash: mix(paper, line, held * HELD.wash),
    tint: mix(paper, line, held * HELD.tint),
    mid: mix(paper, line, held * HELD.mid),
  }
  return (tone) => named[tone] ?? numbered(tone, palette, seen)
}

function numbered(tone: Tone, { hues, neutral, paper }: Palette, seen: (c: string) => string) {
  const number = Number(tone[1]) - 1
  const hue = hues[number % hues.length] ?? neutral
  // The hues once more, stronger, where more are named than the theme has.
  const colour = seen(number < hues.length ? vivid(hue) : hue.deep)
  return tone.endsWith('light') ? mix(paper, colour, HELD.light) : colour
}

/** The line of a hue, or its heading's colour where lines are black in all. */
function vivid({ line, deep }: Hue): string {
  return isGrey(line) ? deep : line
}

function isGrey(colour: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return Math.max(...channels) - Math.min(...channels) < 16
}
