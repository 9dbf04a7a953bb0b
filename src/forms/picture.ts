import { type Static, Type } from '@sinclair/typebox'

/** What an operator lays beside what is built in; `name.svg` is called `name`. */
export interface OwnPictures {
  /** Drawings that a node may bear: what each shows, and its sketch. */
  glyphs: Readonly<Record<string, { help: string; svg: string }>>
  /** Outlines in a square of 24, beside those of the built-in icons or in their stead. */
  icons: Readonly<Record<string, string>>
}

/** An operator's drawing by its name, or a sketch: SVG of at most 200 x 200 units, whose `alt` says what it shows. */
export const Picture = Type.Union([
  Type.Object({ glyph: Type.String() }),
  Type.Object({
    svg: Type.String(),
    width: Type.Number(),
    height: Type.Number(),
    alt: Type.String(),
  }),
])

export type Picture = Static<typeof Picture>
