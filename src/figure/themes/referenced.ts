import { clamp } from '../../forms/numbers'
import type { PictureStyle } from '../../forms/picture-style'
import { contrast, mix, readable } from '../pixels/color'
import type { Hue, Palette, Theme } from './theme'

/** Least contrast of text that is made from a reference's colours. */
const CLEAR = 7
/** Least contrast of a line against the ground. */
export const VISIBLE = 3
/** For a theme of light ink on a light ground. */
const DARK_INK = '#18202b'
/** Line width in thousandths of the longer side at which a reference looks as heavy as our own figures. */
const USUAL_LINE = 3.3
/** A label's box is about this many em high: turns a share of its side into a radius in em. */
const BOX_HEIGHT = 2.6

/** A theme with the ground, colours, line weight and roundness of a reference picture. */
export function referenced(theme: Theme, style: PictureStyle): Theme {
  const { palette, measures } = theme
  const ground = style.ground
  const usual = style.dark ? '#ffffff' : DARK_INK
  const ink = contrast(palette.ink, ground) >= CLEAR ? palette.ink : readable(usual, ground, CLEAR)
  const own = style.colours.map((colour) => huesFrom(colour, ground, ink))
  const hues = own.length > 0 ? own : palette.hues.map(({ line }) => huesFrom(line, ground, ink))
  const weight = style.lineWidth === undefined ? 1 : clamp(style.lineWidth / USUAL_LINE, 0.75, 1.7)
  const grounded: Palette = {
    ...palette,
    background: ground,
    ink,
    muted: readable(mix(ink, ground, 0.2), ground, CLEAR),
    connector: mix(ink, ground, 0.25),
    paper: ground,
    neutral: huesFrom(mix(ink, ground, 0.45), ground, ink),
    hues,
  }
  return {
    ...theme,
    palette: grounded,
    measures: {
      ...measures,
      stroke: measures.stroke * weight,
      connector: measures.connector * weight,
      radius:
        style.cornerRadius === undefined
          ? measures.radius
          : clamp(style.cornerRadius * BOX_HEIGHT, 0, BOX_HEIGHT / 2),
    },
  }
}

/** The shades of one colour that a theme needs, all readable on the ground. */
export function huesFrom(colour: string, ground: string, ink: string): Hue {
  const line = readable(colour, ground, VISIBLE)
  const tint = readableUnder(ink, mix(line, ground, 0.86), ground)
  const deep = readable(colour, ground, CLEAR)
  const paper = contrast('#ffffff', deep) > contrast('#101010', deep) ? '#ffffff' : '#101010'
  return { line, tint, wash: mix(line, ground, 0.95), deep, onDeep: paper }
}

/** Moves a fill towards the ground until the ink on it can be read. */
export function readableUnder(ink: string, fill: string, ground: string, least = CLEAR): string {
  for (let share = 0; share < 1; share += 0.1) {
    const shade = mix(ground, fill, 1 - share)
    if (contrast(ink, shade) >= least) return shade
  }
  return ground
}
