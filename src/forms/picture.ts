import { type Static, Type } from '@sinclair/typebox'
import type { SceneElement } from './scene'

/** A drawing that nodes may bear, 100 units high. */
export interface OwnGlyph {
  /** What it shows. */
  help: string
  width: number
  paint: NonNullable<SceneElement['paint']>
}

/** What an operator lays beside what is built in; `name.svg` is called `name`. */
export interface OwnPictures {
  glyphs: Readonly<Record<string, OwnGlyph>>
  /** Outlines in a square of 24, beside those of the built-in icons or in their stead. */
  icons: Readonly<Record<string, string>>
}

/** An operator's drawing, by its name. */
export const Picture = Type.Object({ glyph: Type.String() })

export type Picture = Static<typeof Picture>
