import type { DiagramEdge, DiagramNode } from '../../../forms/diagram'

/** What colours and widths of another language come to: a theme fits them to its contrast. */
export interface Dress {
  node: Pick<DiagramNode, 'accent' | 'hue' | 'heavy' | 'dashed'>
  edge: Pick<DiagramEdge, 'accent' | 'emphasis' | 'dashed'>
}

export interface Wished {
  /** Colours of lines and fills in any notation of CSS. */
  colours: readonly (string | undefined)[]
  /** Colour of words. */
  font?: string | undefined
  /** Of lines, as a multiple of the usual one. */
  width?: number
  dashed?: boolean
}

/** Lines so much wider than usual are meant to be seen as heavy. */
const HEAVY = 1.5
/** Difference of the channels, 0 to 255, below which a colour is a grey; a pale one has less room for it. */
const GREY = 24
const PALE_GREY = 8

/** The strongest of several colours; greys alone are the theme's neutral hue. */
export function dressOf({ colours, font, width = 1, dashed = false }: Wished): Dress {
  const known = [...colours.flatMap(colourIn), ...colourIn(font).filter(isNoGrey)]
  const [strongest] = known.sort((a, b) => b.chroma - a.chroma)
  const isColour = strongest !== undefined && isNoGrey(strongest)
  const accent = isColour ? { accent: strongest.hex } : {}
  const heavy = width >= HEAVY
  return {
    node: {
      ...(strongest && !isColour ? { hue: 0 } : accent),
      ...(heavy && { heavy }),
      ...(dashed && { dashed }),
    },
    edge: { ...accent, ...(heavy && { emphasis: 1 as const }), ...(dashed && { dashed }) },
  }
}

interface Colour {
  hex: string
  /** Difference between the strongest and the weakest channel, 0 to 255. */
  chroma: number
  /** What the weakest channel lacks to white, 0 to 255. */
  depth: number
}

const isNoGrey = ({ chroma, depth }: Colour) =>
  chroma >= GREY || (chroma >= PALE_GREY && chroma >= depth / 2)

function colourIn(words: string | undefined): Colour[] {
  const name = words?.trim().toLowerCase() ?? ''
  const hex = Bun.color(name, 'hex') ?? ''
  const [, , , alpha = 0] = Bun.color(name, '[rgba]') ?? []
  return HEX.test(hex) && alpha > 0 ? [{ hex, ...measured(hex) }] : []
}

/** Some notations of CSS come back as they are. */
const HEX = /^#[0-9a-f]{6}$/

function measured(hex: string): Pick<Colour, 'chroma' | 'depth'> {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const least = Math.min(...channels)
  return { chroma: Math.max(...channels) - least, depth: 255 - least }
}
