import type { GlyphName, GlyphValues } from '../../forms/picture'
import type { Drawing } from './stroke'

/** How a glyph is drawn; heights in em of the label size. */
export interface Drawer<Values> {
  /** Below this it cannot be recognised. */
  least: number
  usual: number
  draw: (values: Values) => Drawing
}

export type Drawers<Names extends GlyphName> = { [N in Names]: Drawer<GlyphValues<N>> }
